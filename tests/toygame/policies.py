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
    """Hire as many men as the area can pay; else go to the best-paying area without the enemy; else pass."""
    side = int(s.to_move)
    here, men = int(s.place[side]), int(s.men[side])
    best, best_pay = PASS, income(s, t, side, here)
    for area in range(t.n_areas):
        pay = income(s, t, side, area)
        if w.mask[FIRST_MOVE + area] and pay > best_pay:
            best, best_pay = FIRST_MOVE + area, pay
    if men < t.worth[here] and w.mask[FIRST_BUY] and best_pay <= men:
        return FIRST_BUY
    return best


@jit
def income(s, t, side, area):
    """Return the gold that the column would be paid in an area, 0 if a stronger one is there."""
    if s.place[1 - side] == area and s.men[1 - side] > s.men[side]:
        return 0
    return min(int(t.worth[area]), int(s.men[side]))
