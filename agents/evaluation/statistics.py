"""Confidence intervals of a win rate, of a score over pairs of games, of a mean, and of a mean of win rates."""

import math
from collections.abc import Sequence

import numpy as np

Z95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""


def wilson(wins: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Return the Wilson score interval of a win rate: (low, high).

    Raises:
        ValueError: no games, or not 0 <= wins <= games.
    """
    if games < 1 or not 0 <= wins <= games:
        raise ValueError(f"{wins} wins in {games} games: games must be at least 1, wins from 0 to that")
    rate, square = wins / games, z * z
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = z / (1 + square / games) * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    low = middle - half if wins > 0 else 0.0
    high = middle + half if wins < games else 1.0
    return low, high


def paired(swept: float, lost: float, pairs: float, z: float = Z95) -> tuple[float, float]:
    """Return the interval of the win rate over pairs of games on the same seed with sides swapped: (low, high).

    An agent wins both games of a pair (``swept``), neither (``lost``), or one: 1, 0 or a half.  Its win rate is 1/2 +
    (p - q) / 2, where p and q are the fractions of pairs swept and lost: the difference in chances between the two
    agents on the same side.

    Raises:
        ValueError: no pairs, or counts that are negative or exceed the pairs.
    """
    low, high = paired_difference(swept, lost, pairs, z)
    return max(0.0, (1 + low) / 2), min(1.0, (1 + high) / 2)


def paired_difference(gained: float, lost: float, pairs: float, z: float = Z95) -> tuple[float, float]:
    """Return the interval of the difference of two win rates over the same seeds: (low, high).

    In a pair of games on one seed a player may win only the first (``gained``) or only the second (``lost``); the rates
    differ by the difference of those fractions.  This is the interval of Bonett and Price (J. Educ.  Behav.  Stat. 37,
    2012, 479-488): Wald's, after adding one pair gained and one lost.  Games of a pair need not be independent, and no
    number of equal pairs gives an interval of zero width.

    Raises:
        ValueError: no pairs, or counts that are negative or exceed the pairs.
    """
    if pairs < 1 or min(gained, lost) < 0 or gained + lost > pairs:
        raise ValueError(
            f"{gained} gained and {lost} lost of {pairs} pairs: needs at least 1 pair, and gained + lost at most that"
        )
    p, q = ((count + 1) / (pairs + 2) for count in (gained, lost))
    middle, half = p - q, z * math.sqrt((p + q - (p - q) ** 2) / (pairs + 2))
    return max(-1.0, middle - half), min(1.0, middle + half)


def mean_rate(estimates: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    """Return the mean of independent rates with its interval: (rate, low, high).

    The distances of the ends of the intervals from their rates add up as standard errors do (Zou and Donner, Stat. Med.
    27, 2008, 1693-1702), so that the mean of rates near 0 or 1 has an asymmetric interval, too.

    Args:
        estimates: (rate, low, high) of each, at least one.
    """
    rate = sum(one[0] for one in estimates) / len(estimates)
    below = math.hypot(*(one[0] - one[1] for one in estimates)) / len(estimates)
    above = math.hypot(*(one[2] - one[0] for one in estimates)) / len(estimates)
    return rate, max(0.0, rate - below), min(1.0, rate + above)


def mean_interval(values: np.ndarray, z: float = Z95) -> tuple[float, float]:
    """Return the normal interval of the mean of independent ``values``, (n,): (low, high); unbounded if n is 1."""
    if len(values) < 2:
        return -math.inf, math.inf
    middle, half = float(np.mean(values)), z * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return middle - half, middle + half


def student_interval(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the 95 % interval, by Student's t, of the mean of a few independent rows.

    Args:
        values: (n, k), one row per sample.

    Returns:
        (low, high), each (k,).

    Raises:
        ValueError: fewer than two rows.
    """
    from scipy.stats import t

    n = len(values)
    if n < 2:
        raise ValueError("an interval over seeds needs at least two of them")
    middle, error = np.mean(values, axis=0), np.std(values, axis=0, ddof=1) / math.sqrt(n)
    half = t.ppf(0.975, n - 1) * error
    return middle - half, middle + half
