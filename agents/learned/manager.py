"""A manager: it picks the orders under which the game's search policy plans, by a value network, without playouts."""

import dataclasses
import pathlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from ctv_env.agents.learned.archive import CheckpointError, read, read_facts
from ctv_env.agents.learned.checkpoint import WEIGHTS, check, identity_of
from ctv_env.agents.learned.plan_trials import OBSERVATION, PlanTrials
from ctv_env.agents.learned.tuned import Variant, row_in, tuning_of
from ctv_env.agents.learned.value_network import ValueNetwork
from ctv_env.agents.opinions.opinion import Opinion, certain
from ctv_env.agents.opinions.plans import opinion_of_plans
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.search.playouts import sources_of
from ctv_env.core.jit import records
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.core.spec import GameSpec, search_of, spec_of
from ctv_env.core.terms import Tables
from ctv_env.core.view import View

KIND = "manager"
"""The entry ``agent`` of the facts in the checkpoint of a manager."""

BASE = "base"
"""The entry of the facts with the tuned constants of the policy of each side, if it has some."""

_ORDERS = 2**31
_SEEDS = 2**62
_MOST_PLANS = 10_000
_EXPLAINED = 32  # of the best plans


class ManagerAgent:
    """Tries plans of the game's search policy on a determinization and takes the one with the highest value at its end.

    Plans are those of ``core.search.Search.plan_nodes``, such as the marches of a movement segment.  Everywhere else it
    plays as that policy does.  The checkpoint may hold tuned constants for the policy of each side.

    Args:
        file: the checkpoint, which has a network for each side.
        game, scenario, options: where it is to play, as in ``registry.make_agent``.
        side: the side that it is to play.
        name: its name; that of the run folder or file if None.

    Attributes:
        files: the checkpoint, by which it decides.
        sources: modules of the game by which it decides.

    Raises:
        CheckpointError: (a ValueError) not the checkpoint of a manager, or one of another game, scenario, rules or
            layout.
        NoSearchError: (a ValueError) the game does not support search.
    """

    observation = None

    def __init__(
        self,
        file: pathlib.Path,
        game: str | None,
        scenario: str | None,
        side: str,
        options: Mapping = MappingProxyType({}),
        name: str | None = None,
    ):
        check(file, identity_of(game, scenario, OBSERVATION, side, options))
        self._spec = spec_of(game)
        self._search = search_of(self._spec)
        self._tables = self._spec.load(scenario, **options)
        self._plans = _plans_in(file)
        (self._network,) = networks_in(file, self._tables, (side,))
        self._policy = GamePolicy(self._search.policy, game)
        if base := base_in(file, self._spec):
            self._tables = with_base(self._tables, base, self._spec)
            self._policy = Variant(game, base[self._spec.sides.index(side)], self._search.policy)
        self.name = name or (file.parent.name if file.stem == "model" else file.stem)
        self.files = (file,)
        self.sources = (*self._policy.sources, *sources_of(self._spec))
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Reset its randomness, and forget its plan."""
        self._policy.reset(seed)
        self._random = np.random.default_rng(seed)
        self._trials: PlanTrials | None = None  # set when the first plan of a game is needed
        self._plan: list[int] = []
        self._planned_turn: int | None = None

    def act(self, observation: object, mask: np.ndarray, info: dict) -> int:
        """Return the next action of the plan, or the choice of the policy."""
        view = info["view"]
        if view.node in self._search.plan_nodes:
            if self._planned_turn != view.turn:
                self._plan, self._planned_turn = self._best_plan(view), view.turn
            if self._plan and mask[self._plan[0]]:
                return self._plan.pop(0)
        return self._policy.choose(view)

    def explain(self, observation: object, mask: np.ndarray, info: dict) -> Opinion:
        """Return what it does; where it plans, also the chance to win by the best plan that begins with each action."""
        view = info["view"]
        if view.node not in self._search.plan_nodes:
            return certain(self._policy.choose(view), len(mask))
        states, orders, values = self._try_plans(view)
        trials, best = self._ready_trials(), np.argsort(-values)[:_EXPLAINED]
        plans = [(trials.plan(states.copy(), int(orders[k]))[:1], float(values[k])) for k in best]
        found = opinion_of_plans([(first, odds) for firsts, odds in plans for first in firsts], mask)
        return found or certain(self._policy.choose(view), len(mask))

    def _best_plan(self, view: View) -> list[int]:
        """Return the actions of the plan with the highest value."""
        states, orders, values = self._try_plans(view)
        return self._ready_trials().plan(states, int(orders[values.argmax()]))

    def _try_plans(self, view: View) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return (1,) drawn states, the orders tried there, (n,), and the logarithm of the odds to win, (n,)."""
        states = records(1, self._spec.state)
        states[0] = view.determinize(int(self._random.integers(_SEEDS))).record
        trials = self._ready_trials()
        orders = np.array([[PLAIN_ORDERS, *self._random.integers(1, _ORDERS, self._plans - 1)]])
        return states, orders[0], self._network.values(trials.outcomes(states, orders))

    def _ready_trials(self) -> PlanTrials:
        """Return what plays the plans, made when the first plan of a game is needed."""
        if self._trials is None:
            self._trials = PlanTrials(self._spec, self._tables, int(self._random.integers(_SEEDS)))
        return self._trials


def is_manager(file: pathlib.Path) -> bool:
    """Return whether a checkpoint is that of a manager.

    Raises:
        CheckpointError: not a checkpoint.
    """
    return read_facts(file).get("agent") == KIND


def networks_in(file: pathlib.Path, tables: Tables, sides: Sequence[str]) -> list[ValueNetwork]:
    """Return the networks of ``sides`` in the checkpoint of a manager.

    Args:
        file: the checkpoint.
        tables: of the scenario.
        sides: by name.

    Raises:
        CheckpointError: it lacks one of them, or they read other observations.
    """
    layouts = tables.observations[OBSERVATION]
    try:
        return [ValueNetwork(read(file, f"{WEIGHTS}/{side}"), layouts) for side in sides]
    except ValueError as error:
        raise CheckpointError(f"checkpoint {file} cannot be used: {error}") from error


def base_in(file: pathlib.Path, spec: GameSpec) -> list[np.ndarray] | None:
    """Return the constants of the policy of each side in the checkpoint of a manager, None for the policy as it is.

    Each is int16 (constants,), a row of the tables (``core.tuning``).

    Raises:
        CheckpointError: damaged, or the game has other constants by now.
    """
    facts = read_facts(file)
    if BASE not in facts:
        return None
    base = facts[BASE]
    if not isinstance(base, dict) or base.keys() != set(spec.sides):
        raise CheckpointError(f"checkpoint {file} is damaged: its constants are not by side")
    return [row_in(file, facts, base[side], tuning_of(spec)) for side in spec.sides]


def with_base(tables: Tables, base: Sequence[np.ndarray], spec: GameSpec) -> Tables:
    """Return tables with which the policy of each side plays by the constants in ``base`` (``base_in``)."""
    return dataclasses.replace(tables, record=tuning_of(spec).seated(tables.record, base))


def _plans_in(file: pathlib.Path) -> int:
    """Return the number of plans from which the manager in a checkpoint chooses."""
    plans = read_facts(file).get("plans")
    if type(plans) is not int or not 1 <= plans <= _MOST_PLANS:
        raise CheckpointError(f"checkpoint {file} is damaged: its number of plans is not 1 to {_MOST_PLANS}")
    return plans
