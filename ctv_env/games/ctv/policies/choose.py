"""The names of the compiled policies, and the one place that calls them by code."""

from ctv_env.games.ctv.apart import rule_apart
from ctv_env.games.ctv.policies.heuristic import heuristic
from ctv_env.games.ctv.policies.uniform import uniform

POLICIES = ("random", "heuristic")
"""Policy names; the index is the code that ``choose`` takes."""

RANDOM, HEURISTIC = range(len(POLICIES))


@rule_apart(numbers=1, returns=True)
def choose(s, t, w, policy):
    """The action of ``policy`` at the present decision node."""
    if policy == HEURISTIC:
        return heuristic(s, t, w)
    return uniform(w)
