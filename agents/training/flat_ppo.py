"""Masked PPO for the flat network: that of sb3-contrib, but the value can first learn alone."""

import typing

from sb3_contrib import MaskablePPO

from ctv_env.agents.learned.policy import MaskedPolicy


class FlatPPO(MaskablePPO):
    """MaskablePPO for a ``MaskedPolicy``.

    Args:
        args, kwargs: as for MaskablePPO.
        value_updates: updates at the start in which only the value learns.
    """

    policy: MaskedPolicy

    def __init__(self, *args: typing.Any, value_updates: int = 0, **kwargs: typing.Any):
        self.value_updates = value_updates
        super().__init__(*args, **kwargs)

    def train(self) -> None:
        """Learn from the rollout."""
        alone = self._n_updates < self.value_updates * self.n_epochs
        for layers in (self.policy.mlp_extractor.policy_net, self.policy.action_net):
            layers.requires_grad_(not alone)
        super().train()
