"""Orders to the staff: each positive number perturbs the evaluation of the map in a different way, 0 does not.

A search that needs several sensible plans for a movement segment lets the staff move under different orders and keeps
the best plan.
"""

from ctv_env.core.dice import FACES, extend_key, keyed_d6
from ctv_env.core.jit import jit
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.games.ctv.model.codes import N_CELLS, SIDE

_EFFORT, _WORTH, _THREAT = range(3)  # purposes of a draw
_HALF = FACES // 2


@jit
def _draw(orders, purpose, c):
    """Return 1 to 6, always the same for the same orders, purpose and cell."""
    return keyed_d6(extend_key(extend_key(orders, purpose), c))


@jit
def is_ignored(orders, c):
    """True if the orders ignore the objective ``c``, to direct the main effort elsewhere."""
    return orders != PLAIN_ORDERS and _draw(orders, _EFFORT, c) > _HALF


@jit
def perturb_worth(w, orders):
    """Perturb ``w.worth`` according to ``orders``."""
    if orders != PLAIN_ORDERS:
        for c in range(N_CELLS):
            w.worth[c] = int(w.worth[c]) * (1 + _draw(orders, _WORTH, c)) // 4


@jit
def perturb_threat(w, side, orders):
    """Perturb the threat to the Republican (``w.threat``) according to ``orders``."""
    if orders != PLAIN_ORDERS and side == SIDE.REPUBLICAN:
        fear = _draw(orders, _THREAT, 0)
        for c in range(N_CELLS):
            w.threat[c] = int(w.threat[c]) * fear // 4
