"""Checks of the layers and policies requested for a drawing."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from ctv_env.core.datafile import one_of


def check_layers(layers: str | Iterable[str], known: tuple[str, ...]) -> tuple[str, ...]:
    """Return ``layers``, one name or several, as a tuple; ValueError for a name that is not ``known``."""
    names = (layers,) if isinstance(layers, str) else tuple(layers)
    for name in names:
        if name not in known:
            raise ValueError(f"no layer {name!r}; {one_of(str(name), known) if known else 'there are none'}")
    return names


def check_policy(policy: ArrayLike, n_actions: int) -> np.ndarray:
    """Return ``policy`` as float64 (n_actions,).

    Raises:
        ValueError: wrong shape, or not a probability distribution.
    """
    given = np.asarray(policy, float)
    if given.shape != (n_actions,) or not np.isfinite(given).all() or (given < 0).any() or given.sum() > 1 + 1e-3:
        raise ValueError(f"policy must be {n_actions} probabilities, one for each action, that add up to 1")
    return given
