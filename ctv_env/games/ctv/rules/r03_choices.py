"""The effects of choices and dice in set-up and in a turn (rules 3 and 4); each function sets the next node.

NO_NODE means the next stage.  Combats are in ``r10_sequence``; dice that end their stage are only in their chapters.
"""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import NODE, NOWHERE, SIDE
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.rules.pieces import put_column
from ctv_env.games.ctv.rules.r03_sequence import ask_place, ask_trench, ask_withdrawal
from ctv_env.games.ctv.rules.r04_setup import judge_reserve, place, place_trench
from ctv_env.games.ctv.rules.r08_costs import end_segment
from ctv_env.games.ctv.rules.r08_movement import move_piece
from ctv_env.games.ctv.rules.r10_sequence import ask
from ctv_env.games.ctv.rules.r12_offensives import withdraw
from ctv_env.games.ctv.rules.r13_basque_surrender import name_breakdown


@jit
def roll_reserve(s, t, w, die):
    """Apply the die of one division and ask for that of the next (4.1)."""
    judge_reserve(s, t, w, int(s.cursor), die)
    s.cursor += 1
    if s.cursor < s.reserve.shape[0]:
        ask(s, NODE.RESERVE_DIE, SIDE.CHANCE)


@jit
def set_up_piece(s, t, w, c):
    """Set up the current piece in ``c`` (4.2, 4.3, 4.3.1)."""
    place(s, t, w, int(s.piece), c)
    s.cursor += 1
    ask_place(s, t)


@jit
def set_up_trench(s, t, w, c):
    """Dig the current trench in ``c`` (4.2)."""
    place_trench(s, w, int(s.piece), c)
    s.cursor += 1
    ask_trench(s, t)


@jit
def withdraw_unit(s, t, w, p):
    """Withdraw ``p`` and ask for the next unit (12.3)."""
    withdraw(s, t, w, p)
    ask_withdrawal(s)


@jit
def place_column(s, w, c):
    """Place the new supply column in ``c`` (9.3)."""
    p = int(s.piece)
    put_column(s, p, c)
    emit(w, EV.NEW_COLUMN, p, c)
    s.piece = NOWHERE
    s.node = NODE.NONE


@jit
def leave_battalion(s, t, w, u):
    """Have ``u`` leave a battalion and ask for the next brigade (13.3)."""
    name_breakdown(s, t, w, u)
    s.node = NODE.BREAKDOWN if s.owed_battalions > 0 else NODE.NONE


@jit
def name_mover(s, p):
    """Select ``p`` to move (8.1)."""
    s.piece = p
    s.node = NODE.MOVE_TO


@jit
def move_to(s, t, w, c):
    """Move the selected piece to ``c``; then another piece may move, or the same one again (8.1)."""
    move_piece(s, t, w, int(s.piece), c)
    s.piece = NOWHERE
    s.node = NODE.MOVE


@jit
def end_movement(s):
    """End the movement segment of the phasing player (8.1)."""
    end_segment(s)
    s.node = NODE.NONE
