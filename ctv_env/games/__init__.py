"""The games, one house each, with the same rooms in each."""

import functools
import importlib

GAMES = {"ctv": "ctv_env.games.ctv.spec"}
"""Name of each game and the module whose ``RULES`` describe it."""


@functools.cache
def rules_of(name: str | None = None):
    """The ``Rules`` of a game, of the first if none is named.

    Raises:
        ValueError: no such game.
    """
    name = name or next(iter(GAMES))
    if name not in GAMES:
        raise ValueError(f"no game {name!r}; the games are {', '.join(sorted(GAMES))}")
    return importlib.import_module(GAMES[name]).RULES


@functools.cache
def aid_of(name: str):
    """The ``Aid`` of a game, one that ``rules_of`` knows."""
    return importlib.import_module(GAMES[name].rpartition(".")[0] + ".guide").AID
