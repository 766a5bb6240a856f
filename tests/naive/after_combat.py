"""Choices after the combat die: losses, morale, retreat, advance (10.3 to 10.6)."""

from naive import advance, changes, combat
from naive.counters import CHARTS
from naive.position import Position

GO_BACK = ("flight", "collapse")


def strike(position: Position, face: int) -> None:
    """Apply the combat die: a breakthrough eliminates all in the hex (10.4.1), other losses are chosen (10.3)."""
    _, killed = combat.result(position, face)
    position.result_def = killed
    if killed == combat.BREAKTHROUGH:
        changes.eliminate(position, position.units_at(position.target, position.defending))


def lone_hq_dies(position: Position) -> None:
    """Eliminate an HQ attacked without combat units on any loss of the defender (9.2, ruling R-34)."""
    units = position.units_at(position.target, position.defending)
    if units and not any(unit.counter.is_combat for unit in units):
        changes.remove_unescorted(position, position.target)


def morale_result(position: Position, face: int) -> str:
    """The Republican Morale Table for the stack that rolls (10.6; rulings R-41, R-59)."""
    if position.phasing == "republican":
        units = [unit for unit in position.attackers() if unit.hex == position.judged_hex]
    else:
        units = [unit for unit in position.units_at(position.target) if unit.counter.is_combat]
    rules = CHARTS["morale"]
    worst = max(int(rules["modifiers"].get(unit.counter.nation, 0)) for unit in units)  # high results are bad
    die = face + position.morale + worst
    for result, largest in rules["up_to"].items():
        if die <= int(largest):
            return result
    return "collapse"


def dsg_times(position: Position) -> int:
    """DSG results of a retreating stack (10.5.1, 10.6; ruling R-41)."""
    return 2 if position.morale_result == "collapse" else 1


def attackers_go_back(position: Position, code: str) -> None:
    """Retreat the attackers of the judged stack, which then may not advance (10.6, ruling R-41)."""
    units = [unit for unit in position.attackers() if unit.hex == position.judged_hex]
    changes.go_back(position, units, code, dsg_times(position))
    for unit in units:
        unit.role = "fell_back"


def defenders_go_back(position: Position, code: str) -> None:
    """Retreat the remaining defenders (10.5, 10.6)."""
    units = [u for u in position.units_at(position.target, position.defending) if u.counter.is_combat]
    if units:
        changes.go_back(position, units, code, dsg_times(position))


def steps_at_stake(position: Position) -> int:
    """Steps that the defenders have left."""
    units = position.units_at(position.target, position.defending)
    return sum(unit.steps for unit in units if unit.counter.is_combat)


def choose_retreat(position: Position, code: str | None) -> None:
    """Apply the retreat decision, which saves one step except in flight (10.5, 10.6; ruling R-42)."""
    if position.judged_hex:
        attackers_go_back(position, code)
    elif code:
        traded = position.morale_result not in GO_BACK
        position.retreat_hex = code
        position.owed["def"] -= 1 if traded else 0
        if position.owed["def"] == 0:
            defenders_go_back(position, code)


def lose(position: Position, name: str) -> None:
    """Apply a step loss; after the defender's last one retreat the survivors if they must (10.3, 10.5)."""
    unit = position.pieces[name]
    changes.lose_step(position, unit)
    if unit.side == position.defending:
        position.owed["def"] -= 1
        if position.retreat_hex and (position.owed["def"] == 0 or steps_at_stake(position) == 0):
            defenders_go_back(position, position.retreat_hex)


def go_forward(position: Position, name: str, code: str) -> None:
    """Advance an attacker, hex by hex (10.4, 10.6.1, 10.8; ruling R-45)."""
    unit = position.pieces[name]
    _, _, codes = advance.destinations(position, unit)[code]
    for b in codes:
        unit.hex = b
        retaken = b in changes.OBJECTIVES and position.control[b] != unit.side
        changes.pass_into(position, unit, b)
        if b == position.target and unit.side == "republican" and not position.won_counted:
            changes.shift_morale(position, 0 if retaken else -1)  # a hex never counts for both
            position.won_counted = True
    unit.advanced += len(codes)
