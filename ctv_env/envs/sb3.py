"""``BatchGames`` as a Stable-Baselines3 ``VecEnv``, ready for sb3-contrib's ``MaskablePPO``, also in self-play."""

import typing
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from ctv_env.core.batch import ACT, LOOK, OPEN, REPORT, START
from ctv_env.core.game import IllegalActionError
from ctv_env.envs.batch import BOTH_SIDES, BatchGames
from ctv_env.envs.spaces import Observation

Indices = int | Iterable[int] | None


class ManyPlayer(typing.Protocol):
    """An opponent in many games at once."""

    def act_many(self, observations: Observation, masks: np.ndarray) -> np.ndarray:
        """Legal actions (n,), for observations of n games and masks (n, n_actions)."""


Opponent = str | ManyPlayer


class SB3VecEnv(VecEnv):
    """``n_envs`` games, in each a learner on one side, in this process.

    Finished games restart in the same step.  The infos are empty but at the end of a game, when they hold
    ``terminal_observation``, ``episode`` (``r`` return, ``l`` decisions), ``is_success``, the score by its name and
    ``winner``, None at a draw.
    The masks come by ``env_method("action_masks")`` as one array, so that ``MaskablePPO`` pays nothing per game.

    An opponent is the name of a compiled policy, or an object with ``act_many(observations, masks) -> actions``, say a
    frozen copy of the learner: it decides for the other seat of all its games at once, by that seat's own sight and
    mask, until every learner is to move again.  Rewards, observations and masks that come out are always those of the
    learner's seat: a game that the opponent wins pays -1, and the value of the next state needs no turning round.

    Args:
        n_envs: number of games.
        opponent: one opponent, or one for each game; None for the strongest compiled policy.
        kwargs: as for ``BatchGames``; ``autoreset`` is always on, and ``side="both"`` is not for SB3, whose learners
            know no other seat.

    Attributes:
        players: the opponents of the games in play, (n_envs,), names and objects.
        wanted: those of the games that follow, likewise.

    Raises:
        ValueError: as ``BatchGames``.
    """

    def __init__(self, n_envs: int, opponent: Opponent | Sequence[Opponent] | None = None, **kwargs: Any):
        if "autoreset" in kwargs:
            raise ValueError("autoreset cannot be chosen: a VecEnv restarts finished games in the same step")
        if kwargs.get("side") == BOTH_SIDES:
            raise ValueError("side cannot be 'both': a learner of SB3 has one seat; play against a copy of it instead")
        self.games = BatchGames(n_envs, **kwargs)
        self.wanted: list = []
        self.set_opponent(opponent)
        self.players = np.full(n_envs, None)
        self.render_mode = None
        self._actions = np.zeros(n_envs, np.int64)
        super().__init__(n_envs, self.games.observation_space, self.games.action_space)

    def set_opponent(self, opponent: Opponent | Sequence[Opponent] | None) -> None:
        """The opponents of games that begin from now on, one or one for each game; see the class.

        Raises:
            ValueError: an unknown name, an object without ``act_many``, or a wrong number of them.
        """
        policies = self.games.spec.policies
        opponent = policies[-1] if opponent is None else opponent
        wanted = list(opponent) if isinstance(opponent, list | tuple) else [opponent] * self.games.n
        names = [one if isinstance(one, str) else policies[0] for one in wanted]
        for one in wanted:
            if not isinstance(one, str) and not callable(getattr(one, "act_many", None)):
                raise ValueError(f"an opponent is a name or an object with act_many(observations, masks), not {one!r}")
        self.games.set_opponent(names)
        self.games.leave_opponents_outside([not isinstance(one, str) for one in wanted])
        self.wanted = wanted

    # -- stepping ----------------------------------------------------------------------------------------------

    def reset(self) -> Observation:
        """New games in all slots, seeded if ``seed`` was called before; returns a copy of what the learners see."""
        self.games.seed(self._seeds)
        self._reset_seeds()
        self._reset_options()
        self._begin(np.ones(self.num_envs, bool))
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return _copy(self.games.observation())

    def step_async(self, actions: np.ndarray) -> None:
        """Take the actions of the next ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> tuple[Observation, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play; returns copies of observations, float32 rewards, bool ends, and the infos.

        Raises:
            IllegalActionError: an action is not legal; no game has moved.
        """
        games = self.games
        games.set_actions(self._actions)
        games.run(ACT)
        self._answer()
        games.run(REPORT)
        rewards, dones = games.books["reward"].astype(np.float32), games.books["done"] != 0
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if dones.any():
            for i in np.flatnonzero(dones).tolist():
                infos[i] = self._final_info(i)
            self._begin(dones)
        return _copy(games.observation()), rewards, dones, infos

    def _begin(self, which: np.ndarray) -> None:
        """New games in the slots ``which``, up to their learners' first decisions."""
        for i in np.flatnonzero(which).tolist():
            self.players[i] = self.wanted[i]
        self.games.run(np.where(which, START, 0))
        self._answer()
        self.games.run(np.where(which, OPEN, 0))

    def _answer(self) -> None:
        """Let the opponents that are objects decide until every learner is to move."""
        games, every = self.games, np.arange(self.num_envs)
        while True:
            other = 1 - games.books["learner"]
            waiting = games.batch.states["to_move"] == other
            if not waiting.any():
                return
            games.run(np.where(waiting, LOOK, 0))
            seen = games.observation()
            for player in {id(one): one for one in self.players[waiting]}.values():
                its = every[waiting & np.array([one is player for one in self.players])]
                sights = {name: array[its] for name, array in seen.items()} if isinstance(seen, dict) else seen[its]
                games.batch.actions[its] = player.act_many(sights, games.masks[its])
            illegal = waiting & ~games.legal(games.batch.actions)
            if illegal.any():
                i = int(np.flatnonzero(illegal)[0])
                raise IllegalActionError(f"the opponent of game {i}: action {games.batch.actions[i]} is illegal")
            games.run(np.where(waiting, ACT, 0))

    def _final_info(self, i: int) -> dict[str, Any]:
        book, spec = self.games.books[i], self.games.spec
        return {
            "terminal_observation": self.games.final_observation(i),
            "episode": {"r": float(book["final_total"]), "l": int(book["final_length"])},
            "is_success": bool(book["final_winner"] == book["final_learner"]),
            spec.score.key: int(book["final_score"]),
            "winner": spec.side_name(int(book["final_winner"])),
            "TimeLimit.truncated": False,
        }

    def close(self) -> None:
        """End the threads."""
        self.games.close()

    def action_masks(self) -> np.ndarray:
        """bool (n_envs, n_actions): what each learner may do now; a view, overwritten by the next step."""
        return self.games.masks.view(bool)

    # -- the attributes of single environments, which there are not ------------------------------------------------

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """The attribute of this object for each slot.

        Raises:
            AttributeError: there is no such attribute.
        """
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute of this object; it is the same for all slots.

        Raises:
            ValueError: for some slots only.
        """
        if sorted(self._get_indices(indices)) != list(range(self.num_envs)):
            raise ValueError(f"{attr_name} is the same for all games: it cannot be set for {indices} only")
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any) -> Any:
        """``action_masks`` of the chosen slots, as one array; or what another method returns, once for each slot.

        Raises:
            AttributeError: there is no such method.
        """
        if method_name == "action_masks":
            return self.action_masks() if indices is None else self.action_masks()[list(self._get_indices(indices))]
        value = getattr(self, method_name)(*method_args, **method_kwargs)
        return [value for _ in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """False for each slot: there are no single environments to be wrapped."""
        return [False for _ in self._get_indices(indices)]


def _copy(obs: Observation) -> Observation:
    """A copy of an array, or of a dictionary of arrays."""
    return {name: array.copy() for name, array in obs.items()} if isinstance(obs, dict) else obs.copy()
