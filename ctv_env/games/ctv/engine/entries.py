"""The compiled entry points of this game for its own Python code: the common ones, and one for loaded positions."""

from ctv_env.core.entries import entries
from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine import hooks
from ctv_env.games.ctv.rules.pieces import rebuild

_ENTRIES = entries(hooks)
start, step, draw, mask, reason, score = (
    _ENTRIES.start,
    _ENTRIES.step,
    _ENTRIES.draw,
    _ENTRIES.mask,
    _ENTRIES.reason,
    _ENTRIES.score,
)


@jit
def derive(states, i, tables):
    """Rebuild the derived fields of ``states[i]``."""
    rebuild(states[i], tables[0])
