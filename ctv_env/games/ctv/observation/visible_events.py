"""The events of the log that a side may read (5.2, rulings R-56 and R-57)."""

import functools
import typing

import numpy as np

from ctv_env.games.ctv.model.codes import N_PIECES, SIDE
from ctv_env.games.ctv.model.events import (
    CODES,
    EVENT_CODE,
    Battalion,
    Disorganised,
    Moved,
    NewColumn,
    Placed,
    StageBegun,
    SupplyChanged,
    Target,
    Through,
    TrenchPlaced,
    TrenchRemoved,
    column,
)
from ctv_env.games.ctv.rules.pieces import side_of

if typing.TYPE_CHECKING:
    from ctv_env.games.ctv.loading.load import GameTables

_OF_A_PIECE = (Placed, NewColumn, SupplyChanged, Moved, Through, Disorganised, Battalion)
_OF_A_TRENCH = (TrenchPlaced, TrenchRemoved)


def open_events(tables: "GameTables", events: np.ndarray, side: int) -> np.ndarray:
    """Return the rows of ``events`` that ``side`` may read, in order; arguments as for ``is_open``."""
    return events[is_open(tables, events, side)]


def is_open(tables: "GameTables", events: np.ndarray, side: int) -> np.ndarray:
    """Return which rows of a log ``side`` may read, bool (n,).

    All units in a combat are seen, so a combat is visible from the naming of its target; outside of combats the enemy's
    set-up, moves, supply, recovery and trenches are hidden.

    Args:
        tables: tables of the game.
        events: int (n, 8), the log from the beginning, or from a point outside of a combat.
        side: index of the reading side.
    """
    if not tables.options["fog"] or not len(events):
        return np.ones(len(events), bool)
    code = events[:, EVENT_CODE]
    opens = np.isin(code, _codes(StageBegun, Target))
    fighting = code[np.maximum.accumulate(np.where(opens, np.arange(len(events)), 0))] == CODES[Target]
    hidden = np.isin(code, _codes(*_OF_A_TRENCH)) & (side != SIDE.REPUBLICAN)
    for event in _OF_A_PIECE:
        of_type = np.flatnonzero(code == CODES[event])
        hidden[of_type] = _sides()[events[of_type, column(event, "piece")]] != side
    return fighting | ~hidden


def _codes(*classes: type) -> list[int]:
    return [CODES[event] for event in classes]


@functools.cache
def _sides() -> np.ndarray:
    """Return the side of each piece, int (N_PIECES,)."""
    return np.array([side_of(p) for p in range(N_PIECES)])
