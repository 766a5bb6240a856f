"""A game in which every observation is written twice: updated from the last one, and from scratch."""

from ctv_env.core.jit import jit
from ctv_env.core.observation import ANY
from ctv_env.games.ctv.engine.machine import RULES
from ctv_env.games.ctv.model.codes import NODE, SIDE
from ctv_env.games.ctv.observation.changes import change_since
from ctv_env.games.ctv.observation.rows import fill_row, renew_row
from ctv_env.games.ctv.policies.choose import choose

RENEWED, ANEW = range(2)  # rows


@jit
def renewed_game(states, tables, scratch, kind, rows, places, counts, policy):
    """Play ``states[0]``, of which only ``rng`` is set; returns where the two rows first differ, -1 if they never do.

    Args:
        kind: index of the kind of observation.
        rows: uint8 (2, size), overwritten.
        places: int64 (2,), the addresses of these rows.
        counts: int64 by code of change, added to: how often a row was renewed, and how often it was not.
        policy: code of the policy of both sides.
    """
    s, t, w = states[0], tables[0], scratch[0]
    w.n_event = 0
    RULES.begin(s, t, w)
    before = NODE.NONE
    while s.node != NODE.OVER:
        if s.to_move == SIDE.CHANCE:
            w.n_event = 0
            while s.to_move == SIDE.CHANCE:
                RULES.take_step(s, t, w, RULES.draw_outcome(s, t))
            continue
        side = s.to_move
        change = change_since(s, w, side, before)
        counts[change] += 1
        if not renew_row(s, t, w, side, kind, places[RENEWED], before):
            fill_row(s, t, w, side, kind, places[RENEWED], counts[ANY] > 1)
        fill_row(s, t, w, side, kind, places[ANEW], 0)
        for k in range(rows.shape[1]):
            if rows[RENEWED, k] != rows[ANEW, k]:
                counts[0] = change
                return k
        before = s.node
        action = choose(s, t, w, policy)
        w.n_event = 0
        RULES.take_step(s, t, w, action)
    return -1
