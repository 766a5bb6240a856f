"""The game for PettingZoo: an AEC environment in which each side decides when the rules ask it to.

``pettingzoo.env_registry.make("aec", "ctv/santander1937-v0")`` after ``import ctv_env.envs.aec``, or ``env()`` here.
"""

import functools
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ctv_env.core.batch import ACT, OPEN, REPORT, START
from ctv_env.core.game import Game, IllegalActionError
from ctv_env.envs.games import BOTH_SIDES, BatchGames, pick

ENV_ID = "ctv/santander1937-v0"
RESET_OPTIONS = ("scenario", "edition")
_NAME = "santander1937_v0"
_ILLEGAL_REWARD = -1


class SantanderAEC(AECEnv):
    """Agents ``nationalist_0`` and ``republican_0``; one may decide many times in a row.

    Observations: a dictionary of ``observation``, as the Gymnasium environment's with the same ``obs`` and ``dtype``,
    always by the agent's own sight, and ``action_mask``, int8 (n_actions,): what the agent may do now, all 0 only
    while the other decides and once the game is over.  Actions: ``Discrete(n_actions)``, the same numbers for both.

    Rewards are paid to both at every step, one the negative of the other; ``reward`` as for the Gymnasium
    environment.  The last turn is a termination; ``max_cycles`` a truncation.  ``infos`` have ``node`` and ``turn``; at
    the end ``winner``, ``vp`` and ``decisions`` besides.

    Args:
        scenario: name of a scenario.
        obs: ``"planes"``, ``"pieces"``, ``"both"`` or ``"flat"``.
        dtype: ``"float32"`` or ``"uint8"``.
        reward: ``"win"``, ``"vp"`` or ``"shaped"``.
        max_cycles: decisions, of both sides together, after which the game is truncated; None for no limit.
        render_mode: None; ``"ansi"``: ``render`` returns the mover's map in text; ``"human"``: it prints it.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: an unknown name or option; the message says which there are.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's convention
        "name": _NAME,
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def __init__(
        self,
        scenario: str = "campaign",
        obs: str = "planes",
        dtype: str = "float32",
        reward: str = "win",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options,
    ):
        super().__init__()
        if render_mode is not None:
            pick("render_mode", render_mode, self.metadata["render_modes"])
        if max_cycles is not None and (not isinstance(max_cycles, int) or max_cycles < 1):
            raise ValueError(f"max_cycles is None or a whole number from 1 up, not {max_cycles!r}")
        kinds = {"obs": obs, "dtype": dtype, "reward": reward}
        self._games = BatchGames(1, scenario, BOTH_SIDES, autoreset=False, **kinds, **options)
        self._scenario, self._options = scenario, options
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"{side}_0" for side in self._games.rules.sides]
        self.agents: list[str] = []
        self._seeded = False

    @functools.cached_property
    def _space(self) -> gymnasium.spaces.Dict:
        mask = gymnasium.spaces.Box(0, 1, (self._games.rules.n_actions,), np.int8)
        return gymnasium.spaces.Dict({"observation": self._games.observation_space, "action_mask": mask})

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """The same space for both agents."""
        return self._space

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The same space for both agents, with a generator for each."""
        return self._action_spaces[agent]

    @functools.cached_property
    def _action_spaces(self) -> dict[str, gymnasium.spaces.Discrete]:
        return {agent: gymnasium.spaces.Discrete(self._games.rules.n_actions) for agent in self.possible_agents}

    # -- playing -----------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game.

        Args:
            seed: a whole number from 0 up that alone decides the dice of this game and, if later resets give none, of
                those after it.
            options: ``scenario`` or ``edition`` for this game instead of those chosen at construction.

        Raises:
            ValueError: an unknown option or value.
        """
        given = dict(options or {})
        for name in given:
            pick("a reset option", name, RESET_OPTIONS)
        scenario = given.pop("scenario", self._scenario)
        self._games.set_tables(self._games.rules.load(scenario, **(self._options | given)))
        self._games.seed([seed])
        self._games.run(START | OPEN)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self._to_move()
        self.infos = {agent: self._situation() for agent in self.agents}

    def step(self, action: int | None) -> None:
        """One decision of ``agent_selection``; None for an agent whose game is over.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        games = self._games
        number = -1 if action is None else int(action)
        if not (0 <= number < games.rules.n_actions and games.masks[0, number]):
            raise IllegalActionError(f"{agent}: action {action} is illegal: {self.game.explain_illegal(number)}")
        games.batch.actions[0] = number
        games.run(ACT | REPORT)
        book = games.books[0]
        reward, over = float(book["reward"]), bool(book["done"])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {other: reward if other == agent else -reward for other in self.agents}
        self.infos = {other: self._situation() for other in self.agents}
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            for info in self.infos.values():
                info |= self._final_info(book)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._to_move()
            if self.max_cycles is not None and book["length"] >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What ``agent`` sees and may do; see the class."""
        games = self._games
        side = self.possible_agents.index(agent)
        if side == games.books["learner"][0]:
            mask = games.masks[0].copy()
            if games.books["done"][0]:
                mask[:] = 0
            return {"observation": _first(games.observation()), "action_mask": mask}
        sight = self.game.observation(games.rules.sides[side], games.obs, games.dtype)
        return {"observation": sight, "action_mask": np.zeros(games.rules.n_actions, np.int8)}

    # -- what there is to see ----------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """A copy of the game in play: for descriptions, explanations, saves and search."""
        return self._games.game(0)

    def render(self) -> str | None:
        """The map as the side to move sees it; see ``render_mode``."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: choose one when the environment is made")
            return None
        text = self._games.text_map(0)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def _to_move(self) -> str:
        return self.possible_agents[int(self._games.books["learner"][0])]

    def _situation(self) -> dict[str, Any]:
        state = self._games.batch.states[0]
        return {"node": self._games.rules.node_name(int(state["node"])), "turn": int(state["turn"])}

    def _final_info(self, book) -> dict[str, Any]:
        winner = self.possible_agents[int(book["final_winner"])]
        return {"winner": winner, "vp": int(book["final_vp"]), "decisions": int(book["final_length"])}


def _first(arrays):
    """The sight of the only game, a copy."""
    if isinstance(arrays, dict):
        return {name: array[0].copy() for name, array in arrays.items()}
    return arrays[0].copy()


def raw_env(**kwargs) -> SantanderAEC:
    """The environment without wrappers: an illegal action is an error."""
    return SantanderAEC(**kwargs)


def env(**kwargs) -> AECEnv:
    """The environment in PettingZoo's wrappers: an illegal action ends the game with -1 for who took it."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**kwargs), illegal_reward=_ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def parallel_env(**kwargs):
    """The same as a parallel environment, by PettingZoo's own conversion: only the side to move is listened to."""
    return turn_based_aec_to_parallel(env(**kwargs))


def register() -> None:
    """Register the environment with PettingZoo, if this PettingZoo (1.26 or newer) has a registry."""
    try:
        from pettingzoo import env_registry
    except ImportError:
        return
    env_registry.register("aec", ENV_ID, entry_point="ctv_env.envs.aec:env")
    env_registry.register("parallel", ENV_ID, entry_point="ctv_env.envs.aec:parallel_env")


register()
