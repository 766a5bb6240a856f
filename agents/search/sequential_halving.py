"""Sequential halving: how a search divides its budget among candidates."""

from collections.abc import Callable

import numpy as np

from ctv_env.agents.search.budget import Budget

ROUNDS = 3
_BATCH = 4  # dice per determinization, which takes as long as half a turn of play


def halve(
    candidates: list[tuple[int, ...]],
    budget: Budget,
    draw: Callable[[int], np.ndarray],
    worth: Callable[[tuple[int, ...], np.ndarray], float],
) -> tuple[int, ...]:
    """Return the candidate with the highest mean value.

    Every round may spend the same share of the budget, and keeps the better half by the values of all rounds so far.

    Args:
        candidates: at least one.
        budget: in playouts or seconds.
        draw: creates n states, on which all remaining candidates are tried, so that they share their dice.
        worth: the sum of the values of a candidate in copies of such states, which it may modify.
    """
    totals = dict.fromkeys(candidates, 0.0)
    for _ in range(ROUNDS):
        meter = budget.times(1 / ROUNDS).open()
        while len(candidates) > 1 and not meter.is_empty:
            states = draw(min(_BATCH, int(max(budget.amount // (ROUNDS * len(candidates)), 1))))
            for one in candidates:
                totals[one] += worth(one, states.copy())
            meter.spend(len(states) * len(candidates))
        candidates = sorted(candidates, key=totals.__getitem__, reverse=True)[: (len(candidates) + 1) // 2]
    return candidates[0]
