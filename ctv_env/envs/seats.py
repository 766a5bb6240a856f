"""One game in which the caller decides for both sides; the dice are rolled in between.  AEC and RLlib sit on it."""

from typing import Any

import gymnasium
import numpy as np

from ctv_env.core.batch import ACT, OPEN, REPORT, START
from ctv_env.core.game import Game, IllegalActionError
from ctv_env.envs.games import BOTH_SIDES, BatchGames


class TwoSeats:
    """A game from decision to decision, with the rewards of both sides.

    Args:
        scenario: name of a scenario.
        obs: ``"planes"``, ``"pieces"``, ``"both"`` or ``"flat"``.
        dtype: ``"float32"`` or ``"uint8"``.
        reward: ``"win"``, ``"vp"`` or ``"shaped"``, as in ``SingleSideEnv``.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: an unknown name or option; the message says which there are.
    """

    def __init__(
        self, scenario: str = "campaign", obs: str = "planes", dtype: str = "float32", reward: str = "win", **options
    ):
        self._games = BatchGames(1, scenario, BOTH_SIDES, "random", obs, dtype, reward, autoreset=False, **options)
        self._scenario, self._options = scenario, options
        self.agents = [f"{side}_0" for side in self._games.rules.sides]

    @property
    def n_actions(self) -> int:
        """Number of actions, legal or not."""
        return self._games.rules.n_actions

    @property
    def observation_space(self) -> gymnasium.Space:
        """The space of ``look``."""
        return self._games.observation_space

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self._games.books["done"].item(0) == 1

    @property
    def to_move(self) -> str | None:
        """The agent that decides, None at the end."""
        return None if self.over else self.agents[self._games.books["learner"].item(0)]

    @property
    def decisions(self) -> int:
        """Decisions of both sides in this game."""
        return int(self._games.books["length"][0])

    @property
    def game(self) -> Game:
        """A copy of the game in play: for descriptions, explanations, saves and search."""
        return self._games.game(0)

    def reset(self, seed: int | None, chosen: dict[str, Any]) -> None:
        """A new game.

        Args:
            seed: alone decides the dice of this game and, if later resets give none, of those after it; None goes on
                with the dice of the seed before.
            chosen: scenario and rules options for this game, instead of those chosen at construction.

        Raises:
            ValueError: a wrong seed, an unknown name or option.
        """
        settings = {"scenario": self._scenario} | self._options | chosen
        tables = self._games.rules.load(**settings)
        self._games.seed([seed])
        self._games.set_tables(tables)
        self._games.run(START | OPEN)

    def step(self, action) -> dict[str, float]:
        """One decision of the agent to move; returns the rewards of both agents.

        Raises:
            IllegalActionError: the action is not legal; nothing has moved.
        """
        games, agent = self._games, self.to_move
        number = int(action) if isinstance(action, int | np.integer) else -1
        if not (0 <= number < games.rules.n_actions and games.masks[0, number]):
            raise IllegalActionError(f"{agent}: action {action} is illegal: {self.game.explain_illegal(action)}")
        games.batch.actions[0] = number
        games.run(ACT | REPORT)
        reward = float(games.books["reward"][0])
        return {other: reward if other == agent else 0.0 - reward for other in self.agents}  # no negative zero

    def mask(self) -> np.ndarray:
        """int8 (n_actions,): what the agent to move may do, at the end DONE alone; overwritten by the next step."""
        return self._games.masks[0]

    def look(self, agent: str):
        """What ``agent`` sees, new arrays: one, or a dictionary of them."""
        games, side = self._games, self.agents.index(agent)
        if side != games.books["learner"][0]:
            return self.game.observation(games.rules.sides[side], games.obs, games.dtype)
        seen = games.observation()
        return {name: array[0].copy() for name, array in seen.items()} if isinstance(seen, dict) else seen[0].copy()

    def text_map(self) -> str:
        """The map as the agent to move sees it, in plain text."""
        return self._games.text_map(0)

    def info(self) -> dict[str, Any]:
        """``node`` and ``turn``; at the end ``winner`` (an agent), ``vp`` and ``decisions`` besides."""
        states, book = self._games.batch.states, self._games.books[0]
        info = {"node": self._games.rules.node_name(states["node"].item(0)), "turn": states["turn"].item(0)}
        if self.over:
            info |= {"winner": self.agents[book["final_winner"]], "vp": int(book["final_vp"])}
            info |= {"decisions": int(book["final_length"])}
        return info
