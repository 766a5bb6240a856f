"""The hooks of search (``core.terms.SearchHooks``): a whole movement segment at once, combat, the staff."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.model.codes import NODE, OFF
from ctv_env.games.tscw.policies import STAFF
from ctv_env.games.tscw.policies.choose import choose


@jit
def advise(s, t, w):
    """Return the choice of the staff."""
    return choose(s, t, w, STAFF)


@jit
def begins_plan(s):
    """Return whether a unit is to be chosen in a movement segment."""
    return s.node == NODE.MOVE_PIECE


@jit
def march(s, t, w, orders, actions):
    """Play the movement segment to its end by the staff."""
    stage, turn = int(s.stage), int(s.turn)
    n = 0
    while (
        n < len(actions)
        and s.stage == stage
        and s.turn == turn
        and s.node in (NODE.MOVE_PIECE, NODE.MOVE_MODE, NODE.MOVE_TO)
    ):
        actions[n] = choose(s, t, w, STAFF + orders)
        w.n_event = 0
        RULES.take_step(s, t, w, int(actions[n]))
        n += 1
    return n


@jit
def is_fighting(s):
    """Return whether a battle is being fought."""
    return s.target != OFF


@jit
def branches(s):
    """Return whether the die that is due is averaged over: all dice of a battle are."""
    return True


@jit
def settle(s):
    """Nothing is left of a die but its result."""
