"""The tables record: printed components (map, counters, charts) and options, packed when they are loaded.

The record is an argument of every rule function, never a global, so that other editions and scenarios need no
recompilation and compiled code cannot keep outdated charts.
"""

import numpy as np

from ctv_env.core.tuning import N_VARIANTS
from ctv_env.games.ctv.model.codes import BOARD_ROWS, CELLS, N_NATIONS, N_PIECES
from ctv_env.games.ctv.model.staff_constants import CONSTANTS

MAX_TURNS = 16
N_COLUMNS, N_ROWS = 9, 9  # combat table: odds 1:2 to 7:1, modified dice 0 to 8
MAX_PB = 8  # bombardment table: net points 0 to 7
MAX_FRONT = 62  # front hexes of a side are kept as bits of an int64

# name, type, shape, meaning and source
TABLE_FIELDS = (
    # options (fixed for a game)
    ("edition", np.int8, (), "EN or IT: the rulebook used where the two differ (rulings page)"),
    ("air_combat", np.int8, (), "1: optional rule 15.1"),
    ("historical_setup", np.int8, (), "1: optional rule 15.2"),
    ("dsg_reduction", np.int8, (), "1: optional rule 15.3"),
    ("fog", np.int8, (), "1: fog of war (5.2)"),
    ("keyed_dice", np.int8, (), "1: dice are determined by the seed and their event; 0: by a random stream"),
    ("play_forced", np.int8, (), "1: the engine plays nodes with a single legal action itself"),
    ("placement", np.int8, (), "1: the sides set up piece by piece (4); 0: fixed historical deployment (R-55)"),
    # map
    ("nbr", np.int16, (CELLS, 6), "neighbour across a passable hexside (land, not closed 1.3.2), else OFF"),
    ("terrain", np.int8, (CELLS,), "Terrain code"),
    ("road", np.int8, (CELLS, 6), "1: a road crosses this hexside (8.2)"),
    ("river", np.int8, (CELLS, 6), "1: a river runs along this hexside (option rivers, else 0)"),
    ("vp", np.int8, (CELLS,), "victory points of an objective hex (14.1), else 0"),
    ("source", np.int8, (CELLS,), "SOURCE_ bits: supply sources (6.2)"),
    ("map_key", np.int32, (), "identifies the map: a hash of the hexsides that can be crossed"),
    ("open_rows", np.int32, (6, BOARD_ROWS), "like ``nbr``, by direction and as bits (core/bitboard.py)"),
    ("dry_rows", np.int32, (6, BOARD_ROWS), "like ``open_rows``, without river hexsides"),
    ("road_rows", np.int32, (6, BOARD_ROWS), "like ``open_rows``, only hexsides crossed by a road"),
    ("terrain_rows", np.int32, (5, BOARD_ROWS), "cells of each Terrain, as bits"),
    ("source_rows", np.int32, (3, BOARD_ROWS), "supply sources by SOURCE_ bit, as bits of cells"),
    ("objective_rows", np.int32, (BOARD_ROWS,), "cells with ``vp``, as bits"),
    ("beside_rows", np.int32, (6, BOARD_ROWS), "cells with a neighbour on the board in each direction, land or sea"),
    ("start_control", np.int8, (CELLS,), "side that controls a cell at start, NOBODY for sea"),
    ("front_bit", np.int8, (2, CELLS), "index of a front hex among its side's front hexes, else -1 (4.2)"),
    ("front_cell", np.int16, (2, MAX_FRONT), "front hexes of each side, by rising code; OFF beyond n_front"),
    ("n_front", np.int16, (2,), "number of front hexes of each side"),
    ("cover", np.int64, (2, CELLS), "front hexes, as bits, that a combat unit in a cell covers (ruling R-54)"),
    ("basque_setup_zone", np.int8, (CELLS,), "1: within three hexes of column 18 (4.2)"),
    ("basque_zone", np.int8, (CELLS,), "1: within four hexes of column 18 (13.2)"),
    ("ctv_zone", np.int8, (CELLS,), "1: columns 10 to 15 (15.2)"),
    ("factory_cell", np.int16, (), "Reinosa (14.2)"),
    ("has_rivers", np.int8, (), "1: there are river hexsides (option rivers)"),
    # terrain effects
    ("enter_half_mp", np.int8, (2, 2, 5), "half MPs to enter each Terrain, by motorised (0, 1) and weather (0, 1)"),
    ("river_half_mp", np.int8, (2,), "extra half MPs to cross a river, by motorised"),
    ("dearest_half_mp", np.int8, (2, 2), "maximum half MPs of a step off a road, by motorised and weather"),
    ("road_half_mp", np.int8, (), "half MPs of a road step of a motorised piece (8.2)"),
    ("zoc_exit_half_mp", np.int8, (), "extra half MPs to leave an enemy ZoC (7.2)"),
    ("stack_limit", np.int8, (CELLS,), "stacking limit in SP (5)"),
    ("least_stack_limit", np.int8, (), "lowest stacking limit of all land hexes"),
    ("defence_halves", np.int8, (CELLS,), "defence multiplier of the terrain, in halves: 2, 3 or 4"),
    ("river_drm", np.int8, (), "die modifier if every attacker crosses a river"),
    # counters (2.1)
    ("kind", np.int8, (N_PIECES,), "Kind code, NO_KIND for an empty slot"),
    ("nation", np.int8, (N_PIECES,), "Nationality code"),
    ("division", np.int8, (N_PIECES,), "number of the division, 0 if none"),
    ("attack", np.int8, (3, N_PIECES), "attack factor by steps left (row 0 is 0)"),
    ("defence", np.int8, (3, N_PIECES), "defence factor by steps left (row 0 is 0)"),
    ("move_mp", np.int8, (N_PIECES,), "movement allowance in MPs"),
    ("motorised", np.int8, (N_PIECES,), "1: motorised"),
    ("sp", np.int8, (N_PIECES,), "stacking points"),
    ("steps", np.int8, (N_PIECES,), "steps at full strength"),
    ("pb", np.int8, (N_PIECES,), "bombardment points (9.4.2)"),
    ("is_combat", np.int8, (N_PIECES,), "1: combat unit, that is, a ground unit other than an HQ (ruling R-03)"),
    ("is_brigade", np.int8, (N_PIECES,), "1: Republican infantry brigade (14.1), breakdown battalions not"),
    ("is_breakdown", np.int8, (N_PIECES,), "1: Basque breakdown battalion (13.3)"),
    ("setup_rule", np.int8, (N_PIECES,), "Setup code of each piece (ruling R-53)"),
    ("reserve_group", np.int8, (N_PIECES,), "1, 2, 3 for the 50th, 55th, 57th Division (4.1), else 0"),
    ("armour_from", np.int8, (N_PIECES,), "lowest die of 4.3 with which this armour unit is received, 0 if always"),
    ("start_hex", np.int16, (N_PIECES,), "cell in the fixed deployment, NOWHERE if not on the map"),
    ("start_steps", np.int8, (N_PIECES,), "steps at the start"),
    ("start_trench", np.int8, (CELLS,), "1: a trench in the fixed deployment"),
    ("order", np.int16, (3, N_PIECES), "order of set-up: Republican, Nationalist, reserves; NOWHERE at the end"),
    ("free_basques", np.int8, (), "Basque brigades that may be set up anywhere (4.2)"),
    ("n_trenches", np.int8, (), "trenches (4.2)"),
    ("ctv_hq", np.int16, (), "the CTV HQ of 4.4"),
    # charts and events
    ("start_turn", np.int8, (), "first turn, without a weather die (11.2)"),
    ("start_weather", np.int8, (), "weather of the first turn"),
    ("start_morale", np.int8, (), "Republican morale marker at the start (10.6.1)"),
    ("n_turns", np.int8, (), "last turn"),
    ("odds_att", np.int8, (N_COLUMNS,), "attacker's part of each printed odds column, such as 1 in 1:2"),
    ("odds_def", np.int8, (N_COLUMNS,), "defender's part of each printed odds column, such as 2 in 1:2"),
    ("crt_att", np.int8, (N_COLUMNS, N_ROWS), "attacker's steps lost, by column and modified die 0 to 8 (10.2)"),
    ("crt_def", np.int8, (N_COLUMNS, N_ROWS), "defender's steps lost, BREAKTHROUGH for B"),
    ("beyond_drm", np.int8, (2,), "die modifier below the first and above the last column"),
    ("concentric_hexes", np.int8, (), "neighbours needed for a concentric attack (10.2.1)"),
    ("concentric_drm", np.int8, (), "die modifier of a concentric attack"),
    ("trench_drm", np.int8, (), "die modifier of a trench, combat and bombardment (10.7)"),
    ("first_turn_shift", np.int8, (), "columns to the right on turn 1 near the CTV HQ (4.4)"),
    ("first_turn_radius", np.int8, (), "maximum distance in hexes for this shift"),
    ("bombard_from", np.int8, (MAX_PB,), "lowest modified die that disorganises, by net points (9.4.2)"),
    ("hq_range", np.int8, (), "hexes from an HQ to the attacked hex (9.2)"),
    ("sc_range", np.int8, (), "hexes from a supply column to its HQ (9.3.1)"),
    ("morale_up_to", np.int8, (3,), "highest modified die of Hold, Retreat, Flight (10.6); above: Collapse"),
    ("troop_drm", np.int8, (N_NATIONS,), "troop modifier of the morale table by nationality (10.6)"),
    ("morale_max", np.int8, (), "the marker runs from 0 to this (10.6.1)"),
    ("dsg_max", np.int8, (), "highest DSG level; beyond it a unit is eliminated (9.5.1)"),
    ("breakthrough_hexes", np.int8, (), "hexes of a breakthrough (10.4.1)"),
    ("air_absence", np.int8, (), "turns until an air unit returns (9.1.1)"),
    ("attrition_up_to", np.int8, (), "highest die with which an air unit is withdrawn (9.1.1)"),
    ("air_hit_from", np.int8, (), "lowest die that eliminates an air unit (15.1)"),
    ("rain_from", np.int8, (), "lowest modified die of Rain (11.2)"),
    ("rain_drm", np.int8, (), "modifier after a Rain turn (11.2)"),
    ("offensive_from", np.int8, (MAX_TURNS,), "lowest die of an offensive by turn (12.2); 1 automatic, 0 none"),
    ("offensive_infantry", np.int8, (7,), "infantry withdrawn, by die 1 to 6 (12.3)"),
    ("offensive_air", np.int8, (7,), "air units withdrawn, by die 1 to 6 (12.3)"),
    ("surrender_up_to", np.int8, (), "highest die with which the Basques surrender (13.2)"),
    ("max_battalions", np.int8, (), "maximum number of breakdown battalions (13.3)"),
    ("factory_turn", np.int8, (), "first turn of the demolition die (14.2)"),
    ("demolish_from", np.int8, (), "lowest die that demolishes (14.2)"),
    ("sc_first_turn", np.int8, (), "first turn with a new Nationalist supply column (9.3)"),
    ("sc_last_turn", np.int8, (), "last turn with one"),
    ("sc_max", np.int8, (2,), "maximum number of supply columns on the map, by side (9.3)"),
    ("reserve_from", np.int8, (), "lowest die that makes a division a reserve (4.1)"),
    ("vp_to_win", np.int8, (), "VPs with which the Nationalist wins (14.1)"),
    ("brigades_for_vp", np.int8, (), "number of eliminated brigades that gives VPs (14.1)"),
    ("brigade_vp", np.int8, (), "VPs for eliminated brigades"),
    # the policy staff
    (
        "staff",
        np.int16,
        (N_VARIANTS, len(CONSTANTS)),
        "its constants; the first row: as they are, the others: variants",
    ),
    ("staff_row", np.int8, (2,), "row by which it plays as each side; the first but in an agent's plans"),
)
_packed = np.dtype([(name, kind, shape) for name, kind, shape, _ in TABLE_FIELDS])
TABLES = np.dtype(_packed.descr + [("padding", np.int8, (-_packed.itemsize % 8,))])
