"""The declarations of the observation channels.  "Own" refers to the observing side, "enemy" to the other.

Under fog of war no channel depends on hidden information (rulings R-56, R-57): a hidden enemy piece only counts towards
the number in its hex, and an *estimated* strength uses the average of the hidden enemy counters.  The last known state
of pieces is kept ("last", ruling R-64).

A channel declares which of ``CHANGES`` may affect it, and with which others it is filled (``core/observation.py``); a
channel that declares nothing is refilled at every decision.
"""

from ctv_env.core.advice import SCORES
from ctv_env.core.observation import Channel, Filling, Layout, layout_hash
from ctv_env.games.ctv.model.codes import (
    COLUMNS,
    N_ACTIONS,
    N_CELLS,
    N_NATIONS,
    N_NODES,
    N_PIECES,
    ROWS,
    SIDE_SLOTS,
    Kind,
    Place,
)

EIGHTHS = 160  # strengths of stacks: eighths of a factor, up to 20 factors
QUARTERS = 48  # current factors of a piece: quarters, up to 12
PIECES_IN_HEX = 6
MOST_STEPS, MOST_DSG, MOST_MP = 12, 3, 16  # steps of a stack, disorganisation, half MPs
FRESH = 8  # how recently a piece was seen: 8 for this turn, one less for each turn since, 0 for never
SHARE = 255  # shares of a whole
SIGNED, MIDDLE = 254, 127  # signed values: from -1 at 0 to 1 at 254
ROOM, ROOM_ZERO = 16, 8  # stacking points left
DISTANCE = 20  # hexes
FACTORS, MOST_ALLOWANCE, MOST_POINTS = 12, 8, 2  # factors, MPs, stacking and bombardment points, as printed
MOST_MARCH, MOST_NEAR = 60, 9  # half MPs and hexes beyond which the staff makes no difference
MOST_STRENGTH, MOST_WORTH = 60, 250  # factors in or around a hex; worth of a hex
N_OBJECTIVES = 8  # objectives described individually in ``flat``, in ascending order of cell

CHANGES = ("chosen", "moved", "named")
"""The changes made by most decisions: choosing a piece to move, moving it, naming a target, attacker or support.

The observer decided and decides again, so that the turn, the sides and the visible enemy pieces do not change.
"""

_MAP: Filling = {"filler": "map", "static": True}
_CONTROL: Filling = {"filler": "control", "changes": ("moved",), "local": ("moved",)}
_OWN: Filling = {"filler": "own_stacks", "changes": ("moved",), "local": ("moved",)}
_ENEMY: Filling = {"filler": "enemy_stacks", "changes": ()}
_MEMORY: Filling = {"filler": "memories", "changes": ()}
_ROLES: Filling = {"filler": "roles", "changes": ("named",), "local": ("named",)}
PLANES = Layout(
    "planes",
    (
        # as printed
        Channel("off_map", "1: sea, or off the board: closed to all pieces (1.3.2)", **_MAP),
        Channel("clear", "1: clear terrain", **_MAP),
        Channel("city", "1: city", **_MAP),
        Channel("hill", "1: hill", **_MAP),
        Channel("mountain", "1: mountain", **_MAP),
        Channel("odd_row", "1: the row is shifted half a hex to the east", **_MAP),
        Channel("open_side", "1: the hexside NW, NE, W, E, SW, SE can be crossed", n=6, **_MAP),
        Channel("road", "1: a road crosses that hexside", n=6, **_MAP),
        Channel("river", "hexsides along a river (option rivers)", 6, **_MAP),
        # current state
        Channel("own_source", "1: an own supply source (6.2)", **_CONTROL),
        Channel("enemy_source", "1: an enemy supply source", **_CONTROL),
        Channel("vp", "victory points of the hex (14.1, 14.2)", 3, changes=()),
        Channel("own_control", "1: under own control (10.8)", **_CONTROL),
        Channel("enemy_control", "1: under enemy control", **_CONTROL),
        Channel("own_units", "own ground units", PIECES_IN_HEX, **_OWN),
        Channel("own_hq", "1: an own HQ", **_OWN),
        Channel("own_column", "1: an own supply column", **_OWN),
        Channel("own_attack", "attack strength of the units that can still attack, in eighths", EIGHTHS, **_OWN),
        Channel("own_defence", "defence strength with terrain, in eighths", EIGHTHS, **_OWN),
        Channel("own_steps", "steps of own units", MOST_STEPS, **_OWN),
        Channel("own_room", "stacking points left under own control; negative if over", ROOM, ROOM_ZERO, **_CONTROL),
        Channel("own_dsg", "highest disorganisation of an own unit (9.5)", MOST_DSG, **_OWN),
        Channel("own_unsupplied", "own units out of supply", PIECES_IN_HEX, **_OWN),
        Channel("own_mp", "maximum half MPs left of an own piece", MOST_MP, **_OWN),
        Channel("own_zoc", "own units that exert a ZoC here", PIECES_IN_HEX, changes=("moved",), local=("moved",)),
        Channel("own_net", "1: an own line of supply reaches the hex", changes=("moved",)),
        Channel(
            "own_hq_reach",
            "1: an own HQ that can still bombard is in range (9.2)",
            changes=("moved", "named"),
            local=("moved", "named"),
        ),
        Channel("enemy_pieces", "enemy pieces", PIECES_IN_HEX, **_ENEMY),
        Channel("enemy_seen", "visible enemy pieces", PIECES_IN_HEX, **_ENEMY),
        Channel("enemy_attack", "attack strength, estimated if unseen, in eighths", EIGHTHS, **_ENEMY),
        Channel("enemy_defence", "defence strength with terrain, estimated if unseen, in eighths", EIGHTHS, **_ENEMY),
        Channel("enemy_steps", "steps of visible enemy units", MOST_STEPS, **_ENEMY),
        Channel("enemy_dsg", "highest disorganisation of a visible enemy unit", MOST_DSG, **_ENEMY),
        Channel("enemy_unsupplied", "visible enemy units out of supply", PIECES_IN_HEX, **_ENEMY),
        Channel("enemy_zoc", "1: in an enemy ZoC", changes=()),
        Channel("enemy_hq_reach", "1: a visible enemy HQ that can still bombard is in range", changes=()),
        Channel("last_attack", "attack factors of hidden enemy units last seen here, in eighths", EIGHTHS, **_MEMORY),
        Channel("last_defence", "their defence factors, in eighths", EIGHTHS, **_MEMORY),
        Channel("last_fresh", "how recently the latest was seen: 8 this turn, 1 less per turn", FRESH, **_MEMORY),
        Channel(
            "odds",
            "log2 of the odds where the sides are in contact, divided by 4: see flat.odds",
            SIGNED,
            MIDDLE,
            changes=("moved",),
            local=("moved",),
        ),
        Channel("trench", "1: a trench (10.7)", changes=()),
        Channel(
            "moving",
            "1: the piece chosen to move or advance is here",
            changes=("chosen", "moved"),
            local=("chosen", "moved"),
        ),
        Channel("target", "1: under attack", **_ROLES),
        Channel("attacks", "attackers named here", PIECES_IN_HEX, **_ROLES),
        Channel("supports", "1: an HQ or supply column committed in this combat, as far as seen", **_ROLES),
        Channel("retreats", "1: the retreating stack, or its destination", changes=()),
        Channel("legal", "1: naming this hex is legal now", changes=CHANGES),
    ),
    after=(ROWS, COLUMNS),
    changes=CHANGES,
)

_CARD: Filling = {"filler": "cards", "static": True}
_STATE: Filling = {"filler": "states", "changes": ("moved", "named"), "local": ("moved", "named")}
PIECES = Layout(
    "pieces",
    (
        Channel("own", "1: an own piece", **_STATE),
        Channel("known", "1: its full state is known; else only its printed values", **_STATE),
        Channel("legal", "1: naming this piece is legal now", changes=CHANGES),
        # as printed
        Channel("kind", "one-hot Kind code", n=len(Kind), **_CARD),
        Channel("nation", "one-hot Nationality code", n=N_NATIONS, **_CARD),
        Channel("full_attack", "printed attack factor", FACTORS, **_CARD),
        Channel("full_defence", "printed defence factor", FACTORS, **_CARD),
        Channel("allowance", "printed MPs", MOST_ALLOWANCE, **_CARD),
        Channel("stacking", "stacking points", MOST_POINTS, **_CARD),
        Channel("bombardment", "bombardment points", MOST_POINTS, **_CARD),
        Channel("motorised", "1: motorised", **_CARD),
        # current state
        Channel("place", "one-hot Place code", n=len(Place), **_STATE),
        Channel("row", "row + 1, 0 if not known to be on the map", ROWS, **_STATE),
        Channel("column", "column + 1, 0 if not known to be on the map", COLUMNS, **_STATE),
        Channel("attack", "current attack factor, after halving, in quarters", QUARTERS, **_STATE),
        Channel("defence", "current defence factor, after halving, in quarters", QUARTERS, **_STATE),
        Channel("steps", "steps left", 2, **_STATE),
        Channel("dsg", "disorganisation", MOST_DSG, **_STATE),
        Channel("unsupplied", "1: out of supply at the last check", **_STATE),
        Channel("mp", "half MPs left", MOST_MP, **_STATE),
        Channel("used", "1: has attacked or bombarded this turn, or a supply column on its movement side", **_STATE),
        Channel("attacks", "1: attacks in this combat", **_STATE),
        Channel("supports", "1: committed in support in this combat", **_STATE),
        Channel("returns", "turns until an absent air unit returns", 2, **_STATE),
        Channel("chosen", "1: being placed, moved or advanced", changes=("chosen", "moved")),
        Channel("last_row", "row + 1 where a hidden enemy piece was last seen", ROWS, **_STATE),
        Channel("last_column", "column + 1 there", COLUMNS, **_STATE),
        Channel("last_fresh", "how recently it was seen: 8 this turn, 1 less per turn", FRESH, **_STATE),
        Channel("last_steps", "steps when last seen", 2, **_STATE),
        Channel("last_dsg", "disorganisation when last seen", MOST_DSG, **_STATE),
    ),
    before=(N_PIECES,),
    changes=CHANGES,
)

_TURN: Filling = {"filler": "turn_and_sides", "changes": ()}
_VICTORY: Filling = {"filler": "victory", "changes": ("moved",)}
_FORCES: Filling = {"filler": "forces", "changes": ("moved", "named")}
_COMBAT: Filling = {"filler": "combat", "changes": ("named",)}
GLOBALS = Layout(
    "globals",
    (
        Channel("node", "one-hot Node code of the current decision", n=N_NODES, changes=CHANGES),
        Channel("to_move", "1: the observer decides", **_TURN),
        Channel("republican", "1: the observer is the Republican", **_TURN),
        Channel("own_phase", "1: the observer is the phasing player", **_TURN),
        Channel("turn", "turn, as a share of the last", SHARE, **_TURN),
        Channel("last_turn", "1: the last turn", **_TURN),
        Channel("rain", "1: Rain", **_TURN),
        Channel("morale", "Republican morale marker, as a share of its highest box", SHARE, changes=("moved",)),
        Channel("vp", "victory points of the Nationalist, as a share of twice those that win", SHARE, **_VICTORY),
        Channel("vp_reached", "1: enough to win at the end of this turn", **_VICTORY),
        Channel("brigades", "eliminated Republican brigades, as a share of those that give a point", SHARE, **_VICTORY),
        Channel("surrendered", "1: the Basques have surrendered", **_FORCES),
        Channel("factory", "1: the factory has not been demolished", **_VICTORY),
        Channel("offensive", "1: the offensive elsewhere has begun (12)", **_VICTORY),
        Channel("owed_withdrawals", "pieces still to be withdrawn", 8, **_VICTORY),
        Channel("owed_battalions", "breakdown battalions still to be named", 5, **_VICTORY),
        Channel("own_air", "own air units available", 9, **_FORCES),
        Channel("enemy_air", "enemy air units available", 9, **_FORCES),
        Channel("own_steps", "steps of the own ground units, as a share of full strength", SHARE, **_FORCES),
        Channel("enemy_units", "enemy ground units on the map, as a share of all", SHARE, **_FORCES),
        Channel("movable", "own pieces on the map with MPs left, as a share of all there", SHARE, **_FORCES),
        Channel("die", "last die", 6, **_COMBAT),
        Channel("strength_att", "attack strength of the combat; 0 before it is known", 40, **_COMBAT),
        Channel("strength_def", "defence strength of the combat", 40, **_COMBAT),
        Channel("column_shift", "column of the combat table after shifts, -1 left of it (10.2)", 10, 1, 9, **_COMBAT),
        Channel("drm", "die modifier of the combat", 6, 3, **_COMBAT),
        Channel("breakthrough", "1: the result is a breakthrough (10.4.1)", **_COMBAT),
        Channel("own_owed", "steps that the observer must still lose", 4, **_COMBAT),
        Channel("enemy_owed", "steps that the enemy must still lose", 4, **_COMBAT),
        Channel("morale_result", "result on the morale table (10.6)", 3, **_COMBAT),
        Channel("own_points", "own bombardment points committed (9.4.2)", 10, **_COMBAT),
        Channel("enemy_points", "enemy bombardment points committed", 10, **_COMBAT),
    ),
    changes=CHANGES,
)

FLAT = Layout(
    "flat",
    (
        *GLOBALS.channels,
        Channel("objective_control", "its victory points, divided by 3; negative if the enemy's", 6, 3, n=N_OBJECTIVES),
        Channel("objective_distance", "hexes from the nearest own combat unit", DISTANCE, n=N_OBJECTIVES),
        Channel("objective_guard", "enemy pieces in and next to it", PIECES_IN_HEX, n=N_OBJECTIVES),
        Channel("piece_attack", "current attack factor of the chosen piece, in quarters", QUARTERS),
        Channel("piece_defence", "current defence factor of the chosen piece, in quarters", QUARTERS),
        Channel("piece_mp", "its half MPs left", MOST_MP),
        Channel("piece_combat", "1: a combat unit"),
        Channel("piece_column", "1: a supply column"),
        Channel("piece_armour", "1: armour"),
        Channel("piece_motorised", "1: motorised"),
        Channel("piece_in_zoc", "1: in an enemy ZoC"),
        Channel("piece_to_objective", "hexes to the nearest enemy-held objective", DISTANCE),
        Channel("piece_to_enemy", "hexes to the nearest enemy piece", DISTANCE),
        Channel("target_defence", "defence strength of the target, estimated if unseen, in eighths", EIGHTHS),
        Channel("target_named", "attack strength named so far, in eighths", EIGHTHS),
        Channel("target_could", "attack strength of all units that could be named, in eighths", EIGHTHS),
        Channel("target_odds", "log2 of named to defence, divided by 4", SIGNED, MIDDLE),
        Channel("target_best_odds", "log2 of could to defence, divided by 4", SIGNED, MIDDLE),
        Channel("target_pieces", "enemy or own pieces in the target", PIECES_IN_HEX),
        Channel("target_vp", "victory points of the target", 3),
        Channel("target_concentric", "1: the attack is concentric as named (10.2.1)"),
        Channel("target_trench", "1: a trench"),
        Channel("target_own", "1: the observer defends"),
        Channel("focus_row", "one-hot row: the chosen piece's, else the retreating stack's, else the target's", n=ROWS),
        Channel("focus_column", "one-hot column of the same hex", n=COLUMNS),
        Channel("unit_row", "row + 1 of each own ground unit by slot, 0 off the map", ROWS, n=SIDE_SLOTS),
        Channel("unit_column", "column + 1", COLUMNS, n=SIDE_SLOTS),
        Channel("unit_attack", "current attack factor, in quarters", QUARTERS, n=SIDE_SLOTS),
        Channel("unit_ready", "half MPs left; 16 in combat segments if it can still attack", MOST_MP, n=SIDE_SLOTS),
        Channel("foe_row", "row + 1 where each enemy ground unit is or was last seen, else 0", ROWS, n=SIDE_SLOTS),
        Channel("foe_column", "column + 1 there", COLUMNS, n=SIDE_SLOTS),
        Channel("foe_fresh", "how recently: 8 now or this turn, 1 less per turn", FRESH, n=SIDE_SLOTS),
        Channel(
            "strength",
            "by cell: own defence with terrain, divided by 20; negative for the enemy's, estimated if unseen",
            SIGNED,
            MIDDLE,
            n=N_CELLS,
        ),
        Channel(
            "odds",
            "by cell, log2 divided by 4: at enemies, own adjacent attack to defence; at own units, defence to attack",
            SIGNED,
            MIDDLE,
            n=N_CELLS,
        ),
    ),
    changes=CHANGES,
)

ADVICE = Layout(
    "advice",
    (
        *SCORES,
        # of the hex that it names, or that of the piece that it names
        Channel("worth", "what `staff` thinks that the hex is worth", MOST_WORTH, scale=50),
        Channel("march", "half MPs from it to the nearest objective not yet Nationalist", MOST_MARCH),
        Channel("near", "hexes by land to the nearest enemy", MOST_NEAR),
        Channel("threat", "enemy attack factors within three hexes, estimated if unseen", MOST_STRENGTH, scale=20),
        Channel("hold", "own defence factors in it, with terrain", MOST_STRENGTH, scale=20),
        Channel("force", "own attack factors next to the enemies in it", MOST_STRENGTH, scale=20),
        Channel("foe_defence", "defence factors of the enemies in it, with terrain", MOST_STRENGTH, scale=20),
        Channel("foe_attack", "attack factors of the enemies in it", MOST_STRENGTH, scale=20),
    ),
    before=(N_ACTIONS,),
)

OBSERVATIONS = {
    "planes": (PLANES, GLOBALS),
    "pieces": (PIECES, GLOBALS),
    "both": (PLANES, PIECES, GLOBALS),
    "flat": (FLAT,),
    "advised": (PLANES, PIECES, FLAT, ADVICE),
}
"""The arrays of each kind of observation, contiguous in memory in one row of uint8."""

PLANES_KIND, PIECES_KIND, BOTH_KIND, FLAT_KIND, ADVISED_KIND = range(len(OBSERVATIONS))
OBSERVATION_HASHES = {kind: layout_hash(*layouts) for kind, layouts in OBSERVATIONS.items()}
