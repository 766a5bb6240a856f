"""What one side may know of a game in play: all that an agent is given to decide by."""

import numpy as np

from ctv_env.core.game import Game, Observation, checked_seed


class View:
    """A game as ``side`` sees it: no public attribute or method leads to what fog hides, or to the dice to come.

    It looks at the game as it is now: ask while the decision is due, and keep what ``determinize`` returns.

    Attributes:
        side: name of the side that looks.
    """

    __slots__ = ("_game", "side")

    def __init__(self, game: Game, side: str):
        """The view of ``game`` by ``side``; ValueError if there is no such side."""
        if side not in game.spec.sides:
            raise ValueError(f"no side {side!r}; the sides are {', '.join(game.spec.sides)}")
        self._game = game
        self.side = side

    @property
    def sides(self) -> tuple[str, str]:
        """Names of both sides, the first first."""
        return self._game.spec.sides

    @property
    def segments(self) -> tuple[str, ...]:
        """Names of the segments of the action space, which ``encode`` takes."""
        return tuple(segment.name for segment in self._game.tables.actions.segments)

    @property
    def node(self) -> str:
        """Name of the present decision."""
        return self._game.node

    @property
    def turn(self) -> int:
        """Game turn; 0 before the first."""
        return self._game.turn

    @property
    def to_move(self) -> str | None:
        """Who decides: a side, ``"chance"``, or None once the game is over."""
        return self._game.to_move

    @property
    def score(self) -> int:
        """Score of the first side, which is open to all."""
        return self._game.score()

    @property
    def text(self) -> str:
        """The map in plain text."""
        return self._game.text(self.side)

    @property
    def log(self) -> list[str]:
        """What happened, in words, as far as ``side`` may know it."""
        return self._game.log_of(self.side)

    def action_mask(self) -> np.ndarray:
        """int8 (n_actions,): 1 for each legal action of ``side``; all 0 while it is not its turn."""
        mask = self._game.action_mask()
        return mask if self.to_move == self.side else np.zeros_like(mask)

    def legal_actions(self) -> list[int]:
        """Legal actions of ``side`` in rising order; none while it is not its turn."""
        return np.flatnonzero(self.action_mask()).tolist()

    def describe(self, action: int) -> str:
        """What one of the legal actions does, in a player's words; ValueError for any other."""
        if action not in self.legal_actions():
            raise ValueError(f"action {action!r} is not legal for the {self.side} here")
        return self._game.describe(action)

    def encode(self, kind: str, name: str | None = None) -> int:
        """The action number of a segment and of what it names there, as ``Game.encode``."""
        return self._game.encode(kind, name)

    def explain_illegal(self, action: int) -> str:
        """Reason and rule number against ``action``; the empty string if it is legal."""
        if self.to_move != self.side:
            return f"it is not the turn of the {self.side}"
        return self._game.explain_illegal(action)

    def observation(self, kind: str | None = None, dtype: str = "uint8") -> Observation:
        """The arrays that ``side`` sees, as ``Game.observation``."""
        return self._game.observation(self.side, kind, dtype)

    def advise(self, policy: str, works: np.ndarray) -> int:
        """What a compiled policy of the game would do here; such a policy keeps to the fog by itself.

        Args:
            policy: its name.
            works: scratch of its own, (1,) records of ``spec.work``, with its randomness.

        Raises:
            ValueError: it is not the turn of ``side``.
        """
        if self.to_move != self.side:
            raise ValueError(f"it is not the turn of the {self.side}")
        spec = self._game.spec
        code = spec.policies.index(policy)
        return int(spec.advise(self._game._states, 0, self._game.tables.record, works, code))

    def determinize(self, seed: int) -> Game:
        """A whole game that could be the true one, for search: what fog hides and the dice to come are drawn anew.

        Args:
            seed: a whole number from 0 up that decides the draw.
        """
        return self._game.determinize(self.side, np.random.default_rng(checked_seed(seed)))
