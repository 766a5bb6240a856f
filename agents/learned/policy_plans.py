"""Plans that a policy network draws: sampled actions, played in many copies of a position until the plan is over."""

import pathlib
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from ctv_env.agents.learned.archive import CheckpointError, read, read_facts
from ctv_env.agents.learned.batches import some_of
from ctv_env.agents.learned.plan_trials import OBSERVATION
from ctv_env.agents.learned.policy_agent import PolicyAgent, sampled
from ctv_env.agents.learned.value_network import ValueNetwork
from ctv_env.core.batch import ACT, OBSERVE
from ctv_env.core.spec import GameSpec, search_of
from ctv_env.core.terms import Tables
from ctv_env.envs.batch import BOTH_SIDES, BatchGames

PLAN_VALUES = "plan_values"
"""In the checkpoint of a policy: the folder with a value network of its plans, and the entry about its training."""


class PolicyPlans:
    """Samples plans; not for several threads at once.

    Args:
        policy: that draws them.
        side: index of the side that plans.
        n: maximum number of plans at a time.
        game, scenario, options: as in ``registry.make_agent``.

    Raises:
        NoSearchError: (a ValueError) the game does not say which nodes make up a plan.
    """

    def __init__(
        self,
        policy: PolicyAgent,
        side: int,
        n: int,
        game: str | None,
        scenario: str | None,
        options: Mapping = MappingProxyType({}),
    ):
        self._policy, self._side = policy, side
        self._games = BatchGames(n, scenario, side=BOTH_SIDES, obs=policy.observation, game=game, **options)
        self._games.reset()  # only the sides are set up: each plan begins in a position of its own
        self._nodes = plan_nodes_of(self._games.spec)

    def sample(
        self, states: np.ndarray, temperatures: np.ndarray, random: np.random.Generator
    ) -> tuple[np.ndarray, list[list[int]]]:
        """Return the positions after plans, (n,) records, and the actions of each.

        Args:
            states: (n,) records in which the side begins a plan, or is in the middle of one.
            temperatures: float (n,), as for ``sampled``.
            random: source of the samples.
        """
        games, n = self._games, len(states)
        now = games.batch.states
        now[:n] = states
        plans: list[list[int]] = [[] for _ in range(n)]
        turns = now["turn"].copy()
        left = self._planning(turns, np.arange(games.n) < n)
        games.run(np.where(left, OBSERVE, 0))
        while left.any():
            its = np.flatnonzero(left)
            logits = self._policy.logits(some_of(games.observation(), its), games.masks[its])
            actions = games.masks.argmax(axis=1)
            actions[its] = sampled(logits, temperatures[its], random)
            for i in its.tolist():
                plans[i].append(int(actions[i]))
            games.set_actions(actions)
            games.run(np.where(left, ACT | OBSERVE, 0))
            left = self._planning(turns, left)
        return now[:n].copy(), plans

    def _planning(self, turns: np.ndarray, which: np.ndarray) -> np.ndarray:
        now = self._games.batch.states
        return which & is_planning(now, self._nodes, self._side) & (now["turn"] == turns)


def plan_nodes_of(spec: GameSpec) -> np.ndarray:
    """Return the numbers of the nodes that a plan covers; NoSearchError if the game does not say."""
    search = search_of(spec)
    return np.array([k for k in range(len(spec.nodes)) if spec.node_name(k) in search.plan_nodes])


def is_planning(states: np.ndarray, nodes: np.ndarray, side: int) -> np.ndarray:
    """Return bool (n,): the ``states``, (n,) records, in which the side is to move at one of the ``nodes``."""
    return (states["to_move"] == side) & np.isin(states["node"], nodes)


def has_plan_values(file: pathlib.Path) -> bool:
    """Return whether the checkpoint of a policy also holds a value network of its plans.

    Raises:
        CheckpointError: not a checkpoint.
    """
    return PLAN_VALUES in read_facts(file)


def plan_values_in(file: pathlib.Path, tables: Tables) -> ValueNetwork:
    """Return the value network of its plans in the checkpoint of a policy.

    Raises:
        CheckpointError: it lacks one, or it reads other observations than those of ``tables``.
    """
    try:
        return ValueNetwork(read(file, PLAN_VALUES), tables.observations[OBSERVATION])
    except ValueError as error:
        raise CheckpointError(f"checkpoint {file} cannot be used to search: {error}") from error
