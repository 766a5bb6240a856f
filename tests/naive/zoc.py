"""Zones of control (7)."""

from naive.board import neighbours
from naive.position import Piece, Position


def zone_of(unit: Piece) -> set[str]:
    """The hexes into which a unit exerts its ZoC: combat units in supply only (7.1, 7.1.1; ruling R-18)."""
    if not unit.counter.is_combat or not unit.supplied:
        return set()
    return set(neighbours(unit.hex))


def zone(position: Position, side: str) -> set[str]:
    """All hexes in the ZoC of a side."""
    return set().union(*map(zone_of, position.units(side)))
