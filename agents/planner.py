"""What the searching agents have in common: whole movement segments are planned, and the staff decides the rest."""

import abc

from agents.budget import Budget
from agents.playouts import Playouts, is_movement
from agents.scripted import GamePolicy
from ctv_env.core.view import View

PLAN_SHARE = 3  # the plan of a movement segment may take so many times the budget of a single choice


class Planner(abc.ABC):
    """An agent that searches for plans of movement and for single choices; the staff decides all else.

    A plan is what the staff would march under some orders.

    Attributes:
        choices: names of the nodes at which single actions are searched.
        plans: how many plans are drawn up for a movement segment.
    """

    observation = None
    name: str
    choices: tuple[str, ...]
    plans: int

    def __init__(self, budget: Budget):
        self.budget = budget
        self.staff = GamePolicy("staff")
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start its randomness anew, and forget what was planned."""
        self.staff.reset(seed)
        self._seed = seed
        self.playouts: Playouts | None = None
        self._plan: list[int] = []
        self._planned_turn: int | None = None

    def act(self, observation, mask, info) -> int:
        """The next action of the plan, the best that the search finds, or that of the staff."""
        view = info["view"]
        if self.playouts is None:
            self.playouts = Playouts(view.determinize(self._seed), self._seed)
        if is_movement(view):
            return self._next_move(view, mask)
        if view.node in self.choices and mask.sum() > 1:
            first = self.staff.choose(view)
            others = [(action,) for action in view.legal_actions() if action != first]
            return self.search(view, [(first,), *others], self.budget)[0]
        return self.staff.choose(view)

    def _next_move(self, view: View, mask) -> int:
        if self._planned_turn != view.turn:
            plans = self.playouts.plans(view, self.plans)
            self._plan = list(self.search(view, plans, self.budget.times(PLAN_SHARE)))
            self._planned_turn = view.turn
        if self._plan and mask[self._plan[0]]:
            return self._plan.pop(0)
        return self.staff.choose(view)  # it was asked in the middle of a segment

    @abc.abstractmethod
    def search(self, view: View, candidates: list[tuple[int, ...]], budget: Budget) -> tuple[int, ...]:
        """The best of ``candidates``, rows of actions of which the first is what the staff would do."""
