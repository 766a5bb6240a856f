"""One game in which the caller decides for both sides; the dice are rolled in between.  AEC and RLlib sit on it."""

import pathlib
from typing import Any

import gymnasium
import numpy as np

from ctv_env.core.batch import ACT, BOOK, OPEN, REPORT, START
from ctv_env.core.game import Game, IllegalActionError
from ctv_env.envs.batch import BOTH_SIDES, BatchGames
from ctv_env.envs.rendering import Renderer

_FIELDS = ("done", "learner", "length", "reward", "final_winner", "final_vp", "final_length")
_DONE, _LEARNER, _LENGTH, _REWARD, _WINNER, _VP, _DECISIONS = map(BOOK.names.index, _FIELDS)


class TwoSeats:
    """A game from decision to decision, with the rewards of both sides.

    Args:
        scenario: name of a scenario.
        obs: ``"planes"``, ``"pieces"``, ``"both"`` or ``"flat"``.
        dtype: ``"float32"`` or ``"uint8"``.
        reward: ``"win"``, ``"vp"`` or ``"shaped"``, as in ``SingleSideEnv``.
        record: folder in which every game is recorded; None for none.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: an unknown name or option; the message says which there are.
    """

    def __init__(
        self,
        scenario: str = "campaign",
        obs: str = "planes",
        dtype: str = "float32",
        reward: str = "win",
        record: str | pathlib.Path | None = None,
        **options,
    ):
        kinds = {"obs": obs, "dtype": dtype, "reward": reward}
        self._games = BatchGames(1, scenario, BOTH_SIDES, "random", **kinds, autoreset=False, record=record, **options)
        self._scenario, self._options = scenario, options
        self._book = self._games.books.item(0)
        self.agents = [f"{side}_0" for side in self._games.spec.sides]

    @property
    def n_actions(self) -> int:
        """Number of actions, legal or not."""
        return self._games.spec.n_actions

    @property
    def observation_space(self) -> gymnasium.Space:
        """The space of ``look``."""
        return self._games.observation_space

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self._book[_DONE] == 1

    @property
    def to_move(self) -> str | None:
        """The agent that decides, None at the end."""
        return None if self._book[_DONE] else self.agents[self._book[_LEARNER]]

    @property
    def decisions(self) -> int:
        """Decisions of both sides in this game."""
        return self._book[_LENGTH]

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
        tables = self._games.spec.load(**settings)
        self._games.seed([seed])
        self._games.set_tables(tables)
        self._run(START | OPEN)

    def step(self, action) -> dict[str, float]:
        """One decision of the agent to move; returns the rewards of both agents.

        Raises:
            IllegalActionError: the action is not legal; nothing has moved.
        """
        games, agent = self._games, self.to_move
        number = int(action) if isinstance(action, int | np.integer) else -1
        if not (0 <= number < games.spec.n_actions and games.masks[0, number]):
            raise IllegalActionError(f"{agent}: action {action} is illegal: {self.game.explain_illegal(action)}")
        games.batch.actions[0] = number
        self._run(ACT | REPORT)
        reward = self._book[_REWARD]
        return {other: reward if other == agent else 0.0 - reward for other in self.agents}  # no negative zero

    def _run(self, tasks: int) -> None:
        """Do ``tasks``, and read the book of the game once."""
        self._games.run(tasks)
        self._book = self._games.books.item(0)

    def close(self) -> None:
        """End the record of a game in play."""
        self._games.close()

    def mask(self) -> np.ndarray:
        """int8 (n_actions,): what the agent to move may do, at the end DONE alone; overwritten by the next step."""
        return self._games.masks[0]

    def look(self, agent: str):
        """What ``agent`` sees, new arrays: one, or a dictionary of them."""
        games, side = self._games, self.agents.index(agent)
        if side != self._book[_LEARNER]:
            return self.game.observation(games.spec.sides[side], games.obs, games.dtype)
        seen = games.observation()
        return {name: array[0].copy() for name, array in seen.items()} if isinstance(seen, dict) else seen[0].copy()

    def render(self, renderer: Renderer) -> np.ndarray | str | None:
        """What the agent to move sees, in the mode of ``renderer``."""
        return renderer.render(self._games)

    def info(self) -> dict[str, Any]:
        """``node`` and ``turn``; at the end ``winner`` (an agent), ``vp`` and ``decisions`` besides."""
        states, book = self._games.batch.states, self._book
        info = {"node": self._games.spec.node_name(states["node"].item(0)), "turn": states["turn"].item(0)}
        if self.over:
            info |= {"winner": self.agents[book[_WINNER]], "vp": book[_VP], "decisions": book[_DECISIONS]}
        return info
