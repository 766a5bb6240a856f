"""The games for RLlib's new API stack: a ``MultiAgentEnv`` with both sides as agents, and masks for its PPO."""

from typing import Any

import gymnasium
import numpy as np
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from ctv_env.envs.batch import VECTOR
from ctv_env.envs.spaces import mask_space
from ctv_env.envs.two_player import TwoPlayerGame

Each = dict[Any, Any]
"""Something for each agent, by its name."""


class RLlibEnv(MultiAgentEnv):
    """Both sides of a game, such as ``red_0``; the one to move is alone in what ``step`` returns.

    An observation is what ``ActionMaskingTorchRLModule`` wants: ``observations``, what the agent sees, and
    ``action_mask``, float32, 1 for each legal action.  Every step pays both agents, one what the other loses; at the
    end of a game both see it once more, with the idle action alone in the mask.  One agent may decide several times in
    a row.

    RLlib's check of environments takes illegal actions, which are errors here: switch it off with
    ``config.environment(disable_env_checking=True)``.

    Args:
        config: ``game``, ``scenario``, ``obs`` (``"vector"`` unless told), ``dtype``, ``reward`` (``"win"``, the name
            of the game's score or ``"shaped"``, as in ``SingleSideEnv``), ``record``, a folder for records of the
            games, and rules options of the game; all have defaults.

    Raises:
        ValueError: an unknown name or value; the message says which there are.
    """

    def __init__(self, config: dict[str, Any] | None = None):
        super().__init__()
        chosen = {"obs": VECTOR} | dict(config or {})
        self._seats = TwoPlayerGame(**chosen)
        self.agents = self.possible_agents = list(self._seats.agents)
        mask = mask_space(self._seats.n_actions, np.float32)
        seen = gymnasium.spaces.Dict({"action_mask": mask, "observations": self._seats.observation_space})
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, gymnasium.spaces.Discrete(self._seats.n_actions))
        self._playing = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Each, Each]:
        """A new game: observation and info of the agent that begins.

        Args:
            seed: decides the dice of this game and, if later resets give none, of those after it.
            options: none are known.
        """
        super().reset(seed=seed)
        self._seats.reset(int(self.np_random.integers(2**63)) if seed is None else seed, {})
        self._playing = True
        return self._observations(), self._infos()

    def step(  # type: ignore[override]  # as Ray overrides Gymnasium's
        self, action_dict: Each
    ) -> tuple[Each, Each, Each, Each, Each]:
        """One decision of the agent to move.

        Args:
            action_dict: its action, and no other agent's.

        Returns:
            Observations and infos of the agent to move, at the end of both; rewards of both; ``terminateds`` and
            ``truncateds`` of both and ``"__all__"``; nothing is ever truncated.

        Raises:
            gymnasium.error.ResetNeeded: no game is in play.
            ValueError: an action of another agent than the one to move.
            IllegalActionError: (a ValueError) the action is not legal; nothing has moved.
        """
        if not self._playing:
            raise gymnasium.error.ResetNeeded("no game is in play: call reset() first")
        (agent,) = self._to_look()
        if list(action_dict) != [agent]:
            raise ValueError(f"{agent} is to move, alone; there are actions of {', '.join(action_dict) or 'nobody'}")
        rewards = self._seats.step(action_dict[agent])
        self._playing = not self._seats.over
        ends: Each = dict.fromkeys([*self.possible_agents, "__all__"], not self._playing)
        return self._observations(), rewards, ends, dict.fromkeys(ends, False), self._infos()

    def _to_look(self) -> list[str]:
        """The agent to move; at the end all."""
        mover = self._seats.to_move
        return self._seats.agents if mover is None else [mover]

    def _observations(self) -> Each:
        mask = self._seats.mask().astype(np.float32)
        return {
            agent: {"action_mask": mask.copy(), "observations": self._seats.look(agent)} for agent in self._to_look()
        }

    def _infos(self) -> Each:
        return {agent: self._seats.info() for agent in self._to_look()}
