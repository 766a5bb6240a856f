"""The worth of a piece in a hex: a sum of a few terms for each kind of piece."""

from ctv_env.core.hexgrid import N_DIRECTIONS, hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import COLUMNS, END_SC, FIRST_ROW, NAT_SC, NATION, OFF, PLACE, ROWS, SIDE, SIDE_SLOTS
from ctv_env.games.ctv.model.staff_constants import STAFF, constant
from ctv_env.games.ctv.policies.enemy_estimate import TENTHS, has_foe
from ctv_env.games.ctv.policies.plan import FAR_MARCH, attack_of, defence_of, friendly_zoc
from ctv_env.games.ctv.rules.pieces import is_column, is_hq, side_of
from ctv_env.games.ctv.rules.r10_attack import is_beside
from ctv_env.games.ctv.rules.r13_basque_surrender import is_basque_brigade
from ctv_env.games.ctv.rules.r14_victory import hex_vp

CROWDED = 500  # penalty that rules out overstacking
PLAIN_WORTH = 20  # of a front hex


@jit
def value_of(s, t, w, p, c):
    """Worth of piece ``p`` in cell ``c``, with all others where they are; ``survey`` must have been called."""
    if is_column(p):
        return _column_value(s, t, w, p, c)
    if is_hq(t, p):
        return _hq_value(s, t, w, p, c)
    value = _attack_value(s, t, w, p, c) if side_of(p) == SIDE.NATIONALIST else _defence_value(s, t, w, p, c)
    return value + _common_value(s, t, w, p, c)


@jit
def _common_value(s, t, w, u, c):
    """Terms for both sides: objectives, overstacking, holes in the line, being cut off."""
    side = side_of(u)
    total = 0
    if s.cell_control[c] != side:
        total += constant(t, w, STAFF.CAPTURE) * hex_vp(s, t, c)
    room = int(t.stack_limit[c]) - int(s.cell_sp[c]) - (0 if c == s.piece_hex[u] else int(t.sp[u]))
    if room < 0:
        total -= CROWDED
    return total + _cover_value(s, t, w, u, c) - _cut_off(s, t, w, u, c)


@jit
def _cut_off(s, t, w, u, c):
    """Penalty of a hex almost enclosed by enemies, their ZoC and the sea (6.2.1, 10.5.1)."""
    side = side_of(u)
    ways = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n != OFF and not has_foe(s, side, n) and (s.zoc[1 - side, n] == 0 or s.cell_side[n] == side):
            ways += 1
    return constant(t, w, STAFF.CUT_OFF + side) if ways <= constant(t, w, STAFF.WAYS_OUT + side) else 0


@jit
def _cover_value(s, t, w, u, c):
    """Own hexes within the enemy's reach that only ``u`` in ``c`` would hold or have in its ZoC."""
    side = side_of(u)
    here = int(s.piece_hex[u])
    weight = constant(t, w, STAFF.COVER_WEIGHT + side)
    total = 0
    for d in range(N_DIRECTIONS + 1):
        n = int(t.nbr[c, d]) if d < N_DIRECTIONS else c
        if s.cell_control[n] != side or w.threat[n] == 0 or s.zoc[1 - side, n] == 0:
            continue
        others = friendly_zoc(s, t, side, u, here, n) + int(s.cell_combat[n]) - (1 if n == here else 0)
        if others <= 0:
            total += weight * int(w.worth[n]) // (TENTHS * PLAIN_WORTH)
    return total


@jit
def _attack_value(s, t, w, u, c):
    """Terms for the Nationalist: distance to objectives, and strength missing for attacks."""
    attack = attack_of(s, t, u)
    here = int(s.piece_hex[u])
    mass, weight = constant(t, w, STAFF.MASS), constant(t, w, STAFF.ATTACK_WEIGHT)
    best = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if not has_foe(s, SIDE.NATIONALIST, n):
            continue
        need = max(mass * int(w.foe_defence[n]) // TENTHS, 1)
        force = int(w.force[n]) - (attack if is_beside(t, here, n) else 0)
        useful = min(attack, max(need - force, 0))
        best = max(best, weight * int(w.worth[n]) * useful // (TENTHS * need))
    if best > 0 and int(s.cell_combat[c]) - (1 if c == here else 0) == 0:
        best += constant(t, w, STAFF.WING)
    return best - constant(t, w, STAFF.MARCH_WEIGHT) * int(w.march[c]) // (4 * TENTHS)


@jit
def _defence_value(s, t, w, u, c):
    """Terms for the Republican: threatened strong points, garrisons, reserves close behind the line."""
    defence = defence_of(s, t, u, c)
    threat = int(w.threat[c])
    held = int(w.hold[c]) - (defence if c == s.piece_hex[u] else 0)
    alone = int(s.cell_combat[c]) - (1 if c == s.piece_hex[u] else 0) == 0
    vp = hex_vp(s, t, c) if s.cell_control[c] == SIDE.REPUBLICAN else 0
    total = -max(int(w.near[c]) - constant(t, w, STAFF.REAR_HEXES), 0) * constant(t, w, STAFF.REAR_WEIGHT)
    if threat > 0:
        need = max(TENTHS * threat // constant(t, w, STAFF.HOLD_ODDS), 1)
        share = int(w.worth[c]) * min(defence, max(need - held, 0))
        total += constant(t, w, STAFF.HOLD_WEIGHT) * share // (TENTHS * need)
    if vp > 0 and alone:
        total += constant(t, w, STAFF.GARRISON) * vp
    if is_basque_brigade(s, t, u) and t.basque_zone[c] and not _other_basques(s, t, u):
        total += constant(t, w, STAFF.BASQUE_LAND)
    return total + _counterstroke(s, t, w, u, c)


@jit
def _counterstroke(s, t, w, u, c):
    """Worth of joining an attack that thereby reaches good odds."""
    attack = attack_of(s, t, u)
    best = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if has_foe(s, SIDE.REPUBLICAN, n):
            force = int(w.force[n]) + (0 if is_beside(t, int(s.piece_hex[u]), n) else attack)
            if TENTHS * force >= constant(t, w, STAFF.GOOD_ODDS) * int(w.foe_defence[n]):
                capture = constant(t, w, STAFF.CAPTURE) * hex_vp(s, t, n)
                best = max(best, constant(t, w, STAFF.COUNTERSTROKE) + capture)
    return best


@jit
def _other_basques(s, t, u):
    """True if another Basque brigade in supply is near column 18 (13.2)."""
    for other in range(SIDE_SLOTS, 2 * SIDE_SLOTS):
        if other != u and t.nation[other] == NATION.BASQUE and is_basque_brigade(s, t, other):
            if s.unit_supplied[other] and t.basque_zone[int(s.piece_hex[other])]:
                return True
    return False


@jit
def _fronts_in_range(s, t, w, side, c):
    """Worth of the fights that an HQ in ``c`` could support (9.2): where own units and enemies are adjacent."""
    reach = int(t.hq_range)
    row = c // COLUMNS
    column = c % COLUMNS
    total = 0
    for r in range(max(row - reach, 0), min(row + reach + 1, ROWS)):
        for k in range(max(column - reach, 0), min(column + reach + 1, COLUMNS)):
            n = r * COLUMNS + k
            fight = w.force[n] > 0 if side == SIDE.NATIONALIST else s.cell_side[n] == side and w.near[n] == 1
            if fight and hex_distance(COLUMNS, FIRST_ROW, c, n) <= reach:
                total += int(w.worth[n])
    return total


@jit
def _exposure(s, t, w, c):
    """Penalty of a hex within the enemy's reach, lower with own combat units."""
    if s.cell_combat[c] > 0:
        return 0 if w.near[c] > 1 else constant(t, w, STAFF.FORWARD)
    return constant(t, w, STAFF.EXPOSED) if w.near[c] <= constant(t, w, STAFF.REACH_HEXES) else 0


@jit
def _hq_value(s, t, w, p, c):
    """Worth of an HQ: fights in range and combat units around it."""
    side = side_of(p)
    total = constant(t, w, STAFF.RANGE_WEIGHT) * _fronts_in_range(s, t, w, side, c) // (TENTHS * PLAIN_WORTH)
    total += constant(t, w, STAFF.SHELLS) * _columns_beside(s, t, side, c) - _exposure(s, t, w, c)
    if side == SIDE.NATIONALIST:
        return total - constant(t, w, STAFF.HQ_MARCH) * int(w.march[c]) // 20
    return total - constant(t, w, STAFF.HQ_NEAR) * int(w.near[c])


@jit
def _columns_beside(s, t, side, c):
    """Supply columns of ``side`` that an HQ in ``c`` could use this turn (9.3.1, 9.3.2)."""
    n = 0
    for p in range(NAT_SC, END_SC):
        if side_of(p) == side and s.piece_place[p] == PLACE.MAP and not s.sc_moved[p]:
            if hex_distance(COLUMNS, FIRST_ROW, int(s.piece_hex[p]), c) <= t.sc_range:
                n += 1
    return n


@jit
def _column_value(s, t, w, p, c):
    """Worth of a supply column: next to an HQ (9.3.1), preferably one with fights in range."""
    side = side_of(p)
    best = -FAR_MARCH
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_place[u] == PLACE.MAP and is_hq(t, u):
            hexes = hex_distance(COLUMNS, FIRST_ROW, int(s.piece_hex[u]), c)
            work = min(
                _fronts_in_range(s, t, w, side, int(s.piece_hex[u])) // PLAIN_WORTH, constant(t, w, STAFF.COLUMN_WORK)
            )
            best = max(best, work - constant(t, w, STAFF.COLUMN_TETHER) * max(hexes - int(t.sc_range), 0))
    guarded = s.zoc[side, c] > 0 and w.near[c] > 1  # own ZoC stops units that could overrun it (7.2)
    return best if guarded else best - _exposure(s, t, w, c)
