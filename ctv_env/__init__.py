"""Wargames as reinforcement-learning environments.

``new_game`` gives the rules of a game as a Python object; ``gymnasium.make(id)`` the environment of a scenario, the ids
being those of ``ctv_env.games.environments``.
Importing the package is light: the compiled engine loads with the first game.
"""

import typing

from ctv_env.envs import register_all

if typing.TYPE_CHECKING:
    from ctv_env.core.game import Game
    from ctv_env.core.spec import OptionValue

__version__ = "0.1.0"
__all__ = ["__version__", "list_games", "new_game"]


def new_game(
    name: str | None = None, scenario: str | None = None, seed: int | None = None, **options: "OptionValue"
) -> "Game":
    """A new game at its first node.

    Args:
        name: which game: one of ``list_games``, the first if None, or ``"module:ATTRIBUTE"``, where a game's spec is.
        scenario: name of a scenario; None for the game's first.
        seed: dice of the game, a whole number from 0 up; None draws one.
        options: rules options of the game, by the names in its ``spec.options``; ``data_dir`` names a folder with own
            copies of the data files.

    Returns:
        ``ctv_env.core.game.Game``.

    Raises:
        ValueError: unknown game, scenario or option, with the right ones.
    """
    from ctv_env.core.game import Game
    from ctv_env.games import spec_of

    return Game.new(spec_of(name), scenario, seed, **options)


def list_games() -> list[str]:
    """Names of the games."""
    from ctv_env.games import GAMES

    return sorted(GAMES)


register_all()
