"""Consistency checks of written positions: each check raises an error with the key and the remedy.

A position need not be reachable in play, but every rule must be able to continue from it.
"""

import numpy as np

from ctv_env.core.jit import records
from ctv_env.core.terms import Tables
from ctv_env.games.tscw.engine.legal import fill_mask
from ctv_env.games.tscw.engine.node_table import NODES
from ctv_env.games.tscw.model import codes
from ctv_env.games.tscw.model.codes import (
    CANCELLED,
    ELIMINATION,
    MAX_CELLS,
    N_CHITS,
    NOBODY_PIECE,
    NODE,
    OFF,
    SIDE,
    Node,
    Size,
    Stage,
    Where,
)
from ctv_env.games.tscw.model.state import SCRATCH
from ctv_env.games.tscw.rules.pieces import put_in
from ctv_env.games.tscw.serialization.refusal import refuse_if
from ctv_env.games.tscw.serialization.steps import check_choice

_DERIVED = (
    *("unit_rows", "full_zoc_rows", "zoc_rows", "piece_next", "cell_first"),
    *("stack_units", "stack_divisions", "stack_hqs", "exerts"),
)
_FLAGS = (
    *("face", "used", "reserve", "carried", "halted", "moved", "attacked", "fought", "eligible", "may_march", "bonus"),
    *("mobilized", "evacuated", "north_rail_only", "no_air", "stepped", "passed", "shipped", "lone_hq"),
)
_RANGES: dict[str, tuple[int, int]] = {
    **dict.fromkeys(_FLAGS, (0, 1)),
    "rml": (0, 99),
    "steps_lost": (0, 9999),
    "purse": (0, 999),
    "rp_fall": (0, 99),
    "piece": (NOBODY_PIECE, codes.MAX_PIECES - 1),
    "hq": (NOBODY_PIECE, codes.MAX_PIECES - 1),
    "cell": (0, OFF),
    "target": (0, OFF),
    "cursor": (0, 3 * codes.MAX_PIECES),
    "where": (0, len(Where) - 1),
    "strength": (0, 2),
    "supply": (0, 2),
    "landed": (0, 2),
    "role": (0, 63),
    "slots": (0, 20),
    "cup": (0, 9),
    "hand": (0, 9),
    "line": (0, 2),
    "rail": (0, 99),
    "sea": (0, 99),
    "winner": (0, SIDE.NOBODY),
    "phasing": (0, 1),
    "attacks_left": (codes.NO_LIMIT, 99),
    "must_attack": (0, N_CHITS),
    "purpose": (0, 3),
    "mode": (0, 3),
    "mf_left": (0, 32),
    "chit": (0, N_CHITS),
    "n_named": (0, codes.MAX_PIECES // 2),
    "artillery": (0, 2),
    "naval": (0, 9),
    "aa_left": (0, 9),
    "pick": (0, 2),
    "chit_drm": (-20, 20),
    "elan": (-6, 6),
    "dice_left": (0, 2),
    "column": (0, 9),
    "drm": (-40, 40),
    "loss_att": (0, 20),
    "loss_def": (0, ELIMINATION),
    "result_att": (0, 20),
    "result_def": (0, ELIMINATION),
    "target_steps": (0, 40),
    "surplus": (0, 20),
}
"""Lowest and highest number of each field that has no check of its own."""


def check(tables: Tables, record: np.void) -> None:
    """Refuse an inconsistent position.

    Raises:
        ValueError: names the first wrong key, what is wrong with it and what would be right.
    """
    t = tables.record[0]
    for one_check in (_check_time, _check_ranges, _check_sets, _check_pieces, _check_unused, _check_derived):
        one_check(t, record)
    check_choice(t, record)
    _check_mask(tables, record)


def _check_time(t: np.void, s: np.void) -> None:
    """Check that turn, stage, node and decider fit each other."""
    first, last = int(t["first_turn"]), int(t["last_turn"])
    turn, stage, node = int(s["turn"]), int(s["stage"]), int(s["node"])
    refuse_if(not 0 <= stage < len(Stage), "stage", f"it is {stage}", f"it must be 0 to {len(Stage) - 1}")
    least = first - 1 if stage in (Stage.SETUP_R, Stage.SETUP_N) else first
    refuse_if(not least <= turn <= last, "turn", f"it is {turn}", f"it must be {least} to {last}")
    refuse_if(node not in NODES, "node", f"it is {node}", "it must be the number of a decision or a chance")
    kind = NODES[node]
    fits = Stage(stage) in kind.stages
    refuse_if(not fits, "node", f"{kind.code.name} does not belong to this segment", f"stages {list(kind.stages)}")
    refuse_if(int(s["phasing"]) not in (0, 1), "phasing", "it is no side", "it must be 0 or 1")
    named = kind.decider.title.startswith("either")
    mover = int(s["to_move"])
    right = mover in (0, 1) if named else mover == kind.decider.side(s)
    refuse_if(not right, "to_move", f"it is {mover}", f"at {kind.code.name} it must be the {kind.decider.title}")
    over = node == NODE.OVER
    winner = int(s["winner"])
    refuse_if((winner != SIDE.NOBODY) != over, "winner", "it does not fit the node", "only a game over has one")
    side = _side_of_stage(stage)
    refuse_if(side != int(s["phasing"]), "phasing", "it does not fit the segment", f"it must be {side}")


def _side_of_stage(stage: int) -> int:
    name = Stage(stage).name
    return 1 if name.endswith("_R") or name == "MOBILIZATION" else 0


def _check_ranges(t: np.void, s: np.void) -> None:
    for key, (low, high) in _RANGES.items():
        field = np.asarray(s[key])
        wrong = (field < low) | (field > high)
        refuse_if(wrong.any(), key, f"it holds {field[wrong].ravel()[:1]}", f"numbers go from {low} to {high}")
    refuse_if(int(s["elan"]) == CANCELLED, "elan", "the attack is cancelled", "it must be a modifier")


def _check_sets(t: np.void, s: np.void) -> None:
    """Check that sets of cells are on the board, and that each hex has one owner."""
    land = np.asarray(t["land_rows"])
    for key in ("control_rows", "destroyed_rows", "held_rows", "attacked_rows", "struck_rows", "battle_rows"):
        outside = np.asarray(s[key]) & ~land
        refuse_if(outside.any(), key, "it has cells that are not land", "only land cells may be in it")
    one, other = np.asarray(s["control_rows"])
    refuse_if(
        (one & other).any() or ((one | other) != land).any(), "control_rows", "a hex has two owners or none", "one"
    )


def _check_pieces(t: np.void, s: np.void) -> None:
    """Check where pieces are, and their steps."""
    n = int(t["n_pieces"])
    where, cell = np.asarray(s["where"][:n]), np.asarray(s["piece_cell"][:n]).astype(int)
    ground = np.asarray(t["echelon"][0][:n]) != Size.NONE
    on_map = (where == Where.ON_MAP) & ground
    inside = (cell >= 0) & (cell < int(t["n_cells"]))
    refuse_if((on_map & ~inside).any(), "piece_cell", "a unit on the map has no hex", "it must be a cell of the board")
    refuse_if((~on_map & (cell != OFF)).any(), "piece_cell", "a piece off the map has a hex", f"it must be {OFF}")
    refuse_if((np.asarray(t["land"])[cell[on_map]] == 0).any(), "piece_cell", "a unit is at sea", "name a land cell")
    owner = (np.arange(n) >= int(t["n_nationalist"])).astype(int)
    for p in np.flatnonzero(on_map):
        row, column = divmod(int(cell[p]), int(t["n_columns"]))
        held = int(s["control_rows"][owner[p]][row + 1]) >> column & 1
        refuse_if(not held, "control_rows", "a unit stands in an enemy hex", "its side must control it")
    face = np.asarray(s["face"][:n]).astype(int)
    can_flip = np.asarray(t["converts"][0][:n]) == 1
    refuse_if((~can_flip & (face == 1)).any(), "face", "a piece has no other side", "it must be 0")
    steps, most = np.asarray(s["strength"][:n]), np.asarray(t["steps"])[face, np.arange(n)]
    refuse_if((steps > most).any(), "strength", "a piece has more steps than it can have", "correct the number")
    alive = np.isin(where, (Where.ON_MAP, Where.DUE, Where.REBUILT, Where.LATER)) & ground
    refuse_if((alive & (steps == 0)).any(), "strength", "a unit in play has no steps", "it must have one or two")
    gone = np.isin(where, (Where.DEAD, Where.GONE))
    refuse_if((gone & (steps > 0)).any(), "strength", "a unit out of play has steps", "it must have 0")


def _check_unused(t: np.void, s: np.void) -> None:
    """Check that entries beyond the pieces and cells of the scenario are empty."""
    n, cells = int(t["n_pieces"]), int(t["n_cells"])
    for key in ("where", "strength", *_FLAGS[:11], "supply", "landed", "role"):
        refuse_if(np.asarray(s[key])[n:].any(), key, "it says something about no piece", "it must be 0 there")
    refuse_if((np.asarray(s["piece_cell"])[n:] != OFF).any(), "piece_cell", "no such piece", f"it must be {OFF}")
    refuse_if(np.asarray(s["slots"])[cells:MAX_CELLS].any(), "slots", "no such cell", "it must be 0 there")
    for key in ("piece", "hq"):
        refuse_if((np.asarray(s[key]) >= n).any(), key, "no such piece", f"there are {n}")
    for key in ("cell", "target"):
        c = int(s[key])
        refuse_if(c != OFF and c >= cells, key, "no such cell", f"there are {cells}")


def _check_derived(t: np.void, s: np.void) -> None:
    """Check stacks and zones of control by building them again."""
    states, tables = records(1, s.dtype), records(1, t.dtype)
    states[0], tables[0] = s, t
    again = states[0]
    for key in _DERIVED:
        again[key] = NOBODY_PIECE if key in ("piece_next", "cell_first") else 0
    n = int(t["n_pieces"])
    ground = np.asarray(t["echelon"][0][:n]) != Size.NONE
    owner = (np.arange(n) >= int(t["n_nationalist"])).astype(int)
    cells = np.asarray(s["piece_cell"][:n]).astype(int)
    placed = [int(p) for p in np.flatnonzero((np.asarray(s["where"][:n]) == Where.ON_MAP) & ground)]
    both = {int(cells[p]) for p in placed if owner[p]} & {int(cells[p]) for p in placed if not owner[p]}
    refuse_if(bool(both), "piece_cell", "units of both sides stand in one hex", "only one side can")
    for p in placed:
        put_in(again, tables[0], p, int(cells[p]))
    for key in _DERIVED:
        wrong = not np.array_equal(again[key], s[key])
        refuse_if(wrong, key, "it does not follow from the units", "count again where they stand")


def _check_mask(tables: Tables, record: np.void) -> None:
    """Check that there is something to decide, unless the game is over."""
    states, scratch = records(1, record.dtype), records(1, SCRATCH)
    states[0] = record
    n = int(fill_mask(states[0], tables.record[0], scratch[0]))
    refuse_if(
        n == 0 and int(record["node"]) != Node.OVER, "node", "nothing can be decided there", "choose another node"
    )
