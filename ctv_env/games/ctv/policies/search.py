"""The search functions of this game (``core.search.Search``)."""

import numpy as np

from ctv_env.core.search import Search
from ctv_env.games.ctv.policies.fight_out import LEVELS, ROWS_A_LEVEL, fight_out
from ctv_env.games.ctv.policies.playouts import march, play_until

_PLAN_LENGTH = 1000  # more than enough to choose and move every piece once


def _with(tables: np.ndarray, **values: int) -> np.ndarray:
    """Return a copy of a tables record with new values of some fields."""
    copy = tables.copy()
    for name, value in values.items():
        copy[name] = value
    return copy


SEARCH = Search(
    policy="staff",
    plan_nodes=("MOVE", "MOVE_TO"),
    plan_length=_PLAN_LENGTH,
    plan=march,
    play_until=play_until,
    fight_nodes=("LOSS_DEF", "RETREAT"),
    fight_rows=ROWS_A_LEVEL * (LEVELS + 1) + 1,
    fight=fight_out,
    tree_nodes=("RETREAT", "TARGET"),
    keyed=lambda tables: _with(tables, keyed_dice=1),
    unforced=lambda tables: _with(tables, play_forced=0),
)
