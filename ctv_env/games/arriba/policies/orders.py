"""Orders to the staff (``w.orders``): each positive number perturbs its view of the map in a different way, 0 does not.

A search that needs several sensible plans for a Movement Phase lets the staff move under different orders and keeps the
best plan.
"""

from ctv_env.core.dice import extend_key, keyed_d6
from ctv_env.core.jit import jit
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.games.arriba.model.codes import N_AREAS

_WORTH, _THREAT = range(2)  # purposes of a draw


@jit
def _draw(orders, purpose, a):
    """Return 1 to 6, always the same for the same orders, purpose and area."""
    return keyed_d6(extend_key(extend_key(orders, purpose), a))


@jit
def perturb(w):
    """Perturb ``w.worth`` for each city, and ``w.threat`` for all of them alike, according to the orders."""
    orders = int(w.orders)
    if orders == PLAIN_ORDERS:
        return
    fear = _draw(orders, _THREAT, 0)
    for a in range(N_AREAS):
        w.worth[a] = int(w.worth[a]) * (1 + _draw(orders, _WORTH, a)) // 4
        w.threat[a] = int(w.threat[a]) * fear // 4
