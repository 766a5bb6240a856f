"""Chapter 4: set-up.  Legal actions never lead to a dead end: see ``why_not_cover``."""

import numpy as np

from ctv_env.core.hexgrid import hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import (
    COLUMNS,
    END_AIR,
    FIRST_ROW,
    KIND,
    N_GROUND,
    N_PIECES,
    NAT_AIR,
    NATION,
    NOWHERE,
    OFF,
    PLACE,
    SETUP,
    SIDE,
    SIDE_SLOTS,
    STAGE,
    TERRAIN,
    TRENCH,
)
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import is_column, is_hq, put_column, put_unit, rebuild, side_of
from ctv_env.games.ctv.rules.r05_stacking import keeps_the_limit
from ctv_env.games.ctv.rules.r06_supply import supplied_on_entry

_REPUBLICAN_ORDER, _NATIONALIST_ORDER, _RESERVE_ORDER = 0, 1, 2  # rows of tables.order


@jit
def clear(s, t):
    """Prepare the empty board before set-up: no pieces, initial control, markers in their first boxes."""
    for p in range(N_PIECES):
        s.piece_hex[p] = NOWHERE
        s.seen_hex[p] = NOWHERE
        s.piece_place[p] = PLACE.UNUSED if t.kind[p] == KIND.NONE else PLACE.WAITING
    for u in range(N_GROUND):
        s.unit_from[u] = NOWHERE
    for c in range(OFF + 1):
        s.cell_control[c] = t.start_control[c]
    s.target = NOWHERE
    s.piece = NOWHERE
    s.retreat_hex = NOWHERE
    s.judged_hex = NOWHERE
    s.factory = 1
    s.winner = SIDE.NOBODY
    rebuild(s, t)


@jit
def deploy(s, t):
    """Set up the fixed historical deployment (ruling R-55); armour that it omits is not received (rule 4.3)."""
    for p in range(N_PIECES):
        c = int(t.start_hex[p])
        if c == NOWHERE:
            if t.armour_from[p] > 0:
                s.piece_place[p] = PLACE.WITHDRAWN
        elif p < TRENCH:
            _stand(s, t, p, c)
        else:
            dig(s, p, c)


@jit
def _stand(s, t, p, c):
    if is_column(p):
        put_column(s, p, c)
        return
    s.unit_steps[p] = t.start_steps[p]
    s.unit_supplied[p] = 1  # all units start in supply (ruling R-16)
    put_unit(s, t, p, c)


@jit
def dig(s, p, c):
    """Place trench ``p`` on ``c`` (rule 4.2)."""
    s.cell_trench[c] = 1
    s.piece_hex[p] = c
    s.piece_place[p] = PLACE.MAP


@jit
def receive_air_units(s):
    """Put all air units into the boxes of available ones (rule 4.3.2)."""
    for p in range(NAT_AIR, END_AIR):
        if s.piece_place[p] == PLACE.WAITING:
            s.piece_place[p] = PLACE.AIR_READY


@jit
def judge_reserve(s, t, w, group, die):
    """Apply the die of a division in rule 4.1: 5 or 6 makes it a reserve that is set up last."""
    s.reserve[group] = 1 if die >= t.reserve_from else 0
    emit(w, EV.RESERVE_DIE, group, die, s.reserve[group])


@jit
def judge_armour(s, t, w, die):
    """Apply the die for the armour that the Nationalist receives (rule 4.3)."""
    s.armour_die = die
    emit(w, EV.ARMOUR_RECEIVED, die)
    for u in range(SIDE_SLOTS):
        if t.armour_from[u] > die:
            s.piece_place[u] = PLACE.WITHDRAWN


@jit
def order_row(s):
    """Row of ``tables.order`` for the current stage (ruling R-52)."""
    if s.stage == STAGE.SETUP_RESERVES:
        return _RESERVE_ORDER
    return _REPUBLICAN_ORDER if s.to_move == SIDE.REPUBLICAN else _NATIONALIST_ORDER


@jit
def is_to_be_placed(s, t, p):
    """True if ``p`` is set up in the current stage: reserve divisions wait for the last stage (rule 4.1)."""
    return s.piece_place[p] == PLACE.WAITING and (s.stage == STAGE.SETUP_RESERVES or not s.reserve[t.reserve_group[p]])


@jit
def next_to_place(s, t):
    """Return the next piece to set up in the current stage, NOWHERE if there is none; set ``s.cursor`` to it."""
    row = order_row(s)
    while t.order[row, s.cursor] != NOWHERE:
        p = int(t.order[row, s.cursor])
        if is_to_be_placed(s, t, p):
            return p
        s.cursor += 1
    return NOWHERE


@jit
def place(s, t, w, p, c):
    """Set up ``p`` in ``c`` (rules 4.2, 4.3, 4.3.1)."""
    emit(w, EV.PLACED, p, c)
    _stand(s, t, p, c)


@jit
def place_trench(s, w, p, c):
    """Set up trench ``p`` in ``c`` (rule 4.2)."""
    emit(w, EV.TRENCH_PLACED, c)
    dig(s, p, c)


@jit
def why_not_trench(s, c):
    """Reason why the Republican may not dig in ``c``: only with own units, one trench per hex (rule 4.2)."""
    if s.cell_side[c] != SIDE.REPUBLICAN:
        return WHY.NO_UNIT_THERE
    return WHY.TRENCH_THERE if s.cell_trench[c] else WHY.LEGAL


@jit
def why_not_place(s, t, w, p, c):
    """Reason why ``p`` may not be set up in ``c`` (ruling R-53), apart from the cover of the line.

    ``w.fed[side]`` must hold the current net of its side (``trace_net``).
    """
    side = side_of(p)
    if t.terrain[c] == TERRAIN.SEA:
        return WHY.SEA
    if s.cell_control[c] != side:
        return WHY.NOT_CONTROLLED
    zone = _why_not_zone(s, t, p, c)
    if zone != WHY.LEGAL:
        return zone
    if is_column(p):
        if s.cell_sc[c] != NOWHERE:
            return WHY.COLUMN_THERE
    elif not keeps_the_limit(s, t, p, c):
        return WHY.FULL
    return WHY.LEGAL if supplied_on_entry(s, t, w, p, side, c) else WHY.UNSUPPLIED_SETUP


@jit
def why_not_set_up(s, t, w, c):
    """Reason why the current piece may not be set up in ``c``, after ``trace_net_of_mover`` (R-53, R-54)."""
    reason = why_not_place(s, t, w, int(s.piece), c)
    return reason if reason != WHY.LEGAL else why_not_cover(s, t, int(s.piece), c)


@jit
def _why_not_zone(s, t, p, c):
    """Reason from the set-up zone of ``p``; reserve divisions may be set up anywhere (rule 4.3.1)."""
    rule = int(t.setup_rule[p])
    if s.stage == STAGE.SETUP_RESERVES:
        return WHY.LEGAL
    if rule == SETUP.FRONT and t.front_bit[SIDE.REPUBLICAN, c] < 0:
        return WHY.NOT_FRONT
    if rule == SETUP.BASQUE_ZONE and not t.basque_setup_zone[c] and _basques_outside(s, t) >= t.free_basques:
        return WHY.NOT_BASQUE_ZONE
    if rule == SETUP.CTV_ZONE and not t.ctv_zone[c]:
        return WHY.NOT_CTV_ZONE
    if rule == SETUP.NEAR_HQ and not is_near_hq(s, t, side_of(p), c):
        return WHY.NOT_NEAR_HQ
    return WHY.LEGAL


@jit
def _basques_outside(s, t):
    """Number of Basque brigades on the map outside their set-up zone (rule 4.2)."""
    n = 0
    for u in range(SIDE_SLOTS, N_GROUND):
        if s.piece_place[u] == PLACE.MAP and t.nation[u] == NATION.BASQUE and t.is_brigade[u]:
            n += 1 - int(t.basque_setup_zone[int(s.piece_hex[u])])
    return n


@jit
def is_near_hq(s, t, side, c):
    """True if an HQ of ``side`` on the map is at distance 0 or 1 of ``c`` (rules 4.2, 4.3; ruling R-33)."""
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_place[u] == PLACE.MAP and is_hq(t, u):
            if hex_distance(COLUMNS, FIRST_ROW, int(s.piece_hex[u]), c) <= t.sc_range:
                return True
    return False


# -- cover of the front line (ruling R-54) ----------------------------------------------------------------------


@jit
def uncovered(s, t, side):
    """Front hexes of ``side``, as bits, that none of its combat units occupies or has in its ZoC."""
    left = np.int64(0)
    for k in range(int(t.n_front[side])):
        left |= np.int64(1) << np.int64(k)
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_place[u] == PLACE.MAP and t.is_combat[u]:
            left &= ~t.cover[side, int(s.piece_hex[u])]
    return left


@jit
def _count_bits(bits):
    n = 0
    while bits != 0:
        bits &= bits - np.int64(1)
        n += 1
    return n


@jit
def units_for_cover(t, side, bits):
    """Number of units in a greedy cover of the front hexes ``bits`` of ``side``, each unit on a front hex."""
    n = 0
    while bits != 0:
        best = np.int64(0)
        most = 0
        for k in range(int(t.n_front[side])):
            new = t.cover[side, int(t.front_cell[side, k])] & bits
            count = _count_bits(new)
            if count > most:
                most = count
                best = new
        bits &= ~best
        n += 1
    return n


@jit
def still_to_come(s, t):
    """Number of units after the current one that may go on any front hex of their side; HQs came earlier (R-52)."""
    row = order_row(s)
    n = 0
    k = int(s.cursor) + 1
    while t.order[row, k] != NOWHERE:
        p = int(t.order[row, k])
        k += 1
        if is_to_be_placed(s, t, p):
            n += 1 if t.setup_rule[p] == SETUP.FRONT or t.setup_rule[p] == SETUP.ANYWHERE else 0
    return n


@jit
def why_not_cover(s, t, p, c):
    """LINE_UNCOVERED if, with ``p`` in ``c``, a greedy cover needs more units than remain.

    There is no dead end: if the greedy cover takes n units and n remain including this one, then placing this one on
    the first hex of the cover leaves n - 1 units for n - 1 hexes.  That hex has room, since a unit there would already
    cover it.
    """
    side = side_of(p)
    if s.stage == STAGE.SETUP_RESERVES or not t.is_combat[p]:
        return WHY.LEGAL
    left = uncovered(s, t, side) & ~t.cover[side, c]
    return WHY.LEGAL if units_for_cover(t, side, left) <= still_to_come(s, t) else WHY.LINE_UNCOVERED
