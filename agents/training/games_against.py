"""Games of a manager against any agent, many at a time: data for the value network of one side."""

import numpy as np

from ctv_env.agents.learned.plan_trials import PlanTrials
from ctv_env.agents.training.plan_games import Lessons, Player, chosen
from ctv_env.core.playout import playout
from ctv_env.core.search import search_of
from ctv_env.envs.sb3 import SB3VecEnv

_Seen = list[tuple[np.ndarray, float]]  # rows and outlooks, as in ``Outcomes``, after the plans of a game


class GamesAgainst:
    """Games in which a side chooses its plans like a ``Player``, against the opponents of ``env``.

    Args:
        env: new games, in which the learner has the player's side.
        trials: of the same game and scenario.
        side: index of the player's side.
        seed: of the choices of plans.
    """

    def __init__(self, env: SB3VecEnv, trials: PlanTrials, side: int, seed: int):
        self._env, self._trials, self._side = env, trials, side
        spec = env.games.spec
        search = search_of(spec)
        self._advise = playout(spec.hooks()).advise
        self._policy = spec.policies.index(search.policy)
        self._plan_nodes = [k for k in range(len(spec.nodes)) if spec.node_name(k) in search.plan_nodes]
        self._random = np.random.default_rng(seed)
        self._plans: list[list[int]] = [[] for _ in range(env.num_envs)]  # what is left of each game's plan
        self._planned = np.zeros(env.num_envs, np.int64)  # the turn of each game's last plan
        self._seen: list[_Seen] = [[] for _ in range(env.num_envs)]

    def play(self, player: Player, games: int) -> Lessons:
        """Play on until at least that many games have ended, and return what they teach.

        The next call plays the others on.

        Raises:
            ValueError: the player has planned nothing in those games.
        """
        ended: list[tuple[_Seen, float]] = []
        while len(ended) < games:
            _, _, dones, infos = self._env.step(self._actions(player))
            for i in np.flatnonzero(dones).tolist():
                result = 0.5 if infos[i]["winner"] is None else float(infos[i]["is_success"])
                ended.append((self._seen[i], result))
                self._seen[i], self._plans[i], self._planned[i] = [], [], 0
        return _lessons(ended, self._side)

    def _actions(self, player: Player) -> np.ndarray:
        """Return the next action of each game: that of its plan, or else the choice of the search policy."""
        batch, actions = self._env.games.batch, np.zeros(self._env.num_envs, np.int64)
        self._advise(batch.states, self._trials.tables, batch.scratch, self._policy, actions)
        planning = np.isin(batch.states["node"], self._plan_nodes)
        begins = np.flatnonzero(planning & (self._planned != batch.states["turn"]))
        if len(begins):
            self._plan(player, begins)
        masks = self._env.games.masks
        for i in np.flatnonzero(planning).tolist():
            if self._plans[i] and masks[i, self._plans[i][0]]:
                actions[i] = self._plans[i].pop(0)
        return actions

    def _plan(self, player: Player, games: np.ndarray) -> None:
        """Choose the plans that begin in these games, and note what they lead to."""
        states = self._env.games.batch.states[games]
        orders = chosen(self._trials, player, states, self._random)
        after = self._trials.outcomes(states, orders[:, None])
        for k, i in enumerate(games.tolist()):
            self._plans[i] = self._trials.plan(states[k : k + 1].copy(), int(orders[k]))
            self._planned[i] = states["turn"][k]
            self._seen[i].append((after.rows[k], float(after.outlooks[k])))


def _lessons(ended: list[tuple[_Seen, float]], side: int) -> Lessons:
    """Return what was seen in games and how they ended, 0 to 1, as one table."""
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
