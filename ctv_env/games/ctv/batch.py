"""The hooks of the batch driver (``core.terms.Hooks``): rules, policies and observation."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.hooks import (
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
from ctv_env.games.ctv.engine.outcome import potential
from ctv_env.games.ctv.model.codes import BOARD_ROWS
from ctv_env.games.ctv.observation.rows import fill_row, renew_row
from ctv_env.games.ctv.policies.choose import choose

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

CACHE_SIZE = SCRATCH["traced"].shape[0] * BOARD_ROWS


@jit
def score_scale(t):
    """Victory points with which the Nationalist wins (14.1)."""
    return int(t.vp_to_win)


@jit
def recall(w, cache):
    """Restore the supply net last traced in this game, which the next decision usually needs again."""
    for k in range(CACHE_SIZE):
        w.traced[k // BOARD_ROWS, k % BOARD_ROWS] = cache[k]


@jit
def keep(w, cache):
    """Save the supply net last traced."""
    for k in range(CACHE_SIZE):
        cache[k] = w.traced[k // BOARD_ROWS, k % BOARD_ROWS]
