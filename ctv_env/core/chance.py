"""Weighted chance: what can come of a die, of several dice added up, of counters drawn from a cup.

The outcomes of a chance node are numbers below the number of actions; a weight is a whole number from 1 up.
"""

import itertools
from collections import Counter
from collections.abc import Sequence

from ctv_env.core.dice import next_random
from ctv_env.core.jit import jit

Weights = Sequence[tuple[int, int]]
"""Each outcome with its weight, in rising order of the outcomes."""


def sum_of_dice(n: int = 1, faces: int = 6) -> Weights:
    """The sum of ``n`` dice; with one die each face has weight 1."""
    rolls = itertools.product(range(1, faces + 1), repeat=n)
    return tuple(sorted(Counter(map(sum, rolls)).items()))


def probabilities(weights: Weights) -> list[tuple[int, float]]:
    """Each outcome with its probability."""
    whole = sum(weight for _, weight in weights)
    return [(outcome, weight / whole) for outcome, weight in weights]


@jit
def draw_weighted(s, weights):
    """An index of ``weights``, whole numbers (n,), drawn with ``s.rng``: each as likely as its weight says."""
    whole = 0
    for k in range(weights.shape[0]):
        whole += int(weights[k])
    left = next_random(s) % whole
    for k in range(weights.shape[0]):
        left -= int(weights[k])
        if left < 0:
            return k
    return weights.shape[0] - 1
