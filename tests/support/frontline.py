"""The start of the campaign in printed codes: control, the front lines, the fixed deployment."""

import functools

import numpy as np

from ctv_env.games.ctv.loading.load import load
from ctv_env.games.ctv.model.codes import END_SC, N_GROUND, NAT_SC, REP_SC, SIDE_SLOTS

TABLES = load()
T, GRID = TABLES.record[0], TABLES.grid
NAT, REP = 0, 1

RESERVES = {group: {TABLES.piece_names[p] for p in np.flatnonzero(T["reserve_group"] == group)} for group in (1, 2, 3)}
"""Brigades of the 50th, 55th and 57th Divisions."""
ALL_RESERVES = set().union(*RESERVES.values())

_SLOTS = {
    NAT: (*range(SIDE_SLOTS), *range(NAT_SC, REP_SC)),
    REP: (*range(SIDE_SLOTS, N_GROUND), *range(REP_SC, END_SC)),
}


def land(side: int) -> set[str]:
    """Return the hexes that a side controls at the start."""
    return {GRID.code(cell) for cell in np.flatnonzero(T["start_control"] == side)}


@functools.cache
def around(code: str) -> frozenset[str]:
    """Return the land hexes next to ``code`` across open hexsides."""
    return frozenset(GRID.code(cell) for cell in T["nbr"][GRID.cell(code)] if T["terrain"][cell])


def front(side: int) -> set[str]:
    """Return the hexes of a side along the red line."""
    return {code for code in land(side) if around(code) & land(1 - side)}


def standing(side: int, without=()) -> dict[str, str]:
    """Return the pieces of the fixed deployment, without reserve divisions and those in ``without``."""
    names = {TABLES.piece_names[p]: int(T["start_hex"][p]) for p in _SLOTS[side] if T["start_hex"][p] >= 0}
    return {name: GRID.code(cell) for name, cell in names.items() if name not in {*ALL_RESERVES, *without}}
