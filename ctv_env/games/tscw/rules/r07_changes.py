"""Chapters 7.4 and 7.5: withdrawals and conversions, and the divisions that these may leave too many of (8.1)."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import NODE, WHERE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import box_of, full_steps, is_division, put_in, remove, take_out
from ctv_env.games.tscw.rules.r09_supply import is_fed, trace_side
from ctv_env.games.tscw.rules.support import ask, end_of, first_of, forget_choice, go_on, side_of


@jit
def begin_changes(s, t, w):
    """Do all withdrawals and conversions of a side, judged on the position at their start (ruling T-20)."""
    side = int(s.phasing)
    trace_side(s, t, w, side)
    for p in range(first_of(t, side), end_of(t, side)):
        turn = int(t.change_turn[s.face[p], p])
        if turn == 0 or turn > s.turn:
            continue
        if t.converts[s.face[p], p] == 1:
            _convert(s, t, w, p)
        elif s.where[p] in (WHERE.DEAD, WHERE.DUE, WHERE.REBUILT):
            s.where[p] = WHERE.GONE  # 7.5, rulings T-21 and T-153
            s.strength[p] = 0
            emit(w, EV.WITHDRAWN, p, int(s.piece_cell[p]))
        elif s.where[p] == WHERE.ON_MAP and is_fed(s, t, w, p):
            s.role[p] = 1  # leaves, once all are judged
    for p in range(first_of(t, side), end_of(t, side)):
        if s.role[p] == 1:
            withdraw(s, t, w, p)
    next_excess(s, t)


@jit
def withdraw(s, t, w, p):
    """Withdraw a unit from the map for good; its hex has a slot for an arrival (7.4, ruling T-23)."""
    c = int(s.piece_cell[p])
    emit(w, EV.WITHDRAWN, p, c)
    remove(s, t, p, WHERE.GONE)
    s.slots[c] += 1


@jit
def _convert(s, t, w, p):
    """Flip a column to its other side, at full strength in the same hex, or in the box (7.5, ruling T-22)."""
    c = int(s.piece_cell[p])
    s.face[p] = 1
    if s.where[p] == WHERE.ON_MAP:
        take_out(s, t, p)
        s.strength[p] = full_steps(s, t, p)
        put_in(s, t, p, c)
    elif s.where[p] in (WHERE.DUE, WHERE.REBUILT):
        s.strength[p] = full_steps(s, t, p)
    emit(w, EV.CONVERTED, p, c)


@jit
def next_excess(s, t):
    """Ask for a division to be eliminated where there are too many, cells in ascending order (8.1, T-22, T-163)."""
    for c in range(int(t.n_cells)):
        if s.stack_divisions[c] > t.max_divisions:
            s.cell = c
            ask(s, NODE.EXCESS, int(s.phasing))
            return
    forget_choice(s)
    go_on(s)


@jit
def why_not_excess(s, t, w, p):
    """Reason why a piece may not be eliminated: it must be a division of the over-full hex (T-163)."""
    right = side_of(t, p) == s.phasing and s.piece_cell[p] == s.cell and is_division(s, t, p)
    return WHY.LEGAL if right else WHY.NOT_IN_EXCESS


@jit
def eliminate_excess(s, t, w, p):
    """Eliminate a division; it may be rebuilt, unless its withdrawal is overdue (rulings T-22, T-182)."""
    emit(w, EV.LOST, p, int(s.piece_cell[p]))
    remove(s, t, p, box_of(s, t, p))
    next_excess(s, t)
