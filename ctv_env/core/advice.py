"""What is common to the arrays ``advice`` of all games: how a scripted policy scores each legal action."""

import numpy as np

from ctv_env.core.jit import jit
from ctv_env.core.observation import Channel

MIDDLE = 127
"""The number that represents the score 0."""
FURTHEST = 255
"""Greatest distance from the best score that its channel holds."""
LOWEST, HIGHEST = -32768, 32767
"""Bounds of the scores, which are int16."""

SCORES = (
    Channel("legal", "1: the action is legal; of other actions all is 0"),
    Channel("score", "its score by the scripted policy `staff`, divided by 32", 2 * MIDDLE, MIDDLE, scale=32),
    Channel("behind", "by how much the best action scores more, divided by 32", FURTHEST, scale=32),
)
"""The first channels of an action."""


@jit
def write_scores(mask: np.ndarray, score: np.ndarray, n: int, out: np.ndarray, width: int) -> None:
    """Write the channels ``SCORES`` of the first ``n`` actions; ``out`` has ``width`` numbers for each of them.

    ``score``, int16 (n,), is read where ``mask`` is 1.
    """
    best = LOWEST
    for action in range(n):
        if mask[action]:
            best = max(best, int(score[action]))
    for action in range(n):
        if mask[action]:
            own, at = int(score[action]), action * width
            out[at] = 1
            out[at + 1] = MIDDLE + min(max(own, -MIDDLE), MIDDLE)
            out[at + 2] = min(best - own, FURTHEST)
