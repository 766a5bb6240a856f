"""A trained policy network as an agent; to play with it takes no learning library."""

import pathlib
import typing
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from ctv_env.agents.learned.archive import CheckpointError, read, read_facts
from ctv_env.agents.learned.batches import batch_of
from ctv_env.agents.learned.candidate_scorer import SCORE, CandidateScorer
from ctv_env.agents.learned.checkpoint import WEIGHTS, check, identity_of, observation_of
from ctv_env.agents.learned.layers import Layers, layers_of
from ctv_env.agents.opinions.opinion import Opinion
from ctv_env.core.observation import Layout
from ctv_env.core.spec import spec_of

KIND = "policy"
"""The entry ``agent`` of the facts in the checkpoint of a policy."""


class PolicyAgent:
    """Decides by a network, a flat one or one that scores candidates.

    ``ctv lab pack`` writes its checkpoint from a trained agent.

    Args:
        file: the checkpoint.
        game, scenario, options: where it is to play, as in ``registry.make_agent``.
        name: its name; that of the run folder or file if None.
        sample: draw actions by their probabilities instead of taking the most likely one.

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
        sample: bool = False,
    ):
        tables = spec_of(game).load(scenario, **options)
        self.observation = observation_of(file, tables)
        check(file, identity_of(game, scenario, self.observation, "any", options))
        self.name = name or (file.parent.name if file.stem == "model" else file.stem)
        self.files = (file,)
        self._sample, self._random = sample, np.random.default_rng(0)
        layouts, weights = tables.observations[self.observation], read(file, WEIGHTS)
        try:
            self._network: CandidateScorer | _FlatNetwork
            if SCORE in weights:
                self._network = CandidateScorer(weights, layouts, tables.actions)
            elif is_vector(layouts):
                self._network = _FlatNetwork(layers_of(weights, layouts[0].size, tables.actions.n))
            else:
                raise ValueError(f"its network needs one vector, but it observes {self.observation}")
        except ValueError as error:
            raise CheckpointError(f"checkpoint {file} cannot be used: {error}") from error

    def reset(self, seed: int) -> None:
        """Reseed the sampling; the most likely action needs no randomness."""
        self._random = np.random.default_rng(seed)

    def act(self, observation: typing.Any, mask: np.ndarray, info: dict) -> int:
        """Return the action for one observation, an array or a dictionary, float32."""
        return int(self.act_many(batch_of(observation), mask[None])[0])

    def act_many(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        """Return actions, int64 (n,), for observations (n, ...), float32, and masks (n, n_actions)."""
        logits = self.logits(observations, masks)
        return sampled(logits, np.ones(len(logits)), self._random) if self._sample else logits.argmax(1)

    def logits(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        """Return float32 (n, n_actions) for observations and masks as in ``act_many``; -inf for illegal actions."""
        return self._network.logits(observations, masks)

    def explain(self, observation: typing.Any, mask: np.ndarray, info: dict) -> Opinion:
        """Return the probability of each action; a packed policy has no estimate of the result."""
        logits = self.logits(batch_of(observation), mask[None])[0]
        weights = np.exp(logits - logits.max())
        return Opinion(weights / weights.sum())


class _FlatNetwork:
    """Fully connected layers with hyperbolic tangents between them."""

    def __init__(self, layers: Layers):
        self._layers = layers

    def logits(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Return the logits for observations, float32 (n, size), (n, n_actions); -inf for illegal actions."""
        numbers = observations
        for k, (weight, bias) in enumerate(self._layers):
            numbers = (np.tanh(numbers) if k else numbers) @ weight + bias
        return np.where(masks, numbers, -np.inf)


def sampled(logits: np.ndarray, temperatures: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return an action for each position, int64 (n,).

    Args:
        logits: float (n, n_actions), -inf for illegal actions.
        temperatures: float (n,): 0 takes the most likely action, 1 samples by the probabilities of the policy, and more
            makes them more equal.
        random: source of the samples.
    """
    return (logits + temperatures[:, None] * random.gumbel(size=logits.shape)).argmax(axis=1)


def is_vector(layouts: Sequence[Layout]) -> bool:
    """Return whether an observation is a single vector, as a flat network needs it."""
    return len(layouts) == 1 and len(layouts[0].shape) == 1


def is_policy(file: pathlib.Path) -> bool:
    """Return whether a checkpoint is that of a policy to play with.

    Raises:
        CheckpointError: not a checkpoint.
    """
    return read_facts(file).get("agent") == KIND
