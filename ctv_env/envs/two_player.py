"""One game in which the caller decides for both sides; chance comes in between.  AEC, parallel, RLlib sit on it."""

import pathlib
from typing import Any

import gymnasium
import numpy as np

from ctv_env.core.batch import ACT, BOOK, OPEN, REPORT, START
from ctv_env.core.game import Game, IllegalActionError
from ctv_env.core.spec import NOBODY, GameSpec
from ctv_env.envs.batch import BOTH_SIDES, BatchGames
from ctv_env.envs.rendering import Renderer
from ctv_env.envs.spaces import Observation

_FIELDS = ("done", "learner", "length", "reward", "final_winner", "final_score", "final_length")
_DONE, _LEARNER, _LENGTH, _REWARD, _WINNER, _SCORE, _DECISIONS = map(list(BOOK.names or ()).index, _FIELDS)


class TwoPlayerGame:
    """A game from decision to decision, with the rewards of both sides.

    Args:
        scenario: name of a scenario; None for the game's first.
        obs: one of the game's kinds of observation, None for the first, ``"vector"`` for the first that is one vector.
        dtype: ``"float32"`` or ``"uint8"``.
        reward: ``"win"``, the name of the game's score or ``"shaped"``, as in ``SingleSideEnv``.
        record: folder in which every game is recorded; None for none.
        game: name of the game (``games.spec_of``); None for the first.
        options: rules options of the game, and ``data_dir``.

    Attributes:
        agents: the first and the second side, as PettingZoo likes names: ``side_0``.

    Raises:
        ValueError: an unknown name or option; the message says which there are.
    """

    def __init__(
        self,
        scenario: str | None = None,
        obs: str | None = None,
        dtype: str = "float32",
        reward: str = "win",
        record: str | pathlib.Path | None = None,
        game: str | None = None,
        **options: Any,
    ):
        how: dict[str, Any] = {"obs": obs, "dtype": dtype, "reward": reward, "game": game, "record": record}
        self._games = BatchGames(1, scenario, BOTH_SIDES, autoreset=False, **how, **options)
        self._scenario, self._options = scenario, options
        self._book = self._games.books.item(0)
        self.agents = [f"{side}_0" for side in self.spec.sides]

    @property
    def spec(self) -> GameSpec:
        """What is played."""
        return self._games.spec

    @property
    def n_actions(self) -> int:
        """Number of actions, legal or not."""
        return self._games.tables.actions.n

    @property
    def idle(self) -> int:
        """The idle action."""
        return self._games.tables.actions.idle

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
            chosen: scenario and rules options for this game, instead of those chosen at construction; what is neither
                is ignored, as PettingZoo's checkers want it.

        Raises:
            ValueError: a wrong seed or an unknown value.
        """
        known = ("scenario", *(option.name for option in self.spec.options))
        wanted = {name: chosen[name] for name in known if name in chosen}
        tables = self.spec.load(**{"scenario": self._scenario, **self._options, **wanted})
        self._games.seed([seed])
        self._games.set_tables(tables)
        self._run(START | OPEN)

    def step(self, action: Any) -> dict[str, float]:
        """One decision of the agent to move; returns the rewards of both agents.

        Raises:
            IllegalActionError: the action is not legal; nothing has moved.
        """
        games, agent = self._games, self.to_move
        number = int(action) if isinstance(action, int | np.integer) else -1
        if not (0 <= number < self.n_actions and games.masks[0, number]):
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
        """int8 (n_actions,): what the agent to move may do, at the end the idle action; the next step overwrites it."""
        return self._games.masks[0]

    def look(self, agent: str) -> Observation:
        """What ``agent`` sees, new arrays: one, or a dictionary of them."""
        games, side = self._games, self.agents.index(agent)
        if side != self._book[_LEARNER]:
            return self.look_at(self.game, agent)
        seen = games.observation()
        return {name: array[0].copy() for name, array in seen.items()} if isinstance(seen, dict) else seen[0].copy()

    def look_at(self, game: Game, agent: str) -> Observation:
        """What ``agent`` sees in another position."""
        side = self.spec.sides[self.agents.index(agent)]
        return game.observation(side, self._games.obs, self._games.dtype)

    def answer(self) -> Game | None:
        """Where the other agent decides at the same time without knowing what is decided here: the position after.

        It is one of several, by what is decided here; what the other agent sees and may do is the same in all of them.
        None where he does not.
        """
        states = self._games.batch.states
        if self.over or not self.spec.nodes[states["node"].item(0)].secret:
            return None
        after = self.game
        node, mover = after.node, after.to_move
        after.step(after.legal_actions()[0])
        return after if after.node == node and after.to_move in self.spec.sides and after.to_move != mover else None

    def render(self, renderer: Renderer) -> np.ndarray | str | None:
        """What the agent to move sees, in the mode of ``renderer``."""
        return renderer.render(self._games)

    def info(self) -> dict[str, Any]:
        """``node`` and ``turn``; at the end ``winner`` (an agent, None at a draw), the score and ``decisions`` too."""
        states, book = self._games.batch.states, self._book
        info = {"node": self.spec.node_name(states["node"].item(0)), "turn": states["turn"].item(0)}
        if self.over:
            winner = None if book[_WINNER] == NOBODY else self.agents[book[_WINNER]]
            info |= {"winner": winner, self.spec.score.key: book[_SCORE], "decisions": book[_DECISIONS]}
        return info
