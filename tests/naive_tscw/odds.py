"""Chapters 15.6 to 15.25, told slowly: sums of factors, column and modifier of a battle, and who may lose."""

import dataclasses

from naive_tscw.board import around, hexes, lines, pair, read, river
from naive_tscw.position import Position, Unit
from naive_tscw.supply import states

COLUMNS = ("1:3", "1:2", "1:1", "3:2", *(f"{n}:1" for n in range(2, 8)))


@dataclasses.dataclass
class Battle:
    """A battle when its die is awaited.

    Attributes:
        position: as it was when the attack was declared.
        attackers: names.
        hq: name of the HQ that supports each side, or "".
        air: names of the air units of each side; those in ``halved`` count half.
        artillery, naval: columns and ships of each side.
        pick: what the defender chose, ``city``, ``other`` or "".
        extra: modifiers of chits and of the columns' die.
    """

    position: Position
    target: str
    side: str
    attackers: set[str]
    hq: dict[str, str]
    air: dict[str, set[str]]
    halved: set[str]
    artillery: dict[str, int]
    naval: dict[str, int]
    pick: str
    extra: int

    def __post_init__(self) -> None:
        self.states = states(self.position)
        self.enemy = "R" if self.side == "N" else "N"
        self.named = [self.position.units[name] for name in self.attackers]
        self.defenders = [unit for unit in self.position.stack(self.target) if not unit.is_hq]
        self.hexes = {unit.code for unit in self.named}

    # -- sums (1.1, 9.3, 15.11, 12.1.3, 12.2.4) --

    def units_sum(self, side: str) -> int:
        """Factors of the combat units of a side: those to be halved are added up, then halved once."""
        whole, cut = 0, 0
        for unit in self.named if side == self.side else self.defenders:
            if side == self.side:
                factor, weak = unit.factor("attack"), self.states[unit.name] != "full"
            else:
                factor = unit.factor("defence")
                weak = self.states[unit.name] == "out" or unit.reserve or unit.landed
            whole, cut = (whole, cut + factor) if weak else (whole + factor, cut)
        return whole + (cut + 1) // 2

    def total(self, side: str) -> int:
        """Factors of a side with its HQ and air units, which add its units' own at most."""
        units = self.units_sum(side)
        support = self.position.units[self.hq[side]].factor("attack") if self.hq[side] else 0
        for name in self.air[side]:
            factor = _air(name)["factor"]
            support += (factor + 1) // 2 if name in self.halved else factor
        return units + min(support, units)

    # -- shifts and modifiers, seen from the attacker --

    def shift(self) -> int:
        """Columns to the right (15.22, 15.15, 12.2.5, 12.1.5)."""
        place = hexes()[self.target]
        columns = self.artillery[self.side] - self.artillery[self.enemy]
        if any(_air(name).get("german") for name in self.air["N"]):
            columns += 1 if self.side == "N" else -1
        if self._city_counts():
            columns -= 2 if self.target == "2712" and self.side == "N" else 1
        elif place["terrain"] == "marsh":
            columns -= 1
        return columns

    def _city_counts(self) -> bool:
        return hexes()[self.target].get("place") == "city" and self.pick != "other"

    def modifier(self) -> int:
        """Sum of the die modifiers but that of odds beyond the table."""
        drm = self.extra + self.naval[self.side] - self.naval[self.enemy]
        if not self._city_counts():
            drm += {"rough": -1, "mountain": -2}.get(hexes()[self.target]["terrain"], 0)
        rivers = {river(code, self.target) for code in self.hexes}
        drm += -2 if "major" in rivers else -1 if "minor" in rivers else 0
        drm -= self._crosses_fort()
        drm += any(self.states[unit.name] != "full" for unit in self.defenders)
        drm += self._is_concentric() and not (self.side == "R" and self._has(self.named, "column"))
        return drm + self._colonial()

    def _crosses_fort(self) -> bool:
        if self.side == "R" or not self.position.is_fort(self.target):
            return False
        crossed = {pair(code, self.target) for code in self.hexes}
        return any(self.target in one["hexes"] and crossed & one["sides"] for one in lines().values())

    def _is_concentric(self) -> bool:
        ring = around(self.target)
        circle = [ring[k] for k in (0, 1, 3, 5, 4, 2)]
        places = [k for k, code in enumerate(circle) if code in self.hexes]
        apart = all((b - a) % 6 not in (1, 5) for a in places for b in places if a != b)
        opposite = any((b - a) % 6 == 3 for a in places for b in places)
        return opposite or len(places) > 3 or (len(places) == 3 and apart)

    @staticmethod
    def _has(units: list[Unit], kind: str) -> bool:
        return any(unit.size == kind or unit.faction == kind for unit in units)

    def _colonial(self) -> int:
        if self.side == "N":
            return int(self._has(self.named, "Colonial") and self._has(self.defenders, "column"))
        return -int(self._has(self.named, "column") and self._has(self.defenders, "Colonial"))

    def column(self) -> tuple[str, int]:
        """Column of the table and sum of the modifiers (15.6, 15.7, T-83)."""
        step = ladder(self.total(self.side), self.total(self.enemy)) + self.shift()
        drm = self.modifier() + (step > len(COLUMNS) - 1) - (step < 0)
        return COLUMNS[min(max(step, 0), len(COLUMNS) - 1)], drm

    def dice(self) -> int:
        """Dice to roll (15.9)."""
        return 2 if len(self.defenders) >= 4 and len(self.named) >= len(self.defenders) else 1


def ladder(attack: int, defence: int) -> int:
    """Place of the odds on the ladder ... 1:4, 1:3, 1:2, 1:1, 3:2, 2:1, 3:1 ..., in which 1:3 is 0."""
    if defence == 0:
        return 99
    rungs = [(n, 1) for n in range(150, 1, -1)] + [(3, 2), (1, 1)] + [(1, n) for n in range(2, 150)]
    for k, (a, d) in enumerate(rungs):
        if attack * d >= defence * a:
            return rungs.index((1, 3)) - k
    raise ValueError(f"odds {attack}:{defence}")


def _air(name: str) -> dict:
    units = read("units.yaml")
    return units["nationalist"].get(name) or units["republican"][name]


def losers(units: list[Unit]) -> set[str]:
    """Of the units in a battle those that may take the next step (15.8, T-92)."""
    most = max((unit.steps for unit in units), default=0)
    return {unit.name for unit in units if unit.steps == most or most < 2}
