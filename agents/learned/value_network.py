"""A value network of the positions after plans; to play with it takes no learning library."""

from collections.abc import Mapping, Sequence

import numpy as np

from ctv_env.agents.learned.layers import layers_of
from ctv_env.agents.learned.plan_trials import Outcomes, inputs
from ctv_env.core.observation import Layout


class ValueNetwork:
    """Fully connected layers with rectified linear units between them.

    Args:
        weights: of the layers K = 0, 1, ...: ``K.weight``, (outputs, inputs), and ``K.bias``, (outputs,); float32 or
            float16.
        layouts: of the observations.

    Raises:
        ValueError: these are not the arrays of such a network for these observations.
    """

    def __init__(self, weights: Mapping[str, np.ndarray], layouts: Sequence[Layout]):
        self._layouts = tuple(layouts)
        self._layers = layers_of(weights, 1 + sum(layout.size for layout in layouts), 1)

    def values(self, found: Outcomes) -> np.ndarray:
        """Return float32 (n,): the logarithm of the odds that the side that planned wins, for n positions."""
        numbers = inputs(found.rows, found.outlooks, self._layouts)
        for k, (weight, bias) in enumerate(self._layers):
            numbers = (np.maximum(numbers, 0) if k else numbers) @ weight + bias
        return numbers[:, 0]
