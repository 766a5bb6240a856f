"""Spreads the games of a training run over all stages of the game before the first update.

Games that begin together stay together for long: updates then see many endings in turn, and none at all.
"""

import typing

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from ctv_env.agents.learned.candidate_policy import CandidatePolicy
from ctv_env.agents.learned.policy import MaskedPolicy
from ctv_env.envs.sb3 import SB3VecEnv


class Stagger(BaseCallback):
    """Lets the learner play its games on when training begins, each to another stage, without learning from them."""

    model: MaskablePPO

    def _on_training_start(self) -> None:
        env = self.model.get_env()
        assert isinstance(env, SB3VecEnv)
        length = self._length_of_a_game(env)
        begins = np.arange(env.num_envs) * length // env.num_envs
        for k in range(length):
            if (begins == k).any():
                env.opponents.begin(begins == k)
                self.model._last_obs = env.observation()
            self._step(env)

    def _length_of_a_game(self, env: SB3VecEnv) -> int:
        """Play the games on; return the number of decisions after which half of them have ended."""
        ended, length = np.zeros(env.num_envs, bool), 0
        while 2 * ended.sum() < env.num_envs:
            ended |= self._step(env)
            length += 1
        return length

    def _step(self, env: SB3VecEnv) -> np.ndarray:
        """Play a decision in each game, and let SB3 go on from there; return bool (n,): which games have ended."""
        policy = typing.cast(MaskedPolicy | CandidatePolicy, self.model.policy)
        actions = policy.act_many(self.model._last_obs, env.action_masks(), sample=True)
        _, _, ends, _ = env.step(actions)
        self.model._last_obs = env.observation()
        return ends

    def _on_step(self) -> bool:
        return True
