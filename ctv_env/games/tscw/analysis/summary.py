"""The course of a game from the positions at the end of its turns: places held, landmarks, steps lost."""

import numpy as np

from ctv_env.core.analysis import GameSummary
from ctv_env.games.tscw.analysis.landmarks import fallen_in, offensives_of, title_of, towns_of
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import SIDE

_HELD, _LOST, _UNKNOWN = 1, 0, -1


def n_turns(tables: TscwTables) -> int:
    """Return the number of the last turn; turns count from July 1936."""
    return int(tables.record["last_turn"][0])


def objectives(tables: TscwTables) -> list[str]:
    """Return the names of the places fought for."""
    return [title_of(tables, town) for town in towns_of(tables)]


def held(ends: np.ndarray, tables: TscwTables) -> np.ndarray:
    """Return the places held by the Nationalists at the end of each turn: see ``Analysis.held``."""
    return _held(ends, tables, [town.code for town in towns_of(tables)])


def _held(ends: np.ndarray, tables: TscwTables, hexes: list[str]) -> np.ndarray:
    """int8 (turns, hexes): 1 for Nationalist hexes, -1 before the first turn; turns not reached are like the end."""
    found = np.full((len(ends), len(hexes)), _UNKNOWN, np.int8)
    for turn in np.flatnonzero(ends["turn"] > 0):
        for k, code in enumerate(hexes):
            row, column = divmod(tables.places.cell(code), tables.grid.columns)
            found[turn:, k] = int(ends[turn]["control_rows"][SIDE.NATIONALIST][row + 1]) >> column & 1
    return found


def summary(ends: np.ndarray, tables: TscwTables) -> GameSummary:
    """Return the turns of the landmarks, and the steps lost by both sides."""
    fallen = _held(ends, tables, [town.code for town in fallen_in(tables)]) == _HELD
    for_good = np.logical_and.accumulate(fallen[::-1])[::-1]
    taken = _held(ends, tables, [one.code for one in offensives_of(tables)]) == _LOST
    reached = np.column_stack([for_good, taken])
    turns = np.where(reached.any(axis=0), reached.argmax(axis=0) + 1, 0)
    played = np.flatnonzero(ends["turn"] > 0)
    lost = ends[played[-1]]["steps_lost"] if len(played) else np.zeros(2, int)
    return GameSummary(tuple(turns.tolist()), (int(lost[0]), int(lost[1])))
