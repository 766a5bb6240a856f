"""Chapter 3: the set-up, fixed or piece by piece (rulings T-101, T-102)."""

from ctv_env.core.bitboard import holds
from ctv_env.core.jit import jit, lowest_bit
from ctv_env.games.tscw.model.codes import (
    FACTION,
    N_CHITS,
    N_GROUPS,
    NET,
    NO_GROUP,
    NO_LIMIT,
    NOBODY_PIECE,
    NODE,
    OFF,
    PLACE,
    REGION,
    SIDE,
    SUPPLY,
    WHERE,
)
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import controls, is_combat_unit, is_ground, put_in
from ctv_env.games.tscw.rules.r08_stacking import why_no_room
from ctv_env.games.tscw.rules.r09_supply import TRIAL, trace
from ctv_env.games.tscw.rules.r13_limits import is_barred, may_go_away, steps_away, why_not_region
from ctv_env.games.tscw.rules.r15_attack import clear_battle
from ctv_env.games.tscw.rules.support import ask, end_of, first_of, forget_choice, go_on, side_of


@jit
def begin_game(s, t):
    """Empty the map, give each side its hexes (2.2.1, 3.3), all pieces where they wait; lines are inactive (T-100)."""
    for c in range(s.cell_first.shape[0]):
        s.cell_first[c] = NOBODY_PIECE
    for p in range(s.piece_next.shape[0]):
        s.piece_next[p] = NOBODY_PIECE
        s.piece_cell[p] = OFF
    for side in range(2):
        for r in range(int(t.n_rows) + 2):
            s.control_rows[side, r] = t.start_rows[side, r]
    for p in range(int(t.n_pieces)):
        s.strength[p] = t.steps[0, p]
        s.where[p] = WHERE.LATER
        if t.mobilized[p] == 1:
            s.where[p] = WHERE.MOBILIZED_LATER
        elif t.by_event[p] == 1:
            s.where[p] = WHERE.AT_EVENT
        elif t.entry[p] == 0:
            s.where[p] = WHERE.DUE if is_ground(t, p) else WHERE.ON_MAP
    for chit in range(1, N_CHITS + 1):
        s.cup[chit] = t.chit_count[chit] if t.chit_entry[chit] == 0 else 0
    s.rml = t.start_rml
    s.attacks_left = NO_LIMIT
    s.winner = SIDE.NOBODY
    clear_battle(s, t)
    forget_choice(s)


@jit
def begin_set_up(s, t, w):
    """Set up a side: all at once in the fixed deployment, or piece by piece."""
    side = int(s.phasing)
    if t.placement == 1:
        s.cursor = first_of(t, side)
        _next_piece(s, t)
        return
    for p in range(first_of(t, side), end_of(t, side)):
        if s.where[p] == WHERE.DUE:
            put_in(s, t, p, int(t.setup_cell[p]))
    go_on(s)


@jit
def _next_piece(s, t):
    """Ask for the hex of the next piece in the order of the data."""
    while s.cursor < end_of(t, int(s.phasing)):
        if s.where[s.cursor] == WHERE.DUE:
            s.piece = s.cursor
            ask(s, NODE.SETUP_PLACE, int(s.phasing))
            return
        s.cursor += 1
    forget_choice(s)
    go_on(s)


@jit
def prepare_set_up(s, t, w):
    """Trace the net of the piece on an otherwise empty enemy side (T-101)."""
    p = int(s.piece)
    net, side = int(t.net[p]), side_of(t, p)
    for r in range(1, int(t.n_rows) + 1):
        w.carry[r] = t.land_rows[r]
        w.own[r] = s.control_rows[side, r]
    trace(s, t, w, net, TRIAL, NOBODY_PIECE, NOBODY_PIECE, OFF)


@jit
def why_not_set_up(s, t, w, c):
    """Reason why the piece may not be set up in a cell (T-101, T-172)."""
    p = int(s.piece)
    if not controls(s, t, side_of(t, p), c) or is_barred(t, p, c):
        return WHY.NOT_OWN_HEX
    if t.entry_cell[p] != OFF:
        if c != t.entry_cell[p]:
            return WHY.NOT_ENTRY_HEX
    elif not _is_its_zone(t, p, c):
        return WHY.NOT_OWN_HEX
    reason = why_no_room(s, t, p, c)
    if reason != WHY.LEGAL:
        return reason
    reason = why_not_region(t, p, c, may_go_away(s, t, p))
    if reason != WHY.LEGAL:
        return reason
    if t.place[c] == PLACE.NONE and not holds(w.fed[TRIAL], t.n_columns, c):
        return WHY.UNSUPPLIED_THERE
    return WHY.LEGAL if _leaves_room(s, t, p, c) else WHY.NO_ROOM_LEFT


@jit
def _is_its_zone(t, p, c):
    """True if a unit may begin in a cell: northern units and HQ-N in the north (T-185), other Republicans elsewhere."""
    if t.net[p] == NET.N:
        return True
    northern = t.group[p] != NO_GROUP or t.faction[p] == FACTION.NORTH
    return northern == (t.region[c] != REGION.ELSEWHERE)


@jit
def _leaves_room(s, t, p, c):
    """True if the pieces still to be set up have room once a piece stands in a cell (T-101).

    Those bound to the cell; and northern groups, at home, or within the limit of 13.10 in hexes that others leave.
    """
    if is_combat_unit(t, p) and t.entry_cell[p] != c:
        bound = 0
        for q in range(p + 1, end_of(t, side_of(t, p))):
            bound += 1 if t.entry_cell[q] == c and s.where[q] == WHERE.DUE else 0
        if bound > 0 and int(s.stack_units[c]) + 1 + bound > t.max_units:
            return False
    if side_of(t, p) != SIDE.REPUBLICAN or t.group[p] == NO_GROUP:
        return True
    spare = 0
    need = 0
    for group in range(N_GROUPS):
        left = _still_to_come(s, t, p, group)
        room = _room_in(s, t, group) - (1 if t.region[c] == group else 0)
        need_here = max(0, left - room)
        away = steps_away(s, t, group)
        if t.group[p] == group and t.region[c] != group:
            away += 1
        if need_here > 0 and away + need_here > t.group_steps[group]:
            return False
        need += need_here
        spare += max(0, room - left)
    return need <= spare


@jit
def _still_to_come(s, t, p, group):
    """Combat units of a group that follow a piece in the set-up."""
    n = 0
    for q in range(p + 1, end_of(t, SIDE.REPUBLICAN)):
        if t.group[q] == group and s.where[q] == WHERE.DUE:
            n += 1
    return n


@jit
def _room_in(s, t, group):
    """Combat units that the Republican hexes of a region can still take."""
    room = 0
    for r in range(1, int(t.n_rows) + 1):
        bits = int(t.region_rows[group, r]) & int(s.control_rows[SIDE.REPUBLICAN, r])
        while bits:
            c = (r - 1) * int(t.n_columns) + lowest_bit(bits)
            bits &= bits - 1
            room += int(t.max_units) - int(s.stack_units[c])
    return room


@jit
def set_up(s, t, w, c):
    """Put the piece into a cell, fully supplied (T-102)."""
    p = int(s.piece)
    s.supply[p] = SUPPLY.FULL
    put_in(s, t, p, c)
    emit(w, EV.SET_UP, p, c)
    s.piece = NOBODY_PIECE
    s.cursor += 1
    _next_piece(s, t)
