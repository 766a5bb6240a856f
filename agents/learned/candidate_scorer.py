"""The network that scores candidates, from the arrays of a checkpoint; to play with it takes no learning library."""

import typing
from collections.abc import Mapping, Sequence

import numpy as np

from ctv_env.agents.learned.batches import rows_of
from ctv_env.agents.learned.gather import Gathered, gather, make_plan
from ctv_env.core.actions import ActionLayout
from ctv_env.core.observation import Layout, meaning_of

SCORE = "network.score.weight"
"""The array by which the weights of this network are known from those of others."""

_SUMMARY = "network.summary."


class CandidateScorer:
    """Computes the logits of ``candidates.CandidateNetwork`` with numpy.

    Args:
        weights: of a ``CandidatePolicy``, by name; those of the value are not needed.
        layouts: of the observation.
        actions: the action space.

    Raises:
        ValueError: they are not the weights of such a network for these layouts, or not finite.
    """

    def __init__(self, weights: Mapping[str, np.ndarray], layouts: Sequence[Layout], actions: ActionLayout):
        self._meaning, self._n_actions = meaning_of(layouts), actions.n
        self._plan = make_plan(layouts, actions)
        self._weights = {name: array.astype(np.float32) for name, array in weights.items()}
        self._n_layers = sum(name.startswith(_SUMMARY) and name.endswith(".weight") for name in weights)
        for name, shape in self._shapes().items():
            array = self._weights.get(name)
            if array is None or array.shape != shape:
                found = "is missing" if array is None else f"has the shape {array.shape}"
                raise ValueError(f"{name} must have the shape {shape}, but {found}")
            if not np.isfinite(array).all():
                raise ValueError(f"{name} holds numbers that are not finite")

    def logits(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        """Return the logits of n positions, float32 (n, n_actions), -inf for illegal actions.

        Args:
            observations: dictionary of the arrays of the observation, (n, ...), float32 or uint8.
            masks: bool or int8 (n, n_actions).
        """
        gathered = gather(self._plan, rows_of(observations, *self._meaning), masks)
        owners = np.repeat(np.arange(len(gathered.counts)), gathered.counts)
        hidden, direct = self._describe(gathered)
        hidden = _relu(hidden + self._linear("network.of_summary", self._summary(gathered))[owners])
        hidden = _relu(self._linear("network.second", hidden)) + hidden
        logits = np.full((len(gathered.counts), self._n_actions), -np.inf, np.float32)
        logits[owners, gathered.actions] = self._linear("network.score", hidden)[:, 0] + direct
        return logits

    def _summary(self, gathered: Gathered) -> np.ndarray:
        """Return the summary of each position, (n, width)."""
        numbers = (gathered.context - self._plan.context_zeros) * self._plan.context_units
        for k in range(self._n_layers):
            numbers = _relu(self._linear(f"{_SUMMARY}{2 * k}", numbers))
        return numbers

    def _describe(self, gathered: Gathered) -> tuple[np.ndarray, np.ndarray]:
        """Return what the features and the identity of each action add to its hidden layer and to its logit."""
        hidden = self._weights["network.of_action.weight"][gathered.actions]
        direct = np.zeros(len(gathered.actions), np.float32)
        segments = self._plan.segment_of[gathered.actions]
        for k, width in enumerate(self._plan.widths):
            its = np.flatnonzero(segments == k)
            if width and len(its):
                inputs = (gathered.features[its, :width] - self._plan.zeros[k]) * self._plan.units[k]
                hidden[its] += inputs @ self._weights[f"network.of_features.{k}.weight"].T
                direct[its] += (inputs @ self._weights[f"network.shortcuts.{k}.weight"].T)[:, 0]
        return hidden, direct

    def _linear(self, name: str, numbers: np.ndarray) -> np.ndarray:
        return numbers @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _width(self, bias: str) -> int:
        """Return the width of the layer with this bias, 0 if there is none that can be one."""
        array = self._weights.get(bias)
        return len(array) if array is not None and array.ndim == 1 else 0

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shape that each array must have; the widths of the hidden layers are free."""
        candidate = self._width("network.second.bias")
        shapes: dict[str, tuple[int, ...]] = {"network.of_action.weight": (len(self._plan.segment_of), candidate)}
        before = self._plan.n_context
        for k in range(self._n_layers):
            after = self._width(f"{_SUMMARY}{2 * k}.bias")
            shapes |= _layer(f"{_SUMMARY}{2 * k}", before, after)
            before = after
        shapes |= _layer("network.of_summary", before, candidate)
        shapes |= _layer("network.second", candidate, candidate)
        shapes |= _layer("network.score", candidate, 1)
        for k, width in enumerate(self._plan.widths):
            shapes[f"network.of_features.{k}.weight"] = (candidate, max(width, 1))
            shapes[f"network.shortcuts.{k}.weight"] = (1, max(width, 1))
        return shapes


def _relu(numbers: np.ndarray) -> np.ndarray:
    return np.maximum(numbers, 0)


def _layer(name: str, before: int, after: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (after, before), f"{name}.bias": (after,)}
