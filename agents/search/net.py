"""Search by value networks: plans are valued before and after what the enemy answers, without long playouts."""

import dataclasses
import functools
import math
import pathlib
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.manager import ManagerAgent, is_manager, networks_in
from ctv_env.agents.learned.plan_trials import Outcomes, PlanTrials
from ctv_env.agents.search.budget import Budget
from ctv_env.agents.search.playouts import Playouts
from ctv_env.agents.search.sequential_halving import halve
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.core.terms import NOBODY
from ctv_env.core.view import View

SEARCHED = 8  # plans: those with the highest values at their end
ANSWERS = 4  # plans from which the side that plans next chooses in a simulation

_INDEX = 1  # in ``core.search.Search.budgets``: the budget is that of ``mcts``
_ORDERS = 2**31
_SEEDS = 2**62
_NEARLY_SURE = 1e-6


class Record:
    """The values of a plan in simulations."""

    def __init__(self) -> None:
        self.n, self._sum = 0, 0.0

    def add(self, values: np.ndarray) -> float:
        """Count the values of some simulations, 0 to 1; return their sum."""
        found = float(values.sum())
        self.n, self._sum = self.n + len(values), self._sum + found
        return found

    @property
    def log_odds(self) -> float:
        """Of the mean value; 0 if there are none."""
        mean = min(max(self._sum / self.n, _NEARLY_SURE), 1 - _NEARLY_SURE) if self.n else 0.5
        return math.log(mean / (1 - mean))


class NetSearchAgent(ManagerAgent):
    """A manager that looks ahead before it chooses a plan.

    Sequential halving tries the plans that its network values most on several determinizations and dice.  A simulation
    plays on by the game's policy from the end of a plan to where the next one begins, usually the enemy's.  The side
    that plans there takes the best of some plans by its own network.  The result is the mean of two values: the one
    after that answer, for which dice have been rolled, and the one at the end of the first plan, which varies less.

    Args:
        file: the checkpoint of a manager, which has a network for each side.
        game, scenario, options: where it is to play, as in ``registry.make_agent``.
        side: the side that it is to play.
        name: its name.
        budget: for a plan; a simulation counts as a playout.  That of ``mcts`` in this game if None.

    Raises:
        CheckpointError: (a ValueError) not the checkpoint of a manager, or one of another game, scenario, rules or
            layout.
        NoSearchError: (a ValueError) the game does not support search.
    """

    def __init__(
        self,
        file: pathlib.Path,
        game: str | None,
        scenario: str | None,
        side: str,
        options: Mapping = MappingProxyType({}),
        name: str | None = None,
        budget: Budget | None = None,
    ):
        if not is_manager(file):
            raise CheckpointError(
                f"{file} holds no value networks to search with: only the checkpoint of a manager does"
            )
        super().__init__(file, game, scenario, side, options, name)
        self._networks = networks_in(file, self._tables, self._spec.sides)
        self._side = self._spec.sides.index(side)
        self._budget = budget or Budget(self._search.budgets[_INDEX])

    def reset(self, seed: int) -> None:
        """Reset its randomness, and forget its plan."""
        super().reset(seed)
        self._playouts: Playouts | None = None  # set when the first plan of a game is needed

    def _try_plans(self, view: View) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """As ``ManagerAgent``, but return only the plans of the last round, with what the simulations say of them."""
        trials = self._ready_trials()
        if self._playouts is None:
            seed = int(self._random.integers(_SEEDS))
            self._playouts = Playouts(view.determinize(seed), seed)
        start = self._playouts.draw(view, 1)
        orders = np.array([PLAIN_ORDERS, *self._random.integers(1, _ORDERS, self._plans - 1)])
        found = {plan: Record() for plan in self._preferred(trials.outcomes(start, orders[None]), orders)}

        def worth(plan: tuple[int, ...], states: np.ndarray) -> float:
            return found[plan].add(self._simulate(trials, plan[0], states))

        halve(list(found), self._budget, functools.partial(self._playouts.draw, view), worth)
        most = max(record.n for record in found.values())
        last = {plan[0]: record.log_odds for plan, record in found.items() if record.n == most}
        return start, np.array(list(last)), np.array(list(last.values()))

    def _ready_trials(self) -> PlanTrials:
        """As ``ManagerAgent``, but with dice keyed by their events, so that plans share them."""
        if self._trials is None:
            keyed = dataclasses.replace(self._tables, record=self._search.keyed(self._tables.record))
            self._trials = PlanTrials(self._spec, keyed, int(self._random.integers(_SEEDS)))
        return self._trials

    def _preferred(self, ends: Outcomes, orders: np.ndarray) -> list[tuple[int, ...]]:
        """Return the ``SEARCHED`` best ``orders``, (n,), that lead to different positions."""
        found: dict[bytes, int] = {}
        for k in self._chances(ends, self._side).argsort(kind="stable")[::-1]:
            found.setdefault(ends.states[k].tobytes(), int(orders[k]))
            if len(found) == SEARCHED:
                break
        return [(one,) for one in found.values()]

    def _simulate(self, trials: PlanTrials, orders: int, states: np.ndarray) -> np.ndarray:
        """Return float (n,): the values of the plan under ``orders`` in ``states``, (n,) records."""
        found = trials.outcomes(states, np.full((len(states), 1), orders))
        at_once = self._chances(found, self._side)
        trials.play_on(found.states)
        return (at_once + self._prospects(trials, found.states)) / 2

    def _prospects(self, trials: PlanTrials, states: np.ndarray) -> np.ndarray:
        """Return float (n,): the chances of winning in ``states``, (n,) records, where a plan begins or all is over."""
        values = _result(states, self._side)
        for side in range(len(self._networks)):
            at = np.flatnonzero(states["to_move"] == side)
            if len(at):
                orders = self._random.integers(1, _ORDERS, (len(at), ANSWERS))
                orders[:, 0] = PLAIN_ORDERS
                best = self._chances(trials.outcomes(states[at], orders), side).reshape(orders.shape).max(axis=1)
                values[at] = best if side == self._side else 1 - best
        return values

    def _chances(self, found: Outcomes, side: int) -> np.ndarray:
        """Return float (n,): the chance of ``side`` to win after its plans."""
        chances = 1 / (1 + np.exp(-self._networks[side].values(found)))
        return np.where(found.states["to_move"] == NOBODY, _result(found.states, side), chances)


def _result(states: np.ndarray, side: int) -> np.ndarray:
    """Return float (n,): 1 where ``side`` has won, 0 where it has lost, 0.5 where nobody has won."""
    return np.where(states["winner"] == NOBODY, 0.5, states["winner"] == side)
