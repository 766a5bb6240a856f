"""Stable-Baselines3's interface of many games, and MaskablePPO on it."""

import numpy as np
import pytest
from conformance.subjects import Subject
from support.own_agents import BOLD

sb3 = pytest.importorskip("stable_baselines3")

from sb3_contrib import MaskablePPO  # noqa: E402

from ctv_env.envs.sb3 import SB3VecEnv  # noqa: E402

N = 4


def make(subject: Subject, **settings) -> SB3VecEnv:
    return SB3VecEnv(N, scenario=subject.scenario, game=subject.game, **({"opponent": "random"} | settings))


def test_games_are_played_and_told(subject):
    env, chooser, ended = make(subject), np.random.default_rng(0), []
    env.seed(1)
    env.reset()
    while len(ended) < N:
        masks = env.action_masks()
        _, rewards, dones, infos = env.step(np.array([chooser.choice(np.flatnonzero(mask)) for mask in masks]))
        assert rewards.shape == dones.shape == (N,)
        ended += [info for info, done in zip(infos, dones, strict=True) if done]
    for info in ended:
        assert info["winner"] in (None, *subject.spec.sides)
        assert subject.spec.score.key in info
        assert "terminal_observation" in info
        assert info["episode"]["l"] > 0
    env.close()


def test_an_opponent_can_be_an_object(smallest):
    asked = []

    class First:
        def act_many(self, observations, masks):
            asked.append(len(masks))
            return masks.argmax(1)

    env, chooser = make(smallest, opponent=First()), np.random.default_rng(0)
    env.reset()
    for _ in range(20):
        env.step(np.array([chooser.choice(np.flatnonzero(mask)) for mask in env.action_masks()]))
    env.close()
    assert sum(asked) > 0


@pytest.mark.parametrize("opponent", ["random", BOLD], ids=["policy", "own"])
def test_a_network_learns(opponent, smallest):
    env = make(smallest, side="random", reward="shaped", opponent=opponent)
    policy = "MultiInputPolicy" if hasattr(env.observation_space, "spaces") else "MlpPolicy"
    agent = MaskablePPO(
        policy, env, n_steps=16, batch_size=16, n_epochs=1, device="cpu", policy_kwargs={"net_arch": [8]}
    )
    agent.learn(128)
    assert agent.num_timesteps >= 128
    env.close()
