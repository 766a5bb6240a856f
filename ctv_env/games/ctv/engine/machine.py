"""The rules of this game as the machine plays them (``core/machine.py``).

With keyed dice two games with the same seed use common random numbers even after their moves differ: the same event,
on the same turn in the same hex, has the same die.  Nothing else about the game changes.
"""

from ctv_env.core.dice import extend_key, keyed_number, open_key
from ctv_env.core.jit import jit
from ctv_env.core.machine import machine
from ctv_env.games.ctv.engine.determinize import redraw
from ctv_env.games.ctv.engine.node_table import NODES
from ctv_env.games.ctv.model.actions import SEGMENTS
from ctv_env.games.ctv.model.codes import KIND, NOWHERE, TERRAIN
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.model.state import SCRATCH, STATE
from ctv_env.games.ctv.model.tables import TABLES
from ctv_env.games.ctv.rules.pieces import side_of
from ctv_env.games.ctv.rules.r03_sequence import begin, begin_next_stage
from ctv_env.games.ctv.rules.r14_victory import victory_points


@jit
def number_of_event(s):
    """Return the random number of an event: turn, phase, kind of event, hex, combat there, and number of the die.

    The number of the die is the air unit or reserve group that rolls (``cursor``), or the direction of the attacking
    stack whose morale is judged.
    """
    key = extend_key(open_key(s), int(s.turn))
    key = extend_key(key, int(s.phasing))
    key = extend_key(key, int(s.node))
    key = extend_key(key, int(s.target))
    key = extend_key(key, int(s.cell_fights[s.target]) if s.target != NOWHERE else 0)
    key = extend_key(key, int(s.cursor))
    return keyed_number(extend_key(key, int(s.judged_hex)))


@jit
def why_not_piece(t, p):
    """Reason why there is no piece in slot ``p``."""
    return WHY.NO_PIECE if t.kind[p] == KIND.NONE else WHY.LEGAL


@jit
def why_not_land(t, c):
    """Reason why cell ``c`` is none of land."""
    return WHY.SEA if t.terrain[c] == TERRAIN.SEA else WHY.LEGAL


@jit
def side_named(s):
    """Side whose pieces are named: the one that decides."""
    return int(s.to_move)


RULES = machine(
    __name__,
    records=(STATE, TABLES, SCRATCH),
    segments=SEGMENTS,
    nodes=NODES,
    reasons=WHY,
    begin=begin,
    begin_next_stage=begin_next_stage,
    score=victory_points,
    redraw=redraw,
    number_of_event=number_of_event,
    why_not_there={"PIECE": why_not_piece, "HEX": why_not_land},
    sides={"PIECE": (side_named, side_of)},
)
