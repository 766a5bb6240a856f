"""Orders to the staff (``w.orders``): each positive number perturbs its view of the map in a different way, 0 does not.

A search that needs several sensible plans for a movement segment lets the staff move under different orders and keeps
the best plan.
"""

from ctv_env.core.dice import FACES, extend_key, keyed_d6
from ctv_env.core.jit import jit
from ctv_env.core.search_playouts import PLAIN_ORDERS

_EFFORT, _WORTH, _THREAT = range(3)  # purposes of a draw
_HALF = FACES // 2


@jit
def _draw(orders, purpose, c):
    """Return 1 to 6, always the same for the same orders, purpose and cell."""
    return keyed_d6(extend_key(extend_key(orders, purpose), c))


@jit
def is_ignored(w, c):
    """True if the orders ignore the goal ``c``, to direct the main effort elsewhere."""
    orders = int(w.orders)
    return orders != PLAIN_ORDERS and _draw(orders, _EFFORT, c) > _HALF


@jit
def perturb(t, w):
    """Perturb ``w.worth`` for each cell, and ``w.threat`` for all of them alike, according to the orders."""
    orders = int(w.orders)
    if orders == PLAIN_ORDERS:
        return
    fear = _draw(orders, _THREAT, 0)
    for c in range(int(t.n_cells)):
        w.worth[c] = int(w.worth[c]) * (1 + _draw(orders, _WORTH, c)) // 4
        w.threat[c] = int(w.threat[c]) * fear // 4
