"""Base of the searching agents: they search for whole plans and leave the rest to expectimax."""

import abc
import functools

import numpy as np

from ctv_env.agents.search.budget import Budget
from ctv_env.agents.search.expectimax import ExpectimaxAgent
from ctv_env.agents.search.playouts import Playouts
from ctv_env.agents.search.sequential_halving import halve
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.core.view import View


class Planner(abc.ABC):
    """An agent that searches for plans, such as those of a movement segment, and handles combat by expectimax.

    A plan is what the game's policy would do under some orders (``core.search.Search``).  At order nodes, if the game
    has some, the orders themselves are sought, by playouts to the horizon, and the policy is asked under the best.

    Args:
        budget: for a plan; that of the game's ``core.search.Search.budgets`` if None.
        game: as ``spec_of`` takes it.

    Attributes:
        plans: number of plans to choose from.
        index: of the agent in what the game says of each (``core.search.Search.budgets`` and ``plans``).
        sources: modules of the game by which it decides.

    Raises:
        NoSearchError: (a ValueError) the game does not support search.
    """

    observation = None
    name: str
    index: int
    playouts: Playouts  # set when a plan is first needed

    def __init__(self, budget: Budget | None = None, game: str | None = None):
        self.fighter = ExpectimaxAgent(game)
        self.budget = budget or Budget(self.fighter.search.budgets[self.index])
        self.plans = self.fighter.search.plans[self.index]
        self.sources = self.fighter.sources
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Reset its randomness, and forget its plans."""
        self.fighter.reset(seed)
        self._seed = seed
        self._is_ready = False
        self._plan: list[int] = []
        self._planned_turn: int | None = None
        self._orders = PLAIN_ORDERS
        self._ordered_turn: int | None = None

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """Return the next action of the plan, or the choice of expectimax."""
        view = info["view"]
        if view.node in self.fighter.search.order_nodes:
            return self._heed(view)
        if view.node not in self.fighter.search.plan_nodes:
            return self.fighter.act(observation, mask, info)
        self._prepare(view)
        if self._planned_turn != view.turn:
            plans = self.playouts.plans(view, self.plans)
            self._plan = list(self.search(view, plans, self.budget))
            self._planned_turn = view.turn
        if self._plan and mask[self._plan[0]]:
            return self._plan.pop(0)
        return self.fighter.policy.choose(view)  # asked in the middle of a plan

    def _prepare(self, view: View) -> None:
        """Set up playouts when the first plan of a game is needed."""
        if not self._is_ready:
            self.playouts = Playouts(view.determinize(self._seed), self._seed)
            self._is_ready = True

    def _heed(self, view: View) -> int:
        """Return the policy's action under the best orders for the phase, found when it begins."""
        self._prepare(view)
        if self._ordered_turn != view.turn:
            draw = functools.partial(self.playouts.draw, view)
            candidates = self.playouts.orders(self.plans)
            (self._orders,) = halve(candidates, self.budget, draw, functools.partial(self._worth_of_orders, view))
            self._ordered_turn = view.turn
        return self.playouts.heed(view, self._orders)

    def _worth_of_orders(self, view: View, orders: tuple[int, ...], states: np.ndarray) -> float:
        self.playouts.obey(states, orders[0])
        return self.playouts.values(states, self.playouts.horizon(view), view.side).sum()

    @abc.abstractmethod
    def search(self, view: View, candidates: list[tuple[int, ...]], budget: Budget) -> tuple[int, ...]:
        """Return the best of ``candidates``, rows of actions of which the first is the policy's own."""
