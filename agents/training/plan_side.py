"""A side of many games in lockstep that chooses its plans like a ``Player``: what a manager does, but for learning."""

import numpy as np

from ctv_env.agents.learned.plan_trials import PlanTrials
from ctv_env.agents.learned.policy_plans import plan_nodes_of
from ctv_env.agents.training.plan_games import Lessons, Player, chosen
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.playout import playout
from ctv_env.core.spec import GameSpec, search_of

Seen = list[tuple[np.ndarray, float]]
"""Rows and outlooks, as in ``Outcomes``, after the plans of a game."""


class PlanSide:
    """Decides by plans, and elsewhere by the game's search policy.

    Args:
        spec: of the game.
        trials: of the same game and scenario.
        n: number of games.
        seed: of the choices of plans.

    Attributes:
        seen: what the plans of each game have led to.
    """

    def __init__(self, spec: GameSpec, trials: PlanTrials, n: int, seed: int):
        self._trials, self._advise = trials, playout(spec.hooks()).advise
        self._policy = spec.policies.index(search_of(spec).policy)
        self._plan_nodes = plan_nodes_of(spec)
        self._scratch = records(1, spec.scratch)
        self._scratch["rng"] = stream(seed, POLICY)
        self._random = np.random.default_rng(seed)
        self._plans: list[list[int]] = [[] for _ in range(n)]  # what is left of each game's plan
        self._planned = np.zeros(n, np.int64)  # the turn of each game's last plan
        self.seen: list[Seen] = [[] for _ in range(n)]

    def forget(self, game: int) -> Seen:
        """Begin a new game in that place; return what was seen in the old one."""
        seen, self.seen[game] = self.seen[game], []
        self._plans[game], self._planned[game] = [], 0
        return seen

    def actions(self, player: Player, games: np.ndarray, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the next action in each of some games in which the side is to move, int64 (k,).

        Args:
            player: how it chooses.
            games: their numbers, (k,).
            states: (k,) records of them.
            masks: (k, n_actions).
        """
        actions = np.zeros(len(games), np.int64)
        self._advise(states, self._trials.tables, self._scratch, self._policy, actions)
        planning = np.isin(states["node"], self._plan_nodes)
        begins = np.flatnonzero(planning & (self._planned[games] != states["turn"]))
        if len(begins):
            self._plan(player, games[begins], states[begins])
        for k in np.flatnonzero(planning).tolist():
            plan = self._plans[games[k]]
            if plan and masks[k, plan[0]]:
                actions[k] = plan.pop(0)
        return actions

    def _plan(self, player: Player, games: np.ndarray, states: np.ndarray) -> None:
        """Choose the plans that begin in these games, and note what they lead to."""
        orders = chosen(self._trials, player, states, self._random)
        after = self._trials.outcomes(states, orders[:, None])
        for k, i in enumerate(games.tolist()):
            self._plans[i] = self._trials.plan(states[k : k + 1].copy(), int(orders[k]))
            self._planned[i] = states["turn"][k]
            self.seen[i].append((after.rows[k], float(after.outlooks[k])))


def lessons_of(ended: list[tuple[Seen, float]], side: int) -> Lessons:
    """Return what ``side`` has seen in games and how they ended for it, 0 to 1, as one table.

    Raises:
        ValueError: it has planned nothing in them.
    """
    rows = [row for seen, _ in ended for row, _ in seen]
    if not rows:
        raise ValueError("nothing was planned in these games")
    counts = [len(seen) for seen, _ in ended]
    return Lessons(
        np.stack(rows),
        np.array([outlook for seen, _ in ended for _, outlook in seen], np.float32),
        np.full(len(rows), side, np.int8),
        np.repeat(np.arange(len(ended), dtype=np.int32), counts),
        np.repeat(np.array([result for _, result in ended], np.float32), counts),
    )
