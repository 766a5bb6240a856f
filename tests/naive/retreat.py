"""Retreat after combat (10.5), and of attackers whose morale breaks (10.6)."""

from naive.board import neighbours
from naive.position import Piece, Position, enemy
from naive.stacking import costs_units
from naive.zoc import zone


def stack_that_goes(position: Position) -> list[Piece]:
    """The retreating units: the defenders, or the attackers of the judged stack; never HQs (9.2; ruling R-41)."""
    if position.judged_hex:
        return [unit for unit in position.attackers() if unit.hex == position.judged_hex]
    return defenders(position)


def defenders(position: Position) -> list[Piece]:
    """The combat units in the attacked hex."""
    units = position.units_at(position.target, position.defending)
    return [unit for unit in units if unit.counter.is_combat]


def open_hexes(position: Position, units: list[Piece]) -> set[str]:
    """Adjacent hexes without enemies, and not in an enemy ZoC unless a friendly unit is there (10.5.1, R-42)."""
    side, code = units[0].side, units[0].hex
    friends, enemies = position.held(side), position.held(enemy(side))
    feared = zone(position, enemy(side))
    return {b for b in neighbours(code) if b not in enemies and (b not in feared or b in friends)}


def is_harmless(position: Position, units: list[Piece], code: str) -> bool:
    """Whether going there eliminates no unit and stacks no two armour units (5, 5.1.1; ruling R-12)."""
    there = position.units_at(code, units[0].side)
    armour = [unit for unit in (*units, *there) if unit.counter.kind == "armour"]
    meet = any(unit.counter.kind == "armour" for unit in there) and len(armour) > 1 and any(u in units for u in armour)
    return not costs_units(position, there, units, code) and not meet


def hexes(position: Position) -> set[str]:
    """Hexes to which the stack may retreat; harmful ones only if there is no other (ruling R-12)."""
    units = stack_that_goes(position)
    free = open_hexes(position, units)
    return {b for b in free if is_harmless(position, units, b)} or free


def may_stand(position: Position) -> bool:
    """Whether the stack may stand, which it may not if its morale breaks (10.5, 10.6; ruling R-41)."""
    return position.morale_result == "hold"
