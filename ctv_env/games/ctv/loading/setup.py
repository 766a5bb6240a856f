"""Set-up data (4, rulings R-52 and R-53): order and zones of the pieces, and the dice that they depend on."""

import numpy as np

from ctv_env.core.datafile import Document, one_of
from ctv_env.games.ctv.model.codes import (
    KIND,
    N_GROUND,
    N_PIECES,
    NAT_SC,
    NATION,
    NOWHERE,
    REP_SC,
    SETUP,
    SIDE,
    SIDE_NAMES,
    SIDE_SLOTS,
)


def pack_setup(charts: Document, units: Document, slots: dict[str, int], fields: dict, historical: bool) -> dict:
    """Return the fields of the tables record for set-up; ``fields`` has those of pieces, ``historical`` is option 15.2.

    Raises:
        DataError: a chart names a piece or division that is not in play, or too many columns.
    """
    kind = fields["kind"]
    groups, rules = _reserve_groups(charts, units, slots), _setup_rules(fields, historical)
    return {
        "reserve_group": groups,
        "setup_rule": rules,
        "order": _orders(fields, rules, groups, _columns_at_start(charts, kind)),
        "armour_from": _armour_from(charts, slots, kind),
        "ctv_hq": _ctv_hq(charts, slots, kind),
    }


def _reserve_groups(charts: Document, units: Document, slots: dict[str, int]) -> np.ndarray:
    """int8 (N_PIECES,): 1, 2, 3 for the units of the divisions that may be set up last (4.1), else 0."""
    groups = np.zeros(N_PIECES, np.int8)
    members: dict[str, list[int]] = {}
    for name, unit in units.data["republican"]["ground"].items():
        if unit["div"] is not None:
            members.setdefault(unit["div"], []).append(slots[name])
    for i, division in enumerate(charts.data["setup"]["reserve_divisions"]):
        if division not in members:
            path = ("setup", "reserve_divisions", i)
            raise charts.error(path, f"no unit belongs to a division {division!r}", one_of(division, members))
        groups[members[division]] = i + 1
    return groups


def _armour_from(charts: Document, slots: dict[str, int], kind: np.ndarray) -> np.ndarray:
    """int8 (N_PIECES,): lowest die of 4.3 with which an armour unit is received, 0 for pieces that need no die."""
    dice = np.zeros(N_PIECES, np.int8)
    armour = [name for name, slot in slots.items() if slot < SIDE_SLOTS and kind[slot] == KIND.ARMOUR]
    for name, die in charts.data["setup"]["armour_from"].items():
        if name not in armour:
            path = ("setup", "armour_from", name)
            raise charts.error(path, f"{name!r} is not a Nationalist armour unit", one_of(name, armour))
        dice[slots[name]] = die
    return dice


def _ctv_hq(charts: Document, slots: dict[str, int], kind: np.ndarray) -> int:
    """Slot of the HQ of 4.4."""
    name = charts.data["first_turn"]["hq"]
    hqs = [hq for hq, slot in slots.items() if slot < SIDE_SLOTS and kind[slot] >= KIND.HQ_DIVISION]
    if name not in hqs:
        raise charts.error(("first_turn", "hq"), f"{name!r} is not a Nationalist HQ", one_of(name, hqs))
    return slots[name]


def _columns_at_start(charts: Document, kind: np.ndarray) -> dict[int, list[int]]:
    """By side, slots of the supply columns that are set up (4.2, 4.3): the first ones in the file."""
    columns = {}
    for side, first in ((SIDE.NATIONALIST, NAT_SC), (SIDE.REPUBLICAN, REP_SC)):
        number = charts.data["supply_columns"]["at_start"][SIDE_NAMES[side]]
        present = np.flatnonzero(kind == KIND.SUPPLY_COLUMN)
        columns[side] = [slot for slot in range(first, first + number) if slot in present]
        if len(columns[side]) < number:
            path = ("supply_columns", "at_start", SIDE_NAMES[side])
            raise charts.error(path, f"{number} columns at the start", f"units.yaml has {len(columns[side])}")
    return columns


def _setup_rules(fields: dict, historical: bool) -> np.ndarray:
    """int8 (N_PIECES,): set-up zone of each piece (ruling R-53); brigades of a division are front-line units."""
    rules = np.full(N_PIECES, SETUP.ANYWHERE, np.int8)
    ground = np.arange(N_PIECES) < N_GROUND
    rules[(fields["is_brigade"] == 1) & (fields["division"] > 0)] = SETUP.FRONT
    rules[(fields["is_brigade"] == 1) & (fields["nation"] == NATION.BASQUE)] = SETUP.BASQUE_ZONE
    if historical:
        rules[ground & (fields["nation"] == NATION.ITALIAN)] = SETUP.CTV_ZONE
    rules[fields["kind"] == KIND.SUPPLY_COLUMN] = SETUP.NEAR_HQ
    return rules


def _orders(fields: dict, rules: np.ndarray, groups: np.ndarray, columns: dict[int, list[int]]) -> np.ndarray:
    """int16 (3, N_PIECES): slots in order of set-up (ruling R-52), NOWHERE beyond the end.

    The Republican order is HQs, Basque brigades, front brigades, independent brigades, armour, column, so that units
    that may be set up on any front hex come after the Basques, which may not.  The Nationalist order is HQs, Italians,
    Italo-Spanish, Spanish, columns.  The third row repeats the reserve divisions.
    """

    def republican(slot: int) -> tuple[int, int]:
        if fields["kind"][slot] >= KIND.HQ_DIVISION:
            return 0, slot
        if fields["kind"][slot] == KIND.ARMOUR:
            return 4, slot
        return {SETUP.BASQUE_ZONE: 1, SETUP.FRONT: 2}.get(int(rules[slot]), 3), slot

    def nationalist(slot: int) -> tuple[int, int]:
        if fields["kind"][slot] >= KIND.HQ_DIVISION:
            return 0, slot
        return {NATION.ITALIAN: 1, NATION.ITALO_SPANISH: 2}.get(int(fields["nation"][slot]), 3), slot

    units = np.flatnonzero((fields["kind"][:N_GROUND] > 0) & (fields["is_breakdown"][:N_GROUND] == 0))
    rows: tuple[list[int], ...] = (
        sorted(units[units >= SIDE_SLOTS].tolist(), key=republican) + columns[SIDE.REPUBLICAN],
        sorted(units[units < SIDE_SLOTS].tolist(), key=nationalist) + columns[SIDE.NATIONALIST],
        np.flatnonzero(groups).tolist(),
    )
    order = np.full((3, N_PIECES), NOWHERE, np.int16)
    for i, row in enumerate(rows):
        order[i, : len(row)] = row
    return order
