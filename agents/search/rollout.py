"""Flat Monte Carlo: plans are tried out on games that could be the true one."""

import functools

import numpy as np

from agents.search.budget import Budget
from agents.search.planner import Planner
from agents.search.playouts import horizon
from agents.search.sequential_halving import halve
from ctv_env.core.view import View

BUDGET = Budget(48)


class RolloutAgent(Planner):
    """All candidates are tried on the same draws by sequential halving, both sides played on by the game's policy."""

    name = "rollout"
    plans = 8

    def __init__(self, budget: Budget = BUDGET, game: str | None = None):
        super().__init__(budget, game)

    def search(self, view: View, candidates: list[tuple[int, ...]], budget: Budget) -> tuple[int, ...]:
        """The candidate with the highest mean value in the last round."""
        draw = functools.partial(self.playouts.draw, view)
        return halve(candidates, budget, draw, functools.partial(self._worth, view))

    def _worth(self, view: View, plan: tuple[int, ...], states: np.ndarray) -> float:
        self.playouts.follow(states, plan)
        return self.playouts.values(states, horizon(view), view.side).sum()
