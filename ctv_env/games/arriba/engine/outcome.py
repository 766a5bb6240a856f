"""The score and the potential, for rewards."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import N_REGIONS, NODE, SIDE

SCORE_SCALE = 50
"""Points of support that count as 1 in the reward for the score: the level at which both sides begin."""


@jit
def score(s, t):
    """Political support of the Government minus that of the Rebel (5.1)."""
    return int(s.ps[SIDE.GOVERNMENT]) - int(s.ps[SIDE.REBEL])


@jit
def score_scale(t):
    """See ``SCORE_SCALE``."""
    return SCORE_SCALE


@jit
def potential(s, t, w):
    """Estimate the Government's prospects, -1 to 1: half by support, half by the regions controlled; 0 at the end."""
    if s.node == NODE.OVER:
        return 0.0
    held = 0
    for region in range(N_REGIONS):
        if s.control[region] == SIDE.GOVERNMENT:
            held += 1
        elif s.control[region] == SIDE.REBEL:
            held -= 1
    level = max(-1.0, min(1.0, score(s, t) / SCORE_SCALE))
    return 0.5 * level + 0.5 * held / N_REGIONS
