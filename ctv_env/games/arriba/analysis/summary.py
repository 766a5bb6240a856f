"""The course of a game from the positions at the end of its turns: cities held, landmarks, CF lost."""

import typing
from collections.abc import Sequence

import numpy as np

from ctv_env.core.analysis import GameSummary
from ctv_env.games.arriba.analysis.landmarks import TERUEL, cities_of, fallen_in, has_teruel, title_of
from ctv_env.games.arriba.loading.load import ArribaTables
from ctv_env.games.arriba.model.codes import CITY, SIDE

_HELD, _LOST, _UNKNOWN = 1, 0, -1


def n_turns(tables: ArribaTables) -> int:
    """Return the number of the last turn; turns count from 1 in every scenario."""
    return int(tables.record["last_turn"][0])


def objectives(tables: ArribaTables) -> list[str]:
    """Return the names of the cities fought for."""
    return [title_of(tables, city) for city in cities_of(tables)]


def held(ends: np.ndarray, tables: ArribaTables) -> np.ndarray:
    """Return the cities held by the Government at the end of each turn: see ``Analysis.held``."""
    return _held_cities(ends, tables, [city.area for city in cities_of(tables)])


def summary(ends: np.ndarray, tables: ArribaTables) -> GameSummary:
    """Return the landmarks, and the CF lost by units whose losses count for replacement (6.1.1)."""
    fallen = _held_cities(ends, tables, [city.area for city in fallen_in(tables)]) == _LOST
    taken = _held_cities(ends, tables, [TERUEL] if has_teruel(tables) else []) == _HELD
    turns = _first_turns(np.column_stack([_to_the_end(fallen), taken]))
    return GameSummary(tuple(turns.tolist()), typing.cast(tuple[int, int], tuple(_cf_lost(ends).tolist())))


def _held_cities(ends: np.ndarray, tables: ArribaTables, names: Sequence[str]) -> np.ndarray:
    """Return whether the Government holds cities at the end of each turn: int8 (turns, cities), -1 if unknown.

    The side in a city holds it; an empty one is held by the side that controls the region, and while that is contested
    by its last holder, at first the one of the set-up.  Turns that the game did not reach are like its end.
    """
    areas = np.array([tables.places.areas.index(name) for name in names], int)
    found = np.full((len(ends), len(areas)), _UNKNOWN, np.int8)
    holders = _of_sides(tables.record["start_city"][0][areas])
    for turn in np.flatnonzero(ends["turn"] > 0):
        holders = _holders(ends[turn], tables, areas, holders)
        found[turn:] = holders
    return found


def _of_sides(sides: np.ndarray) -> np.ndarray:
    """Return int8 (n,): whether the Government is each of ``sides``, -1 for nobody."""
    return np.select([sides == SIDE.GOVERNMENT, sides == SIDE.REBEL], [_HELD, _LOST], _UNKNOWN).astype(np.int8)


def _holders(end: np.void, tables: ArribaTables, areas: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Return int8 (cities,): the cities that the Government holds in one position."""
    waiting = (end["pool_in_city"][:, areas] == 1) & (end["pool_units"][:, areas] > 0)
    inside = (end["bg_units"][:, areas, CITY] > 0) | waiting
    control = _of_sides(end["control"][tables.record["region"][0][areas]])
    empty = np.where(control == _UNKNOWN, before, control)
    return np.select([inside[SIDE.GOVERNMENT], inside[SIDE.REBEL]], [_HELD, _LOST], empty).astype(np.int8)


def _to_the_end(facts: np.ndarray) -> np.ndarray:
    """bool (turns, n): turns from which on each of ``facts``, alike, holds without a break."""
    return np.logical_and.accumulate(facts[::-1])[::-1]


def _first_turns(facts: np.ndarray) -> np.ndarray:
    """int64 (n,): the first turn, from 1, on which each of ``facts``, bool (turns, n), holds; 0 for never."""
    return np.where(facts.any(axis=0), facts.argmax(axis=0) + 1, 0)


def _cf_lost(ends: np.ndarray) -> np.ndarray:
    """int64 (2,): CF lost by each side in all turns.

    Positions at the end of a turn are already in the next one, which has put its losses aside; only the turn on which
    the game ends still has its own.
    """
    is_last = ends["turn"] == np.arange(1, len(ends) + 1)
    lost = np.where(is_last[:, None], ends["lost_cf"], ends["lost_cf_before"])
    return lost[ends["turn"] > 0].sum(axis=0, dtype=np.int64)
