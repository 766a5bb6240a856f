"""Calling compiled policies by code."""

from ctv_env.core.batch import draw_action
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.policies import GREEDY, STAFF
from ctv_env.games.tscw.policies.greedy import greedy
from ctv_env.games.tscw.policies.staff import staff


@rule_kernel(numbers=1, returns=True)
def choose(s, t, w, policy):
    """Return the action of ``policy`` at the current decision node; ``STAFF + n`` is the staff under orders n."""
    if policy >= STAFF:
        w.orders = policy - STAFF
        return staff(s, t, w)
    if policy == GREEDY:
        return greedy(s, t, w)
    return draw_action(w.mask, w)
