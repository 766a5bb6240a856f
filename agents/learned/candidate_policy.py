"""The candidate network as a policy of Stable-Baselines3."""

import typing
from collections.abc import Sequence

import gymnasium
import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.policies import BasePolicy

from ctv_env.agents.learned.batches import rows_of
from ctv_env.agents.learned.candidates import CandidateNetwork, Scores, choose
from ctv_env.agents.learned.gather import Gathered, gather, make_plan
from ctv_env.core.actions import ActionLayout
from ctv_env.core.observation import Layout, meaning_of

EPSILON = 1e-5  # of Adam


class CandidatePolicy(MaskableActorCriticPolicy):
    """A ``CandidateNetwork`` with its optimizer.

    Args:
        layouts: of the observation.
        actions: the action space.
        widths, candidate: as for ``CandidateNetwork``.
    """

    def __init__(
        self,
        observation_space: gymnasium.Space,
        action_space: gymnasium.spaces.Discrete,
        lr_schedule: typing.Callable[[float], float],
        layouts: Sequence[Layout] = (),
        actions: ActionLayout | None = None,
        widths: Sequence[int] = (256, 128),
        candidate: int = 64,
    ):
        assert actions is not None
        BasePolicy.__init__(self, observation_space, action_space)
        self._arguments = {"layouts": tuple(layouts), "actions": actions, "widths": tuple(widths)}
        self._arguments["candidate"] = candidate
        self._meaning = meaning_of(layouts)
        self.plan = make_plan(layouts, actions)
        self.network = CandidateNetwork(self.plan, list(widths), candidate)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr_schedule(1), eps=EPSILON)

    def _get_constructor_parameters(self) -> dict[str, typing.Any]:
        spaces = {"observation_space": self.observation_space, "action_space": self.action_space}
        return {**spaces, "lr_schedule": _no_learning, **self._arguments}

    def rows(self, observations: typing.Any) -> np.ndarray:
        """Return uint8 (n, size) rows for observations, an array or a dictionary, in uint8 or float32."""
        return rows_of(observations, *self._meaning)

    def scores(self, gathered: Gathered) -> Scores:
        """Return probabilities and values; DivergedError for logits that are not usable."""
        return self.network(gathered)

    def act_many(self, observations: typing.Any, masks: np.ndarray, sample: bool) -> np.ndarray:
        """Return actions, int64 (n,), for observations of n positions and masks (n, n_actions)."""
        gathered = gather(self.plan, self.rows(observations), masks)
        with torch.no_grad():
            chosen = choose(self.scores(gathered), sample)
        return gathered.actions[chosen.numpy()].astype(np.int64)

    def values(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        """Return float32 (n,): the expected returns."""
        with torch.no_grad():
            return self.network.values(gather(self.plan, self.rows(observations), masks)).numpy()

    def probabilities(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        """Return float32 (n, n_actions): the probability of each action."""
        gathered = gather(self.plan, self.rows(observations), masks)
        with torch.no_grad():
            scores = self.scores(gathered)
        found = np.zeros(masks.shape, np.float32)
        found[scores.owners.numpy(), gathered.actions] = scores.log_p.exp().numpy()
        return found


def _no_learning(_: float) -> float:
    return 0.0
