"""A casual player's plan, compiled."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.policies.uniform import uniform


@jit
def heuristic(s, t, w):
    """Placeholder."""
    return uniform(w)
