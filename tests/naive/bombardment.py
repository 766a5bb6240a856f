"""Support and bombardment (9)."""

from naive.board import SIDES, within
from naive.counters import CHARTS
from naive.position import Piece, Position

POINTS = {kind: int(n) for kind, n in CHARTS["bombardment"]["points"].items()}
HQ_RANGE = int(CHARTS["bombardment"]["hq_range"])
COLUMN_RANGE = int(CHARTS["bombardment"]["supply_column_range"])
FACES = [int(face) for face in CHARTS["bombardment"]["disorganise_from"]]
TRENCH = int(CHARTS["combat"]["trench_modifier"])
CTV = ("italian", "italo_spanish")
HIGHEST_DSG = int(CHARTS["bombardment"]["highest_dsg"])


def involved(position: Position, side: str) -> list[Piece]:
    """Ground units of a side in this combat: attackers, or all in the attacked hex (ruling R-29)."""
    return position.attackers() if side == position.phasing else position.units_at(position.target, side)


def has_whom_to_support(position: Position, piece: Piece) -> bool:
    """Whether a divisional HQ has units of its division, a Spanish piece Spaniards to support (9.1, 9.2; R-29).

    The English edition binds only the divisional HQs of the CTV to their divisions.
    """
    units = involved(position, piece.side)
    counter = piece.counter
    if counter.nation == "spanish" and not any(unit.counter.nation == "spanish" for unit in units):
        return False
    if counter.kind == "hq_division" and (position.options["edition"] == "it" or counter.nation in CTV):
        return any(unit.counter.div == counter.div for unit in units if unit is not piece)
    return True


def may_support(position: Position, piece: Piece) -> bool:
    """Whether an air unit or HQ may be committed (9.1, 9.2, 9.4, 6.3.1, 11.3; rulings R-27 to R-29)."""
    if piece.counter.kind == "air":
        ready = piece.place == "air_ready" and position.weather == "fair"
    elif piece.counter.is_hq:
        ready = bool(piece.hex) and piece.supplied and not piece.used and piece.hex in within(position.target, HQ_RANGE)
    else:
        ready = False
    return ready and has_whom_to_support(position, piece)


def supporters(position: Position, side: str) -> set[str]:
    """Air units and HQs that a side may commit (9.4.1)."""
    return {p.name for p in position.pieces.values() if p.side == side and may_support(position, p)}


def columns(position: Position, side: str) -> set[str]:
    """Supply columns that a side may use: near a supporting HQ, on their combat side (9.3.1, 9.3.2; R-30)."""
    hqs = [p.hex for p in position.supporters(side) if p.counter.is_hq and p.hex]
    return {
        p.name
        for p in position.columns(side)
        if p.role == "none" and not p.moved and any(p.hex in within(hq, COLUMN_RANGE) for hq in hqs)
    }


def points(position: Position, side: str) -> int:
    """Bombardment points of a side in this combat (9.4.2, ruling R-31)."""
    return sum(POINTS[p.counter.kind] for p in position.supporters(side) if p.place != "eliminated")


def roll_air_combat(position: Position, face: int) -> None:
    """Apply the die of an air unit, which hits on a six (15.1)."""
    if face >= int(CHARTS["air"]["hit_from"]):
        shooter = position.pieces[position.cursor]
        position.hits[1 - SIDES.index(shooter.side)] += 1


def shot_down(position: Position) -> list[Piece]:
    """Air units lost in air combat: the first ones of that side in the combat (15.1; rulings R-50, R-58)."""
    lost = []
    for side, hits in zip(SIDES, position.hits, strict=True):
        lost += [p for p in position.supporters(side) if p.counter.kind == "air"][:hits]
    return lost


def net_points(position: Position) -> int:
    """Points of the attacker minus those of the defender (9.4.2)."""
    return points(position, position.phasing) - points(position, position.defending)


def disorganised(position: Position, face: int) -> list[Piece]:
    """Units disorganised by a bombardment die (9.4.2, 9.4.3, 10.7; rulings R-10, R-31)."""
    net = net_points(position)
    if net == 0:
        return []
    against = position.defending if net > 0 else position.phasing
    trench = TRENCH if net > 0 and position.has_trench(position.target) else 0
    needed = FACES[min(abs(net), len(FACES)) - 1]
    return involved(position, against) if face + trench >= needed else []


def after_dsg(unit: Piece, times: int = 1) -> int | None:
    """Level of a unit after DSG results, None if it is eliminated (6.3, 9.5.1; ruling R-08)."""
    level = unit.dsg
    for _ in range(times):
        level += 1 if unit.supplied else 2
    if level > HIGHEST_DSG or (level == HIGHEST_DSG and not unit.supplied):
        return None
    return level
