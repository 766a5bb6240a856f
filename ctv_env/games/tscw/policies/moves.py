"""MOVE_PIECE, MOVE_MODE, MOVE_TO: each unit to the cell where it is worth most, combat units before HQs."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.actions import DONE, FIRST_OPTION
from ctv_env.games.tscw.model.codes import MODE, OFF
from ctv_env.games.tscw.policies.actions import hex_action, piece_action
from ctv_env.games.tscw.policies.plan import survey
from ctv_env.games.tscw.policies.posts import value_of
from ctv_env.games.tscw.rules.pieces import is_hq
from ctv_env.games.tscw.rules.r13_ends import lift, why_not_end
from ctv_env.games.tscw.rules.r13_movement import allowance
from ctv_env.games.tscw.rules.r13_paths import FAR, note_enemies, reach
from ctv_env.games.tscw.rules.support import end_of, first_of

INERTIA = 3  # least gain of a move


@jit
def choose_mover(s, t, w):
    """Return the next unit that gains by a move: combat units, then HQs; units passed over are not asked again."""
    side = int(s.phasing)
    survey(s, t, w, side)
    note_enemies(s, t, w, side)
    first, end = first_of(t, side), end_of(t, side)
    for staffs in range(2):
        start = first
        for p in range(first, end):
            if s.moved[p] == 1 and is_hq(t, p) == (staffs == 1):
                start = p + 1
        if staffs == 0 and _has_moved(s, t, first, end):
            continue
        for p in range(start, end):
            if w.mask[piece_action(p)] and is_hq(t, p) == (staffs == 1) and best_move(s, t, w, p) != OFF:
                return piece_action(p)
    return DONE


@jit
def _has_moved(s, t, first, end):
    """True if an HQ has moved: the combat units are done."""
    for p in range(first, end):
        if s.moved[p] == 1 and is_hq(t, p):
            return True
    return False


@jit
def best_move(s, t, w, p):
    """Return the cell where unit ``p`` is worth most of those that it can move to, OFF if it had better stay."""
    goal, _ = _best_of_all(s, t, w, p, INERTIA)
    return goal


@jit
def gain_of_move(s, t, w, p):
    """What unit ``p`` gains by the best of its moves; ``survey`` and ``note_enemies`` must have been called."""
    here = value_of(s, t, w, p, int(s.piece_cell[p]))
    goal, most = _best_of_all(s, t, w, p, -10000)
    return most - here if goal != OFF else -10000


@jit
def _best_of_all(s, t, w, p, least_gain):
    """Return the best cell that a unit can move to and its worth, OFF if none gains more than ``least_gain``."""
    goal, most = OFF, value_of(s, t, w, p, int(s.piece_cell[p])) + least_gain
    lift(s, t, w, p)
    for mode in (MODE.REGULAR, MODE.MARCH):
        if mode == MODE.REGULAR or s.may_march[p] == 1:
            c, value = _best_in_mode(s, t, w, p, mode, most)
            if c != OFF:
                goal, most = c, value
    return goal, most


@jit
def _best_in_mode(s, t, w, p, mode, least):
    """Return the best cell of a mode and its worth if that is above ``least``; after ``lift``."""
    reach(s, t, w, p, mode, allowance(s, t, p, mode))
    w.has_wide = 0
    goal, most = OFF, least
    for c in range(int(t.n_cells)):
        if w.price[c] != FAR:
            value = value_of(s, t, w, p, c)
            if value > most and why_not_end(s, t, w, p, mode, c) == 0:
                goal, most = c, value
    return goal, most


@jit
def choose_mode(s, t, w):
    """Return the mode in which the chosen unit reaches the better cell."""
    survey(s, t, w, int(s.phasing))
    regular, march = value_in_mode(s, t, w, MODE.REGULAR), value_in_mode(s, t, w, MODE.MARCH)
    return FIRST_OPTION + (MODE.MARCH if march > regular else MODE.REGULAR)


@jit
def value_in_mode(s, t, w, mode):
    """Worth of the chosen unit in the best cell that it reaches in a mode; ``survey`` must have been called."""
    p = int(s.piece)
    note_enemies(s, t, w, int(s.phasing))
    lift(s, t, w, p)
    _, value = _best_in_mode(s, t, w, p, mode, -10000)
    return value


@jit
def choose_destination(s, t, w):
    """Return the best cell for the chosen unit; it stops once it has come there."""
    if w.mask[DONE]:
        return DONE
    survey(s, t, w, int(s.phasing))
    return best_cell(s, t, w, int(s.piece))


@jit
def best_cell(s, t, w, p):
    """Return the legal hex action whose cell is worth most for ``p``, -1 if there is none."""
    action, most = -1, 0
    for c in range(int(t.n_cells)):
        if w.mask[hex_action(t, c)]:
            value = value_of(s, t, w, p, c)
            if action < 0 or value > most:
                action, most = hex_action(t, c), value
    return action
