"""Orders to the staff: each number from 1 up bends what matters on the map in a way of its own, 0 leaves it as it is.

A search that wants different sensible plans for a whole movement segment lets the staff march under different orders,
and keeps the best.
"""

from ctv_env.core.dice import FACES, extend_key, keyed_d6
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import N_CELLS, REPUBLICAN

PLAIN = 0
_EFFORT, _WORTH, _THREAT = range(3)  # what a draw is for
_HALF = FACES // 2


@jit
def _draw(orders, purpose, c):
    """One to six, always the same for the same orders, purpose and cell."""
    return keyed_d6(extend_key(extend_key(orders, purpose), c))


@jit
def leave_aside(orders, c):
    """True if the main effort goes elsewhere than to the objective ``c``."""
    return orders != PLAIN and _draw(orders, _EFFORT, c) > _HALF


@jit
def bend_worth(w, orders):
    """Change ``w.worth`` by ``orders``."""
    if orders != PLAIN:
        for c in range(N_CELLS):
            w.worth[c] = int(w.worth[c]) * (1 + _draw(orders, _WORTH, c)) // 4


@jit
def bend_threat(w, side, orders):
    """Change by ``orders`` how much the Republican fears (``w.threat``)."""
    if orders != PLAIN and side == REPUBLICAN:
        fear = _draw(orders, _THREAT, 0)
        for c in range(N_CELLS):
            w.threat[c] = int(w.threat[c]) * fear // 4
