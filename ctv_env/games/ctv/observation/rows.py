"""Observations as arrays; ``model/channels.py`` describes the channels."""

import numpy as np

from ctv_env.core.jit import array_at, jit
from ctv_env.core.observation import ANY, NEW
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
from ctv_env.games.ctv.model.codes import BOARD_ROWS
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.model.state import SCRATCH
from ctv_env.games.ctv.observation.advice import fill_advice
from ctv_env.games.ctv.observation.changes import change_since
from ctv_env.games.ctv.observation.flat import fill_flat
from ctv_env.games.ctv.observation.globals import fill_globals
from ctv_env.games.ctv.observation.pieces import fill_pieces
from ctv_env.games.ctv.observation.planes import fill_planes
from ctv_env.games.ctv.observation.set_up import hide_set_up, restore_set_up
from ctv_env.games.ctv.rules.r05_fog import sets_up_unseen

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
    change = ANY if has_static else NEW
    if sets_up_unseen(s, t, side):
        hide_set_up(s, t)
        _write_row(s, t, w, side, kind, place, change)
        restore_set_up(s, t)
    else:
        _write_row(s, t, w, side, kind, place, change)


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


CACHE_SIZE = SCRATCH["traced"].shape[0] * BOARD_ROWS


@jit
def recall(w, cache):
    """Restore the supply net last traced in this game, which the next decision usually needs again."""
    for k in range(CACHE_SIZE):
        w.traced[k // BOARD_ROWS, k % BOARD_ROWS] = cache[k]


@jit
def keep(w, cache):
    """Save the supply net last traced."""
    for k in range(CACHE_SIZE):
        cache[k] = w.traced[k // BOARD_ROWS, k % BOARD_ROWS]
