"""Masked DQN with Tianshou: its networks, its replay buffer and its trainer.

    pip install 'tianshou>=2'
    python examples/tianshou_dqn.py --steps 10000

Tianshou finds the mask of legal actions in an observation with the keys ``obs`` and ``mask``; a wrapper names them so.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import ctv_env  # noqa: F401  registers the environments

EPOCH = 2000


class Named(gymnasium.Wrapper):
    """The observation with the keys that Tianshou looks for; without infos, of which its buffer takes numbers only."""

    def __init__(self, env: gymnasium.Env):
        super().__init__(env)
        spaces = env.observation_space
        self.observation_space = gymnasium.spaces.Dict({"obs": spaces["flat"], "mask": spaces["action_mask"]})

    def reset(self, **keywords: Any) -> tuple[dict, dict]:
        """Begin a game."""
        return _named(self.env.reset(**keywords)[0]), {}

    def step(self, action: int) -> tuple[dict, float, bool, bool, dict]:
        """Carry out a decision."""
        observation, reward, terminated, truncated, _ = self.env.step(action)
        return _named(observation), float(reward), terminated, truncated, {}


def _named(observation: dict[str, Any]) -> dict[str, Any]:
    return {"obs": observation["flat"], "mask": observation["action_mask"]}


def make_env() -> gymnasium.Env:
    """Return the duel against a random opponent."""
    options = {"opponent": "random", "obs": "flat", "reward": "win", "mask_in_obs": True}
    return Named(gymnasium.make("ctv_env/Duel1937-v0", **options))


def main(steps: int, seed: int = 1) -> list[float]:
    """Train for ``steps`` decisions; return the mean result of test games after each epoch, -1 to 1."""
    torch.manual_seed(seed)
    np.random.seed(seed)  # of which Tianshou draws its exploration
    torch.set_num_threads(1)  # small networks
    training, test = (DummyVectorEnv([make_env] * 8) for _ in range(2))
    training.seed(seed)
    test.seed(seed + 1000)
    space = make_env().observation_space["obs"]
    actions = make_env().action_space
    policy = DiscreteQLearningPolicy(
        model=Net(state_shape=space.shape, action_shape=int(actions.n), hidden_sizes=[128]),
        action_space=actions,
        eps_training=0.5,  # with less, most networks lose all games, and have nothing to learn from
    )
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=100)
    results: list[float] = []
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=Collector(algorithm, training, VectorReplayBuffer(20_000, 8), exploration_noise=True),
            test_collector=Collector(algorithm, test),
            max_epochs=max(1, steps // EPOCH),
            epoch_num_steps=EPOCH,
            collection_step_num_env_steps=80,
            update_step_num_gradient_steps_per_sample=0.3,
            test_step_num_episodes=100,
            batch_size=128,
            compute_score_fn=lambda stats: results.append(float(stats.returns.mean())) or results[-1],
        )
    )
    print("mean result of test games before and after each epoch:", " ".join(f"{result:+.2f}" for result in results))
    return results


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=10_000, help="decisions (10000)")
    main(parser.parse_args().steps)
