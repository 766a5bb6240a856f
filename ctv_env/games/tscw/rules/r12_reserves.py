"""Chapter 12.1: HQs become available, place units in reserve and release them."""

from ctv_env.core.bitboard import flood, holds, put
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import MAX_PIECES, NOBODY_PIECE, NODE, ROLE, SIDE, STAGE, WHERE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import holds_reserves, in_full_zoc, is_combat_unit, is_hq
from ctv_env.games.tscw.rules.r09_supply import is_fed, trace_side
from ctv_env.games.tscw.rules.support import ask, earn, end_of, first_of, forget_choice, go_on, purse_of, side_of


@jit
def refresh_hqs(s, t, w):
    """Make all fully supplied HQs available, but those that hold reserves (12.1, rulings T-55, T-57)."""
    for side in range(2):
        trace_side(s, t, w, side)
    for p in range(int(t.n_pieces)):
        if is_hq(t, p) and s.where[p] == WHERE.ON_MAP and s.used[p] == 1 and not holds_reserves(s, t, p):
            if is_fed(s, t, w, p):
                s.used[p] = 0
                emit(w, EV.HQ_READY, p)


# -- placing (12.1.4, ruling T-56) ---------------------------------------------------------------------------


@jit
def begin_reserves(s, t, w):
    """Ask for HQs that place reserves; at the start of the segment HQs become available."""
    if s.phasing == SIDE.NATIONALIST:
        refresh_hqs(s, t, w)
    ask_reserve_hq(s, t, w)


@jit
def ask_reserve_hq(s, t, w):
    """Ask for the next HQ."""
    forget_choice(s)
    ask(s, NODE.RESERVE_HQ, int(s.phasing))


@jit
def end_reserves(s, t, w):
    """Place no more reserves."""
    forget_choice(s)
    go_on(s)


@jit
def why_not_reserve_hq(s, t, w, p):
    """Reason why an HQ may not place reserves (12.1.4)."""
    if side_of(t, p) != s.phasing:
        return WHY.OTHER_SIDE
    if not is_hq(t, p) or s.where[p] != WHERE.ON_MAP:
        return WHY.NOT_AN_HQ
    if s.used[p] == 1:
        return WHY.HQ_COMMITTED
    c = int(s.piece_cell[p])
    if in_full_zoc(s, t, 1 - int(s.phasing), c):
        return WHY.IN_ENEMY_ZOC
    if s.stack_units[c] == 0:
        return WHY.NO_UNITS_THERE
    if t.is_rail[c] == 0:
        return WHY.NOT_ON_RAIL
    return WHY.LEGAL if _is_joined(s, t, w, p) else WHY.NOT_JOINED_BY_RAIL


@jit
def _is_joined(s, t, w, p):
    """True if railways through friendly hexes join an HQ to an ultimate supply source (T-31, T-42, T-56)."""
    side, end, net = side_of(t, p), int(t.n_rows) + 1, int(t.net[p])
    for r in range(end + 1):
        w.flow[r] = 0
        w.room[r] = int(s.control_rows[side, r]) if 0 < r < end else 0
    put(w.flow, t.n_columns, int(s.piece_cell[p]), True)
    flood(w.flow[: end + 1], w.room, t.rail_rows, int(t.first_row))
    for r in range(1, end):
        if int(w.flow[r]) & int(t.rail_goal_rows[net, r]):
            return True
    return holds(t.rail_goal_rows[net], t.n_columns, int(s.piece_cell[p]))


@jit
def name_reserve_hq(s, t, w, p):
    """Choose the HQ."""
    s.piece = p
    s.cell = s.piece_cell[p]
    s.n_named = 0
    ask(s, NODE.RESERVE_UNIT, int(s.phasing))


@jit
def why_not_reserve(s, t, w, p):
    """Reason why a unit may not be placed in reserve: a combat unit of the HQ's hex (T-56, T-179)."""
    right = is_combat_unit(t, p) and s.piece_cell[p] == s.cell and s.reserve[p] == 0
    return WHY.LEGAL if right else WHY.NOT_IN_HEX


@jit
def why_not_named_one(s, t, w):
    """The list has at least one unit."""
    return WHY.LEGAL if s.n_named > 0 else WHY.NOT_DONE_YET


@jit
def place_in_reserve(s, t, w, p):
    """Place a unit in reserve; the first commits the HQ (12.1.1)."""
    s.reserve[p] = 1
    s.used[s.piece] = 1
    s.n_named += 1
    emit(w, EV.RESERVED, p, int(s.piece))
    if _next_in(s, t, 0) == NOBODY_PIECE:
        ask_reserve_hq(s, t, w)


@jit
def _next_in(s, t, state):
    """A combat unit of the chosen hex whose reserve mark is ``state``, NOBODY_PIECE if there is none."""
    p = int(s.cell_first[s.cell])
    while p != NOBODY_PIECE:
        if is_combat_unit(t, p) and s.reserve[p] == state:
            return p
        p = int(s.piece_next[p])
    return NOBODY_PIECE


# -- releasing (12.1.4, rulings T-58, T-154) -----------------------------------------------------------------


@jit
def is_free_release(s):
    """True at the end of the turn, when releases cost nothing (5.2 D.III)."""
    return s.stage in (STAGE.RELEASE_N, STAGE.RELEASE_R)


@jit
def ask_release(s, t, w):
    """Ask for an HQ that releases reserves; return False if there is none."""
    forget_choice(s)
    side = int(s.phasing)
    for p in range(first_of(t, side), end_of(t, side)):
        if why_not_release_hq(s, t, w, p) == WHY.LEGAL:
            ask(s, NODE.RELEASE_HQ, side)
            return True
    return False


@jit
def why_not_release_hq(s, t, w, p):
    """Reason why an HQ may not release reserves."""
    if side_of(t, p) != s.phasing:
        return WHY.OTHER_SIDE
    if not is_hq(t, p) or s.where[p] != WHERE.ON_MAP:
        return WHY.NOT_AN_HQ
    if s.role[p] & ROLE.RELEASED != 0:
        return WHY.RELEASED_BEFORE
    if not holds_reserves(s, t, p):
        return WHY.NO_RESERVES
    return WHY.LEGAL if is_free_release(s) or s.purse[purse_of(t, p)] > 0 else WHY.NO_RP


@jit
def name_release_hq(s, t, w, p):
    """Choose the HQ, and pay for the release."""
    if not is_free_release(s):
        earn(s, w, purse_of(t, p), -1)
    s.role[p] |= ROLE.RELEASED
    s.piece = p
    s.cell = s.piece_cell[p]
    s.n_named = 0
    ask(s, NODE.RELEASE_UNIT, int(s.phasing))


@jit
def why_not_release(s, t, w, p):
    """Reason why a unit may not be released."""
    return WHY.LEGAL if s.piece_cell[p] == s.cell and s.reserve[p] == 1 else WHY.NOT_IN_HEX


@jit
def release(s, t, w, p):
    """Release a unit, which may move and attack in exploitation; return True if none is left in reserve (14.1)."""
    s.reserve[p] = 0
    s.eligible[p] = 0 if is_free_release(s) else 1
    s.n_named += 1
    emit(w, EV.RELEASED, p, int(s.piece))
    return _next_in(s, t, 1) == NOBODY_PIECE


@jit
def forget_releases(s):
    """End the releases of a segment."""
    for p in range(MAX_PIECES):
        s.role[p] = 0
