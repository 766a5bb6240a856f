"""Where a battlegroup can go (8.2, 8.2.2, rulings A-61 and A-64), by following every way there is."""

from naive_arriba.board import borders, kind, region_of, touches


def may_be_in(units: list[str], area: str) -> bool:
    """Whether the zone of every Gobernito among the units holds the area."""
    for unit in units:
        if kind(unit).get("gobernito"):
            home = region_of(kind(unit)["capital"])
            if region_of(area) != home and not touches(home, region_of(area)):
                return False
    return True


def reach(start: str, units: list[str], enemies: set[str]) -> set[str]:
    """Areas other than ``start`` that can be reached; ``enemies`` are those with units of the enemy."""
    found: set[str] = set()
    ways = [[start]]
    while ways:
        way = ways.pop()
        here = way[-1]
        if here in enemies and len(way) > 1:
            continue
        for area in borders(here):
            if area in way or area in found or not may_be_in(units, area):
                continue
            if here in enemies and area in enemies:
                continue
            found.add(area)
            ways.append([*way, area])
    return found - {start}
