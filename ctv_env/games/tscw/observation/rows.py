"""Observations as arrays; ``model/channels.py`` describes the channels."""

import numpy as np

from ctv_env.core.jit import array_at, jit
from ctv_env.games.tscw.model.channels import ADVISED_KIND, FLAT_KIND, N_GENERAL, N_HEX, N_PIECE
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.observation.advice import fill_advice
from ctv_env.games.tscw.observation.general import fill_general
from ctv_env.games.tscw.observation.hexes import fill_hexes
from ctv_env.games.tscw.observation.pieces import fill_pieces


@rule_kernel(numbers=4)
def fill_row(s, t, w, side, kind, place, has_static):
    """Write the observation of ``side`` to a row (``core.terms.Hooks``).

    All kinds have the same numbers: ``flat`` with all rows of a channel together, the others with all channels of each.
    ``advised`` has the advice after them.
    """
    n_cells, n_pieces = int(t.n_cells), int(t.n_pieces)
    second = place + N_HEX * n_cells
    third = second + N_PIECE * n_pieces
    if kind == FLAT_KIND:
        hexes = array_at(place, (N_HEX, n_cells), np.uint8).T
        pieces = array_at(second, (N_PIECE, n_pieces), np.uint8).T
        _fill(s, t, w, side, hexes, pieces, third, has_static == 0)
    else:
        hexes = array_at(place, (n_cells, N_HEX), np.uint8)
        pieces = array_at(second, (n_pieces, N_PIECE), np.uint8)
        _fill(s, t, w, side, hexes, pieces, third, has_static == 0)
    if kind == ADVISED_KIND:
        fill_advice(s, t, w, side, third + N_GENERAL)


@jit
def _fill(s, t, w, side, hexes, pieces, place, with_map):
    """Write the arrays of the hexes and of the pieces, and that of the whole position at the address ``place``.

    numba compiles this and what it calls once for each order of the arrays in memory: that is faster than strides that
    it does not know.
    """
    fill_hexes(s, t, w, side, hexes, with_map)
    fill_pieces(s, t, w, side, pieces)
    fill_general(s, t, w, side, array_at(place, (N_GENERAL,), np.uint8))
