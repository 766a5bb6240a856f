"""The environment of a league's learner: for each game it draws a side, and an opponent from the lineup."""

import functools
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from ctv_env.agents.base import dismiss
from ctv_env.agents.registry import make_agent
from ctv_env.agents.training.league.state import Entry, Lineup
from ctv_env.envs.batch import VECTOR
from ctv_env.envs.single import SingleSideEnv
from ctv_env.envs.spaces import mask_space

Seen = dict[str, Any]

_KEPT = 64  # agents that a process keeps


class LeagueEnv(gymnasium.Env):
    """One side of a game against the pool.

    Observations have the form that RLlib's ``ActionMaskingTorchRLModule`` expects: ``observations``, what the learner
    sees, float32, and ``action_mask``, float32, 1 for each legal action.  The info at the end of a game has ``member``,
    the opponent's name in the league, ``side``, that of the learner, and ``result``: 1 for a win, 0.5 for a draw, 0.

    Args:
        config: ``lineup``, the first ``Lineup``; ``game``, ``scenario``, ``reward``, ``options``.

    Attributes:
        lineup: from which the opponents of games that start from now on are drawn.

    Raises:
        ValueError: an unknown name; the message lists the valid ones.
    """

    def __init__(self, config: Mapping[str, Any]):
        self.lineup: Lineup = config["lineup"]
        self._place = {name: config[name] for name in ("game", "scenario")}
        self._options = dict(config["options"])
        how = {"obs": VECTOR, "reward": config["reward"], "illegal_action": "raise"}
        self._game = SingleSideEnv(**self._place, **how, **self._options)
        n_actions = int(self._game.action_space.n)  # type: ignore[attr-defined]
        self.action_space = self._game.action_space
        self.observation_space = gymnasium.spaces.Dict(
            {"action_mask": mask_space(n_actions, np.float32), "observations": self._game.observation_space}
        )
        self._side, self._member = "", ""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Start a game on a side, and against an opponent, that are drawn.

        Args:
            seed: determines dice, sides and opponents of this game and, until another seed is given, those after it.
            options: none are supported.
        """
        super().reset(seed=seed)
        self._side = str(self.np_random.choice(list(self.lineup.entries)))
        entry = self._drawn(self.lineup.entries[self._side])
        self._member = entry.member
        chosen = {"side": self._side, "opponent": self._opponent(entry.agent)}
        seen, info = self._game.reset(seed=int(self.np_random.integers(2**63)), options=chosen)
        return self._with_mask(seen, info), {}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play one decision of the learner; an illegal action is an ``IllegalActionError``."""
        seen, reward, ended, cut, info = self._game.step(action)
        about = {}
        if ended:
            result = 0.5 if info["winner"] is None else float(info["is_success"])
            about = {"member": self._member, "side": self._side, "result": result}
        return self._with_mask(seen, info), reward, ended, cut, about

    def _drawn(self, entries: tuple[Entry, ...]) -> Entry:
        index = self.np_random.choice(len(entries), p=[entry.share for entry in entries])
        return entries[int(index)]

    def _opponent(self, agent: str) -> Any:
        """Return what plays the other side: an object that all games of this process share, if it can be shared."""
        spec = self._game.games.spec
        if agent in spec.policies:
            return agent
        (other,) = (side for side in spec.sides if side != self._side)
        shared = _shared(agent, *self._place.values(), other, tuple(sorted(self._options.items())))
        return agent if shared is None else shared

    def _with_mask(self, seen: Any, info: dict[str, Any]) -> Seen:
        return {"action_mask": info["action_mask"].astype(np.float32), "observations": seen}

    def close(self) -> None:
        """Close an opponent by name."""
        self._game.close()


@functools.lru_cache(_KEPT)
def _shared(agent: str, game: str | None, scenario: str | None, side: str, options: tuple) -> Any:
    """Return the agent if it has ``act_many``, and so no memory of any game; else None."""
    made = make_agent(agent, game, scenario, side, options=dict(options))
    if hasattr(made, "act_many"):
        return made
    dismiss(made)
    return None
