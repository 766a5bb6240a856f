"""Stacking (5)."""

from naive.board import TERRAIN
from naive.counters import STACKING, Counter
from naive.position import Piece, Position


def limit(code: str) -> int:
    """Stacking points that may stand in a hex (5)."""
    return STACKING[TERRAIN[code]]


def weight(units: list[Piece]) -> int:
    """Stacking points of these units (5)."""
    return sum(unit.counter.sp for unit in units)


def is_overstacked(position: Position, code: str, side: str) -> bool:
    """Whether the units of a side in a hex are over the limit (5.1)."""
    return weight(position.units_at(code, side)) > limit(code)


def single(counter: Counter) -> str:
    """Of what there may be only one in a hex: HQs, columns, armour; empty for the rest (5)."""
    if counter.is_hq:
        return "hq"
    return counter.kind if counter.kind in ("supply_column", "armour") else ""


def meets_its_like(position: Position, piece: Piece, code: str) -> bool:
    """Whether a second HQ, column or armour unit would stand in the hex (5, ruling R-11)."""
    others = [p for p in position.on_map(piece.side) if p.hex == code and p is not piece]
    return bool(single(piece.counter)) and any(single(p.counter) == single(piece.counter) for p in others)


def may_join(position: Position, piece: Piece, code: str) -> bool:
    """Whether a piece may end a move in a hex of its own will: nobody is eliminated there (5.1.1, ruling R-12)."""
    others = [p for p in position.units_at(code, piece.side) if p is not piece]
    return weight([*others, piece]) < 2 * limit(code) and not meets_its_like(position, piece, code)


def fits(position: Position, piece: Piece, code: str) -> bool:
    """Whether the limit itself holds with the piece in the hex (5; set-up, and the end of an advance, ruling R-43)."""
    others = [p for p in position.units_at(code, piece.side) if p is not piece]
    return weight([*others, piece]) <= limit(code) and not meets_its_like(position, piece, code)
