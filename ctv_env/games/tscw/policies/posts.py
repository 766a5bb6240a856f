"""The worth of a unit in a cell: a sum of a few terms, with all other units where they are."""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import NOBODY_PIECE, OFF, PLACE, SIDE
from ctv_env.games.tscw.policies.plan import PLAIN
from ctv_env.games.tscw.policies.seats import seat
from ctv_env.games.tscw.rules.pieces import (
    attack_of,
    controls,
    defence_of,
    in_full_zoc,
    is_combat_unit,
    is_hq,
    occupies,
)
from ctv_env.games.tscw.rules.r15_strength import side_to
from ctv_env.games.tscw.rules.support import side_of

# Weights by seat: Nationalists and Republicans in the north alone, then in all of Spain.
MASS = (5, 4, 5, 4)  # odds up to which more attackers next to an enemy are useful
ATTACK_WEIGHT = (2, 1, 4, 1)  # of a unit's share of an attack's worth
BULK = (3, 8, 1, 4)  # worth of an attack for each of the enemy's defence factors
MARCH_WEIGHT = (7, 2, 4, 5)  # of each movement factor of the distance to a goal
CAPTURE = (2, 7, 2, 2)  # of the goal of an enemy cell that is entered
TAKEN = (4, 3, 4, 4)  # worth of any cell that is taken
HOLD_ODDS = (1, 1, 3, 2)  # ratio of threat to defence at which a cell is well held
HOLD_WEIGHT = (0, 1, 1, 3)  # of a unit's share of the defence
GARRISON = (2, 3, 2, 2)  # of a goal that no other unit holds
COVER = (1, 16, 3, 6)  # worth of a threatened own cell that only this unit covers
CUT_OFF = (39, 25, 25, 25)  # penalty of a cell outside towns that is almost enclosed
WING = (6, 7, 5, 5)  # worth of attacking from one cell more
HQ_SUPPORT = (5, 3, 3, 3)  # worth of each own factor that an HQ can support, in tenths of that at a plain cell

TENTHS = 10
WAYS_OUT = 1  # open neighbours of a cell that is almost enclosed
HQ_ALONE = 120  # penalty of an HQ that an enemy can overrun
HQ_FORWARD = 20  # penalty of an HQ in the front line
SAFE = 4  # hexes from the enemy at which an HQ may be alone


@jit
def value_of(s, t, w, p, c):
    """Worth of ground unit ``p`` in cell ``c``; ``survey`` must have been called."""
    if is_hq(t, p):
        return _hq_value(s, t, w, p, c)
    side = side_of(t, p)
    value = _attack_value(s, t, w, p, c, side) + _defence_value(s, t, w, p, c, side)
    value += _capture_value(s, t, w, c, side) + _cover_value(s, t, w, p, c, side)
    return value - MARCH_WEIGHT[seat(t, side)] * int(w.march[c]) - _cut_off(s, t, c, side)


@jit
def _others_in(s, t, p, c):
    """Combat units in a cell without ``p``."""
    return int(s.stack_units[c]) - (1 if s.piece_cell[p] == c else 0)


@jit
def _attack_value(s, t, w, p, c, side):
    """Its share of the best attack that it can join from there."""
    attack, here = attack_of(s, t, p), int(s.piece_cell[p])
    best = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n == OFF or w.foe_defence[n] == 0:
            continue
        need = MASS[seat(t, side)] * int(w.foe_defence[n])
        force = int(w.force[n]) - (attack if here != OFF and side_to(t, here, n) >= 0 else 0)
        useful = min(attack, max(need - force, 0))
        worth = int(w.worth[n]) + BULK[seat(t, side)] * int(w.foe_defence[n])
        best = max(best, ATTACK_WEIGHT[seat(t, side)] * worth * useful // need)
    if best > 0 and not (occupies(s, t, side, c) and _others_in(s, t, p, c) > 0):
        best += WING[seat(t, side)]
    return best


@jit
def _defence_value(s, t, w, p, c, side):
    """Its share of the defence of the cell, and the goal that only it holds."""
    if w.threat[c] == 0:
        return 0
    defence = defence_of(s, t, p)
    here = s.piece_cell[p] == c
    held = int(w.held[c]) - (defence if here else 0)
    need = max(int(w.threat[c]) // HOLD_ODDS[seat(t, side)], 1)
    value = HOLD_WEIGHT[seat(t, side)] * int(w.worth[c]) * min(defence, max(need - held, 0)) // need
    if held <= 0:
        value += GARRISON[seat(t, side)] * int(w.goal[c])
    return value


@jit
def _capture_value(s, t, w, c, side):
    return 0 if controls(s, t, side, c) else TAKEN[seat(t, side)] + CAPTURE[seat(t, side)] * int(w.goal[c])


@jit
def _cover_value(s, t, w, p, c, side):
    """Own threatened cells beside ``c`` that no other unit holds or has in its ZOC."""
    here = int(s.piece_cell[p])
    total = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n == OFF or w.threat[n] == 0 or not controls(s, t, side, n) or occupies(s, t, side, n):
            continue
        if _covered_by_others(s, t, side, n, here):
            continue
        total += COVER[seat(t, side)] * (1 + int(w.goal[n]) // 10)
    return total


@jit
def _covered_by_others(s, t, side, n, here):
    """True if units in another cell than ``here``, or beside the one that moves, have ``n`` in their ZOC."""
    for d in range(N_DIRECTIONS):
        m = int(t.nbr[n, d])
        if m != OFF and occupies(s, t, side, m) and s.stack_units[m] > (1 if m == here else 0):
            return True
    return False


@jit
def _cut_off(s, t, c, side):
    """Penalty of a cell without a town that is almost enclosed by enemies, their ZOC and the sea (9.3)."""
    if t.place[c] != PLACE.NONE:
        return 0
    ways = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n != OFF and not occupies(s, t, 1 - side, n):
            ways += 1 if occupies(s, t, side, n) or not in_full_zoc(s, t, 1 - side, n) else 0
    return CUT_OFF[seat(t, side)] if ways <= WAYS_OUT else 0


@jit
def _hq_value(s, t, w, p, c):
    """Worth of an HQ: the fights that it can support, and its safety."""
    side = side_of(t, p)
    total = 0
    for d in range(N_DIRECTIONS + 1):
        n = int(t.nbr[c, d]) if d < N_DIRECTIONS else c
        if n != OFF and occupies(s, t, side, n) and w.near[n] <= 2:
            total += HQ_SUPPORT[seat(t, side)] * _factors_in(s, t, side, n) * int(w.worth[n]) // (TENTHS * PLAIN)
    escorted = occupies(s, t, side, c) and s.stack_units[c] > 0
    if not escorted and w.near[c] <= SAFE:
        total -= HQ_ALONE
    elif w.near[c] <= 1:
        total -= HQ_FORWARD
    return total - int(w.march[c])


@jit
def _factors_in(s, t, side, c):
    """Attack factors of the Nationalists in a cell, or defence factors of the Republicans."""
    total = 0
    q = int(s.cell_first[c])
    while q != NOBODY_PIECE:
        if is_combat_unit(t, q):
            total += attack_of(s, t, q) if side == SIDE.NATIONALIST else defence_of(s, t, q)
        q = int(s.piece_next[q])
    return total
