"""Observations as arrays; ``model/channels.py`` describes the channels."""

import functools
import typing

import numpy as np

from ctv_env.core.jit import array_at, jit
from ctv_env.core.observation import ANY, NEW, meaning_of, split
from ctv_env.games.ctv.engine.legal import fill_mask
from ctv_env.games.ctv.model.channels import (
    ADVISED_KIND,
    FLAT,
    FLAT_KIND,
    OBSERVATIONS,
    PIECES,
    PIECES_KIND,
    PLANES,
    PLANES_KIND,
)
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.observation.advice import fill_advice
from ctv_env.games.ctv.observation.changes import change_since
from ctv_env.games.ctv.observation.flat import fill_flat
from ctv_env.games.ctv.observation.globals import fill_globals
from ctv_env.games.ctv.observation.pieces import fill_pieces
from ctv_env.games.ctv.observation.planes import fill_planes

if typing.TYPE_CHECKING:
    from ctv_env.games.ctv.loading.load import GameTables

_PLANES, _PIECES, _FLAT = PLANES.size, PIECES.size, FLAT.size
_SIZES = np.array([sum(layout.size for layout in layouts) for layouts in OBSERVATIONS.values()])  # row sizes by kind


@rule_kernel(numbers=4)
def _write_row(s, t, w, side, kind, place, change):
    """Write the part of a row that ``change`` may affect (``fill_row``)."""
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
    if kind != ADVISED_KIND:
        fill_globals(s, t, side, change, row[first:])
        return
    fill_flat(s, t, w, side, row[first : first + _FLAT])
    fill_advice(s, t, w, side, place + first + _FLAT)


@rule_kernel(numbers=4)
def fill_row(s, t, w, side, kind, place, has_static):
    """Write the observation of ``side`` to a row, uint8: the arrays of ``OBSERVATIONS``, contiguously.

    ``w.mask`` must hold the mask of the node and is unchanged; other scratch in ``w`` is overwritten.

    Args:
        kind: index of the kind of observation in ``OBSERVATIONS``.
        place: address of the row, since separately compiled functions do not take arrays.
        has_static: not 0 if the row holds an observation with the same tables, whose static channels are kept.
    """
    _write_row(s, t, w, side, kind, place, ANY if has_static else NEW)


@rule_kernel(numbers=4, returns=True)
def renew_row(s, t, w, side, kind, place, before):
    """Like ``fill_row``, but write only a part of the row; return 1, or 0 if ``fill_row`` is needed.

    Args:
        before: node of the last decision, by ``side``, if the row holds that observation and ``w.event`` the events
            since; else NO_NODE.
    """
    change = change_since(s, w, side, before)
    if change == ANY:
        return 0
    _write_row(s, t, w, side, kind, place, change)
    return 1


@jit
def _fill(states, i, tables, scratch, side, kind, place):
    fill_mask(states[i], tables[0], scratch[0])
    fill_row(states[i], tables[0], scratch[0], side, kind, place, 0)


@functools.cache
def _meaning(kind: str) -> tuple[np.ndarray, np.ndarray]:
    return meaning_of(OBSERVATIONS[kind])


def observe(
    states: np.ndarray, i: int, tables: "GameTables", scratch: np.ndarray, side: int, kind: str, dtype: str
) -> dict[str, np.ndarray]:
    """Return new arrays of one kind of observation, by names of their layouts.

    Args:
        tables: the loaded tables.
        side: index of the observing side, which need not be the side to move.
        kind: a key of ``OBSERVATIONS``.
        dtype: "uint8" or "float32".
    """
    layouts = OBSERVATIONS[kind]
    row = np.empty(sum(layout.size for layout in layouts), np.uint8)
    _fill(states, i, tables.record, scratch, side, tuple(OBSERVATIONS).index(kind), row.ctypes.data)
    if dtype == "float32":
        zeros, units = _meaning(kind)
        row = (row - zeros) * units
    return split(row, layouts)
