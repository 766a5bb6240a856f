"""Events of a step, which the engine writes as rows of numbers and ``text/log.py`` turns into words.

Every event has a code, such as ``EV_MOVED``, and a class that names its fields, such as ``Moved``, both defined here,
and a compiled writer, such as ``emit_moved``, in ``emit.py``.  A row of ``w.event`` is the code, the fields in order,
then zeros.
"""

from typing import Any, NamedTuple

import numpy as np

from ctv_env.core.codes import Vocabulary, codes

# Types of the fields.
Piece = int  # slot of a piece
Cell = int  # cell of the map, or NOWHERE
Side = int  # NATIONALIST or REPUBLICAN
Flag = int  # 1 for yes, 0 for no

EV = codes(
    (
        "STAGE_BEGUN",
        "RESERVE_DIE",
        "ARMOUR_RECEIVED",
        "PLACED",
        "TRENCH_PLACED",
        "WEATHER_DIE",
        "OFFENSIVE_DIE",
        "OFFENSIVE_SUCCESS",
        "WITHDRAWN",
        "NEW_COLUMN",
        "AIR_BACK",
        "SUPPLY_CHANGED",
        "MOVED",
        "THROUGH",
        "CONTROL",
        "MORALE_MARKER",
        "ELIMINATED",
        "TRENCH_REMOVED",
        "TARGET",
        "ATTACKER",
        "SUPPORT",
        "AIR_COMBAT",
        "BOMBARDMENT_POINTS",
        "BOMBARDMENT",
        "DISORGANISED",
        "ATTRITION",
        "STRENGTH",
        "ODDS",
        "DIE_MODIFIER",
        "COMBAT_RESULT",
        "STEP_LOSS",
        "MORALE_DIE",
        "NO_RETREAT",
        "RETREATED",
        "ADVANCED",
        "NO_COMBAT",
        "BASQUE_DIE",
        "SURRENDERED",
        "BATTALION",
        "FACTORY_DIE",
        "GAME_END",
    )
)

# Causes of an elimination.


class Cause(Vocabulary):
    """Causes of an elimination."""

    LOSS = 0, "step losses (rule 10.3)"
    BREAKTHROUGH = 1, "breakthrough (rule 10.4.1)"
    DSG = 2, "disorganised beyond DSG2 (rule 9.5.1)"
    SUPPLY = 3, "DSG2 and out of supply (rule 9.5.1)"
    STACKING = 4, "twice the stacking limit (rule 5.1.1)"
    NO_ESCORT = 5, "an HQ left without combat units (rule 9.2)"
    OVERRUN = 6, "the enemy entered its hex (rule 9.3)"
    USE = 7, "used for bombardment (rule 9.3.1)"
    AIR_COMBAT = 8, "air combat (rule 15.1)"


CAUSE = codes(Cause)

# Kinds of die modifier in a combat.


class Drm(Vocabulary):
    """Kinds of die modifier in a combat."""

    CONCENTRIC = 0, "concentric attack 10.2.1"
    TRENCH = 1, "trench 10.7"
    RIVER = 2, "river"
    BEYOND = 3, "odds beyond the table 10.2"


DRM = codes(Drm)


# -- set-up and turns ------------------------------------------------------------------------------------------


class StageBegun(NamedTuple):
    """A stage of the set-up or of a turn begins."""

    stage: int  # of ``codes.Stage``
    turn: int


class ReserveDie(NamedTuple):
    """The die that decides whether a group of units is a reserve."""

    group: int
    die: int
    reserve: Flag


class ArmourReceived(NamedTuple):
    """The die for Nationalist armour."""

    die: int


class Placed(NamedTuple):
    """A piece is set up."""

    piece: Piece
    cell: Cell


class TrenchPlaced(NamedTuple):
    """A trench is dug in the set-up."""

    cell: Cell


class WeatherDie(NamedTuple):
    """The weather die."""

    die: int
    drm: int
    weather: int  # FAIR or RAIN


class OffensiveDie(NamedTuple):
    """The die for a Republican offensive elsewhere."""

    die: int
    begins: Flag
    needed: int  # lowest die that succeeds


class OffensiveSuccess(NamedTuple):
    """The die for the units that the offensive draws away."""

    die: int
    infantry: int  # units that must leave
    air: int  # units that must leave


class Withdrawn(NamedTuple):
    """A unit leaves for the offensive elsewhere."""

    piece: Piece
    cell: Cell  # where it was; NOWHERE for an air unit


class NewColumn(NamedTuple):
    """A supply column arrives."""

    piece: Piece
    cell: Cell


class AirBack(NamedTuple):
    """An air unit is back from its absence."""

    piece: Piece


class SupplyChanged(NamedTuple):
    """A unit has gained or lost supply."""

    piece: Piece
    supplied: Flag


# -- moves, control, eliminations ------------------------------------------------------------------------------


class Moved(NamedTuple):
    """A piece has moved; the hexes along its path follow as ``Through``."""

    piece: Piece
    start: Cell
    goal: Cell
    half_mp: int  # cost in half movement points


class Through(NamedTuple):
    """The piece that moved or advanced last has passed through a hex."""

    piece: Piece
    cell: Cell


class Control(NamedTuple):
    """A side has taken control of a hex."""

    side: Side
    cell: Cell


class MoraleMarker(NamedTuple):
    """The Republican morale marker has shifted."""

    change: int
    marker: int  # where it is now


class Eliminated(NamedTuple):
    """A piece is eliminated."""

    piece: Piece
    cell: Cell  # where it was; NOWHERE for an air unit
    cause: int  # of ``Cause``


class TrenchRemoved(NamedTuple):
    """A trench is removed."""

    cell: Cell


# -- combat: support and bombardment ---------------------------------------------------------------------------


class Target(NamedTuple):
    """The target hex is named."""

    cell: Cell


class Attacker(NamedTuple):
    """An attacking unit is named."""

    piece: Piece
    cell: Cell  # where it is


class Support(NamedTuple):
    """An air unit, HQ or supply column is committed."""

    piece: Piece
    defending: Flag


class AirCombat(NamedTuple):
    """An air unit rolls in air combat."""

    piece: Piece
    die: int
    hit: Flag


class BombardmentPoints(NamedTuple):
    """Bombardment points of both sides."""

    attacker: int
    defender: int


class Bombardment(NamedTuple):
    """The bombardment die."""

    die: int
    drm: int  # modifier for a trench
    needed: int  # lowest die that succeeds
    on_defender: Flag
    hit: Flag


class Disorganised(NamedTuple):
    """A unit's disorganisation increases."""

    piece: Piece
    level: int  # new level


class Attrition(NamedTuple):
    """The attrition die of an air unit that has flown."""

    piece: Piece
    die: int
    turn_back: int  # 0 if it stays


# -- combat: odds and result -----------------------------------------------------------------------------------


class Strength(NamedTuple):
    """The strength of a hex that attacks or defends, term by term."""

    side: Side
    cell: Cell
    whole: int  # sum of the factors that are not halved
    halved: int  # sum of the others before halving
    half: int  # sum of the others after halving
    multiplier: int  # of the terrain, in halves
    result: int


class Odds(NamedTuple):
    """The odds of a combat."""

    attack: int
    defence: int
    column: int  # of the combat table; -1 and one past the last are beyond it
    shift: int  # columns to the right
    after: int  # column after the shift


class DieModifier(NamedTuple):
    """A modifier of the combat die."""

    kind: int  # of ``Drm``
    value: int


class CombatResult(NamedTuple):
    """The combat die and its result."""

    die: int
    modified: int  # row of the table
    column: int
    attacker: int  # steps to lose
    defender: int  # steps to lose, or BREAKTHROUGH


# -- combat: losses, morale, retreat, advance ------------------------------------------------------------------


class StepLoss(NamedTuple):
    """A unit loses a step."""

    piece: Piece
    steps_left: int


class MoraleDie(NamedTuple):
    """The morale die of a Republican stack."""

    cell: Cell
    die: int
    marker: int  # modifier for the morale marker
    troops: int  # modifier for the troops in the stack
    result: int  # index into ``text.log.MORALE_RESULTS``


class NoRetreat(NamedTuple):
    """A stack has no hex to retreat to."""

    cell: Cell


class Retreated(NamedTuple):
    """A unit has retreated."""

    piece: Piece
    start: Cell
    goal: Cell


class Advanced(NamedTuple):
    """A unit has advanced after combat; the hexes along its path follow as ``Through``."""

    piece: Piece
    start: Cell
    goal: Cell


class NoCombat(NamedTuple):
    """A combat ends without a die, since one side has no units left."""

    cell: Cell
    side: Side  # the side without units


# -- events of the war, end ------------------------------------------------------------------------------------


class BasqueDie(NamedTuple):
    """The die for the Basque surrender."""

    die: int
    surrender: Flag


class Surrendered(NamedTuple):
    """A Basque brigade surrenders."""

    piece: Piece
    cell: Cell  # where it was


class Battalion(NamedTuple):
    """A surrendering brigade leaves a breakdown battalion."""

    piece: Piece  # the battalion
    brigade: Piece
    cell: Cell


class FactoryDie(NamedTuple):
    """The die for the factory of Reinosa."""

    die: int
    stands: Flag


class GameEnd(NamedTuple):
    """The game is over."""

    winner: Side
    vp: int  # victory points of the Nationalist


EVENTS: dict[int, type[NamedTuple]] = {
    EV.STAGE_BEGUN: StageBegun,
    EV.RESERVE_DIE: ReserveDie,
    EV.ARMOUR_RECEIVED: ArmourReceived,
    EV.PLACED: Placed,
    EV.TRENCH_PLACED: TrenchPlaced,
    EV.WEATHER_DIE: WeatherDie,
    EV.OFFENSIVE_DIE: OffensiveDie,
    EV.OFFENSIVE_SUCCESS: OffensiveSuccess,
    EV.WITHDRAWN: Withdrawn,
    EV.NEW_COLUMN: NewColumn,
    EV.AIR_BACK: AirBack,
    EV.SUPPLY_CHANGED: SupplyChanged,
    EV.MOVED: Moved,
    EV.THROUGH: Through,
    EV.CONTROL: Control,
    EV.MORALE_MARKER: MoraleMarker,
    EV.ELIMINATED: Eliminated,
    EV.TRENCH_REMOVED: TrenchRemoved,
    EV.TARGET: Target,
    EV.ATTACKER: Attacker,
    EV.SUPPORT: Support,
    EV.AIR_COMBAT: AirCombat,
    EV.BOMBARDMENT_POINTS: BombardmentPoints,
    EV.BOMBARDMENT: Bombardment,
    EV.DISORGANISED: Disorganised,
    EV.ATTRITION: Attrition,
    EV.STRENGTH: Strength,
    EV.ODDS: Odds,
    EV.DIE_MODIFIER: DieModifier,
    EV.COMBAT_RESULT: CombatResult,
    EV.STEP_LOSS: StepLoss,
    EV.MORALE_DIE: MoraleDie,
    EV.NO_RETREAT: NoRetreat,
    EV.RETREATED: Retreated,
    EV.ADVANCED: Advanced,
    EV.NO_COMBAT: NoCombat,
    EV.BASQUE_DIE: BasqueDie,
    EV.SURRENDERED: Surrendered,
    EV.BATTALION: Battalion,
    EV.FACTORY_DIE: FactoryDie,
    EV.GAME_END: GameEnd,
}
"""The class of each code."""

CODES = {event: code for code, event in EVENTS.items()}
"""The code of each class."""


def column(event: type[NamedTuple], field: str) -> int:
    """Return the column of the field in a row of the event."""
    return 1 + event._fields.index(field)


# Columns that compiled code reads.
EVENT_CODE = 0
MOVED_PIECE, MOVED_START, MOVED_GOAL = (column(Moved, field) for field in ("piece", "start", "goal"))
CONTROL_CELL = column(Control, "cell")
TARGET_CELL = column(Target, "cell")
ATTACKER_PIECE = column(Attacker, "piece")
SUPPORT_PIECE = column(Support, "piece")


def decode(rows: np.ndarray) -> list[Any]:
    """Return the events of a log, in order, as instances of their classes.

    Args:
        rows: int (n, 8), rows of ``w.event``.
    """
    return [_decode(row) for row in rows.tolist()]


def _decode(row: list[int]) -> NamedTuple:
    event = EVENTS[row[EVENT_CODE]]
    return event._make(row[1 : 1 + len(event._fields)])
