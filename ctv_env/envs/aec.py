"""PettingZoo AEC environment: each side acts when the rules call for its decision.

Use ``pettingzoo.make("aec", id)`` after ``import ctv_env.envs.aec``, with PettingZoo 1.27 or newer, or call ``env()``.
``ids()`` returns the IDs, one for each game registered with Gymnasium; with ``-flat`` before the version, what an agent
sees is a single vector.
"""

import pathlib
from typing import Any

import gymnasium
import numpy as np

from ctv_env.core.extras import needs_extra
from ctv_env.core.game import Game, IllegalActionError
from ctv_env.core.spec import GameSpec, reference_of, spec_of
from ctv_env.envs import REGISTERED, flat
from ctv_env.envs.batch import VECTOR, pick
from ctv_env.envs.keywords import check_keywords
from ctv_env.envs.own_reward import RewardFunction
from ctv_env.envs.referee import checked_limit, time_is_up
from ctv_env.envs.rendering import RENDER_FPS, RENDER_MODES, Renderer
from ctv_env.envs.spaces import Observation, mask_space
from ctv_env.envs.two_player import TwoPlayerGame

with needs_extra("pettingzoo", __name__):
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

ILLEGAL_ACTION = ("raise", "terminate")


class GameAEC(AECEnv):
    """A game whose agents are its sides, such as ``red_0``; an agent may act several times in a row.

    Observations are dictionaries of ``observation``, as in the Gymnasium environment with the same ``obs`` and
    ``dtype``, limited to what the agent's own side may know, and ``action_mask``, int8 (n_actions,), the agent's legal
    actions; it is all 0 while the other agent is to move and after the game is over.  Actions are
    ``Discrete(n_actions)`` for both agents.

    Both agents receive a reward at every step, each the negative of the other; for ``reward`` see the Gymnasium
    environment.  The end of a game is a termination, ``max_cycles`` a truncation, with ``truncation`` in the infos.
    ``infos`` contain ``node`` and ``turn``, and at the end also ``winner`` (None for a draw), the score under its name,
    and ``decisions``.  ``scenario``, ``obs``, ``dtype`` and ``game`` are those of the Gymnasium environment.

    Args:
        reward: ``"win"``, the name of the game's score, ``"shaped"`` or a function, as in ``SingleSideEnv``.
        mask_in_obs: whether the mask is part of the observation; if not, the observation is ``observation`` alone, and
            the mask is ``infos[agent]["action_mask"]``.  PettingZoo's API test expects an array, so it passes without a
            warning only with False and ``obs="vector"``; it exempts PettingZoo's own masked games by name.
        max_cycles: decisions of both sides together after which the game is truncated; None for no limit.
        illegal_action: ``"raise"``: an ``IllegalActionError``, and the position stays; ``"terminate"``: the game ends,
            its agent loses 1 to the other, and its info has the reason as ``illegal_action``.
        render_mode: as in the Gymnasium environment, from the mover's view; the window is updated by ``render`` only.
        record: folder in which to record every game, for replay with ``ctv replay``; None for none.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: an unknown name or option; the message lists the valid ones.
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
        reward: str | RewardFunction = "win",
        mask_in_obs: bool = True,
        max_cycles: int | None = None,
        illegal_action: str = "raise",
        render_mode: str | None = None,
        record: str | pathlib.Path | None = None,
        game: str | None = None,
        **options: Any,
    ):
        super().__init__()
        if render_mode is not None:
            pick("render_mode", render_mode, self.metadata["render_modes"])
        pick("illegal_action", illegal_action, ILLEGAL_ACTION)
        check_keywords(options, spec_of(game), GameAEC)
        self._seats = TwoPlayerGame(scenario, obs, dtype, reward, record, game, **options)
        self._observation_spaces = {agent: self._space(mask_in_obs) for agent in self._seats.agents}
        if not mask_in_obs and isinstance(self._seats.new_observation_space(), gymnasium.spaces.Dict):
            raise ValueError(f"mask_in_obs=False needs an observation of one array, such as obs='vector', not {obs!r}")
        self.metadata = {"name": metadata_name(self._seats.spec), **self.metadata}
        self._mask_in_obs = mask_in_obs
        self.max_cycles = checked_limit("max_cycles", max_cycles)
        self.illegal_action = illegal_action
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode, self._seats.spec.title, self.metadata) if render_mode else None
        self.possible_agents = list(self._seats.agents)
        self.agents: list[str] = []
        n_actions = self._seats.n_actions
        self._action_spaces = {agent: gymnasium.spaces.Discrete(n_actions) for agent in self.possible_agents}

    def _space(self, mask_in_obs: bool) -> gymnasium.Space:
        """Return a new observation space."""
        seen = self._seats.new_observation_space()
        if not mask_in_obs:
            return seen
        return gymnasium.spaces.Dict({"observation": seen, "action_mask": mask_space(self._seats.n_actions)})

    def observation_space(self, agent: str) -> gymnasium.Space:
        """Return the agent's observation space: equal for both agents, each with its own generator."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return the agent's action space: equal for both agents, each with its own generator."""
        return self._action_spaces[agent]

    # -- playing -----------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: a whole number from 0 up that fully determines the dice of this game and, until another seed is given,
                of the games after it.
            options: ``scenario`` and rules options for this game, overriding those chosen at construction; others are
                ignored, as PettingZoo's API test requires.

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

    def step(self, action: Any) -> None:
        """Play one decision of ``agent_selection``; the action is None for an agent whose game is over.

        Raises:
            gymnasium.error.ResetNeeded: no game is in play, or both agents have had that step.
            TypeError: the action is not a whole number (``core.action_numbers``); nothing has changed.
            IllegalActionError: it is not legal, and ``illegal_action`` is ``"raise"``; nothing has changed.
        """
        if not self.agents:
            raise gymnasium.error.ResetNeeded("no game is in play: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.rewards = self._play(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.infos = self._infos()
        self.agent_selection = self._seats.to_move or self.agents[0]
        if self._seats.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._seats.decisions >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            for info in self.infos.values():
                info["truncation"] = time_is_up("max_cycles", self.max_cycles)

    def _play(self, agent: str, action: Any) -> dict[str, float]:
        """Play the action of ``agent``; return the rewards of both agents."""
        try:
            return self._seats.step(action)
        except IllegalActionError:
            if self.illegal_action == "raise":
                raise
        return self._seats.forfeit({agent: self._seats.game.explain_illegal(action)})

    def observe(self, agent: str) -> Observation | dict[str, Any]:
        """Return what ``agent`` sees and may do; see the class."""
        seen = self._seats.look(agent)
        return {"observation": seen, "action_mask": self._mask(agent)} if self._mask_in_obs else seen

    def _mask(self, agent: str) -> np.ndarray:
        decides = agent == self._seats.to_move
        return self._seats.mask().copy() if decides else np.zeros(self._seats.n_actions, np.int8)

    def _infos(self) -> dict[str, dict[str, Any]]:
        infos = self._seats.infos()
        if not self._mask_in_obs:
            for agent, info in infos.items():
                info["action_mask"] = self._mask(agent)
        return infos

    # -- views -------------------------------------------------------------------------------------------------

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


def raw_env(**kwargs: Any) -> GameAEC:
    """Return the environment without wrappers: an illegal action is an error."""
    return GameAEC(**kwargs)


def env(**kwargs: Any) -> AECEnv:
    """Return the environment in PettingZoo's wrapper that enforces the order of calls; an illegal action loses.

    PettingZoo's wrappers for illegal actions are left out: they refuse tensors and floats, do not pay the other agent
    the 1 that it wins, and say in no info why a game has ended.
    """
    return wrappers.OrderEnforcingWrapper(GameAEC(**{"illegal_action": "terminate", **kwargs}))


def ids() -> dict[str, str]:
    """Return the PettingZoo IDs of the games registered with Gymnasium, by game reference (``core.spec.spec_of``).

    An ID consists of the game's name and the Gymnasium name of its first scenario in lower case.
    """
    names = {game: spec_of(game).name if ":" in game else game for game in REGISTERED}
    return {game: f"{name}/{_name(game)}" for game, name in names.items()}


def _name(game: str) -> str:
    """Return the Gymnasium name of the game's first scenario in PettingZoo's spelling."""
    return next(iter(REGISTERED[game].values())).rpartition("/")[2].lower()


def metadata_name(spec: GameSpec) -> str:
    """Return PettingZoo's name of the environment, such as ``"duel1937_v0"``; ``"game_v0"`` if it has no ID."""
    game = reference_of(spec)
    return (_name(game) if game in REGISTERED else f"{spec.name}-v0").replace("-", "_")


def register() -> None:
    """Register the environments with PettingZoo if it has a registry (1.27 or newer).

    A second call registers what has been added to Gymnasium since.
    """
    try:
        from pettingzoo import aec_registry, env_registry
    except ImportError:
        return
    for game, name in ids().items():
        scenario, gymnasium_id = next(iter(REGISTERED[game].items()))
        settings = {"game": game, "scenario": scenario}
        more: dict[str, Any] = {"max_cycles": gymnasium.spec(gymnasium_id).max_episode_steps}
        for one, kwargs in ((name, settings), (flat(name), settings | {"obs": VECTOR})):
            if one not in aec_registry:
                more["kwargs"] = kwargs
                env_registry.register("aec", one, entry_point="ctv_env.envs.aec:env", **more)
                env_registry.register("parallel", one, entry_point="ctv_env.envs.parallel:parallel_env", **more)


register()
