"""Chapters 7.8 to 7.10 and 7.12.1: reinforcements, rebuilt units and mobilization: where units enter."""

from ctv_env.core.hexgrid import N_DIRECTIONS, hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import (
    DOT,
    FACTION,
    MAX_PIECES,
    N_CHITS,
    N_GROUPS,
    NO_GROUP,
    NODE,
    OFF,
    PLACE,
    PURSE,
    REGION,
    SIDE,
    SIZE,
    SUPPLY,
    WHEN,
    WHERE,
)
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import controls, is_ground, put_in, size_of
from ctv_env.games.tscw.rules.r06_needs import is_met
from ctv_env.games.tscw.rules.r08_stacking import why_no_room
from ctv_env.games.tscw.rules.r09_supply import trace_net, would_be_fed
from ctv_env.games.tscw.rules.r13_limits import is_barred, may_go_away, why_not_region
from ctv_env.games.tscw.rules.support import ask, change_morale, earn, end_of, first_of, forget_choice, go_on, side_of

_FIXED, _FREE, _AGAIN = range(3)  # order of arrivals (ruling T-28)


@jit
def is_within(t, a, b, radius):
    """True if two cells are at most ``radius`` hexes apart, over any terrain (T-02)."""
    return hex_distance(int(t.n_columns), int(t.first_row), a, b) <= radius


# -- hexes ---------------------------------------------------------------------------------------------------


@jit
def has_fixed_hex(s, t, p):
    """True for a new unit with a hex of entry; one that is rebuilt ignores it (7.6, 7.8)."""
    return s.where[p] == WHERE.DUE and t.entry_cell[p] != OFF


@jit
def is_usable(s, t, w, p, c):
    """Reason why a unit cannot enter in a cell, place apart: control, room, supply (7.8, rulings T-29, T-30, T-114)."""
    if not controls(s, t, side_of(t, p), c):
        return WHY.NOT_OWN_HEX
    reason = why_no_room(s, t, p, c)
    if reason != WHY.LEGAL:
        return reason
    reason = why_not_region(t, p, c, may_go_away(s, t, p))
    if reason != WHY.LEGAL:
        return reason
    return WHY.LEGAL if would_be_fed(s, t, w, p, c) else WHY.UNSUPPLIED_THERE


@jit
def is_in_area(t, p, c):
    """True if a cell is a northern unit's centre or adjacent to it; of HQ-N, to any centre (7.12.1, ruling T-32)."""
    for group in range(N_GROUPS):
        if t.group[p] not in (NO_GROUP, group):
            continue
        centre = int(t.port_cell[group])
        if c == centre:
            return True
        for d in range(N_DIRECTIONS):
            if t.nbr[centre, d] == c:
                return True
    return False


@jit
def why_not_place(s, t, w, p, c):
    """Reason why a place is not one for a unit, before ``is_usable``."""
    if t.by_event[p] == 1 and s.where[p] == WHERE.DUE:
        return WHY.LEGAL if t.region[c] == REGION.SANTANDER else WHY.NOT_ITS_AREA  # chit 9, ruling T-139
    if t.faction[p] == FACTION.NORTH or t.group[p] != NO_GROUP:
        return WHY.LEGAL if is_in_area(t, p, c) else WHY.NOT_ITS_AREA
    if t.mobilized[p] == 1 and s.where[p] == WHERE.DUE:
        return WHY.LEGAL if is_within(t, c, int(t.entry_cell[p]), int(t.entry_radius)) else WHY.NOT_ENTRY_HEX  # 7.10
    if has_fixed_hex(s, t, p):
        entry = int(t.entry_cell[p])
        if c == entry:
            return WHY.LEGAL
        near = is_within(t, c, entry, int(t.entry_radius)) and is_usable(s, t, w, p, entry) != WHY.LEGAL
        return WHY.LEGAL if near else WHY.NOT_ENTRY_HEX  # ruling T-29
    if t.place[c] != PLACE.NONE:
        return WHY.LEGAL
    size = size_of(s, t, p)
    fits = size in (SIZE.BRIGADE, SIZE.DIVISION) or (size == SIZE.COLUMN and s.where[p] != WHERE.DUE)
    return WHY.LEGAL if s.slots[c] > 0 and fits else WHY.NOT_ENTRY_HEX  # ruling T-23


@jit
def why_not_enter(s, t, w, p, c):
    """Reason why a unit off the map may not enter in a cell; its net must be traced (7.8, 7.12.1)."""
    if is_barred(t, p, c) or not controls(s, t, side_of(t, p), c):
        return WHY.NOT_OWN_HEX
    reason = why_not_place(s, t, w, p, c)
    return reason if reason != WHY.LEGAL else is_usable(s, t, w, p, c)


@jit
def has_hex(s, t, w, p):
    """True if a unit off the map has a hex in which to enter now; its net must be traced (T-27)."""
    free = (
        not has_fixed_hex(s, t, p) and t.group[p] == NO_GROUP and t.faction[p] != FACTION.NORTH and t.mobilized[p] == 0
    )
    if free:
        for k in range(int(t.n_towns)):
            if why_not_enter(s, t, w, p, int(t.town[k])) == WHY.LEGAL:
                return True
    for c in range(int(t.n_cells)):
        if t.land[c] == 1 and (not free or s.slots[c] > 0) and why_not_enter(s, t, w, p, c) == WHY.LEGAL:
            return True
    return False


@jit
def put_on_map(s, t, w, p, c):
    """Put an arriving unit on the map, fully supplied (7.9, ruling T-35, T-135)."""
    free = not has_fixed_hex(s, t, p) and t.group[p] == NO_GROUP and t.faction[p] != FACTION.NORTH
    if free and t.place[c] == PLACE.NONE and s.slots[c] > 0:
        s.slots[c] -= 1
    s.supply[p] = SUPPLY.FULL
    put_in(s, t, p, c)
    emit(w, EV.ARRIVED, p, c)


# -- the list of arrivals (7.1, ruling T-28) -----------------------------------------------------------------


@jit
def begin_arrivals(s, t, w):
    """Bring in what is due this turn: air and naval units at once, others hex by hex (7.8, ruling T-138)."""
    side = int(s.phasing)
    for p in range(first_of(t, side), end_of(t, side)):
        if s.where[p] == WHERE.LATER and t.entry[p] <= s.turn:
            s.where[p] = WHERE.DUE if is_ground(t, p) else WHERE.ON_MAP
    s.cursor = 0
    chit = remnants_chit(s, t)
    if side == SIDE.REPUBLICAN and chit != 0:
        s.chit = chit
        ask(s, NODE.REMNANTS, SIDE.REPUBLICAN)
    else:
        next_arrival(s, t, w)


@jit
def _list_of(s, t, p):
    """Place of a waiting unit in the order of arrivals; -1 if it does not wait."""
    if s.where[p] == WHERE.REBUILT:
        return _AGAIN
    if s.where[p] != WHERE.DUE:
        return -1
    return _FIXED if t.entry_cell[p] != OFF else _FREE


@jit
def next_arrival(s, t, w):
    """Ask where the next unit of the list enters; one without a hex is delayed (7.8, T-119, T-121)."""
    side = int(s.phasing)
    while s.cursor < 3 * MAX_PIECES:
        order, p = int(s.cursor) // MAX_PIECES, int(s.cursor) % MAX_PIECES
        s.cursor += 1
        if p >= t.n_pieces or side_of(t, p) != side or _list_of(s, t, p) != order:
            continue
        trace_net(s, t, w, int(t.net[p]))
        if has_hex(s, t, w, p):
            s.piece = p
            ask(s, NODE.ARRIVE, side)
            return
        emit(w, EV.DELAYED, p)
    for c in range(int(t.n_cells)):
        s.slots[c] = 0  # unused ones lapse (T-23, T-124)
    forget_choice(s)
    go_on(s)


@jit
def prepare_arrival(s, t, w):
    """Trace the net of the unit that enters."""
    trace_net(s, t, w, int(t.net[s.piece]))


@jit
def why_not_arrive(s, t, w, c):
    """Reason why the unit may not enter in a cell."""
    return why_not_enter(s, t, w, int(s.piece), c)


@jit
def arrive(s, t, w, c):
    """Let the unit enter."""
    put_on_map(s, t, w, int(s.piece), c)
    next_arrival(s, t, w)


# -- general mobilization (7.10, ruling T-34) ----------------------------------------------------------------


@jit
def begin_mobilization(s, t, w):
    """Ask whether to mobilize: once a game, at a morale of 50 or less."""
    if s.mobilized == 0 and s.rml <= t.mobilize_at:
        ask(s, NODE.MOBILIZE, SIDE.REPUBLICAN)
    else:
        go_on(s)


@jit
def why_not_answer(s, t, w, x):
    """Reason why an option is illegal: there are two, 0 no and 1 yes."""
    return WHY.LEGAL if x <= 1 else WHY.NO_SUCH_OPTION


@jit
def answer_mobilization(s, t, w, x):
    """Mobilize, or not: RP and units come, morale falls."""
    if x == 0:
        go_on(s)
        return
    s.mobilized = 1
    emit(w, EV.MOBILIZED)
    earn(s, w, PURSE.REP, int(t.mobilize_rp))
    change_morale(s, w, int(t.mobilize_rml))
    for p in range(first_of(t, SIDE.REPUBLICAN), end_of(t, SIDE.REPUBLICAN)):
        if s.where[p] == WHERE.MOBILIZED_LATER:
            s.where[p] = WHERE.DUE
    s.cursor = first_of(t, SIDE.REPUBLICAN)
    _next_mobilized(s, t, w)


@jit
def _next_mobilized(s, t, w):
    while s.cursor < t.n_pieces:
        p = int(s.cursor)
        s.cursor += 1
        if t.mobilized[p] == 1 and s.where[p] == WHERE.DUE:
            trace_net(s, t, w, int(t.net[p]))
            if has_hex(s, t, w, p):
                s.piece = p
                ask(s, NODE.MOBILIZE_PLACE, SIDE.REPUBLICAN)
                return
            emit(w, EV.DELAYED, p)  # ruling T-151
    forget_choice(s)
    go_on(s)


@jit
def place_mobilized(s, t, w, c):
    """Place a mobilized division."""
    put_on_map(s, t, w, int(s.piece), c)
    _next_mobilized(s, t, w)


# -- chit 9 --------------------------------------------------------------------------------------------------


@jit
def remnants_chit(s, t):
    """Chit that may be played before the Republican arrivals, 0 for none (rulings T-15, T-158)."""
    for chit in range(1, N_CHITS + 1):
        ready = s.hand[chit] > 0 and t.chit_dot[chit] == DOT.HOLD and t.chit_when[chit] == WHEN.R_REINFORCEMENTS
        if ready and is_met(s, t, int(t.chit_need[chit])):
            return chit
    return 0


@jit
def why_not_remnants(s, t, w, chit):
    """Reason why a chit may not be played here."""
    if s.hand[chit] == 0:
        return WHY.NOT_HELD
    return WHY.LEGAL if chit == s.chit else WHY.CHIT_NOT_NOW


@jit
def play_remnants(s, t, w, chit):
    """Play the chit: its divisions enter now, the first before the second, or wait (T-152, T-158)."""
    s.hand[chit] -= 1
    emit(w, EV.PLAYED, SIDE.REPUBLICAN, chit)
    for k in range(2):
        p = int(t.chit_piece[chit, k])
        if p >= 0 and s.where[p] == WHERE.AT_EVENT:
            s.where[p] = WHERE.DUE
    s.n_named = 0
    _next_remnant(s, t, w)


@jit
def _next_remnant(s, t, w):
    while s.n_named < 2:
        p = int(t.chit_piece[s.chit, s.n_named])
        s.n_named += 1
        if p >= 0 and s.where[p] == WHERE.DUE:
            trace_net(s, t, w, int(t.net[p]))
            if has_hex(s, t, w, p):
                s.piece = p
                ask(s, NODE.REMNANTS_PLACE, SIDE.REPUBLICAN)
                return
    keep_remnants(s, t, w)


@jit
def place_remnant(s, t, w, c):
    """Place a remnant division."""
    put_on_map(s, t, w, int(s.piece), c)
    _next_remnant(s, t, w)


@jit
def keep_remnants(s, t, w):
    """Go on to the arrivals."""
    forget_choice(s)
    next_arrival(s, t, w)
