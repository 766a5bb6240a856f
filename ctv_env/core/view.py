"""The view of a game in play by one side: all the information that an agent receives."""

import numpy as np

from ctv_env.core.game import Game, Observation, checked_seed
from ctv_env.core.tuning import code_of


class View:
    """A game as ``side`` sees it: no public attribute or method reveals what fog hides, or future dice.

    The view is live: read it before the game moves on, or keep what ``determinize`` returns.

    Attributes:
        side: name of the viewing side.
    """

    __slots__ = ("_game", "side")

    def __init__(self, game: Game, side: str):
        """Create the view of ``game`` by ``side``; ValueError if there is no such side."""
        if side not in game.spec.sides:
            raise ValueError(f"no side {side!r}; the sides are {', '.join(game.spec.sides)}")
        self._game = game
        self.side = side

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the first and the second side."""
        return self._game.spec.sides

    @property
    def segments(self) -> tuple[str, ...]:
        """Names of the segments of the action space, as accepted by ``encode``."""
        return tuple(segment.name for segment in self._game.tables.actions.segments)

    @property
    def node(self) -> str:
        """Name of the current decision."""
        return self._game.node

    @property
    def turn(self) -> int:
        """Game turn; 0 before the first."""
        return self._game.turn

    @property
    def to_move(self) -> str | None:
        """The decider: a side, ``"chance"``, or None once the game is over."""
        return self._game.to_move

    @property
    def score(self) -> int:
        """Return the score of the first side, which is public."""
        return self._game.score()

    @property
    def text(self) -> str:
        """Return the map in plain text."""
        return self._game.text(self.side)

    @property
    def log(self) -> list[str]:
        """Return the part of the log that ``side`` may read."""
        return self._game.log_of(self.side)

    def action_mask(self) -> np.ndarray:
        """Return int8 (n_actions,): 1 for each legal action of ``side``; all 0 while another decides."""
        mask = self._game.action_mask()
        return mask if self.to_move == self.side else np.zeros_like(mask)

    def legal_actions(self) -> list[int]:
        """Return the legal actions of ``side`` in ascending order; none while another decides."""
        return np.flatnonzero(self.action_mask()).tolist()

    def describe(self, action: int) -> str:
        """Return what a legal action does, in a player's words; ValueError for any other action."""
        if action not in self.legal_actions():
            raise ValueError(f"action {action!r} is not legal for the {self.side} here")
        return self._game.describe(action)

    def encode(self, kind: str, name: str | None = None) -> int:
        """Return the action number of a segment and a name, like ``Game.encode``."""
        return self._game.encode(kind, name)

    def explain_illegal(self, action: int) -> str:
        """Return why ``action`` is illegal, with the rule number; the empty string if it is legal."""
        if self.to_move != self.side:
            return f"it is not the turn of the {self.side}"
        return self._game.explain_illegal(action)

    def observation(self, kind: str | None = None, dtype: str = "uint8") -> Observation:
        """Return the observation of ``side``, like ``Game.observation``."""
        return self._game.observation(self.side, kind, dtype)

    def advise(self, policy: str, scratch: np.ndarray, constants: np.ndarray | None = None) -> int:
        """Return the action of a compiled policy of the game, which uses only what ``side`` may know.

        Args:
            policy: name of the policy.
            scratch: (1,) records of ``spec.scratch`` owned by the caller, with the policy's random stream.
            constants: int16 (constants,), of a variant of the game's tunable policy (``core.tuning``); None for the
                policy itself.

        Raises:
            ValueError: it is not the turn of ``side``.
        """
        if self.to_move != self.side:
            raise ValueError(f"it is not the turn of the {self.side}")
        spec = self._game.spec
        code, tables = spec.policies.index(policy), self._game.tables.record
        if constants is not None and spec.tuning is not None:
            code, tables = code_of(0), spec.tuning.tables_with(tables, [constants])
        return int(spec.advise(self._game._states, 0, tables, scratch, code))

    def determinize(self, seed: int) -> Game:
        """Return a full game consistent with this view, for search: hidden information and future dice are resampled.

        Args:
            seed: a non-negative integer that determines the sample.
        """
        return self._game.determinize(self.side, np.random.default_rng(checked_seed(seed)))
