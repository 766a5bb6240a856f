"""What the searching agents have in common: whole plans are searched for, the rest is done by expectimax."""

import abc

import numpy as np

from agents.search.budget import Budget
from agents.search.expectimax import ExpectimaxAgent
from agents.search.playouts import Playouts
from ctv_env.core.view import View


class Planner(abc.ABC):
    """An agent that searches for plans, such as those of a movement segment, and fights by expectimax.

    A plan is what the game's policy would do under some orders (``core.search.Search``).

    Args:
        budget: for a plan.
        game: which game, as ``spec_of`` takes it.

    Attributes:
        plans: how many are drawn up to choose from.
        sources: modules of the game by which it decides.

    Raises:
        NoSearchError: (a ValueError) the game offers nothing to agents that search.
    """

    observation = None
    name: str
    plans: int
    playouts: Playouts  # once it has been asked for a plan

    def __init__(self, budget: Budget, game: str | None = None):
        self.budget = budget
        self.fighter = ExpectimaxAgent(game)
        self.sources = self.fighter.sources
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start its randomness anew, and forget what was planned."""
        self.fighter.reset(seed)
        self._seed = seed
        self._is_ready = False
        self._plan: list[int] = []
        self._planned_turn: int | None = None

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """The next action of the plan, or the choice of expectimax."""
        view = info["view"]
        if view.node not in self.fighter.search.plan_nodes:
            return self.fighter.act(observation, mask, info)
        if not self._is_ready:
            self.playouts = Playouts(view.determinize(self._seed), self._seed)
            self._is_ready = True
        if self._planned_turn != view.turn:
            plans = self.playouts.plans(view, self.plans)
            self._plan = list(self.search(view, plans, self.budget))
            self._planned_turn = view.turn
        if self._plan and mask[self._plan[0]]:
            return self._plan.pop(0)
        return self.fighter.policy.choose(view)  # it was asked in the middle of a plan

    @abc.abstractmethod
    def search(self, view: View, candidates: list[tuple[int, ...]], budget: Budget) -> tuple[int, ...]:
        """The best of ``candidates``, rows of actions of which the first is what the policy would do."""
