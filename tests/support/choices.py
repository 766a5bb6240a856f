"""Legal actions that depend only on the step number: the same play for every front end."""

import numpy as np

_STRIDE = 7919  # a prime: the choices vary over the legal actions


def choose(mask, step: int) -> int:
    """Return a legal action of one mask."""
    legal = np.flatnonzero(mask)
    return int(legal[step * _STRIDE % len(legal)])


def choose_each(masks, step: int) -> np.ndarray:
    """Return a legal action of each mask."""
    return np.array([choose(mask, step) for mask in masks])


def fight(mask, step: int) -> int:
    """Return a legal action of one mask, DONE (action 0) only if there is no other: games with fighting."""
    legal = np.flatnonzero(mask)
    return choose(mask, step) if len(legal) == 1 else int(legal[1:][step * _STRIDE % (len(legal) - 1)])
