"""The position, one flat record per game, and the scratch record of the engine.

A field without a meaning in a position is 0, or empty as declared, so that equal positions have equal bytes.  Printed
components (map, counters, charts) are not part of the state: see ``tables.py``.  Arrays of pieces and cells have the
size of the whole map; entries beyond those of the scenario stay 0, or empty.

Only ``rules/pieces.py`` moves pieces and writes the fields marked "derived".
"""

import numpy as np

from ctv_env.core.record import Field, record_type
from ctv_env.games.tscw.model.actions import MAX_ACTIONS
from ctv_env.games.tscw.model.codes import BOARD_ROWS, MAX_CELLS, MAX_LINES, MAX_PIECES, N_CHITS
from ctv_env.games.tscw.model.events import EVENTS

CELLS = MAX_CELLS + 1
CHITS = N_CHITS + 1
MAX_MF = 32  # movement factors of a march, and the dearest hex

# name, type, shape, meaning.  Widest types first, so that no padding is needed between fields.
STATE_FIELDS: tuple[Field, ...] = (
    ("rng", np.uint64, (), "the random stream; not part of the position, never observed"),
    # the map, as bits of cells (core/bitboard.py)
    ("control_rows", np.int32, (2, BOARD_ROWS), "cells that each side controls (10.7)"),
    ("unit_rows", np.int32, (2, BOARD_ROWS), "derived: cells with ground units of each side"),
    ("full_zoc_rows", np.int32, (2, BOARD_ROWS), "derived: cells in the full ZOC of each side (10.1)"),
    ("zoc_rows", np.int32, (2, BOARD_ROWS), "derived: cells in its full or limited ZOC (10.6)"),
    ("destroyed_rows", np.int32, (BOARD_ROWS,), "hexes of fortified lines that are destroyed (15.14.3)"),
    ("held_rows", np.int32, (BOARD_ROWS,), "cells that the phasing side held when it began to move (T-65); else 0"),
    ("attacked_rows", np.int32, (BOARD_ROWS,), "hexes attacked in this segment (15.2); else 0"),
    ("struck_rows", np.int32, (BOARD_ROWS,), "those whose attack was not cancelled (T-59); else 0"),
    ("battle_rows", np.int32, (BOARD_ROWS,), "hexes from which the attack comes (15.24); 0 outside a battle"),
    # pieces and stacks
    ("piece_cell", np.int16, (MAX_PIECES,), "cell of a piece on the map, else OFF"),
    ("piece_next", np.int16, (MAX_PIECES,), "derived: next ground unit of its stack, else NOBODY_PIECE"),
    (
        "cell_first",
        np.int16,
        (CELLS,),
        "derived: first ground unit in a cell, in the order of pieces, else NOBODY_PIECE",
    ),
    ("rml", np.int16, (), "Republican morale (4.2)"),
    ("steps_lost", np.int16, (2,), "steps that each side has lost in the whole game, for reports"),
    ("purse", np.int16, (4,), "RP (7.2)"),
    ("rp_fall", np.int16, (4,), "RP that events take away in III.b (T-16)"),
    ("piece", np.int16, (), "piece of the choice in progress, else NOBODY_PIECE"),
    ("cell", np.int16, (), "cell of that choice, else OFF"),
    ("cursor", np.int16, (), "next piece of a sequence, or the segment's part"),
    ("target", np.int16, (), "attacked hex, else OFF"),
    ("hq", np.int16, (2,), "HQ that supports each side in the battle, else NOBODY_PIECE (12.1.3)"),
    ("where", np.int8, (MAX_PIECES,), "Where code"),
    ("strength", np.int8, (MAX_PIECES,), "steps left; of a piece to come its full steps, 0 for air, naval and dead"),
    ("face", np.int8, (MAX_PIECES,), "1: the converted side of a column (7.5)"),
    ("supply", np.int8, (MAX_PIECES,), "FULL, TOWN or OUT at the last check (T-43)"),
    ("used", np.int8, (MAX_PIECES,), "1: committed HQ, used air or naval unit (12.1, 12.2)"),
    ("reserve", np.int8, (MAX_PIECES,), "1: in reserve with the HQ of its hex (12.1.4)"),
    ("landed", np.int8, (MAX_PIECES,), "NOT_LANDED, LANDED_NOW or LANDED_BEFORE (11.8)"),
    ("carried", np.int8, (MAX_PIECES,), "1: has used strategic movement this turn (T-50)"),
    ("halted", np.int8, (MAX_PIECES,), "1: does not move this turn: evacuated (13.8)"),
    ("moved", np.int8, (MAX_PIECES,), "1: has moved in this segment (13.2)"),
    ("attacked", np.int8, (MAX_PIECES,), "1: has attacked, advanced or pursued in this segment (15.3, T-98)"),
    ("fought", np.int8, (MAX_PIECES,), "1: has attacked this turn (15.24)"),
    ("eligible", np.int8, (MAX_PIECES,), "1: may move and attack in exploitation (14.1, T-71)"),
    ("may_march", np.int8, (MAX_PIECES,), "1: may march in this segment (13.11)"),
    ("bonus", np.int8, (MAX_PIECES,), "movement factors added in this segment (T-129)"),
    (
        "role",
        np.int8,
        (MAX_PIECES,),
        "role bits in the battle: ATTACKS, PURSUES, FLIES, HALVED, UNFED; RELEASED of an HQ (T-154)",
    ),
    ("stack_units", np.int8, (CELLS,), "derived: combat units in a cell"),
    ("stack_divisions", np.int8, (CELLS,), "derived: divisions among them"),
    ("stack_hqs", np.int8, (CELLS,), "derived: HQs in a cell"),
    ("exerts", np.int8, (CELLS,), "derived: 0, 1 limited or 2 full ZOC of the units there"),
    ("slots", np.int8, (CELLS,), "units that may enter where units were withdrawn (T-23)"),
    ("cup", np.int8, (CHITS,), "copies of a chit in its cup (6.1)"),
    ("hand", np.int8, (CHITS,), "copies in hand (6.4)"),
    ("line", np.int8, (MAX_LINES,), "INACTIVE, ACTIVE or NEUTRALISED (15.14)"),
    ("rail", np.int8, (2,), "rail capacity left in halves (11.2)"),
    ("sea", np.int8, (2,), "sea capacity left in halves (11.2)"),
    # where the turn stands
    ("turn", np.int8, (), "game turn"),
    ("stage", np.int8, (), "Stage code"),
    ("node", np.int8, (), "Node code: what is decided now"),
    ("to_move", np.int8, (), "Side code of the decider"),
    ("winner", np.int8, (), "Side code of the winner, NOBODY while the game goes on"),
    ("phasing", np.int8, (), "side whose segment it is"),
    ("mobilized", np.int8, (), "1: the general mobilization was declared (7.10)"),
    ("evacuated", np.int8, (), "1: the evacuation was declared (13.8)"),
    ("north_rail_only", np.int8, (), "1: no Republican rail movement outside the north this turn (T-150)"),
    ("no_air", np.int8, (), "1: no air units over the north in this player phase (chit 12)"),
    ("attacks_left", np.int8, (), "attacks left in this segment, NO_LIMIT without chit 39"),
    ("must_attack", np.int8, (), "1: Oviedo must be attacked in this segment (T-17)"),
    # the choice in progress
    ("purpose", np.int8, (), "what a payment or a pick is for"),
    ("mode", np.int8, (), "REGULAR, MARCH, ADVANCING or PURSUING"),
    ("mf_left", np.int8, (), "movement factors left to the mover"),
    ("stepped", np.int8, (), "1: it has entered a hex"),
    ("passed", np.int8, (), "1: a pursuer has passed the emptied hex (T-142)"),
    ("chit", np.int8, (), "chit in progress, else 0"),
    ("n_named", np.int8, (), "units named so far in a list"),
    ("shipped", np.int8, (), "1: a sea move was made in this segment (T-53)"),
    # the battle
    ("artillery", np.int8, (2,), "columns of artillery support of each side"),
    ("naval", np.int8, (2,), "naval units of each side in the battle"),
    ("aa_left", np.int8, (), "air units that the AA units of a side still halve (12.2.7)"),
    ("pick", np.int8, (), "in-hex terrain chosen by the defender (T-84)"),
    ("chit_drm", np.int8, (), "die modifier of chits"),
    ("elan", np.int8, (), "die modifier of the columns' die"),
    ("dice_left", np.int8, (), "dice still to be rolled"),
    ("column", np.int8, (), "column of the combat table"),
    ("drm", np.int8, (), "sum of the die modifiers"),
    ("loss_att", np.int8, (), "steps that the attacker must still lose"),
    ("loss_def", np.int8, (), "steps that the defender must still lose"),
    ("result_att", np.int8, (), "attacker's result"),
    ("result_def", np.int8, (), "defender's result, ELIMINATION for E"),
    ("target_steps", np.int8, (), "steps in the target before the battle (T-94)"),
    ("surplus", np.int8, (), "losses beyond those steps"),
    ("lone_hq", np.int8, (), "1: the target holds only an HQ (T-75)"),
)
STATE = record_type(STATE_FIELDS)

EVENT_ROWS = 512
SCRATCH_FIELDS: tuple[Field, ...] = (
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
