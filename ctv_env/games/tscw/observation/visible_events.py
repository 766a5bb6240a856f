"""Which events a side may read (15.5, rulings T-106, T-107)."""

import numpy as np

from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import IMMEDIATE
from ctv_env.games.tscw.model.events import (
    EV_ADVANCED,
    EV_ARRIVED,
    EV_BONUS,
    EV_CONVERTED,
    EV_DELAYED,
    EV_DRAWN,
    EV_EVACUATED,
    EV_HQ_READY,
    EV_LANDED,
    EV_MOVED,
    EV_RAILED,
    EV_REBUILT,
    EV_RELEASED,
    EV_REPLENISHED,
    EV_RESERVED,
    EV_SET_UP,
    EV_SHIPPED,
    EV_WITHDRAWN,
    HIDDEN_CHIT,
)

_OF_UNITS = (
    *(EV_SET_UP, EV_BONUS, EV_CONVERTED, EV_WITHDRAWN, EV_REPLENISHED, EV_REBUILT, EV_ARRIVED, EV_DELAYED),
    *(EV_SHIPPED, EV_LANDED, EV_RAILED, EV_HQ_READY, EV_RESERVED, EV_RELEASED, EV_EVACUATED, EV_MOVED, EV_ADVANCED),
)
"""Events whose first number is a piece that may lie under others."""


def visible_events(tables: TscwTables, events: np.ndarray, side: int) -> np.ndarray:
    """Return the events that ``side`` may read: in fog no moves of enemy units, and no chits that the enemy holds."""
    t = tables.record[0]
    found = events
    if t["fog"]:
        piece = found[:, 1]
        enemy = (piece >= t["n_nationalist"]) != bool(side)
        found = found[~(np.isin(found[:, 0], _OF_UNITS) & enemy)]
    if t["closed_chits"]:
        found = found.copy()
        drawn = (found[:, 0] == EV_DRAWN) & (found[:, 1] != side) & (found[:, 2] > 0)
        chits = found[drawn, 2]
        held = np.asarray(t["chit_dot"])[chits] != IMMEDIATE
        found[drawn, 2] = np.where(held, HIDDEN_CHIT, chits)
    return found
