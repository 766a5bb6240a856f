"""Strength of agents, from all their games together.

The rating is the Bradley-Terry model on Elo's scale, fitted by choix to all results at once.  Agents do not learn
between games, so the order of games must not matter, as it does in Elo's or TrueSkill's game-by-game updates.
"""

import itertools
import math
import typing

import choix
import numpy as np

from ctv_env.agents.evaluation.statistics import paired

ELO = 400 / math.log(10)
"""Elo points per unit of the model: 400 points are odds of ten to one."""

_PRIOR = np.array([1.0, 1e-6, 1.0])  # added pairs swept, shared and lost, which keep the ratings of the unbeaten finite
_ITERATIONS = 10_000
_DRAWS, _DRAW_SEED = 1000, 0


class Meeting(typing.NamedTuple):
    """The pairs of games of two agents, from the point of view of one: swept, shared and lost pairs.

    A draw is half a game won: a pair with one counts as half a pair of one kind and half a pair of the next.

    Attributes:
        distinct: number of distinct pairs.
        forfeits: games that this agent forfeited.
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
        """Fraction of the games that this agent has won."""
        return (self.swept + self.shared / 2) / self.pairs

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the score, from the distinct pairs."""
        swept, lost = (count * self.distinct / self.pairs for count in (self.swept, self.lost))
        return paired(swept, lost, self.distinct)


class Rating(typing.NamedTuple):
    """The rating of an agent, with its 95 % interval; the mean of all agents is 0."""

    label: str
    elo: float
    low: float
    high: float


def rate(labels: list[str], meetings: dict[tuple[str, str], Meeting]) -> list[Rating]:
    """Return ratings, best first.

    One pair swept and one lost are added to each meeting, as in the interval of its score.  The intervals of the
    ratings are those of a Bayesian bootstrap over pairs of games (Rubin, Ann. Stat. 9, 1981, 130-134): the fractions of
    pairs swept, shared and lost are drawn from their posterior, and the model is fitted to each draw.  Drawing pairs
    with replacement would give the unbeaten an interval of zero width.

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
    """Return the effective numbers of pairs swept, shared and lost, float64 (3,)."""
    return np.array([meeting.swept, meeting.shared, meeting.lost]) * meeting.distinct / meeting.pairs + _PRIOR


def _fit(labels: list[str], pairs: dict[tuple[str, str], np.ndarray]) -> np.ndarray:
    """Return Elo ratings, float64 (n,), from the pairs swept, shared and lost of each two agents."""
    wins = np.zeros((len(labels), len(labels)))
    for (one, other), (swept, shared, lost) in pairs.items():
        i, j = labels.index(one), labels.index(other)
        wins[i, j], wins[j, i] = swept + shared / 2, lost + shared / 2
    return ELO * choix.ilsr_pairwise_dense(wins, max_iter=_ITERATIONS)
