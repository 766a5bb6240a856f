"""Placing, lifting and removing pieces on the map; only these functions update the derived fields."""

from ctv_env.core.bitboard import put
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import (
    BOARD_ROWS,
    CELLS,
    COLUMNS,
    EDITION,
    KIND,
    N_GROUND,
    N_PIECES,
    NAT_AIR,
    NAT_SC,
    NOWHERE,
    PLACE,
    REP_AIR,
    REP_SC,
    SIDE,
    SIDE_SLOTS,
    TRENCH,
)
from ctv_env.games.ctv.model.events import CAUSE, EV, emit
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.rules.r07_zoc import add_zoc, exerts_zoc


@jit
def side_of(p):
    """Side of a piece, by its slot."""
    if p < N_GROUND:
        return SIDE.NATIONALIST if p < SIDE_SLOTS else SIDE.REPUBLICAN
    if p < NAT_AIR:
        return SIDE.NATIONALIST if p < REP_SC else SIDE.REPUBLICAN
    return SIDE.NATIONALIST if p < REP_AIR else SIDE.REPUBLICAN


@jit
def is_ground(p):
    """True for a ground unit (ruling R-03)."""
    return p < N_GROUND


@jit
def is_column(p):
    """True for a supply column."""
    return NAT_SC <= p < NAT_AIR


@jit
def is_air(p):
    """True for an air unit."""
    return NAT_AIR <= p < TRENCH


@jit
def is_hq(t, p):
    """True for an HQ of any level."""
    return t.kind[p] == KIND.HQ_DIVISION or t.kind[p] == KIND.HQ_CORPS


@jit
def put_unit(s, t, u, c):
    """Put ground unit ``u`` on cell ``c``; its supply flag decides whether it exerts a ZoC there."""
    s.piece_hex[u] = c
    s.piece_place[u] = PLACE.MAP
    before = NOWHERE
    after = int(s.cell_first[c])
    while after != NOWHERE and after < u:
        before = after
        after = int(s.unit_next[after])
    s.unit_next[u] = after
    if before == NOWHERE:
        s.cell_first[c] = u
    else:
        s.unit_next[before] = u
    s.cell_side[c] = side_of(u)
    put(s.unit_rows[side_of(u)], COLUMNS, c, True)
    s.cell_ground[c] += 1
    s.cell_combat[c] += t.is_combat[u]
    s.cell_sp[c] += t.sp[u]
    if exerts_zoc(s, t, u):
        add_zoc(s, t, side_of(u), c, 1)


@jit
def lift_unit(s, t, u):
    """Take ground unit ``u`` off its cell, to put it elsewhere or remove it."""
    c = int(s.piece_hex[u])
    if exerts_zoc(s, t, u):
        add_zoc(s, t, side_of(u), c, -1)
    if s.cell_first[c] == u:
        s.cell_first[c] = s.unit_next[u]
    else:
        before = int(s.cell_first[c])
        while s.unit_next[before] != u:
            before = int(s.unit_next[before])
        s.unit_next[before] = s.unit_next[u]
    s.unit_next[u] = NOWHERE
    s.piece_hex[u] = NOWHERE
    s.cell_ground[c] -= 1
    s.cell_combat[c] -= t.is_combat[u]
    s.cell_sp[c] -= t.sp[u]
    if s.cell_ground[c] == 0:
        s.cell_side[c] = SIDE.NOBODY
        put(s.unit_rows[side_of(u)], COLUMNS, c, False)


@jit
def put_column(s, p, c):
    """Put supply column ``p`` on cell ``c``."""
    s.piece_hex[p] = c
    s.piece_place[p] = PLACE.MAP
    s.cell_sc[c] = p


@jit
def lose_sight(s, t, p):
    """If the enemy sees ``p``, it loses sight of it and keeps its last known state (rulings R-56, R-64)."""
    if not s.piece_seen[p]:
        return
    s.piece_seen[p] = 0
    if t.fog == 0:
        return
    s.seen_hex[p] = s.piece_hex[p]
    s.seen_turn[p] = s.turn
    if not is_ground(p):
        return
    s.seen_steps[p] = s.unit_steps[p]
    s.seen_dsg[p] = s.unit_dsg[p]


@jit
def _forget(s, p):
    """Erase the last known state of ``p``, which leaves the map."""
    s.piece_seen[p] = 0
    s.seen_hex[p] = NOWHERE
    s.seen_turn[p] = 0


@jit
def remove_column(s, w, p, cause):
    """Take a supply column off the map: used, or overrun (9.3).  The counter may return later (ruling R-33)."""
    c = int(s.piece_hex[p])
    emit(w, EV.ELIMINATED, p, c, cause)
    s.cell_sc[c] = NOWHERE
    s.piece_hex[p] = NOWHERE
    s.piece_place[p] = PLACE.ELIMINATED
    s.piece_mp[p] = 0
    s.piece_began_zoc[p] = 0
    s.sc_moved[p] = 0
    _forget(s, p)
    s.piece_role[p] = 0


@jit
def overrun_column(s, w, side, c):
    """Eliminate the enemy supply column in ``c``, if any, when a unit of ``side`` enters (9.3)."""
    p = int(s.cell_sc[c])
    if p != NOWHERE and side_of(p) != side:
        remove_column(s, w, p, CAUSE.OVERRUN)


@jit
def take_off(s, t, u, place):
    """Move ground unit ``u`` out of play to ``place`` and clear all its fields."""
    lift_unit(s, t, u)
    s.piece_place[u] = place
    s.unit_steps[u] = 0
    s.unit_dsg[u] = 0
    s.unit_supplied[u] = 0
    s.unit_attacked[u] = 0
    s.piece_used[u] = 0
    s.seen_steps[u] = 0
    s.seen_dsg[u] = 0
    _forget(s, u)
    s.piece_mp[u] = 0
    s.piece_began_zoc[u] = 0


@rule_kernel(numbers=2)
def eliminate(s, t, w, u, cause):
    """Eliminate ground unit ``u``; if its hex thereby loses its last combat unit, see ``remove_unescorted``."""
    c = int(s.piece_hex[u])
    emit(w, EV.ELIMINATED, u, c, cause)
    take_off(s, t, u, PLACE.ELIMINATED)
    remove_unescorted(s, t, w, c)


@jit
def remove_unescorted(s, t, w, c):
    """After a loss or retreat from ``c``: without combat units its HQs (9.2, R-34) and its trench (10.7) are removed.

    The trench is removed here in the English edition, whatever the cause (10.7, rulings R-44, R-60); the Italian
    edition removes it when a Nationalist enters.
    """
    if s.cell_combat[c] > 0:
        return
    while s.cell_first[c] != NOWHERE:
        u = int(s.cell_first[c])
        emit(w, EV.ELIMINATED, u, c, CAUSE.NO_ESCORT)
        take_off(s, t, u, PLACE.ELIMINATED)
    if t.edition == EDITION.EN:
        remove_trench(s, w, c)


@jit
def remove_trench(s, w, c):
    """Take the trench off cell ``c``, if there is one (10.7)."""
    if s.cell_trench[c]:
        emit(w, EV.TRENCH_REMOVED, c)
        s.cell_trench[c] = 0
        for p in range(TRENCH, N_PIECES):
            if s.piece_hex[p] == c:
                s.piece_hex[p] = NOWHERE
                s.piece_place[p] = PLACE.ELIMINATED


@jit
def has_kind(s, t, c, u):
    """True if ``u`` is an HQ or armour unit and another one of the same class is in ``c`` (5)."""
    hq = is_hq(t, u)
    if not hq and t.kind[u] != KIND.ARMOUR:
        return False
    other = int(s.cell_first[c])
    while other != NOWHERE:
        if other != u and (is_hq(t, other) if hq else t.kind[other] == KIND.ARMOUR):
            return True
        other = int(s.unit_next[other])
    return False


@jit
def rebuild(s, t):
    """Recompute every derived field from places, cells and supply flags."""
    for c in range(CELLS):
        s.cell_first[c] = NOWHERE
        s.cell_sc[c] = NOWHERE
        s.cell_side[c] = SIDE.NOBODY
        s.cell_ground[c] = 0
        s.cell_combat[c] = 0
        s.cell_sp[c] = 0
        s.zoc[0, c] = 0
        s.zoc[1, c] = 0
    for r in range(BOARD_ROWS):
        for side in range(2):
            s.unit_rows[side, r] = 0
            s.zoc_rows[side, r] = 0
    for u in range(N_GROUND):
        s.unit_next[u] = NOWHERE
        if s.piece_place[u] == PLACE.MAP:
            put_unit(s, t, u, int(s.piece_hex[u]))
    for p in range(NAT_SC, NAT_AIR):
        if s.piece_place[p] == PLACE.MAP:
            put_column(s, p, int(s.piece_hex[p]))
