"""The position, one flat record per game, and the scratch record of the engine.

A field that means nothing in a position is empty as declared, so that equal positions have equal bytes.  Printed
components (map, counters, charts) are not part of the state: see ``tables.py``.  Arrays of pieces and cells have the
size of the whole map; entries beyond those of the scenario stay empty.

Only ``rules/pieces.py`` moves pieces and writes the derived fields.
"""

import numpy as np

from ctv_env.core.fields import RNG, Axis, Bits, CellSet, Code, Column, Count, Field, Flag, Named, record_type
from ctv_env.games.tscw.model.actions import MAX_ACTIONS
from ctv_env.games.tscw.model.codes import (
    BOARD_ROWS,
    ELIMINATION,
    MAX_CELLS,
    MAX_LINES,
    MAX_PIECES,
    MAX_TURNS,
    N_CHITS,
    NO_LIMIT,
    NOBODY_PIECE,
    OFF,
    SIDE_NAMES,
    Landing,
    Line,
    Mode,
    Node,
    Pick,
    Role,
    Side,
    Stage,
    Supply,
    Where,
)
from ctv_env.games.tscw.model.events import EVENTS

CELLS = MAX_CELLS + 1
CHITS = N_CHITS + 1
MAX_MF = 32  # movement factors of a march, and the dearest hex

_SIDES, _PURSES = Axis(2, "side"), Axis(4, "purse")
_PIECES, _CHITS, _LINES = Axis(MAX_PIECES, "piece"), Axis(CHITS, "chit"), Axis(MAX_LINES, "line")
_CELLS, _HEXES = Axis(CELLS, "cell"), CellSet(BOARD_ROWS)
_NODES = {node.name: node for node in Node if node != Node.NONE}
_WINNERS = {"nationalist": Side.NATIONALIST, "republican": Side.REPUBLICAN, None: Side.NOBODY}
_DECIDERS = _WINNERS | {"chance": Side.CHANCE}


def _span(first: Stage, last: Stage) -> tuple[Stage, ...]:
    return tuple(stage for stage in Stage if first <= stage <= last)


_TO_RESOURCES = _span(Stage.EVENTS_N, Stage.RESOURCES_R)
_TO_ARRIVALS = _span(Stage.EVENTS_N, Stage.ARRIVALS_R)
_FROM_TRANSPORT = (*_span(Stage.TRANSPORT_N, Stage.EXPLOIT_COMBAT_R), Stage.GAME_OVER)
_OPERATIONS = (*_span(Stage.MOVEMENT_N, Stage.EXPLOIT_COMBAT_R), Stage.GAME_OVER)
_CAPACITIES = (*_span(Stage.EVENTS_N, Stage.CONDITIONS), Stage.GAME_OVER)
_REGULAR = (Stage.MOVEMENT_N, Stage.COMBAT_N, Stage.MOVEMENT_R, Stage.COMBAT_R)
_EXPLOITING = (Stage.EXPLOIT_N, Stage.EXPLOIT_COMBAT_N, Stage.EXPLOIT_R, Stage.EXPLOIT_COMBAT_R)
_MOVING = (Stage.MOVEMENT_N, Stage.EXPLOIT_N, Stage.MOVEMENT_R, Stage.EXPLOIT_R)
_FIGHTING = (Stage.COMBAT_N, Stage.EXPLOIT_COMBAT_N, Stage.COMBAT_R, Stage.EXPLOIT_COMBAT_R)
_AFTER_MOVEMENT = (*_FIGHTING, Stage.EXPLOIT_N, Stage.EXPLOIT_R)

# Widest types first, so that no padding is needed between fields.
STATE_FIELDS: tuple[Field, ...] = (
    RNG,
    # the map, as bits of cells (core/bitboard.py)
    Field("control_rows", np.int32, (_SIDES, BOARD_ROWS), "cells that each side controls (10.7)", _HEXES, empty=None),
    Field("unit_rows", np.int32, (_SIDES, BOARD_ROWS), "cells with ground units of each side", derived=True),
    Field("full_zoc_rows", np.int32, (_SIDES, BOARD_ROWS), "cells in the full ZOC of each side (10.1)", derived=True),
    Field("zoc_rows", np.int32, (_SIDES, BOARD_ROWS), "cells in its full or limited ZOC (10.6)", derived=True),
    Field("destroyed_rows", np.int32, (BOARD_ROWS,), "hexes of fortified lines that are destroyed (15.14.3)", _HEXES),
    Field(
        "held_rows",
        np.int32,
        (BOARD_ROWS,),
        "cells that the phasing side held when it began to move (T-65)",
        _HEXES,
        during=_MOVING,
    ),
    Field("attacked_rows", np.int32, (BOARD_ROWS,), "hexes attacked in this segment (15.2)", _HEXES, during=_FIGHTING),
    Field(
        "struck_rows", np.int32, (BOARD_ROWS,), "those whose attack was not cancelled (T-59)", _HEXES, during=_FIGHTING
    ),
    Field("battle_rows", np.int32, (BOARD_ROWS,), "hexes from which the attack comes (15.24)", _HEXES),
    # pieces and stacks
    Field("piece_cell", np.int16, (_PIECES,), "cell of a piece on the map", Named("cell"), empty=OFF),
    Field("piece_next", np.int16, (_PIECES,), "next ground unit of its stack", empty=NOBODY_PIECE, derived=True),
    Field(
        "cell_first",
        np.int16,
        (_CELLS,),
        "first ground unit in a cell, in the order of pieces",
        empty=NOBODY_PIECE,
        derived=True,
    ),
    Field("rml", np.int16, (), "Republican morale (4.2)", Count(0, 99), empty=None),
    Field(
        "steps_lost",
        np.int16,
        (_SIDES,),
        "steps that each side has lost in the whole game, for reports",
        Count(0, 9999),
    ),
    Field("purse", np.int16, (_PURSES,), "RP (7.2)", Count(0, 999)),
    Field(
        "rp_fall", np.int16, (_PURSES,), "RP that events take away in III.b (T-16)", Count(0, 99), during=_TO_RESOURCES
    ),
    Field("piece", np.int16, (), "piece of the choice in progress", Named("piece"), empty=NOBODY_PIECE),
    Field("cell", np.int16, (), "cell of that choice", Named("cell"), empty=OFF),
    Field("cursor", np.int16, (), "next piece of a sequence, or the segment's part", Count(0, 3 * MAX_PIECES)),
    Field("target", np.int16, (), "attacked hex", Named("cell"), empty=OFF),
    Field(
        "hq",
        np.int16,
        (_SIDES,),
        "HQ that supports each side in the battle (12.1.3)",
        Named("piece"),
        empty=NOBODY_PIECE,
    ),
    Field("where", np.int8, (_PIECES,), "where it is", Code(Where)),
    Field(
        "strength",
        np.int8,
        (_PIECES,),
        "steps left; of a piece to come its full steps, 0 for air, naval and dead",
        Count(0, 2),
    ),
    Field("face", np.int8, (_PIECES,), "the converted side of a column (7.5)", Flag()),
    Field("supply", np.int8, (_PIECES,), "supply at the last check (T-43)", Code(Supply)),
    Field("used", np.int8, (_PIECES,), "committed HQ, used air or naval unit (12.1, 12.2)", Flag()),
    Field("reserve", np.int8, (_PIECES,), "in reserve with the HQ of its hex (12.1.4)", Flag()),
    Field("landed", np.int8, (_PIECES,), "whether and when it has landed (11.8)", Code(Landing)),
    Field(
        "carried", np.int8, (_PIECES,), "has used strategic movement this turn (T-50)", Flag(), during=_FROM_TRANSPORT
    ),
    Field("halted", np.int8, (_PIECES,), "does not move this turn: evacuated (13.8)", Flag(), during=_OPERATIONS),
    Field("moved", np.int8, (_PIECES,), "has moved in this segment (13.2)", Flag(), during=_MOVING),
    Field(
        "attacked",
        np.int8,
        (_PIECES,),
        "has attacked, advanced or pursued in this segment (15.3, T-98)",
        Flag(),
        during=_FIGHTING,
    ),
    Field("fought", np.int8, (_PIECES,), "has attacked this turn (15.24)", Flag(), during=_OPERATIONS),
    Field(
        "eligible", np.int8, (_PIECES,), "may move and attack in exploitation (14.1, T-71)", Flag(), during=_EXPLOITING
    ),
    Field("may_march", np.int8, (_PIECES,), "may march in this segment (13.11)", Flag(), during=_MOVING),
    Field("bonus", np.int8, (_PIECES,), "movement factors added in this segment (T-129)", Count(0, 1), during=_MOVING),
    Field(
        "role",
        np.int8,
        (_PIECES,),
        "role in the battle; released, of an HQ (T-154)",
        Bits(Role),
    ),
    Field("stack_units", np.int8, (_CELLS,), "combat units in a cell", derived=True),
    Field("stack_divisions", np.int8, (_CELLS,), "divisions among them", derived=True),
    Field("stack_hqs", np.int8, (_CELLS,), "HQs in a cell", derived=True),
    Field("exerts", np.int8, (_CELLS,), "ZOC of the units there: 0 none, 1 limited, 2 full", derived=True),
    Field(
        "slots",
        np.int8,
        (_CELLS,),
        "units that may enter where units were withdrawn (T-23)",
        Count(0, 20),
        during=_TO_ARRIVALS,
    ),
    Field("cup", np.int8, (_CHITS,), "copies of a chit in its cup (6.1)", Count(0, 9)),
    Field("hand", np.int8, (_CHITS,), "copies in hand (6.4)", Count(0, 9)),
    Field("line", np.int8, (_LINES,), "state of a fortified line (15.14)", Code(Line)),
    Field("rail", np.int8, (_SIDES,), "rail capacity left in halves (11.2)", Count(0, 99), during=_CAPACITIES),
    Field("sea", np.int8, (_SIDES,), "sea capacity left in halves (11.2)", Count(0, 99), during=_CAPACITIES),
    # where the turn stands
    Field("turn", np.int8, (), "game turn", Count(0, MAX_TURNS), empty=None),
    Field("stage", np.int8, (), "segment", Code(Stage.__members__), empty=None),
    Field("node", np.int8, (), "what is decided now", Code(_NODES), empty=None),
    Field("to_move", np.int8, (), "who decides", Code(_DECIDERS), empty=None),
    Field("winner", np.int8, (), "winner", Code(_WINNERS), empty=Side.NOBODY),
    Field("phasing", np.int8, (), "side whose segment it is", Code(SIDE_NAMES[:2]), empty=None),
    Field("mobilized", np.int8, (), "the general mobilization was declared (7.10)", Flag()),
    Field("evacuated", np.int8, (), "the evacuation was declared (13.8)", Flag()),
    Field("north_rail_only", np.int8, (), "no Republican rail movement outside the north this turn (T-150)", Flag()),
    Field(
        "no_air",
        np.int8,
        (),
        "no air units over the north in this player phase (chit 12)",
        Flag(),
        during=_AFTER_MOVEMENT,
    ),
    Field(
        "attacks_left",
        np.int8,
        (),
        "attacks left in this segment, with chit 39",
        Count(0, 99),
        empty=NO_LIMIT,
        during=_REGULAR,
    ),
    Field(
        "must_attack",
        np.int8,
        (),
        "chit by which a hex must be attacked in this segment (T-17)",
        Named("chit"),
        during=_REGULAR,
    ),
    # the choice in progress
    Field("purpose", np.int8, (), "what a payment or a pick is for", Count(0, 3)),
    Field("mode", np.int8, (), "kind of movement", Code(Mode)),
    Field("mf_left", np.int8, (), "movement factors left to the mover", Count(0, MAX_MF)),
    Field("stepped", np.int8, (), "it has entered a hex", Flag()),
    Field("passed", np.int8, (), "a pursuer has passed the emptied hex (T-142)", Flag()),
    Field("chit", np.int8, (), "chit in progress", Named("chit")),
    Field("n_named", np.int8, (), "units named so far in a list", Count(0, MAX_PIECES // 2)),
    Field("shipped", np.int8, (), "a sea move was made in this segment (T-53)", Flag()),
    # the battle
    Field("artillery", np.int8, (_SIDES,), "columns of artillery support of each side", Count(0, 2)),
    Field("naval", np.int8, (_SIDES,), "naval units of each side in the battle", Count(0, 9)),
    Field("aa_left", np.int8, (), "air units that the AA units of a side still halve (12.2.7)", Count(0, 9)),
    Field("pick", np.int8, (), "in-hex terrain chosen by the defender (T-84)", Code(Pick)),
    Field("chit_drm", np.int8, (), "die modifier of chits", Count(-20, 20)),
    Field("elan", np.int8, (), "die modifier of the columns' die", Count(-6, 6)),
    Field("dice_left", np.int8, (), "dice still to be rolled", Count(0, 2)),
    Field("column", np.int8, (), "column of the combat table", Count(0, 9)),
    Field("drm", np.int8, (), "sum of the die modifiers", Count(-40, 40)),
    Field("loss_att", np.int8, (), "steps that the attacker must still lose", Count(0, ELIMINATION)),
    Field("loss_def", np.int8, (), "steps that the defender must still lose", Count(0, ELIMINATION)),
    Field("result_att", np.int8, (), "attacker's result, 99 for E", Count(0, ELIMINATION)),
    Field("result_def", np.int8, (), "defender's result, 99 for E", Count(0, ELIMINATION)),
    Field("target_steps", np.int8, (), "steps in the target before the battle (T-94)", Count(0, 40)),
    Field("surplus", np.int8, (), "losses beyond those steps", Count(0, 20)),
    Field("lone_hq", np.int8, (), "the target holds only an HQ (T-75)", Flag()),
)
STATE = record_type(STATE_FIELDS)

EVENT_ROWS = 512
SCRATCH_FIELDS: tuple[Column, ...] = (
    ("rng", np.uint64, (), "random stream of the policies, separate from the dice"),
    ("orders", np.int64, (), "policies: orders to the staff"),
    ("foe_attack", np.int32, (CELLS,), "policies: estimated attack factors of the enemies in a cell"),
    ("foe_defence", np.int32, (CELLS,), "policies: their estimated defence factors"),
    ("goal", np.int32, (CELLS,), "policies: worth of holding a cell to the end"),
    ("worth", np.int32, (CELLS,), "policies: worth of a cell for attack and defence now"),
    ("threat", np.int32, (CELLS,), "policies: attack factors with which the enemy can come beside a cell"),
    ("force", np.int32, (CELLS,), "policies: own attack factors beside an enemy cell"),
    ("held", np.int32, (CELLS,), "policies: own defence factors in a cell"),
    ("march", np.int32, (CELLS,), "policies: cost on foot from a cell to the front that matters most"),
    ("near", np.int32, (CELLS,), "policies: hexes by land from the nearest enemy"),
    ("waits", np.int32, (CELLS,), "policies: 1: the cell waits in ``queue``"),
    ("n_event", np.int32, (), "number of events"),
    ("n_legal", np.int32, (), "number of legal actions in the mask"),
    # lines of supply, as bits of cells
    ("sides", np.int32, (6, BOARD_ROWS), "hexsides that a Nationalist line of supply crosses, with active forts"),
    ("carry", np.int32, (BOARD_ROWS,), "cells that carry a first leg (9.4)"),
    ("own", np.int32, (BOARD_ROWS,), "cells that carry a second leg"),
    (
        "trunk",
        np.int32,
        (5, BOARD_ROWS),
        "by net, without the mover, and of a trial: cells joined to an ultimate source",
    ),
    ("bases", np.int32, (5, BOARD_ROWS), "sources: towns and HQs on the trunk"),
    ("fed", np.int32, (5, BOARD_ROWS), "cells in which a unit is fully supplied"),
    ("wide", np.int32, (BOARD_ROWS,), "cells that could be fed if the mover took all it can reach"),
    ("room", np.int32, (BOARD_ROWS,), "bits of a flood"),
    ("flow", np.int32, (BOARD_ROWS,), "bits of a flood"),
    ("enemy_near", np.int32, (BOARD_ROWS,), "cells adjacent to an enemy"),
    # reach of the mover
    ("wave", np.int32, (MAX_MF + 1, BOARD_ROWS), "cells to be expanded by cost"),
    ("has_wide", np.int32, (), "1: ``wide`` is that of this mover"),
    ("may_leave", np.int32, (), "1: the mover may end in the other northern regions (13.10)"),
    ("queue", np.int16, (CELLS,), "cells to visit"),
    ("score", np.int16, (MAX_ACTIONS,), "policies: of each legal action"),
    ("path", np.int16, (64,), "path of the mover, in order of travel"),
    ("n_path", np.int32, (), "its length"),
    ("back", np.int8, (CELLS,), "cost from a cell to where a pursuit may end (15.24)"),
    ("price", np.int8, (CELLS,), "cheapest cost to a cell, FAR if out of reach"),
    ("gain", np.int8, (CELLS,), "hexes gained from a cell to the goal, -1 off the cheapest paths"),
    ("reach", np.int8, (CELLS,), "1: the cell may be named, as ``prepare`` of the node says"),
    ("event", np.int16, (EVENT_ROWS, EVENTS.width), "what happened in this step, see events.py"),
    ("mask", np.int8, (MAX_ACTIONS,), "legal actions at the present node"),
)
SCRATCH = record_type(SCRATCH_FIELDS)
