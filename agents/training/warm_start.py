"""Imitation of a scripted policy: a network that starts as a fair copy learns the rest much sooner.

First the teacher plays.  A network that has only seen its teacher's games is lost after its own first mistake; so in
the following rounds the network plays, and the teacher labels each decision with its own choice (DAgger).
"""

import typing
from collections.abc import Sequence

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO

from ctv_env.agents.training.config import WarmStart
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.observation import Layout, split
from ctv_env.core.playout import playout
from ctv_env.envs.batch import BatchGames


class Lessons(typing.NamedTuple):
    """Decisions with a teacher's advice, n in all."""

    rows: np.ndarray  # float16 (n, size), the observations, with their arrays concatenated
    masks: np.ndarray  # uint8 (n, ceil(n_actions / 8)), packed bits
    actions: np.ndarray  # int64 (n,), the teacher's action
    returns: np.ndarray  # float32 (n,), rewards from there to the end of the game; nan where the end was not reached


def warm_up(model: MaskablePPO, games: BatchGames, settings: WarmStart, seed: int) -> float:
    """Train ``model``, a MaskablePPO, according to ``settings``.

    Args:
        model: its policy and value are trained; its optimizer is left unchanged.
        games: in which the learner's side is played.
        settings: teacher, amount, learning rate.
        seed: of the games and the teacher.

    Returns:
        Fraction of decisions in the last pass to which the policy gave more than half of its probability.
    """
    lessons: list[Lessons] = []
    for k in range(settings.rounds):
        lessons.append(collect(games, settings, seed + k * games.n, model if k else None))
        everything = Lessons(*(np.concatenate(arrays) for arrays in zip(*lessons, strict=True)))
        agreement = imitate(model, everything, games.layouts, settings)
    with torch.no_grad():
        for parameter in model.policy.action_net.parameters():
            parameter.mul_(settings.sharpness)
    return agreement


def collect(games: BatchGames, settings: WarmStart, seed: int, model: MaskablePPO | None = None) -> Lessons:
    """Play one round of games with the teacher's advice; ``model`` plays if given, otherwise the teacher."""
    n_steps = -(-settings.decisions // (games.n * settings.rounds))
    scratch = records(1, games.spec.scratch)
    scratch[0]["rng"] = stream(seed, POLICY)
    policies, advise = games.spec.policies, playout(games.spec.hooks()).advise
    teacher = policies.index(settings.teacher or policies[-1])
    rows = np.empty((n_steps, *games.batch.rows.shape), np.float16)
    masks = np.empty((n_steps, games.n, -(-games.tables.actions.n // 8)), np.uint8)
    actions = np.empty((n_steps, games.n), np.int64)
    rewards = np.empty((n_steps, games.n), np.float32)
    ends = np.empty((n_steps, games.n), bool)
    seen = games.reset([seed + i for i in range(games.n)])
    for k in range(n_steps):
        rows[k] = games.rows
        masks[k] = np.packbits(games.masks.view(np.uint8), axis=1)
        advise(games.batch.states, games.batch.tables, scratch, teacher, actions[k])
        played = model.predict(seen, action_masks=games.masks)[0] if model else actions[k]
        seen, rewards[k], ends[k] = games.step(played)
    returns = returns_of(rewards, ends)
    return Lessons(*(array.reshape(-1, *array.shape[2:]) for array in (rows, masks, actions, returns)))


def returns_of(rewards: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return undiscounted rewards to the end of each game, (rounds, n); nan in games that did not end."""
    returns = np.empty_like(rewards)
    total = np.full(rewards.shape[1], np.nan, np.float32)
    for k in reversed(range(len(rewards))):
        total = np.where(ends[k], 0.0, total) + rewards[k]
        returns[k] = total
    return returns


def imitate(model: MaskablePPO, lessons: Lessons, layouts: Sequence[Layout], settings: WarmStart) -> float:
    """Train the policy of ``model`` to act as the teacher, and its value to predict the returns; as ``warm_up``."""
    n, n_parts = len(lessons.actions), max(1, len(lessons.actions) // settings.minibatch)
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=settings.learning_rate, eps=1e-5)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, n_parts * settings.epochs)
    random = np.random.default_rng(model.seed)
    model.policy.set_training_mode(True)
    for _ in range(settings.epochs):
        right = 0
        for part in np.array_split(random.permutation(n), n_parts):
            right += _learn(model, optimizer, Lessons(*(array[part] for array in lessons)), layouts)
            schedule.step()
    return right / n


def _learn(model: MaskablePPO, optimizer: torch.optim.Optimizer, lessons: Lessons, layouts: Sequence[Layout]) -> int:
    """Take one gradient step; return the number of decisions at which the policy was right before it."""
    arrays = {name: torch.from_numpy(array) for name, array in split(lessons.rows.astype(np.float32), layouts).items()}
    observations: typing.Any = arrays if len(arrays) > 1 else next(iter(arrays.values()))
    n_actions = int(typing.cast(spaces.Discrete, model.action_space).n)
    masks = torch.from_numpy(np.unpackbits(lessons.masks, axis=1, count=n_actions))
    values, log_probability, _ = model.policy.evaluate_actions(
        observations, torch.from_numpy(lessons.actions), action_masks=masks
    )
    returns = torch.from_numpy(lessons.returns)
    known = ~torch.isnan(returns)
    loss = -log_probability.mean()
    if known.any():
        loss = loss + model.vf_coef * torch.nn.functional.mse_loss(values.flatten()[known], returns[known])
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.policy.parameters(), model.max_grad_norm)
    optimizer.step()
    with torch.no_grad():
        return int((log_probability.exp() > 0.5).sum())
