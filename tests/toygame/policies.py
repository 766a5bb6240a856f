"""Compiled opponents: they use only what their side sees, and draw from ``w.rng``, never from the game's dice."""

from ctv_env.core.batch import draw_action
from ctv_env.core.jit import jit
from toygame.model import FIRST_BUY, FIRST_MOVE, PASS

POLICIES = ("random", "greedy")
RANDOM, GREEDY = range(len(POLICIES))


@jit
def choose(s, t, w, policy):
    """Return the action of a policy; the mask is in ``w``."""
    return draw_action(w.mask, w) if policy == RANDOM else greedy(s, t, w)


@jit
def greedy(s, t, w):
    """Hire a man where the area would pay for more; else go where more is paid and no enemy is; else pass."""
    side = int(s.to_move)
    here = int(s.place[side])
    if w.mask[FIRST_BUY] and s.men[side] < t.worth[here]:
        return FIRST_BUY
    best, most = PASS, int(t.worth[here])
    for area in range(t.n_areas):
        if w.mask[FIRST_MOVE + area] and t.worth[area] > most and s.place[1 - side] != area:
            best, most = FIRST_MOVE + area, int(t.worth[area])
    return best
