"""Which events of the log a side may read (5.2, rulings R-56 and R-57)."""

import functools

import numpy as np

from ctv_env.games.ctv.model.codes import N_PIECES, REPUBLICAN
from ctv_env.games.ctv.model.events import (
    EV_BATTALION,
    EV_DSG,
    EV_MOVED,
    EV_NEW_COLUMN,
    EV_PLACED,
    EV_STAGE,
    EV_SUPPLY,
    EV_TARGET,
    EV_THROUGH,
    EV_TRENCH_PLACED,
    EV_TRENCH_REMOVED,
)
from ctv_env.games.ctv.rules.pieces import side_of

_OF_A_PIECE = (EV_PLACED, EV_NEW_COLUMN, EV_SUPPLY, EV_MOVED, EV_THROUGH, EV_DSG, EV_BATTALION)
_OF_A_TRENCH = (EV_TRENCH_PLACED, EV_TRENCH_REMOVED)


def open_events(tables, events: np.ndarray, side: int) -> np.ndarray:
    """The rows of ``events`` that ``side`` may read, in order; arguments as of ``is_open``."""
    return events[is_open(tables, events, side)]


def is_open(tables, events: np.ndarray, side: int) -> np.ndarray:
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
    code, piece = events[:, 0], events[:, 1]
    opens = np.isin(code, (EV_STAGE, EV_TARGET))
    fighting = code[np.maximum.accumulate(np.where(opens, np.arange(len(events)), 0))] == EV_TARGET
    hidden = np.isin(code, _OF_A_TRENCH) & (side != REPUBLICAN)
    told = np.flatnonzero(np.isin(code, _OF_A_PIECE))
    hidden[told] = _sides()[piece[told]] != side
    return fighting | ~hidden


@functools.cache
def _sides() -> np.ndarray:
    """Side of each piece, int (N_PIECES,)."""
    return np.array([side_of(p) for p in range(N_PIECES)])
