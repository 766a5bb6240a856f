"""The map as the page shows it: the printed map, which never changes, and what lies upon it at a moment."""

from ctv_env.core.drawing import Still
from ctv_env.core.game import Game
from ctv_env.render.svg import svg

_NOTHING = Still(())


def ground(game: Game) -> str:
    """What is printed, as an SVG document."""
    return svg(game.drawing(game.spec.sides[0])._replace(windows=()))


def counters(game: Game, seat: str | None) -> str:
    """What lies upon it, as ``seat`` sees it; None sees all."""
    return svg(game.drawing(seat)._replace(background=_NOTHING))
