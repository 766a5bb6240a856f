"""PettingZoo parallel environment: both agents act in every step, but usually only the mover's action counts.

Both actions count where the rules have both sides choose in secret.

Use ``pettingzoo.make("parallel", id)`` after ``import ctv_env.envs.aec``, with the IDs of ``aec.ids``, or call
``parallel_env()``.
"""

import pathlib
from typing import Any

import gymnasium
import numpy as np

from ctv_env.core.action_numbers import whole_number
from ctv_env.core.extras import needs_extra
from ctv_env.core.game import Game
from ctv_env.core.spec import spec_of
from ctv_env.envs.aec import metadata_name
from ctv_env.envs.batch import pick
from ctv_env.envs.keywords import check_keywords
from ctv_env.envs.own_reward import RewardFunction
from ctv_env.envs.referee import checked_limit, time_is_up
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
    game and leaves the position unchanged: its agent loses 1 to the other, and its info has the reason as
    ``illegal_action``; if both actions are illegal, the game is a draw.  The end of a game is a termination,
    ``max_cycles`` a truncation.  Infos are those of ``GameAEC``.  ``scenario``, ``obs``, ``dtype``, ``game`` and
    ``render_mode`` are those of the Gymnasium environment, but the window is updated by ``render`` only.

    Args:
        reward: ``"win"``, the name of the game's score, ``"shaped"`` or a function, as in ``SingleSideEnv``.
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
        reward: str | RewardFunction = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        record: str | pathlib.Path | None = None,
        game: str | None = None,
        **options: Any,
    ):
        if render_mode is not None:
            pick("render_mode", render_mode, self.metadata["render_modes"])
        check_keywords(options, spec_of(game), GameParallel)
        self._seats = TwoPlayerGame(scenario, obs, dtype, reward, record, game, **options)
        self.metadata = {"name": metadata_name(self._seats.spec), **self.metadata}
        self.max_cycles = checked_limit("max_cycles", max_cycles)
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode, self._seats.spec.title, self.metadata) if render_mode else None
        self.possible_agents = list(self._seats.agents)
        self.agents: list[str] = []
        self._answer: Game | None = None
        n_actions = self._seats.n_actions
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(n_actions) for agent in self.possible_agents}

    def _space(self) -> gymnasium.Space:
        """Return a new observation space."""
        seen, mask = self._seats.new_observation_space(), mask_space(self._seats.n_actions)
        return gymnasium.spaces.Dict({"observation": seen, "action_mask": mask})

    def observation_space(self, agent: str) -> gymnasium.Space:
        """Return the agent's observation space: equal for both agents, each with its own generator."""
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
        return self._observations(), self._seats.infos()

    def step(self, actions: dict[str, Any]) -> tuple[Each, Each, Each, Each, Each]:
        """Play the actions of all agents that are to decide, by name; other actions are ignored.

        Returns:
            Observations, rewards, terminations, truncations and infos of both agents; empty once the game is over.

        Raises:
            KeyError: an agent that is to decide has no action.
            TypeError: its action is not a whole number (``core.action_numbers``); nothing has moved.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        masks = self._masks()
        deciding = [agent for agent in self.agents if self._decides(agent)]
        numbers = {agent: whole_number(actions[agent]) for agent in deciding}
        illegal = [agent for agent in deciding if not _allows(masks[agent], numbers[agent])]
        guilty = {agent: self._why(agent, numbers[agent]) for agent in illegal}
        rewards = self._seats.forfeit(guilty) if guilty else self._play(deciding, numbers)
        self._answer = self._seats.answer()
        ended, infos = self._seats.over, self._seats.infos()
        cut = not ended and self.max_cycles is not None and self._seats.decisions >= self.max_cycles
        if cut:
            for info in infos.values():
                info["truncation"] = time_is_up("max_cycles", self._seats.decisions)
        result = self._observations(), rewards, self._each(ended), self._each(cut), infos
        if ended or cut:
            self.agents = []
        return result

    def _play(self, deciding: list[str], numbers: dict[str, int]) -> dict[str, float]:
        """Play the actions of the agents that decide, the mover first; return the rewards of both agents."""
        rewards = dict.fromkeys(self.agents, 0.0)
        for agent in sorted(deciding, key=lambda agent: agent != self._seats.to_move):
            paid = self._seats.step(numbers[agent])
            rewards = {one: rewards[one] + paid[one] for one in rewards}
        return rewards

    def _why(self, agent: str, action: int) -> str:
        """Return why the action of ``agent`` is illegal."""
        position = self._seats.game if self._answer is None or agent == self._seats.to_move else self._answer
        return position.explain_illegal(action)

    def _decides(self, agent: str) -> bool:
        """Return whether the agent's action counts now."""
        return agent == self._seats.to_move or self._answer is not None

    def _each(self, value: bool) -> dict[str, bool]:
        return dict.fromkeys(self.agents, value)

    # -- views -------------------------------------------------------------------------------------------------

    def _masks(self) -> dict[str, np.ndarray]:
        """Return the legal actions of each agent."""
        idle = np.zeros(self._seats.n_actions, np.int8)
        idle[self._seats.idle] = 1
        other = idle if self._answer is None else self._answer.action_mask()
        return {agent: self._seats.mask() if agent == self._seats.to_move else other for agent in self.agents}

    def _observations(self) -> Each:
        masks = self._masks()
        return {agent: {"observation": self._look(agent), "action_mask": masks[agent].copy()} for agent in self.agents}

    def _look(self, agent: str) -> Any:
        if self._answer is None or agent == self._seats.to_move:
            return self._seats.look(agent)
        return self._seats.look_at(self._answer, agent)

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


def _allows(mask: np.ndarray, action: int) -> bool:
    """Return whether ``action`` is legal by ``mask``."""
    return 0 <= action < len(mask) and bool(mask[action])


def parallel_env(**kwargs: Any) -> GameParallel:
    """Return the environment; it needs no wrappers."""
    return GameParallel(**kwargs)
