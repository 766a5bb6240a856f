"""Self-play: some or all games are played against frozen copies of the learner.

Several copies are kept, and each game draws one of them: a learner that met only its newest self would learn to beat
that one alone, and forget how to beat the others.
"""

import io
import typing

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.candidate_policy import CandidatePolicy
from ctv_env.agents.learned.policy import MaskedPolicy
from ctv_env.agents.training.config import SELF
from ctv_env.envs.sb3 import SB3VecEnv

_KEPT = 4  # number of copies to choose from for new games
_MOST = 10_000  # copies in a checkpoint: those that still play, too
_NAMED = -1  # in a saved session: not a copy, but a named opponent


class PastSelf:
    """A frozen copy of a network; it samples from its probabilities, as in training.

    Attributes:
        decisions: of the learner when it was copied.
    """

    def __init__(self, policy: MaskedPolicy | CandidatePolicy, decisions: int):
        self.decisions = decisions
        with torch.random.fork_rng(devices=[]), io.BytesIO() as buffer:  # a new network draws weights
            file: typing.Any = buffer  # the library's type hints allow only file names
            policy.save(file)
            file.seek(0)
            self._policy = type(policy).load(file, device="cpu")
        self._policy.set_training_mode(False)

    def act_many(self, observations: typing.Any, masks: np.ndarray) -> np.ndarray:
        """Return actions, int64 (n,), for observations (n, ...), an array or a dictionary, and masks (n, n_actions)."""
        return self._policy.act_many(observations, masks, sample=True)

    @property
    def weights(self) -> np.ndarray:
        """Return all parameters as one array."""
        return parameters_to_vector(self._policy.parameters()).detach().numpy()

    @weights.setter
    def weights(self, weights: np.ndarray) -> None:
        vector_to_parameters(torch.from_numpy(weights), self._policy.parameters())


class PastSelves(BaseCallback):
    """Copies the learner at intervals and deals the copies out as opponents; inactive without self-play opponents.

    Args:
        model: a MaskablePPO on an ``SB3VecEnv``.
        opponents: of each game, ``SELF`` or the name of an agent.
        every: decisions between two copies.
        seed: determines which copy plays which game.
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
        """Start a run: its first opponent is the learner as it is now."""
        if not self._idle and not self._kept:
            self._copy()

    def _copy(self) -> None:
        self._kept = [*self._kept, PastSelf(typing.cast(typing.Any, self.model.policy), self.model.num_timesteps)][
            -_KEPT:
        ]
        self._deal()

    def _deal(self) -> None:
        """Draw the opponents of the games that start next; a resumed run draws the same."""
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

    # -- saving and restoring --------------------------------------------------------------------------------------

    def session(self) -> dict[str, np.ndarray]:
        """Return arrays from which ``restore`` recreates all copies that play or may play, and their games."""
        if self._idle:
            return {}
        players, wanted = list(self._env.players), self._env.wanted
        copies = {one.decisions: one for one in (*players, *wanted, *self._kept) if isinstance(one, PastSelf)}
        return {
            "past_decisions": np.array(sorted(copies)),
            "past_weights": np.stack([copies[decisions].weights for decisions in sorted(copies)]),
            "past_players": np.array([getattr(one, "decisions", _NAMED) for one in players]),
            "past_wanted": np.array([getattr(one, "decisions", _NAMED) for one in wanted]),
        }

    def restore(self, session: dict[str, np.ndarray]) -> None:
        """Restore the copies, if there were any.

        Raises:
            CheckpointError: they are not those of such a network, or of these games.
        """
        if self._idle:
            return
        decisions, weights = self._checked(session)
        copies = {}
        for number, one in zip(decisions.tolist(), weights, strict=True):
            copies[number] = PastSelf(typing.cast(typing.Any, self.model.policy), number)
            copies[number].weights = one
        self._kept = list(copies.values())[-_KEPT:]
        for name, seats in (("past_players", self._env.players), ("past_wanted", self._env.wanted)):
            for i, number in enumerate(session[name].tolist()):
                seats[i] = copies.get(number, self._opponents[i])

    def _checked(self, session: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """Return the decisions and the weights of the copies."""
        n_weights = sum(parameter.numel() for parameter in self.model.policy.parameters())
        decisions, weights = session.get("past_decisions"), session.get("past_weights")
        if decisions is None or weights is None or decisions.dtype != np.int64 or not 1 <= decisions.size <= _MOST:
            raise CheckpointError("the checkpoint lacks the past selves of the learner")
        if weights.shape != (*decisions.shape, n_weights) or weights.dtype != np.float32:
            raise CheckpointError("the past selves in the checkpoint are those of another network")
        if not np.isfinite(weights).all():
            raise CheckpointError("the past selves in the checkpoint have weights that are not finite")
        for name in ("past_players", "past_wanted"):
            seats = session.get(name)
            if seats is None or seats.shape != (len(self._opponents),):
                raise CheckpointError(f"the past selves in the checkpoint are those of other games: {name}")
            unknown = ~np.isin(seats, decisions) & (np.array(self._opponents) == SELF)
            if unknown.any():
                raise CheckpointError(f"the checkpoint lacks a past self that plays ({name})")
        return decisions, weights
