"""Which events of the log a side may read (5.2, rulings R-56 and R-57)."""

import functools
import typing

import numpy as np

from ctv_env.games.ctv.model.codes import N_PIECES, REPUBLICAN
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
    """The rows of ``events`` that ``side`` may read, in order; arguments as of ``is_open``."""
    return events[is_open(tables, events, side)]


def is_open(tables: "GameTables", events: np.ndarray, side: int) -> np.ndarray:
    """Which rows of a log ``side`` may read, bool (n,).

    All who take part in a combat are seen, so a combat is open from the moment its target is named; outside of it the
    enemy's pieces are set up, march, run short of supply, recover and dig unseen.

    Args:
        tables: of the game.
        events: int (n, 8), the log from the beginning, or from a moment outside of a combat.
        side: who reads.
    """
    if not tables.options["fog"] or not len(events):
        return np.ones(len(events), bool)
    code = events[:, EVENT_CODE]
    opens = np.isin(code, _codes(StageBegun, Target))
    fighting = code[np.maximum.accumulate(np.where(opens, np.arange(len(events)), 0))] == CODES[Target]
    hidden = np.isin(code, _codes(*_OF_A_TRENCH)) & (side != REPUBLICAN)
    for event in _OF_A_PIECE:
        told = np.flatnonzero(code == CODES[event])
        hidden[told] = _sides()[events[told, column(event, "piece")]] != side
    return fighting | ~hidden


def _codes(*classes: type) -> list[int]:
    return [CODES[event] for event in classes]


@functools.cache
def _sides() -> np.ndarray:
    """Side of each piece, int (N_PIECES,)."""
    return np.array([side_of(p) for p in range(N_PIECES)])
