"""The legal actions at every node, as a set of (kind, name), from the chapter of each node."""

from naive import advance, attack, bombardment, losses, movement, retreat, setup
from naive.position import Position

DONE = ("DONE", None)


def _pieces(names) -> set:
    return {("PIECE", name) for name in names}


def _hexes(codes) -> set:
    return {("HEX", code) for code in codes}


def _movers(position: Position) -> set[str]:
    """Pieces of the phasing side that have a legal move (8.1)."""
    own = [*position.units(position.phasing), *position.columns(position.phasing)]
    return {p.name for p in own if movement.destinations(position, p)}


def _withdrawable(position: Position) -> set[str]:
    """Infantry on the map and available air units, while some are owed (12.3, ruling R-47)."""
    own = [p for p in position.pieces.values() if p.side == "nationalist"]
    infantry = {p.name for p in own if p.counter.kind == "infantry" and p.hex}
    air = {p.name for p in own if p.place == "air_ready"}
    return (infantry if position.owed["infantry"] else set()) | (air if position.owed["air"] else set())


def _brigades(position: Position) -> set[str]:
    """Basque brigades not yet named (13.3, ruling R-48)."""
    return {p.name for p in position.units("republican") if p.counter.is_basque_brigade and p.role == "none"}


def _advancing(position: Position) -> set[str]:
    """Attackers that have a legal advance (10.4)."""
    return {u.name for u in position.attackers() if advance.destinations(position, u)}


def legal_actions(position: Position) -> set[tuple[str, str | None]]:
    """Legal actions of the deciding side; at PLACE without regard to the cover of the line (R-54)."""
    piece = position.pieces.get(position.piece)
    attacker, defender = position.phasing, position.defending
    by_node = {
        "PLACE": lambda: _hexes(setup.places(position)),
        "PLACE_TRENCH": lambda: _hexes(setup.trench_hexes(position)) | {DONE},
        "WITHDRAW": lambda: _pieces(_withdrawable(position)),
        "PLACE_SC": lambda: _hexes(setup.new_column_hexes(position)),
        "BREAKDOWN": lambda: _pieces(_brigades(position)),
        "MOVE": lambda: _pieces(_movers(position)) | {DONE},
        "MOVE_TO": lambda: _hexes(movement.destinations(position, piece)),
        "TARGET": lambda: _hexes(attack.targets(position)) | {DONE},
        "ATTACKERS": lambda: _pieces(attack.more_attackers(position)) | ({DONE} if position.attackers() else set()),
        "SUPPORT_ATT": lambda: _pieces(bombardment.supporters(position, attacker)) | {DONE},
        "SUPPORT_DEF": lambda: _pieces(bombardment.supporters(position, defender)) | {DONE},
        "SUPPLY_COLUMN_ATT": lambda: _pieces(bombardment.columns(position, attacker)) | {DONE},
        "SUPPLY_COLUMN_DEF": lambda: _pieces(bombardment.columns(position, defender)) | {DONE},
        "LOSS_ATT": lambda: _pieces(losses.attackers_in_line(position)),
        "LOSS_DEF": lambda: _pieces(losses.defenders_in_line(position)),
        "RETREAT": lambda: _hexes(retreat.hexes(position)) | ({DONE} if retreat.may_stand(position) else set()),
        "ADVANCE": lambda: _pieces(_advancing(position)) | {DONE},
        "ADVANCE_TO": lambda: _hexes(advance.destinations(position, piece)),
    }
    return by_node[position.node]()
