"""The functions of ``core.terms.Hooks``, collected from their modules."""

from ctv_env.core.jit import jit
from ctv_env.core.plain_hooks import CACHE_SIZE, keep, recall, renew_row
from toygame.model import OVER, SCALE
from toygame.observation import fill_row
from toygame.policies import choose
from toygame.rules import (
    SCRATCH,
    STATE,
    TABLES,
    begin,
    draw_outcome,
    fill_mask,
    redraw,
    score,
    take_step,
    why_not,
)

__all__ = [
    "CACHE_SIZE",
    "SCRATCH",
    "STATE",
    "TABLES",
    "begin",
    "choose",
    "draw_outcome",
    "fill_mask",
    "fill_row",
    "keep",
    "potential",
    "recall",
    "redraw",
    "renew_row",
    "score",
    "score_scale",
    "take_step",
    "why_not",
]  # fmt: skip


@jit
def score_scale(t):
    """Return the gold that counts as 1 in the reward ``"gold"``."""
    return SCALE


@jit
def potential(s, t, w):
    """Return the lead divided by ``SCALE``, clipped to -1 to 1; 0 once the game is over."""
    return 0.0 if s.node == OVER else max(-1.0, min(1.0, score(s, t) / SCALE))
