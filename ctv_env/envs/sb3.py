"""``BatchGames`` as a Stable-Baselines3 ``VecEnv``, ready for sb3-contrib's ``MaskablePPO``."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from ctv_env.envs.games import BatchGames


class SB3VecEnv(VecEnv):
    """``n_envs`` games against a compiled opponent, in this process.

    Finished games restart in the same step.  The infos are empty but at the end of a game, when they hold
    ``terminal_observation``, ``episode`` (``r`` return, ``l`` decisions), ``is_success``, ``vp`` and ``winner``.
    The masks come by ``env_method("action_masks")`` as one array, so that ``MaskablePPO`` pays nothing per game.

    Args:
        n_envs: number of games.
        kwargs: as for ``BatchGames``; ``autoreset`` is always on.

    Raises:
        ValueError: as ``BatchGames``.
    """

    def __init__(self, n_envs: int, **kwargs):
        if "autoreset" in kwargs:
            raise ValueError("autoreset cannot be chosen: a VecEnv restarts finished games in the same step")
        self.games = BatchGames(n_envs, **kwargs)
        self.render_mode = None
        self._actions = None
        super().__init__(n_envs, self.games.observation_space, self.games.action_space)

    # -- stepping ----------------------------------------------------------------------------------------------

    def reset(self):
        """New games in all slots, seeded if ``seed`` was called before; returns a copy of what the learners see."""
        obs = self.games.reset(self._seeds)
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return _copy(obs)

    def step_async(self, actions: np.ndarray) -> None:
        """Take the actions of the next ``step_wait``."""
        self._actions = actions

    def step_wait(self):
        """Play; returns copies of observations, float32 rewards, bool ends, and the infos.

        Raises:
            IllegalActionError: an action is not legal; no game has moved.
        """
        obs, rewards, dones = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(dones).tolist():
            infos[i] = self._final_info(i)
        return _copy(obs), rewards.astype(np.float32), dones, infos

    def _final_info(self, i: int) -> dict[str, Any]:
        book = self.games.books[i]
        return {
            "terminal_observation": self.games.final_observation(i),
            "episode": {"r": float(book["final_total"]), "l": int(book["final_length"])},
            "is_success": bool(book["final_winner"] == book["final_learner"]),
            "vp": int(book["final_vp"]),
            "winner": self.games.rules.sides[int(book["final_winner"])],
            "TimeLimit.truncated": False,
        }

    def close(self) -> None:
        """End the threads."""
        self.games.close()

    def set_opponent(self, opponent) -> None:
        """The compiled policy of games that begin from now on; see ``BatchGames.set_opponent``."""
        self.games.set_opponent(opponent)

    def action_masks(self) -> np.ndarray:
        """bool (n_envs, n_actions): what each learner may do now; a view, overwritten by the next step."""
        return self.games.masks.view(bool)

    # -- the attributes of single environments, which there are not ------------------------------------------------

    def get_attr(self, attr_name: str, indices=None) -> Sequence[Any]:
        """The attribute of this object for each slot.

        Raises:
            AttributeError: there is no such attribute.
        """
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices=None) -> None:
        """Set an attribute of this object; it is the same for all slots.

        Raises:
            ValueError: for some slots only.
        """
        if sorted(self._get_indices(indices)) != list(range(self.num_envs)):
            raise ValueError(f"{attr_name} is the same for all games: it cannot be set for {indices} only")
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args, indices=None, **method_kwargs) -> Sequence[Any]:
        """``action_masks`` of the chosen slots, as one array; or what another method returns, once for each slot.

        Raises:
            AttributeError: there is no such method.
        """
        if method_name == "action_masks":
            return self.action_masks() if indices is None else self.action_masks()[list(self._get_indices(indices))]
        value = getattr(self, method_name)(*method_args, **method_kwargs)
        return [value for _ in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class, indices=None) -> list[bool]:
        """False for each slot: there are no single environments to be wrapped."""
        return [False for _ in self._get_indices(indices)]


def _copy(obs):
    """A copy of an array, or of a dictionary of arrays."""
    return {name: array.copy() for name, array in obs.items()} if isinstance(obs, dict) else obs.copy()
