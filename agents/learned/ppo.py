"""A trained masked-PPO network as an agent."""

import pathlib
import typing
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import torch

from ctv_env.agents.learned.archive import CheckpointError, read, read_facts
from ctv_env.agents.learned.batches import batch_of
from ctv_env.agents.learned.checkpoint import WEIGHTS, check, identity_of, observation_of
from ctv_env.agents.learned.network import network
from ctv_env.agents.learned.torch_defaults import under_own_defaults
from ctv_env.agents.opinions.opinion import Opinion
from ctv_env.core.prospects import potential_of
from ctv_env.core.spec import spec_of
from ctv_env.envs.spaces import observation_space


class PPOAgent:
    """The network of a checkpoint; it takes the most likely action, or samples one if ``sample``.

    Args:
        file: the checkpoint.
        game, scenario, options: where it is to play, as in ``registry.make_agent``.
        sample: sample from the probabilities, as in training.

    Raises:
        CheckpointError: not a checkpoint, or one of another game, scenario, rules or layout.
    """

    def __init__(
        self,
        file: pathlib.Path,
        game: str | None,
        scenario: str | None,
        sample: bool = False,
        options: Mapping = MappingProxyType({}),
    ):
        tables = spec_of(game).load(scenario, **options)
        self.observation = observation_of(file, tables)
        identity = check(file, identity_of(game, scenario, self.observation, "any", options))
        self.name = file.parent.name if file.stem == "model" else file.stem
        self.side, self.files = identity["side"], (file,)
        self._sample = sample
        self._is_shaped = _reward_in(file) == "shaped"
        space = observation_space(tables.observations[self.observation], "float32")
        weights = read(file, WEIGHTS)
        try:
            self.policy = network(weights, space, tables.observations[self.observation], tables.actions)
        except CheckpointError as error:
            raise CheckpointError(f"checkpoint {file} cannot be used: {error}") from error

    def reset(self, seed: int) -> None:
        """Reseed the sampling; the most likely action needs no randomness."""
        if self._sample:
            torch.manual_seed(seed)

    def act(self, observation: typing.Any, mask: np.ndarray, info: dict) -> int:
        """Return an action for one observation."""
        return int(self.act_many(batch_of(observation), mask[None])[0])

    @under_own_defaults
    def probabilities(self, observation: typing.Any, mask: np.ndarray) -> np.ndarray:
        """Return the probability of each action for one observation, float32 (n_actions,); 0 for masked actions."""
        return self.policy.probabilities(batch_of(observation), mask[None])[0]

    def explain(self, observation: typing.Any, mask: np.ndarray, info: dict) -> Opinion:
        """Return the probabilities, and as the value the expected return of the training, without its shaping."""
        value = float(self._values(batch_of(observation), mask[None])[0])
        if self._is_shaped:
            view = info["view"]
            value += potential_of(view.determinize(0), view.side)  # the return lacks what the position has earned
        return Opinion(self.probabilities(observation, mask), min(max(value, -1.0), 1.0))

    @under_own_defaults
    def _values(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        return self.policy.values(observations, masks)

    @under_own_defaults
    def act_many(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        """Return actions, int64 (n,), for observations (n, ...), an array or a dictionary, and masks (n, n_actions)."""
        return self.policy.act_many(observations, masks, self._sample)


def _reward_in(file: pathlib.Path) -> object:
    """Return the reward scheme with which the network in a checkpoint was trained; None if it does not say."""
    config = read_facts(file).get("config")
    return config.get("reward") if isinstance(config, dict) else None
