"""Changes to pieces: step losses, eliminations, entry into hexes, retreats."""

from naive.board import OBJECTIVES
from naive.bombardment import after_dsg
from naive.counters import CHARTS
from naive.position import Piece, Position, enemy
from naive.stacking import costs_units

HIGHEST_MORALE = int(CHARTS["morale"]["highest"])


def shift_morale(position: Position, by: int) -> None:
    """Move the Republican morale marker within its track (10.6.1, ruling R-45)."""
    position.morale = min(max(position.morale + by, 0), HIGHEST_MORALE)


def take_off(position: Position, piece: Piece, place: str = "eliminated") -> None:
    """Take a piece off the map and reset its state."""
    piece.hex, piece.place, piece.steps, piece.dsg = None, place, 0, 0
    piece.supplied = piece.attacked = piece.used = piece.moved = False


def fill_in_trench(position: Position, code: str) -> None:
    """Remove the trench of a hex (10.7)."""
    for piece in position.on_map():
        if piece.counter.kind == "trench" and piece.hex == code:
            take_off(position, piece)


def remove_unescorted(position: Position, code: str) -> None:
    """After a hex has lost its last combat unit other than by movement, eliminate its HQ (9.2, ruling R-34) and, in the
    English edition, its trench (10.7; rulings R-44, R-60)."""
    if any(unit.counter.is_combat for unit in position.units_at(code)):
        return
    for unit in position.units_at(code):
        take_off(position, unit)
    if position.options["edition"] == "en":
        fill_in_trench(position, code)


def eliminate(position: Position, units: list[Piece], place: str = "eliminated") -> None:
    """Eliminate units, and HQs whose hex has no combat unit left."""
    codes = {unit.hex for unit in units}
    for unit in units:
        take_off(position, unit, place)
    for code in codes:
        remove_unescorted(position, code)


def lose_step(position: Position, unit: Piece) -> None:
    """Apply a step loss (10.3)."""
    unit.steps -= 1
    unit.lost += 1
    if unit.steps == 0:
        eliminate(position, [unit])


def disorganise(position: Position, units: list[Piece], times: int = 1) -> None:
    """Apply DSG results (9.5, ruling R-08)."""
    levels = {unit.name: after_dsg(unit, times) for unit in units}
    for unit in units:
        unit.dsg = levels[unit.name] or 0
    eliminate(position, [unit for unit in units if levels[unit.name] is None])


def pass_into(position: Position, unit: Piece, code: str) -> None:
    """Move a ground unit into a hex: control, objective, enemy column, trench (9.3, 10.6.1, 10.7, 10.8)."""
    for column in position.columns(enemy(unit.side)):
        if column.hex == code:
            take_off(position, column)
    if unit.side == "nationalist" and position.options["edition"] == "it":
        fill_in_trench(position, code)
    if position.control[code] != unit.side:
        position.control[code] = unit.side
        if code in OBJECTIVES:
            shift_morale(position, 1 if unit.side == "nationalist" else -1)


def go_back(position: Position, units: list[Piece], code: str, times: int) -> None:
    """Retreat a stack one hex with ``times`` DSG results (10.5, 10.5.1, 10.6; rulings R-12, R-34, R-42)."""
    left = units[0].hex
    for unit in units:
        unit.hex = code
        pass_into(position, unit, code)
        there = [other for other in position.units_at(code) if other is not unit]
        if position.options["edition"] == "it" and costs_units(position, there, [unit], code):
            take_off(position, unit)
    if position.options["edition"] == "en" and costs_units(position, position.units_at(code), [], code):
        eliminate(position, position.units_at(code))
    disorganise(position, [unit for unit in units if unit.hex], times)
    remove_unescorted(position, left)
