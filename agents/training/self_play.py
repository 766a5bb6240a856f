"""Training against oneself: some or all games are played against frozen copies of the learner, as it was lately.

Several copies are kept, and each game draws one of them: a learner that only met its newest self would learn to beat
that one alone, and forget how it beat the others.
"""

import io
import typing

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import obs_as_tensor
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from agents.training.config import SELF
from ctv_env.envs.sb3 import SB3VecEnv

_KEPT = 4  # copies that new games are played against
_SCRIPTED = -1  # in a session: no copy, but a scripted opponent


class PastSelf:
    """A frozen copy of a network; it plays by its probabilities, as in training.

    Attributes:
        decisions: of the learner when it was copied.
    """

    def __init__(self, policy: MaskableActorCriticPolicy, decisions: int):
        self.decisions = decisions
        with torch.random.fork_rng(devices=[]), io.BytesIO() as buffer:  # a new network draws weights
            file: typing.Any = buffer  # the types of the library know only names of files
            policy.save(file)
            file.seek(0)
            self._policy = type(policy).load(file, device="cpu")
        self._policy.set_training_mode(False)

    def act_many(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        """Actions, int64 (n,), for observations (n, ...), an array or a dictionary, and masks (n, n_actions)."""
        with torch.no_grad():
            tensors = obs_as_tensor(observations, torch.device("cpu"))
            return self._policy.get_distribution(tensors, masks).sample().numpy()

    @property
    def weights(self) -> np.ndarray:
        """All parameters in a row."""
        return parameters_to_vector(self._policy.parameters()).detach().numpy()

    @weights.setter
    def weights(self, weights: np.ndarray) -> None:
        vector_to_parameters(torch.from_numpy(weights), self._policy.parameters())


class PastSelves(BaseCallback):
    """Copies the learner now and then, and deals the copies out as opponents; it does nothing if none is wanted.

    Args:
        model: a MaskablePPO on an ``SB3VecEnv``.
        opponents: of each game, ``SELF`` or the name of a compiled policy.
        every: decisions between two copies.
        seed: decides which copy plays which game.
    """

    model: MaskablePPO

    def __init__(self, model: MaskablePPO, opponents: list[str], every: int, seed: int):
        super().__init__()
        self.model, self._env = model, typing.cast(SB3VecEnv, model.env)
        self._opponents, self._every, self._seed = opponents, every, seed
        self._kept: list[PastSelf] = []

    @property
    def _idle(self) -> bool:
        return SELF not in self._opponents

    def begin(self) -> None:
        """Before the first games of a run: its first opponent is the learner as it is now."""
        if not self._idle and not self._kept:
            self._copy()

    def _copy(self) -> None:
        self._kept = [*self._kept, PastSelf(self.model.policy, self.model.num_timesteps)][-_KEPT:]
        self._deal()

    def _deal(self) -> None:
        """Draw the opponents of the games that begin next; a resumed run draws the same."""
        random = np.random.default_rng([self._seed, self.model.num_timesteps])
        drawn = random.integers(len(self._kept), size=len(self._opponents)).tolist()
        pairs = zip(self._opponents, drawn, strict=True)
        self._env.set_opponent([self._kept[k] if name == SELF else name for name, k in pairs])

    def _on_rollout_start(self) -> None:
        if not self._idle and self.model.num_timesteps - self._kept[-1].decisions >= self._every:
            self._copy()

    def _on_step(self) -> bool:
        if not self._idle and self.locals["dones"].any():
            self._deal()
        return True

    # -- stopping and going on -------------------------------------------------------------------------------------

    def session(self) -> dict[str, np.ndarray]:
        """Arrays with which ``restore`` brings back all copies that play or may play, and who plays where."""
        if self._idle:
            return {}
        players, wanted = list(self._env.players), self._env.wanted
        copies = {one.decisions: one for one in (*players, *wanted, *self._kept) if isinstance(one, PastSelf)}
        return {
            "past_decisions": np.array(sorted(copies)),
            "past_weights": np.stack([copies[decisions].weights for decisions in sorted(copies)]),
            "past_players": np.array([getattr(one, "decisions", _SCRIPTED) for one in players]),
            "past_wanted": np.array([getattr(one, "decisions", _SCRIPTED) for one in wanted]),
        }

    def restore(self, session: dict[str, np.ndarray]) -> None:
        """Put the copies back where they were; nothing if there were none."""
        if self._idle:
            return
        copies = {}
        for decisions, weights in zip(session["past_decisions"].tolist(), session["past_weights"], strict=True):
            copies[decisions] = PastSelf(self.model.policy, decisions)
            copies[decisions].weights = weights
        self._kept = list(copies.values())[-_KEPT:]
        for name, seats in (("past_players", self._env.players), ("past_wanted", self._env.wanted)):
            for i, decisions in enumerate(session[name].tolist()):
                seats[i] = copies.get(decisions, self._opponents[i])
