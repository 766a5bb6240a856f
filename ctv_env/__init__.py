"""Wargames as reinforcement-learning environments.

``new_game`` returns a game as a Python object; ``gymnasium.make(id)`` returns the environment of a scenario, with an id
from ``ctv_env.games.environments``.  Importing the package is cheap: the compiled engine is loaded with the first game.
"""

import typing

from ctv_env.envs import register_all

if typing.TYPE_CHECKING:
    from ctv_env.core.game import Game
    from ctv_env.core.terms import OptionValue

__version__ = "0.1.0"
__all__ = ["__version__", "list_games", "new_game"]


def new_game(
    name: str | None = None, scenario: str | None = None, seed: int | None = None, **options: "OptionValue"
) -> "Game":
    """Return a new game at its first node.

    Args:
        name: one of ``list_games``, or ``"module:ATTRIBUTE"`` for the spec of a game defined elsewhere; None for the
            first game of the list.
        scenario: name of a scenario; None for the first one of the game.
        seed: seed of the dice, a non-negative integer; None draws one.  An environment that is reset with the same seed
            begins another game, of which its ``game`` is a copy (docs/environments/README.md).
        options: rules options of the game, by the names in its ``spec.options``; ``data_dir`` is a folder with custom
            copies of the data files.

    Returns:
        ``ctv_env.core.game.Game``.

    Raises:
        ValueError: unknown game, scenario or option; the message lists the valid ones.
    """
    from ctv_env.core.game import Game
    from ctv_env.core.spec import spec_of

    return Game.new(spec_of(name), scenario, seed, **options)


def list_games() -> list[str]:
    """Return the names of the games."""
    from ctv_env.games import GAMES

    return sorted(GAMES)


register_all()
