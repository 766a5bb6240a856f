"""Imitation of a scripted policy: a network that begins as a fair copy learns the rest by itself far sooner."""

import typing

import numpy as np
import torch

from agents.compiled import POLICIES, advise
from agents.config import WarmStart
from ctv_env.core.dice import stream
from ctv_env.core.jit import records
from ctv_env.envs.vector import BatchGames


class Lessons(typing.NamedTuple):
    """Decisions of a teacher, n in all."""

    observations: np.ndarray  # float16 (n, size)
    masks: np.ndarray  # uint8 (n, ceil(n_actions / 8)), packed bits
    actions: np.ndarray  # int64 (n,)
    returns: np.ndarray  # float32 (n,), rewards from there to the end of the game; nan where that was not seen


def collect(games: BatchGames, settings: WarmStart, seed: int) -> Lessons:
    """Let the teacher play the learner's part in ``games`` and write down what it sees, does and gets."""
    rounds = -(-settings.decisions // games.n)
    works = records(1, games.rules.work)
    works[0]["rng"] = stream(seed)
    teacher = POLICIES.index(settings.teacher)
    observations = np.empty((rounds, games.n, games.batch.rows.shape[1]), np.float16)
    masks = np.empty((rounds, games.n, -(-games.rules.n_actions // 8)), np.uint8)
    actions = np.empty((rounds, games.n), np.int64)
    rewards = np.empty((rounds, games.n), np.float32)
    ends = np.empty((rounds, games.n), bool)
    observation = games.reset([seed + i for i in range(games.n)])
    for k in range(rounds):
        observations[k] = observation
        masks[k] = np.packbits(games.masks.view(np.uint8), axis=1)
        advise(games.batch.states, games.batch.tables, works, teacher, actions[k])
        observation, rewards[k], ends[k] = games.step(actions[k])
    returns = _returns(rewards, ends)
    return Lessons(*(array.reshape(-1, *array.shape[2:]) for array in (observations, masks, actions, returns)))


def _returns(rewards: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Undiscounted rewards to the end of each game, (rounds, n); nan in games that did not end."""
    returns = np.empty_like(rewards)
    total = np.full(rewards.shape[1], np.nan, np.float32)
    for k in reversed(range(len(rewards))):
        total = np.where(ends[k], 0.0, total) + rewards[k]
        returns[k] = total
    return returns


def imitate(model, lessons: Lessons, settings: WarmStart, minibatch: int, report=None) -> float:
    """Train the policy of ``model`` to act, and its value to judge, as the teacher did.

    Args:
        model: a MaskablePPO; its own optimizer is left alone.
        lessons: from ``collect``.
        settings: epochs and learning rate.
        minibatch: decisions in a gradient step.
        report: called with the number of decisions after each step.

    Returns:
        Part of the decisions in the last epoch to which the policy gave more than half of its probability.
    """
    policy, n_actions = model.policy, model.action_space.n
    optimizer = torch.optim.Adam(policy.parameters(), lr=settings.learning_rate, eps=1e-5)
    random = np.random.default_rng(model.seed)
    policy.set_training_mode(True)
    right = 0
    for _ in range(settings.epochs):
        order = random.permutation(len(lessons.actions))
        right = 0
        for part in np.array_split(order, max(1, len(order) // minibatch)):
            part.sort()  # reads memory in order
            right += _learn(policy, optimizer, lessons, part, n_actions, model)
            if report:
                report(len(part))
    return right / len(lessons.actions)


def _learn(policy, optimizer, lessons: Lessons, part: np.ndarray, n_actions: int, model) -> int:
    """One gradient step; returns how many actions were right before it."""
    observations = torch.from_numpy(lessons.observations[part].astype(np.float32))
    masks = np.unpackbits(lessons.masks[part], axis=1, count=n_actions)
    actions = torch.from_numpy(lessons.actions[part])
    returns = torch.from_numpy(lessons.returns[part])
    values, log_probability, _ = policy.evaluate_actions(observations, actions, action_masks=masks)
    known = ~torch.isnan(returns)
    loss = -log_probability.mean()
    if known.any():
        loss = loss + model.vf_coef * torch.nn.functional.mse_loss(values.flatten()[known], returns[known])
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), model.max_grad_norm)
    optimizer.step()
    with torch.no_grad():
        return int((log_probability.exp() > 0.5).sum())
