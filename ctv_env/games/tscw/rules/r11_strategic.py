"""Chapter 11: strategic movement by rail and by sea."""

from ctv_env.core.bitboard import flood, holds, put
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import LANDING, N_GROUPS, NOBODY_PIECE, NODE, REGION, SEA, SIDE, SIZE, SUPPLY, WHERE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import controls, holds_reserves, is_ground, is_hq, size_of
from ctv_env.games.tscw.rules.r09_supply import LIFTED, trace_side
from ctv_env.games.tscw.rules.r10_control import enter
from ctv_env.games.tscw.rules.r13_ends import is_surely_supplied, lift, lift_lightly, why_not_stay
from ctv_env.games.tscw.rules.r13_paths import note_enemies
from ctv_env.games.tscw.rules.support import ask, forget_choice, go_on, is_northern, side_of

_DIVISION_COST, _HQ_COST, _SMALL_COST = 2, 4, 1  # in halves of a unit (11.2, 11.3, ruling T-50)


@jit
def begin_transport(s, t, w):
    """Begin the strategic movement of a side: by sea or a landing, then by rail (ruling T-50)."""
    forget_choice(s)
    if s.sea[s.phasing] > 0:
        ask(s, NODE.SEA_PIECE, int(s.phasing))
    else:
        begin_rail(s, t, w)


@jit
def cost_of(s, t, p):
    """Halves of capacity that a unit takes (11.2, 11.3)."""
    if is_hq(t, p):
        return _HQ_COST
    return _DIVISION_COST if size_of(s, t, p) == SIZE.DIVISION else _SMALL_COST


@jit
def prepare_transport(s, t, w):
    """Trace the nets of the side and note its enemies."""
    trace_side(s, t, w, int(s.phasing))
    note_enemies(s, t, w, int(s.phasing))


@jit
def why_not_carry(s, t, p, capacity):
    """Reason why a unit may not use strategic movement (9.3, 11.2, rulings T-50, T-134, T-136, T-170)."""
    if side_of(t, p) != s.phasing:
        return WHY.OTHER_SIDE
    if s.where[p] != WHERE.ON_MAP or not is_ground(t, p):
        return WHY.NOT_ON_MAP
    if s.carried[p] == 1:
        return WHY.TRANSPORTED
    if s.reserve[p] == 1 or holds_reserves(s, t, p):
        return WHY.IN_RESERVE
    if s.landed[p] != LANDING.NONE:
        return WHY.MAY_NOT_MOVE
    if s.supply[p] != SUPPLY.FULL:
        return WHY.NOT_SUPPLIED
    return WHY.LEGAL if cost_of(s, t, p) <= capacity else WHY.NO_CAPACITY


@jit
def _why_not_end(s, t, w, p, c):
    """Reason why a strategic move may not end in a cell; after ``lift`` (9.2, ruling T-45).

    An HQ with a second leg is its own source (T-40).
    """
    if s.piece_cell[p] == c:
        return WHY.SAME_HEX
    reason = why_not_stay(s, t, w, p, c)
    if reason != WHY.LEGAL or is_surely_supplied(t, w, c):
        return reason
    return WHY.LEGAL if is_hq(t, p) and holds(w.trunk[LIFTED], t.n_columns, c) else WHY.UNSUPPLIED_THERE


# -- by sea (11.5 to 11.7) -----------------------------------------------------------------------------------


@jit
def is_own_sea(side, sea):
    """True if a side may use a sea: Republicans the Mediterranean only (11.6, 11.7, T-171)."""
    return sea != SEA.NONE and (side == SIDE.NATIONALIST or sea == SEA.MEDITERRANEAN)


@jit
def is_landing_sea(side, sea):
    """True if a side may land on the coast of a sea (11.8)."""
    return sea == SEA.MEDITERRANEAN or (sea == SEA.CANTABRIAN and side == SIDE.NATIONALIST)


@jit
def is_own_port(s, t, side, c):
    """True if a side may ship from or to a port (11.5, ruling T-52)."""
    return t.port[c] == 1 and is_own_sea(side, int(t.coast[c])) and controls(s, t, side, c)


@jit
def why_not_ship(s, t, w, p):
    """Reason why a unit may not be shipped (11.5, 11.3)."""
    reason = why_not_carry(s, t, p, int(s.sea[s.phasing]))
    if reason != WHY.LEGAL:
        return reason
    if is_hq(t, p):
        return WHY.NOT_BY_SEA
    if not is_own_port(s, t, int(s.phasing), int(s.piece_cell[p])):
        return WHY.NOT_IN_PORT
    lift_lightly(s, t, w, p)
    for k in range(int(t.n_towns)):
        if _why_not_harbour(s, t, w, p, int(t.town[k])) == WHY.LEGAL:
            return WHY.LEGAL
    return WHY.NO_WAY


@jit
def _why_not_harbour(s, t, w, p, c):
    if not is_own_port(s, t, side_of(t, p), c):
        return WHY.NOT_IN_PORT
    return _why_not_end(s, t, w, p, c)


@jit
def name_shipped(s, t, w, p):
    """Choose the unit that is shipped."""
    s.piece = p
    ask(s, NODE.SEA_TO, int(s.phasing))


@jit
def prepare_ship(s, t, w):
    """Trace the net of the unit."""
    lift(s, t, w, int(s.piece))


@jit
def why_not_harbour(s, t, w, c):
    """Reason why the unit may not be shipped to a port."""
    return _why_not_harbour(s, t, w, int(s.piece), c)


@jit
def ship_to(s, t, w, c):
    """Ship the unit to a port."""
    p, side = int(s.piece), int(s.phasing)
    start = int(s.piece_cell[p])
    s.sea[side] -= cost_of(s, t, p)
    s.carried[p] = 1
    enter(s, t, w, p, c)
    emit(w, EV.SHIPPED, p, start, c)
    s.piece = NOBODY_PIECE
    s.shipped = 1
    if s.sea[side] > 0:
        ask(s, NODE.SEA_PIECE, side)
    else:
        begin_rail(s, t, w)


# -- by rail (11.4) ------------------------------------------------------------------------------------------


@jit
def begin_rail(s, t, w):
    """Go on to rail movement, if there is capacity."""
    forget_choice(s)
    if s.rail[s.phasing] > 0:
        ask(s, NODE.RAIL_PIECE, int(s.phasing))
    else:
        go_on(s)


@jit
def end_transport(s, t, w):
    """End the segment of the side."""
    forget_choice(s)
    go_on(s)


@jit
def _mark_tracks(s, t, w, p):
    """Fill ``w.flow`` with the cells that a unit can reach by rail; after ``note_enemies`` (11.4, ruling T-51).

    All of its way is open to it (T-187): no hex of the north to others (T-149), under chit 14 none elsewhere (T-150).
    """
    side, end, start = side_of(t, p), int(t.n_rows) + 1, int(s.piece_cell[p])
    for r in range(end + 1):
        free = ~int(w.enemy_near[r]) | int(s.unit_rows[side, r])
        w.room[r] = int(s.control_rows[side, r]) & free if 0 < r < end else 0
        w.flow[r] = 0
    if side == SIDE.REPUBLICAN:
        for r in range(1, end):
            north = 0
            for group in range(N_GROUPS):
                north |= int(t.region_rows[group, r])
            if not is_northern(t, p):
                w.room[r] = int(w.room[r]) & ~north
            elif s.north_rail_only == 1:
                w.room[r] = int(w.room[r]) & north
    put(w.room, t.n_columns, start, True)
    put(w.flow, t.n_columns, start, True)
    flood(w.flow[: end + 1], w.room, t.rail_rows, int(t.first_row))


@jit
def why_not_rail(s, t, w, p):
    """Reason why a unit may not go by rail (11.4, rulings T-51, T-150)."""
    reason = why_not_carry(s, t, p, int(s.rail[s.phasing]))
    if reason != WHY.LEGAL:
        return reason
    c = int(s.piece_cell[p])
    if t.is_rail[c] == 0:
        return WHY.NOT_ON_RAIL
    if s.north_rail_only == 1 and side_of(t, p) != SIDE.NATIONALIST and t.region[c] == REGION.ELSEWHERE:
        return WHY.RAIL_IN_NORTH_ONLY
    lift_lightly(s, t, w, p)
    _mark_tracks(s, t, w, p)
    for goal in range(int(t.n_cells)):
        if holds(w.flow, t.n_columns, goal) and _why_not_station(s, t, w, p, goal) == WHY.LEGAL:
            return WHY.LEGAL
    return WHY.NO_WAY


@jit
def _why_not_station(s, t, w, p, c):
    if not controls(s, t, side_of(t, p), c):
        return WHY.NOT_OWN_HEX
    if s.north_rail_only == 1 and side_of(t, p) != SIDE.NATIONALIST and t.region[c] == REGION.ELSEWHERE:
        return WHY.RAIL_IN_NORTH_ONLY
    return _why_not_end(s, t, w, p, c) if holds(w.flow, t.n_columns, c) else WHY.NOT_JOINED_BY_RAIL


@jit
def name_railed(s, t, w, p):
    """Choose the unit that goes by rail."""
    s.piece = p
    ask(s, NODE.RAIL_TO, int(s.phasing))


@jit
def prepare_rail(s, t, w):
    """Trace the net of the unit, and mark where it can go."""
    note_enemies(s, t, w, int(s.phasing))
    lift(s, t, w, int(s.piece))
    _mark_tracks(s, t, w, int(s.piece))


@jit
def why_not_station(s, t, w, c):
    """Reason why the unit may not go to a hex by rail."""
    return _why_not_station(s, t, w, int(s.piece), c)


@jit
def rail_to(s, t, w, c):
    """Move the unit by rail; it may still move and fight (ruling T-54)."""
    p, side = int(s.piece), int(s.phasing)
    start = int(s.piece_cell[p])
    s.rail[side] -= cost_of(s, t, p)
    s.carried[p] = 1
    enter(s, t, w, p, c)
    emit(w, EV.RAILED, p, start, c)
    begin_rail(s, t, w)
