"""What a side sees of a position, as arrays; ``observation/layout.py`` says what each channel holds."""

import functools

import numpy as np

from ctv_env.core.jit import array_at, jit
from ctv_env.core.observation import meaning_of, split
from ctv_env.games.ctv.engine.legal import fill_mask
from ctv_env.games.ctv.model.codes import MOVE
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.observation.flat import fill_flat
from ctv_env.games.ctv.observation.globals import fill_globals, renew_node
from ctv_env.games.ctv.observation.layout import (
    BOTH_KIND,
    FLAT_KIND,
    GLOBALS,
    OBSERVATIONS,
    PIECES,
    PIECES_KIND,
    PLANES,
)
from ctv_env.games.ctv.observation.pieces import fill_pieces, renew_pieces
from ctv_env.games.ctv.observation.planes import fill_planes, renew_choice, renew_moved, renew_named

_PLANES, _PIECES, _GLOBALS = PLANES.size, PIECES.size, GLOBALS.size
_SIZES = np.array([sum(layout.size for layout in layouts) for layouts in OBSERVATIONS.values()])  # of a row


@rule_kernel(numbers=4)
def fill_row(s, t, w, side, kind, place, has_map):
    """Write the observation of ``side`` into a row, uint8: the arrays of ``OBSERVATIONS`` one behind the other.

    ``w.mask`` must hold the mask of the node and is left as it is; other scratch of ``w`` is overwritten.

    Args:
        kind: index of the kind of observation in ``OBSERVATIONS``.
        place: address of the row: what is compiled apart takes no arrays.
        has_map: not 0 if the row holds a sight of a position with the same tables: what they tell stays.
    """
    row = array_at(place, (_SIZES[kind],), np.uint8)
    if kind == FLAT_KIND:
        fill_flat(s, t, w, side, row)
        return
    first = 0
    if kind != PIECES_KIND:
        fill_planes(s, t, w, side, row[:_PLANES], has_map)
        first += _PLANES
    if kind == PIECES_KIND or kind == BOTH_KIND:
        fill_pieces(s, t, w, side, row[first : first + _PIECES])
        first += _PIECES
    _fill_last(s, t, side, row[first : first + _GLOBALS])


@rule_kernel(numbers=3)
def renew_choice_row(s, t, w, side, kind, place):
    """As ``fill_row`` where the row is the sight of ``side``, to move, just before it chose a piece to move.

    Two of five decisions are such a choice, which nobody else sees and which leaves the map as it is.
    """
    if kind == FLAT_KIND:
        fill_row(s, t, w, side, kind, place, 1)
        return
    row = array_at(place, (_SIZES[kind],), np.uint8)
    first = 0
    if kind != PIECES_KIND:
        renew_choice(s, w, row[:_PLANES])
        first += _PLANES
    if kind == PIECES_KIND or kind == BOTH_KIND:
        renew_pieces(s, w, row[first : first + _PIECES])
        first += _PIECES
    renew_node(s, MOVE, row[first : first + _GLOBALS])


@rule_kernel(numbers=3)
def renew_moved_row(s, t, w, side, kind, place):
    """As ``fill_row`` where the row is the sight of ``side``, to move, just before ``w.event``, one move of its own.

    As many decisions are such a move, which changes a few hexes.
    """
    if kind == FLAT_KIND or kind == PIECES_KIND:
        fill_row(s, t, w, side, kind, place, 1)
        return
    row = array_at(place, (_SIZES[kind],), np.uint8)
    renew_moved(s, t, w, side, row[:_PLANES])
    _fill_beside_planes(s, t, w, side, kind, row)


@rule_kernel(numbers=3)
def renew_named_row(s, t, w, side, kind, place):
    """As ``fill_row`` where the row is the sight of ``side``, to move, just before it named something for the combat.

    One decision of twelve names a target, an attacker or support and is followed by another of the kind.
    """
    if kind == FLAT_KIND or kind == PIECES_KIND:
        fill_row(s, t, w, side, kind, place, 1)
        return
    row = array_at(place, (_SIZES[kind],), np.uint8)
    renew_named(s, t, w, side, row[:_PLANES])
    _fill_beside_planes(s, t, w, side, kind, row)


@jit
def _fill_beside_planes(s, t, w, side, kind, row):
    """Write what stands behind the planes in ``row``."""
    first = _PLANES
    if kind == BOTH_KIND:
        fill_pieces(s, t, w, side, row[first : first + _PIECES])
        first += _PIECES
    _fill_last(s, t, side, row[first : first + _GLOBALS])


@jit
def _fill_last(s, t, side, out):
    for k in range(_GLOBALS):
        out[k] = 0
    fill_globals(s, t, side, out)


@jit
def _fill(states, i, tables, works, side, kind, place):
    fill_mask(states[i], tables[0], works[0])
    fill_row(states[i], tables[0], works[0], side, kind, place, 0)


@functools.cache
def _meaning(kind: str) -> tuple[np.ndarray, np.ndarray]:
    return meaning_of(OBSERVATIONS[kind])


def observe(states, i, tables, works, side: int, kind: str, dtype: str) -> dict[str, np.ndarray]:
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
