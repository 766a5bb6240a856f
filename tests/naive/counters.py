"""The printed counters (2) and charts, read directly from ``units.yaml`` and ``tables.yaml``."""

import dataclasses
import functools

from naive.board import SIDES, read

CHARTS = read("tables.yaml")
STACKING = {terrain: int(row["stacking"]) for terrain, row in CHARTS["terrain"].items()}
DSG_LEVELS = ("none", "DSG", "DSG1", "DSG2")
HQ = ("hq_division", "hq_corps")
COMBAT = ("infantry", "mechanised", "armour")


@dataclasses.dataclass(frozen=True)
class Counter:
    """The printed values of a piece; factors are listed by side of the counter, full strength first."""

    name: str
    side: str
    kind: str  # as in units.yaml, or "supply_column", "air", "trench"
    nation: str = ""
    div: str = ""
    attack: tuple[int, ...] = ()
    defence: tuple[int, ...] = ()
    mp: int = 0
    motorised: bool = False
    sp: int = 0
    breakdown: bool = False

    @functools.cached_property
    def is_hq(self) -> bool:
        """Whether it is a headquarters (9.2)."""
        return self.kind in HQ

    @functools.cached_property
    def is_combat(self) -> bool:
        """Whether it is a combat unit (ruling R-03)."""
        return self.kind in COMBAT

    @functools.cached_property
    def is_ground(self) -> bool:
        """Whether it is a ground unit (ruling R-03)."""
        return self.is_hq or self.is_combat

    @functools.cached_property
    def is_basque_brigade(self) -> bool:
        """Whether it is one of the brigades of rule 13."""
        return self.nation == "basque" and self.kind == "infantry" and not self.breakdown


def _ground(name: str, side: str, row: dict) -> Counter:
    return Counter(
        name,
        side,
        row["kind"],
        row["nation"],
        row.get("div", ""),
        tuple(map(int, row["attack"])),
        tuple(map(int, row["defence"])),
        int(row["mp"]),
        row.get("motorised") == "true",
        int(row.get("sp", 0)),
        row.get("breakdown") == "true",
    )


def _all() -> dict[str, Counter]:
    units = read("units.yaml")
    found = [Counter(name, "republican", "trench") for name in units["trenches"]]
    for side in SIDES:
        found += [_ground(name, side, row) for name, row in units[side]["ground"].items()]
        for name, row in units[side]["supply_columns"].items():
            found.append(Counter(name, side, "supply_column", mp=int(row["mp"]), motorised=True))
        found += [Counter(name, side, "air", row["nation"]) for name, row in units[side]["air"].items()]
    return {counter.name: counter for counter in found}


COUNTERS = _all()
