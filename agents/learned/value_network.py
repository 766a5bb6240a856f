"""A value network of the positions after plans; to play with it takes no learning library."""

from collections.abc import Mapping, Sequence

import numpy as np

from ctv_env.agents.learned.plan_trials import Outcomes, inputs
from ctv_env.core.observation import Layout


class ValueNetwork:
    """Fully connected layers with rectified linear units between them.

    Args:
        weights: of the layers K = 0, 1, ...: ``K.weight``, float32 (outputs, inputs), and ``K.bias``, (outputs,).
        layouts: of the observations.

    Raises:
        ValueError: these are not the arrays of such a network for these observations.
    """

    def __init__(self, weights: Mapping[str, np.ndarray], layouts: Sequence[Layout]):
        self._layouts = tuple(layouts)
        self._layers: list[tuple[np.ndarray, np.ndarray]] = []
        size = 1 + sum(layout.size for layout in layouts)
        for k in range(len(weights) // 2):
            weight, bias = weights.get(f"{k}.weight"), weights.get(f"{k}.bias")
            if weight is None or bias is None or bias.ndim != 1 or weight.shape != (len(bias), size):
                raise ValueError(f"layer {k} does not take {size} numbers")
            self._layers.append((weight.T, bias))
            size = len(bias)
        if not self._layers or size != 1 or len(weights) % 2:
            raise ValueError("the layers do not end in one number")

    def values(self, found: Outcomes) -> np.ndarray:
        """Return float32 (n,): the logarithm of the odds that the side that planned wins, for n positions."""
        numbers = inputs(found.rows, found.outlooks, self._layouts)
        for k, (weight, bias) in enumerate(self._layers):
            numbers = (np.maximum(numbers, 0) if k else numbers) @ weight + bias
        return numbers[:, 0]
