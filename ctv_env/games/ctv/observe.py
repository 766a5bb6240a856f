"""What a side sees of a position, as arrays; ``observing/layout.py`` says what each channel holds."""

import numpy as np

from ctv_env.core.channels import split
from ctv_env.core.jit import jit
from ctv_env.games.ctv.legal import fill_mask
from ctv_env.games.ctv.observing.compact import fill_compact
from ctv_env.games.ctv.observing.general import fill_globals
from ctv_env.games.ctv.observing.layout import GLOBALS, OBSERVATIONS, PIECES, PLANES, PLANES_KIND
from ctv_env.games.ctv.observing.pieces import fill_pieces
from ctv_env.games.ctv.observing.planes import fill_planes

_PIECES = PLANES.size  # where each array of the kind "planes" begins
_GLOBALS = _PIECES + PIECES.size
_END = _GLOBALS + GLOBALS.size


@jit
def fill_row(s, t, w, side, kind, row):
    """Write the observation of ``side`` into ``row``, float32: the arrays of ``OBSERVATIONS`` one behind the other.

    ``w.mask`` must hold the mask of the node and is left as it is; other scratch of ``w`` is overwritten.

    Args:
        kind: index of the kind of observation in ``OBSERVATIONS``.
    """
    if kind == PLANES_KIND:
        fill_planes(s, t, w, side, row[:_PIECES])
        fill_pieces(s, t, w, side, row[_PIECES:_GLOBALS])
        for k in range(_GLOBALS, _END):
            row[k] = 0.0
        fill_globals(s, t, side, row[_GLOBALS:_END])
    else:
        fill_compact(s, t, w, side, row)


@jit
def _fill(states, i, tables, works, side, kind, row):
    fill_mask(states[i], tables[0], works[0])
    fill_row(states[i], tables[0], works[0], side, kind, row)


def observe(states, i, tables, works, side: int) -> dict[str, np.ndarray]:
    """All arrays of every kind of observation, new ones, under their layouts' names.

    Args:
        tables: the loaded tables object.
        side: index of the side that observes; it need not be the one to move.
    """
    arrays = {}
    for kind, layouts in enumerate(OBSERVATIONS.values()):
        row = np.empty(sum(layout.size for layout in layouts), np.float32)
        _fill(states, i, tables.record, works, side, kind, row)
        arrays |= split(row, layouts)
    return arrays
