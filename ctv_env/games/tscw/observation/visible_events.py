"""Which events a side may read (15.5, rulings T-106, T-107)."""

import numpy as np

from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import DOT
from ctv_env.games.tscw.model.events import EV, HIDDEN_CHIT

_OF_UNITS = (
    *(EV.SET_UP, EV.BONUS, EV.CONVERTED, EV.WITHDRAWN, EV.REPLENISHED, EV.REBUILT, EV.ARRIVED, EV.DELAYED),
    *(EV.SHIPPED, EV.LANDED, EV.RAILED, EV.HQ_READY, EV.RESERVED, EV.RELEASED, EV.EVACUATED, EV.MOVED, EV.ADVANCED),
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
        drawn = (found[:, 0] == EV.DRAWN) & (found[:, 1] != side) & (found[:, 2] > 0)
        chits = found[drawn, 2]
        held = np.asarray(t["chit_dot"])[chits] != DOT.IMMEDIATE
        found[drawn, 2] = np.where(held, HIDDEN_CHIT, chits)
    return found
