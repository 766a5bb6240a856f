"""The events of the log that a side may read (5.2, rulings R-56 and R-57)."""

import functools
import typing

import numpy as np

from ctv_env.core.events import CODE, Owner
from ctv_env.games.ctv.model.codes import N_PIECES
from ctv_env.games.ctv.model.events import EV, EVENTS
from ctv_env.games.ctv.rules.pieces import side_of

if typing.TYPE_CHECKING:
    from ctv_env.games.ctv.loading.load import GameTables


def open_events(tables: "GameTables", events: np.ndarray, side: int) -> np.ndarray:
    """Return the rows of ``events`` that ``side`` may read, in order; arguments as for ``is_open``."""
    return events[is_open(tables, events, side)]


def is_open(tables: "GameTables", events: np.ndarray, side: int) -> np.ndarray:
    """Return which rows of a log ``side`` may read, bool (n,).

    All units in a combat are seen, so a combat is visible from the naming of its target; outside of combats the enemy's
    set-up and moves are hidden, and the supply of units out of sight.

    Args:
        tables: tables of the game.
        events: int (n, 8), the log from the beginning, or from a point outside of a combat.
        side: index of the reading side.
    """
    if not tables.options["fog"] or not len(events):
        return np.ones(len(events), bool)
    code = events[:, CODE]
    opens = np.isin(code, (EV.STAGE_BEGUN, EV.TARGET))
    fighting = code[np.maximum.accumulate(np.where(opens, np.arange(len(events)), 0))] == EV.TARGET
    return fighting | ~EVENTS.secret(events, side, _OWNERS)


@functools.cache
def _sides() -> np.ndarray:
    """Return the side of each piece, int (N_PIECES,)."""
    return np.array([side_of(p) for p in range(N_PIECES)])


_OWNERS: dict[str, Owner] = {"piece": lambda pieces: _sides()[pieces]}
