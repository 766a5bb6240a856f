"""The course of a game from the positions at the end of its turns: places held, landmarks, steps lost."""

import typing

import numpy as np

from ctv_env.core.analysis import GameSummary
from ctv_env.games.ctv.analysis.landmarks import has_surrender, places_of
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import N_GROUND, PLACE, SIDE, SIDE_SLOTS


class Objective(typing.NamedTuple):
    """An objective hex."""

    cell: int
    name: str
    vp: int


def n_turns(tables: GameTables) -> int:
    """Return the number of turns of a scenario."""
    return int(tables.record["n_turns"][0])


def objectives_of(tables: GameTables) -> list[Objective]:
    """Return the objectives of a scenario, most valuable first."""
    points = tables.record["vp"][0]
    found = [
        Objective(cell, tables.town_names.get(cell) or tables.grid.code(cell), int(points[cell]))
        for cell in np.flatnonzero(points).tolist()
    ]
    return sorted(found, key=lambda objective: (-objective.vp, objective.name))


def objectives(tables: GameTables) -> list[str]:
    """Return the names of the objectives, in the same order."""
    return [objective.name for objective in objectives_of(tables)]


def held(ends: np.ndarray, tables: GameTables) -> np.ndarray:
    """Return the objectives held by the Nationalist at the end of each turn: see ``Analysis.held``."""
    return _held_cells(ends, [objective.cell for objective in objectives_of(tables)])


def summary(ends: np.ndarray, tables: GameTables) -> GameSummary:
    """Return the landmarks, and the steps lost by units that are on the map at the end or were eliminated."""
    places = _held_cells(ends, [tables.grid.cell(place.code) for place in places_of(tables)]) == 1
    happened = [places]
    if has_surrender(tables):
        happened.append((ends["piece_place"] == PLACE.SURRENDERED).any(axis=1, keepdims=True))
    noted = ends[_is_noted(ends)]
    lost = (_steps_lost(noted[-1], tables.record[0], side) if len(noted) else 0 for side in range(2))
    return GameSummary(
        tuple(_first_turns(np.concatenate(happened, axis=1)).tolist()), typing.cast(tuple[int, int], tuple(lost))
    )


def _held_cells(ends: np.ndarray, cells: list[int]) -> np.ndarray:
    """Return whether the Nationalist holds ``cells`` at the end of each turn: int8 (turns, cells), -1 if unknown.

    Turns that the game did not reach are like its end.
    """
    noted = _is_noted(ends)
    found = np.where(noted[:, None], ends["cell_control"][:, cells] == SIDE.NATIONALIST, -1).astype(np.int8)
    if noted.any():
        last = np.flatnonzero(noted)[-1]
        found[last + 1 :] = found[last]
    return found


def _is_noted(ends: np.ndarray) -> np.ndarray:
    """bool (turns,): turns whose end is known."""
    return ends["turn"] > 0


def _first_turns(facts: np.ndarray) -> np.ndarray:
    """int64 (n,): the first turn, from 1, on which each of ``facts``, bool (turns, n), holds; 0 for never."""
    return np.where(facts.any(axis=0), facts.argmax(axis=0) + 1, 0)


def _steps_lost(end: np.void, tables: np.void, side: int) -> int:
    """Number of steps lost by the ground units of ``side`` in the position ``end``."""
    units = slice(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS)
    counted = np.isin(end["piece_place"][:N_GROUND][units], (PLACE.MAP, PLACE.ELIMINATED))
    full = tables["steps"][:N_GROUND][units].astype(int)
    return int((full - end["unit_steps"][units])[counted].sum())
