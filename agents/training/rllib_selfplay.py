"""Self-play with RLlib: one masked PPO network for both sides.  An example to copy and change.

    ctv lab rllib-selfplay --scenario duel --iterations 5

It needs the extra ``rllib``.  The agents of this project's own ``ctv train`` are in ``train.py``.
"""

import argparse
import typing

from ctv_env.core.extras import needs_extra
from ctv_env.envs.rllib import RLlibEnv

with needs_extra("rllib", "this example"):
    import ray
    import torch
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

SHARED = "both_sides"
"""Name of the only module, which plays both agents."""


def self_play(scenario: str | None = None, steps: int = 1000, **env_config: typing.Any) -> PPOConfig:
    """Return PPO on a scenario with one masked network for both sides, in this process.

    Args:
        scenario: name of a scenario, None for the game's first.
        steps: decisions of both sides together per iteration.
        env_config: further entries for ``RLlibEnv``, such as ``game``.
    """
    return (
        PPOConfig()
        .environment(RLlibEnv, env_config={"scenario": scenario, **env_config}, disable_env_checking=True)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .learners(num_learners=0)
        .multi_agent(policies={SHARED}, policy_mapping_fn=lambda agent, episode, **_: SHARED)
        .rl_module(
            rl_module_spec=MultiRLModuleSpec(
                rl_module_specs={
                    SHARED: RLModuleSpec(
                        module_class=ActionMaskingTorchRLModule,
                        model_config={"fcnet_hiddens": [64, 64], "head_fcnet_hiddens": [64]},
                    )
                }
            )
        )
        .training(
            train_batch_size_per_learner=steps, minibatch_size=min(steps, 250), num_epochs=4, gamma=0.999, lr=3e-4
        )
        .debugging(seed=1)
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab rllib-selfplay``."""
    parser.add_argument("--game", help="name of the game (the first)")
    parser.add_argument("--scenario", help="name of the scenario (the game's first)")
    parser.add_argument("--iterations", type=int, default=5, help="number of iterations (5)")


def run(args: argparse.Namespace) -> int:
    """Train, and print a line per iteration; return the exit code."""
    torch.set_num_threads(1)  # the network is small: more threads would wait for each other
    ray.init(include_dashboard=False)
    algorithm = self_play(args.scenario, game=args.game).build_algo()
    for iteration in range(1, args.iterations + 1):
        runners = algorithm.train()["env_runners"]
        returns = runners["agent_episode_returns_mean"]
        words = ", ".join(f"{agent} {value:+.3f}" for agent, value in sorted(returns.items()))
        print(f"iteration {iteration}: {words}, {runners['episode_len_mean']:.1f} decisions per game")
    algorithm.stop()
    ray.shutdown()
    return 0
