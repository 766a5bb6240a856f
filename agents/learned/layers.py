"""Fully connected layers from the arrays of a checkpoint; to compute with them takes no learning library."""

from collections.abc import Mapping

import numpy as np

Layers = list[tuple[np.ndarray, np.ndarray]]
"""Weights, float32 (inputs, outputs), and biases, float32 (outputs,), of each layer."""


def layers_of(weights: Mapping[str, np.ndarray], n_inputs: int, n_outputs: int) -> Layers:
    """Return the layers whose arrays are ``K.weight``, (outputs, inputs), and ``K.bias`` for K = 0, 1, ...

    The arrays may be float16, as files keep them to be small.

    Raises:
        ValueError: these are not the arrays of such layers from ``n_inputs`` to ``n_outputs`` numbers.
    """
    layers: Layers = []
    size = n_inputs
    for k in range(len(weights) // 2):
        weight, bias = weights.get(f"{k}.weight"), weights.get(f"{k}.bias")
        if weight is None or bias is None or bias.ndim != 1 or weight.shape != (len(bias), size):
            raise ValueError(f"layer {k} does not take {size} numbers")
        if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
            raise ValueError(f"layer {k} holds numbers that are not finite")
        layers.append((weight.T.astype(np.float32), bias.astype(np.float32)))
        size = len(bias)
    if not layers or size != n_outputs or len(weights) % 2:
        raise ValueError(f"the layers do not end in {n_outputs} number{'s' if n_outputs > 1 else ''}")
    return layers
