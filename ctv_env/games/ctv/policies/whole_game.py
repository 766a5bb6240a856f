"""A whole game between two compiled policies."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.legal import fill_mask
from ctv_env.games.ctv.engine.nodes import roll_on, take_step
from ctv_env.games.ctv.model.codes import CHANCE, NATIONALIST, OVER
from ctv_env.games.ctv.policies.choose import choose


@jit
def play_game(states, i, tables, works, nationalist, republican):
    """Play ``states[i]`` to its end between two policies (codes of ``POLICIES``), dice from its own stream.

    Returns:
        How many decisions both made.
    """
    s, t, w = states[i], tables[0], works[0]
    decisions = 0
    fill_mask(s, t, w)
    while s.node != OVER:
        w.n_event = 0
        if s.to_move == CHANCE:
            roll_on(s, t, w)
            continue
        decisions += 1
        policy = nationalist if s.to_move == NATIONALIST else republican
        take_step(s, t, w, choose(s, t, w, policy))
    return decisions
