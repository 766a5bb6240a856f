"""Confidence of a win rate."""

import math

Z95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""


def wilson(wins: int, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson score interval of a win rate: (low, high).

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
