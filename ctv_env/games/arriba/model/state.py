"""The position, one flat record per game, and the scratch record of the engine.

A field that means nothing in a position is empty as declared, so that equal positions have equal bytes.  Printed
components (map, counters, charts) are not part of the state: see ``tables.py``.

Battlegroups are at (side, area, place): place 0 is the city, 1 to ``at_large`` are those at large, sorted (ruling
A-122).  Their units are in ascending order of class, followed by ``NO_UNIT``.  Only ``rules/pieces.py`` writes the
fields under "contents of the areas".
"""

import numpy as np

from ctv_env.core.fields import RNG, Axis, Bits, Code, Column, Count, Field, Flag, Named, record_type
from ctv_env.games.arriba.model.actions import N_ACTIONS
from ctv_env.games.arriba.model.codes import (
    BG_SIZE,
    CONTESTED,
    MAX_UNITS,
    N_AP,
    N_AREAS,
    N_BGS,
    N_CLASSES,
    N_DOCTRINE,
    N_EVENTS,
    N_FACTIONS,
    N_KINDS,
    N_LIFTS,
    N_PAIRS,
    N_PLACES,
    N_POWERS,
    N_REGIONS,
    NO_UNIT,
    NOWHERE,
    SIDE_NAMES,
    TRACK_END,
    Legion,
    Mark,
    Node,
    Purge,
    Side,
    Stage,
    Verb,
)
from ctv_env.games.arriba.model.events import EVENTS
from ctv_env.games.arriba.model.tables import MAX_TURNS

MOST_AP = 15  # of a type in a battlegroup: what its order can hold
MOST_DICE = 12  # still to be rolled at any node

_SIDES, _HANDS = Axis(2, "side"), Axis(2, "hand")
_ASSETS, _LIFTS, _DOCTRINES = Axis(N_AP, "asset"), Axis(N_LIFTS, "lift"), Axis(N_DOCTRINE, "doctrine")
_POWERS, _FACTIONS, _EVENTS = Axis(N_POWERS, "power"), Axis(N_FACTIONS, "faction"), Axis(N_EVENTS, "event")
_KINDS, _COUNTERS = Axis(N_KINDS, "kind"), Axis(N_PAIRS, "counter")
_REGIONS, _AREAS, _PLACES = Axis(N_REGIONS, "region"), Axis(N_AREAS, "area"), Axis(N_PLACES, "place")
_GROUPS = Axis(N_BGS, "battlegroup")
_NODES = {node.name: node for node in Node if node != Node.NONE}
_HOLDERS = {"government": Side.GOVERNMENT, "rebel": Side.REBEL, "contested": CONTESTED}
_WINNERS = {"government": Side.GOVERNMENT, "rebel": Side.REBEL, None: Side.NOBODY}
_DECIDERS = _WINNERS | {"chance": Side.CHANCE}
_SIDE, _BOX, _AP = Code(SIDE_NAMES[:2]), Count(-TRACK_END, TRACK_END), Count(0, MOST_AP)
_AREA, _PLACE, _GROUP, _CLASS = Named("area"), Named("place"), Named("battlegroup"), Named("class")
_MARKS = Bits(Mark)

# Widest types first, so that no padding is needed between fields.
STATE_FIELDS: tuple[Field, ...] = (
    RNG,
    # the two sides
    Field("ep", np.int16, (_SIDES,), "equipment points in stock (6.1)", Count(0, 9999)),
    Field(
        "lost_cf",
        np.int16,
        (_SIDES,),
        "CF lost in battle this turn by kinds that are replaced (6.1.1, A-38)",
        Count(0, 9999),
    ),
    Field("lost_cf_before", np.int16, (_SIDES,), "the same for the last turn", Count(0, 9999)),
    Field(
        "sum_ps",
        np.int16,
        (_SIDES,),
        "PSP gathered by each side: of the battles of a phase (A-94), of the Inter-Phase (A-103)",
        Count(-999, 999),
    ),
    Field("dice_sum", np.int16, (), "sum so far of dice of one amount (A-123)", Count(-999, 999)),
    Field("price", np.int16, (), "EP asked for the AP declared (6.5)", Count(0, 6)),
    Field("foreign_ep", np.int16, (), "foreign EP that came this turn, at the blockade (15.4)", Count(0, 99)),
    Field("ps", np.int8, (_SIDES,), "political support, 0 to 99 (5.1)", Count(0, 99)),
    Field("replacement_ep", np.int8, (_SIDES,), "EP of 6.1.1 left this turn; spent first (A-38)", Count(0, 99)),
    Field("air_ready", np.int8, (_SIDES,), "air AP that may be used (9.1.6)", Count(0, 99)),
    Field("air_used", np.int8, (_SIDES,), "air AP used this turn", Count(0, 99)),
    Field("ap_free", np.int8, (_SIDES, _ASSETS), "AP of each type that a side may still receive (A-50)", Count(-1, 99)),
    Field(
        "counters_free",
        np.int8,
        (_COUNTERS,),
        "counters off the map; remnants count with two-step divisions (A-46)",
        derived=True,
    ),
    Field("improved_free", np.int8, (), "markers of improved cadre not in use (A-48)", derived=True),
    Field("forts_free", np.int8, (), "forts not on the map (15.3)", derived=True),
    # politics
    Field("power_at", np.int8, (_POWERS,), "box of each power, -3 the Government's end to 3 (5.3)", _BOX),
    Field("power_before", np.int8, (_POWERS,), "box at the start of the Political Phase (A-25)", _BOX),
    Field("tried", np.int8, (_POWERS,), "the player has tried the power this turn (5.3.1)", Flag()),
    Field(
        "legion",
        np.int8,
        (_POWERS,),
        "state of the legions of GE, IT and PO (5.4.2)",
        Code(Legion),
    ),
    Field(
        "purged",
        np.int8,
        (_FACTIONS,),
        "whether a faction has been purged, or is purged in this turn (5.2.2)",
        Code(Purge),
    ),
    Field("served", np.int8, (_FACTIONS,), "an EP was spent on the faction in these purchases (5.2.1)", Flag()),
    Field("could_serve", np.int8, (_FACTIONS,), "when they began, a counter of it could be bought (A-52)", Flag()),
    Field("event_done", np.int8, (_EVENTS,), "an event that happens only once has happened (A-144)", Flag()),
    Field(
        "lift_factor",
        np.int8,
        (_SIDES,),
        "by which the lifts of this turn are multiplied: 1, 2 or 0 (14.2, events)",
        Count(0, 2),
        empty=None,
    ),
    Field("lifts_used", np.int8, (_LIFTS,), "lifts of the player who is lifting", Count(0, 99)),
    Field("ap_closed", np.int8, (_ASSETS,), "no more AP of the type this turn (6.5)", Flag()),
    Field("ap_due", np.int8, (_ASSETS,), "AP bought that wait for the blockade (A-113)", Count(0, 99)),
    Field("kind_ep", np.int8, (_KINDS,), "EP spent on new units of a kind in these purchases (6.6)", Count(0, 99)),
    Field("control", np.int8, (_REGIONS,), "who controls a region (12.2)", Code(_HOLDERS), empty=None),
    Field("control_before", np.int8, (_REGIONS,), "the same before this Inter-Phase (12.3)", Code(_HOLDERS)),
    # contents of the areas
    Field(
        "bg_unit",
        np.int8,
        (_SIDES, _AREAS, _GROUPS, BG_SIZE),
        "classes of the units of each battlegroup, rising",
        _CLASS,
        empty=NO_UNIT,
    ),
    Field("bg_units", np.int8, (_SIDES, _AREAS, _GROUPS), "number of its units", derived=True),
    Field("bg_armour", np.int8, (_SIDES, _AREAS, _GROUPS), "its armour AP", _AP),
    Field("bg_artillery", np.int8, (_SIDES, _AREAS, _GROUPS), "its artillery AP", _AP),
    Field("bg_marks", np.int8, (_SIDES, _AREAS, _GROUPS), "its marks (A-120)", _MARKS),
    Field(
        "at_large",
        np.int8,
        (_SIDES, _AREAS),
        "battlegroups at large in an area: places 1 to this are taken",
        derived=True,
    ),
    Field("area_units", np.int8, (_SIDES, _PLACES), "units of a side in an area, its pool included", derived=True),
    Field(
        "pool_unit",
        np.int8,
        (_SIDES, _PLACES, MAX_UNITS),
        "classes of the units of the pool, rising (A-45)",
        _CLASS,
        empty=NO_UNIT,
    ),
    Field("pool_units", np.int8, (_SIDES, _PLACES), "number of its units", derived=True),
    Field("pool_armour", np.int8, (_SIDES, _PLACES), "its armour AP", _AP),
    Field("pool_artillery", np.int8, (_SIDES, _PLACES), "its artillery AP", _AP),
    Field(
        "pool_in_city", np.int8, (_SIDES, _PLACES), "the pool stands in the city (A-45); 0 for an empty pool", Flag()
    ),
    Field("fort", np.int8, (_AREAS,), "side of the fort in the city (15.3)", _SIDE, empty=Side.NOBODY),
    Field(
        "hold_unit",
        np.int8,
        (_HANDS, BG_SIZE),
        "units of the battlegroups in hand, HAND and PART, rising",
        _CLASS,
        empty=NO_UNIT,
    ),
    Field("hold_units", np.int8, (_HANDS,), "number of their units", derived=True),
    Field("hold_armour", np.int8, (_HANDS,), "their armour AP", _AP),
    Field("hold_artillery", np.int8, (_HANDS,), "their artillery AP", _AP),
    Field("hold_marks", np.int8, (_HANDS,), "their marks", _MARKS),
    # where the turn stands
    Field("turn", np.int8, (), "game turn, from 1", Count(0, MAX_TURNS), empty=None),
    Field("stage", np.int8, (), "stage", Code(Stage.__members__), empty=None),
    Field("node", np.int8, (), "what is decided now", Code(_NODES), empty=None),
    Field("to_move", np.int8, (), "who decides", Code(_DECIDERS), empty=None),
    Field("winner", np.int8, (), "winner", Code(_WINNERS), empty=Side.NOBODY),
    Field("phase_first", np.int8, (), "side that does the present phase first (3.0), by its order die", _SIDE),
    Field("first_player", np.int8, (), "side of the first player turn (A-17); GOVERNMENT before it is fixed", _SIDE),
    Field("phasing", np.int8, (), "side whose part of the phase or whose player turn it is", _SIDE, empty=None),
    Field("die", np.int8, (), "last die rolled", Count(0, 6)),
    # the choice in progress
    Field("event", np.int8, (), "event in progress", Named("event"), empty=NOWHERE),
    Field("effect", np.int8, (), "its effect, from 0", Count(0, 1)),
    Field("tens", np.int8, (), "first die of the event (4.1)", Count(0, 6)),
    Field("dice_left", np.int8, (), "dice of one amount still to be rolled", Count(0, MOST_DICE)),
    Field("power", np.int8, (), "power that is tried, or whose EP or legion come", Named("power"), empty=NOWHERE),
    Field("bought", np.int8, (), "dice bought for the attempt", Count(0, 6)),
    Field("boxes", np.int8, (), "boxes that the marker may be moved", Count(0, 6)),
    Field("faction", np.int8, (), "faction that is being purged", Named("faction"), empty=NOWHERE),
    Field("verb", np.int8, (), "what is to be done", Code(Verb), empty=NOWHERE),
    Field("area", np.int8, (), "area of the choice, formation, move or battle", _PLACE, empty=NOWHERE),
    Field(
        "bg",
        np.int8,
        (),
        "place of the battlegroup chosen there; of one that moves, CITY or 1 for where it stood (A-66)",
        _GROUP,
        empty=NOWHERE,
    ),
    Field("move_from", np.int8, (), "area where the current move began (A-60)", _AREA, empty=NOWHERE),
    Field("unit", np.int8, (), "class chosen", _CLASS, empty=NOWHERE),
    Field("ap", np.int8, (), "type of AP chosen", Named("asset"), empty=NOWHERE),
    Field("lift_from", np.int8, (), "where the lift begins", _PLACE, empty=NOWHERE),
    Field("lift_to", np.int8, (), "where it ends", _PLACE, empty=NOWHERE),
    Field("lift_armour", np.int8, (), "armour AP that go with it", _AP),
    Field("lift_artillery", np.int8, (), "artillery AP that go with it", _AP),
    Field("organised", np.int8, (_AREAS,), "the player has named the area (A-56)", Flag()),
    Field("cursor", np.int8, (), "next item of a sequence: power, area or region", Count(0, N_AREAS)),
    Field(
        "rolled",
        np.int8,
        (_GROUPS,),
        "bits of the units of a battlegroup that have rolled in the area under recovery (A-128)",
        Count(0, 2**BG_SIZE - 1),
    ),
    Field("recovered", np.int8, (_GROUPS,), "bits of those that have recovered", Count(0, 2**BG_SIZE - 1)),
    # the battle (chapter 9)
    Field("battle_area", np.int8, (), "area of the battle", _AREA, empty=NOWHERE),
    Field("attacker", np.int8, (), "side that attacks in it: in the Counterattack Phase not the phasing one", _SIDE),
    Field(
        "att_bg",
        np.int8,
        (),
        "place of the attacking battlegroup; updated when its area is sorted",
        _GROUP,
        empty=NOWHERE,
    ),
    Field("def_bg", np.int8, (), "place of the target; likewise", _GROUP, empty=NOWHERE),
    Field("def_was_in_city", np.int8, (), "the target stood in the city (9.2.4)", Flag()),
    Field("offensive", np.int8, (), "the EP of a major offensive is paid (9.1.1)", Flag()),
    Field("second_attack", np.int8, (), "it is a breakthrough attack (9.3)", Flag()),
    Field("air_att", np.int8, (), "air AP that the attacker uses (9.1.6)", _AP),
    Field("air_def", np.int8, (), "air AP that the defender uses", _AP),
    Field("armour_att", np.int8, (), "armour AP that the attacker uses (9.1.7)", _AP),
    Field(
        "column",
        np.int8,
        (),
        "column of the combat table after shifts, notional ones included: -1 is 1:4, 8 is 7:1 (A-80)",
        Count(-30, 60),
    ),
    Field("drm", np.int8, (), "sum of the die modifiers", Count(-30, 60)),
    Field("result_att", np.int8, (), "attacker's number; 98 is an exchange, 99 elimination", Count(0, 99)),
    Field("result_def", np.int8, (), "defender's number, likewise", Count(0, 99)),
    Field("required_cadre", np.int8, (), "the attacker must lose a unit of his best cadre level (9.2.1, A-86)", Flag()),
    Field("required_armour", np.int8, (), "one must be an armour AP", Flag()),
    Field("best_cadre", np.int8, (), "that level", Count(-4, 4)),
    Field("owed_att", np.int8, (), "CF that the attacker must still remove", Count(0, 99)),
    Field("owed_def", np.int8, (), "CF that the defender must still remove", Count(0, 99)),
    Field("gone_att", np.int8, (), "CF that the attacker has lost in this battle (9.2.3)", Count(0, 99)),
    Field("gone_def", np.int8, (), "CF that the defender has lost in it", Count(0, 99)),
    Field("guerrilla_used", np.int8, (), "guerrillas have attacked this turn (15.1)", Flag()),
    Field(
        "frozen_area", np.int8, (), "area whose Rebel battlegroups do not counterattack (15.1)", _AREA, empty=NOWHERE
    ),
    Field(
        "command_left",
        np.int8,
        (),
        "battlegroups that may still be moved with option 15.7",
        Count(0, 99),
        empty=NOWHERE,
    ),
    Field(
        "doctrine",
        np.int8,
        (_SIDES, _DOCTRINES),
        "die of each column of the doctrine table, 0 for the rules of 9 (15.5)",
        Count(0, 6),
    ),
    Field("doctrine_until", np.int8, (_SIDES,), "turn from which a new doctrine is offered (A-114)", Count(0, 30)),
)
STATE = record_type(STATE_FIELDS)

EVENT_ROWS = 512
SCRATCH_FIELDS: tuple[Column, ...] = (
    ("rng", np.uint64, (), "random stream of the policies, separate from the dice"),
    ("orders", np.int64, (), "policies: orders to the staff"),
    ("variant", np.int8, (), "policies: row of the constants of the staff that decides; 0 but while a variant does"),
    ("n_event", np.int32, (), "number of events"),
    ("n_legal", np.int32, (), "number of legal actions in the mask"),
    ("event", np.int16, (EVENT_ROWS, EVENTS.width), "what happened in this step, see events.py"),
    ("queue", np.int16, (N_PLACES,), "areas to visit"),
    ("worth", np.int16, (N_PLACES,), "policies: worth of the city of an area"),
    ("threat", np.int16, (N_PLACES,), "policies: CF of the strongest enemy battlegroup that can come to an area"),
    ("cities", np.int8, (2, N_REGIONS), "policies: cities of a region that a side occupies"),
    ("present", np.int16, (2, N_REGIONS), "policies: units of a side in a region"),
    ("score", np.int16, (N_ACTIONS,), "policies: of each legal action"),
    ("reach", np.int8, (N_PLACES,), "1: the area can be reached or named, as ``prepare`` of the node says"),
    ("count", np.int8, (N_CLASSES,), "units of each class, as ``prepare`` of the node says"),
    ("mask", np.int8, (N_ACTIONS,), "legal actions at the present node"),
)
SCRATCH = record_type(SCRATCH_FIELDS)
