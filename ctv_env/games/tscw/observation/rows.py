"""Observations as arrays; ``layout.py`` describes the channels."""

import numpy as np

from ctv_env.core.jit import array_at
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.observation.advice import fill_advice
from ctv_env.games.tscw.observation.general import fill_general
from ctv_env.games.tscw.observation.hexes import fill_hexes
from ctv_env.games.tscw.observation.layout import ADVISED_KIND, FLAT_KIND, N_GENERAL, N_HEX, N_PIECE, H
from ctv_env.games.tscw.observation.pieces import fill_pieces


@rule_kernel(numbers=4)
def fill_row(s, t, w, side, kind, place, has_static):
    """Write the observation of ``side`` to a row (``core.spec.Hooks``).

    All kinds have the same numbers: ``flat`` with all rows of a channel together, the others with all channels of each.
    ``advised`` has the advice after them.
    """
    n_cells, n_pieces = int(t.n_cells), int(t.n_pieces)
    second, third = N_HEX * n_cells, N_HEX * n_cells + N_PIECE * n_pieces
    row = array_at(place, (third + N_GENERAL,), np.uint8)
    if has_static == 0:
        row[:second] = 0
    elif kind == FLAT_KIND:
        row[: H.land * n_cells] = 0
    else:
        for c in range(n_cells):
            row[c * N_HEX : c * N_HEX + H.land] = 0
    row[second:] = 0
    if kind == FLAT_KIND:
        fill_hexes(s, t, w, side, row, 1, n_cells, has_static == 0)
        fill_pieces(s, t, w, side, row, second, 1, n_pieces)
    else:
        fill_hexes(s, t, w, side, row, N_HEX, 1, has_static == 0)
        fill_pieces(s, t, w, side, row, second, N_PIECE, 1)
    fill_general(s, t, w, side, row, third)
    if kind == ADVISED_KIND:
        fill_advice(s, t, w, side, place + third + N_GENERAL)
