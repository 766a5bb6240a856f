"""The position, one flat record per game, and the scratch record of the engine.

``STATE_FIELDS`` determines the dtype, equality, hash, save and copy.  A field that means nothing in a position is empty
as declared, so that equal positions have equal bytes.  Printed components (map, counters, charts) are not part of the
state: see ``tables.py``.
"""

import numpy as np

from ctv_env.core.fields import RNG, Axis, Code, Column, Count, Field, Flag, Named, record_type
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.games.ctv.model.codes import (
    BOARD_ROWS,
    BREAKTHROUGH,
    CELLS,
    END_AIR,
    END_SC,
    MAX_HALF_MP,
    N_ACTIONS,
    N_GROUND,
    N_PIECES,
    NAT_AIR,
    NOWHERE,
    SIDE_NAMES,
    Node,
    Place,
    Role,
    Side,
    Stage,
    Weather,
)
from ctv_env.games.ctv.model.events import EVENTS
from ctv_env.games.ctv.model.tables import MAX_TURNS

DSG_NAMES = ("none", "DSG", "DSG1", "DSG2")
"""Levels of disorganisation (9.5)."""
MORALE_RESULTS = ("hold", "retreat", "flight", "collapse")

_PIECES, _MOVERS, _GROUND = (Axis(size, "piece") for size in (N_PIECES, END_SC, N_GROUND))
_CELLS = Axis(CELLS, "cell")
_CELL, _TURN, _DSG = Named("cell"), Count(0, MAX_TURNS - 1), Code(DSG_NAMES)
_STAGES = {stage.name: stage for stage in Stage if stage != Stage.END_OF_TURN}  # nothing is decided there
_BEFORE_FACTORY = tuple(stage for stage in Stage if Stage.WEATHER <= stage < Stage.FACTORY)
_NODES = {node.name: node for node in Node if node != Node.NONE}
_SIDES = SIDE_NAMES[:2]
_CONTROL: dict[str | None, int] = {**{name: code for code, name in enumerate(_SIDES)}, None: Side.NOBODY}
_DECIDERS: dict[str | None, int] = {**{name: code for code, name in enumerate(SIDE_NAMES)}, None: Side.NOBODY}

# Widest types first, so that no padding is needed between fields.
STATE_FIELDS: tuple[Field, ...] = (
    RNG,
    Field(
        "unit_rows",
        np.int32,
        (2, BOARD_ROWS),
        "cells with ground units of each side, as bits (core/bitboard.py)",
        derived=True,
    ),
    Field("zoc_rows", np.int32, (2, BOARD_ROWS), "cells in a ZoC of each side, as bits", derived=True),
    Field("piece_hex", np.int16, (_PIECES,), "cell of each piece on the map", _CELL, empty=NOWHERE),
    Field(
        "seen_hex",
        np.int16,
        (_PIECES,),
        "cell where the enemy last lost sight of a piece (ruling R-64)",
        _CELL,
        empty=NOWHERE,
    ),
    Field(
        "unit_from", np.int16, (_GROUND,), "cell from which an attacker of this combat attacked", _CELL, empty=NOWHERE
    ),
    Field(
        "unit_next",
        np.int16,
        (_GROUND,),
        "next ground unit in the same cell, by rising slot",
        empty=NOWHERE,
        derived=True,
    ),
    Field("cell_first", np.int16, (_CELLS,), "first ground unit in a cell", empty=NOWHERE, derived=True),
    Field("cell_sc", np.int16, (_CELLS,), "the supply column in a cell", empty=NOWHERE, derived=True),
    Field("target", np.int16, (), "cell under attack", _CELL, empty=NOWHERE),
    Field("piece", np.int16, (), "piece being placed, moved or advanced", Named("piece"), empty=NOWHERE),
    Field("retreat_hex", np.int16, (), "cell chosen for a retreat (10.5)", _CELL, empty=NOWHERE),
    Field("strength_att", np.int16, (), "attack strength when the combat die was rolled (10.2 step 3)", Count(0, 999)),
    Field("strength_def", np.int16, (), "defence strength when the combat die was rolled", Count(0, 999)),
    Field(
        "cursor",
        np.int16,
        (),
        "next place in the order of set-up, or next air unit or stack that rolls a die",
        Count(NOWHERE, 127),
    ),
    Field("piece_place", np.int8, (_PIECES,), "place of each piece", Code(Place)),
    Field(
        "piece_role",
        np.int8,
        (_PIECES,),
        "role of each piece in the combat being fought",
        Code(Role),
    ),
    Field("piece_used", np.int8, (_PIECES,), "an HQ has bombarded this turn (9.4)", Flag()),
    Field(
        "piece_seen", np.int8, (_PIECES,), "the enemy can see the piece until the end of the turn (ruling R-56)", Flag()
    ),
    Field("seen_turn", np.int8, (_PIECES,), "turn on which the enemy last lost sight of the piece", _TURN),
    Field("piece_mp", np.int8, (_MOVERS,), "half movement points left in this movement segment", Count(0, 120)),
    Field("piece_began_zoc", np.int8, (_MOVERS,), "the piece began its movement segment in an enemy ZoC (8.2)", Flag()),
    Field("sc_moved", np.int8, (_MOVERS,), "a supply column is on its movement side (9.3.2)", Flag()),
    Field(
        "air_return", np.int8, (_PIECES,), "turn on which an absent air unit returns (9.1.1)", Count(0, MAX_TURNS + 2)
    ),
    Field("unit_steps", np.int8, (_GROUND,), "steps left; 0 if eliminated or not in play", Count(0, 2)),
    Field("unit_dsg", np.int8, (_GROUND,), "disorganisation (9.5)", _DSG),
    Field("unit_supplied", np.int8, (_GROUND,), "supply flag of the last check (6.4)", Flag()),
    Field("unit_attacked", np.int8, (_GROUND,), "the unit has attacked in this combat segment (10.1)", Flag()),
    Field("unit_lost", np.int8, (_GROUND,), "steps lost in this combat (10.3)", Count(0, 2)),
    Field("unit_advanced", np.int8, (_GROUND,), "hexes advanced in this combat (10.4)", Count(0, 3)),
    Field("seen_steps", np.int8, (_GROUND,), "steps that the unit had when last seen", Count(0, 2)),
    Field("seen_dsg", np.int8, (_GROUND,), "disorganisation of the unit when last seen", _DSG),
    Field("cell_control", np.int8, (_CELLS,), "side that controls a cell (10.8)", Code(_CONTROL), empty=Side.NOBODY),
    Field("cell_trench", np.int8, (_CELLS,), "a trench is in the cell (10.7)", Flag()),
    Field(
        "cell_fights",
        np.int8,
        (_CELLS,),
        "combats begun on a cell in this combat segment; only counted with keyed dice",
        Count(0, 99),
    ),
    Field("cell_side", np.int8, (_CELLS,), "side whose ground units are in a cell", empty=Side.NOBODY, derived=True),
    Field("cell_ground", np.int8, (_CELLS,), "ground units in a cell", derived=True),
    Field("cell_combat", np.int8, (_CELLS,), "combat units (not HQs) in a cell", derived=True),
    Field("cell_sp", np.int8, (_CELLS,), "stacking points in a cell (5)", derived=True),
    Field("zoc", np.int8, (2, _CELLS), "how many units of each side exert a ZoC into a cell (7.1)", derived=True),
    Field("turn", np.int8, (), "game turn, 0 during set-up, 1 to the last", _TURN, empty=None),
    Field("stage", np.int8, (), "stage", Code(_STAGES), empty=None),
    Field("node", np.int8, (), "the current decision", Code(_NODES), empty=None),
    Field("to_move", np.int8, (), "who decides", Code(_DECIDERS), empty=None),
    Field("phasing", np.int8, (), "the phasing side", Code(_SIDES), empty=None),
    Field("weather", np.int8, (), "weather (11.2)", Code(Weather)),
    Field("offensive_turn", np.int8, (), "turn on which the offensive elsewhere began (12.2)", _TURN),
    Field("owed_infantry", np.int8, (), "infantry units still to be withdrawn (12.3)", Count(0, N_GROUND)),
    Field("owed_air", np.int8, (), "air units still to be withdrawn (12.3)", Count(0, END_AIR - NAT_AIR)),
    Field("owed_battalions", np.int8, (), "breakdown battalions still to be left (13.3)", Count(0, N_GROUND)),
    Field("morale", np.int8, (), "Republican morale marker, 0 to 5 (10.6.1)", Count(0, 5)),
    Field("factory", np.int8, (), "the factory of Reinosa stands (14.2)", Flag()),
    Field(
        "factory_due",
        np.int8,
        (),
        "the turn began with Reinosa Republican, and its demolition die is to come (14.2, English edition)",
        Flag(),
        during=_BEFORE_FACTORY,
    ),
    Field("winner", np.int8, (), "winner", Code(_CONTROL), empty=Side.NOBODY),
    Field("die", np.int8, (), "last die rolled", Count(0, 6)),
    Field("reserve", np.int8, (4,), "reserve group 1 to 3 (50th, 55th, 57th Division) is set up last (4.1)", Flag()),
    Field("armour_die", np.int8, (), "die of 4.3", Count(0, 6)),
    Field("hits", np.int8, (2,), "air units that each side loses in this air combat (15.1)", Count(0, 12)),
    Field("owed_att", np.int8, (), "steps that the attacker must still lose (10.3)", Count(0, 20)),
    Field("owed_def", np.int8, (), "steps that the defender must still lose", Count(0, 20)),
    Field("result_att", np.int8, (), "attacker's loss in the combat result (10.3)", Count(0, 20)),
    Field(
        "result_def", np.int8, (), "defender's loss in the combat result, BREAKTHROUGH for B", Count(0, BREAKTHROUGH)
    ),
    Field("column_shift", np.int8, (), "column of the combat table after shifts, -1 left of it (10.2)", Count(-1, 9)),
    Field("drm", np.int8, (), "sum of the die modifiers of the combat die (10.2)", Count(-20, 20)),
    Field(
        "morale_step",
        np.int8,
        (),
        "forced retreat of an attacking stack: 0 judged, 1 collapse step paid, 2 stays",
        Count(0, 2),
    ),
    Field("morale_result", np.int8, (), "morale of the stack being judged (10.6)", Code(MORALE_RESULTS)),
    Field(
        "judged_hex",
        np.int8,
        (),
        "direction from the target of the attacking stack being judged",
        Count(0, N_DIRECTIONS - 1),
        empty=NOWHERE,
    ),
    Field("won_counted", np.int8, (), "the advance of this combat has moved the morale marker (10.6.1)", Flag()),
)
STATE = record_type(STATE_FIELDS)
DERIVED = tuple(field.name for field in STATE_FIELDS if field.derived)
"""Fields that follow from the others (``pieces.rebuild`` recomputes them)."""

EVENT_ROWS = 768
WORK_FIELDS: tuple[Column, ...] = (
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
SCRATCH = record_type(WORK_FIELDS)
