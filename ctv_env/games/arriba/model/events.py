"""Events of a step, which the rules write as rows of numbers and ``text/log.py`` turns into words."""

from ctv_env.core.codes import Vocabulary, codes
from ctv_env.core.events import Event, EventTable

_GROUP = "unit_1 unit_2 unit_3 unit_4 armour artillery"
"""What a battlegroup is made of: classes of units, NO_UNIT for none, and numbers of AP."""

EVENTS = EventTable(
    # chapters 3 to 7
    Event("STAGE_BEGUN", "A stage of a turn begins; of a side, or NOBODY's.", "stage turn side"),
    Event(
        "ORDER_DIE",
        "The die that decides who is first (3.0).",
        "die side",
        "  Order die {die}: {side} first (rule 3)",
    ),
    Event("EVENT_DRAWN", "The two dice of the random event (4.1); it may not occur.", "tens ones occurs"),
    Event("AMOUNT_DIE", "One of the dice that make up an amount, and how many are to come.", "die cause left"),
    Event(
        "SUPPORT_CHANGED",
        "A level of political support changes (5.1).",
        "side change cause level",
        "  {Side}: support {change:+d}, now {level}: {cause}",
    ),
    Event(
        "EQUIPMENT_CHANGED",
        "A stock of EP changes, replacement EP included (6.1).",
        "side change cause stock",
        "  {Side}: {change:+d} EP, now {stock}: {cause}",
    ),
    Event(
        "POWER_MOVED",
        "The marker of a power moves.",
        "power box to_box",
        "  {Power} moves from {box} to {to_box} (rule 5.3)",
    ),
    Event(
        "PURGED",
        "A faction is purged.",
        "faction",
        "  The Government purges the {faction} faction (rule 5.2.2)",
    ),
    Event(
        "INFLUENCE_DIE",
        "The die of an attempt, with its modifiers (5.3.1); the boxes are -1 if it backfires.",
        "side power die bought opposed target score boxes",
    ),
    Event(
        "LEGION_CAME",
        "The legion of a power arrives.",
        "power area",
        "  The legion of {power} lands in {area} (rule 5.4.2)",
    ),
    Event(
        "LEGION_GONE",
        "The legion of a power leaves, or will never come.",
        "power",
        "  The legion of {power} is gone for good (rule 5.4.2)",
    ),
    Event("PLACED", "A unit comes on the map.", "side unit at cause", "  {Side}: new {unit}{at}: {cause}"),
    Event(
        "REMOVED",
        "A unit leaves the map other than in battle.",
        "side unit at cause",
        "  {Side}: {unit}{at} is removed: {cause}",
    ),
    Event(
        "CHANGED",
        "A unit is converted, replenished or improved (6.3, 6.4).",
        "side at unit into",
        "  {Side}: {unit}{at} becomes {into}",
    ),
    Event(
        "PRICE_DIE",
        "The price of an AP.",
        "side ap price affordable",
        "  {Side}: {ap} AP, price die: {price} EP{affordable} (rule 6.5)",
    ),
    Event(
        "AP_REFUSED",
        "An AP is not bought at that price.",
        "side ap",
        "  {Side}: no more {ap} AP this turn (rule 6.5)",
    ),
    Event("AP_PLACED", "An AP comes into play.", "side ap at cause", "  {Side}: new {ap} AP{at}: {cause}"),
    Event(
        "AP_REMOVED",
        "An AP leaves play other than in battle.",
        "side ap at cause",
        "  {Side}: {ap} AP{at} is removed: {cause}",
    ),
    Event(
        "UNSERVED",
        "A faction received no EP.",
        "faction",
        "  Nothing was spent on the {faction} faction (rule 5.2.1)",
    ),
    Event("LIFTED", "A lift by air or sea (6.7).", "side lift start goal unit armour artillery"),
    Event("FORMED", "A battlegroup is formed (7.1).", f"side area post {_GROUP}"),
    Event("BLOCKADE_DIE", "A naval power enforces the blockade (15.4).", "power strong die lost of_ap"),
    Event("FORT_BUILT", "A fort is built.", "side area", "  {Side}: a fort in {area} (rule 15.3)"),
    Event(
        "FORT_REMOVED",
        "A fort is removed (15.3).",
        "side area cause",
        "  {Side}: the fort in {area} is gone: {cause}",
    ),
    Event(
        "DOCTRINE_DIE",
        "A die of the doctrine table.",
        "side doctrine die",
        "  {Side}: doctrine, {doctrine}: die {die} (rule 15.5)",
    ),
    Event(
        "REVOLT_DIE",
        "The loyalty of a brigade in the set-up.",
        "area die side",
        "  Die {die} in {area}: a brigade for {side} (rule 15.6)",
    ),
    Event(
        "CITY_DIE",
        "Who holds a city in the set-up.",
        "area die side",
        "  Die {die} for the city of {area}: {side} (rule 15.6)",
    ),
    Event("GAME_END", "The game is over (13).", "winner"),
    # chapters 8 to 13
    Event("COMMAND_DIE", "A die for the battlegroups that may be moved (15.7), 0 before the second.", "die moves"),
    Event("MOVED", "A battlegroup moves, or changes between city and country (8.1).", f"side start goal post {_GROUP}"),
    Event("DROPPED", "A part of a moving battlegroup is dropped (8.1).", f"side area post {_GROUP}"),
    Event(
        "GUERRILLA_DIE",
        "A guerrilla attack.",
        "area die success",
        "  Guerrillas in {area}: die {die}: {success} (rule 15.1)",
    ),
    Event(
        "GUERRILLA_EFFECT",
        "What successful guerrillas do: freeze the area, or disrupt a battlegroup.",
        "area froze",
        "  Guerrillas in {area}: {froze} (rule 15.1)",
    ),
    Event(
        "ATTACKED",
        "A battlegroup attacks another (9.1).",
        "side area attacker target kind",
        "{area}: {kind} by {side}, {attacker} against {target}",
    ),
    Event("ENGAGED", "What the battlegroup of a side in an attack is made of.", f"side {_GROUP}"),
    Event("OFFENSIVE_PAID", "The EP of a major offensive is paid (9.1.1).", "side"),
    Event("STRENGTH", "CF of a side in a battle (9.1.1, 11.1.2).", "side supplied unsupplied halved cf"),
    Event(
        "ODDS",
        "The column before shifts (9.1).",
        "attack defence column",
        "  Odds {attack} to {defence}: column {column}",
    ),
    Event(
        "SHIFT",
        "A shift of the column, one event each (9.1.2 to 9.1.5).",
        "shift columns",
        "  Shift {columns:+d}: {shift}",
    ),
    Event(
        "DIE_MODIFIER",
        "A modifier of the combat die, one event each (9.1.6, 9.1.7).",
        "modifier value",
        "  Die modifier {value:+d}: {modifier}",
    ),
    Event("COMBAT_DIE", "The combat die and its result (9.2).", "die row column attacker defender"),
    Event(
        "RESULT_ADJUSTED",
        "The result after notional columns and disrupted defenders (9.2.2).",
        "attacker defender",
    ),
    Event("UNIT_LOST", "A unit is reduced or destroyed in battle (9.2).", "side area unit into cf"),
    Event("AP_LOST", "An AP is destroyed in battle (9.2, 9.2.1).", "side ap area", "  {Side}: {ap} AP is destroyed"),
    Event(
        "EXCHANGE_ROUND",
        "A round of an exchange ends (9.2).",
        "attacker_cf defender_cf",
        "  Exchange so far: attacker {attacker_cf} CF, defender {defender_cf} CF",
    ),
    Event(
        "DISRUPTED",
        "The survivors of a battlegroup are disrupted.",
        "side area place",
        "  {Side}: the battlegroup {place} of {area} is disrupted (rule 9.2.3)",
    ),
    Event(
        "ADVANCED",
        "A battlegroup advances into the city.",
        "side area",
        "  {Side}: advance into the city of {area} (rule 9.2.4)",
    ),
    Event("BREAKTHROUGH", "A part breaks through (9.3).", f"side area {_GROUP}"),
    Event("RECOVERY_DIE", "A unit tries to recover (10).", "side area unit die support supply city recovers"),
    Event(
        "CONTROL_DIE",
        "The die of a side for a contested region.",
        "region side die needed succeeds",
        "  {region}, {side}: die {die}, up to {needed} needed: {succeeds} (rule 12.2)",
    ),
    Event("CONTROL_SET", "The control of a region after its determination (12.2).", "region side before"),
    Event("REGION_DIE", "The PS die for a region left or gained (12.3).", "region side die gained"),
    Event("HOLD_ROW", "PSP for the regions held (12.3).", "side own other change"),
)
"""The events by code.

Fields: ``side`` is GOVERNMENT, REBEL or NOBODY; ``area``, ``start``, ``goal``, ``at`` are areas, MOROCCO or NOWHERE;
``unit``, ``into`` classes of units; ``ap`` a type of AP; ``attacker``, ``target``, ``place`` of an attack the places of
battlegroups in their area, and of a result steps or CF; ``cause`` is a Cause, ``lift`` one of LIFTS, ``kind`` an
AttackKind, ``shift`` a ShiftKind, ``modifier`` a Drm.
"""
EV = codes(EVENTS.names)


@EVENTS.writer
def emit(w, code, *numbers):
    """Write an event to ``w.event``."""


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
