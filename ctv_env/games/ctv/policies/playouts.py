"""What a search needs compiled: a whole movement segment at once, and games played on for a turn or two."""

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
def march(states, i, tables, works, orders, actions):
    """Play the movement segment of ``states[i]`` to its end: every piece once to where the staff wants it.

    Unlike the staff it does not come back to a piece that had no better place when its turn came, which takes a
    fraction of the time.

    Args:
        orders: of the staff.
        actions: int64 (n,), overwritten: the actions taken.

    Returns:
        How many actions.
    """
    fill_mask(states[i], tables[0], works[0])
    return _march(states[i], tables[0], works[0], orders, actions)


@jit
def _march(s, t, w, orders, actions):
    side, turn = int(s.to_move), int(s.turn)
    survey(s, t, w, side, orders)
    n = 0
    fresh = True  # while the survey holds
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
            if s.node == MOVE_TO:  # else there was only one hex to go to
                n = _take(s, t, w, hex_action(goal), actions, n)
            fresh = False
            if s.node != MOVE or s.to_move != side or s.turn != turn:
                return n
    return _take(s, t, w, DONE, actions, n)


@jit
def _take(s, t, w, action, actions, n):
    """Take an action and note it as the n-th; returns n + 1."""
    w.n_event = 0
    actions[n] = action
    take_step(s, t, w, action)
    return n + 1


@jit
def play_until(states, tables, works, turn, actions, values):
    """Play every one of ``states`` on till ``turn`` begins, both sides by the staff but that they ``march``.

    Args:
        actions: int64 (n,), scratch for a movement segment.
        values: float64 (n,), overwritten: the ``outlook`` of the Nationalist then, -1 to 1.
    """
    t, w = tables[0], works[0]
    for i in range(len(states)):
        fill_mask(states[i], t, w)
        values[i] = play_on(states[i], t, w, turn, actions)


@jit
def play_on(s, t, w, turn, actions):
    """Play on till ``turn`` begins, both sides by the staff but that they ``march``: the ``outlook`` then.

    The mask must lie in ``w``.
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
