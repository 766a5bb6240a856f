"""Chapters 13, 8, 9.2, told slowly: what a step costs, where a mover gets, and where it may stop."""

import heapq

from naive_tscw.board import REGIONS, has_rail, hexes, is_town, neighbours, read, river
from naive_tscw.position import NORTHERN, Position, Unit
from naive_tscw.supply import Lines, net_of, zone

HOME = {"Asturian": "Asturias", "Santander": "Santander", "Basque": "Euskadi"}
LIMIT = {"Asturian": 4, "Santander": 2, "Basque": 2}  # 13.10
FORBIDDEN = {  # 15.25.3, T-37
    "anarchist": {"communist", "catalan", "basque"},
    "communist": {"anarchist", "poum", "catalan", "basque"},
}
SIX, FOUR = 6, 4  # 8.2


def cost(position: Position, unit: Unit, a: str, b: str, march: bool) -> int:
    """Movement factors of a step (13.12 to 13.14, 13.11.2)."""
    gait = "motor" if unit.is_motorized else "cavalry" if unit.counter["type"] == "cavalry" else "foot"
    column = ("foot", "cavalry", "motor").index(gait)
    charts = read("charts.yaml")
    place = hexes()[b]
    price = 1 if place.get("place") == "city" else charts["terrain"][place["terrain"]]["cost"][column]
    water = river(a, b)
    if water and not (march and _is_bridged(position, unit, a, b)):
        price += {"minor": (1, 1, 2), "major": (2, 2, 3)}[water][column]
    return price + (1 if unit.side == "N" and position.is_fort(b) else 0)


def _enemy_zone(position: Position, unit: Unit) -> set[str]:
    """Hexes in full enemy ZOC."""
    found = zone(position, "R" if unit.side == "N" else "N")
    return {code for code, kind in found.items() if kind == "full"}


def _is_bridged(position: Position, unit: Unit, a: str, b: str) -> bool:
    safe = not {a, b} & _enemy_zone(position, unit)
    return safe and has_rail(a, b) and position.owner[a] == unit.side == position.owner[b]


class Move:
    """The possible move of a unit, which has not entered a hex yet.

    Args:
        held: hexes that the side held when the segment began, for a march.
    """

    def __init__(self, position: Position, unit: Unit, factors: int, march: bool, held: set[str]):
        self.position, self.unit, self.factors, self.march, self.held = position, unit, factors, march, held
        self.zone = _enemy_zone(position, unit)
        self.best = self._paths()

    def may_step(self, a: str, b: str) -> bool:
        """Whether the unit may step into a hex, cost apart (13.2, 10.2, 13.11.1, 12.1.3, T-149)."""
        enemies = [unit for unit in self.position.stack(b) if unit.side != self.unit.side]
        lone = all(unit.is_hq for unit in enemies)
        if enemies and (not lone or self.unit.is_hq):
            return False
        if self.unit.side == "R" and not self.unit.is_northern and hexes()[b]["region"] in REGIONS:
            return False
        if a in self.zone and b in self.zone:
            return False
        return not self.march or self._may_march(b)

    def _may_march(self, code: str) -> bool:
        near = {unit.code for unit in self.position.others(self.unit.side)}
        beside = bool(near & set(neighbours(self.position.scenario, code)))
        friend = any(unit.side == self.unit.side for unit in self.position.stack(code))
        return code in self.held and (friend or not beside)

    def _paths(self) -> dict[str, list[str]]:
        """The engine's path to each hex: cheapest, then most hexes taken, then lowest codes (T-63)."""
        start = self.unit.code
        found: dict[str, tuple] = {}
        queue: list[tuple] = [(0, 0, [], start)]
        while queue:
            spent, taken, path, code = heapq.heappop(queue)
            if code in found:
                continue
            found[code] = (spent, path)
            if code != start and code in self.zone:
                continue
            for near in neighbours(self.position.scenario, code):
                if not self.may_step(code, near):
                    continue
                total = spent + cost(self.position, self.unit, code, near, self.march)
                if total <= self.factors:
                    gain = self.position.owner[near] != self.unit.side
                    heapq.heappush(queue, (total, taken - gain, [*path, near], near))
        best = {code: path for code, (_, path) in found.items() if code != start}
        if not self.march and self.factors > 0:  # the minimum move, 13.3
            for near in neighbours(self.position.scenario, start):
                if near not in best and self.may_step(start, near):
                    best[near] = [near]
        return best

    def ends(self) -> set[str]:
        """Hexes where the unit may stop (8.2, 9.2, 13.10, 15.25.3)."""
        return {code for code, path in self.best.items() if self._fits(code) and self._is_supplied(path)}

    def _fits(self, code: str) -> bool:
        return fits(self.position, self.unit, code)

    def _is_supplied(self, path: list[str]) -> bool:
        after = self.position.moved(self.unit.name, path)
        return is_town(path[-1]) or Lines(after, self.unit.side).is_fed(path[-1], net_of(self.unit))


def fits(position: Position, unit: Unit, code: str) -> bool:
    """Whether a unit may stand in a hex besides those there, supply apart (8.2, 13.10, 15.25.3)."""
    there = [one for one in position.stack(code) if one.side == unit.side and one.name != unit.name]
    if unit.is_hq:
        if any(one.is_hq for one in there):
            return False
    else:
        fighters = [one for one in there if not one.is_hq]
        divisions = sum(one.size == "division" for one in fighters)
        if len(fighters) >= SIX or (unit.size == "division" and divisions >= FOUR):
            return False
    if not all(_agree(unit, one) for one in there):
        return False
    return _may_be_abroad(position, unit, code)


def _agree(a: Unit, b: Unit) -> bool:
    first, second = (one.counter.get("party", "") if one.size == "column" else "" for one in (a, b))
    return second not in FORBIDDEN.get(first, ()) and first not in FORBIDDEN.get(second, ())


def _may_be_abroad(position: Position, unit: Unit, code: str) -> bool:
    """The limit of 13.10 on steps in the other two northern regions (T-68)."""
    if unit.faction not in NORTHERN:
        return True
    home = HOME[unit.faction]
    abroad = [region for region in REGIONS if region != home]
    if hexes()[code]["region"] not in abroad or hexes()[unit.code]["region"] in abroad:
        return True
    mine = [one for one in position.units.values() if one.faction == unit.faction]
    away = sum(one.steps for one in mine if hexes()[one.code]["region"] in abroad)
    held = [one for one, owner in position.owner.items() if owner == "R" and hexes()[one]["region"] == home]
    return not held or away + unit.steps <= LIMIT[unit.faction]
