"""Weighted chance outcomes: of a die, of the sum of several dice, of counters drawn from a cup.

The outcomes of a chance node are numbers below the number of actions; weights are positive integers.
"""

from collections.abc import Sequence

Weights = Sequence[tuple[int, int]]
"""Pairs of outcome and weight, in ascending order of the outcomes."""


def probabilities(weights: Weights) -> list[tuple[int, float]]:
    """Return pairs of outcome and probability."""
    whole = sum(weight for _, weight in weights)
    return [(outcome, weight / whole) for outcome, weight in weights]
