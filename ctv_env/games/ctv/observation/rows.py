"""What a side sees of a position, as arrays; ``observation/layout.py`` says what each channel holds."""

import functools
import typing

import numpy as np

from ctv_env.core.jit import array_at, jit
from ctv_env.core.observation import ANY, NEW, meaning_of, split
from ctv_env.games.ctv.engine.legal import fill_mask
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.observation.changes import change_since
from ctv_env.games.ctv.observation.flat import fill_flat
from ctv_env.games.ctv.observation.globals import fill_globals
from ctv_env.games.ctv.observation.layout import (
    FLAT_KIND,
    OBSERVATIONS,
    PIECES,
    PIECES_KIND,
    PLANES,
    PLANES_KIND,
)
from ctv_env.games.ctv.observation.pieces import fill_pieces
from ctv_env.games.ctv.observation.planes import fill_planes

if typing.TYPE_CHECKING:
    from ctv_env.games.ctv.loading.load import GameTables

_PLANES, _PIECES = PLANES.size, PIECES.size
_SIZES = np.array([sum(layout.size for layout in layouts) for layouts in OBSERVATIONS.values()])  # of a row


@rule_kernel(numbers=4)
def _write_row(s, t, w, side, kind, place, change):
    """Write what ``change`` may have altered into the row of ``fill_row``."""
    row = array_at(place, (_SIZES[kind],), np.uint8)
    if kind == FLAT_KIND:
        fill_flat(s, t, w, side, row)
        return
    first = 0
    if kind != PIECES_KIND:
        fill_planes(s, t, w, side, change, row[:_PLANES])
        first += _PLANES
    if kind != PLANES_KIND:
        fill_pieces(s, t, w, side, change, row[first : first + _PIECES])
        first += _PIECES
    fill_globals(s, t, side, change, row[first:])


@rule_kernel(numbers=4)
def fill_row(s, t, w, side, kind, place, has_static):
    """Write the observation of ``side`` into a row, uint8: the arrays of ``OBSERVATIONS`` one behind the other.

    ``w.mask`` must hold the mask of the node and is left as it is; other scratch of ``w`` is overwritten.

    Args:
        kind: index of the kind of observation in ``OBSERVATIONS``.
        place: address of the row: what is compiled apart takes no arrays.
        has_static: not 0 if the row holds an observation of a position with the same tables: what they tell stays.
    """
    _write_row(s, t, w, side, kind, place, ANY if has_static else NEW)


@rule_kernel(numbers=4, returns=True)
def renew_row(s, t, w, side, kind, place, before):
    """As ``fill_row``, where only a part of the row has to be written; returns 1, or 0 if ``fill_row`` must write it.

    Args:
        before: node of the last decision, by ``side``, if the row is what it then saw and ``w.event`` tells what has
            happened since; else NO_NODE.
    """
    change = change_since(s, w, side, before)
    if change == ANY:
        return 0
    _write_row(s, t, w, side, kind, place, change)
    return 1


@jit
def _fill(states, i, tables, works, side, kind, place):
    fill_mask(states[i], tables[0], works[0])
    fill_row(states[i], tables[0], works[0], side, kind, place, 0)


@functools.cache
def _meaning(kind: str) -> tuple[np.ndarray, np.ndarray]:
    return meaning_of(OBSERVATIONS[kind])


def observe(
    states: np.ndarray, i: int, tables: "GameTables", works: np.ndarray, side: int, kind: str, dtype: str
) -> dict[str, np.ndarray]:
    """The arrays of one kind of observation, new ones, under their layouts' names.

    Args:
        tables: the loaded tables object.
        side: index of the side that observes; it need not be the one to move.
        kind: a key of ``OBSERVATIONS``.
        dtype: "uint8" or "float32".
    """
    layouts = OBSERVATIONS[kind]
    row = np.empty(sum(layout.size for layout in layouts), np.uint8)
    _fill(states, i, tables.record, works, side, tuple(OBSERVATIONS).index(kind), row.ctypes.data)
    if dtype == "float32":
        zeros, units = _meaning(kind)
        row = (row - zeros) * units
    return split(row, layouts)
