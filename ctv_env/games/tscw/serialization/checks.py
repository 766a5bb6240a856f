"""Consistency checks of written positions: each check raises an error with the key and the remedy.

A position need not be reachable in play, but every rule must be able to continue from it.
"""

import numpy as np

from ctv_env.core.fields import CellSet, refuse_if
from ctv_env.core.jit import records
from ctv_env.core.positions import check_decision, check_leftovers
from ctv_env.core.terms import Tables
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.engine.node_table import NODES
from ctv_env.games.tscw.model.codes import OFF, Node, Size, Stage, Where
from ctv_env.games.tscw.model.state import SCRATCH, STATE_FIELDS
from ctv_env.games.tscw.rules.pieces import put_in
from ctv_env.games.tscw.rules.r05_sequence import side_of_stage
from ctv_env.games.tscw.serialization.steps import check_choice


def check(tables: Tables, record: np.void) -> None:
    """Refuse an inconsistent position, whose numbers all have a meaning.

    Raises:
        PositionError: names the first wrong key, what is wrong with it and what would be right.
    """
    t = tables.record[0]
    check_decision(NODES, record)
    check_leftovers(STATE_FIELDS, NODES, record)
    for one_check in (_check_time, _check_sets, _check_pieces):
        one_check(t, record)
    check_choice(t, record)
    _check_mask(tables, record)


def derive(tables: Tables, states: np.ndarray) -> None:
    """Fill the derived fields of ``states``, (1,): stacks and zones of control."""
    s, t = states[0], tables.record[0]
    for field in (field for field in STATE_FIELDS if field.derived):
        s[field.name] = field.blank()
    in_hex = (s["where"] == Where.ON_MAP) & (s["piece_cell"] != OFF)
    for p in np.flatnonzero(in_hex).tolist():
        put_in(s, t, p, int(s["piece_cell"][p]))


def _check_time(t: np.void, s: np.void) -> None:
    """Check that the turn fits the stage, and the phasing side too."""
    turn, stage = int(s["turn"]), int(s["stage"])
    first, last = int(t["first_turn"]) - (stage in (Stage.SETUP_R, Stage.SETUP_N)), int(t["last_turn"])
    refuse_if(not first <= turn <= last, "turn", f"it is {turn}", f"it must be {first} to {last}")
    side = int(side_of_stage(stage))
    refuse_if(side != int(s["phasing"]), "phasing", "it does not fit the segment", f"it must be {side}")


def _check_sets(t: np.void, s: np.void) -> None:
    """Check that sets of cells are on land, and that each hex has one owner."""
    land = np.asarray(t["land_rows"])
    for field in STATE_FIELDS:
        outside = isinstance(field.values, CellSet) and (np.asarray(s[field.name]) & ~land).any()
        refuse_if(outside, field.name, "it has cells that are not land", "only land cells may be in it")
    one, other = np.asarray(s["control_rows"])
    unowned = (one & other).any() or ((one | other) != land).any()
    refuse_if(unowned, "control_rows", "a hex has two owners or none", "one")


def _check_pieces(t: np.void, s: np.void) -> None:
    """Check where pieces are, and their steps."""
    n = int(t["n_pieces"])
    where, cell = np.asarray(s["where"][:n]), np.asarray(s["piece_cell"][:n]).astype(int)
    ground = np.asarray(t["echelon"][0][:n]) != Size.NONE
    on_map = (where == Where.ON_MAP) & ground
    refuse_if(
        (on_map & (cell == OFF)).any(), "piece_cell", "a unit on the map has no hex", "it must be a cell of the board"
    )
    refuse_if((~on_map & (cell != OFF)).any(), "piece_cell", "a piece off the map has a hex", f"it must be {OFF}")
    refuse_if((np.asarray(t["land"])[cell[on_map]] == 0).any(), "piece_cell", "a unit is at sea", "name a land cell")
    owner = (np.arange(n) >= int(t["n_nationalist"])).astype(int)
    shared = np.intersect1d(cell[on_map & (owner == 0)], cell[on_map & (owner == 1)])
    refuse_if(len(shared) > 0, "piece_cell", "units of both sides stand in one hex", "only one side can")
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


def _check_mask(tables: Tables, record: np.void) -> None:
    """Check that there is something to decide, unless the game is over."""
    states, scratch = records(1, record.dtype), records(1, SCRATCH)
    states[0] = record
    n = int(RULES.fill_mask(states[0], tables.record[0], scratch[0]))
    refuse_if(
        n == 0 and int(record["node"]) != Node.OVER, "node", "nothing can be decided there", "choose another node"
    )
