"""Last known state of enemy pieces that fog now hides (ruling R-64)."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.channels import FRESH
from ctv_env.games.ctv.model.codes import PLACE
from ctv_env.games.ctv.rules.r05_fog import knows


@jit
def freshness(s, t, side, p):
    """How recently ``side`` saw enemy piece ``p``: FRESH if in sight or this turn, 1 less per turn, 0 if never."""
    if s.piece_place[p] != PLACE.MAP:
        return 0
    if knows(s, t, side, p):
        return FRESH
    if s.seen_turn[p] == 0:
        return 0
    return max(FRESH - (int(s.turn) - int(s.seen_turn[p])), 1)
