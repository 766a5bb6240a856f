"""What the driver of many games is built from (``core.spec.Hooks``): the rules, the policies and the observation."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.hooks import (
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
from ctv_env.games.ctv.engine.outcome import potential
from ctv_env.games.ctv.model.codes import BOARD_ROWS
from ctv_env.games.ctv.observation.rows import fill_row, renew_row
from ctv_env.games.ctv.policies.choose import choose

__all__ = [
    "N_NOTES",
    "STATE",
    "TABLES",
    "WORK",
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

N_NOTES = WORK["traced"].shape[0] * BOARD_ROWS


@jit
def score_scale(t):
    """Victory points that win for the Nationalist (14.1)."""
    return int(t.vp_to_win)


@jit
def recall(w, notes):
    """The net last traced in this game, which the next decision mostly asks for again."""
    for k in range(N_NOTES):
        w.traced[k // BOARD_ROWS, k % BOARD_ROWS] = notes[k]


@jit
def keep(w, notes):
    """Note the net last traced."""
    for k in range(N_NOTES):
        notes[k] = w.traced[k // BOARD_ROWS, k % BOARD_ROWS]
