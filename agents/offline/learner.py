"""Learning from data sets without playing: imitation, and advantage-weighted regression.

The network is the one that scores candidates.  Imitation (behavioural cloning) makes the recorded actions likely.
Advantage-weighted regression (Peng, Kumar, Zhang, Levine: *Advantage-Weighted Regression: Simple and Scalable
Off-Policy Reinforcement Learning*, 2019) first lets the value learn the results of the games; then the actions of
decisions from which the game ended better than that value count more, and the others less.
"""

import math
import typing
from collections.abc import Iterable, Sequence

import numpy as np
import torch
from gymnasium.spaces import Discrete

from ctv_env.agents.learned.candidate_policy import CandidatePolicy
from ctv_env.agents.learned.candidates import choose
from ctv_env.agents.learned.gather import Gathered, Plan, gather
from ctv_env.agents.offline.data_set import DataSet, DataSetError
from ctv_env.agents.offline.episode import Episode
from ctv_env.agents.training.candidate_warm_start import Lessons, imitate
from ctv_env.agents.training.config import WarmStart
from ctv_env.agents.training.decisions import join
from ctv_env.envs.spaces import observation_space

IMITATION, ADVANTAGE_WEIGHTED = "bc", "awr"
METHODS = (IMITATION, ADVANTAGE_WEIGHTED)
_LARGEST_WEIGHT = 20.0  # as in the paper
_HELD_OUT = 10  # one seed in so many
_VF_COEF, _MAX_GRAD_NORM = 0.5, 0.5
_AT_ONCE = 4096  # decisions


class Settings(typing.NamedTuple):
    """How to learn.

    Attributes:
        method: one of ``METHODS``.
        epochs: passes over the data; with advantages, first so many for the value, then so many for the policy.
        learning_rate: at the start; it falls to 0.
        minibatch: decisions in a gradient step.
        temperature: with advantages, the amount by which a result must beat the value to count e times as much.
        net: widths of the layers of the whole position.
        candidate_net: width of the layers of an action.
        seed: of the network and the order of the decisions.
    """

    method: str = IMITATION
    epochs: int = 4
    learning_rate: float = 1e-3
    minibatch: int = 256
    temperature: float = 0.5
    net: tuple[int, ...] = (128, 64)
    candidate_net: int = 64
    seed: int = 0

    def check(self) -> None:
        """Raise a ValueError for a value that makes no sense."""
        if self.method not in METHODS:
            raise ValueError(f"method must be one of {', '.join(METHODS)}, not {self.method!r}")
        for name in ("epochs", "learning_rate", "minibatch", "temperature"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0, not {getattr(self, name)}")
        if self.seed < 0:
            raise ValueError(f"seed must not be negative, but is {self.seed}")


class Findings(typing.NamedTuple):
    """What the network has learned, measured on games that it has not seen: one seed in ten.

    Attributes:
        decisions: number of taught decisions that it has learned from.
        unseen: number of taught decisions in the other games.
        agreement: share of these at which its most likely action is the recorded one; nan if there are none.
        explained: share of the variance of the results that its value explains there; nan if they do not vary.
    """

    decisions: int
    unseen: int
    agreement: float
    explained: float

    def __str__(self) -> str:
        learned = f"learned from {self.decisions:,} decisions"
        if not self.unseen:
            return f"{learned}; too few games to keep some for a test"
        takes = f"{learned}; of {self.unseen:,} in unseen games it takes {self.agreement:.1%} as recorded"
        if math.isnan(self.explained):
            return takes
        return f"{takes}, and explains {self.explained:.0%} of the variance of the results"


def learn(data_sets: Sequence[DataSet], settings: Settings) -> tuple[CandidatePolicy, Findings]:
    """Return a new network that has learned from data sets.

    Args:
        data_sets: at least one; all of the same game, scenario and observation.
        settings: how to learn.

    Raises:
        ValueError: a wrong setting.
        DataSetError: (a ValueError) the data sets do not belong together, are damaged, or have no episode.
    """
    settings.check()
    check_alike(data_sets)
    torch.set_num_threads(1)
    torch.manual_seed(settings.seed)
    policy = new_policy(data_sets[0], settings)
    taught: list[Lessons] = []
    unseen: list[Lessons] = []
    for data in data_sets:
        episodes = list(_gathered(data, policy.plan))
        taught += _lessons([one for one in episodes if one[0].seed % _HELD_OUT])
        unseen += _lessons([one for one in episodes if not one[0].seed % _HELD_OUT])
    if not taught:
        raise DataSetError("the data sets have no episode to learn from")
    how = WarmStart(epochs=settings.epochs, minibatch=settings.minibatch, learning_rate=settings.learning_rate)
    if settings.method == ADVANTAGE_WEIGHTED:
        only_value = [one._replace(weights=np.zeros_like(one.weights)) for one in taught]
        imitate(policy, only_value, how, settings.seed, _VF_COEF, _MAX_GRAD_NORM)
        weighted = [_by_advantage(policy, one, settings.temperature) for one in taught]
        imitate(policy, weighted, how, settings.seed, 0.0, _MAX_GRAD_NORM)
    else:
        imitate(policy, taught, how, settings.seed, _VF_COEF, _MAX_GRAD_NORM)
    policy.set_training_mode(False)
    return policy, _findings(policy, taught, unseen)


def check_alike(data_sets: Sequence[DataSet]) -> None:
    """Raise a DataSetError unless all data sets are of one game, with the same options, and show the same."""
    first, *others = data_sets
    for other in others:
        mine, its = ({**one.facts["identity"], "side": "", "options": one.facts["options"]} for one in (first, other))
        if mine != its:
            raise DataSetError(f"{first.folder} and {other.folder} differ in game, scenario, options or observation")


def new_policy(data: DataSet, settings: Settings) -> CandidatePolicy:
    """Return an untrained network for the game of a data set."""
    space = observation_space(data.layouts, "float32")
    actions = data.tables.actions
    return CandidatePolicy(
        space, Discrete(actions.n), lambda _: 0.0, data.layouts, actions, settings.net, settings.candidate_net
    )


def _gathered(data: DataSet, plan: Plan) -> Iterable[tuple[Episode, Gathered]]:
    """Yield each episode without its rows, and the features of its decisions."""
    for episode in data:
        n = episode.n
        gathered = gather(plan, episode.rows[:n], episode.masks[:n])
        yield episode._replace(rows=episode.rows[:0].copy()), gathered  # a view would keep all rows in memory


def _lessons(episodes: Sequence[tuple[Episode, Gathered]]) -> list[Lessons]:
    """Return all decisions of some episodes, none or one of lessons; those not taught only teach the value."""
    if not episodes:
        return []
    actions = np.concatenate([episode.actions for episode, _ in episodes])
    returns = np.repeat([episode.result for episode, _ in episodes], [episode.n for episode, _ in episodes])
    weights = np.concatenate([episode.taught for episode, _ in episodes])
    decisions = join([gathered for _, gathered in episodes], actions)
    return [Lessons(decisions, returns.astype(np.float32), weights.astype(np.float32))]


def _by_advantage(policy: CandidatePolicy, lessons: Lessons, temperature: float) -> Lessons:
    """Return the lessons with weights by how much better than the value of the network the games ended."""
    values, _ = _answers(policy, lessons)
    weights = np.minimum(np.exp((lessons.returns - values) / temperature), _LARGEST_WEIGHT) * lessons.weights
    mean = weights.sum() / max(np.count_nonzero(lessons.weights), 1)
    return lessons._replace(weights=(weights / max(mean, 1e-6)).astype(np.float32))


def _answers(policy: CandidatePolicy, lessons: Lessons) -> tuple[np.ndarray, np.ndarray]:
    """Return the values of positions, float32 (n,), and whether the most likely action is the recorded one, (n,)."""
    values, right = [], []
    for its in np.array_split(np.arange(len(lessons.returns)), -(-len(lessons.returns) // _AT_ONCE)):
        gathered, _ = lessons.decisions.select(its)
        with torch.no_grad():
            scores = policy.scores(gathered)
        chosen = choose(scores, sample=False) - scores.starts
        values.append(scores.values.numpy())
        right.append(chosen.numpy() == lessons.decisions.chosen[its])
    return np.concatenate(values), np.concatenate(right)


def _findings(policy: CandidatePolicy, taught: Sequence[Lessons], unseen: Sequence[Lessons]) -> Findings:
    decisions = sum(int(np.count_nonzero(one.weights)) for one in taught)
    if not unseen:
        return Findings(decisions, 0, float("nan"), float("nan"))
    answers = [_answers(policy, one) for one in unseen]
    values, right = (np.concatenate(columns) for columns in zip(*answers, strict=True))
    returns = np.concatenate([one.returns for one in unseen])
    is_taught = np.concatenate([one.weights > 0 for one in unseen])
    agreement = float(right[is_taught].mean()) if is_taught.any() else float("nan")
    explained = 1 - float(np.var(returns - values) / np.var(returns)) if np.ptp(returns) else float("nan")
    return Findings(decisions, int(is_taught.sum()), agreement, explained)
