"""Differences between two positions, in a player's words."""

from naive import movement
from naive.position import BEFORE_FACTORY, Piece, Position, enemy
from naive.zoc import zone

SCALARS = ("turn", "weather", "morale", "factory")
OF_PIECES = ("place", "hex", "steps", "dsg", "supplied", "attacked", "used", "moved", "back")


def differences(expected: Position, position: Position) -> list[str]:
    """Return each field that is not as expected: ``"LIT 1 hex: 2010 expected, 2110"``."""
    pairs = [(name, getattr(expected, name), getattr(position, name)) for name in SCALARS]
    due = expected.factory_due and position.stage in BEFORE_FACTORY
    pairs.append(("factory_due", due, position.factory_due))
    for name, piece in position.pieces.items():
        pairs += [(f"{name} {key}", getattr(expected.pieces[name], key), getattr(piece, key)) for key in OF_PIECES]
    pairs += [(f"control of {code}", expected.control[code], side) for code, side in position.control.items()]
    if position.node in ("MOVE", "MOVE_TO"):
        pairs += _movement(expected, position)
    return [f"{what}: {right!r} expected, {there!r}" for what, right, there in pairs if right != there]


def _movement(expected: Position, position: Position) -> list[tuple]:
    """Movement points left of the phasing pieces, and whether they began in a ZoC (8.1, 8.2)."""
    mine = [p for p in position.on_map(position.phasing) if p.counter.mp]
    feared = zone(position, enemy(position.phasing))
    pairs = []
    for piece in mine:
        other: Piece = expected.pieces[piece.name]
        pairs.append((f"{piece.name} mp", movement.points_left(expected, other), movement.points_left(position, piece)))
        began = movement.began_in_zone(other, feared), movement.began_in_zone(piece, feared)
        pairs.append((f"{piece.name} began_zoc", *began))
    return pairs
