"""The spaces that all front ends share, made from the declarations of a game."""

import functools

import gymnasium
import numpy as np

from ctv_env.core.observation import Layout


@functools.cache
def observation_space(layouts: tuple[Layout, ...], dtype: str) -> gymnasium.Space:
    """A ``Box`` for a kind of observation with one array, a ``Dict`` of boxes for several; always the same object."""
    boxes = {layout.name: gymnasium.spaces.Box(*layout.bounds(dtype), dtype=np.dtype(dtype).type) for layout in layouts}
    return gymnasium.spaces.Dict(boxes) if len(boxes) > 1 else next(iter(boxes.values()))
