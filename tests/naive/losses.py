"""The units that may take the next step loss (10.3)."""

from naive.position import Piece, Position


def in_line(units: list[Piece]) -> set[str]:
    """Units that may take the next step loss: those that have lost the fewest (10.3, ruling R-40)."""
    fewest = min((unit.lost for unit in units), default=0)
    return {unit.name for unit in units if unit.lost == fewest}


def attackers_in_line(position: Position) -> set[str]:
    """Attackers that may lose the next step; an extra step comes from the judged stack (10.3, 10.6; R-40, R-61)."""
    attackers = position.attackers()
    if position.judged_hex:
        return in_line([unit for unit in attackers if unit.hex == position.judged_hex])
    if position.options["edition"] == "it":
        return in_line(attackers)
    stacks = {unit.hex for unit in attackers}
    return set().union(*(in_line([unit for unit in attackers if unit.hex == code]) for code in stacks))


def defenders_in_line(position: Position) -> set[str]:
    """Defenders that may lose the next step: combat units (9.2, 10.3)."""
    units = position.units_at(position.target, position.defending)
    return in_line([unit for unit in units if unit.counter.is_combat])
