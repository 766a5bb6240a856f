"""The observation of one position and the action of a compiled policy in it, for any game.

Like ``driver.py``, this is generic over the game's hooks.
"""

import functools
import types
import typing
from collections.abc import Callable
from types import ModuleType

import numpy as np

from ctv_env.core.jit.generic import functions_of, instantiate
from ctv_env.core.observation import meaning_of, split
from ctv_env.core.terms import Entry, Hooks, Tables

game = typing.cast(Hooks, None)  # the game's module, set by ``instantiate``


def look(states, i, tables, scratch, side, kind, row):
    """Write the observation of ``states[i]`` by ``side`` at the address ``row``."""
    game.fill_mask(states[i], tables[0], scratch[0])
    game.fill_row(states[i], tables[0], scratch[0], side, kind, row, 0)


def advise(states, i, tables, scratch, policy):
    """Return the action of a compiled policy in ``states[i]``, a decision node."""
    game.fill_mask(states[i], tables[0], scratch[0])
    return game.choose(states[i], tables[0], scratch[0], policy)


_GENERIC = functions_of(__name__)


@functools.cache
def _consult(hooks: ModuleType) -> types.SimpleNamespace:
    return instantiate(_GENERIC, hooks)


def observer(hooks: Callable[[], ModuleType]) -> Callable[..., dict[str, np.ndarray]]:
    """Return ``GameSpec.observe`` for a game; ``hooks`` is its ``GameSpec.hooks``."""

    def observe(
        states: np.ndarray, i: int, tables: Tables, scratch: np.ndarray, side: int, kind: str, dtype: str
    ) -> dict[str, np.ndarray]:
        layouts = tables.observations[kind]
        row = np.zeros(sum(layout.size for layout in layouts), np.uint8)
        number = tuple(tables.observations).index(kind)
        _consult(hooks()).look(states, i, tables.record, scratch, side, number, row.ctypes.data)
        if dtype == "float32":
            zeros, units = meaning_of(layouts)
            row = (row - zeros) * units
        return split(row, layouts)

    return observe


def adviser(hooks: Callable[[], ModuleType]) -> Entry:
    """Return ``GameSpec.advise`` for a game; ``hooks`` is its ``GameSpec.hooks``."""

    def advise(states: np.ndarray, i: int, tables: np.ndarray, scratch: np.ndarray, *policy: int) -> int:
        return int(_consult(hooks()).advise(states, i, tables, scratch, *policy))

    return advise
