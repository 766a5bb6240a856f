"""Search among the plans of a policy: it samples several, and a value network chooses the one to play."""

import pathlib
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.plan_trials import PlanTrials
from ctv_env.agents.learned.policy_agent import PolicyAgent
from ctv_env.agents.learned.policy_plans import PolicyPlans, has_plan_values, plan_values_in
from ctv_env.agents.opinions.opinion import Opinion
from ctv_env.agents.opinions.plans import opinion_of_plans
from ctv_env.agents.search.budget import Budget
from ctv_env.core.jit import records
from ctv_env.core.spec import search_of, spec_of
from ctv_env.core.terms import NOBODY
from ctv_env.core.view import View

PLANS = 32  # to choose from, if no budget is named

_AT_ONCE = 32  # plans on one determinization
_TEMPERATURE = 1.0
_SURE = 20.0  # log odds where the game is over
_SEEDS = 2**62

Tried = list[tuple[list[int], float]]
"""Plans, with the logarithm of the odds to win after each."""


class PolicySearchAgent:
    """A policy that tries plans before it begins one, such as the marches of a movement segment.

    The first plan takes the policy's most likely actions; the others are sampled by its probabilities.  Each is played
    to its end on a determinization, and the one after which the value network sees the best odds is played.  Everywhere
    else, and where a plan does not fit what was hidden, the policy decides.

    Args:
        file: the checkpoint of a policy with a value network (``agents/training/plan_values.py``).
        game, scenario, options: where it is to play, as in ``registry.make_agent``.
        side: the side that it is to play.
        name: its name.
        budget: for a plan; a plan that is tried counts as a playout.  ``PLANS`` of them if None.

    Attributes:
        files: the checkpoint, by which it decides.

    Raises:
        CheckpointError: (a ValueError) not such a checkpoint, or one of another game, scenario, rules or layout.
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
        if not has_plan_values(file):
            raise CheckpointError(
                f"{file} holds no value network of its plans to search with: `ctv lab plan-values` trains one"
            )
        self._policy = PolicyAgent(file, game, scenario, options, name)
        self.name, self.files, self.observation = self._policy.name, self._policy.files, self._policy.observation
        self._spec = spec_of(game)
        self._tables = self._spec.load(scenario, **options)
        self._side, self._nodes = self._spec.sides.index(side), search_of(self._spec).plan_nodes
        self._values = plan_values_in(file, self._tables)
        self._plans = PolicyPlans(self._policy, self._side, _AT_ONCE, game, scenario, options)
        self._budget = budget or Budget(PLANS)
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Reset its randomness, and forget its plan."""
        self._random = np.random.default_rng(seed)
        self._trials = PlanTrials(self._spec, self._tables, int(self._random.integers(_SEEDS)))
        self._plan: list[int] = []
        self._planned_turn: int | None = None

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """Return the next action of the plan, or the choice of the policy."""
        view = info["view"]
        if view.node in self._nodes:
            if self._planned_turn != view.turn:
                self._plan, self._planned_turn = max(self._try_plans(view), key=lambda one: one[1])[0], view.turn
            if self._plan and mask[self._plan[0]]:
                return self._plan.pop(0)
            self._plan = []
        return self._policy.act(observation, mask, info)

    def explain(self, observation: object, mask: np.ndarray, info: dict) -> Opinion:
        """Return what it does; where it plans, also the chance to win by the best plan that begins with each action."""
        view = info["view"]
        if view.node in self._nodes:
            tried = sorted(self._try_plans(view), key=lambda one: -one[1])
            if found := opinion_of_plans([(plan[0], odds) for plan, odds in tried], mask):
                return found
        return self._policy.explain(observation, mask, info)

    def _try_plans(self, view: View) -> Tried:
        """Return plans with their values."""
        tried: Tried = []
        meter = self._budget.open()
        while not tried or not meter.is_empty:
            left = _AT_ONCE if self._budget.in_seconds else int(self._budget.amount) - len(tried)
            states = records(min(left, _AT_ONCE), self._spec.state)
            states[:] = view.determinize(int(self._random.integers(_SEEDS))).record
            states["rng"] = self._random.integers(1, _SEEDS, len(states))
            temperatures = np.full(len(states), _TEMPERATURE)
            if not tried:
                temperatures[0] = 0.0
            ends, plans = self._plans.sample(states, temperatures, self._random)
            tried += zip(plans, self._odds(ends).tolist(), strict=True)
            meter.spend(len(states))
        return tried

    def _odds(self, ends: np.ndarray) -> np.ndarray:
        """Return float (n,): the logarithm of the odds to win after plans, in the positions ``ends``, (n,) records."""
        odds = self._values.values(self._trials.after(ends, self._side))
        over = np.where(ends["winner"] == self._side, _SURE, np.where(ends["winner"] == NOBODY, 0.0, -_SURE))
        return np.where(ends["to_move"] == NOBODY, over, odds)
