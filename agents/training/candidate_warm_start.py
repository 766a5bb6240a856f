"""Imitation of a scripted policy by the candidate network: the same rounds as in ``warm_start.py``."""

import typing

import numpy as np
import torch

from ctv_env.agents.learned.candidate_policy import CandidatePolicy
from ctv_env.agents.learned.candidates import choose
from ctv_env.agents.learned.gather import Gathered, gather, make_plan
from ctv_env.agents.training.config import WarmStart
from ctv_env.agents.training.decisions import Decisions, join
from ctv_env.agents.training.warm_start import returns_of
from ctv_env.core.dice import POLICY, stream
from ctv_env.core.jit import records
from ctv_env.core.playout import playout
from ctv_env.envs.batch import BatchGames


class Lessons(typing.NamedTuple):
    """Decisions with a teacher's advice, n in all."""

    decisions: Decisions
    returns: np.ndarray  # float32 (n,), rewards from there to the end of the game; nan where the end was not reached
    weights: np.ndarray  # float32 (n,), how much the advice counts; the returns count in any case


def warm_up(
    policy: CandidatePolicy,
    games: BatchGames,
    settings: WarmStart,
    seed: int,
    vf_coef: float,
    max_grad_norm: float,
) -> float:
    """Train ``policy`` according to ``settings``; its optimizer is left unchanged.

    Args:
        policy: the network.
        games: in which the learner's side is played, in uint8.
        settings: teacher, amount, learning rate.
        seed: of the games, the teacher and the order of the lessons.
        vf_coef: weight of the value loss.
        max_grad_norm: gradients are scaled down to this norm.

    Returns:
        Fraction of decisions in the last pass at which the teacher's action was the most likely.
    """
    lessons: list[Lessons] = []
    agreement = 0.0
    for k in range(settings.rounds):
        n_steps = -(-settings.decisions // (games.n * settings.rounds))
        lessons.append(collect(games, n_steps, settings.teacher, seed + k * games.n, policy if k else None))
        agreement = imitate(policy, lessons, settings, seed, vf_coef, max_grad_norm)
    with torch.no_grad():
        for layer in (policy.network.score, *policy.network.shortcuts):
            for parameter in layer.parameters():
                parameter.mul_(settings.sharpness)
    return agreement


def collect(
    games: BatchGames, n_steps: int, teacher: str | None, seed: int, policy: CandidatePolicy | None = None
) -> Lessons:
    """Play ``n_steps`` decisions of each game with the teacher's advice; ``policy`` plays, or the teacher if None."""
    scratch = records(1, games.spec.scratch)
    scratch[0]["rng"] = stream(seed, POLICY)
    policies, advise = games.spec.policies, playout(games.spec.hooks()).advise
    code = policies.index(teacher or policies[-1])
    parts: list[Gathered] = []
    actions = np.empty((n_steps, games.n), np.int64)
    rewards = np.empty((n_steps, games.n), np.float32)
    ends = np.empty((n_steps, games.n), bool)
    games.reset([seed + i for i in range(games.n)])
    plan = make_plan(games.layouts, games.tables.actions)
    for k in range(n_steps):
        parts.append(gather(plan, games.batch.rows, games.masks))
        advise(games.batch.states, games.batch.tables, scratch, code, actions[k])
        played = actions[k]
        if policy is not None:
            with torch.no_grad():
                played = parts[-1].actions[choose(policy.scores(parts[-1]), sample=True).numpy()].astype(np.int64)
        _, rewards[k], ends[k] = games.step(played)
    weights = np.ones(actions.size, np.float32)
    return Lessons(join(parts, actions.ravel()), returns_of(rewards, ends).ravel(), weights)


def imitate(
    policy: CandidatePolicy,
    lessons: list[Lessons],
    settings: WarmStart,
    seed: int,
    vf_coef: float,
    max_grad_norm: float,
) -> float:
    """Train the policy to act as the teacher, and its value to predict the returns; as ``warm_up``."""
    places = [(i, part) for i, one in enumerate(lessons) for part in range(len(one.decisions))]
    which = np.array(places)
    n_parts = max(1, len(which) // settings.minibatch)
    optimizer = torch.optim.Adam(policy.parameters(), lr=settings.learning_rate, eps=1e-5)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, n_parts * settings.epochs)
    random = np.random.default_rng(seed)
    policy.set_training_mode(True)
    right = 0
    for _ in range(settings.epochs):
        right = 0
        for part in np.array_split(random.permutation(len(which)), n_parts):
            optimizer.zero_grad()
            for i in range(len(lessons)):
                its = which[part][which[part][:, 0] == i, 1]
                if len(its):
                    loss, n_right = _loss(policy, lessons[i], its, vf_coef)
                    (loss / len(part)).backward()
                    right += n_right
            torch.nn.utils.clip_grad_norm_(policy.parameters(), max_grad_norm)
            optimizer.step()
            schedule.step()
    return right / len(which)


def _loss(policy: CandidatePolicy, lessons: Lessons, its: np.ndarray, vf_coef: float) -> tuple[torch.Tensor, int]:
    """Return the summed loss of some lessons, and the number of them at which the policy agreed."""
    gathered, _ = lessons.decisions.select(its)
    scores = policy.scores(gathered)
    advised = scores.starts + torch.from_numpy(lessons.decisions.chosen[its])
    loss = -(scores.log_p[advised] * torch.from_numpy(lessons.weights[its])).sum()
    returns = torch.from_numpy(lessons.returns[its])
    known = ~torch.isnan(returns)
    loss = loss + vf_coef * ((scores.values[known] - returns[known]) ** 2).sum()
    return loss, int((choose(scores, sample=False) == advised).sum())
