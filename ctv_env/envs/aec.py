"""The games for PettingZoo: an AEC environment in which each side decides when the rules ask it to.

``pettingzoo.make("aec", id)`` after ``import ctv_env.envs.aec``, or ``env()`` here.  The ids are those of ``ids()``,
one for each game that is registered with Gymnasium.
"""

import pathlib
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ctv_env.core.game import Game
from ctv_env.core.spec import GameSpec
from ctv_env.envs import REGISTERED
from ctv_env.envs.batch import pick
from ctv_env.envs.rendering import RENDER_FPS, RENDER_MODES, Renderer
from ctv_env.envs.spaces import Observation, mask_space
from ctv_env.envs.two_player import TwoPlayerGame
from ctv_env.games import reference_of, spec_of

ILLEGAL_REWARD = -1


class GameAEC(AECEnv):
    """A game whose agents are its sides, such as ``red_0``; one may decide many times in a row.

    Observations: a dictionary of ``observation``, as the Gymnasium environment's with the same ``obs`` and ``dtype``,
    always what the agent's own side may know, and ``action_mask``, int8 (n_actions,): what the agent may do now, all 0
    only while the other decides and once the game is over.  Actions: ``Discrete(n_actions)``, the same for both.

    Rewards are paid to both at every step, one the negative of the other; ``reward`` as for the Gymnasium
    environment.  The last turn is a termination; ``max_cycles`` a truncation.  ``infos`` have ``node`` and ``turn``; at
    the end ``winner``, None at a draw, the score by its name and ``decisions`` besides.

    Args:
        scenario, obs, dtype, game: as for the Gymnasium environment.
        reward: ``"win"``, the name of the game's score or ``"shaped"``.
        mask_in_obs: whether the mask comes in the observation; else this is ``observation`` alone, and the mask is
            ``infos[agent]["action_mask"]``.  PettingZoo's checker wants an array, so that only this with
            ``obs="vector"`` has no warning from it; its own games with masks are excepted by name.
        max_cycles: decisions, of both sides together, after which the game is truncated; None for no limit.
        render_mode: what the mover sees, as for the Gymnasium environment, but that ``render`` renews the window.
        record: folder in which every game is recorded, to be seen with ``ctv replay``; None for none.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: an unknown name or option; the message says which there are.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's convention
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        scenario: str | None = None,
        obs: str | None = None,
        dtype: str = "float32",
        reward: str = "win",
        mask_in_obs: bool = True,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        record: str | pathlib.Path | None = None,
        game: str | None = None,
        **options: Any,
    ):
        super().__init__()
        if render_mode is not None:
            pick("render_mode", render_mode, self.metadata["render_modes"])
        if max_cycles is not None and (not isinstance(max_cycles, int) or max_cycles < 1):
            raise ValueError(f"max_cycles is None or a whole number from 1 up, not {max_cycles!r}")
        self._seats = TwoPlayerGame(scenario, obs, dtype, reward, record, game, **options)
        if not mask_in_obs and isinstance(self._seats.observation_space, gymnasium.spaces.Dict):
            raise ValueError(f"mask_in_obs=False needs an observation of one array, such as obs='vector', not {obs!r}")
        self.metadata = {"name": metadata_name(self._seats.spec), **self.metadata}
        self._mask_in_obs = mask_in_obs
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode, self._seats.spec.title) if render_mode else None
        self.possible_agents = list(self._seats.agents)
        self.agents: list[str] = []
        space = self._seats.observation_space
        if mask_in_obs:
            space = gymnasium.spaces.Dict({"observation": space, "action_mask": mask_space(self._seats.n_actions)})
        self._observation_spaces = dict.fromkeys(self.possible_agents, space)
        n_actions = self._seats.n_actions
        self._action_spaces = {agent: gymnasium.spaces.Discrete(n_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.Space:
        """The same space for both agents."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Equal for both agents, but with a generator for each."""
        return self._action_spaces[agent]

    # -- playing -----------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game.

        Args:
            seed: a whole number from 0 up that alone decides the dice of this game and, if later resets give none, of
                those after it.
            options: ``scenario`` and options of the rules for this game instead of those chosen at construction;
                others are ignored, as PettingZoo's checker wants it.

        Raises:
            ValueError: an unknown value.
        """
        self._seats.reset(seed, options or {})
        if self._renderer is not None:
            self._renderer.forget()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        self.agent_selection = str(self._seats.to_move)

    def step(self, action: int | None) -> None:
        """One decision of ``agent_selection``; None for an agent whose game is over.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.rewards = self._seats.step(action)
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.infos = self._infos()
        self.agent_selection = self._seats.to_move or self.agents[0]
        if self._seats.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._seats.decisions >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation | dict[str, Any]:
        """What ``agent`` sees and may do; see the class."""
        seen = self._seats.look(agent)
        return {"observation": seen, "action_mask": self._mask(agent)} if self._mask_in_obs else seen

    def _mask(self, agent: str) -> np.ndarray:
        decides = agent == self._seats.to_move
        return self._seats.mask().copy() if decides else np.zeros(self._seats.n_actions, np.int8)

    def _infos(self) -> dict[str, dict[str, Any]]:
        info = self._seats.info()
        infos = {agent: dict(info) for agent in self.agents}
        if not self._mask_in_obs:
            for agent, info in infos.items():
                info["action_mask"] = self._mask(agent)
        return infos

    # -- what there is to see ----------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """A copy of the game in play: for descriptions, explanations, saves and search."""
        return self._seats.game

    def render(self) -> np.ndarray | str | None:
        """What the side to move sees; see ``render_mode``.

        Raises:
            ImportError: pixels or a window are wanted, and the extra ``render`` is not installed.
        """
        if self._renderer is None:
            gymnasium.logger.warn("render() without a render_mode: choose one when the environment is made")
            return None
        return self._seats.render(self._renderer)

    def close(self) -> None:
        """Close the window, if there is one, and end the record of a game in play."""
        if self._renderer is not None:
            self._renderer.close()
        self._seats.close()


def raw_env(**kwargs: Any) -> GameAEC:
    """The environment without wrappers: an illegal action is an error."""
    return GameAEC(**kwargs)


def env(**kwargs: Any) -> AECEnv:
    """The environment in PettingZoo's wrappers: an illegal action ends the game with -1 for who took it."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**kwargs), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def ids() -> dict[str, str]:
    """PettingZoo's ids of the games that are registered with Gymnasium, by what names the game (``games.spec_of``).

    Each is the name of the game, and Gymnasium's name of its first scenario in small letters.
    """
    names = {game: spec_of(game).name if ":" in game else game for game in REGISTERED}
    return {game: f"{name}/{_name(game)}" for game, name in names.items()}


def _name(game: str) -> str:
    """Gymnasium's name of the game's first scenario, as PettingZoo writes names."""
    return next(iter(REGISTERED[game].values())).rpartition("/")[2].lower()


def metadata_name(spec: GameSpec) -> str:
    """What PettingZoo calls the environment, such as ``"duel1937_v0"``; ``"game_v0"`` if it has no id."""
    game = reference_of(spec)
    return (_name(game) if game in REGISTERED else f"{spec.name}-v0").replace("-", "_")


def register() -> None:
    """Register the environments with PettingZoo, if this PettingZoo (1.26 or newer) has a registry.

    A second call registers what has been registered with Gymnasium since.
    """
    try:
        from pettingzoo import aec_registry, env_registry
    except ImportError:
        return
    for game, name in ids().items():
        if name not in aec_registry:
            how = {"game": game, "scenario": next(iter(REGISTERED[game]))}
            env_registry.register("aec", name, entry_point="ctv_env.envs.aec:env", kwargs=how)
            env_registry.register("parallel", name, entry_point="ctv_env.envs.parallel:parallel_env", kwargs=how)


register()
