"""A trained masked-PPO network as an agent."""

import pathlib
import typing
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from agents.learned.checkpoint import check, identity_of, read_identity
from agents.learned.policy import MaskedActions


class PPOAgent:
    """The network of a checkpoint; it takes its likeliest action, or samples one if ``sample``.

    Args:
        file: the checkpoint.
        game, scenario, options: where it is to play, as in ``registry.make_agent``.
        sample: play by the probabilities, as in training.

    Raises:
        CheckpointError: no checkpoint, or one of another game, scenario, rules or layout.
    """

    def __init__(
        self,
        file: pathlib.Path,
        game: str | None,
        scenario: str | None,
        sample: bool = False,
        options: Mapping = MappingProxyType({}),
    ):
        self.observation = read_identity(file).get("observation", "")
        identity = check(file, identity_of(game, scenario, self.observation, "any", options))
        self.name = file.parent.name if file.stem == "model" else file.stem
        self.side, self.files = identity["side"], (file,)
        self._sample = sample
        self.model = MaskablePPO.load(file, device="cpu")

    def reset(self, seed: int) -> None:
        """Start the sampling anew; the likeliest action needs no randomness."""
        if self._sample:
            torch.manual_seed(seed)

    def act(self, observation: typing.Any, mask: np.ndarray, info: dict) -> int:
        """An action for one observation."""
        return int(self.model.predict(observation, action_masks=mask, deterministic=not self._sample)[0])

    def probabilities(self, observation: typing.Any, mask: np.ndarray) -> np.ndarray:
        """How likely each action is for one observation, float32 (n_actions,); 0 for those that the mask leaves out."""
        tensors, _ = self.model.policy.obs_to_tensor(observation)
        with torch.no_grad():
            distribution = self.model.policy.get_distribution(tensors, action_masks=mask)
        return typing.cast(MaskedActions, distribution).log_probabilities.exp()[0].numpy() * mask

    def act_many(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        """Actions, int64 (n,), for observations (n, ...), an array or a dictionary, and masks (n, n_actions)."""
        return self.model.predict(observations, action_masks=masks, deterministic=not self._sample)[0]
