"""Which events of the log a side may read (5.2, rulings R-56 and R-57)."""

import numpy as np

from ctv_env.games.ctv.codes import NAT_COMBAT, REP_COMBAT, REPUBLICAN
from ctv_env.games.ctv.events import (
    EV_BATTALION,
    EV_DSG,
    EV_MOVED,
    EV_NEW_COLUMN,
    EV_PLACED,
    EV_STAGE,
    EV_SUPPLY,
    EV_THROUGH,
    EV_TRENCH_PLACED,
    EV_TRENCH_REMOVED,
)
from ctv_env.games.ctv.pieces import side_of

_OF_A_PIECE = {EV_PLACED, EV_NEW_COLUMN, EV_SUPPLY, EV_MOVED, EV_THROUGH, EV_DSG, EV_BATTALION}
_OF_A_TRENCH = {EV_TRENCH_PLACED, EV_TRENCH_REMOVED}


def open_events(tables, events: np.ndarray, side: int) -> np.ndarray:
    """The rows of ``events``, int (n, 8), in order, that ``side`` may read.

    All who take part in a combat are seen, so a combat segment is open as a whole; outside of it the enemy's pieces
    are set up, march, run short of supply, recover and dig unseen.
    """
    if not tables.options["fog"]:
        return events
    kept, fighting = [], False
    for row in events:
        code = int(row[0])
        if code == EV_STAGE:
            fighting = int(row[1]) in (NAT_COMBAT, REP_COMBAT)
        kept.append(fighting or not _hidden(code, int(row[1]), side))
    return events[np.array(kept, bool)]


def _hidden(code: int, piece: int, side: int) -> bool:
    """True for what the enemy of ``side`` does in fog."""
    if code in _OF_A_TRENCH:
        return side != REPUBLICAN
    return code in _OF_A_PIECE and side_of(piece) != side
