"""The score and the potential, for rewards."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import N_GROUPS, NODE, SIDE
from ctv_env.games.tscw.rules.pieces import controls

SCORE_SCALE = 10
"""Points of morale that count as 1 in the reward for the score."""


@jit
def score(s, t):
    """Morale that the Republicans have lost since the start (4.2)."""
    return int(t.start_rml) - int(s.rml)


@jit
def score_scale(t):
    """See ``SCORE_SCALE``."""
    return SCORE_SCALE


@jit
def potential(s, t, w):
    """Estimate the Nationalists' prospects, -1 to 1: half by northern ports, half by morale; 0 at the end."""
    if s.node == NODE.OVER:
        return 0.0
    held = 0
    for group in range(N_GROUPS):
        held += 1 if controls(s, t, SIDE.NATIONALIST, int(t.port_cell[group])) else -1
    level = max(-1.0, min(1.0, score(s, t) / SCORE_SCALE))
    return 0.5 * held / N_GROUPS + 0.5 * level
