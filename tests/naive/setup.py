"""Set-up (4), and the new supply columns (9.3)."""

from naive.board import START_CONTROL, ZONES, beside, column, front, neighbours
from naive.counters import CHARTS
from naive.position import Piece, Position
from naive.stacking import fits
from naive.supply import Lines

FREE_BASQUES = int(CHARTS["setup"]["free_basque_brigades"])
RESERVES = CHARTS["setup"]["reserve_divisions"]


def near_basque_column(code: str) -> bool:
    """Whether a hex is within three hexes of column 18 (4.2): a step changes the column by at most one."""
    return abs(column(code) - int(ZONES["basque_column"])) <= int(ZONES["basque_setup"])


def near_own_hq(position: Position, side: str, code: str) -> bool:
    """Whether a hex contains or is adjacent to an own HQ (4.2, 4.3, 9.3; ruling R-33)."""
    hqs = {unit.hex for unit in position.units(side) if unit.counter.is_hq}
    return code in hqs or any(b in hqs for b in beside(code))


def free_basques(position: Position) -> int:
    """Number of Basque brigades far from column 18 (4.2), not counting those of a reserve division."""
    return sum(
        unit.counter.is_basque_brigade and not near_basque_column(unit.hex) for unit in position.units("republican")
    )


def in_its_zone(position: Position, piece: Piece, code: str) -> bool:
    """Whether a unit may be set up in this part of the map (4.2, 4.3, 15.2; ruling R-53)."""
    counter = piece.counter
    if piece.side == "nationalist":
        historical = position.options["historical_setup"] and counter.nation == "italian"
        first, last = map(int, ZONES["ctv_columns"])
        return not historical or first <= column(code) <= last
    if position.stage == "SETUP_RESERVES" or counter.is_hq or counter.kind == "armour" or not counter.div:
        return True
    if counter.is_basque_brigade:
        return near_basque_column(code) or free_basques(position) < FREE_BASQUES
    return code in front("republican")


def places(position: Position) -> set[str]:
    """Hexes for the current piece, without regard to the cover of the line (R-54): own, in supply, within the limit."""
    piece, side = position.pieces[position.piece], position.to_move
    own = {code for code, holder in START_CONTROL.items() if holder == side}
    if piece.counter.kind == "supply_column":
        return {code for code in own if near_own_hq(position, side, code) and fits(position, piece, code)}
    lines = Lines(position, side)
    return {
        code for code in own if in_its_zone(position, piece, code) and fits(position, piece, code) and lines.reach(code)
    }


def uncovered(position: Position, side: str) -> set[str]:
    """Front hexes without a combat unit or ZoC of their side (4.2, 4.3; ruling R-54)."""
    units = [unit for unit in position.units(side) if unit.counter.is_combat]
    covered = {unit.hex for unit in units}.union(*(neighbours(unit.hex) for unit in units))
    return set(front(side)) - covered


def still_to_come(position: Position) -> int:
    """Number of combat units that the side sets up in this stage after the current one (4.1, ruling R-52)."""
    late = {RESERVES[group - 1] for group in position.reserve}
    return sum(
        p.side == position.to_move
        and p.place == "waiting"
        and p.counter.is_combat
        and not p.counter.breakdown
        and p.counter.div not in late
        and p.name != position.piece
        for p in position.pieces.values()
    )


def may_be_refused(position: Position, code: str) -> bool:
    """Whether the cover of the line may forbid a placement: there are open hexes and few units left (ruling R-54)."""
    if position.stage == "SETUP_RESERVES":
        return False
    placed = position.copy()
    piece = placed.pieces[position.piece]
    piece.hex, piece.supplied = code, True
    left = uncovered(placed, position.to_move)
    return bool(left) and still_to_come(position) <= len(left)


def trench_hexes(position: Position) -> set[str]:
    """Hexes for a trench: with a Republican unit, at most one per hex (4.2)."""
    return {code for code in position.held("republican") if not position.has_trench(code)}


def new_column_hexes(position: Position) -> set[str]:
    """Hexes for a new supply column (9.3, ruling R-33)."""
    full = {p.hex for p in position.columns()}
    own = {code for code, holder in position.control.items() if holder == "nationalist"}
    return {code for code in own - full if near_own_hq(position, "nationalist", code)}
