"""An episode: the decisions of one side in one game."""

import typing

import numpy as np


class Episode(typing.NamedTuple):
    """All n decisions of a side in a game that has ended, n > 0.

    Attributes:
        rows: uint8 (n + 1, size), what the side saw, with the arrays of the observation concatenated; the last row is
            the end of the game.
        masks: int8 (n + 1, n_actions), 1 for each legal action; in the last row only for the idle action.
        actions: int64 (n,), the actions taken.
        taught: bool (n,), whether the recorded agent decided, rather than its stand-in.
        result: 1 for a win, -1 for a loss, 0 for a draw.
        side: name of the side.
        seed: of the game.
    """

    rows: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    taught: np.ndarray
    result: float
    side: str
    seed: int

    @property
    def n(self) -> int:
        """Number of decisions."""
        return len(self.actions)
