"""Flat Monte Carlo: plans are tested on determinizations."""

import functools

import numpy as np

from ctv_env.agents.search.budget import Budget
from ctv_env.agents.search.planner import Planner
from ctv_env.agents.search.sequential_halving import halve
from ctv_env.core.view import View


class RolloutAgent(Planner):
    """Tries all candidates on the same draws by sequential halving; the game's policy plays on for both sides."""

    name = "rollout"
    index = 0

    def search(self, view: View, candidates: list[tuple[int, ...]], budget: Budget) -> tuple[int, ...]:
        """Return the candidate with the highest mean value."""
        draw = functools.partial(self.playouts.draw, view)
        return halve(candidates, budget, draw, functools.partial(self._worth, view))

    def _worth(self, view: View, plan: tuple[int, ...], states: np.ndarray) -> float:
        self.playouts.follow(states, plan)
        return self.playouts.values(states, self.playouts.horizon(view), view.side).sum()
