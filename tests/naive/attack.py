"""Legal attacks (10.1)."""

from naive.board import neighbours
from naive.position import Piece, Position, enemy
from naive.stacking import limit, weight


def may_attack(position: Position, unit: Piece, target: str) -> bool:
    """Whether a unit may take part in an attack on a hex (10.1, 1.3.2; ruling R-35)."""
    able = unit.counter.is_combat and unit.attack > 0 and not unit.attacked
    return able and unit.side == position.phasing and target in neighbours(unit.hex)


def targets(position: Position) -> set[str]:
    """Hexes with enemy ground units that a unit may attack (10.1)."""
    units = position.units(position.phasing)
    return {
        code
        for code in position.held(enemy(position.phasing))
        if any(may_attack(position, unit, code) for unit in units)
    }


def more_attackers(position: Position) -> set[str]:
    """Units that may join the attack: from each hex at most the target's stacking limit (10.1, ruling R-36)."""
    found = set()
    for unit in position.units(position.phasing):
        named = [other for other in position.attackers() if other.hex == unit.hex]
        if unit in named or not may_attack(position, unit, position.target):
            continue
        if weight([*named, unit]) <= limit(position.target):
            found.add(unit.name)
    return found
