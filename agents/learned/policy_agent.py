"""A trained flat policy network as an agent; to play with it takes no learning library."""

import pathlib
import typing
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from ctv_env.agents.learned.archive import CheckpointError, read, read_facts
from ctv_env.agents.learned.checkpoint import WEIGHTS, check, identity_of, observation_of
from ctv_env.agents.learned.layers import layers_of
from ctv_env.agents.opinions.opinion import Opinion
from ctv_env.core.observation import Layout
from ctv_env.games import spec_of

KIND = "policy"
"""The entry ``agent`` of the facts in the checkpoint of a policy."""


class PolicyAgent:
    """Takes the most likely legal action by fully connected layers with hyperbolic tangents between them.

    ``python -m ctv_env.agents.training.pack`` writes its checkpoint from a run of ``ctv train``.

    Args:
        file: the checkpoint.
        game, scenario, options: where it is to play, as in ``registry.make_agent``.
        name: its name; that of the run folder or file if None.

    Attributes:
        files: the checkpoint, by which it decides.

    Raises:
        CheckpointError: (a ValueError) not the checkpoint of a policy, or one of another game, scenario, rules or
            layout.
    """

    def __init__(
        self,
        file: pathlib.Path,
        game: str | None,
        scenario: str | None,
        options: Mapping = MappingProxyType({}),
        name: str | None = None,
    ):
        tables = spec_of(game).load(scenario, **options)
        self.observation = observation_of(file, tables)
        check(file, identity_of(game, scenario, self.observation, "any", options))
        self.name = name or (file.parent.name if file.stem == "model" else file.stem)
        self.files = (file,)
        if not is_vector(tables.observations[self.observation]):
            raise CheckpointError(f"checkpoint {file} cannot be used: it observes {self.observation}, not one vector")
        size = tables.observations[self.observation][0].size
        try:
            self._layers = layers_of(read(file, WEIGHTS), size, tables.actions.n)
        except ValueError as error:
            raise CheckpointError(f"checkpoint {file} cannot be used: {error}") from error

    def reset(self, seed: int) -> None:
        """Do nothing: the most likely action needs no randomness."""

    def act(self, observation: typing.Any, mask: np.ndarray, info: dict) -> int:
        """Return the action for one observation, float32 (size,)."""
        return int(self.act_many(observation[None], mask[None])[0])

    def act_many(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return actions, int64 (n,), for observations, float32 (n, size), and masks (n, n_actions)."""
        return self._logits(observations, masks).argmax(1)

    def explain(self, observation: typing.Any, mask: np.ndarray, info: dict) -> Opinion:
        """Return the probability of each action; a packed policy has no estimate of the result."""
        logits = self._logits(observation[None], mask[None])[0]
        weights = np.exp(logits - logits.max())
        return Opinion(weights / weights.sum())

    def _logits(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the output of the layers, (n, n_actions), -inf for illegal actions."""
        numbers = observations
        for k, (weight, bias) in enumerate(self._layers):
            numbers = (np.tanh(numbers) if k else numbers) @ weight + bias
        return np.where(masks, numbers, -np.inf)


def is_vector(layouts: Sequence[Layout]) -> bool:
    """Return whether an observation is a single vector, as a policy needs it."""
    return len(layouts) == 1 and len(layouts[0].shape) == 1


def is_policy(file: pathlib.Path) -> bool:
    """Return whether a checkpoint is that of a policy to play with.

    Raises:
        CheckpointError: not a checkpoint.
    """
    return read_facts(file).get("agent") == KIND
