"""How strong agents are, by all their games together.

The rating is Elo's scale of the Bradley-Terry model, fitted by choix to all results at once.  Agents do not learn
between games, so the order of games must not matter, as it does in Elo's or TrueSkill's updates game by game.
"""

import itertools
import math
import typing

import choix
import numpy as np

from agents.evaluation.statistics import paired

ELO = 400 / math.log(10)
"""Elo points of a unit of the model: 400 points are odds of ten to one."""

_PRIOR = np.array([1.0, 1e-6, 1.0])  # pairs swept, shared and lost besides: else the unbeaten had no finite rating
_ITERATIONS = 10_000
_DRAWS, _DRAW_SEED = 1000, 0


class Meeting(typing.NamedTuple):
    """The pairs of games of two agents, from the view of one: swept, shared and lost pairs.

    A draw is half a game won: a pair with one counts as half a pair of one kind and half a pair of the next.

    Attributes:
        distinct: pairs that differ.
        forfeits: games that the one forfeited.
    """

    swept: float = 0
    shared: float = 0
    lost: float = 0
    distinct: int = 0
    forfeits: int = 0

    @property
    def pairs(self) -> int:
        """Pairs of games."""
        return round(self.swept + self.shared + self.lost)

    @property
    def games(self) -> int:
        """Games."""
        return 2 * self.pairs

    @property
    def score(self) -> float:
        """Part of the games that the one has won."""
        return (self.swept + self.shared / 2) / self.pairs

    @property
    def interval(self) -> tuple[float, float]:
        """Of the score, 95 %, by the pairs that differ."""
        part = self.distinct / self.pairs
        return paired(self.swept * part, self.lost * part, self.distinct)


class Rating(typing.NamedTuple):
    """The rating of an agent, with its 95 % interval; the mean of all agents is 0."""

    label: str
    elo: float
    low: float
    high: float


def rate(labels: list[str], meetings: dict[tuple[str, str], Meeting]) -> list[Rating]:
    """Ratings, best first.

    One pair swept and one lost are added to each meeting, as in the interval of its score.  The intervals of the
    ratings are those of a Bayesian bootstrap over pairs of games (Rubin, Ann. Stat. 9, 1981, 130-134): the parts of
    pairs swept, shared and lost are drawn from their posterior, and the model is fitted to each draw.  Drawing pairs
    with replacement would give the unbeaten an interval without width.

    Args:
        labels: of the agents.
        meetings: of each two agents, in both orders.
    """
    evidence = {key: _evidence(meetings[key]) for key in itertools.combinations(labels, 2)}
    elo = _fit(labels, evidence)
    random = np.random.default_rng(_DRAW_SEED)
    draws = [
        _fit(labels, {key: pairs.sum() * random.dirichlet(pairs) for key, pairs in evidence.items()})
        for _ in range(_DRAWS)
    ]
    low, high = np.quantile(draws, (0.025, 0.975), axis=0)
    ratings = [Rating(label, *map(float, row)) for label, *row in zip(labels, elo, low, high, strict=True)]
    return sorted(ratings, key=lambda rating: -rating.elo)


def _evidence(meeting: Meeting) -> np.ndarray:
    """Pairs swept, shared and lost that count, float64 (3,)."""
    return np.array([meeting.swept, meeting.shared, meeting.lost]) * meeting.distinct / meeting.pairs + _PRIOR


def _fit(labels: list[str], pairs: dict[tuple[str, str], np.ndarray]) -> np.ndarray:
    """Elo ratings, float64 (n,), by the pairs swept, shared and lost of each two agents."""
    wins = np.zeros((len(labels), len(labels)))
    for (one, other), (swept, shared, lost) in pairs.items():
        i, j = labels.index(one), labels.index(other)
        wins[i, j], wins[j, i] = swept + shared / 2, lost + shared / 2
    return ELO * choix.ilsr_pairwise_dense(wins, max_iter=_ITERATIONS)
