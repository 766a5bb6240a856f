"""The course of a game, from the positions at the ends of its turns.

With ``compiled`` and the files of the balance report the only one of this package that knows which game it is about.
"""

import typing

import numpy as np

from ctv_env.core.jit import records
from ctv_env.games.ctv.model.codes import ELIMINATED, MAP, N_CELLS, N_GROUND, NATIONALIST, SIDE_SLOTS, SURRENDERED
from ctv_env.games.ctv.model.state import STATE


class Course(typing.NamedTuple):
    """What became of the map and of both sides.

    Attributes:
        taken: int8 (cells,), the first turn at whose end the first side held a cell, 0 for never.
        surrendered: turn on which the Basques surrendered (13.3), 0 for never.
        steps_lost: of each side, of the units that are on the map at the end or were eliminated.
    """

    taken: np.ndarray
    surrendered: int
    steps_lost: tuple[int, int]


NO_COURSE = Course(np.zeros(N_CELLS, np.int8), 0, (0, 0))
"""Of a game that ended before the first turn did."""


def blank_ends(tables, n_games: int) -> np.ndarray:
    """(n_games, turns) positions, to be those at the end of each turn of a scenario, while none is known."""
    n_turns = int(tables.record["n_turns"][0])
    return records(n_games * n_turns, STATE).reshape(n_games, n_turns)


def note_end(record: np.void, turn: int, ends: np.ndarray) -> None:
    """Note ``record``, the position after ``turn``, in the ``ends`` of one game; set-up, turn 0, is not noted."""
    if turn > 0:
        ends[turn - 1] = record


def held_at_ends(ends: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """Which ``cells``, (m,), the first side holds: int8 (turns, m), as ``GameRecord.held``."""
    held = np.where(_noted(ends)[:, None], ends["cell_control"][:, cells] == NATIONALIST, -1).astype(np.int8)
    if _noted(ends).any():
        last = np.flatnonzero(_noted(ends))[-1]
        held[last + 1 :] = held[last]
    return held


def course_of(ends: np.ndarray, tables) -> Course:
    """The course of one game.

    Args:
        ends: (turns,) positions, noted by ``note_end``.
        tables: of its scenario.
    """
    held = held_at_ends(ends, np.arange(N_CELLS)) == 1
    surrendered = (ends["piece_place"] == SURRENDERED).any(axis=1)
    noted = ends[_noted(ends)]
    lost = tuple(_steps_lost(noted[-1], tables.record[0], side) if len(noted) else 0 for side in range(2))
    return Course(_first_turns(held), int(_first_turns(surrendered)), lost)


def _noted(ends: np.ndarray) -> np.ndarray:
    """bool (turns,): of which turns the end is known; a blank position is that of turn 0."""
    return ends["turn"] > 0


def _first_turns(facts: np.ndarray) -> np.ndarray:
    """int8: the first turn, counted from 1, on which each of the ``facts``, bool (turns, ...), holds; 0 for never."""
    return np.where(facts.any(axis=0), facts.argmax(axis=0) + 1, 0).astype(np.int8)


def _steps_lost(end: np.void, tables: np.void, side: int) -> int:
    units = slice(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS)
    counted = np.isin(end["piece_place"][:N_GROUND][units], (MAP, ELIMINATED))
    full = tables["steps"][:N_GROUND][units].astype(int)
    return int((full - end["unit_steps"][units])[counted].sum())
