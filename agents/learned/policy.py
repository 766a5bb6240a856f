"""The network: sb3-contrib's masked actor-critic, with a distribution that is fast when most actions are masked.

With most of several hundred actions masked, half of the time of ``MaskablePPO`` went into three ``logsumexp`` of very
negative numbers, which are slow on many processors, and into ``torch.multinomial``.
"""

import typing

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

_MASKED = -1e8  # logit of a masked action, as in sb3-contrib


class MaskedActions(MaskableCategoricalDistribution):
    """The same distribution as its base class, from one ``log_softmax``; sampled by the inverse of its sums."""

    def proba_distribution(self, action_logits: torch.Tensor) -> "MaskedActions":
        """Take over logits, (n, n_actions), nothing masked."""
        self._logits = action_logits
        self.apply_masking(None)
        return self

    def apply_masking(self, masks: typing.Any) -> None:
        """Mask actions, (n, n_actions) of any number type; None for no mask."""
        self._masks = masks
        self._log_p: torch.Tensor | None = None

    @property
    def log_probabilities(self) -> torch.Tensor:
        """(n, n_actions), worked out when it is first asked for: the mask comes after the logits."""
        if self._log_p is None:
            logits = self._logits
            if self._masks is not None:
                masks = torch.as_tensor(self._masks, dtype=torch.bool).reshape(logits.shape)
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
        """Actions (n,): the first whose sum of probabilities exceeds a random part of the whole."""
        sums = self.log_probabilities.softmax(-1).cumsum(-1)
        whole = sums[:, -1:]
        drawn = torch.minimum(torch.rand_like(whole) * whole, whole.nextafter(torch.zeros(())))  # rounding may reach it
        return torch.searchsorted(sums, drawn, right=True).squeeze(-1)

    def mode(self) -> torch.Tensor:
        """The likeliest actions, (n,)."""
        return self.log_probabilities.argmax(-1)


class MaskedPolicy(MaskableActorCriticPolicy):
    """The policy of ``MlpPolicy`` with ``MaskedActions``."""

    def _build(self, lr_schedule: typing.Any) -> None:
        self.action_dist = MaskedActions(int(typing.cast(spaces.Discrete, self.action_space).n))
        super()._build(lr_schedule)
