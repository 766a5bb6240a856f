"""The hooks of search (``core.terms.SearchHooks``): purchases, a whole Movement Phase at once, combat, the staff."""

from ctv_env.core.jit import jit
from ctv_env.core.terms import CHANCE
from ctv_env.games.arriba.engine.machine import RULES
from ctv_env.games.arriba.model.codes import NODE
from ctv_env.games.arriba.policies import STAFF
from ctv_env.games.arriba.policies.choose import choose


@jit
def advise(s, t, w):
    """Return the choice of the staff."""
    return choose(s, t, w, STAFF)


@jit
def begins_plan(s):
    """Return whether a Movement Phase begins."""
    return s.node == NODE.MOVE


@jit
def march(s, t, w, orders, actions):
    """Play the Movement Phase to its end by the staff."""
    side, turn = int(s.to_move), int(s.turn)
    n = 0
    while n < len(actions) and s.to_move == side and s.turn == turn and NODE.MOVE <= s.node <= NODE.DROP_POST:
        actions[n] = choose(s, t, w, STAFF + orders)
        w.n_event = 0
        RULES.take_step(s, t, w, int(actions[n]))
        n += 1
    return n


@jit
def heed(s, t, w, orders):
    """Return the choice of the staff under orders."""
    return choose(s, t, w, STAFF + orders)


@jit
def obey(s, t, w, orders):
    """Play the own part of the Strategic Phase to its end by the staff under orders."""
    side, stage = int(s.to_move), int(s.stage)
    while s.stage == stage and (s.to_move == side or s.to_move == CHANCE):
        w.n_event = 0
        if s.to_move == CHANCE:
            RULES.take_step(s, t, w, RULES.draw_outcome(s, t))
        else:
            RULES.take_step(s, t, w, heed(s, t, w, orders))


@jit
def is_fighting(s):
    """Return whether an attack is being chosen or fought."""
    return NODE.ATTACK < s.node <= NODE.COUNTER_TARGET and s.node != NODE.COUNTER


@jit
def branches(s):
    """Return whether the die that is due is averaged over: all of a battle are."""
    return True


@jit
def settle(s):
    """Forget the last die: equivalent faces lead to the same position."""
    s.die = 0
