"""The opinion of an agent that chooses among whole plans."""

from collections.abc import Iterable

import numpy as np

from ctv_env.agents.opinions.opinion import CHANCE, Opinion, certain, chance_of


def opinion_of_plans(plans: Iterable[tuple[int, float]], mask: np.ndarray) -> Opinion | None:
    """Return what an agent does, with the chance to win by the best plan that begins with each action.

    None if no plan begins with a legal action: plans may rest on what was drawn.

    Args:
        plans: the first action of each plan and the logarithm of the odds to win by it, the best first.
        mask: of the legal actions.
    """
    scores: dict[int, float] = {}
    for action, odds in plans:
        if mask[action]:
            scores.setdefault(action, 100 * chance_of(np.tanh(odds / 2)))
    best = next(iter(scores), None)
    if best is None:
        return None
    return certain(best, len(mask), value=scores[best] / 50 - 1, scores=scores, unit=CHANCE)
