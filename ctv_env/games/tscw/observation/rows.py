"""Observations as arrays; ``layout.py`` describes the channels."""

import numpy as np

from ctv_env.core.jit import array_at, jit
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.observation.advice import fill_advice
from ctv_env.games.tscw.observation.general import fill_general
from ctv_env.games.tscw.observation.hexes import fill_board, fill_hexes, refill_stack
from ctv_env.games.tscw.observation.layout import ADVISED_KIND, FLAT_KIND, N_GENERAL, N_HEX, N_PIECE
from ctv_env.games.tscw.observation.pieces import fill_choices, fill_piece, fill_pieces
from ctv_env.games.tscw.observation.shown import NOBODY_SEES, has_changed, note, shown_cell
from ctv_env.games.tscw.rules.pieces import is_ground


@rule_kernel(numbers=4)
def fill_row(s, t, w, side, kind, place, has_static):
    """Write the observation of ``side`` to a row (``core.spec.Hooks``).

    All kinds have the same numbers: ``flat`` with all rows of a channel together, the others with all channels of each.
    ``advised`` has the advice after them.
    """
    n_cells, n_pieces = int(t.n_cells), int(t.n_pieces)
    second = place + N_HEX * n_cells
    third = second + N_PIECE * n_pieces
    if kind == FLAT_KIND:
        hexes = array_at(place, (N_HEX, n_cells), np.uint8).T
        pieces = array_at(second, (N_PIECE, n_pieces), np.uint8).T
        _fill(s, t, w, side, hexes, pieces, has_static == 0)
    else:
        hexes = array_at(place, (n_cells, N_HEX), np.uint8)
        pieces = array_at(second, (n_pieces, N_PIECE), np.uint8)
        _fill(s, t, w, side, hexes, pieces, has_static == 0)
    _fill_rest(s, t, w, side, kind, third)
    w.shown_to = NOBODY_SEES
    if has_static != 0 and not _hides(t):  # the row of a final position, without the map, is not that of the next one
        w.shown_to, w.shown_turn, w.n_shown = side, s.turn, n_pieces
        note(s, t, w.shown)


@rule_kernel(numbers=4, returns=True)
def renew_row(s, t, w, side, kind, place, before):
    """Like ``fill_row``, but write only what may have changed; return 1, or 0 if ``fill_row`` is needed."""
    if w.shown_to != side or w.shown_turn != s.turn:
        return 0
    n_cells, n_pieces = int(t.n_cells), int(t.n_pieces)
    second = place + N_HEX * n_cells
    third = second + N_PIECE * n_pieces
    if kind == FLAT_KIND:
        hexes = array_at(place, (N_HEX, n_cells), np.uint8).T
        pieces = array_at(second, (N_PIECE, n_pieces), np.uint8).T
        _renew(s, t, w, side, hexes, pieces)
    else:
        hexes = array_at(place, (n_cells, N_HEX), np.uint8)
        pieces = array_at(second, (n_pieces, N_PIECE), np.uint8)
        _renew(s, t, w, side, hexes, pieces)
    _fill_rest(s, t, w, side, kind, third)
    return 1


@jit
def _hides(t):
    """True if what a side knows of a piece depends on more than the piece (15.5, T-78)."""
    return t.fog == 1 or t.simultaneous_air == 1


@jit
def _fill(s, t, w, side, hexes, pieces, with_map):
    """Write the arrays of the hexes and of the pieces.

    numba compiles this and what it calls once for each order of the arrays in memory: that is faster than strides that
    it does not know.
    """
    fill_hexes(s, t, w, side, hexes, with_map)
    fill_pieces(s, t, w, side, pieces)


@jit
def _renew(s, t, w, side, hexes, pieces):
    """Write what may have changed of these arrays, and note it."""
    note(s, t, w.present)
    for p in range(int(t.n_pieces)):
        if has_changed(w, p):
            pieces[p, :] = 0
            fill_piece(s, t, side, pieces, p)
            if is_ground(t, p):
                refill_stack(s, t, side, hexes, shown_cell(w, p))
                refill_stack(s, t, side, hexes, int(s.piece_cell[p]))
            w.shown[0, p] = w.present[0, p]
            w.shown[1, p] = w.present[1, p]
    fill_choices(s, t, w, side, pieces)
    fill_board(s, t, w, side, hexes)


@jit
def _fill_rest(s, t, w, side, kind, place):
    """Write the array of the whole position at the address ``place``, and the advice after it."""
    fill_general(s, t, w, side, array_at(place, (N_GENERAL,), np.uint8))
    if kind == ADVISED_KIND:
        fill_advice(s, t, w, side, place + N_GENERAL)
