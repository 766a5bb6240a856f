"""Masked PPO for the candidate network: the loop of sb3-contrib, with flat arrays of legal actions as its buffer."""

import typing

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import explained_variance
from stable_baselines3.common.vec_env import VecEnv

from ctv_env.agents.learned.candidate_policy import CandidatePolicy
from ctv_env.agents.learned.candidates import choose
from ctv_env.agents.learned.gather import Gathered, gather
from ctv_env.agents.training.decisions import Decisions, join
from ctv_env.envs.sb3 import SB3VecEnv

_AT_ONCE = 4096  # decisions that are evaluated together, without gradients


class NoBuffer:
    """Takes the place of the buffer of Stable-Baselines3, which would hold every observation in full."""

    def __init__(self, *_: typing.Any, **__: typing.Any):
        pass


class Rollout(typing.NamedTuple):
    """The decisions of an update, n in all."""

    decisions: Decisions
    log_p: np.ndarray  # float32 (n,), of the actions taken
    values: np.ndarray  # float32 (n,), as the network saw them
    advantages: np.ndarray  # float32 (n,)

    @property
    def returns(self) -> np.ndarray:
        return self.values + self.advantages


class CandidatePPO(MaskablePPO):
    """MaskablePPO for a ``CandidatePolicy``.

    Args:
        anchor: weight of the divergence from the network with which the training began.
        anchor_until: decisions after which that weight has fallen to 0.
        value_updates: updates at the start in which only the value learns.
        args, kwargs: as for MaskablePPO; the environment is an ``SB3VecEnv`` with dtype uint8.

    Attributes:
        origin: the network with which the training began; None for no anchor.
    """

    policy: CandidatePolicy

    def __init__(
        self,
        *args: typing.Any,
        anchor: float = 0.0,
        anchor_until: int = 0,
        value_updates: int = 0,
        **kwargs: typing.Any,
    ):
        self.anchor, self.anchor_until, self.value_updates = anchor, anchor_until, value_updates
        self.origin: CandidatePolicy | None = None
        self.rollout: Rollout | None = None
        kwargs["rollout_buffer_class"] = NoBuffer
        super().__init__(*args, **kwargs)

    def remember_origin(self) -> None:
        """Take the present network as the anchor."""
        if self.anchor > 0:
            with torch.random.fork_rng(devices=[]):
                self.origin = CandidatePolicy(**self.policy._get_constructor_parameters())
            self.origin.load_state_dict(self.policy.state_dict())

    # -- collecting ------------------------------------------------------------------------------------------------

    def collect_rollouts(
        self, env: VecEnv, callback: BaseCallback, rollout_buffer: typing.Any, n_rollout_steps: int, *_: typing.Any
    ) -> bool:
        """Play ``n_rollout_steps`` decisions in each game; return whether the training goes on."""
        games = typing.cast(SB3VecEnv, env).games
        self.policy.set_training_mode(False)
        callback.on_rollout_start()
        shape = n_rollout_steps, env.num_envs
        parts: list[Gathered] = []
        actions = np.empty(shape, np.int64)
        log_p, values, rewards = (np.empty(shape, np.float32) for _ in range(3))
        begins = np.empty(shape, bool)
        for k in range(n_rollout_steps):
            parts.append(gather(self.policy.plan, games.batch.rows, games.masks))
            with torch.no_grad():
                scores = self.policy.scores(parts[-1])
                chosen = choose(scores, sample=True)
            actions[k] = parts[-1].actions[chosen.numpy()]
            log_p[k], values[k] = scores.log_p[chosen].numpy(), scores.values.numpy()
            begins[k] = self._last_episode_starts
            new_obs, rewards[k], dones, infos = env.step(actions[k])
            self._last_obs, self._last_episode_starts = typing.cast(typing.Any, new_obs), dones
            self.num_timesteps += env.num_envs
            callback.update_locals(locals())
            if not callback.on_step():
                return False
            self._update_info_buffer(infos, dones)
        with torch.no_grad():
            last = self.policy.network.values(gather(self.policy.plan, games.batch.rows, games.masks)).numpy()
        begins = np.concatenate([begins[1:], [np.asarray(self._last_episode_starts)]])
        advantages = advantages_of(rewards, values, begins, last, self.gamma, self.gae_lambda)
        self.rollout = Rollout(join(parts, actions.ravel()), log_p.ravel(), values.ravel(), advantages.ravel())
        callback.on_rollout_end()
        return True

    # -- learning --------------------------------------------------------------------------------------------------

    def train(self) -> None:
        """Learn from the rollout."""
        rollout = self.rollout
        assert rollout is not None
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        origin = self._origin_log_p(rollout.decisions)
        random = np.random.default_rng([self.seed or 0, self.num_timesteps])
        n_parts = max(1, len(rollout.decisions) // typing.cast(int, self.batch_size))
        logs: list[dict[str, float]] = []
        for _ in range(self.n_epochs):
            for part in np.array_split(random.permutation(len(rollout.decisions)), n_parts):
                logs.append(self._step(rollout, part, origin))
            if self.target_kl is not None and np.mean([log["approx_kl"] for log in logs[-n_parts:]]) > self.target_kl:
                break
        self._n_updates += self.n_epochs
        for name in logs[0]:
            self.logger.record(f"train/{name}", float(np.mean([log[name] for log in logs])))
        self.logger.record("train/explained_variance", float(explained_variance(rollout.values, rollout.returns)))
        self.rollout = None

    @property
    def anchor_weight(self) -> float:
        """Weight of the anchor now."""
        return self.anchor * max(0.0, 1.0 - self.num_timesteps / max(self.anchor_until, 1))

    def _origin_log_p(self, decisions: Decisions) -> np.ndarray | None:
        """Return the log probabilities of all legal actions by the network with which the training began."""
        if self.origin is None or self.anchor_weight == 0.0:
            return None
        found = []
        with torch.no_grad():
            for part in np.array_split(np.arange(len(decisions)), -(-len(decisions) // _AT_ONCE)):
                found.append(self.origin.scores(decisions.select(part)[0]).log_p.numpy())
        return np.concatenate(found)

    def _step(self, rollout: Rollout, part: np.ndarray, origin: np.ndarray | None) -> dict[str, float]:
        """Take one gradient step; return what to log."""
        gathered, places = rollout.decisions.select(part)
        scores = self.policy.scores(gathered)
        log_p = scores.log_p[scores.starts + torch.from_numpy(rollout.decisions.chosen[part])]
        log_ratio = log_p - torch.from_numpy(rollout.log_p[part])
        ratio = log_ratio.exp()
        advantages = torch.from_numpy(rollout.advantages[part])
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        clip = self.clip_range(self._current_progress_remaining)  # type: ignore[operator]
        gain = torch.minimum(advantages * ratio, advantages * ratio.clamp(1 - clip, 1 + clip)).mean()
        value_loss = torch.nn.functional.mse_loss(scores.values, torch.from_numpy(rollout.returns[part]))
        entropy = scores.entropies().mean()
        loss = self.vf_coef * value_loss
        if self._n_updates >= self.value_updates * self.n_epochs:
            loss = loss - gain - self.ent_coef * entropy
        divergence = torch.zeros(())
        if origin is not None:
            divergence = scores.divergences(torch.from_numpy(origin[places])).mean()
            loss = loss + self.anchor_weight * divergence
        self.policy.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
        self.policy.optimizer.step()
        with torch.no_grad():
            return {
                "entropy_loss": -float(entropy),
                "approx_kl": float((ratio - 1 - log_ratio).mean()),
                "clip_fraction": float(((ratio - 1).abs() > clip).float().mean()),
                "value_loss": float(value_loss),
                "anchor_kl": float(divergence),
                "loss": float(loss),
            }


def advantages_of(
    rewards: np.ndarray,
    values: np.ndarray,
    ends: np.ndarray,
    last: np.ndarray,
    gamma: float,
    gae_lambda: float,
) -> np.ndarray:
    """Return generalised advantage estimates, float32 (steps, n).

    Args:
        rewards, values: float32 (steps, n).
        ends: bool (steps, n), whether the game ended with that decision.
        last: float32 (n,), value of the positions after the last step.
    """
    advantages = np.empty_like(rewards)
    following, running = last, np.zeros_like(last)
    for k in reversed(range(len(rewards))):
        goes_on = 1.0 - ends[k]
        delta = rewards[k] + gamma * following * goes_on - values[k]
        running = delta + gamma * gae_lambda * goes_on * running
        advantages[k] = running
        following = values[k]
    return advantages
