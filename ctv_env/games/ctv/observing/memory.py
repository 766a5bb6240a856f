"""What was seen before: enemy pieces that fog now hides (ruling R-64)."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.codes import MAP
from ctv_env.games.ctv.fog import knows
from ctv_env.games.ctv.observing.layout import FRESH


@jit
def freshness(s, t, side, p):
    """How fresh what ``side`` knows of enemy piece ``p`` is: FRESH in sight or this turn, less each turn, 0 nothing."""
    if s.piece_place[p] != MAP:
        return 0
    if knows(s, t, side, p):
        return FRESH
    if s.seen_turn[p] == 0:
        return 0
    return max(FRESH - (int(s.turn) - int(s.seen_turn[p])), 1)
