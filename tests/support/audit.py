"""A compiled auditor: whole games, with every piece counted at every decision, fast enough for thousands of games."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.engine.machine import RULES
from ctv_env.games.ctv.model.codes import (
    CELLS,
    END_SC,
    KIND,
    N_GROUND,
    N_PIECES,
    NAT_SC,
    NODE,
    NOWHERE,
    PLACE,
    SIDE,
    TERRAIN,
)
from ctv_env.games.ctv.policies.choose import choose
from ctv_env.games.ctv.rules.pieces import side_of

FINDINGS = (
    "sound",
    "no legal action",
    "a ground unit is both on and off the map",
    "a supply column is both on and off the map",
    "a ground unit stands in the sea or among enemies",
    "a cell's list names a unit that is not there",
    "a ground unit is lost or doubled in the cells' lists",
    "a supply column is lost or doubled in the cells",
    "a counter has come into being or vanished",
    "the game does not end",
)
(SOUND, NO_ACTION, UNIT_PLACE, COLUMN_PLACE, WRONG_HEX, WRONG_LIST, LOST_UNIT, LOST_COLUMN, WRONG_SET, ENDLESS) = range(
    len(FINDINGS)
)


@jit
def _audit_pieces(s, t):
    """Check each piece by itself: one place, and a hex that fits it."""
    for p in range(N_PIECES):
        if (s.piece_place[p] == PLACE.UNUSED) != (t.kind[p] == KIND.NONE):
            return WRONG_SET
    for u in range(N_GROUND):
        on_map = s.piece_place[u] == PLACE.MAP
        if (s.piece_hex[u] != NOWHERE) != on_map or (s.unit_steps[u] > 0) != on_map:
            return UNIT_PLACE
        if on_map and (t.terrain[s.piece_hex[u]] == TERRAIN.SEA or s.cell_side[s.piece_hex[u]] != side_of(u)):
            return WRONG_HEX
    for p in range(NAT_SC, END_SC):
        if (s.piece_hex[p] != NOWHERE) != (s.piece_place[p] == PLACE.MAP):
            return COLUMN_PLACE
    return SOUND


@jit
def _audit_cells(s):
    """Check that the cells' lists contain every piece on the map once."""
    n_units = 0
    n_columns = 0
    for p in range(END_SC):
        if s.piece_place[p] == PLACE.MAP:
            n_units += 1 if p < N_GROUND else 0
            n_columns += 1 if p >= N_GROUND else 0
    for c in range(CELLS):
        u = int(s.cell_first[c])
        while u != NOWHERE:
            if s.piece_hex[u] != c:
                return WRONG_LIST
            n_units -= 1
            u = int(s.unit_next[u])
        column = int(s.cell_sc[c])
        if column != NOWHERE:
            n_columns -= 1
            if s.piece_hex[column] != c:
                return LOST_COLUMN
    if n_units != 0:
        return LOST_UNIT
    return LOST_COLUMN if n_columns != 0 else SOUND


@jit
def audit(states, tables):
    """Return the first finding in the position ``states[0]``, ``SOUND`` for none."""
    finding = _audit_pieces(states[0], tables[0])
    return finding if finding != SOUND else _audit_cells(states[0])


@jit
def audited_game(states, tables, scratch, policies, decisions):
    """Play ``states[0]``, of which only ``rng`` is set, to its end; return the first finding, ``SOUND`` for none.

    Args:
        policies: int64 (2,), policy code of each side.
        decisions: int64 (2,), overwritten: decisions of each side; no game may have more than 5,000 in all.
    """
    s, t, w = states[0], tables[0], scratch[0]
    decisions[0] = 0
    decisions[1] = 0
    w.n_event = 0
    RULES.begin(s, t, w)
    while s.node != NODE.OVER:
        if s.to_move == SIDE.CHANCE:
            w.n_event = 0
            while s.to_move == SIDE.CHANCE:
                RULES.take_step(s, t, w, RULES.draw_outcome(s, t))
            continue
        finding = NO_ACTION if w.n_legal == 0 else audit(states, tables)
        if finding != SOUND:
            return finding
        decisions[s.to_move] += 1
        if decisions[0] + decisions[1] > 5000:
            return ENDLESS
        action = choose(s, t, w, policies[s.to_move])
        w.n_event = 0
        RULES.take_step(s, t, w, action)
    return SOUND
