"""Orders to the staff (``w.orders``): each positive number perturbs its view of the map in a different way, 0 does not.

A search that needs several sensible plans for a Movement Phase or for purchases lets the staff decide under different
orders and keeps the best plan.
"""

from ctv_env.core.dice import extend_key, keyed_d6
from ctv_env.core.jit import jit
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.games.arriba.model.codes import N_AREAS

_WORTH, _THREAT, _HABIT = range(3)  # purposes of a draw
THRIFTY, NO_CADRES = 5, 6  # draws of a habit of purchase: to save EP, to improve no cadres; others change nothing


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


@jit
def habit(w):
    """Return a habit of purchase according to the orders: ``THRIFTY``, ``NO_CADRES`` or, under plain ones, another."""
    orders = int(w.orders)
    return 0 if orders == PLAIN_ORDERS else _draw(orders, _HABIT, 0)
