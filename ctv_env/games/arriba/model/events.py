"""Events of a step, which the engine writes as rows of numbers and ``text/log.py`` turns into words.

Every event has a code, ``EV_MOVED``, and a class that names its numbers, ``Moved``, both here; ``emit.py`` writes it.
A row of ``w.event`` is the code, the fields in order, then zeros.
"""

from typing import Any, NamedTuple

import numpy as np

# Types of the fields.
Side = int  # GOVERNMENT, REBEL, or NOBODY
Area = int  # or MOROCCO, or NOWHERE
Place = int  # of a battlegroup in its area: CITY, or 1 to 11 at large
Class = int  # of a unit, NO_UNIT for none
Type = int  # of AP
Power = int
Flag = int  # 1 for yes, 0 for no

(
    # chapters 3 to 7
    EV_STAGE_BEGUN,
    EV_ORDER_DIE,
    EV_EVENT_DRAWN,
    EV_AMOUNT_DIE,
    EV_SUPPORT_CHANGED,
    EV_EQUIPMENT_CHANGED,
    EV_POWER_MOVED,
    EV_PURGED,
    EV_INFLUENCE_DIE,
    EV_LEGION_CAME,
    EV_LEGION_GONE,
    EV_PLACED,
    EV_REMOVED,
    EV_CHANGED,
    EV_PRICE_DIE,
    EV_AP_REFUSED,
    EV_AP_PLACED,
    EV_AP_REMOVED,
    EV_UNSERVED,
    EV_LIFTED,
    EV_FORMED,
    EV_BLOCKADE_DIE,
    EV_FORT_BUILT,
    EV_FORT_REMOVED,
    EV_DOCTRINE_DIE,
    EV_REVOLT_DIE,
    EV_CITY_DIE,
    EV_GAME_END,
    # chapters 8 to 13
    EV_COMMAND_DIE,
    EV_MOVED,
    EV_DROPPED,
    EV_GUERRILLA_DIE,
    EV_GUERRILLA_EFFECT,
    EV_ATTACKED,
    EV_ENGAGED,
    EV_OFFENSIVE_PAID,
    EV_STRENGTH,
    EV_ODDS,
    EV_SHIFT,
    EV_DIE_MODIFIER,
    EV_COMBAT_DIE,
    EV_RESULT_ADJUSTED,
    EV_UNIT_LOST,
    EV_AP_LOST,
    EV_EXCHANGE_ROUND,
    EV_DISRUPTED,
    EV_ADVANCED,
    EV_BREAKTHROUGH,
    EV_RECOVERY_DIE,
    EV_CONTROL_DIE,
    EV_CONTROL_SET,
    EV_REGION_DIE,
    EV_HOLD_ROW,
) = range(53)

# Causes of a change.
(
    BY_EVENT,
    BY_PURGE,
    BY_INFLUENCE,
    BY_AID,
    BY_WANT_OF_AID,
    BY_INCOME_AT_HOME,
    BY_INCOME_FROM_ABROAD,
    BY_REPLACEMENT,
    BY_BLOCKADE,
    BY_PURCHASE,
    BY_EXPIRY,
    BY_NEGLECT,
    BY_LEGION,
    BY_BATTLE,
    BY_CONTROL,
    BY_OFFENSIVE,
    BY_GUERRILLAS,
    BY_CAPTURE,
) = range(18)
CAUSES = (
    "random event (4.1)",
    "purge (5.2.2)",
    "attempt to influence a power (5.3.1)",
    "foreign aid (5.4)",
    "no foreign aid (5.4.3)",
    "domestic economy (6.1)",
    "foreign aid (5.4)",
    "replacement (6.1.1)",
    "blockade (15.4)",
    "purchase (6.2 to 6.5)",
    "replacement EP are not kept (6.1.1)",
    "factions not served (5.2.1)",
    "foreign legion (5.4.2)",
    "battle (9.2)",
    "control of regions (12.3)",
    "major offensive (9.1.1)",
    "guerrillas (15.1)",
    "the city is taken (15.3)",
)

LIFTS = ("by air (6.7.1)", "from Africa (6.7.2)", "by sea (6.7.2)")
COMBAT_ATTACK, BREAKTHROUGH_ATTACK, COUNTERATTACK = range(3)
ATTACKS = ("attack (9.1)", "breakthrough attack (9.3)", "counterattack (9.4)")
SHIFT_CADRE, SHIFT_SUPPORT, SHIFT_CITY, SHIFT_MOUNTAIN, SHIFT_FORT, SHIFT_WINTER = range(6)
SHIFTS = ("cadre 9.1.2", "support 9.1.3", "city 9.1.4", "mountains 9.1.4", "fort 15.3", "winter 9.1.5")
DRM_AIR_ATTACK, DRM_AIR_DEFENCE, DRM_ARMOUR_ATTACK, DRM_ARMOUR_DEFENCE, DRM_ARTILLERY_ATTACK, DRM_ARTILLERY_DEFENCE = (
    range(6)
)
MODIFIERS = (
    "attacker's air 9.1.6",
    "defender's air 9.1.6",
    "attacker's armour 9.1.7",
    "defender's armour 15.5",
    "attacker's artillery 9.1.7",
    "defender's artillery 9.1.7",
)


# -- chapters 3 to 7 -----------------------------------------------------------------------------------------------


class StageBegun(NamedTuple):
    """A stage of a turn begins."""

    stage: int  # of ``codes.Stage``
    turn: int
    side: Side  # whose part it is, else NOBODY


class OrderDie(NamedTuple):
    """The die that decides who is first (3.0)."""

    die: int
    side: Side


class EventDrawn(NamedTuple):
    """The two dice of the random event (4.1)."""

    tens: int
    ones: int
    occurs: Flag  # 0: not on its turns, condition not met, or has happened already


class AmountDie(NamedTuple):
    """One of the dice that make up an amount."""

    die: int
    cause: int  # of CAUSES
    left: int  # dice still to come


class SupportChanged(NamedTuple):
    """A level of political support changes (5.1)."""

    side: Side
    change: int
    cause: int  # of CAUSES
    level: int


class EquipmentChanged(NamedTuple):
    """A stock of EP changes, replacement EP included (6.1)."""

    side: Side
    change: int
    cause: int  # of CAUSES
    stock: int


class PowerMoved(NamedTuple):
    """The marker of a power moves (5.3)."""

    power: Power
    start: int
    goal: int


class Purged(NamedTuple):
    """A faction is purged (5.2.2)."""

    faction: int


class InfluenceDie(NamedTuple):
    """The die of an attempt, with its modifiers (5.3.1)."""

    side: Side
    power: Power
    die: int
    bought: int
    opposed: int
    target: int
    score: int
    boxes: int  # -1 if it backfires


class LegionCame(NamedTuple):
    """The legion of a power arrives (5.4.2)."""

    power: Power
    area: Area


class LegionGone(NamedTuple):
    """The legion of a power leaves, or will never come (5.4.2)."""

    power: Power


class Placed(NamedTuple):
    """A unit comes on the map."""

    side: Side
    unit: Class
    area: Area
    cause: int  # of CAUSES


class Removed(NamedTuple):
    """A unit leaves the map other than in battle."""

    side: Side
    unit: Class
    area: Area
    cause: int  # of CAUSES


class Changed(NamedTuple):
    """A unit is converted, replenished or improved (6.3, 6.4)."""

    side: Side
    area: Area
    unit: Class
    into: Class


class PriceDie(NamedTuple):
    """The price of an AP (6.5)."""

    side: Side
    ap: Type
    price: int
    affordable: Flag


class ApRefused(NamedTuple):
    """An AP is not bought at that price (6.5)."""

    side: Side
    ap: Type


class ApPlaced(NamedTuple):
    """An AP comes into play; air AP have no area."""

    side: Side
    ap: Type
    area: Area
    cause: int  # of CAUSES


class ApRemoved(NamedTuple):
    """An AP leaves play other than in battle."""

    side: Side
    ap: Type
    area: Area
    cause: int  # of CAUSES


class Unserved(NamedTuple):
    """A faction received no EP (5.2.1)."""

    faction: int


class Lifted(NamedTuple):
    """A lift by air or sea (6.7)."""

    side: Side
    lift: int  # of LIFTS
    start: Area
    goal: Area
    unit: Class  # or NO_UNIT
    armour: int
    artillery: int


class Formed(NamedTuple):
    """A battlegroup is formed (7.1)."""

    side: Side
    area: Area
    post: int
    unit_1: Class
    unit_2: Class
    unit_3: Class
    unit_4: Class
    armour: int
    artillery: int


class BlockadeDie(NamedTuple):
    """A naval power enforces the blockade (15.4)."""

    power: Power
    strong: Flag
    die: int
    lost: int
    of_ap: Flag


class FortBuilt(NamedTuple):
    """A fort is built (15.3)."""

    side: Side
    area: Area


class FortRemoved(NamedTuple):
    """A fort is removed (15.3)."""

    side: Side
    area: Area
    cause: int  # of CAUSES


class DoctrineDie(NamedTuple):
    """A die of the doctrine table (15.5)."""

    side: Side
    column: int
    die: int


class RevoltDie(NamedTuple):
    """The loyalty of a brigade in the set-up (15.6)."""

    area: Area
    die: int
    side: Side


class CityDie(NamedTuple):
    """Who holds a city in the set-up (15.6)."""

    area: Area
    die: int
    side: Side


class GameEnd(NamedTuple):
    """The game is over (13)."""

    winner: Side


# -- chapters 8 to 13 ----------------------------------------------------------------------------------------------


class CommandDie(NamedTuple):
    """A die for the battlegroups that may be moved (15.7)."""

    die: int
    moves: int  # after the second die, else 0


class Moved(NamedTuple):
    """A battlegroup moves, or changes between city and country (8.1)."""

    side: Side
    start: Area
    goal: Area
    post: int
    unit_1: Class
    unit_2: Class
    unit_3: Class
    unit_4: Class
    armour: int
    artillery: int


class Dropped(NamedTuple):
    """A part of a moving battlegroup is dropped (8.1)."""

    side: Side
    area: Area
    post: int
    unit_1: Class
    unit_2: Class
    unit_3: Class
    unit_4: Class
    armour: int
    artillery: int


class GuerrillaDie(NamedTuple):
    """A guerrilla attack (15.1)."""

    area: Area
    die: int
    success: Flag


class GuerrillaEffect(NamedTuple):
    """What successful guerrillas do: freeze the area, or disrupt a battlegroup."""

    area: Area
    froze: Flag


class Attacked(NamedTuple):
    """A battlegroup attacks another (9.1)."""

    side: Side
    area: Area
    attacker: Place
    target: Place
    kind: int  # of ATTACKS


class Engaged(NamedTuple):
    """What the battlegroup of a side in an attack is made of."""

    side: Side
    unit_1: Class
    unit_2: Class
    unit_3: Class
    unit_4: Class
    armour: int
    artillery: int


class OffensivePaid(NamedTuple):
    """The EP of a major offensive is paid (9.1.1)."""

    side: Side


class Strength(NamedTuple):
    """CF of a side in a battle (9.1.1, 11.1.2)."""

    side: Side
    supplied: int
    unsupplied: int
    halved: Flag  # without an offensive
    cf: int


class Odds(NamedTuple):
    """The column before shifts (9.1)."""

    attack: int
    defence: int
    column: int


class Shift(NamedTuple):
    """A shift of the column, one event each (9.1.2 to 9.1.5)."""

    kind: int  # of SHIFTS
    columns: int


class DieModifier(NamedTuple):
    """A modifier of the combat die, one event each (9.1.6, 9.1.7)."""

    kind: int  # of MODIFIERS
    value: int


class CombatDie(NamedTuple):
    """The combat die and its result (9.2)."""

    die: int
    row: int
    column: int
    attacker: int
    defender: int


class ResultAdjusted(NamedTuple):
    """The result after notional columns and disrupted defenders (9.2.2)."""

    attacker: int
    defender: int


class UnitLost(NamedTuple):
    """A unit is reduced or destroyed in battle (9.2)."""

    side: Side
    area: Area
    unit: Class
    into: Class  # or NO_UNIT
    cf: int


class ApLost(NamedTuple):
    """An AP is destroyed in battle (9.2, 9.2.1)."""

    side: Side
    ap: Type
    area: Area


class ExchangeRound(NamedTuple):
    """A round of an exchange ends (9.2)."""

    attacker: int  # CF
    defender: int


class Disrupted(NamedTuple):
    """The survivors of a battlegroup are disrupted (9.2.3)."""

    side: Side
    area: Area
    place: Place


class Advanced(NamedTuple):
    """A battlegroup advances into the city (9.2.4)."""

    side: Side
    area: Area


class Breakthrough(NamedTuple):
    """A part breaks through (9.3)."""

    side: Side
    area: Area
    unit_1: Class
    unit_2: Class
    unit_3: Class
    unit_4: Class
    armour: int
    artillery: int


class RecoveryDie(NamedTuple):
    """A unit tries to recover (10)."""

    side: Side
    area: Area
    unit: Class
    die: int
    support: int
    supply: int
    city: int
    recovers: Flag


class ControlDie(NamedTuple):
    """The die of a side for a contested region (12.2)."""

    region: int
    side: Side
    die: int
    needed: int
    succeeds: Flag


class ControlSet(NamedTuple):
    """The control of a region after its determination (12.2)."""

    region: int
    side: Side
    before: Side


class RegionDie(NamedTuple):
    """The PS die for a region left or gained (12.3)."""

    region: int
    side: Side
    die: int
    gained: Flag


class HoldRow(NamedTuple):
    """PSP for the regions held (12.3)."""

    side: Side
    own: int
    other: int
    change: int


EVENTS: dict[int, Any] = {
    EV_STAGE_BEGUN: StageBegun,
    EV_ORDER_DIE: OrderDie,
    EV_EVENT_DRAWN: EventDrawn,
    EV_AMOUNT_DIE: AmountDie,
    EV_SUPPORT_CHANGED: SupportChanged,
    EV_EQUIPMENT_CHANGED: EquipmentChanged,
    EV_POWER_MOVED: PowerMoved,
    EV_PURGED: Purged,
    EV_INFLUENCE_DIE: InfluenceDie,
    EV_LEGION_CAME: LegionCame,
    EV_LEGION_GONE: LegionGone,
    EV_PLACED: Placed,
    EV_REMOVED: Removed,
    EV_CHANGED: Changed,
    EV_PRICE_DIE: PriceDie,
    EV_AP_REFUSED: ApRefused,
    EV_AP_PLACED: ApPlaced,
    EV_AP_REMOVED: ApRemoved,
    EV_UNSERVED: Unserved,
    EV_LIFTED: Lifted,
    EV_FORMED: Formed,
    EV_BLOCKADE_DIE: BlockadeDie,
    EV_FORT_BUILT: FortBuilt,
    EV_FORT_REMOVED: FortRemoved,
    EV_DOCTRINE_DIE: DoctrineDie,
    EV_REVOLT_DIE: RevoltDie,
    EV_CITY_DIE: CityDie,
    EV_GAME_END: GameEnd,
    EV_COMMAND_DIE: CommandDie,
    EV_MOVED: Moved,
    EV_DROPPED: Dropped,
    EV_GUERRILLA_DIE: GuerrillaDie,
    EV_GUERRILLA_EFFECT: GuerrillaEffect,
    EV_ATTACKED: Attacked,
    EV_ENGAGED: Engaged,
    EV_OFFENSIVE_PAID: OffensivePaid,
    EV_STRENGTH: Strength,
    EV_ODDS: Odds,
    EV_SHIFT: Shift,
    EV_DIE_MODIFIER: DieModifier,
    EV_COMBAT_DIE: CombatDie,
    EV_RESULT_ADJUSTED: ResultAdjusted,
    EV_UNIT_LOST: UnitLost,
    EV_AP_LOST: ApLost,
    EV_EXCHANGE_ROUND: ExchangeRound,
    EV_DISRUPTED: Disrupted,
    EV_ADVANCED: Advanced,
    EV_BREAKTHROUGH: Breakthrough,
    EV_RECOVERY_DIE: RecoveryDie,
    EV_CONTROL_DIE: ControlDie,
    EV_CONTROL_SET: ControlSet,
    EV_REGION_DIE: RegionDie,
    EV_HOLD_ROW: HoldRow,
}
"""The class of each code."""

CODES = {event: code for code, event in EVENTS.items()}
"""The code of each class."""

EVENT_CODE = 0


def decode(rows: np.ndarray) -> list[Any]:
    """Return the events of a log, in order, as instances of their classes.

    Args:
        rows: int (n, EVENT_WIDTH), rows of ``w.event``.
    """
    return [_decode(row) for row in rows.tolist()]


def _decode(row: list[int]) -> Any:
    event = EVENTS[row[EVENT_CODE]]
    return event._make(row[1 : 1 + len(event._fields)])
