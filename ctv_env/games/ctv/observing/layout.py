"""The observation channels, declared once.  "Own" is the side that observes, "enemy" the other.

Under fog of war nothing here depends on what the rules hide (rulings R-56, R-57): a hidden enemy piece only counts in
its hex, and an *estimated* strength takes the average of the enemy counters still hidden.
"""

from ctv_env.core.channels import Channel, Layout, layout_hash
from ctv_env.games.ctv.codes import COLUMNS, N_CELLS, N_NATIONS, N_NODES, N_PIECES, ROWS, SIDE_SLOTS, Kind, Place

STRENGTH_SCALE = 20.0  # attack or defence of a stack
FACTOR_SCALE = 6.0  # attack or defence of a piece
MP_SCALE = 16.0  # half movement points of a piece
COUNT_SCALE = 6.0  # pieces in a hex
DISTANCE_SCALE = 20.0  # hexes
VP_SCALE = 3.0  # victory points of a hex
N_OBJECTIVES = 8  # objectives described one by one in ``compact``, by rising cell

PLANES = Layout(
    "planes",
    (
        Channel("sea", "1: closed to all (1.3.2)"),
        Channel("clear", "1: clear terrain"),
        Channel("city", "1: city"),
        Channel("hill", "1: hill"),
        Channel("mountain", "1: mountain"),
        Channel("odd_row", "1: the row stands half a hex further east"),
        Channel("open_sides", "hexsides that can be crossed, of 6"),
        Channel("road", "hexsides crossed by a road, of 6"),
        Channel("river", "hexsides along a river, of 6 (option rivers)"),
        Channel("own_source", "1: an own supply source now (6.2)"),
        Channel("enemy_source", "1: an enemy supply source now"),
        Channel("vp", "victory points of the hex now, of 3 (14.1, 14.2)"),
        Channel("own_control", "1: under own control (10.8)"),
        Channel("enemy_control", "1: under enemy control"),
        Channel("own_units", "own ground units, of 6"),
        Channel("own_hq", "1: an own HQ"),
        Channel("own_column", "1: an own supply column"),
        Channel("own_attack", "attack strength of the units that can still attack, of 20"),
        Channel("own_defence", "defence strength with terrain, of 20"),
        Channel("own_steps", "steps of own units, of 12"),
        Channel("own_room", "stacking points left, of 8; below 0 overstacked", -1.0),
        Channel("own_dsg", "highest disorganisation of an own unit, of 3 (9.5)"),
        Channel("own_unsupplied", "own units out of supply, of 6"),
        Channel("own_mp", "most half MPs that an own piece has left, of 16"),
        Channel("own_zoc", "own units that exert a ZoC here, of 6"),
        Channel("own_net", "1: an own line of supply reaches the hex"),
        Channel("enemy_occupied", "1: an enemy piece"),
        Channel("enemy_pieces", "enemy pieces, of 6"),
        Channel("enemy_seen", "enemy pieces that are seen, of 6"),
        Channel("enemy_attack", "attack strength, estimated if unseen, of 20"),
        Channel("enemy_defence", "defence strength with terrain, estimated if unseen, of 20"),
        Channel("enemy_zoc", "1: in an enemy ZoC"),
        Channel("odds", "log2 of strengths in contact, of 4: see compact.odds", -1.0),
        Channel("trench", "1: a trench, as far as known (10.7)"),
        Channel("moving", "1: the piece chosen to move or advance is here"),
        Channel("target", "1: under attack"),
        Channel("attacks", "attackers named here, of 6"),
        Channel("supports", "1: an HQ or supply column committed in this combat, as far as seen"),
        Channel("retreats", "1: the stack that retreats, or the hex it will go to"),
        Channel("legal", "1: naming this hex is legal now"),
    ),
    after=(ROWS, COLUMNS),
)

PIECES = Layout(
    "pieces",
    (
        Channel("own", "1: an own piece"),
        Channel("known", "1: all of its state is known; else only what is printed on it"),
        Channel("legal", "1: naming this piece is legal now"),
        Channel("place", "one-hot Place code", n=len(Place)),
        Channel("row", "(row + 1) of 17, 0 if not known to be on the map"),
        Channel("column", "(column + 1) of 20, 0 if not known to be on the map"),
        Channel("kind", "one-hot Kind code", n=len(Kind)),
        Channel("nation", "one-hot Nationality code", n=N_NATIONS),
        Channel("full_attack", "printed attack factor, of 6"),
        Channel("full_defence", "printed defence factor, of 6"),
        Channel("allowance", "printed MPs, of 8"),
        Channel("stacking", "stacking points, of 2"),
        Channel("bombardment", "bombardment points, of 2"),
        Channel("motorised", "1: motorised"),
        Channel("attack", "attack factor now, halved if so, of 6"),
        Channel("defence", "defence factor now, halved if so, of 6"),
        Channel("steps", "steps left, of 2"),
        Channel("dsg", "disorganisation, of 3"),
        Channel("unsupplied", "1: out of supply at the last check"),
        Channel("mp", "half MPs left, of 16"),
        Channel("used", "1: has attacked or bombarded this turn, or a supply column on its movement side"),
        Channel("attacks", "1: attacks in this combat"),
        Channel("supports", "1: committed in support in this combat"),
        Channel("returns", "turns until an absent air unit is back, of 2"),
        Channel("chosen", "1: being placed, moved or advanced"),
    ),
    before=(N_PIECES,),
)

GLOBALS = Layout(
    "globals",
    (
        Channel("node", "one-hot Node code: what is decided now, by whomever", n=N_NODES),
        Channel("to_move", "1: the observer decides"),
        Channel("republican", "1: the observer is the Republican"),
        Channel("own_phase", "1: the observer is the phasing player"),
        Channel("turn", "turn, of the last"),
        Channel("last_turn", "1: the last turn"),
        Channel("rain", "1: Rain"),
        Channel("morale", "Republican morale marker, of its highest box"),
        Channel("vp", "victory points of the Nationalist, of those that win", high=2.0),
        Channel("vp_reached", "1: enough to win at the end of this turn"),
        Channel("brigades", "eliminated Republican brigades, of those that give a point"),
        Channel("surrendered", "1: the Basques have surrendered"),
        Channel("factory", "1: the factory stands"),
        Channel("offensive", "1: the offensive elsewhere has begun (12)"),
        Channel("owed_withdrawals", "pieces still to be withdrawn, of 8"),
        Channel("owed_battalions", "breakdown battalions still to be named, of 5"),
        Channel("own_air", "own air units available, of 9"),
        Channel("enemy_air", "enemy air units available, of 9"),
        Channel("own_steps", "steps of the own ground units, of those at full strength"),
        Channel("enemy_units", "enemy ground units on the map, of all"),
        Channel("movable", "own pieces on the map with MPs left, of all there"),
        Channel("die", "last die, of 6"),
        Channel("strength_att", "attack strength of the combat, of 40; 0 before it is known"),
        Channel("strength_def", "defence strength of the combat, of 40"),
        Channel("column_shift", "column of the combat table after shifts, of 9", -1.0),
        Channel("drm", "die modifier of the combat, of 3", -1.0),
        Channel("breakthrough", "1: the result is a breakthrough (10.4.1)"),
        Channel("own_owed", "steps still to be lost, of 4"),
        Channel("enemy_owed", "steps that the enemy must still lose, of 4"),
        Channel("morale_result", "result on the morale table, of 3 (10.6)"),
        Channel("own_points", "own bombardment points committed, of 10 (9.4.2)"),
        Channel("enemy_points", "enemy bombardment points committed, of 10"),
    ),
)

COMPACT = Layout(
    "compact",
    (
        *GLOBALS.channels,
        Channel("objective_control", "its victory points, of 3; below 0 if the enemy's", -1.0, n=N_OBJECTIVES),
        Channel("objective_distance", "hexes from the nearest own combat unit, of 20", n=N_OBJECTIVES),
        Channel("objective_guard", "enemy pieces in and next to it, of 6", n=N_OBJECTIVES),
        Channel("piece_attack", "attack factor now of the chosen piece, of 6"),
        Channel("piece_defence", "defence factor now, of 6"),
        Channel("piece_mp", "its half MPs left, of 16"),
        Channel("piece_combat", "1: a combat unit"),
        Channel("piece_column", "1: a supply column"),
        Channel("piece_armour", "1: armour"),
        Channel("piece_motorised", "1: motorised"),
        Channel("piece_in_zoc", "1: in an enemy ZoC"),
        Channel("piece_to_objective", "hexes to the nearest objective of the enemy's, of 20"),
        Channel("piece_to_enemy", "hexes to the nearest enemy piece, of 20"),
        Channel("target_defence", "defence strength of the target, estimated if unseen, of 20"),
        Channel("target_named", "attack strength named so far, of 20"),
        Channel("target_could", "attack strength of all that could be named, of 20"),
        Channel("target_odds", "log2 of named to defence, of 4", -1.0),
        Channel("target_best_odds", "log2 of could to defence, of 4", -1.0),
        Channel("target_pieces", "enemy or own pieces in the target, of 6"),
        Channel("target_vp", "victory points of the target, of 3"),
        Channel("target_concentric", "1: the attack is concentric as named (10.2.1)"),
        Channel("target_trench", "1: a trench, as far as known"),
        Channel("target_own", "1: the observer defends"),
        Channel("focus_row", "one-hot row: the chosen piece's, else the retreating stack's, else the target's", n=ROWS),
        Channel("focus_column", "one-hot column of the same hex", n=COLUMNS),
        Channel("unit_row", "(row + 1) of 17 of each own ground unit by slot, 0 off the map", n=SIDE_SLOTS),
        Channel("unit_column", "(column + 1) of 20", n=SIDE_SLOTS),
        Channel("unit_attack", "attack factor now, of 6", n=SIDE_SLOTS),
        Channel("unit_ready", "half MPs left, of 16; in combat segments 1 if it can still attack", n=SIDE_SLOTS),
        Channel("strength", "by cell: own defence with terrain of 20; below 0 the enemy's, estimated", -1.0, n=N_CELLS),
        Channel(
            "odds",
            "by cell, log2 of 4: at the enemy's, own attack beside it to his defence; at own, defence to his attack",
            -1.0,
            n=N_CELLS,
        ),
    ),
)

OBSERVATIONS = {"planes": (PLANES, PIECES, GLOBALS), "compact": (COMPACT,)}
"""The arrays of each kind of observation; in memory they lie one behind the other in one row of floats."""

PLANES_KIND, COMPACT_KIND = range(len(OBSERVATIONS))
OBSERVATION_HASHES = {kind: layout_hash(*layouts) for kind, layouts in OBSERVATIONS.items()}
