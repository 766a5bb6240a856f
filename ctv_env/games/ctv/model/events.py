"""Events of a step, which the rules write as rows of numbers and ``text/log.py`` turns into words."""

import functools

from ctv_env.core.codes import Vocabulary, codes
from ctv_env.core.events import Event, EventTable

_of_piece = functools.partial(Event, secret="piece")
"""An event that outside of combats only the owner of the piece reads in fog (5.2)."""

EVENTS = EventTable(
    # set-up and turns
    Event("STAGE_BEGUN", "A stage of the set-up or of a turn begins.", "stage turn"),
    Event("RESERVE_DIE", "The die that decides whether a group of units is a reserve.", "group die reserve"),
    Event("ARMOUR_RECEIVED", "The die for Nationalist armour.", "die"),
    _of_piece("PLACED", "A piece is set up.", "piece cell", "  {piece} is set up in {cell}"),
    Event("TRENCH_PLACED", "A trench is dug in the set-up.", "cell", "  A trench is dug in {cell}"),
    Event("WEATHER_DIE", "The weather die; the weather is FAIR or RAIN.", "die drm weather"),
    Event("OFFENSIVE_DIE", "The die for a Republican offensive elsewhere, and what it needs.", "die begins needed"),
    Event(
        "OFFENSIVE_SUCCESS",
        "The die for the units that the offensive draws away.",
        "die infantry air",
        "  Die {die}: infantry units that leave: {infantry}, air units: {air} (rule 12.3)",
    ),
    Event("WITHDRAWN", "A unit leaves for the offensive elsewhere, from NOWHERE if it is an air unit.", "piece cell"),
    _of_piece("NEW_COLUMN", "A supply column arrives.", "piece cell", "  {piece} arrives in {cell} (rule 9.3)"),
    Event(
        "AIR_BACK",
        "An air unit is back from its absence.",
        "piece",
        "  Air units back: {piece} (rule 9.1.1)",
        joined="piece",
    ),
    _of_piece(
        "SUPPLY_CHANGED",
        "A unit has gained or lost supply; the enemy reads it of a unit that he sees (ruling R-56).",
        "piece supplied seen",
        "  {supplied} supply: {piece}",
        joined="piece seen",
        seen="seen",
    ),
    # moves, control, eliminations
    _of_piece("MOVED", "A piece has moved; the hexes on its path follow as THROUGH.", "piece start goal half_mp"),
    _of_piece(
        "THROUGH", "The piece that moved last has passed through a hex.", "piece cell", "  {piece} passes {cell}"
    ),
    Event(
        "CONTROL",
        "A side has taken control of a hex.",
        "side cell",
        "  {side} control: {cell}",
        joined="cell",
    ),
    Event(
        "MORALE_MARKER",
        "The Republican morale marker has shifted.",
        "change marker",
        "  Republican morale marker {change:+d}: now {marker} (rule 10.6.1)",
    ),
    Event("ELIMINATED", "A piece is eliminated, NOWHERE if it is an air unit.", "piece cell cause"),
    Event("TRENCH_REMOVED", "A trench is removed.", "cell", "  The trench in {cell} is removed (rule 10.7)"),
    # combat: support and bombardment
    Event("TARGET", "The target hex is named.", "cell", "Attack on {cell}"),
    Event("ATTACKER", "An attacking unit is named.", "piece cell", "  From {cell}: {piece}", joined="piece"),
    Event("DEFENDER", "A unit under attack is uncovered.", "piece cell", "  In {cell}: {piece}", joined="piece"),
    Event(
        "SUPPORT",
        "An air unit, HQ or supply column is committed.",
        "piece defending",
        "  Support of the {defending}: {piece}",
        joined="piece",
    ),
    Event(
        "AIR_COMBAT",
        "An air unit rolls in air combat.",
        "piece die hit",
        "  Air combat (rule 15.1): {piece} rolls {die}: {hit}",
    ),
    Event("BOMBARDMENT_POINTS", "Bombardment points of both sides.", "attacker defender"),
    Event("BOMBARDMENT", "The bombardment die, and what it needs.", "die drm needed on_defender hit"),
    _of_piece(
        "DISORGANISED",
        "A unit's disorganisation increases to a level.",
        "piece level",
        "  Disorganised to {level}: {piece}",
        joined="piece",
    ),
    Event("ATTRITION", "The attrition die of an air unit; the turn is 0 if it stays.", "piece die turn_back"),
    # combat: odds and result
    Event(
        "STRENGTH",
        "The strength of a hex that attacks or defends: halved factors before and after halving, terrain in halves.",
        "side cell whole halved half multiplier result",
    ),
    Event(
        "ODDS", "The odds, and the column before and after its shift to the right.", "attack defence column shift after"
    ),
    Event("DIE_MODIFIER", "A modifier of the combat die.", "modifier value"),
    Event(
        "COMBAT_RESULT",
        "The combat die, the row of the table, and steps to lose, or BREAKTHROUGH.",
        "die modified column attacker defender",
    ),
    # combat: losses, morale, retreat, advance
    Event("STEP_LOSS", "A unit loses a step.", "piece steps_left"),
    Event(
        "MORALE_DIE",
        "The morale die of a Republican stack, its modifiers and its result.",
        "cell die marker troops result",
    ),
    Event(
        "NO_RETREAT",
        "A stack has no hex to retreat to.",
        "cell",
        "  No hex to go back to from {cell}: one step more, and they stay (ruling R-41)",
    ),
    Event(
        "RETREATED",
        "A unit has retreated.",
        "piece start goal",
        "  Retreat of {piece}: {start} -> {goal}",
        joined="piece",
    ),
    Event("ADVANCED", "A unit has advanced after combat; the hexes on its path follow as THROUGH.", "piece start goal"),
    Event(
        "NO_COMBAT",
        "A combat ends without a die, since one side has no units left.",
        "cell side",
        "  No {side} is left to fight for {cell}: no combat die (ruling R-34a)",
    ),
    # events of the war, end
    Event(
        "BASQUE_DIE",
        "The die for the Basque surrender.",
        "die surrender",
        "  Die {die}: the Basques {surrender} (rule 13.2)",
    ),
    Event(
        "SURRENDERED",
        "A Basque brigade surrenders.",
        "piece cell",
        "  Surrendered: {piece} (rule 13.3)",
        joined="piece cell",
    ),
    _of_piece(
        "BATTALION",
        "A surrendering brigade leaves a breakdown battalion.",
        "piece brigade cell",
        "  {brigade} leaves {piece} in {cell} (rule 13.3)",
    ),
    Event("FACTORY_DIE", "The die for the factory of Reinosa.", "die stands"),
    Event("GAME_END", "The game is over, with the victory points of the Nationalist.", "winner vp"),
)
"""The events by code.

Fields: ``piece``, ``brigade`` are slots of pieces; ``cell``, ``start``, ``goal`` cells of the map; ``side``, ``winner``
NATIONALIST or REPUBLICAN; ``cause`` a Cause, ``modifier`` a Drm; ``column``, ``after`` columns of the
combat table, where -1 and one past the last are beyond it.
"""
EV = codes(EVENTS.names)


@EVENTS.writer
def emit(w, code, *numbers):
    """Write an event to ``w.event``."""


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


class Drm(Vocabulary):
    """Kinds of die modifier in a combat."""

    CONCENTRIC = 0, "concentric attack 10.2.1"
    TRENCH = 1, "trench 10.7"
    RIVER = 2, "river"
    BEYOND = 3, "odds beyond the table 10.2"


DRM = codes(Drm)
