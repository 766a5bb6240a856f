"""The spaces that all front ends share, made from the declarations of a game."""

import functools

import gymnasium
import numpy as np

from ctv_env.core.observation import Layout

Observation = np.ndarray | dict[str, np.ndarray]
"""What a learner sees: an array, or several by name."""


@functools.cache
def observation_space(layouts: tuple[Layout, ...], dtype: str) -> gymnasium.Space:
    """A ``Box`` for a kind of observation with one array, a ``Dict`` of boxes for several; always the same object."""
    boxes: dict[str, gymnasium.Space] = {}
    for layout in layouts:
        boxes[layout.name] = gymnasium.spaces.Box(*layout.bounds(dtype), dtype=np.dtype(dtype).type)
    return gymnasium.spaces.Dict(boxes) if len(boxes) > 1 else next(iter(boxes.values()))


def mask_space(n_actions: int, dtype: type = np.int8) -> gymnasium.spaces.Box:
    """The space of a mask that is a part of an observation."""
    return gymnasium.spaces.Box(0, 1, (n_actions,), dtype)
