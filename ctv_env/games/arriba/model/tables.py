"""The tables record: printed components (map, counters, charts) and options, packed when they are loaded.

The record is an argument of every rule function, never a global, so that other charts and scenarios need no
recompilation.
"""

import numpy as np

from ctv_env.core.fields import Column, record_type
from ctv_env.core.tuning import N_VARIANTS
from ctv_env.games.arriba.model.codes import (
    MAX_BORDERS,
    N_AP,
    N_AREAS,
    N_COLUMNS,
    N_EVENTS,
    N_FACTIONS,
    N_KINDS,
    N_LIFTS,
    N_PAIRS,
    N_PLACES,
    N_POWERS,
    N_REGIONS,
    N_ROWS,
    N_SIZES,
)
from ctv_env.games.arriba.model.staff_constants import CONSTANTS

MAX_TURNS = 14
TRACK_BOXES = 7
MAX_SCORE = 12  # of an influence die with its modifiers
MAX_EFFECTS, MAX_ALTERNATIVES, MAX_TERMS = 2, 2, 2  # of an event

# name, type, shape, meaning
TABLE_FIELDS: tuple[Column, ...] = (
    # options (fixed for a game)
    ("guerrillas", np.int8, (), "1: optional rule 15.1"),
    ("forts", np.int8, (), "1: optional rule 15.3"),
    ("blockade", np.int8, (), "1: optional rule 15.4"),
    ("doctrine", np.int8, (), "1: optional rule 15.5"),
    ("variable_set_up", np.int8, (), "1: optional rule 15.6"),
    ("command", np.int8, (), "1: optional rule 15.7"),
    ("play_forced", np.int8, (), "1: the engine plays a node with one legal action itself"),
    ("keyed_dice", np.int8, (), "1: dice are determined by the seed and their place in a turn; 0: by a stream"),
    # map (2.1)
    ("border", np.int8, (N_PLACES, MAX_BORDERS), "areas that touch an area, then NOWHERE; Morocco touches none"),
    ("region", np.int8, (N_PLACES,), "region of an area, NOWHERE for Morocco"),
    ("region_border", np.int8, (N_REGIONS, N_REGIONS), "1: the regions touch, or are the same"),
    ("port", np.int8, (N_PLACES,), "Coast code of the port; NO_PORT for Morocco"),
    ("mountain", np.int8, (N_PLACES,), "1: mountainous"),
    ("frontier", np.int8, (N_PLACES,), "power at the border: FR or PO, else NOWHERE"),
    ("arms_city", np.int8, (N_PLACES,), "1: its city gives EP (6.1)"),
    ("kind_may_enter", np.int8, (N_KINDS, N_PLACES), "1: units of the kind may be in the area (8.2.2, A-64)"),
    # turns (3.0)
    ("first_turn", np.int8, (), "first turn of the scenario"),
    ("last_turn", np.int8, (), "its last turn"),
    ("year", np.int16, (MAX_TURNS + 1,), "year of a turn"),
    ("winter", np.int8, (MAX_TURNS + 1,), "1: January to March (9.1.5)"),
    ("city_ep", np.int8, (MAX_TURNS + 1,), "EP for each arms city (6.1)"),
    ("events_from", np.int8, (), "first turn with a random event (14.2)"),
    ("influence_from", np.int8, (), "first turn with attempts to influence powers (14.2)"),
    ("purges_from", np.int8, (), "first turn with purges (5.2.2)"),
    ("international_from", np.int8, (), "first turn with new International units (6.6)"),
    ("guerrillas_from", np.int8, (), "first turn with guerrillas (15.1)"),
    # political support (5.1)
    ("highest_ps", np.int8, (), "99"),
    ("low_up_to", np.int8, (), "highest low level (5.1.1)"),
    ("high_from", np.int8, (), "lowest high level"),
    ("band_shift", np.int8, (3,), "columns of attacks with a low, normal and high level (9.1.3)"),
    ("band_replaced", np.int8, (3,), "percent of lost CF that come back as EP (6.1.1)"),
    ("band_recovery", np.int8, (3,), "modifier of recovery dice"),
    ("aid_dice", np.int8, (3,), "dice of PSP, with their sign, for no backing, support, intervention (5.4)"),
    ("purge_dice", np.int8, (), "dice of PSP, with their sign, for a purge (5.2.2)"),
    ("unserved_ps", np.int8, (), "PSP for a faction that is not served (5.2.1)"),
    ("region_left_dice", np.int8, (), "dice of PSP, with their sign, for a region that has left control (12.3)"),
    ("region_gained_dice", np.int8, (), "dice of PSP for a region gained"),
    ("hold_divisor", np.int8, (), "of the difference in regions controlled (12.3)"),
    ("enemy_division_ps", np.int8, (), "PSP for an enemy division destroyed or reduced (A-94)"),
    ("own_division_ps", np.int8, (), "PSP for an own one"),
    ("enemy_ap_ps", np.int8, (), "PSP for an enemy AP destroyed in battle"),
    ("own_ap_ps", np.int8, (), "PSP for an own one"),
    # foreign powers (5.3, 5.4)
    ("backing", np.int8, (2, TRACK_BOXES), "what a box, from the left, means for a side: NO_BACKING, SUPPORT, ..."),
    ("power_start", np.int8, (N_POWERS,), "box at the start"),
    ("opposed", np.int8, (N_POWERS, N_POWERS), "1: the powers are opposed (5.3.1)"),
    ("naval", np.int8, (N_POWERS,), "1: enforces the blockade (15.4)"),
    ("supplies", np.int8, (N_POWERS,), "1: can be a source of supply (5.4.1 c)"),
    ("power_dice", np.int8, (N_POWERS, 3), "dice of EP by backing"),
    ("power_ep", np.int8, (N_POWERS, 3), "EP without dice by backing"),
    ("influence_price", np.int8, (), "PSP of an attempt (5.3.1)"),
    ("most_bought", np.int8, (), "dice that can be bought, at most"),
    ("bought_drm", np.int8, (), "what each adds"),
    ("opposed_drm", np.int8, (), "modifier if an opposed power backs the enemy (A-30)"),
    ("target_drm", np.int8, (), "modifier if the target does"),
    ("influence_boxes", np.int8, (MAX_SCORE + 1,), "boxes by the score from 0: -1 backfires, else by choice (A-31)"),
    ("legion_units", np.int8, (N_POWERS, N_PAIRS), "units of the legion of a power (5.4.2)"),
    ("legion_ap", np.int8, (N_POWERS, N_AP), "its AP"),
    # costs in EP (6, 9.1.1, 15)
    ("cost_new", np.int8, (N_SIZES,), "of a new or rebuilt unit; 0 for a remnant, which cannot be had"),
    ("cost_convert", np.int8, (N_SIZES,), "of converting a brigade or a one-step division, else 0 (6.4.2)"),
    ("cost_replenish", np.int8, (), "of a remnant (6.3)"),
    ("cost_improve", np.int8, (), "of cadre (6.4.1)"),
    ("cost_offensive", np.int8, (), "of a major offensive (9.1.1)"),
    ("cost_fort", np.int8, (), "of a fort (15.3)"),
    ("cost_guerrillas", np.int8, (), "of a guerrilla attack (15.1)"),
    ("kind_limit", np.int8, (N_KINDS,), "EP for new units of a kind and turn, at most; 127 without limit (6.6)"),
    # units (2.2, 9.1.2)
    ("pair_kind", np.int8, (N_PAIRS,), "Kind of a pair"),
    ("pair_size", np.int8, (N_PAIRS,), "Size of a pair"),
    ("pair_of", np.int8, (N_KINDS, N_SIZES), "pair of a kind and a size, NOWHERE where there is none"),
    ("pair_cf", np.int8, (N_PAIRS,), "CF"),
    ("pair_reduced", np.int8, (N_PAIRS,), "pair that a loss makes of it, NOWHERE if it dies (9.2)"),
    ("pair_cf_lost", np.int8, (N_PAIRS,), "CF that this loss counts (A-83)"),
    ("is_division", np.int8, (N_PAIRS,), "1: one-step or two-step division (2.2.3)"),
    ("counters", np.int8, (N_PAIRS,), "counters in the game; 0 for remnants, the backs of two-step divisions"),
    ("kind_side", np.int8, (N_KINDS,), "side of a kind"),
    ("cadre", np.int8, (2, N_KINDS), "cadre level later, and in 1936 (9.1.2)"),
    ("replaced", np.int8, (N_KINDS,), "1: its lost CF count for replacement (6.1.1)"),
    ("capital", np.int8, (N_FACTIONS,), "area of a faction's capital (5.2)"),
    ("home", np.int8, (N_KINDS,), "area where new units of a kind appear, NOWHERE if in several (6.6)"),
    ("gobernito", np.int8, (N_KINDS,), "1: a Gobernito (2.2.3)"),
    ("ap_limit", np.int8, (N_AP,), "AP of a side, at most"),
    ("german_ap", np.int8, (N_AP,), "AP of the German legion, by which the limit rises (A-35)"),
    ("improved_limit", np.int8, (), "markers of improved cadre"),
    ("fort_limit", np.int8, (), "forts"),
    ("bg_size", np.int8, (2,), "units of a battlegroup of a side, at most (7.1.1)"),
    # combat (9)
    ("odds_att", np.int8, (N_COLUMNS,), "attacker's part of the odds of a column"),
    ("odds_def", np.int8, (N_COLUMNS,), "defender's part"),
    ("crt_att", np.int8, (N_COLUMNS, N_ROWS), "attacker's result by column and modified die, or EXCHANGE_RESULT, ..."),
    ("crt_def", np.int8, (N_COLUMNS, N_ROWS), "defender's result"),
    ("beyond_right", np.int8, (), "odds to one of the first notional column to the right (A-79)"),
    ("city_shift", np.int8, (), "columns for a defender in a city (9.1.4)"),
    ("mountain_shift", np.int8, (), "columns for a mountainous area"),
    ("fort_shift", np.int8, (), "columns for a fort (15.3)"),
    ("winter_shift", np.int8, (), "columns in winter (9.1.5)"),
    (
        "doctrine_drm",
        np.int8,
        (7, 6),
        "modifier of an AP by doctrine die and column AIR_ATTACK ...; row 0: 9.1.6, 9.1.7",
    ),
    ("doctrine_breaks", np.int8, (7, N_AP), "1: AP of the type take part in a breakthrough; row 0: 9.3"),
    ("doctrine_turns", np.int8, (7,), "turns until a new doctrine is offered (15.5)"),
    ("recovery_target", np.int8, (), "lowest score with which a unit recovers (10)"),
    ("recovery_unsupplied", np.int8, (), "modifier out of supply"),
    ("recovery_city", np.int8, (), "modifier in a city"),
    # lifts, options
    ("lifts", np.int8, (2, N_LIFTS), "lifts of a side in a turn (6.7)"),
    ("lifts_first_turn", np.int8, (2,), "factor of its lifts on turn 1 (14.2)"),
    ("guerrilla_from", np.int8, (), "lowest die with which guerrillas succeed (15.1)"),
    ("blockade_lost", np.int8, (3, 7), "EP or AP lost by enforcement (none, weak, strong) and die (15.4)"),
    # events (4.1)
    ("event_turns", np.int8, (N_EVENTS, 2), "first and last turn of an event"),
    ("event_once", np.int8, (N_EVENTS,), "1: happens once in a game"),
    (
        "event_if",
        np.int8,
        (N_EVENTS, MAX_ALTERNATIVES, MAX_TERMS, 3),
        "conditions: alternatives of terms, each an IF_ code and its two numbers",
    ),
    ("event_alternatives", np.int8, (N_EVENTS,), "number of alternatives, 0 if it is unconditional"),
    ("event_effect", np.int16, (N_EVENTS, MAX_EFFECTS, 4), "effects: code and three numbers, see loading/events.py"),
    # set-up (14.1)
    ("start_ps", np.int8, (2,), "political support at the start"),
    ("start_ep", np.int16, (2,), "EP at the start"),
    ("start_air", np.int8, (2,), "air AP at the start"),
    ("start_brigades", np.int8, (N_PLACES, N_KINDS), "brigades in an area"),
    ("start_city", np.int8, (N_PLACES,), "side that stands in the city, else NOBODY"),
    ("revolt", np.int8, (N_AREAS,), "highest die with which an army brigade there rebels, 0: no die (15.6)"),
    # the policy staff
    (
        "staff",
        np.int16,
        (N_VARIANTS, len(CONSTANTS)),
        "its constants; the first row: as they are, the others: variants",
    ),
    ("staff_row", np.int8, (2,), "row by which it plays as each side; the first but in an agent's plans"),
)
TABLES = record_type(TABLE_FIELDS)
