"""Calling compiled policies by code."""

from ctv_env.core.batch import EXTERNAL
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.policies import GREEDY, STAFF
from ctv_env.games.ctv.policies.greedy import greedy
from ctv_env.games.ctv.policies.staff import staff
from ctv_env.games.ctv.policies.uniform import uniform


@rule_kernel(numbers=1, returns=True)
def choose(s, t, w, policy):
    """Return the action of ``policy`` at the current decision node.

    ``STAFF + n`` is the staff under orders n, a number below -1 one of its variants (``core.tuning.code_of``).
    """
    if policy >= STAFF or policy < EXTERNAL:
        w.variant = EXTERNAL - policy if policy < EXTERNAL else t.staff_row[s.to_move]
        action = staff(s, t, w, max(policy - STAFF, PLAIN_ORDERS))
        w.variant = 0
        return action
    if policy == GREEDY:
        return greedy(s, t, w)
    return uniform(w)
