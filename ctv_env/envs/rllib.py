"""The games for RLlib's new API stack: a ``MultiAgentEnv`` with both sides as agents, and masks for its PPO."""

from typing import Any

import gymnasium
import numpy as np

from ctv_env.core.extras import needs_extra
from ctv_env.envs.batch import VECTOR
from ctv_env.envs.spaces import mask_space
from ctv_env.envs.two_player import TwoPlayerGame

with needs_extra("rllib", __name__):
    from ray.rllib.env.multi_agent_env import MultiAgentEnv

Each = dict[Any, Any]
"""A value for each agent, by name."""


class RLlibEnv(MultiAgentEnv):
    """Both sides of a game, such as ``red_0``; ``step`` returns observations of the agent to move only.

    Observations have the form that ``ActionMaskingTorchRLModule`` expects: ``observations``, what the agent sees, and
    ``action_mask``, float32, 1 for each legal action.  Both agents receive a reward at every step, each the negative of
    the other; at the end of a game both get a final observation whose mask has only the idle action.  An agent may act
    several times in a row.

    RLlib's environment check takes illegal actions, which are errors here; disable it with
    ``config.environment(disable_env_checking=True)``.

    Args:
        config: ``game``, ``scenario``, ``obs`` (default ``"vector"``), ``dtype``, ``reward`` (``"win"``, the name of
            the game's score or ``"shaped"``, as in ``SingleSideEnv``), ``record`` (folder for records of the games),
            and rules options of the game; all have defaults.

    Raises:
        ValueError: an unknown name or value; the message lists the valid ones.
    """

    def __init__(self, config: dict[str, Any] | None = None):
        super().__init__()
        chosen = {"obs": VECTOR} | dict(config or {})
        self._seats = TwoPlayerGame(**chosen)
        self.agents = self.possible_agents = list(self._seats.agents)
        n_actions = self._seats.n_actions
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(n_actions) for agent in self.possible_agents}
        self._playing = False

    def _space(self) -> gymnasium.Space:
        """Return a new observation space."""
        mask = mask_space(self._seats.n_actions, np.float32)
        return gymnasium.spaces.Dict({"action_mask": mask, "observations": self._seats.new_observation_space()})

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Each, Each]:
        """Start a new game; return observation and info of the agent to move.

        Args:
            seed: determines the dice of this game and, until another seed is given, of the games after it.
            options: none are supported.
        """
        super().reset(seed=seed)
        self._seats.reset(int(self.np_random.integers(2**63)) if seed is None else seed, {})
        self._playing = True
        return self._observations(), self._infos()

    def step(  # type: ignore[override]  # as Ray overrides Gymnasium's
        self, action_dict: Each
    ) -> tuple[Each, Each, Each, Each, Each]:
        """Play one decision of the agent to move.

        Args:
            action_dict: the action of that agent and no other.

        Returns:
            Observations and infos of the agent to move, at the end of both; rewards of both; ``terminateds`` and
            ``truncateds`` of both and ``"__all__"``; nothing is ever truncated.

        Raises:
            gymnasium.error.ResetNeeded: no game is in play.
            ValueError: an action of an agent other than the one to move.
            IllegalActionError: (a ValueError) the action is not legal; nothing has moved.
        """
        if not self._playing:
            raise gymnasium.error.ResetNeeded("no game is in play: call reset() first")
        (agent,) = self._to_look()
        if list(action_dict) != [agent]:
            raise ValueError(f"only {agent} is to move; there are actions of {', '.join(action_dict) or 'nobody'}")
        rewards = self._seats.step(action_dict[agent])
        self._playing = not self._seats.over
        ends: Each = dict.fromkeys([*self.possible_agents, "__all__"], not self._playing)
        return self._observations(), rewards, ends, dict.fromkeys(ends, False), self._infos()

    def _to_look(self) -> list[str]:
        """Return the agent to move; at the end, all agents."""
        mover = self._seats.to_move
        return self._seats.agents if mover is None else [mover]

    def _observations(self) -> Each:
        mask = self._seats.mask().astype(np.float32)
        return {
            agent: {"action_mask": mask.copy(), "observations": self._seats.look(agent)} for agent in self._to_look()
        }

    def _infos(self) -> Each:
        infos = self._seats.infos()
        return {agent: infos[agent] for agent in self._to_look()}
