"""The map as the page shows it: the printed map, which never changes, and the pieces of a snapshot."""

from ctv_env.core.drawing import StaticGroup
from ctv_env.core.game import Game
from ctv_env.render.svg import svg

_NOTHING = StaticGroup(())


def ground(game: Game) -> str:
    """Return the printed map as an SVG document."""
    return svg(game.drawing(game.spec.sides[0])._replace(windows=()))


def counters(game: Game, seat: str | None) -> str:
    """Return the pieces as ``seat`` sees them; None sees all."""
    return svg(game.drawing(seat)._replace(background=_NOTHING))
