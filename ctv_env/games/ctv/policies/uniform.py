"""The uniformly random policy."""

from ctv_env.core.dice import next_random
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import DONE, N_ACTIONS


@jit
def uniform(w):
    """Return a uniformly random legal action."""
    k = next_random(w) % int(w.n_legal)
    for action in range(N_ACTIONS):
        if w.mask[action]:
            if k == 0:
                return action
            k -= 1
    return DONE
