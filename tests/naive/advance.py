"""Advance after combat (10.4)."""

import functools

from naive.board import CITY_SOURCES, neighbours
from naive.combat import BREAKTHROUGH
from naive.counters import CHARTS
from naive.position import Piece, Position, enemy
from naive.stacking import fits
from naive.supply import Lines

FAR = int(CHARTS["combat"]["breakthrough_hexes"])


def hexes_left(position: Position, unit: Piece) -> int:
    """Hexes that an attacker may still advance (10.4, 10.4.1; ruling R-62)."""
    return (FAR if position.result_def == BREAKTHROUGH else 1) - unit.advanced


def paths(position: Position, unit: Piece) -> dict[str, tuple[int, int, tuple[str, ...]]]:
    """Best (hexes, minus gain, hexes in order) of an advance to each hex, including hexes only passed (ruling R-43).

    The first hex is the vacated one, and the hex it attacked from is never entered; ZoC and movement points are
    ignored, but enemies, closed hexsides and supply (8.1.1) are not.
    """
    enemies = position.held(enemy(unit.side))
    lines = functools.cache(lambda taken: Lines(position, unit.side, unit, taken))
    best: dict = {}
    ahead = [(unit.hex, frozenset(), 0, ())]
    while ahead:
        a, taken, gain, codes = ahead.pop(0)
        if len(codes) == hexes_left(position, unit):
            continue
        first = unit.advanced == 0 and not codes
        for b in (position.target,) if first else neighbours(a):
            after = frozenset(CITY_SOURCES) if unit.side == "republican" and b in CITY_SOURCES else taken
            if b == unit.start or b in enemies or not lines(after).reach(b):
                continue
            more = int(position.control[b] != unit.side and b not in codes)
            path = (*codes, b)
            ahead.append((b, after, gain + more, path))
            found = (len(path), -(gain + more), path)
            if b not in best or found < best[b]:
                best[b] = found
    return best


def destinations(position: Position, unit: Piece) -> dict[str, tuple[int, int, tuple[str, ...]]]:
    """Hexes where an advance may end, each with its path (10.4; ruling R-43)."""
    if unit.role != "attacks" or not unit.hex:
        return {}
    ways = paths(position, unit)
    return {code: way for code, way in ways.items() if code != unit.hex and fits(position, unit, code)}
