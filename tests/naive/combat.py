"""Odds and die modifiers of a ground combat (10.2)."""

import fractions
import math

from naive.board import TERRAIN, is_river, neighbours, within
from naive.counters import CHARTS
from naive.position import Piece, Position
from naive.stacking import is_overstacked
from naive.zoc import zone_of

TABLE = CHARTS["combat"]["results"]
RATIOS = [fractions.Fraction(*map(int, odds.split(":"))) for odds in TABLE]
BREAKTHROUGH = "B"


def is_halved(unit: Piece) -> bool:
    """Whether a unit is out of supply or disorganised (6.3, 9.5)."""
    return not unit.supplied or unit.dsg > 0


def hex_total(factors: dict[str, int], units: list[Piece], overstacked: bool, round_up: bool) -> int:
    """Sum of the factors of the units of a hex; those to be halved are added up first (1.4, 5.1; ruling R-05)."""
    if overstacked:
        return sum(factors.values()) // 2
    halved = fractions.Fraction(sum(factors[u.name] for u in units if is_halved(u)), 2)
    whole = sum(factors[u.name] for u in units if not is_halved(u))
    return whole + (math.ceil(halved) if round_up else math.floor(halved))


def attack_strength(position: Position) -> int:
    """Strength of all attackers, hex by hex (10.2 step 3)."""
    attackers = position.attackers()
    total = 0
    for code in {unit.hex for unit in attackers}:
        units = [unit for unit in attackers if unit.hex == code]
        overstacked = is_overstacked(position, code, position.phasing)
        total += hex_total({u.name: u.attack for u in units}, units, overstacked, round_up=False)
    return max(total, 1)  # ruling R-07


def defence_strength(position: Position) -> int:
    """Strength of all units in the attacked hex, including HQs, times terrain (9.2, 10.2 step 3)."""
    units = position.units_at(position.target, position.defending)
    overstacked = is_overstacked(position, position.target, position.defending)
    total = hex_total({u.name: u.defence for u in units}, units, overstacked, round_up=True)
    times = fractions.Fraction(CHARTS["terrain"][TERRAIN[position.target]]["defence"])
    return max(math.ceil(total * times), 1)  # ruling R-07


def first_turn_shift(position: Position) -> int:
    """Column shift to the right near the CTV HQ on the first turn (4.4, ruling R-37)."""
    rule = CHARTS["first_turn"]
    hq = position.pieces[rule["hq"]]
    near = bool(hq.hex) and position.target in within(hq.hex, int(rule["radius"]))
    return int(rule["shift"]) if position.turn == 1 and position.phasing == "nationalist" and near else 0


def column(position: Position) -> int:
    """Column of the table: 0 is 1:2; -1 and one past the last are beyond it (10.2, ruling R-37)."""
    odds = fractions.Fraction(attack_strength(position), defence_strength(position))
    found = sum(odds >= ratio for ratio in RATIOS) - 1
    if odds > RATIOS[-1]:
        found = len(RATIOS)
    return min(max(found + first_turn_shift(position), -1), len(RATIOS))


def is_concentric(position: Position) -> bool:
    """Whether five of the six hexes around the target are occupied or controlled (10.2.1, ruling R-39)."""
    attacked = set().union(*map(zone_of, position.attackers()))
    mine, theirs = position.held(position.phasing), position.held(position.defending)
    good = [b for b in neighbours(position.target) if (b in mine or b in attacked) and b not in theirs]
    return len(good) >= int(CHARTS["combat"]["concentric_hexes"])


def die_modifier(position: Position) -> int:
    """Sum of the modifiers of the combat die (10.2, 10.2.1, 10.7; rulings R-21, R-37)."""
    rules, at = CHARTS["combat"], column(position)
    total = int(rules["below_table"]) if at < 0 else 0
    total += int(rules["above_table"]) if at == len(RATIOS) else 0
    total += int(rules["concentric_modifier"]) if is_concentric(position) else 0
    total += int(rules["trench_modifier"]) if position.has_trench(position.target) else 0
    rivers = position.options["rivers"] and all(is_river(u.hex, position.target) for u in position.attackers())
    return total + (int(CHARTS["movement"]["river_modifier"]) if rivers else 0)


def odds(position: Position) -> list[int]:
    """Attack, defence, column and die modifier (10.2 step 3)."""
    return [attack_strength(position), defence_strength(position), column(position), die_modifier(position)]


def result(position: Position, face: int) -> tuple[int, int | str]:
    """Steps lost by attacker and defender, "B" for a breakthrough (10.2 step 4, 10.3, 10.4.1)."""
    row = list(TABLE.values())[min(max(column(position), 0), len(RATIOS) - 1)]
    cell = row[min(max(face + die_modifier(position), 0), len(row) - 1)]
    if cell == BREAKTHROUGH:
        return 0, BREAKTHROUGH
    lost, killed = cell.split("/")
    return int(lost), int(killed)
