"""The hooks of the batch driver (``core.terms.Hooks``): rules, policies and observation."""

from ctv_env.core.plain_hooks import CACHE_SIZE, keep, recall, renew_row
from ctv_env.games.arriba.engine.hooks import (
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
from ctv_env.games.arriba.engine.outcome import potential, score_scale
from ctv_env.games.arriba.observation.rows import fill_row
from ctv_env.games.arriba.policies.choose import choose

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
]
