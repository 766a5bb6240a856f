"""Which events a side may read (15.5, rulings T-106, T-107)."""

import numpy as np

from ctv_env.core.events import CODE
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import DOT
from ctv_env.games.tscw.model.events import EV, EVENTS, HIDDEN_CHIT

_SIDE, _CHIT = EVENTS.column("DRAWN", "side"), EVENTS.column("DRAWN", "chit")


def visible_events(tables: TscwTables, events: np.ndarray, side: int) -> np.ndarray:
    """Return the events that ``side`` may read: in fog no moves of enemy units, and no chits that the enemy holds."""
    t = tables.record[0]
    found = events
    if t["fog"]:
        found = found[~EVENTS.secret(found, side, {"piece": lambda pieces: pieces >= t["n_nationalist"]})]
    if t["closed_chits"]:
        found = found.copy()
        drawn = (found[:, CODE] == EV.DRAWN) & (found[:, _SIDE] != side) & (found[:, _CHIT] > 0)
        chits = found[drawn, _CHIT]
        held = np.asarray(t["chit_dot"])[chits] != DOT.IMMEDIATE
        found[drawn, _CHIT] = np.where(held, HIDDEN_CHIT, chits)
    return found
