"""Compiled functions for search: a whole movement segment at once, and playouts of a turn or two."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.legal import fill_mask
from ctv_env.games.ctv.engine.nodes import roll_on, take_step
from ctv_env.games.ctv.model.actions import hex_action, piece_action
from ctv_env.games.ctv.model.codes import CHANCE, DONE, END_SC, FIRST_PIECE, MOVE, MOVE_TO, NOWHERE, OVER
from ctv_env.games.ctv.policies import STAFF
from ctv_env.games.ctv.policies.choose import choose
from ctv_env.games.ctv.policies.moves import WAVES, best_move, wave_of
from ctv_env.games.ctv.policies.orders import PLAIN
from ctv_env.games.ctv.policies.outlook import outlook
from ctv_env.games.ctv.policies.plan import survey, survey_own
from ctv_env.games.ctv.rules.r08_costs import allowance


@jit
def march(states, i, tables, scratch, orders, actions):
    """Play the movement segment of ``states[i]`` to its end: each piece once to where the staff wants it.

    Unlike the staff it does not return to pieces that had no better place earlier, which takes a fraction of the time.

    Args:
        orders: orders to the staff.
        actions: int64 (n,), receives the actions taken.

    Returns:
        The number of actions.
    """
    fill_mask(states[i], tables[0], scratch[0])
    return _march(states[i], tables[0], scratch[0], orders, actions)


@jit
def _march(s, t, w, orders, actions):
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
            if s.node == MOVE_TO:  # otherwise there was only one destination
                n = _take(s, t, w, hex_action(goal), actions, n)
            fresh = False
            if s.node != MOVE or s.to_move != side or s.turn != turn:
                return n
    return _take(s, t, w, DONE, actions, n)


@jit
def _take(s, t, w, action, actions, n):
    """Apply an action and store it as the n-th; return n + 1."""
    w.n_event = 0
    actions[n] = action
    take_step(s, t, w, action)
    return n + 1


@jit
def play_until(states, tables, scratch, turn, actions, values):
    """Play all ``states`` on until ``turn`` begins, both sides by the staff, with ``march`` for movement.

    Args:
        actions: int64 (n,), scratch for a movement segment.
        values: float64 (n,), receives the final ``outlook`` of the Nationalist, -1 to 1.
    """
    t, w = tables[0], scratch[0]
    for i in range(len(states)):
        fill_mask(states[i], t, w)
        values[i] = play_on(states[i], t, w, turn, actions)


@jit
def play_on(s, t, w, turn, actions):
    """Play on until ``turn`` begins, both sides by the staff, with ``march`` for movement; return the ``outlook``.

    The mask must be in ``w``.
    """
    while s.node != OVER and s.turn < turn:
        w.n_event = 0
        if s.to_move == CHANCE:
            roll_on(s, t, w)
        elif s.node == MOVE:
            _march(s, t, w, PLAIN, actions)
        else:
            take_step(s, t, w, choose(s, t, w, STAFF))
    return outlook(s, t)
