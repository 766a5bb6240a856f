"""Rewards of one's own: a function of the named components that the environments report."""

from collections.abc import Callable

import numpy as np

from ctv_env.core.batch import REPORT

RewardFunction = Callable[[dict[str, np.ndarray]], np.ndarray]
"""From the components of k games, float64 (k,) each by name, to their rewards, k finite numbers."""


class OwnReward:
    """Pays by a function what the compiled driver has computed the components of.

    Args:
        function: the function.
        score: name of the game's score.
    """

    def __init__(self, function: RewardFunction, score: str):
        self._function = function
        self._parts = {score: "part_score", "result": "part_result", "potential": "part_potential"}

    def pay(self, episodes: np.ndarray, tasks: int | np.ndarray) -> None:
        """Replace the rewards of the games that have just reported, and correct their sums.

        Args:
            episodes: records of the games (``core.batch.EPISODE``), modified in place.
            tasks: those that have been run.

        Raises:
            ValueError: the function has not returned a finite number for each game.
        """
        paid = np.flatnonzero(np.broadcast_to(tasks, len(episodes)) & REPORT)
        if not len(paid):
            return
        rewards = self._rewards({name: episodes[field][paid] for name, field in self._parts.items()}, len(paid))
        more = rewards - episodes["reward"][paid]
        ended = episodes["done"][paid] != 0
        episodes["total"][paid[~ended]] += more[~ended]
        episodes["final_total"][paid[ended]] += more[ended]
        episodes["reward"][paid] = rewards

    def _rewards(self, parts: dict[str, np.ndarray], n: int) -> np.ndarray:
        returned = self._function(parts)
        try:
            rewards = np.broadcast_to(np.asarray(returned, np.float64), (n,))
        except (TypeError, ValueError):
            rewards = np.full(n, np.nan)
        if not np.isfinite(rewards).all():
            raise ValueError(f"the function of reward must return {n} finite numbers, not {returned!r}")
        return rewards
