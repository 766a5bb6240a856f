"""The position, one flat record per game, and the scratch record of the engine.

``STATE_FIELDS`` determines the dtype, equality, hash, save and copy.  Printed components (map, counters, charts) are
not part of the state: see ``tables.py``.
"""

import numpy as np

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.games.ctv.model.codes import BOARD_ROWS, CELLS, END_SC, MAX_HALF_MP, N_ACTIONS, N_GROUND, N_PIECES
from ctv_env.games.ctv.model.events import EVENTS

# name, type, shape, meaning.  Widest types first, so that no padding is needed between fields.
STATE_FIELDS = (
    ("rng", np.uint64, (), "the random stream; not part of the position, never observed"),
    (
        "unit_rows",
        np.int32,
        (2, BOARD_ROWS),
        "derived: cells with ground units of each side, as bits (core/bitboard.py)",
    ),
    ("zoc_rows", np.int32, (2, BOARD_ROWS), "derived: cells in a ZoC of each side, as bits"),
    ("piece_hex", np.int16, (N_PIECES,), "cell of each piece on the map, else NOWHERE"),
    ("seen_hex", np.int16, (N_PIECES,), "cell where the enemy last lost sight of a piece, else NOWHERE (ruling R-64)"),
    ("unit_from", np.int16, (N_GROUND,), "cell from which an attacker of this combat attacked, else NOWHERE"),
    ("unit_next", np.int16, (N_GROUND,), "derived: next ground unit in the same cell, by rising slot, else NOWHERE"),
    ("cell_first", np.int16, (CELLS,), "derived: first ground unit in a cell, else NOWHERE"),
    ("cell_sc", np.int16, (CELLS,), "derived: the supply column in a cell, else NOWHERE"),
    ("target", np.int16, (), "cell under attack, else NOWHERE"),
    ("piece", np.int16, (), "piece being placed, moved or advanced, else NOWHERE"),
    ("retreat_hex", np.int16, (), "cell chosen for a retreat (10.5), else NOWHERE"),
    ("strength_att", np.int16, (), "attack strength when the combat die was rolled (10.2 step 3)"),
    ("strength_def", np.int16, (), "defence strength when the combat die was rolled"),
    ("cursor", np.int16, (), "next place in the order of set-up, or next air unit or stack that rolls a die"),
    ("piece_place", np.int8, (N_PIECES,), "Place code of each piece"),
    ("piece_role", np.int8, (N_PIECES,), "Role code of each piece in the combat being fought"),
    ("piece_used", np.int8, (N_PIECES,), "1 for an HQ that has bombarded this turn (9.4)"),
    ("piece_seen", np.int8, (N_PIECES,), "1 if the enemy can see the piece until the end of the turn (ruling R-56)"),
    ("seen_turn", np.int8, (N_PIECES,), "turn on which the enemy last lost sight of the piece, 0 never"),
    ("piece_mp", np.int8, (END_SC,), "half movement points left in this movement segment"),
    ("piece_began_zoc", np.int8, (END_SC,), "1 if the piece began its movement segment in an enemy ZoC (8.2)"),
    ("sc_moved", np.int8, (END_SC,), "1 for a supply column on its movement side (9.3.2)"),
    ("air_return", np.int8, (N_PIECES,), "turn on which an absent air unit returns (9.1.1), else 0"),
    ("unit_steps", np.int8, (N_GROUND,), "steps left; 0 if eliminated or not in play"),
    ("unit_dsg", np.int8, (N_GROUND,), "disorganisation: 0, 1 DSG, 2 DSG1, 3 DSG2 (9.5)"),
    ("unit_supplied", np.int8, (N_GROUND,), "supply flag of the last check (6.4)"),
    ("unit_attacked", np.int8, (N_GROUND,), "1 if the unit has attacked in this combat segment (10.1)"),
    ("unit_lost", np.int8, (N_GROUND,), "steps lost in this combat (10.3)"),
    ("unit_advanced", np.int8, (N_GROUND,), "hexes advanced in this combat (10.4)"),
    ("seen_steps", np.int8, (N_GROUND,), "steps that the unit had when last seen"),
    ("seen_dsg", np.int8, (N_GROUND,), "disorganisation of the unit when last seen"),
    ("cell_control", np.int8, (CELLS,), "side that controls a cell (10.8), NOBODY for sea"),
    ("cell_trench", np.int8, (CELLS,), "1 if a trench is in the cell (10.7)"),
    ("cell_fights", np.int8, (CELLS,), "combats begun on a cell in this combat segment; only counted with keyed dice"),
    ("cell_side", np.int8, (CELLS,), "derived: side whose ground units are in a cell, else NOBODY"),
    ("cell_ground", np.int8, (CELLS,), "derived: ground units in a cell"),
    ("cell_combat", np.int8, (CELLS,), "derived: combat units (not HQs) in a cell"),
    ("cell_sp", np.int8, (CELLS,), "derived: stacking points in a cell (5)"),
    ("zoc", np.int8, (2, CELLS), "derived: how many units of each side exert a ZoC into a cell (7.1)"),
    ("turn", np.int8, (), "game turn, 0 during set-up, 1 to the last"),
    ("stage", np.int8, (), "Stage code"),
    ("node", np.int8, (), "Node code of the current decision"),
    ("to_move", np.int8, (), "Side code of the decider"),
    ("phasing", np.int8, (), "Side code of the phasing player"),
    ("weather", np.int8, (), "0 Fair, 1 Rain (11.2)"),
    ("offensive_turn", np.int8, (), "turn on which the offensive elsewhere began (12.2), 0 not yet"),
    ("owed_infantry", np.int8, (), "infantry units still to be withdrawn (12.3)"),
    ("owed_air", np.int8, (), "air units still to be withdrawn (12.3)"),
    ("owed_battalions", np.int8, (), "breakdown battalions still to be left (13.3)"),
    ("morale", np.int8, (), "Republican morale marker, 0 to 5 (10.6.1)"),
    ("factory", np.int8, (), "1 until the factory of Reinosa is demolished (14.2)"),
    ("winner", np.int8, (), "Side code of the winner, NOBODY while the game goes on"),
    ("die", np.int8, (), "last die rolled, 0 if none"),
    ("reserve", np.int8, (4,), "1 if reserve group 1 to 3 (50th, 55th, 57th Division) is set up last (4.1)"),
    ("armour_die", np.int8, (), "die of 4.3, 0 not rolled"),
    ("hits", np.int8, (2,), "air units that each side loses in this air combat (15.1)"),
    ("owed_att", np.int8, (), "steps that the attacker must still lose (10.3)"),
    ("owed_def", np.int8, (), "steps that the defender must still lose"),
    ("result_att", np.int8, (), "attacker's loss in the combat result (10.3)"),
    ("result_def", np.int8, (), "defender's loss in the combat result, BREAKTHROUGH for B"),
    ("column_shift", np.int8, (), "column of the combat table after shifts, -1 left of it (10.2)"),
    ("drm", np.int8, (), "sum of the die modifiers of the combat die (10.2)"),
    ("morale_step", np.int8, (), "forced retreat of an attacking stack: 0 judged, 1 collapse step paid, 2 stays"),
    ("morale_result", np.int8, (), "HOLD, MUST_RETREAT, FLIGHT or COLLAPSE of the stack being judged (10.6)"),
    ("judged_hex", np.int8, (), "direction from the target of the attacking stack being judged, NOWHERE for none"),
    ("won_counted", np.int8, (), "1 if the advance of this combat has moved the morale marker (10.6.1)"),
)
STATE_BYTES = sum(np.dtype(kind).itemsize * int(np.prod(shape, dtype=int)) for _, kind, shape, _ in STATE_FIELDS)
_PADDING = -STATE_BYTES % 8
STATE = np.dtype([(name, kind, shape) for name, kind, shape, _ in STATE_FIELDS] + [("padding", np.int8, (_PADDING,))])

DERIVED = tuple(name for name, _, _, meaning in STATE_FIELDS if meaning.startswith("derived"))
"""Fields that follow from the others (``pieces.rebuild`` recomputes them)."""

EVENT_ROWS = 768
WORK_FIELDS = (
    ("rng", np.uint64, (), "random stream of the policies, separate from the dice"),
    ("net", np.int32, (3, BOARD_ROWS), "supply net of each side, as bits; third: without the piece that moves"),
    ("fed", np.int32, (3, BOARD_ROWS), "for each net, as bits: the cells in which an entering piece is in supply"),
    ("carry", np.int32, (BOARD_ROWS,), "as bits: the cells that can carry a line of supply"),
    (
        "traced",
        np.int32,
        (4, BOARD_ROWS),
        "the net last traced, as bits: its carriers (first row: the map's key), sources, net and supplied cells",
    ),
    ("way", np.int32, (BOARD_ROWS,), "as bits: the cells that the piece may enter in supply"),
    ("wave", np.int32, (MAX_HALF_MP + 1, BOARD_ROWS), "as bits: the cells that can be reached at each cost"),
    ("reached", np.int32, (BOARD_ROWS,), "as bits: the cells to which the search has found a path"),
    ("front", np.int32, (BOARD_ROWS,), "as bits: the cells from which the search continues"),
    ("beside_open", np.int32, (BOARD_ROWS,), "as bits: the cells next to one in which any piece of the mover may end"),
    ("waiting", np.int32, (), "as bits: the costs whose wave is not empty"),
    ("top_row", np.int32, (), "first bitboard row that the search has reached"),
    ("end_row", np.int32, (), "last bitboard row that the search has reached"),
    ("n_event", np.int32, (), "number of events"),
    ("n_queue", np.int32, (), "length of the queue"),
    ("n_legal", np.int32, (), "number of legal actions in the mask"),
    ("cost", np.int16, (2 * CELLS,), "half MPs to each cell; second layer: the mover has opened a city as a source"),
    ("gain", np.int16, (2 * CELLS,), "hexes over which control is gained on the way from a cell to the destination"),
    ("queue", np.int16, (8 * CELLS,), "cells to visit"),
    ("event", np.int16, (EVENT_ROWS, EVENTS.width), "events of this step, see events.py"),
    ("foe_attack", np.int16, (CELLS,), "policies: tenths of attack factors that the enemies in a cell may have"),
    ("foe_defence", np.int16, (CELLS,), "policies: tenths of defence strength, with terrain, of the enemies in a cell"),
    ("threat", np.int16, (CELLS,), "policies: tenths of enemy attack factors that may soon attack a cell"),
    ("force", np.int16, (CELLS,), "policies: tenths of own attack factors beside an enemy cell"),
    ("worth", np.int16, (CELLS,), "policies: value of winning or holding a cell"),
    ("march", np.int16, (CELLS,), "policies: half MPs of a Nationalist on foot to the nearest objective not yet held"),
    ("near", np.int16, (CELLS,), "policies: hexes by land to the nearest enemy"),
    ("hold", np.int16, (CELLS,), "policies: tenths of defence strength, with terrain, of the own units in a cell"),
    ("mask", np.int8, (N_ACTIONS,), "legal actions at the current node"),
    ("pending", np.int8, (CELLS,), "flags of cells"),
    ("variant", np.int8, (), "policies: row of the constants of the staff that decides; 0 but while a variant does"),
)
_packed = np.dtype([(name, kind, shape) for name, kind, shape, _ in WORK_FIELDS])
SCRATCH = np.dtype(_packed.descr + [("padding", np.int8, (-_packed.itemsize % 8,))])

assert len({name for name, *_ in STATE_FIELDS}) == len(STATE_FIELDS)
assert N_DIRECTIONS == 6
