"""The action space: one ``Discrete(N_ACTIONS)``, fixed, hashed into every checkpoint.

::

    0                          DONE
    1   .. 128                 PIECE, by slot (see codes.py)
    129 .. 468                 HEX, by cell: row by row over the 17 x 20 board, like the observation planes

At a chance node the actions are the faces 1 to 6.
"""

from ctv_env.core.actions import SegmentDeclaration, layout_of
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import FIRST_HEX, FIRST_PIECE, N_CELLS, N_PIECES

SEGMENTS = (
    SegmentDeclaration("DONE", 1),
    SegmentDeclaration("PIECE", N_PIECES),
    SegmentDeclaration("HEX", N_CELLS),
)
ACTIONS = layout_of(SEGMENTS)


@jit
def as_piece(action):
    """Slot of a PIECE action."""
    return action - FIRST_PIECE


@jit
def as_cell(action):
    """Cell of a HEX action."""
    return action - FIRST_HEX


@jit
def piece_action(p):
    """Action that names piece ``p``."""
    return FIRST_PIECE + p


@jit
def hex_action(c):
    """Action that names cell ``c``."""
    return FIRST_HEX + c
