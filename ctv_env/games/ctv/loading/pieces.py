"""``units.yaml``: the counters and their slots."""

import numpy as np

from ctv_env.core.datafile import Choice, Document, Flag, ListOf, MapOf, Number, Path, Record, Text
from ctv_env.games.ctv.model.codes import (
    END_AIR,
    END_SC,
    KIND,
    N_GROUND,
    N_PIECES,
    NAT_AIR,
    NAT_SC,
    REP_AIR,
    REP_SC,
    SIDE_SLOTS,
    TRENCH,
    Kind,
    Nationality,
)

_NATIONS = {
    "nationalist": ("spanish", "italian", "italo_spanish", "german"),
    "republican": ("santander", "basque", "asturian", "republican"),
}
_GROUND_KINDS = tuple(
    Kind(kind).name.lower() for kind in (KIND.INFANTRY, KIND.MECHANISED, KIND.ARMOUR, KIND.HQ_DIVISION, KIND.HQ_CORPS)
)
_FACTORS = ListOf(Number(0, 30), low=1, high=2)
_MP = Number(1, 30)


def _side(name: str) -> Record:
    nation = Choice(_NATIONS[name])
    ground = Record(
        {"kind": Choice(_GROUND_KINDS), "nation": nation, "attack": _FACTORS, "defence": _FACTORS, "mp": _MP},
        {
            "div": (Text(), None),
            "motorised": (Flag(), False),
            "sp": (Number(1, 12), 0),
            "breakdown": (Flag(), False),
        },
    )
    return Record(
        {
            "ground": MapOf(ground),
            "supply_columns": MapOf(Record({"mp": _MP})),
            "air": MapOf(Record({"nation": nation})),
        }
    )


UNITS = Record(
    {
        "nationalist": _side("nationalist"),
        "republican": _side("republican"),
        "trenches": ListOf(Text(), high=N_PIECES - TRENCH),
    }
)

_SLOTS = (
    (("nationalist", "ground"), 0, SIDE_SLOTS),
    (("republican", "ground"), SIDE_SLOTS, N_GROUND),
    (("nationalist", "supply_columns"), NAT_SC, REP_SC),
    (("republican", "supply_columns"), REP_SC, END_SC),
    (("nationalist", "air"), NAT_AIR, REP_AIR),
    (("republican", "air"), REP_AIR, END_AIR),
)


def read_slots(document: Document) -> dict[str, int]:
    """Return the slot of each piece by name: each group fills its range of ``codes.py`` in file order.

    Raises:
        DataError: a group has more pieces than slots, or two pieces have the same name.
    """
    slots: dict[str, int] = {}

    def add(path: Path, name: str, slot: int) -> None:
        if name in slots:
            raise document.error(path, f"there already is a piece {name!r}", "give each piece a unique name")
        slots[name] = slot

    for (side, group), first, end in _SLOTS:
        pieces = document.data[side][group]
        if len(pieces) > end - first:
            remedy = f"there are slots for {end - first}"
            raise document.error((side, group), f"{len(pieces)} pieces in {side}.{group}", remedy)
        for i, name in enumerate(pieces):
            add((side, group, name), name, first + i)
    for i, name in enumerate(document.data["trenches"]):
        add(("trenches", i), name, TRENCH + i)
    return slots


def pack_pieces(document: Document, slots: dict[str, int]) -> dict:
    """Return the fields of the tables record from the counters, by slot.

    Raises:
        DataError: a counter is inconsistent, or contradicts rule 5 or 9.2.
    """
    fields = {
        name: np.zeros(N_PIECES, np.int8)
        for name in ("kind", "nation", "division", "move_mp", "motorised", "sp", "steps", "is_breakdown")
    }
    fields |= {name: np.zeros((3, N_PIECES), np.int8) for name in ("attack", "defence")}
    divisions: dict[str, int] = {}
    for side in ("nationalist", "republican"):
        for name, unit in document.data[side]["ground"].items():
            _check_unit(document, (side, "ground", name), unit)
            _pack_unit(fields, slots[name], unit, divisions)
        for name, column in document.data[side]["supply_columns"].items():
            fields["kind"][slots[name]] = KIND.SUPPLY_COLUMN
            fields["move_mp"][slots[name]] = column["mp"]
            fields["motorised"][slots[name]] = 1  # ruling R-26
        for name, air in document.data[side]["air"].items():
            fields["kind"][slots[name]] = KIND.AIR
            fields["nation"][slots[name]] = Nationality[air["nation"].upper()]
    fields["kind"][[slots[name] for name in document.data["trenches"]]] = KIND.TRENCH
    trenches = {"n_trenches": len(document.data["trenches"])}
    return fields | trenches | _classes(fields["kind"], fields["is_breakdown"])


def _check_unit(document: Document, path: Path, unit: dict) -> None:
    """Check that the two sides of a counter are consistent with each other and with its kind."""
    infantry = unit["kind"] in ("infantry", "mechanised")
    if len(unit["attack"]) != len(unit["defence"]):
        raise document.error(path, f"{path[-1]} has factors for different steps", "give as many attacks as defences")
    if unit["kind"].startswith("hq") and len(unit["attack"]) != 1:
        raise document.error(path, f"{path[-1]} has two steps", "an HQ takes no losses (9.2): it has one")
    if infantry != (unit["sp"] > 0):
        remedy = "infantry and mechanised units have an 'sp' of 1 or more, HQs and armour none (5)"
        raise document.error(path, f"{path[-1]} is {unit['kind']} with sp {unit['sp']}", remedy)
    if unit["breakdown"] and (unit["kind"], unit["nation"]) != ("infantry", "basque"):
        raise document.error((*path, "breakdown"), f"{path[-1]} is not Basque infantry", "breakdown battalions must be")


def _pack_unit(fields: dict, slot: int, unit: dict, divisions: dict[str, int]) -> None:
    """Write one ground unit; divisions of both sides are numbered from 1 in order of appearance."""
    fields["kind"][slot] = Kind[unit["kind"].upper()]
    fields["nation"][slot] = Nationality[unit["nation"].upper()]
    if unit["div"] is not None:
        fields["division"][slot] = divisions.setdefault(unit["div"], len(divisions) + 1)
    steps = len(unit["attack"])
    for i in range(steps):  # the file begins with full strength, the record is indexed by steps left
        fields["attack"][steps - i, slot] = unit["attack"][i]
        fields["defence"][steps - i, slot] = unit["defence"][i]
    fields["steps"][slot] = steps
    fields["move_mp"][slot] = unit["mp"]
    fields["motorised"][slot] = unit["motorised"]
    fields["sp"][slot] = unit["sp"]
    fields["is_breakdown"][slot] = unit["breakdown"]


def _classes(kind: np.ndarray, is_breakdown: np.ndarray) -> dict:
    """Combat units (ruling R-03), and the brigades that count for victory (14.1)."""
    republican = (np.arange(N_PIECES) >= SIDE_SLOTS) & (np.arange(N_PIECES) < N_GROUND)
    combat = (kind > KIND.NONE) & (kind <= KIND.ARMOUR)
    brigade = republican & ((kind == KIND.INFANTRY) | (kind == KIND.MECHANISED)) & (is_breakdown == 0)
    return {"is_combat": combat.astype(np.int8), "is_brigade": brigade.astype(np.int8)}
