"""Events of a step, which the rules write as rows of numbers and ``text/log.py`` turns into words."""

import functools

from ctv_env.core.codes import Vocabulary, codes
from ctv_env.core.events import Event, EventTable

_of_unit = functools.partial(Event, secret="piece")
"""An event of a unit that may lie under others, so that in fog only its side reads it (15.5)."""

EVENTS = EventTable(
    Event("STAGE", "A segment of the turn begins (5.2).", "stage turn side"),
    _of_unit("SET_UP", "A piece is set up (3.3).", "piece cell", "  {piece} is set up in {cell}"),
    Event("DRAWN", "A side draws a chit, 0 for No Event (6.2).", "side chit void"),
    Event("CHIT_ADDED", "A chit is added to the cup (6.1).", "side chit", "  {chit} is added to the cup of the {side}"),
    Event("PLAYED", "A side plays a held or operation chit (6.4).", "side chit"),
    Event("USED_UP", "A chit uses up an air unit for this turn.", "piece", "  {piece} is used up for this turn"),
    Event("SANTONA_DIE", "The die of chit 28 for a Basque unit.", "piece die lost", "  {piece}: die {die}, {lost}"),
    _of_unit("BONUS", "Chit 36 adds a movement factor to a unit.", "piece", "  {piece} gets a movement factor"),
    Event("NAVAL_READY", "A naval unit becomes available (chit 30).", "piece", "  {piece} is available again"),
    Event("MORALE", "Republican morale changes (4.2).", "change level", "  Republican morale {change:+d}: {level}"),
    Event("RP", "The RP of a purse change (7.2).", "purse change stock", "  {purse} {change:+d}: {stock}"),
    Event("MOBILIZED", "The Republicans mobilize (7.10).", "", "  General mobilization (7.10)"),
    _of_unit("CONVERTED", "A column converts, in the box if the cell is OFF (7.5).", "piece cell"),
    _of_unit("WITHDRAWN", "A unit is withdrawn (7.4).", "piece cell", "  {piece} is withdrawn (7.4)"),
    _of_unit("REPLENISHED", "A unit regains its full strength.", "piece", "  {piece} is at full strength (7.6)"),
    _of_unit("REBUILT", "A unit is rebuilt and waits for a hex.", "piece", "  {piece} is rebuilt (7.6)"),
    _of_unit("ARRIVED", "A unit enters (7.8).", "piece cell", "  {piece} enters in {cell}"),
    _of_unit("DELAYED", "A unit has no hex to enter.", "piece", "  {piece} finds no hex to enter, and waits (7.8)"),
    Event("CONTROL", "A hex changes hands (10.7).", "side cell", "  {cell} is taken by the {side}"),
    Event("LINE", "The state of a fortified line changes.", "line state", "  {line} is {state} (15.14)"),
    Event(
        "FORT_DESTROYED",
        "A fortified hex is destroyed.",
        "cell",
        "  The fortifications of {cell} are destroyed (15.14.3)",
    ),
    Event("AIR_GONE", "The northern air unit leaves the game.", "piece", "  {piece} leaves the game (12.2.3)"),
    _of_unit("SHIPPED", "A unit is shipped (11.5).", "piece start goal", "  {piece} is shipped from {start} to {goal}"),
    _of_unit("LANDED", "A unit lands.", "piece start goal", "  {piece} from {start} lands in {goal} (11.8)"),
    _of_unit(
        "RAILED", "A unit goes by rail (11.4).", "piece start goal", "  {piece} goes by rail from {start} to {goal}"
    ),
    _of_unit("HQ_READY", "An HQ becomes available (12.1).", "piece", "  {piece} becomes available"),
    _of_unit("RESERVED", "A unit is placed in reserve (12.1.4).", "piece hq", "  {piece} goes into reserve with {hq}"),
    _of_unit("RELEASED", "A unit is released from reserve (12.1.4).", "piece hq", "  {piece} is released from reserve"),
    _of_unit("EVACUATED", "A unit is evacuated.", "piece start", "  {piece} goes from {start} through France (13.8)"),
    _of_unit("MOVED", "A unit moves (13).", "piece start goal mode", "  {piece} {mode} from {start} to {goal}"),
    Event("ATTACK", "An attack on a hex is declared (15.6).", "side cell", "  {side} attack {cell}"),
    Event("ATTACKER", "A unit attacks; all of them follow each other (15.6).", "piece", joined="piece"),
    Event("HQ", "An HQ supports its side.", "piece factor", "    {piece} supports with {factor} (12.1.3)"),
    Event("ARTILLERY", "An HQ's artillery supports its side.", "piece columns", "    {piece} adds artillery (12.1.5)"),
    Event("AIR", "An air unit supports its side.", "piece factor", "    {piece} flies with {factor} (12.2.4)"),
    Event("HALVED", "AA halves an air unit.", "piece", "    {piece} is halved by anti-aircraft fire (12.2.7)"),
    Event("NAVAL", "A naval unit supports its side.", "piece", "    {piece} fires (12.2.6)"),
    Event(
        "STRENGTH",
        "Factors of a side: its units, and what HQs and air add (15.6).",
        "side units support",
        "    {side}: {units} and support {support}",
    ),
    Event(
        "ODDS",
        "Factors of both sides and their step on the ladder (15.6).",
        "attack defence step",
        "    odds {attack} to {defence}: {step}",
    ),
    Event("SHIFT", "Columns shifted (15.7).", "shift columns", "    columns {columns:+d} {shift}"),
    Event("DRM", "A die modifier (15.10).", "modifier change", "    die {change:+d} {modifier}"),
    Event(
        "COLUMN",
        "Column of the table, and all modifiers (15.7).",
        "column drm",
        "    column {column}, die {drm:+d}",
    ),
    Event("COLUMNS_DIE", "The die for attacks with columns (15.25.1).", "die effect"),
    Event("CANCELLED", "The attack does not materialize.", "cell", "    no combat in {cell} (15.25.1)"),
    Event(
        "COMBAT_DIE",
        "A combat die and its result (15.8).",
        "die net column attacker defender",
        "    die {die}, modified {net}, on {column}: {attacker}/{defender}",
    ),
    Event(
        "RESULT",
        "Steps that both sides lose (15.8).",
        "attacker defender",
        "    steps to lose: attacker {attacker}, defender {defender}",
    ),
    Event("REDUCED", "A unit loses a step (2.12).", "piece cell", "    {piece} is reduced"),
    Event("LOST", "A unit is eliminated (2.12).", "piece cell", "    {piece} is eliminated"),
    _of_unit(
        "ADVANCED",
        "A unit advances or pursues (15.23, 15.24).",
        "piece start goal mode",
        "  {piece} {mode} from {start} to {goal}",
    ),
    Event("GAME_END", "The game is over (4).", "side"),
    Event("VERDICT", "The victory check decides the game.", "verdict", "  {Verdict} (4.1)"),
    width=10,  # as in games saved so far
)
"""The events by code.  Fields: ``piece``, ``hq`` are pieces, ``cell``, ``start``, ``goal`` cells, the rest numbers."""
EV = codes(EVENTS.names)


@EVENTS.writer
def emit(w, code, *numbers):
    """Write an event to ``w.event``."""


HIDDEN_CHIT = -1
"""A chit in an event that the reader may not know."""


class Verdict(Vocabulary):
    """Outcomes of the victory check (4.1)."""

    NONE = 0, ""
    CAPITALS = 1, "four provincial capitals that were Nationalist are Republican, with a garrison in supply"
    PORTS = 2, "Bilbao, Santander and Gijon are Nationalist"
    MADRID = 3, "Madrid is Nationalist"
    MORALE = 4, "Republican morale is 0"
    TIME = 5, "the last turn is over, and no aim of the Nationalists is reached"


VERDICT = codes(Verdict)


class Shift(Vocabulary):
    """Kinds of column shift in a combat."""

    CITY = 0, "city (15.22)"
    TERRAIN = 1, "terrain (15.22)"
    CONDOR = 2, "Legion Condor (12.2.5)"
    ARTILLERY_ATT = 3, "artillery (12.1.5)"
    ARTILLERY_DEF = 4, "defending artillery (12.1.5)"


SHIFT = codes(Shift)


class Drm(Vocabulary):
    """Kinds of die modifier in a combat."""

    BELOW = 0, "odds below 1:3 (15.7)"
    ABOVE = 1, "odds above 7:1 (15.7)"
    TERRAIN = 2, "terrain (15.22)"
    RIVER = 3, "river (15.22)"
    FORT = 4, "fortifications (15.14.4)"
    OOS = 5, "defender out of supply (15.17)"
    CONCENTRIC = 6, "concentric attack (15.19)"
    COLONIAL = 7, "Colonial units and columns (15.18)"
    NAVAL = 8, "naval units (12.2.6)"
    CHITS = 9, "event chits (15.12)"
    ELAN = 10, "columns (15.25.1)"


DRM = codes(Drm)
