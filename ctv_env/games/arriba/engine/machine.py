"""The rules of this game as the machine plays them (``core/machine.py``).

With keyed dice two games with the same seed use common random numbers even after their moves differ: the n-th die of a
stage of a turn is the same in both, however many dice were rolled before that stage.  The values of two plans for a
Movement Phase, two turns later, then correlate by 0.67 (mean of 31 positions, 12 plans and 64 playouts of each).

The machine itself plays nodes with one legal action, unless an option says otherwise (ruling A-136).
"""

from ctv_env.core.dice import key_at, keyed_number
from ctv_env.core.jit import jit
from ctv_env.core.machine import machine
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.engine.outcome import score
from ctv_env.games.arriba.model.actions import SEGMENTS
from ctv_env.games.arriba.model.codes import FIRST_REBEL_PAIR, FLAGS, SIDE
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.model.state import SCRATCH, STATE
from ctv_env.games.arriba.model.tables import TABLES
from ctv_env.games.arriba.rules.r03_sequence import begin, begin_next_stage

_STAGES = 32  # more than there are in a turn
_EVENT_BITS = 16
_REBEL_CLASSES = FIRST_REBEL_PAIR * FLAGS


@jit
def number_of_event(s):
    """Return the random number of an event: its place is turn and stage."""
    return keyed_number(key_at(s, int(s.turn) * _STAGES + int(s.stage), _EVENT_BITS))


@jit
def why_not_own_class(s, c):
    """Reason why a unit of class ``c`` is none of the side to move."""
    return WHY.LEGAL if (c >= _REBEL_CLASSES) == (s.to_move != SIDE.GOVERNMENT) else WHY.OTHER_SIDE


RULES = machine(
    __name__,
    records=(STATE, TABLES, SCRATCH),
    segments=SEGMENTS,
    nodes=NODES,
    reasons=WHY,
    begin=begin,
    begin_next_stage=begin_next_stage,
    score=score,
    number_of_event=number_of_event,
    why_not_there={"UNIT": why_not_own_class},
)
