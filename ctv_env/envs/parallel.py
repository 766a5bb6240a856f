"""PettingZoo parallel environment: both agents act in every step, but usually only the mover's action counts.

Both actions count where the rules have both sides choose in secret.

Use ``pettingzoo.make("parallel", id)`` after ``import ctv_env.envs.aec``, with the IDs of ``aec.ids``, or call
``parallel_env()``.
"""

import pathlib
from typing import Any

import gymnasium
import numpy as np

from ctv_env.core.extras import needs_extra
from ctv_env.core.game import Game
from ctv_env.envs.aec import ILLEGAL_REWARD, metadata_name
from ctv_env.envs.batch import pick
from ctv_env.envs.checks import scalar_of
from ctv_env.envs.rendering import RENDER_FPS, RENDER_MODES, Renderer
from ctv_env.envs.spaces import mask_space
from ctv_env.envs.two_player import TwoPlayerGame

with needs_extra("pettingzoo", __name__):
    from pettingzoo import ParallelEnv

Each = dict[str, Any]
"""A value for each agent, by name."""


class GameParallel(ParallelEnv):
    """A game whose agents are its sides, such as ``red_0``.

    Observations are dictionaries of ``observation``, as in the Gymnasium environment with the same ``obs`` and
    ``dtype``, limited to what the agent's own side may know, and ``action_mask``, int8 (n_actions,), the agent's legal
    actions.  An agent whose action does not count, and both agents after the game is over, have only the idle action.

    At a node of secret choices (``core.terms.NodeKind.secret``) both agents decide in one step, neither knowing the
    other's choice.  What the second agent by the rules sees and may do there does not depend on the first one's choice.

    Both agents receive a reward at every step, each the negative of the other.  An illegal action that counts ends the
    game with -1 for its agent and leaves the position unchanged.  The end of a game is a termination, ``max_cycles`` a
    truncation.  Infos are those of ``GameAEC``, without ``winner``, score and ``decisions`` where an illegal action has
    ended the game.  ``scenario``, ``obs``, ``dtype``, ``game`` and ``render_mode`` are those of the Gymnasium
    environment, but the window is updated by ``render`` only.

    Args:
        reward: ``"win"``, the name of the game's score or ``"shaped"``.
        max_cycles: decisions of both sides together after which the game is truncated; None for no limit.
        record: folder in which to record every game, for replay with ``ctv replay``; None for none.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: an unknown name or option; the message lists the valid ones.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(
        self,
        scenario: str | None = None,
        obs: str | None = None,
        dtype: str = "float32",
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        record: str | pathlib.Path | None = None,
        game: str | None = None,
        **options: Any,
    ):
        if render_mode is not None:
            pick("render_mode", render_mode, self.metadata["render_modes"])
        if max_cycles is not None and (not isinstance(max_cycles, int) or max_cycles < 1):
            raise ValueError(f"max_cycles must be None or a whole number from 1 up, not {max_cycles!r}")
        self._seats = TwoPlayerGame(scenario, obs, dtype, reward, record, game, **options)
        self.metadata = {"name": metadata_name(self._seats.spec), **self.metadata}
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode, self._seats.spec.title) if render_mode else None
        self.possible_agents = list(self._seats.agents)
        self.agents: list[str] = []
        self._answer: Game | None = None
        n_actions, seen = self._seats.n_actions, self._seats.observation_space
        space = gymnasium.spaces.Dict({"observation": seen, "action_mask": mask_space(n_actions)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(n_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.Space:
        """Return the observation space, which both agents share."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return the agent's action space: equal for both agents, each with its own generator."""
        return self.action_spaces[agent]

    # -- playing -----------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Each, Each]:
        """Start a new game; return observations and infos.  Arguments and errors are those of ``GameAEC.reset``."""
        self._seats.reset(seed, options or {})
        if self._renderer is not None:
            self._renderer.forget()
        self.agents = list(self.possible_agents)
        self._answer = self._seats.answer()
        return self._observations(), self._infos()

    def step(self, actions: dict[str, int]) -> tuple[Each, Each, Each, Each, Each]:
        """Play the actions of all agents that are to decide, by name; other actions are ignored.

        Returns:
            Observations, rewards, terminations, truncations and infos of both agents; empty once the game is over.

        Raises:
            KeyError: an agent that is to decide has no action.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        masks = self._masks()
        deciding = [agent for agent in self.agents if self._decides(agent)]
        guilty = [agent for agent in deciding if not _allows(masks[agent], actions[agent])]
        rewards = dict.fromkeys(self.agents, 0.0)
        if guilty:
            rewards |= dict.fromkeys(guilty, float(ILLEGAL_REWARD))
        else:
            deciding.sort(key=lambda agent: agent != self._seats.to_move)
            for agent in deciding:
                paid = self._seats.step(actions[agent])
                rewards = {one: rewards[one] + paid[one] for one in rewards}
            self._answer = self._seats.answer()
        ended = bool(guilty) or self._seats.over
        cut = not ended and self.max_cycles is not None and self._seats.decisions >= self.max_cycles
        result = self._observations(ended), rewards, self._each(ended), self._each(cut), self._infos()
        if ended or cut:
            self.agents = []
        return result

    def _decides(self, agent: str) -> bool:
        """Return whether the agent's action counts now."""
        return agent == self._seats.to_move or self._answer is not None

    def _each(self, value: bool) -> dict[str, bool]:
        return dict.fromkeys(self.agents, value)

    # -- views -------------------------------------------------------------------------------------------------

    def _masks(self, ended: bool = False) -> dict[str, np.ndarray]:
        """Return the legal actions of each agent; an illegal action may have ``ended`` the game before its end."""
        idle = np.zeros(self._seats.n_actions, np.int8)
        idle[self._seats.idle] = 1
        if ended:
            return dict.fromkeys(self.agents, idle)
        other = idle if self._answer is None else self._answer.action_mask()
        return {agent: self._seats.mask() if agent == self._seats.to_move else other for agent in self.agents}

    def _observations(self, ended: bool = False) -> Each:
        masks = self._masks(ended)
        return {agent: {"observation": self._look(agent), "action_mask": masks[agent].copy()} for agent in self.agents}

    def _look(self, agent: str) -> Any:
        if self._answer is None or agent == self._seats.to_move:
            return self._seats.look(agent)
        return self._seats.look_at(self._answer, agent)

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self._seats.info() for agent in self.agents}

    @property
    def game(self) -> Game:
        """A copy of the game in play, for descriptions, explanations, saves and search."""
        return self._seats.game

    def render(self) -> np.ndarray | str | None:
        """Render the view of the side to move; see ``render_mode``.

        Raises:
            MissingExtraError: pixels or a window are requested and the extra ``render`` is not installed.
        """
        if self._renderer is None:
            gymnasium.logger.warn("render() needs a render_mode: choose one when making the environment")
            return None
        return self._seats.render(self._renderer)

    def close(self) -> None:
        """Close the window, if any, and end the record of a game in play."""
        if self._renderer is not None:
            self._renderer.close()
        self._seats.close()


def _allows(mask: np.ndarray, action: Any) -> bool:
    """Return whether ``action`` is legal by ``mask``."""
    action = scalar_of(action)
    return isinstance(action, int | np.integer) and bool(0 <= action < len(mask) and mask[action])


def parallel_env(**kwargs: Any) -> GameParallel:
    """Return the environment; it needs no wrappers."""
    return GameParallel(**kwargs)
