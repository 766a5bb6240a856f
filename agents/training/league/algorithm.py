"""RLlib's PPO on the environment of a league: its config, its metrics, and its network as a checkpoint."""

import dataclasses
import functools
import pathlib
import typing
from collections.abc import Mapping

import numpy as np

from ctv_env.agents.learned.checkpoint import WEIGHTS, save
from ctv_env.agents.learned.policy_agent import KIND
from ctv_env.agents.training.league.env import LeagueEnv
from ctv_env.agents.training.league.state import League, Lineup
from ctv_env.core.extras import needs_extra

with needs_extra("rllib", __name__):
    import ray
    from ray.rllib.algorithms import Algorithm
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.callbacks.callbacks import RLlibCallback
    from ray.rllib.core import DEFAULT_MODULE_ID
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

RESULTS, NODES = "league", "decisions_by_node"
"""Entries of RLlib's metrics: results by member, side, and ``wins`` or ``games``; decisions by node of the cluster."""
_HIDDEN, _LAST = "encoder.actor_encoder.net.mlp.", "pi.net.mlp."


class Results(RLlibCallback):
    """Counts results and decisions where they come about; RLlib brings the sums together."""

    def on_episode_end(  # type: ignore[override]  # of the many arguments that RLlib gives
        self, *, episode: typing.Any, metrics_logger: typing.Any, **kwargs: typing.Any
    ) -> None:
        """Count a game."""
        about = episode.get_infos(-1)
        key = (RESULTS, about["member"], about["side"])
        metrics_logger.log_value((*key, "wins"), about["result"], reduce="sum")
        metrics_logger.log_value((*key, "games"), 1, reduce="sum")

    def on_sample_end(  # type: ignore[override]
        self, *, samples: list, metrics_logger: typing.Any, **kwargs: typing.Any
    ) -> None:
        """Count the decisions of this node."""
        node = ray.get_runtime_context().get_node_id()
        metrics_logger.log_value((NODES, node), sum(map(len, samples)), reduce="sum")


def ppo_of(league: League) -> PPOConfig:
    """Return the config of the learner, whose games are played, and which learns, where the league's config says."""
    config = league.config
    env = {name: getattr(config, name) for name in ("game", "scenario", "options", "reward")}
    return (
        PPOConfig()
        .environment(LeagueEnv, env_config=env | {"lineup": league.lineup()}, disable_env_checking=True)
        .env_runners(num_env_runners=config.env_runners, num_envs_per_env_runner=config.games)
        .learners(num_learners=config.learners)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={
                    "fcnet_hiddens": config.net,
                    "fcnet_activation": "tanh",
                    "head_fcnet_hiddens": [],
                    "vf_share_layers": False,
                },
            )
        )
        .training(
            train_batch_size_per_learner=-(-config.decisions // max(config.learners, 1)),
            minibatch_size=config.minibatch,
            num_epochs=config.epochs,
            lr=config.learning_rate,
            gamma=config.gamma,
            lambda_=config.gae_lambda,
            clip_param=config.clip_range,
            use_kl_loss=False,
            entropy_coeff=config.ent_coef,
            vf_loss_coeff=config.vf_coef,
            grad_clip=config.max_grad_norm,
            grad_clip_by="global_norm",
        )
        .callbacks(Results)
        .debugging(seed=config.seed, log_level="ERROR")
    )


def set_lineup(algorithm: Algorithm, lineup: Lineup) -> None:
    """Let all env runners draw opponents from ``lineup`` in games that start from now on."""
    group: typing.Any = algorithm.env_runner_group
    is_local = group.num_remote_env_runners() == 0
    group.foreach_env_runner(functools.partial(_set_lineup, lineup=lineup), local_env_runner=is_local)


def _set_lineup(env_runner: typing.Any, lineup: Lineup) -> None:
    env_runner.env.unwrapped.set_attr("lineup", lineup)


def layers_of(algorithm: Algorithm) -> dict[str, np.ndarray]:
    """Return the layers of the network that choose actions, as ``agents/learned/layers.py`` takes them."""
    learners: typing.Any = algorithm.learner_group
    state = {name: np.asarray(array) for name, array in learners.get_weights()[DEFAULT_MODULE_ID].items()}
    hidden = sorted({int(name.removeprefix(_HIDDEN).partition(".")[0]) for name in state if name.startswith(_HIDDEN)})
    sources = [*(f"{_HIDDEN}{number}." for number in hidden), f"{_LAST}0."]
    return {f"{k}.{kind}": state[source + kind] for k, source in enumerate(sources) for kind in ("weight", "bias")}


def write_agent(file: pathlib.Path, league: League, layers: Mapping[str, np.ndarray]) -> None:
    """Write the learner as a checkpoint that every command plays, without torch and without Ray."""
    how = {"config": dataclasses.asdict(league.config), "decisions": league.decisions}
    facts = {"identity": league.identity, "agent": KIND, **how}
    save(file, facts, **{WEIGHTS: layers})
