"""Stacking (5)."""

from naive.board import TERRAIN
from naive.counters import STACKING, Counter
from naive.position import Piece, Position


def limit(code: str) -> int:
    """Stacking limit of a hex (5)."""
    return STACKING[TERRAIN[code]]


def weight(units: list[Piece]) -> int:
    """Stacking points of these units (5)."""
    return sum(unit.counter.sp for unit in units)


def is_overstacked(position: Position, code: str, side: str) -> bool:
    """Whether the units of a side in a hex exceed the limit (5.1)."""
    return weight(position.units_at(code, side)) > limit(code)


def single(counter: Counter) -> str:
    """The class of which a hex may hold only one: HQs, columns, armour; empty for other pieces (5)."""
    if counter.is_hq:
        return "hq"
    return counter.kind if counter.kind in ("supply_column", "armour") else ""


def meets_its_like(position: Position, piece: Piece, code: str) -> bool:
    """Whether the hex would hold a second HQ, column or armour unit (5, ruling R-11)."""
    others = [p for p in position.on_map(piece.side) if p.hex == code and p is not piece]
    return bool(single(piece.counter)) and any(single(p.counter) == single(piece.counter) for p in others)


def costs_units(position: Position, there: list[Piece], comers: list[Piece], code: str) -> bool:
    """Whether units are eliminated as ``comers`` join those in a hex one by one (5.1.1, ruling R-12).

    English edition: all, at twice the limit or more.  Italian edition: whoever finds units worth twice the limit there.
    """
    found = [*there, *comers] if position.options["edition"] == "en" else [*there, *comers[:-1]]
    return weight(found) >= 2 * limit(code)


def may_join(position: Position, piece: Piece, code: str) -> bool:
    """Whether a piece may end a move in a hex voluntarily: no unit is eliminated (5.1.1, ruling R-12)."""
    others = [p for p in position.units_at(code, piece.side) if p is not piece]
    harmless = not piece.counter.is_ground or not costs_units(position, others, [piece], code)
    return harmless and not meets_its_like(position, piece, code)


def fits(position: Position, piece: Piece, code: str) -> bool:
    """Whether the piece fits within the limit of the hex (5; in set-up and at the end of an advance, R-43)."""
    others = [p for p in position.units_at(code, piece.side) if p is not piece]
    return weight([*others, piece]) <= limit(code) and not meets_its_like(position, piece, code)
