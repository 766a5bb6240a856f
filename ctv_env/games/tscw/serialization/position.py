"""Positions as JSON-serialisable data: the fields of the state by name, checked when they are read."""

from ctv_env.core.fields import Names
from ctv_env.core.positions import Positions
from ctv_env.games.tscw.loading.load import TscwTables, load
from ctv_env.games.tscw.model.codes import N_CHITS, PURSES, SIDE_NAMES
from ctv_env.games.tscw.model.state import STATE_FIELDS
from ctv_env.games.tscw.serialization.checks import check, derive

NAME = "tscw"


def names(tables: TscwTables) -> Names:
    """Return the names by which positions are written."""
    return Names(
        {
            "side": SIDE_NAMES[:2],
            "purse": PURSES,
            "piece": tables.pieces.names,
            "chit": ("none", *map(str, range(1, N_CHITS + 1))),
            "line": tables.lines,
            "cell": tables.grid.names,
        },
        columns=tables.grid.columns,
    )


POSITIONS = Positions(NAME, STATE_FIELDS, load, names, check, derive)
to_dict, from_dict = POSITIONS.to_dict, POSITIONS.from_dict
