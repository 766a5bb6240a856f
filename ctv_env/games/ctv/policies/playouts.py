"""The hooks of search (``core.terms.SearchHooks``): a whole movement segment at once, combat, the staff."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.machine import RULES
from ctv_env.games.ctv.model.actions import hex_action, piece_action
from ctv_env.games.ctv.model.codes import DONE, END_SC, FIRST_PIECE, NODE, NOWHERE
from ctv_env.games.ctv.policies import STAFF
from ctv_env.games.ctv.policies.choose import choose
from ctv_env.games.ctv.policies.moves import WAVES, best_move, wave_of
from ctv_env.games.ctv.policies.plan import survey, survey_own
from ctv_env.games.ctv.rules.r08_costs import allowance


@jit
def advise(s, t, w):
    """Return the choice of the staff."""
    return choose(s, t, w, STAFF)


@jit
def begins_plan(s):
    """Return whether a movement segment begins."""
    return s.node == NODE.MOVE


@jit
def march(s, t, w, orders, actions):
    """Play the movement segment to its end: each piece once to where the staff wants it.

    Unlike the staff it does not return to pieces that had no better place earlier, which takes a fraction of the time.
    """
    w.variant = t.staff_row[s.to_move]
    n = _march(s, t, w, orders, actions)
    w.variant = 0
    return n


@jit
def _march(s, t, w, orders, actions):
    """As ``march``, by the constants of ``w.variant``."""
    side, turn = int(s.to_move), int(s.turn)
    survey(s, t, w, side, orders)
    n = 0
    fresh = True  # whether the survey is up to date
    for wave in WAVES:
        for p in range(END_SC):
            if not w.mask[FIRST_PIECE + p] or wave_of(t, p) != wave or s.piece_mp[p] != allowance(s, t, p):
                continue
            if not fresh:
                survey_own(s, t, w, side, orders)
                fresh = True
            goal = best_move(s, t, w, p)
            if goal == NOWHERE:
                continue
            n = _take(s, t, w, piece_action(p), actions, n)
            if s.node == NODE.MOVE_TO:  # otherwise there was only one destination
                n = _take(s, t, w, hex_action(goal), actions, n)
            fresh = False
            if s.node != NODE.MOVE or s.to_move != side or s.turn != turn:
                return n
    return _take(s, t, w, DONE, actions, n)


@jit
def _take(s, t, w, action, actions, n):
    """Apply an action and store it as the n-th; return n + 1."""
    w.n_event = 0
    actions[n] = action
    RULES.take_step(s, t, w, action)
    return n + 1


@jit
def is_fighting(s):
    """Return whether a combat is in progress."""
    return s.target != NOWHERE


@jit
def branches(s):
    """Return whether the die that is due is averaged over; attrition of aircraft is rolled."""
    return s.node != NODE.ATTRITION_DIE


@jit
def settle(s):
    """Forget the last die: equivalent faces lead to the same position."""
    s.die = 0
