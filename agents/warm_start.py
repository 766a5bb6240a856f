"""Imitation of a scripted policy: a network that begins as a fair copy learns the rest by itself far sooner."""

import typing

import numpy as np
import torch

from agents.compiled import POLICIES, advise
from agents.config import WarmStart
from ctv_env.core.channels import split
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.envs.vector import BatchGames


class Lessons(typing.NamedTuple):
    """Decisions of a teacher, n in all."""

    rows: np.ndarray  # float16 (n, size), what the teacher saw, its arrays one behind the other
    masks: np.ndarray  # uint8 (n, ceil(n_actions / 8)), packed bits
    actions: np.ndarray  # int64 (n,)
    returns: np.ndarray  # float32 (n,), rewards from there to the end of the game; nan where that was not seen


def collect(games: BatchGames, settings: WarmStart, seed: int) -> Lessons:
    """Let the teacher play the learner's part in ``games`` and write down what it sees, does and gets."""
    rounds = -(-settings.decisions // games.n)
    works = records(1, games.rules.work)
    works[0]["rng"] = stream(seed, POLICY)
    teacher = POLICIES.index(settings.teacher)
    rows = np.empty((rounds, *games.batch.rows.shape), np.float16)
    masks = np.empty((rounds, games.n, -(-games.rules.n_actions // 8)), np.uint8)
    actions = np.empty((rounds, games.n), np.int64)
    rewards = np.empty((rounds, games.n), np.float32)
    ends = np.empty((rounds, games.n), bool)
    games.reset([seed + i for i in range(games.n)])
    for k in range(rounds):
        rows[k] = games.batch.rows
        masks[k] = np.packbits(games.masks.view(np.uint8), axis=1)
        advise(games.batch.states, games.batch.tables, works, teacher, actions[k])
        _, rewards[k], ends[k] = games.step(actions[k])
    returns = _returns(rewards, ends)
    return Lessons(*(array.reshape(-1, *array.shape[2:]) for array in (rows, masks, actions, returns)))


def _returns(rewards: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Undiscounted rewards to the end of each game, (rounds, n); nan in games that did not end."""
    returns = np.empty_like(rewards)
    total = np.full(rewards.shape[1], np.nan, np.float32)
    for k in reversed(range(len(rewards))):
        total = np.where(ends[k], 0.0, total) + rewards[k]
        returns[k] = total
    return returns


def imitate(model, lessons: Lessons, layouts, settings: WarmStart) -> float:
    """Train the policy of ``model`` to act, and its value to judge, as the teacher did.

    Args:
        model: a MaskablePPO; its own optimizer is left alone.
        lessons: from ``collect``.
        layouts: of the observation.
        settings: epochs and learning rate.

    Returns:
        Part of the decisions in the last epoch to which the policy gave more than half of its probability.
    """
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=settings.learning_rate, eps=1e-5)
    random = np.random.default_rng(model.seed)
    model.policy.set_training_mode(True)
    for _ in range(settings.epochs):
        order = random.permutation(len(lessons.actions))
        parts = np.array_split(order, max(1, len(order) // model.batch_size))
        right = sum(_learn(model, optimizer, Lessons(*(array[part] for array in lessons)), layouts) for part in parts)
    return right / len(lessons.actions)


def _learn(model, optimizer, lessons: Lessons, layouts) -> int:
    """One gradient step; returns at how many decisions the policy was right before it."""
    arrays = {name: torch.from_numpy(array) for name, array in split(lessons.rows.astype(np.float32), layouts).items()}
    observations = arrays if len(arrays) > 1 else next(iter(arrays.values()))
    masks = np.unpackbits(lessons.masks, axis=1, count=model.action_space.n)
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
