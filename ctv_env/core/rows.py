"""Compiled observations of many positions outside a batch, generic over the game's hooks (``spec.Hooks``)."""

import functools
import typing
from collections.abc import Callable
from types import ModuleType

from ctv_env.core.jit.generic import functions_of, instantiate
from ctv_env.core.terms import Hooks

game = typing.cast(Hooks, None)  # the game's module, set by ``instantiate``


def fill_rows(states, tables, scratch, sides, kind, rows):
    """Write the observations of n ``states``.

    Args:
        states: (n,) records.
        tables: (1,) tables record.
        scratch: (1,) scratch record.
        sides: int64 (n,), indices of the observing sides.
        kind: index of the kind of observation.
        rows: uint8 (n, size), zeroed.
    """
    t, w = tables[0], scratch[0]
    for i in range(len(states)):
        w.n_event = 0
        game.fill_mask(states[i], t, w)
        game.fill_row(states[i], t, w, int(sides[i]), kind, rows[i].ctypes.data, 0)


_GENERIC = functions_of(__name__)


@functools.cache
def row_filler(hooks: ModuleType) -> Callable[..., None]:
    """Return ``fill_rows`` for a game; ``hooks`` is its module with the ``Hooks``."""
    return instantiate(_GENERIC, hooks).fill_rows
