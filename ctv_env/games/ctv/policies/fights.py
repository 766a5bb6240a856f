"""TARGET and ATTACKERS: which enemy hex to attack, and with which units, from the odds and the combat table."""

from ctv_env.core.dice import FACES
from ctv_env.core.hexgrid import N_DIRECTIONS, hex_distance
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.actions import hex_action, piece_action
from ctv_env.games.ctv.model.codes import (
    BREAKTHROUGH,
    COLUMNS,
    DONE,
    END_AIR,
    FIRST_HEX,
    FIRST_PIECE,
    FIRST_ROW,
    N_CELLS,
    N_GROUND,
    NAT_AIR,
    NOWHERE,
    OFF,
    PLACE,
    SIDE,
    SIDE_SLOTS,
    WEATHER,
)
from ctv_env.games.ctv.model.staff_constants import STAFF, constant
from ctv_env.games.ctv.policies.enemy_estimate import TENTHS, estimate_enemy, has_foe
from ctv_env.games.ctv.policies.plan import attack_of
from ctv_env.games.ctv.rules.pieces import is_hq, side_of
from ctv_env.games.ctv.rules.r10_attack import can_attack
from ctv_env.games.ctv.rules.r10_combat import attack_strength, first_turn_shift, odds_column
from ctv_env.games.ctv.rules.r14_victory import hex_vp

STEP = 10  # worth of an enemy step
SIXTHS = 6


@jit
def choose_target(s, t, w):
    """Return the attack with the highest expected gain, DONE if none is worthwhile."""
    side = int(s.to_move)
    estimate_enemy(s, t, w, side)
    best = constant(t, w, STAFF.HURDLE + side)
    action = DONE
    for c in range(N_CELLS):
        if w.mask[FIRST_HEX + c]:
            gain = gain_of_attack(s, t, w, side, c)
            if gain > best:
                best = gain
                action = hex_action(c)
    return action


@jit
def prize_of(s, t, w, c):
    """Worth of driving the enemy out of ``c``."""
    return constant(t, w, STAFF.GROUND) + constant(t, w, STAFF.OBJECTIVE) * hex_vp(s, t, c)


@jit
def gain_of_attack(s, t, w, side, c):
    """Expected gain of an attack on ``c`` with all that could join, and likely support."""
    defence = max(int(w.foe_defence[c]), TENTHS // 2)
    attack = joint_attack(s, t, side, c)
    drm = _likely_drm(s, t, side, c)
    shift = _shift(s, t, c)
    prize = prize_of(s, t, w, c)
    plain = expected_gain(t, w, odds_column(t, attack, defence) + shift, drm, side, prize)
    shaken = expected_gain(t, w, odds_column(t, attack, max(defence // 2, 1)) + shift, drm, side, prize)
    chance = hit_sixths(t, _likely_points(s, t, w, side, c))
    return (chance * shaken + (SIXTHS - chance) * plain) // SIXTHS


@jit
def joint_attack(s, t, side, c):
    """Attack factors, in tenths, that can attack ``c``: from each hex at most the stacking limit of ``c`` (10.1)."""
    total = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        room = int(t.stack_limit[c])
        u = int(s.cell_first[n]) if s.cell_side[n] == side else NOWHERE
        while u != NOWHERE:
            if can_attack(s, t, u) and t.sp[u] <= room:
                total += attack_of(s, t, u)
                room -= int(t.sp[u])
            u = int(s.unit_next[u])
    return total


@jit
def _shift(s, t, c):
    """Column shift of the first turn if ``c`` were the target (4.4)."""
    target = int(s.target)
    s.target = c
    shift = first_turn_shift(s, t)
    s.target = target
    return shift


@jit
def _likely_drm(s, t, side, c):
    """Die modifiers to expect: a trench, a concentric attack (10.2.1, 10.7)."""
    held = 0
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n != OFF and not has_foe(s, side, n) and (s.cell_side[n] == side or s.zoc[side, n] > 0):
            held += 1
    drm = int(t.concentric_drm) if held >= t.concentric_hexes else 0
    return drm + (int(t.trench_drm) if s.cell_trench[c] else 0)


@jit
def _likely_points(s, t, w, side, c):
    """Bombardment points to expect: unused HQs in range and a share of the air units (9.4.2)."""
    total = 0
    for u in range(side * SIDE_SLOTS, (side + 1) * SIDE_SLOTS):
        if s.piece_place[u] == PLACE.MAP and is_hq(t, u) and not s.piece_used[u] and s.unit_supplied[u]:
            if hex_distance(COLUMNS, FIRST_ROW, int(s.piece_hex[u]), c) <= t.hq_range:
                total += int(t.pb[u])
    ready = 0
    if s.weather == WEATHER.FAIR:
        for p in range(NAT_AIR, END_AIR):
            if side_of(p) == side and s.piece_place[p] == PLACE.AIR_READY:
                ready += 1
    return total + min(ready, constant(t, w, STAFF.AIR_SHARE))


@jit
def hit_sixths(t, net):
    """Number of faces, of six, with which ``net`` points disorganise the enemy (9.4.2)."""
    if net <= 0:
        return 0
    return max(FACES + 1 - int(t.bombard_from[min(net, t.bombard_from.shape[0] - 1)]), 0)


@jit
def expected_gain(t, w, column, drm, side, prize):
    """Mean gain over the die of an attack by ``side`` at ``column`` of the combat table; a step counts ``STEP``."""
    last = t.odds_att.shape[0] - 1
    if column < 0:
        drm += int(t.beyond_drm[0])
    elif column > last:
        drm += int(t.beyond_drm[1])
    column = min(max(column, 0), last)
    rout, own_step = constant(t, w, STAFF.ROUT), constant(t, w, STAFF.OWN_STEP + side)
    total = 0
    for die in range(1, FACES + 1):
        modified = min(max(die + drm, 0), t.crt_att.shape[1] - 1)
        lost = int(t.crt_def[column, modified])
        if lost == BREAKTHROUGH:
            total += rout + prize
        elif lost > 0:
            total += STEP * lost + (prize * (2 + lost) // 6 if side == SIDE.NATIONALIST else prize * lost // 4)
        total -= own_step * int(t.crt_att[column, modified])
    return total // FACES


@jit
def choose_attacker(s, t, w):
    """Return the strongest unit that may still join, DONE once the odds are sufficient."""
    side = int(s.to_move)
    estimate_enemy(s, t, w, side)
    target = int(s.target)
    if w.mask[DONE] and column_named(s, t, w, target) >= constant(t, w, STAFF.CERTAIN):
        return DONE
    action = DONE
    best = -1
    for u in range(N_GROUND):
        if w.mask[FIRST_PIECE + u] and attack_of(s, t, u) > best:
            best = attack_of(s, t, u)
            action = piece_action(u)
    return action


@jit
def column_named(s, t, w, target):
    """Column of the combat table for the attackers named so far against the estimated defence."""
    n_event = int(w.n_event)
    attack = attack_strength(s, t, w)
    w.n_event = n_event  # drop the events of this calculation
    return odds_column(t, TENTHS * attack, max(int(w.foe_defence[target]), 1)) + first_turn_shift(s, t)
