"""The position, one flat record per game, and the scratch record of the engine.

A field without a meaning in a position is 0, or empty as declared, so that equal positions have equal bytes.  Printed
components (map, counters, charts) are not part of the state: see ``tables.py``.

Battlegroups are at (side, area, place): place 0 is the city, 1 to ``at_large`` are those at large, sorted (ruling
A-122).  Their units are in ascending order of class, followed by ``NO_UNIT``.  Only ``rules/pieces.py`` writes the
fields under "contents of the areas".
"""

import numpy as np

from ctv_env.core.record import Field, record_type
from ctv_env.games.arriba.model.actions import N_ACTIONS
from ctv_env.games.arriba.model.codes import (
    BG_SIZE,
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
)
from ctv_env.games.arriba.model.events import EVENTS

# name, type, shape, meaning.  Widest types first, so that no padding is needed between fields.
STATE_FIELDS: tuple[Field, ...] = (
    ("rng", np.uint64, (), "the random stream; not part of the position, never observed"),
    # the two sides
    ("ep", np.int16, (2,), "equipment points in stock (6.1)"),
    ("lost_cf", np.int16, (2,), "CF lost in battle this turn by kinds that are replaced (6.1.1, A-38)"),
    ("lost_cf_before", np.int16, (2,), "the same for the last turn"),
    (
        "sum_ps",
        np.int16,
        (2,),
        "PSP gathered by each side: of the battles of a phase (A-94), of the Inter-Phase (A-103)",
    ),
    ("dice_sum", np.int16, (), "sum so far of dice of one amount (A-123)"),
    ("price", np.int16, (), "EP asked for the AP declared (6.5)"),
    ("foreign_ep", np.int16, (), "foreign EP that came this turn, at the blockade (15.4)"),
    ("ps", np.int8, (2,), "political support, 0 to 99 (5.1)"),
    ("replacement_ep", np.int8, (2,), "EP of 6.1.1 left this turn; spent first (A-38)"),
    ("air_ready", np.int8, (2,), "air AP that may be used (9.1.6)"),
    ("air_used", np.int8, (2,), "air AP used this turn"),
    ("ap_free", np.int8, (2, N_AP), "AP of each type that a side may still receive (A-50)"),
    ("counters_free", np.int8, (N_PAIRS,), "counters off the map; remnants count with two-step divisions (A-46)"),
    ("improved_free", np.int8, (), "markers of improved cadre not in use (A-48)"),
    ("forts_free", np.int8, (), "forts not on the map (15.3)"),
    # politics
    ("power_at", np.int8, (N_POWERS,), "box of each power, -3 the Government's end to 3 (5.3)"),
    ("power_before", np.int8, (N_POWERS,), "box at the start of the Political Phase (A-25); 0 outside it"),
    ("tried", np.int8, (N_POWERS,), "1: the player has tried the power this turn (5.3.1); 0 outside his part"),
    ("legion", np.int8, (N_POWERS,), "LEGION_ code of the legions of GE, IT and PO (5.4.2)"),
    ("purged", np.int8, (N_FACTIONS,), "NOT_PURGED, PURGED, or PURGED_NOW in the turn itself (5.2.2)"),
    ("served", np.int8, (N_FACTIONS,), "1: an EP was spent on the faction in these purchases (5.2.1)"),
    ("could_serve", np.int8, (N_FACTIONS,), "1: when they began, a counter of it could be bought (A-52)"),
    ("event_done", np.int8, (N_EVENTS,), "1: an event that happens only once has happened (A-144)"),
    ("lift_factor", np.int8, (2,), "by which the lifts of this turn are multiplied: 1, 2 or 0 (14.2, events)"),
    ("lifts_used", np.int8, (N_LIFTS,), "lifts of the player who is lifting; 0 outside his part"),
    ("ap_closed", np.int8, (N_AP,), "1: no more AP of the type this turn (6.5); 0 outside his purchases"),
    ("ap_due", np.int8, (N_AP,), "AP bought that wait for the blockade (A-113)"),
    ("kind_ep", np.int8, (N_KINDS,), "EP spent on new units of a kind in these purchases (6.6)"),
    ("control", np.int8, (N_REGIONS,), "side that controls a region, else CONTESTED (12.2)"),
    ("control_before", np.int8, (N_REGIONS,), "the same before this Inter-Phase; 0 outside it (12.3)"),
    # contents of the areas
    (
        "bg_unit",
        np.int8,
        (2, N_AREAS, N_BGS, BG_SIZE),
        "classes of the units of each battlegroup, rising, then NO_UNIT",
    ),
    ("bg_units", np.int8, (2, N_AREAS, N_BGS), "number of its units"),
    ("bg_armour", np.int8, (2, N_AREAS, N_BGS), "its armour AP"),
    ("bg_artillery", np.int8, (2, N_AREAS, N_BGS), "its artillery AP"),
    ("bg_marks", np.int8, (2, N_AREAS, N_BGS), "bits of ATTACKED_MARK, ATTACKER_MARK and MOVED_MARK (A-120)"),
    ("at_large", np.int8, (2, N_AREAS), "battlegroups at large in an area: places 1 to this are taken"),
    ("area_units", np.int8, (2, N_PLACES), "derived: units of a side in an area, its pool included"),
    ("pool_unit", np.int8, (2, N_PLACES, MAX_UNITS), "classes of the units of the pool, rising, then NO_UNIT (A-45)"),
    ("pool_units", np.int8, (2, N_PLACES), "number of its units"),
    ("pool_armour", np.int8, (2, N_PLACES), "its armour AP"),
    ("pool_artillery", np.int8, (2, N_PLACES), "its artillery AP"),
    ("pool_in_city", np.int8, (2, N_PLACES), "1: the pool stands in the city (A-45); 0 for an empty pool"),
    ("fort", np.int8, (N_AREAS,), "side of the fort in the city, else NOBODY (15.3)"),
    ("hold_unit", np.int8, (2, BG_SIZE), "units of the battlegroups in hand, HAND and PART, rising, then NO_UNIT"),
    ("hold_units", np.int8, (2,), "number of their units"),
    ("hold_armour", np.int8, (2,), "their armour AP"),
    ("hold_artillery", np.int8, (2,), "their artillery AP"),
    ("hold_marks", np.int8, (2,), "their marks"),
    # where the turn stands
    ("turn", np.int8, (), "game turn, from 1"),
    ("stage", np.int8, (), "Stage code"),
    ("node", np.int8, (), "Node code: what is decided now"),
    ("to_move", np.int8, (), "Side code of the decider"),
    ("winner", np.int8, (), "Side code of the winner, NOBODY while the game goes on"),
    ("phase_first", np.int8, (), "side that does the present phase first (3.0), by its order die"),
    ("first_player", np.int8, (), "side of the first player turn (A-17); GOVERNMENT before it is fixed"),
    ("phasing", np.int8, (), "side whose part of the phase or whose player turn it is"),
    ("die", np.int8, (), "last die rolled, 0 none"),
    # the choice in progress: NOWHERE where nothing is named, numbers 0
    ("event", np.int8, (), "event in progress, else NOWHERE"),
    ("effect", np.int8, (), "its effect, from 0"),
    ("tens", np.int8, (), "first die of the event, else 0 (4.1)"),
    ("dice_left", np.int8, (), "dice of one amount still to be rolled"),
    ("power", np.int8, (), "power that is tried, or whose EP or legion come"),
    ("bought", np.int8, (), "dice bought for the attempt"),
    ("boxes", np.int8, (), "boxes that the marker may be moved"),
    ("faction", np.int8, (), "faction that is being purged"),
    ("verb", np.int8, (), "VERB chosen"),
    ("area", np.int8, (), "area of the choice, formation, move or battle"),
    (
        "bg",
        np.int8,
        (),
        "place of the battlegroup chosen there; of one that moves, CITY or 1 for where it stood (A-66)",
    ),
    ("move_from", np.int8, (), "area where the current move began, else NOWHERE (A-60)"),
    ("unit", np.int8, (), "class chosen"),
    ("ap", np.int8, (), "type of AP chosen"),
    ("lift_from", np.int8, (), "where the lift begins"),
    ("lift_to", np.int8, (), "where it ends"),
    ("lift_armour", np.int8, (), "armour AP that go with it"),
    ("lift_artillery", np.int8, (), "artillery AP that go with it"),
    ("organised", np.int8, (N_AREAS,), "1: the player has named the area (A-56); 0 outside his part"),
    ("cursor", np.int8, (), "next item of a sequence: power, area or region"),
    (
        "rolled",
        np.int8,
        (N_BGS,),
        "bits of the units of a battlegroup that have rolled in the area under recovery (A-128)",
    ),
    ("recovered", np.int8, (N_BGS,), "bits of those that have recovered"),
    # the battle (chapter 9); empty values as in the choice
    ("battle_area", np.int8, (), "area of the battle, else NOWHERE"),
    (
        "attacker",
        np.int8,
        (),
        "side that attacks in it: in the Counterattack Phase not the phasing one; else GOVERNMENT",
    ),
    ("att_bg", np.int8, (), "place of the attacking battlegroup; updated when its area is sorted"),
    ("def_bg", np.int8, (), "place of the target; likewise"),
    ("def_was_in_city", np.int8, (), "1: the target stood in the city (9.2.4)"),
    ("offensive", np.int8, (), "1: the EP of a major offensive is paid (9.1.1)"),
    ("second_attack", np.int8, (), "1: it is a breakthrough attack (9.3)"),
    ("air_att", np.int8, (), "air AP that the attacker uses (9.1.6)"),
    ("air_def", np.int8, (), "air AP that the defender uses"),
    ("armour_att", np.int8, (), "armour AP that the attacker uses (9.1.7)"),
    (
        "column",
        np.int8,
        (),
        "column of the combat table after shifts, notional ones included: -1 is 1:4, 8 is 7:1 (A-80)",
    ),
    ("drm", np.int8, (), "sum of the die modifiers"),
    ("result_att", np.int8, (), "attacker's number, or EXCHANGE_RESULT or ELIMINATION"),
    ("result_def", np.int8, (), "defender's number, or one of these"),
    (
        "required_cadre",
        np.int8,
        (),
        "1: the attacker must lose a unit of his best cadre level (9.2.1, A-86)",
    ),
    ("required_armour", np.int8, (), "1: one must be an armour AP"),
    ("best_cadre", np.int8, (), "that level"),
    ("owed_att", np.int8, (), "CF that the attacker must still remove"),
    ("owed_def", np.int8, (), "CF that the defender must still remove"),
    ("gone_att", np.int8, (), "CF that the attacker has lost in this battle (9.2.3)"),
    ("gone_def", np.int8, (), "CF that the defender has lost in it"),
    ("guerrilla_used", np.int8, (), "1: guerrillas have attacked this turn (15.1)"),
    ("frozen_area", np.int8, (), "area whose Rebel battlegroups do not counterattack, else NOWHERE (15.1)"),
    ("command_left", np.int8, (), "battlegroups that may still be moved with option 15.7, else NOWHERE"),
    ("doctrine", np.int8, (2, N_DOCTRINE), "die of each column of the doctrine table, 0 for the rules of 9 (15.5)"),
    ("doctrine_until", np.int8, (2,), "turn from which a new doctrine is offered, else 0 (A-114)"),
)
STATE = record_type(STATE_FIELDS)

EVENT_ROWS = 512
SCRATCH_FIELDS: tuple[Field, ...] = (
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
