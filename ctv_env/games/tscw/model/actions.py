"""The action space: named segments, whose sizes depend on the scenario.

::

    DONE     no (more), end of the list or segment, stop here
    OPTION   four numbered answers, which the node names
    PIECE    the pieces of the scenario, Nationalist first, in the order of the data
    CHIT     the 41 event chits by number
    HEX      the cells of the board, row by row from the south

182 actions in North 1937 and 925 in 1937.  At a chance node the actions are faces of a die, or numbers of chits.
"""

from ctv_env.core.actions import ActionLayout, SegmentDeclaration, layout_of
from ctv_env.games.tscw.model.codes import MAX_CELLS, MAX_PIECES, N_CHITS

N_OPTIONS = 4
DONE = 0
FIRST_OPTION = 1
FIRST_PIECE = FIRST_OPTION + N_OPTIONS
SEGMENTS = (
    SegmentDeclaration("DONE", 1),
    SegmentDeclaration("OPTION", N_OPTIONS),
    SegmentDeclaration("PIECE", "n_pieces"),
    SegmentDeclaration("CHIT", N_CHITS, first_thing=1),
    SegmentDeclaration("HEX", "n_cells"),
)
MAX_ACTIONS = FIRST_PIECE + MAX_PIECES + N_CHITS + MAX_CELLS


def action_layout(n_pieces: int, n_cells: int) -> ActionLayout:
    """Return the action space of a scenario with so many pieces and cells."""
    return layout_of(SEGMENTS, n_pieces=n_pieces, n_cells=n_cells)
