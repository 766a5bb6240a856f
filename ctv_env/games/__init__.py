"""The games, one house each, with the same rooms in each."""

import functools
import importlib

GAMES = {"ctv": "ctv_env.games.ctv.house"}
"""Name of each game and the module whose ``RULES`` describe it."""


@functools.cache
def rules_of(name: str):
    """The ``Rules`` of a game.

    Raises:
        ValueError: no such game.
    """
    if name not in GAMES:
        raise ValueError(f"no game {name!r}; the games are {', '.join(sorted(GAMES))}")
    return importlib.import_module(GAMES[name]).RULES
