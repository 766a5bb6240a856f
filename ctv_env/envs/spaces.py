"""Spaces shared by all front ends, created from a game's declarations."""

import gymnasium
import numpy as np

from ctv_env.core.observation import Layout

Observation = np.ndarray | dict[str, np.ndarray]
"""What a learner sees: an array, or several by name."""


def observation_space(layouts: tuple[Layout, ...], dtype: str) -> gymnasium.Space:
    """Return the space of a kind of observation: a ``Box``, or a ``Dict`` of boxes for several arrays.

    It is new each time, since a space has a random generator: seeding that of one environment must not change another.
    """
    boxes: dict[str, gymnasium.Space] = {}
    for layout in layouts:
        boxes[layout.name] = gymnasium.spaces.Box(*layout.bounds(dtype), dtype=np.dtype(dtype).type)
    return gymnasium.spaces.Dict(boxes) if len(boxes) > 1 else next(iter(boxes.values()))


def mask_space(n_actions: int, dtype: type = np.int8) -> gymnasium.spaces.Box:
    """Return the space of a mask that is part of an observation."""
    return gymnasium.spaces.Box(0, 1, (n_actions,), dtype)
