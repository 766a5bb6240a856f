"""What the searching agents have in common: whole movement segments are planned, the rest is done by expectimax."""

import abc

from agents.scripted.compiled import MOVEMENT
from agents.search.budget import Budget
from agents.search.expectimax import ExpectimaxAgent
from agents.search.playouts import Playouts
from ctv_env.core.view import View


class Planner(abc.ABC):
    """An agent that searches for plans of movement, and fights by expectimax.

    A plan is what the staff would march under some orders.

    Attributes:
        plans: how many plans are drawn up for a movement segment.
    """

    observation = None
    name: str
    plans: int

    def __init__(self, budget: Budget):
        self.budget = budget
        self.fighter = ExpectimaxAgent()
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start its randomness anew, and forget what was planned."""
        self.fighter.reset(seed)
        self._seed = seed
        self.playouts: Playouts | None = None
        self._plan: list[int] = []
        self._planned_turn: int | None = None

    def act(self, observation, mask, info) -> int:
        """The next action of the plan, or the choice of expectimax."""
        view = info["view"]
        if view.node not in MOVEMENT:
            return self.fighter.act(observation, mask, info)
        if self.playouts is None:
            self.playouts = Playouts(view.determinize(self._seed), self._seed)
        if self._planned_turn != view.turn:
            plans = self.playouts.plans(view, self.plans)
            self._plan = list(self.search(view, plans, self.budget))
            self._planned_turn = view.turn
        if self._plan and mask[self._plan[0]]:
            return self._plan.pop(0)
        return self.fighter.staff.choose(view)  # it was asked in the middle of a segment

    @abc.abstractmethod
    def search(self, view: View, candidates: list[tuple[int, ...]], budget: Budget) -> tuple[int, ...]:
        """The best of ``candidates``, rows of actions of which the first is what the staff would do."""
