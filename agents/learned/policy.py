"""The network: sb3-contrib's masked actor-critic, with a distribution that is fast when most actions are masked.

With most of several hundred actions masked, half of the time of ``MaskablePPO`` went into three ``logsumexp`` calls on
very negative numbers, which are slow on many processors, and into ``torch.multinomial``.
"""

import typing

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

_MASKED = -1e8  # logit of a masked action, as in sb3-contrib
_LARGEST = 1e7  # of other logits: beyond it a masked action would have a chance


class DivergedError(ValueError):
    """The output of a network cannot be used as probabilities."""


def require_legal(has_any: torch.Tensor) -> None:
    """Raise a ValueError unless every position has a legal action, bool (n,).

    With nothing to choose from, all masked actions would be equally likely, and a forbidden one would be taken.
    """
    if not has_any.all():
        raise ValueError(
            f"the mask of position {int((~has_any).nonzero()[0])} of {len(has_any)} allows no action: there is nothing "
            "to choose from"
        )


class MaskedActions(MaskableCategoricalDistribution):
    """Same distribution as its base class, with a single ``log_softmax``; sampled by inverting the cumulative sums."""

    def proba_distribution(self, action_logits: torch.Tensor) -> "MaskedActions":
        """Set the logits, (n, n_actions), with nothing masked."""
        self._logits = action_logits
        self.apply_masking(None)
        return self

    def apply_masking(self, masks: typing.Any) -> None:
        """Mask actions, (n, n_actions) of any number type; None for no mask."""
        self._masks = masks
        self._log_p: torch.Tensor | None = None

    @property
    def log_probabilities(self) -> torch.Tensor:
        """(n, n_actions), computed lazily, since the mask comes after the logits.

        Raises:
            DivergedError: a logit is not a number, or very large.
        """
        if self._log_p is None:
            logits = self._logits
            low, high = torch.aminmax(logits.detach())
            if not (low >= -_LARGEST and high <= _LARGEST):  # also for nan
                raise DivergedError(
                    f"the network has diverged: its logits are {low:.3g} to {high:.3g}, beyond {_LARGEST:.0e}; train "
                    "it again from an earlier checkpoint, with a lower learning_rate"
                )
            if self._masks is not None:
                masks = torch.as_tensor(self._masks, dtype=torch.bool).reshape(logits.shape)
                require_legal(masks.any(-1))
                logits = torch.where(masks, logits, _MASKED)
            self._log_p = logits.log_softmax(-1)
        return self._log_p

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        """(n,), of actions (n,)."""
        return self.log_probabilities.gather(-1, actions.long().reshape(-1, 1)).squeeze(-1)

    def entropy(self) -> torch.Tensor:
        """(n,); a masked action adds nothing, since its probability is 0."""
        return -(self.log_probabilities.exp() * self.log_probabilities).sum(-1)

    def sample(self) -> torch.Tensor:
        """Return actions (n,): the first whose cumulative probability exceeds a random fraction of the total."""
        sums = self.log_probabilities.softmax(-1).cumsum(-1)
        whole = sums[:, -1:]
        drawn = torch.minimum(torch.rand_like(whole) * whole, whole.nextafter(torch.zeros(())))  # rounding may reach it
        return torch.searchsorted(sums, drawn, right=True).squeeze(-1)

    def mode(self) -> torch.Tensor:
        """Return the most likely actions, (n,)."""
        return self.log_probabilities.argmax(-1)


class MaskedPolicy(MaskableActorCriticPolicy):
    """``MlpPolicy`` with ``MaskedActions``."""

    def _build(self, lr_schedule: typing.Any) -> None:
        self.action_dist = MaskedActions(int(typing.cast(spaces.Discrete, self.action_space).n))
        super()._build(lr_schedule)

    def act_many(self, observations: typing.Any, masks: np.ndarray, sample: bool) -> np.ndarray:
        """Return actions, int64 (n,), for observations of n positions and masks (n, n_actions)."""
        return self.predict(observations, action_masks=masks, deterministic=not sample)[0]

    def values(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        """Return float32 (n,): the expected returns; the masks do not matter."""
        tensors, _ = self.obs_to_tensor(observations)
        with torch.no_grad():
            return self.predict_values(tensors).numpy().reshape(-1)

    def probabilities(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        """Return float32 (n, n_actions): the probability of each action."""
        tensors, _ = self.obs_to_tensor(observations)
        with torch.no_grad():
            distribution = typing.cast(MaskedActions, self.get_distribution(tensors, action_masks=masks))
        return distribution.log_probabilities.exp().numpy() * masks
