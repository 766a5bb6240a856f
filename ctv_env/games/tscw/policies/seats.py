"""Which weights apply: those of the two sides in the north alone, and in all of Spain."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import OFF

_SIDES = 2


@jit
def seat(t, side):
    """Return 0 and 1 for the Nationalists and the Republicans in the north alone, 2 and 3 in all of Spain."""
    return side if t.madrid == OFF else _SIDES + side
