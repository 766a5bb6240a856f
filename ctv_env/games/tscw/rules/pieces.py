"""Pieces and stacks: what a piece is, and the only functions that put pieces on the map or take them off.

The stack of a cell is a list in the order of pieces: ``s.cell_first``, then ``s.piece_next``.  Each change keeps the
derived fields of the cell and of the zones of control up to date.
"""

from ctv_env.core.bitboard import holds, put
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import KIND, LANDING, NOBODY_PIECE, OFF, PLACE, SIZE, SUPPLY, WHERE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.rules.support import side_of

LIMITED_ZOC, FULL_ZOC = 1, 2  # of ``s.exerts``

# -- what a piece is (2.8 to 2.15, rulings T-06 to T-08) -----------------------------------------------------


@jit
def is_ground(t, p):
    """True for land counters, HQs included (T-06)."""
    return t.kind[p] < KIND.AIR


@jit
def is_hq(t, p):
    """True for HQs."""
    return t.kind[p] == KIND.HQ


@jit
def is_combat_unit(t, p):
    """True for ground units but HQs (T-06)."""
    return t.kind[p] < KIND.HQ


@jit
def size_of(s, t, p):
    """Size code of the face that shows."""
    return int(t.echelon[s.face[p], p])


@jit
def is_division(s, t, p):
    """True for divisions, for stacking, transport and landings."""
    return size_of(s, t, p) == SIZE.DIVISION


@jit
def is_column(s, t, p):
    """True for columns; one that has converted is none (T-08)."""
    return size_of(s, t, p) == SIZE.COLUMN


@jit
def attack_of(s, t, p):
    """Attack factor as it stands."""
    return int(t.attack[s.face[p], s.strength[p], p])


@jit
def defence_of(s, t, p):
    """Defence factor as it stands."""
    return int(t.defence[s.face[p], s.strength[p], p])


@jit
def full_steps(s, t, p):
    """Steps at full strength."""
    return int(t.steps[s.face[p], p])


@jit
def is_on_map(s, p):
    """True for a piece on the map, or an air or naval unit in play."""
    return s.where[p] == WHERE.ON_MAP


@jit
def is_overdue(s, t, p):
    """True if the withdrawal of a unit is due, so that it does not come back (15.6 D, ruling T-20, T-169)."""
    turn = int(t.change_turn[s.face[p], p])
    return 0 < turn <= s.turn and t.converts[s.face[p], p] == 0


# -- cells ---------------------------------------------------------------------------------------------------


@jit
def occupies(s, t, side, c):
    """True if ground units of a side are in a cell, which may be OFF."""
    return c != OFF and holds(s.unit_rows[side], t.n_columns, c)


@jit
def controls(s, t, side, c):
    """True if a side controls a cell (10.7)."""
    return c != OFF and holds(s.control_rows[side], t.n_columns, c)


@jit
def in_full_zoc(s, t, side, c):
    """True if a cell is in a full ZOC of ``side`` (10.1)."""
    return holds(s.full_zoc_rows[side], t.n_columns, c)


@jit
def is_lone_hq(s, t, side, c):
    """True if an HQ of ``side`` is alone in a cell (12.1.3)."""
    return occupies(s, t, side, c) and s.stack_units[c] == 0


@jit
def is_near(s, t, side, c):
    """True if ground units of ``side`` are adjacent to a cell (T-02, T-128)."""
    for d in range(N_DIRECTIONS):
        if occupies(s, t, side, int(t.nbr[c, d])):
            return True
    return False


# -- putting and taking (8, 10) ------------------------------------------------------------------------------


@jit
def put_in(s, t, p, c):
    """Put a ground unit into a cell."""
    s.where[p] = WHERE.ON_MAP
    s.piece_cell[p] = c
    before = NOBODY_PIECE
    after = int(s.cell_first[c])
    while after != NOBODY_PIECE and after < p:
        before = after
        after = int(s.piece_next[after])
    s.piece_next[p] = after
    if before == NOBODY_PIECE:
        s.cell_first[c] = p
    else:
        s.piece_next[before] = p
    refresh_cell(s, t, side_of(t, p), c)


@jit
def take_out(s, t, p):
    """Take a ground unit out of its cell."""
    c = int(s.piece_cell[p])
    if s.cell_first[c] == p:
        s.cell_first[c] = s.piece_next[p]
    else:
        q = int(s.cell_first[c])
        while s.piece_next[q] != p:
            q = int(s.piece_next[q])
        s.piece_next[q] = s.piece_next[p]
    s.piece_next[p] = NOBODY_PIECE
    s.piece_cell[p] = OFF
    refresh_cell(s, t, side_of(t, p), c)


@jit
def refresh_cell(s, t, side, c):
    """Count the stack of a cell again, and the zones of control around it if they change."""
    units = 0
    divisions = 0
    hqs = 0
    exerts = 0
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        if is_hq(t, p):
            hqs += 1
        else:
            units += 1
            if is_division(s, t, p):
                divisions += 1
            exerts = max(exerts, exerted_by(s, t, p))
        p = int(s.piece_next[p])
    s.stack_units[c] = units
    s.stack_divisions[c] = divisions
    s.stack_hqs[c] = hqs
    put(s.unit_rows[side], t.n_columns, c, units + hqs > 0)
    if exerts != s.exerts[c]:
        s.exerts[c] = exerts
        for d in range(N_DIRECTIONS):
            if t.nbr[c, d] != OFF:
                _refresh_zoc(s, t, side, int(t.nbr[c, d]))


@jit
def exerted_by(s, t, p):
    """ZOC of a combat unit: 0 none, 1 limited, 2 full (10.1, 10.6, rulings T-44 and T-46)."""
    if s.landed[p] != LANDING.NONE:
        return 0
    size = size_of(s, t, p)
    if size in (SIZE.BRIGADE, SIZE.DIVISION):
        return FULL_ZOC
    if size != SIZE.COLUMN:
        return 0
    in_town = t.place[s.piece_cell[p]] != PLACE.NONE
    return FULL_ZOC if in_town and s.supply[p] == SUPPLY.FULL else LIMITED_ZOC


@jit
def _refresh_zoc(s, t, side, c):
    """Determine again whether a cell is in the ZOC of a side."""
    most = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if occupies(s, t, side, n):
            most = max(most, int(s.exerts[n]))
    put(s.zoc_rows[side], t.n_columns, c, most > 0)
    put(s.full_zoc_rows[side], t.n_columns, c, most == FULL_ZOC)


# -- losses --------------------------------------------------------------------------------------------------


@jit
def lose_step(s, t, w, p):
    """Take a step from a ground unit on the map (2.12)."""
    if s.strength[p] > 1:
        s.strength[p] -= 1
        s.steps_lost[side_of(t, p)] += 1
        emit(w, EV.REDUCED, p, int(s.piece_cell[p]))
    else:
        eliminate(s, t, w, p)


@jit
def eliminate(s, t, w, p):
    """Eliminate a ground unit (2.12)."""
    c = int(s.piece_cell[p])
    emit(w, EV.LOST, p, c)
    s.steps_lost[side_of(t, p)] += s.strength[p]
    remove(s, t, p, box_of(s, t, p))


@jit
def box_of(s, t, p):
    """Where a unit goes that is lost: into the box, or out of the game if its withdrawal is due (15.6 D, T-20)."""
    return WHERE.GONE if is_overdue(s, t, p) else WHERE.DEAD


@jit
def remove(s, t, p, where):
    """Take a ground unit off the map; reserves of an HQ that leaves are reserves no more (T-144)."""
    c = int(s.piece_cell[p])
    take_out(s, t, p)
    clear_unit(s, p)
    s.where[p] = where
    s.strength[p] = 0
    if is_hq(t, p):
        free_reserves(s, c)


@jit
def free_reserves(s, c):
    """Make all units of a cell ordinary units."""
    q = int(s.cell_first[c])
    while q != NOBODY_PIECE:
        s.reserve[q] = 0
        q = int(s.piece_next[q])


@jit
def holds_reserves(s, t, p):
    """True for an HQ with units in reserve (T-57)."""
    if not is_hq(t, p) or s.used[p] == 0:
        return False
    q = int(s.cell_first[s.piece_cell[p]])
    while q != NOBODY_PIECE:
        if s.reserve[q] == 1:
            return True
        q = int(s.piece_next[q])
    return False


@jit
def clear_unit(s, p):
    """Clear all marks of a unit."""
    s.supply[p] = SUPPLY.FULL
    s.used[p] = 0
    s.reserve[p] = 0
    s.landed[p] = LANDING.NONE
    s.carried[p] = 0
    s.halted[p] = 0
    s.moved[p] = 0
    s.attacked[p] = 0
    s.fought[p] = 0
    s.eligible[p] = 0
    s.may_march[p] = 0
    s.bonus[p] = 0
    s.role[p] = 0
