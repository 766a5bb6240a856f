"""The network that scores candidates: each legal action by shared weights, from its own features and the position's.

Only the legal actions are scored, all those of a batch in one flat list.
"""

import itertools
import typing

import numpy as np
import torch
from torch import nn

from ctv_env.agents.learned.gather import Gathered, Plan
from ctv_env.agents.learned.policy import DivergedError

_LARGEST = 1e7  # of the logits


class Scores(typing.NamedTuple):
    """What the network says of n positions with m legal actions in all."""

    log_p: torch.Tensor  # (m,), log probability of each legal action
    values: torch.Tensor  # (n,)
    owners: torch.Tensor  # int64 (m,), position of each action
    starts: torch.Tensor  # int64 (n,), first action of each position

    def entropies(self) -> torch.Tensor:
        """(n,), of the probabilities of each position."""
        return -_sums(self.log_p.exp() * self.log_p, self.owners, len(self.values))

    def divergences(self, log_q: torch.Tensor) -> torch.Tensor:
        """(n,), of the probabilities from others, (m,) logs."""
        return _sums(self.log_p.exp() * (self.log_p - log_q), self.owners, len(self.values))


def _sums(numbers: torch.Tensor, owners: torch.Tensor, n: int) -> torch.Tensor:
    return torch.zeros(n).index_add(0, owners, numbers)


def ragged_log_softmax(logits: torch.Tensor, owners: torch.Tensor, n: int) -> torch.Tensor:
    """Return the log probabilities of actions, (m,), given their logits and positions.

    Raises:
        DivergedError: a logit is not a number, or very large.
    """
    low, high = torch.aminmax(logits.detach())
    if not (low >= -_LARGEST and high <= _LARGEST):  # also for nan
        raise DivergedError(
            f"the network has diverged: its logits are {low:.3g} to {high:.3g}, beyond {_LARGEST:.0e}; train it again "
            "from an earlier checkpoint, with a lower learning_rate"
        )
    best = torch.full((n,), -torch.inf).scatter_reduce(0, owners, logits.detach(), "amax")
    shifted = logits - best[owners]
    return shifted - _sums(shifted.exp(), owners, n).log()[owners]


class CandidateNetwork(nn.Module):
    """Scores of legal actions, and the value of positions.

    Args:
        plan: of the features.
        widths: of the hidden layers of the position; the last is the width of its summary.
        candidate: width of the hidden layers of an action.
    """

    def __init__(self, plan: Plan, widths: list[int], candidate: int):
        super().__init__()
        self.plan = plan
        self.summary = _layers(plan.n_context, widths)
        # The value has layers of its own: else what it learns changes the policy, which forgets its warm start.
        before = ([plan.n_context, *widths])[-1]
        self.value = nn.Sequential(*_layers(plan.n_context, widths), nn.Linear(before, 1))
        self.of_summary = nn.Linear(before, candidate)
        self.of_action = nn.Embedding(len(plan.segment_of), candidate)
        self.of_features = nn.ModuleList([nn.Linear(max(width, 1), candidate, bias=False) for width in plan.widths])
        self.shortcuts = nn.ModuleList([nn.Linear(max(width, 1), 1, bias=False) for width in plan.widths])
        self.second = nn.Linear(candidate, candidate)
        self.score = nn.Linear(candidate, 1)
        nn.init.zeros_(self.of_action.weight)
        for layer in (self.score, *self.shortcuts):
            nn.init.zeros_(typing.cast(nn.Linear, layer).weight)
        self._segment_of = torch.from_numpy(plan.segment_of)
        self._meanings = [
            (torch.from_numpy(zeros), torch.from_numpy(units))
            for zeros, units in zip(plan.zeros, plan.units, strict=True)
        ]
        self._context = torch.from_numpy(plan.context_zeros), torch.from_numpy(plan.context_units)

    def forward(self, gathered: Gathered) -> Scores:
        """Return the scores; raises as ``ragged_log_softmax``."""
        n = len(gathered.counts)
        counts = torch.from_numpy(gathered.counts)
        owners = torch.repeat_interleave(torch.arange(n), counts)
        position = self._position(gathered)
        summary, values = self.summary(position), self.value(position).squeeze(-1)
        hidden, direct = self._describe(gathered)
        hidden = torch.relu(hidden + self.of_summary(summary)[owners])
        hidden = torch.relu(self.second(hidden)) + hidden
        logits = self.score(hidden).squeeze(-1) + direct
        return Scores(ragged_log_softmax(logits, owners, n), values, owners, counts.cumsum(0) - counts)

    def _position(self, gathered: Gathered) -> torch.Tensor:
        """Return what the numbers of the position mean, (n, n_context)."""
        zeros, units = self._context
        return (torch.from_numpy(gathered.context) - zeros) * units

    def values(self, gathered: Gathered) -> torch.Tensor:
        """Return the values alone, (n,)."""
        return self.value(self._position(gathered)).squeeze(-1)

    def _describe(self, gathered: Gathered) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what the features and the identity of each action add to its hidden layer and to its logit."""
        actions = torch.from_numpy(gathered.actions.astype(np.int64))
        features = torch.from_numpy(gathered.features)
        segments = self._segment_of[actions]
        hidden = self.of_action(actions)
        direct = torch.zeros(len(actions))
        for k, width in enumerate(self.plan.widths):
            its = (segments == k).nonzero().squeeze(-1)
            if width == 0 or len(its) == 0:
                continue
            zeros, units = self._meanings[k]
            inputs = (features[its, :width] - zeros) * units
            hidden = hidden.index_add(0, its, self.of_features[k](inputs))
            direct = direct.index_add(0, its, self.shortcuts[k](inputs).squeeze(-1))
        return hidden, direct


def _layers(n_inputs: int, widths: list[int]) -> nn.Sequential:
    layers: list[nn.Module] = []
    for before, width in itertools.pairwise([n_inputs, *widths]):
        layers += [nn.Linear(before, width), nn.ReLU()]
    return nn.Sequential(*layers)


def choose(scores: Scores, sample: bool) -> torch.Tensor:
    """Return the index of an action for each position, (n,), into all actions: drawn, or the most likely."""
    n = len(scores.values)
    m = len(scores.log_p)
    keys = scores.log_p.detach()
    if sample:
        keys = keys - torch.empty(m).exponential_().log()  # the largest is distributed as the probabilities
    best = torch.full((n,), -torch.inf).scatter_reduce(0, scores.owners, keys, "amax")
    is_best = keys >= best[scores.owners]
    places = torch.where(is_best, torch.arange(m), m)
    return torch.full((n,), m).scatter_reduce(0, scores.owners, places, "amin")
