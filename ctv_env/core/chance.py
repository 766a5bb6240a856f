"""Weighted chance outcomes: of a die, of the sum of several dice, of counters drawn from a cup.

The outcomes of a chance node are numbers below the number of actions; weights are positive integers.
"""

import itertools
from collections import Counter
from collections.abc import Sequence

from ctv_env.core.dice import next_random
from ctv_env.core.jit import jit

Weights = Sequence[tuple[int, int]]
"""Pairs of outcome and weight, in ascending order of the outcomes."""


def sum_of_dice(n: int = 1, faces: int = 6) -> Weights:
    """Return the weights of the sum of ``n`` dice; with one die each face has weight 1."""
    rolls = itertools.product(range(1, faces + 1), repeat=n)
    return tuple(sorted(Counter(map(sum, rolls)).items()))


def probabilities(weights: Weights) -> list[tuple[int, float]]:
    """Return pairs of outcome and probability."""
    whole = sum(weight for _, weight in weights)
    return [(outcome, weight / whole) for outcome, weight in weights]


@jit
def draw_weighted(s, weights):
    """Return an index into ``weights``, integers (n,), drawn with ``s.rng`` in proportion to the weights."""
    whole = 0
    for k in range(weights.shape[0]):
        whole += int(weights[k])
    left = next_random(s) % whole
    for k in range(weights.shape[0]):
        left -= int(weights[k])
        if left < 0:
            return k
    return weights.shape[0] - 1
