"""Chapter 9, told slowly: zones of control, the two legs of a line, the three states."""

from naive_tscw.board import hexes, is_town, lines, neighbours, pair
from naive_tscw.position import Position, Unit, scenario

FIRST_LEG = 3


def zone(position: Position, side: str) -> dict[str, str]:
    """The ZOC of a side: ``full`` or ``limited`` by hex (10.1, 10.6, T-44, T-46)."""
    found: dict[str, str] = {}
    for unit in position.own(side):
        if unit.landed or unit.size in ("battalion", "regiment", "corps", "army"):
            continue
        kind = "full"
        if unit.size == "column" and not (is_town(unit.code) and unit.supply == "full"):
            kind = "limited"
        for code in neighbours(position.scenario, unit.code):
            if found.get(code) != "full":
                found[code] = kind
    return found


class Lines:
    """The lines of supply of a side in a position."""

    def __init__(self, position: Position, side: str):
        self.position, self.side = position, side
        self.friends = {unit.code for unit in position.own(side)}
        self.enemies = {unit.code for unit in position.others(side)}
        self.enemy_zone = set(zone(position, "R" if side == "N" else "N"))
        self.ends: dict[tuple[str, str], bool] = {}

    def may_carry(self, code: str) -> bool:
        """Whether a line may enter a hex (9.4, 10.3, 10.6)."""
        return code not in self.enemies and (code not in self.enemy_zone or code in self.friends)

    def may_cross(self, a: str, b: str) -> bool:
        """Whether a line may cross a hexside: Nationalist ones no active fortified side (15.14.5, T-42)."""
        if self.side == "R":
            return True
        for name, one in lines().items():
            if self.position.line[name] == "active" and pair(a, b) in one["sides"]:
                owner = a if a in one["hexes"] else b
                if owner not in self.position.destroyed:
                    return False
        return True

    def is_ultimate(self, code: str, net: str) -> bool:
        """Whether a second leg ends in a hex (9.7, 9.8, T-31, T-41)."""
        if self.position.owner[code] != self.side:
            return False
        links = scenario(self.position.scenario)["edge_links"] if net == "N" else []
        return hexes()[code].get("source") == net or code in links

    def has_second_leg(self, source: str, net: str) -> bool:
        """Whether a town or HQ reaches an ultimate source over friendly hexes (9.4, T-39)."""
        if (source, net) not in self.ends:
            self.ends[source, net] = self._find(source, net)
        return self.ends[source, net]

    def _is_friendly(self, code: str) -> bool:
        return self.may_carry(code) and self.position.owner[code] == self.side

    def _find(self, source: str, net: str) -> bool:
        if not self._is_friendly(source):
            return False
        seen, queue = {source}, [source]
        for code in queue:
            if self.is_ultimate(code, net):
                return True
            for near in neighbours(self.position.scenario, code):
                if near not in seen and self._is_friendly(near) and self.may_cross(code, near):
                    seen.add(near)
                    queue.append(near)
        return False

    def is_source(self, code: str, net: str) -> bool:
        """Whether a hex holds a friendly town or HQ with a second leg (9.4, T-40)."""
        hq = any(unit.is_hq and unit.side == self.side for unit in self.position.stack(code))
        town = is_town(code) and self.position.owner[code] == self.side
        return (hq or town) and self.has_second_leg(code, net)

    def is_fed(self, code: str, net: str) -> bool:
        """Whether a first leg of three hexes at most leads from a hex to a source (9.4, T-38)."""
        ring = seen = {code}
        for _ in range(FIRST_LEG + 1):
            if any(self.is_source(one, net) for one in ring):
                return True
            ring = {
                near
                for one in ring
                for near in neighbours(self.position.scenario, one)
                if near not in seen and self.may_carry(near) and self.may_cross(one, near)
            }
            seen = seen | ring
        return False

    def state(self, unit: Unit) -> str:
        """``full``, ``town`` or ``out`` (9.1, 9.6)."""
        if unit.landed or self.is_fed(unit.code, net_of(unit)):
            return "full"
        return "town" if is_town(unit.code) else "out"


def net_of(unit: Unit) -> str:
    """The sources of a unit, as the map marks them: N, R or RN (9.7, 9.8, T-42)."""
    if unit.side == "N":
        return "N"
    return "RN" if unit.is_northern else "R"


def states(position: Position) -> dict[str, str]:
    """Supply state of every unit."""
    found = {}
    for side in "NR":
        traced = Lines(position, side)
        found |= {unit.name: traced.state(unit) for unit in position.own(side)}
    return found
