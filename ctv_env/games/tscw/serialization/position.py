"""Positions as JSON-serialisable data: the fields of the state by name, checked when they are read."""

import numpy as np

from ctv_env.core.positions import FlatPositions
from ctv_env.games.tscw.loading.load import TscwTables, load
from ctv_env.games.tscw.model.state import STATE
from ctv_env.games.tscw.serialization.checks import check

NAME = "tscw"
_POSITIONS = FlatPositions(NAME, STATE, load, check)
to_dict = _POSITIONS.to_dict


def from_dict(data: dict) -> tuple[TscwTables, np.ndarray]:
    """See ``GameSpec.from_dict``; ValueError for an inconsistent position (``checks.py``)."""
    tables, states = _POSITIONS.from_dict(data)
    assert isinstance(tables, TscwTables)
    return tables, states
