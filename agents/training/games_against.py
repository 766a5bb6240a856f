"""Games of a manager against any agent, many at a time: data for the value network of one side."""

import numpy as np

from ctv_env.agents.learned.plan_trials import PlanTrials
from ctv_env.agents.training.plan_games import Lessons, Player
from ctv_env.agents.training.plan_side import PlanSide, Seen, lessons_of
from ctv_env.envs.sb3 import SB3VecEnv


class GamesAgainst:
    """Games in which a side chooses its plans like a ``Player``, against the opponents of ``env``.

    Args:
        env: new games, in which the learner has the player's side.
        trials: of the same game and scenario.
        side: index of the player's side.
        seed: of the choices of plans.
    """

    def __init__(self, env: SB3VecEnv, trials: PlanTrials, side: int, seed: int):
        self._env, self._side = env, side
        self._manager = PlanSide(env.games.spec, trials, env.num_envs, seed)
        self._every = np.arange(env.num_envs)

    def play(self, player: Player, games: int) -> Lessons:
        """Play on until at least that many games have ended, and return what they teach.

        The next call plays the others on.

        Raises:
            ValueError: the player has planned nothing in those games.
        """
        ended: list[tuple[Seen, float]] = []
        now = self._env.games
        while len(ended) < games:
            actions = self._manager.actions(player, self._every, now.batch.states, now.masks)
            _, _, dones, infos = self._env.step(actions)
            for i in np.flatnonzero(dones).tolist():
                result = 0.5 if infos[i]["winner"] is None else float(infos[i]["is_success"])
                ended.append((self._manager.forget(i), result))
        return lessons_of(ended, self._side)
