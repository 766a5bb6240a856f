"""The prospects of a side along a game: by the game's own outlook, and by the agent's estimate if it has one."""

import typing

import numpy as np

from ctv_env.agents.base import Agent
from ctv_env.agents.opinions.ask import opinion_of
from ctv_env.agents.opinions.opinion import chance_of
from ctv_env.agents.search.playouts import Playouts
from ctv_env.core.game import Game
from ctv_env.core.jit import records


class Prospect(typing.NamedTuple):
    """What is expected for a side in one position, as a chance to win, 0 to 1.

    Attributes:
        turn: of the position.
        outlook: by the game's own ``outlook``, which sees everything; None if the game has none.
        value: by the agent; None if it has no estimate there.
    """

    turn: int
    outlook: float | None
    value: float | None


class Prospects:
    """Collects the prospects of a side in one game, once a turn.

    Args:
        game: at its start.
        side: whose prospects.
        asked: the agent; None if it is not to be asked.
    """

    def __init__(self, game: Game, side: str, asked: Agent | None):
        self._side = side
        self._asked = asked if hasattr(asked, "explain") else None
        self._playouts = Playouts(game, 0) if game.spec.search() is not None else None
        self._outlooks: dict[int, float | None] = {}
        self._values: dict[int, float | None] = {}

    def look(self, game: Game) -> None:
        """Take note of a position in which the side decides; until it has a value, the agent is asked again."""
        if game.turn not in self._outlooks:
            self._outlooks[game.turn] = self._outlook(game)
        if self._asked is not None and self._values.get(game.turn) is None:
            found = opinion_of(self._asked, game).value
            self._values[game.turn] = None if found is None else chance_of(found)

    @property
    def found(self) -> list[Prospect]:
        """The prospects by turn."""
        return [Prospect(turn, outlook, self._values.get(turn)) for turn, outlook in self._outlooks.items()]

    def _outlook(self, game: Game) -> float | None:
        if self._playouts is None:
            return None
        states = records(1, game.spec.state)
        states[0] = game.record
        return chance_of(float(self._playouts.values(states, game.turn, self._side)[0]))


def mean_by_turn(rows: list[list[tuple[int, float]]], n_turns: int) -> np.ndarray:
    """Return float (n_turns,): the mean over games of a figure on turn 1, 2, ...; nan where no game has one.

    Args:
        rows: pairs of turn and figure for each game.
        n_turns: number of turns.
    """
    sums, counts = np.zeros(n_turns + 1), np.zeros(n_turns + 1)
    for row in rows:
        for turn, figure in row:
            sums[turn] += figure
            counts[turn] += 1
    with np.errstate(invalid="ignore"):
        return (sums / counts)[1:]
