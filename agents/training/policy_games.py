"""Games of a policy that samples its actions, many at a time: data for a value network of what its plans lead to."""

import typing
from collections.abc import Sequence

import numpy as np

from ctv_env.agents.learned.batches import some_of
from ctv_env.agents.learned.plan_trials import PlanTrials
from ctv_env.agents.learned.policy_agent import PolicyAgent, sampled
from ctv_env.agents.learned.policy_plans import is_planning, plan_nodes_of
from ctv_env.agents.training.plan_games import Lessons, Player
from ctv_env.agents.training.plan_side import PlanSide, Seen, lessons_of
from ctv_env.core.terms import NOBODY
from ctv_env.envs.batch import BatchGames

_TEMPERATURES = (0.0, 0.7, 1.0, 1.5)  # of plans; each game has one of them
_MOST_ELSEWHERE = 0.3  # temperature: the games should be won or lost by plans


class PolicyPlayer(typing.NamedTuple):
    """A policy on the other side, and the temperature at which it samples its actions, as for ``sampled``."""

    policy: PolicyAgent
    temperature: float = 0.0


class PolicyGames:
    """Games in which a policy plays one side, and each of several players the other in as many places.

    Args:
        env: games in which one learner decides for both sides, with the policy's observations.
        policy: that plays ``side``.
        trials: of the same game and scenario, with the constants of the other side.
        side: index of the policy's side.
        players: of the other side.
        seed: of all samples.
    """

    def __init__(
        self,
        env: BatchGames,
        policy: PolicyAgent,
        trials: PlanTrials,
        side: int,
        players: Sequence[Player | PolicyPlayer],
        seed: int,
    ):
        self._env, self._policy, self._trials = env, policy, trials
        self._side, self._players = side, players
        self._nodes = plan_nodes_of(env.spec)
        self._manager = PlanSide(env.spec, trials, env.n, seed)
        self._random = np.random.default_rng(seed)
        self._player = np.arange(env.n) % len(players)  # in each place
        self._temperatures = self._random.choice(_TEMPERATURES, env.n)
        self._seen: list[Seen] = [[] for _ in range(env.n)]

    def play(self, games: int) -> Lessons:
        """Play on until at least that many games have ended, and return what they teach the policy's side.

        The next call plays the others on.

        Raises:
            ValueError: the policy has planned nothing in those games.
        """
        ended: list[tuple[Seen, float]] = []
        states, episodes = self._env.batch.states, self._env.episodes
        while len(ended) < games:
            planned = is_planning(states, self._nodes, self._side)
            turns = states["turn"].copy()
            dones = self._env.step(self._actions())[2]
            goes_on = is_planning(states, self._nodes, self._side) & (states["turn"] == turns)
            self._note(np.flatnonzero(planned & ~goes_on & ~dones))
            for i in np.flatnonzero(dones).tolist():
                winner = int(episodes["final_winner"][i])
                ended.append((self._seen[i], 0.5 if winner == NOBODY else float(winner == self._side)))
                self._begin(i)
        return lessons_of(ended, self._side)

    def _begin(self, game: int) -> None:
        """Forget the old game in that place."""
        self._seen[game] = []
        self._manager.forget(game)
        self._temperatures[game] = self._random.choice(_TEMPERATURES)

    def _actions(self) -> np.ndarray:
        """Return the next action of each game."""
        own = self._env.batch.states["to_move"] == self._side
        actions = np.zeros(self._env.n, np.int64)
        if own.any():
            actions[own] = self._sampled(np.flatnonzero(own))
        for k, player in enumerate(self._players):
            its = np.flatnonzero(~own & (self._player == k))
            if len(its):
                actions[its] = self._answers(player, its)
        return actions

    def _answers(self, player: Player | PolicyPlayer, games: np.ndarray) -> np.ndarray:
        """Return the action of a player of the other side in each of ``games``, int64 (k,)."""
        if isinstance(player, Player):
            return self._manager.actions(player, games, self._env.batch.states[games], self._env.masks[games])
        return self._drawn(player.policy, games, np.full(len(games), player.temperature))

    def _sampled(self, games: np.ndarray) -> np.ndarray:
        """Return an action of the policy in each of ``games``, int64 (k,)."""
        plans = is_planning(self._env.batch.states[games], self._nodes, self._side)
        most = np.where(plans, np.inf, _MOST_ELSEWHERE)
        return self._drawn(self._policy, games, np.minimum(self._temperatures[games], most))

    def _drawn(self, policy: PolicyAgent, games: np.ndarray, temperatures: np.ndarray) -> np.ndarray:
        env = self._env
        has_its = policy.observation == env.obs
        seen = some_of(env.observation(), games) if has_its else env.observation_as(policy.observation, games)
        return sampled(policy.logits(seen, env.masks[games]), temperatures, self._random)

    def _note(self, games: np.ndarray) -> None:
        """Note what the plans that have ended in these games lead to."""
        found = self._trials.after(self._env.batch.states[games], self._side)
        for k, i in enumerate(games.tolist()):
            self._seen[i].append((found.rows[k], float(found.outlooks[k])))
