"""The rules of this game as the machine plays them (``core/machine.py``); chance is never skipped (ruling T-156).

With keyed dice two games with the same seed use common random numbers even after their moves differ: the n-th die of
the battle for a hex is the same in both, and so is the number with which the n-th chit of a segment is drawn.  The
values of two plans for a movement segment, at the start of the third turn after it, then correlate by 0.57 instead of
0.40 (mean of 24 positions, up to 16 plans and 64 playouts of each).
"""

from ctv_env.core.dice import key_at
from ctv_env.core.jit import jit
from ctv_env.core.machine import machine
from ctv_env.games.tscw.engine.determinize import redraw
from ctv_env.games.tscw.engine.node_table import NODES
from ctv_env.games.tscw.engine.outcome import score
from ctv_env.games.tscw.model.actions import SEGMENTS
from ctv_env.games.tscw.model.codes import MAX_CELLS, NODE
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.model.state import SCRATCH, STATE
from ctv_env.games.tscw.model.tables import TABLES
from ctv_env.games.tscw.rules.r05_sequence import begin, begin_next_stage
from ctv_env.games.tscw.rules.support import side_of

_STAGES = 32  # more than there are in a turn
_EVENT_BITS = 8


@jit
def number_of_event(s):
    """Return the random number of an event: its place is turn, stage and target."""
    place = (int(s.turn) * _STAGES + int(s.stage)) * (MAX_CELLS + 1) + int(s.target)
    return key_at(s, place, _EVENT_BITS) >> 1


@jit
def why_not_land(t, c):
    """Reason why a cell is no hex of the map."""
    return WHY.LEGAL if t.land[c] == 1 else WHY.NOT_HERE


@jit
def side_named(s):
    """Side whose pieces are named: the one that decides; AA halves air units of the enemy."""
    return 1 - int(s.to_move) if s.node == NODE.AA_PICK else int(s.to_move)


RULES = machine(
    __name__,
    records=(STATE, TABLES, SCRATCH),
    segments=SEGMENTS,
    nodes=NODES,
    reasons=WHY,
    begin=begin,
    begin_next_stage=begin_next_stage,
    score=score,
    redraw=redraw,
    number_of_event=number_of_event,
    why_not_there={"HEX": why_not_land},
    sides={"PIECE": (side_named, side_of)},
)
