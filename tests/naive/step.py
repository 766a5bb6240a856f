"""A whole step: the position after an action or a die, chapter by chapter.

Forced decisions are not played by the engine, so that a step is one decision or one die.  The next node is taken from
the game itself; its consequences (supply checks, the end of a combat or of a turn) are derived here.
"""

from naive import after_combat, bombardment, changes, movement, turn
from naive.position import Piece, Position, enemy
from naive.zoc import zone

COMMITTING = ("SUPPORT_ATT", "SUPPORT_DEF", "SUPPLY_COLUMN_ATT", "SUPPLY_COLUMN_DEF", "AIR_COMBAT_DIE", "BOMBARD_DIE")
ATTACKERS_FIRST = ("COMBAT_DIE", "LOSS_ATT", "MORALE_DIE", "RETREAT")


def after(before: Position, chosen: tuple[str, str | None] | int, now: Position) -> Position:
    """Return the expected position after an action ``(kind, name)`` or a face; only the node of ``now`` is used."""
    position = before.copy()
    if isinstance(chosen, int):
        roll(position, chosen, now)
    else:
        act(position, *chosen)
    end_support(position, now)
    end_attackers(position, now)
    change_stage(position, now)
    return position


# -- decisions -------------------------------------------------------------------------------------------------


def act(position: Position, kind: str, name: str | None) -> None:
    """Apply a decision."""
    node, piece = position.node, position.piece
    if kind == "DONE":
        if node == "ATTACKERS":
            name_attackers(position)
    elif node in ("PLACE", "PLACE_TRENCH", "PLACE_SC"):
        place(position, position.pieces[piece], name)
    elif node == "WITHDRAW":
        changes.eliminate(position, [position.pieces[name]], "withdrawn")
    elif node == "BREAKDOWN":
        position.pieces[name].role = "leaves_battalion"
    elif node == "MOVE_TO":
        march(position, position.pieces[piece], name)
    elif node in ("SUPPORT_ATT", "SUPPORT_DEF", "SUPPLY_COLUMN_ATT", "SUPPLY_COLUMN_DEF"):
        commit(position.pieces[name])
    elif node in ("LOSS_ATT", "LOSS_DEF"):
        after_combat.lose(position, name)
    elif node == "RETREAT":
        after_combat.choose_retreat(position, name)
    elif node == "ADVANCE_TO":
        after_combat.go_forward(position, piece, name)


def place(position: Position, piece: Piece, code: str) -> None:
    """Place a piece on the map, in supply until the next check (4, 9.3; ruling R-15)."""
    piece.hex, piece.place, piece.steps = code, "map", len(piece.counter.defence)
    piece.supplied = piece.counter.is_ground


def march(position: Position, piece: Piece, code: str) -> None:
    """Move a piece along its best path (8, 10.8); a hex in an enemy ZoC ends its movement (7.2)."""
    cost, _, codes = movement.destinations(position, piece)[code]
    feared = zone(position, enemy(piece.side))
    began, left = movement.began_in_zone(piece, feared), movement.points_left(position, piece) - cost
    for b in codes:
        piece.hex = b
        if piece.counter.is_ground:
            changes.pass_into(position, piece, b)
    piece.mp, piece.began_zoc = (0 if code in feared else left), began
    piece.moved = piece.counter.kind == "supply_column"


def name_attackers(position: Position) -> None:
    """Mark the attackers and check the supply of all units involved (10.1, 10.2 step 1; ruling R-15)."""
    for unit in position.attackers():
        unit.attacked = True
    units = [*position.attackers(), *position.units_at(position.target, position.defending)]
    turn.check_supply(position, [unit.name for unit in units])


def commit(piece: Piece) -> None:
    """Use an air unit, HQ or column (9.3.1, 9.4)."""
    piece.role, piece.used = "supports", piece.counter.is_hq
    piece.place = "air_used" if piece.counter.kind == "air" else piece.place


# -- dice ------------------------------------------------------------------------------------------------------


def roll(position: Position, face: int, now: Position) -> None:
    """Apply a die."""
    node = position.node
    if node == "ARMOUR_DIE":
        turn.roll_armour(position, face)
    elif node == "WEATHER_DIE":
        turn.roll_weather(position, face)
    elif node == "BASQUE_DIE":
        turn.roll_surrender(position, face, now.node == "BREAKDOWN")
    elif node == "FACTORY_DIE":
        turn.roll_factory(position, face)
    elif node == "AIR_COMBAT_DIE":
        bombardment.roll_air_combat(position, face)
    elif node == "BOMBARD_DIE":
        changes.disorganise(position, bombardment.disorganised(position, face))
    elif node == "ATTRITION_DIE":
        turn.roll_attrition(position, position.cursor, face)
    elif node == "COMBAT_DIE":
        after_combat.strike(position, face)


# -- what has ended, by the next node --------------------------------------------------------------------------


def end_support(position: Position, now: Position) -> None:
    """Remove air units shot down (15.1), and used supply columns after the bombardment (9.3.1)."""
    if position.node == "AIR_COMBAT_DIE" != now.node:
        for air in bombardment.shot_down(position):
            changes.take_off(position, air)
    if position.node in COMMITTING and now.node not in COMMITTING:
        for column in position.columns():
            if column.role == "supports":
                changes.take_off(position, column)


def end_attackers(position: Position, now: Position) -> None:
    """After the attackers' part of the result, eliminate an HQ attacked alone on any loss (9.2; R-34)."""
    attackers_turn = now.node == "LOSS_ATT" or (now.node in ATTACKERS_FIRST and now.judged_hex)
    if position.node not in ATTACKERS_FIRST or attackers_turn or position.stage != now.stage:
        return
    if position.result_def != 0:
        after_combat.lone_hq_dies(position)


def change_stage(position: Position, now: Position) -> None:
    """Check supply at the start of stages (6.4, ruling R-15), and end the turn (3.D)."""
    if position.stage == now.stage and position.turn == now.turn:
        return
    turn.end_stage(position, now)
    first, last = turn.STAGES.index(position.stage), turn.STAGES.index(now.stage)
    if position.turn > 0 and (now.turn > position.turn or now.node == "OVER"):
        turn.end_turn(position, now)
        first = turn.STAGES.index("WEATHER") - 1 if now.node != "OVER" else last
    if now.turn > position.turn:
        position.turn = now.turn
        position.factory_due = position.turn_is_at_stake()
    for stage in turn.STAGES[first + 1 : last + 1]:
        if stage in turn.CHECKED:
            turn.check_supply(position)
