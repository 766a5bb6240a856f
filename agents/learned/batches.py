"""Observations as agents get them, as batches and as rows of numbers."""

import typing

import numpy as np


def batch_of(observation: typing.Any) -> typing.Any:
    """Return one observation, an array or a dictionary of arrays, as a batch of one."""
    if isinstance(observation, dict):
        return {name: array[None] for name, array in observation.items()}
    return observation[None]


def some_of(observations: typing.Any, which: np.ndarray) -> typing.Any:
    """Return the observations of the positions ``which``, indices or bool, of a batch."""
    if isinstance(observations, dict):
        return {name: array[which] for name, array in observations.items()}
    return observations[which]


def rows_of(observations: typing.Any, zeros: np.ndarray, units: np.ndarray) -> np.ndarray:
    """Return uint8 (n, size): the arrays of n observations side by side, as the engine writes them.

    Args:
        observations: an array or a dictionary of arrays, (n, ...), uint8 or float32.
        zeros, units: as ``core.observation.meaning_of`` their layouts.
    """
    arrays = list(observations.values()) if isinstance(observations, dict) else [observations]
    rows = np.concatenate([array.reshape(len(array), -1) for array in arrays], axis=1)
    if rows.dtype != np.uint8:
        rows = np.rint(rows / units + zeros).astype(np.uint8)
    return rows
