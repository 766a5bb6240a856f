"""``BatchGames`` as a Stable-Baselines3 ``VecEnv`` for sb3-contrib's ``MaskablePPO``, including self-play."""

import inspect
from collections.abc import Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np

from ctv_env.core.action_numbers import whole_numbers
from ctv_env.core.batch import ACT, REPORT
from ctv_env.core.extras import needs_extra
from ctv_env.core.spec import spec_of
from ctv_env.envs.batch import BOTH_SIDES, BatchGames
from ctv_env.envs.checks import by_one_thread
from ctv_env.envs.keywords import check_keywords
from ctv_env.envs.many_opponents import ManyOpponents, Opponent
from ctv_env.envs.referee import Referee
from ctv_env.envs.spaces import Observation

with needs_extra("train", __name__):
    from stable_baselines3.common.vec_env import VecEnv

Indices = int | Iterable[int] | None


class SB3VecEnv(VecEnv):
    """``n_envs`` games in this process, in each of which a learner plays one side.

    Finished games restart in the same step.  The infos are empty except at the end of a game, when they contain
    ``terminal_observation``, ``episode`` (``r`` return, ``l`` decisions), ``is_success``, the score under its name and
    ``winner`` (None for a draw).  Where a game is truncated, ``winner`` is None, ``TimeLimit.truncated`` true, and
    ``truncation`` says why; ``illegal_action`` is true in the info of an illegal action.
    ``env_method("action_masks")`` returns the masks as one array, so that ``MaskablePPO`` has no cost per game.

    An opponent is the name of an agent, or an object with ``act_many(observations, masks) -> actions``, such as a
    frozen copy of the learner; see ``ManyOpponents``.  Compiled policies cost least.  Rewards, observations and masks
    are always those of the learner's seat: a game that the opponent wins pays -1, and the value of the next state keeps
    its sign.

    Args:
        n_envs: number of games.
        opponent: one opponent, or one for each game; None for the strongest compiled policy.
        illegal_action: as for ``VectorEnv``.
        max_episode_steps: steps after which a game is truncated, refused actions included; None for no limit.
        kwargs: as for ``BatchGames``; ``autoreset`` is always on, and ``side="both"`` is not supported, since SB3
            trains for one side.

    Raises:
        ValueError: as ``BatchGames``.
    """

    in_use = False

    def __init__(
        self,
        n_envs: int,
        opponent: Opponent | Sequence[Opponent] | None = None,
        illegal_action: str = "penalize",
        max_episode_steps: int | None = None,
        **kwargs: Any,
    ):
        if "autoreset" in kwargs:
            raise ValueError("autoreset cannot be chosen: a VecEnv restarts finished games in the same step")
        if kwargs.get("side") == BOTH_SIDES:
            raise ValueError(
                "side cannot be 'both': an SB3 learner plays one side; let it play against a copy of itself instead"
            )
        more = kwargs.keys() - inspect.signature(BatchGames).parameters
        check_keywords(more, spec_of(kwargs.get("game")), SB3VecEnv, BatchGames, fixed=("n", "autoreset"))
        self.games = BatchGames(n_envs, **kwargs)
        self.opponents = ManyOpponents(self.games, opponent)
        self._referee = Referee(self.games, illegal_action, max_episode_steps)
        self._all = np.ones(n_envs, bool)
        self.render_mode = None
        self._actions = np.zeros(n_envs, np.int64)
        super().__init__(n_envs, self.games.observation_space, self.games.action_space)

    def set_opponent(self, opponent: Opponent | Sequence[Opponent] | None) -> None:
        """Set the opponents of games that start from now on, one or one for each game; see the class.

        Raises:
            ValueError: an unknown name, an object without ``act_many``, or a wrong number of opponents.
        """
        self.opponents.choose(opponent)

    @property
    def players(self) -> np.ndarray:
        """The opponents of the games in play, (n_envs,), names and objects."""
        return self.opponents.players

    @property
    def wanted(self) -> list[Any]:
        """The opponents of the games that follow, names and objects."""
        return self.opponents.wanted

    # -- stepping ----------------------------------------------------------------------------------------------

    def set_options(self, options: list[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Accept empty options only: all games have the settings given at construction.

        Raises:
            ValueError: some options.
        """
        if any(options if isinstance(options, list) else [options]):
            raise ValueError(f"reset options are not supported: give {options!r} when making the environment")

    @by_one_thread
    def reset(self) -> Observation:
        """Start new games in all slots, seeded if ``seed`` was called before; return a copy of the observations.

        Raises:
            RuntimeError: another thread is using the environment.
        """
        self.games.seed(self._seeds)
        self._reset_seeds()
        self._referee.begin(self._all)
        self.opponents.begin(self._all)
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self.observation()

    def observation(self) -> Observation:
        """Return a copy of what the learners see now."""
        obs = self.games.observation()
        return {name: array.copy() for name, array in obs.items()} if isinstance(obs, dict) else obs.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Store the actions of the next ``step_wait``."""
        self._actions = actions

    @by_one_thread
    def step_wait(self) -> tuple[Observation, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play; return copies of the observations, float32 rewards, bool ends, and the infos.

        Raises:
            gymnasium.error.ResetNeeded: no games have begun, or an opponent has failed.
            ValueError: not n_envs actions.
            TypeError: some are not whole numbers (``core.action_numbers``).
            IllegalActionError: an action is not legal, and ``illegal_action`` is ``"raise"``; no game has moved.
            RuntimeError: another thread is using the environment.
        """
        games = self.games
        self.opponents.check()
        if not games.masks[0].any():  # never empty in a game, whether ``reset`` or a resumed training began it
            raise gymnasium.error.ResetNeeded("no games have begun: call reset() first")
        illegal, refused = self._referee.judge(whole_numbers(self._actions, self.num_envs), self._all)
        games.run(ACT if refused is None else np.where(refused, 0, ACT))
        self.opponents.answer()
        games.run(REPORT if refused is None else np.where(refused, 0, REPORT))
        rewards, ended = games.episodes["reward"].astype(np.float32), games.episodes["done"] != 0
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if refused is not None:
            rewards[refused] = self._referee.price
        if illegal is not None:
            for i in np.flatnonzero(illegal).tolist():
                infos[i]["illegal_action"] = True
        early = self._referee.end(self._all)
        dones = ended if early is None else ended | early[0] | early[1]
        if dones.any():
            cut = None if early is None else early[1] & ~ended & ~early[0]
            self._add_final(infos, dones, cut)
            self._referee.begin(dones)
            self.opponents.begin(dones)
        return self.observation(), rewards, dones, infos

    def _add_final(self, infos: list[dict[str, Any]], dones: np.ndarray, cut: np.ndarray | None) -> None:
        """Add what the infos say at the end of the games ``dones``, of which ``cut`` are truncated."""
        for i in np.flatnonzero(dones).tolist():
            infos[i] |= self._final_info(i)
        if cut is None:
            return
        reasons = self._referee.reasons(cut)
        for i in np.flatnonzero(cut).tolist():
            infos[i] |= {"TimeLimit.truncated": True, "truncation": reasons[i]}

    def _final_info(self, i: int) -> dict[str, Any]:
        episode, spec = self.games.episodes[i], self.games.spec
        return {
            "terminal_observation": self.games.final_observation(i),
            "episode": {"r": float(episode["final_total"]), "l": int(episode["final_length"])},
            "is_success": bool(episode["final_winner"] == episode["final_learner"]),
            spec.score.key: int(episode["final_score"]),
            "winner": spec.side_name(int(episode["final_winner"])),
            "TimeLimit.truncated": False,
        }

    def close(self) -> None:
        """End the threads, and close opponents by name."""
        self.games.close()
        self.opponents.close()

    def action_masks(self) -> np.ndarray:
        """Return bool (n_envs, n_actions): the learners' legal actions; a copy, which later steps leave as it is."""
        return self.games.masks != 0

    # -- attributes of single environments, which do not exist -----------------------------------------------------

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return the attribute of this object for each slot.

        Raises:
            AttributeError: there is no such attribute.
        """
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Set an attribute of this object; it is the same for all slots.

        Raises:
            ValueError: only some slots are chosen.
        """
        if sorted(self._get_indices(indices)) != list(range(self.num_envs)):
            raise ValueError(f"{attr_name} is the same for all games: it cannot be set for {indices} only")
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any) -> Any:
        """Return ``action_masks`` of the chosen slots as one array, or the result of another method once for each slot.

        Raises:
            AttributeError: there is no such method.
        """
        if method_name == "action_masks":
            return self.action_masks() if indices is None else self.action_masks()[list(self._get_indices(indices))]
        value = getattr(self, method_name)(*method_args, **method_kwargs)
        return [value for _ in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """Return False for each slot: there are no single environments to be wrapped."""
        return [False for _ in self._get_indices(indices)]
