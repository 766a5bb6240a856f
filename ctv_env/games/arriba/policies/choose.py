"""Calling compiled policies by code."""

from ctv_env.core.batch import EXTERNAL, draw_action
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.games.arriba.model.kernel import rule_kernel
from ctv_env.games.arriba.policies import GREEDY, STAFF
from ctv_env.games.arriba.policies.greedy import greedy
from ctv_env.games.arriba.policies.staff import staff


@rule_kernel(numbers=1, returns=True)
def choose(s, t, w, policy):
    """Return the action of ``policy`` at the current decision node.

    ``STAFF + n`` is the staff under orders n, a number below -1 one of its variants (``core.tuning.code_of``).
    """
    if policy >= STAFF or policy < EXTERNAL:
        w.orders = max(policy - STAFF, PLAIN_ORDERS)
        w.variant = EXTERNAL - policy if policy < EXTERNAL else t.staff_row[s.to_move]
        action = staff(s, t, w)
        w.variant = 0
        return action
    if policy == GREEDY:
        return greedy(s, t, w)
    return draw_action(w.mask, w)
