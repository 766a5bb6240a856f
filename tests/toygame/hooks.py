"""What ``core.spec.Hooks`` asks for, from where it is written."""

from ctv_env.core.jit import jit
from ctv_env.core.plain_hooks import N_NOTES, keep, recall, renew_row
from toygame.model import OVER, SCALE
from toygame.observation import fill_row
from toygame.policies import choose
from toygame.rules import (
    STATE,
    TABLES,
    WORK,
    begin,
    draw_outcome,
    fill_mask,
    redraw,
    score,
    take_step,
    why_not,
)

__all__ = [
    "N_NOTES", "STATE", "TABLES", "WORK",
    "begin", "choose", "draw_outcome", "fill_mask", "fill_row", "keep", "potential", "recall", "redraw", "renew_row",
    "score", "score_scale", "take_step", "why_not",
]  # fmt: skip


@jit
def score_scale(t):
    """Gold that counts as 1 in the reward ``"gold"``."""
    return SCALE


@jit
def potential(s, t, w):
    """The lead, of ``SCALE`` gold at most, as a share of it."""
    return 0.0 if s.node == OVER else max(-1.0, min(1.0, score(s, t) / SCALE))
