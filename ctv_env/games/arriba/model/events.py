"""Events of a step, which the engine writes as rows of numbers and ``text/log.py`` turns into words.

Every event has a code, ``EV_MOVED``, and a class that names its numbers, ``Moved``, both here; ``emit.py`` writes it.
A row of ``w.event`` is the code, the fields in order, then zeros.
"""

from typing import Any, NamedTuple

import numpy as np

from ctv_env.core.codes import Vocabulary, codes

# Types of the fields.
Side = int  # GOVERNMENT, REBEL, or NOBODY
Area = int  # or MOROCCO, or NOWHERE
Place = int  # of a battlegroup in its area: CITY, or 1 to 11 at large
Class = int  # of a unit, NO_UNIT for none
Type = int  # of AP
Power = int
Flag = int  # 1 for yes, 0 for no

EV = codes(
    (
        "STAGE_BEGUN",
        "ORDER_DIE",
        "EVENT_DRAWN",
        "AMOUNT_DIE",
        "SUPPORT_CHANGED",
        "EQUIPMENT_CHANGED",
        "POWER_MOVED",
        "PURGED",
        "INFLUENCE_DIE",
        "LEGION_CAME",
        "LEGION_GONE",
        "PLACED",
        "REMOVED",
        "CHANGED",
        "PRICE_DIE",
        "AP_REFUSED",
        "AP_PLACED",
        "AP_REMOVED",
        "UNSERVED",
        "LIFTED",
        "FORMED",
        "BLOCKADE_DIE",
        "FORT_BUILT",
        "FORT_REMOVED",
        "DOCTRINE_DIE",
        "REVOLT_DIE",
        "CITY_DIE",
        "GAME_END",
        "COMMAND_DIE",
        "MOVED",
        "DROPPED",
        "GUERRILLA_DIE",
        "GUERRILLA_EFFECT",
        "ATTACKED",
        "ENGAGED",
        "OFFENSIVE_PAID",
        "STRENGTH",
        "ODDS",
        "SHIFT",
        "DIE_MODIFIER",
        "COMBAT_DIE",
        "RESULT_ADJUSTED",
        "UNIT_LOST",
        "AP_LOST",
        "EXCHANGE_ROUND",
        "DISRUPTED",
        "ADVANCED",
        "BREAKTHROUGH",
        "RECOVERY_DIE",
        "CONTROL_DIE",
        "CONTROL_SET",
        "REGION_DIE",
        "HOLD_ROW",
    )
)

# Causes of a change.


class Cause(Vocabulary):
    """Causes of a change."""

    EVENT = 0, "random event (4.1)"
    PURGE = 1, "purge (5.2.2)"
    INFLUENCE = 2, "attempt to influence a power (5.3.1)"
    AID = 3, "foreign aid (5.4)"
    WANT_OF_AID = 4, "no foreign aid (5.4.3)"
    INCOME_AT_HOME = 5, "domestic economy (6.1)"
    INCOME_FROM_ABROAD = 6, "foreign aid (5.4)"
    REPLACEMENT = 7, "replacement (6.1.1)"
    BLOCKADE = 8, "blockade (15.4)"
    PURCHASE = 9, "purchase (6.2 to 6.5)"
    EXPIRY = 10, "replacement EP are not kept (6.1.1)"
    NEGLECT = 11, "factions not served (5.2.1)"
    LEGION = 12, "foreign legion (5.4.2)"
    BATTLE = 13, "battle (9.2)"
    CONTROL = 14, "control of regions (12.3)"
    OFFENSIVE = 15, "major offensive (9.1.1)"
    GUERRILLAS = 16, "guerrillas (15.1)"
    CAPTURE = 17, "the city is taken (15.3)"


CAUSE = codes(Cause)

LIFTS = ("by air (6.7.1)", "from Africa (6.7.2)", "by sea (6.7.2)")


class AttackKind(Vocabulary):
    """Kinds of attack."""

    COMBAT = 0, "attack (9.1)"
    BREAKTHROUGH = 1, "breakthrough attack (9.3)"
    COUNTER = 2, "counterattack (9.4)"


ATTACK = codes(AttackKind)


class ShiftKind(Vocabulary):
    """Kinds of column shift in a combat."""

    CADRE = 0, "cadre 9.1.2"
    SUPPORT = 1, "support 9.1.3"
    CITY = 2, "city 9.1.4"
    MOUNTAIN = 3, "mountains 9.1.4"
    FORT = 4, "fort 15.3"
    WINTER = 5, "winter 9.1.5"


SHIFT = codes(ShiftKind)


class Drm(Vocabulary):
    """Kinds of die modifier in a combat."""

    AIR_ATTACK = 0, "attacker's air 9.1.6"
    AIR_DEFENCE = 1, "defender's air 9.1.6"
    ARMOUR_ATTACK = 2, "attacker's armour 9.1.7"
    ARMOUR_DEFENCE = 3, "defender's armour 15.5"
    ARTILLERY_ATTACK = 4, "attacker's artillery 9.1.7"
    ARTILLERY_DEFENCE = 5, "defender's artillery 9.1.7"


DRM = codes(Drm)


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
    cause: int  # of ``Cause``
    left: int  # dice still to come


class SupportChanged(NamedTuple):
    """A level of political support changes (5.1)."""

    side: Side
    change: int
    cause: int  # of ``Cause``
    level: int


class EquipmentChanged(NamedTuple):
    """A stock of EP changes, replacement EP included (6.1)."""

    side: Side
    change: int
    cause: int  # of ``Cause``
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
    cause: int  # of ``Cause``


class Removed(NamedTuple):
    """A unit leaves the map other than in battle."""

    side: Side
    unit: Class
    area: Area
    cause: int  # of ``Cause``


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
    cause: int  # of ``Cause``


class ApRemoved(NamedTuple):
    """An AP leaves play other than in battle."""

    side: Side
    ap: Type
    area: Area
    cause: int  # of ``Cause``


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
    cause: int  # of ``Cause``


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
    kind: int  # of ``AttackKind``


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

    kind: int  # of ``ShiftKind``
    columns: int


class DieModifier(NamedTuple):
    """A modifier of the combat die, one event each (9.1.6, 9.1.7)."""

    kind: int  # of ``Drm``
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
    EV.STAGE_BEGUN: StageBegun,
    EV.ORDER_DIE: OrderDie,
    EV.EVENT_DRAWN: EventDrawn,
    EV.AMOUNT_DIE: AmountDie,
    EV.SUPPORT_CHANGED: SupportChanged,
    EV.EQUIPMENT_CHANGED: EquipmentChanged,
    EV.POWER_MOVED: PowerMoved,
    EV.PURGED: Purged,
    EV.INFLUENCE_DIE: InfluenceDie,
    EV.LEGION_CAME: LegionCame,
    EV.LEGION_GONE: LegionGone,
    EV.PLACED: Placed,
    EV.REMOVED: Removed,
    EV.CHANGED: Changed,
    EV.PRICE_DIE: PriceDie,
    EV.AP_REFUSED: ApRefused,
    EV.AP_PLACED: ApPlaced,
    EV.AP_REMOVED: ApRemoved,
    EV.UNSERVED: Unserved,
    EV.LIFTED: Lifted,
    EV.FORMED: Formed,
    EV.BLOCKADE_DIE: BlockadeDie,
    EV.FORT_BUILT: FortBuilt,
    EV.FORT_REMOVED: FortRemoved,
    EV.DOCTRINE_DIE: DoctrineDie,
    EV.REVOLT_DIE: RevoltDie,
    EV.CITY_DIE: CityDie,
    EV.GAME_END: GameEnd,
    EV.COMMAND_DIE: CommandDie,
    EV.MOVED: Moved,
    EV.DROPPED: Dropped,
    EV.GUERRILLA_DIE: GuerrillaDie,
    EV.GUERRILLA_EFFECT: GuerrillaEffect,
    EV.ATTACKED: Attacked,
    EV.ENGAGED: Engaged,
    EV.OFFENSIVE_PAID: OffensivePaid,
    EV.STRENGTH: Strength,
    EV.ODDS: Odds,
    EV.SHIFT: Shift,
    EV.DIE_MODIFIER: DieModifier,
    EV.COMBAT_DIE: CombatDie,
    EV.RESULT_ADJUSTED: ResultAdjusted,
    EV.UNIT_LOST: UnitLost,
    EV.AP_LOST: ApLost,
    EV.EXCHANGE_ROUND: ExchangeRound,
    EV.DISRUPTED: Disrupted,
    EV.ADVANCED: Advanced,
    EV.BREAKTHROUGH: Breakthrough,
    EV.RECOVERY_DIE: RecoveryDie,
    EV.CONTROL_DIE: ControlDie,
    EV.CONTROL_SET: ControlSet,
    EV.REGION_DIE: RegionDie,
    EV.HOLD_ROW: HoldRow,
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
