"""Chapter 9.2: removing losses from the map, and reducing units: change in cadres.

Every loss is a removal that counts CF towards disruption (9.2.3) and PSP towards the sums of the phase (ruling A-94).
"""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import ASSET, CITY, DISRUPTED, FLAGS, NO_UNIT, NOWHERE, SIDE, SIZE
from ctv_env.games.arriba.model.events import CAUSE, EV, emit
from ctv_env.games.arriba.rules.pieces import (
    cf_of,
    change_unit,
    draw_counter,
    is_division,
    kind_of,
    put_ap,
    return_counter,
    settle,
    size_of,
    take_unit,
)
from ctv_env.games.arriba.rules.r09_battle import armour_of, artillery_of, place_of, units_of


@jit
def lose_unit(s, t, w, side, c):
    """Reduce or destroy a unit of the battle; return the CF that this counts (9.2, ruling A-83).

    AP whose last unit is destroyed in defence are lost with it, and count too (ruling A-73).
    """
    into = reduced(s, t, c)
    if into == NO_UNIT:
        cf = _destroy(s, t, w, side, c)
        if side != s.attacker and units_of(s, side) == 0:
            cf += _destroy_all_ap(s, t, w, side)
    else:
        cf = int(t.pair_cf_lost[c // FLAGS])
        return_counter(s, t, c)
        draw_counter(s, t, into)
        change_unit(s, side, int(s.battle_area), place_of(s, side), c, into)
        _count_loss(s, t, w, side, c, into, cf)
    settle(s, side, int(s.battle_area))
    return cf


@jit
def _destroy(s, t, w, side, c):
    """Destroy a unit of the battle; return its CF; call ``settle`` afterwards."""
    return_counter(s, t, c)
    take_unit(s, side, int(s.battle_area), place_of(s, side), c)
    _count_loss(s, t, w, side, c, NO_UNIT, cf_of(t, c))
    return cf_of(t, c)


@jit
def reduced(s, t, c):
    """Class to which a loss reduces ``c``, NO_UNIT if the unit is destroyed (9.2, ruling A-84).

    A brigade comes from the pool and has no improved cadre; a remnant is the back of its division (A-48, A-176).
    """
    pair = int(t.pair_reduced[c // FLAGS])
    if pair == NOWHERE:
        return NO_UNIT
    if size_of(t, c) == SIZE.TWO_STEP:
        return pair * FLAGS + c % FLAGS
    if s.counters_free[pair] == 0:
        return NO_UNIT
    return pair * FLAGS + (c & DISRUPTED)


@jit
def _count_loss(s, t, w, side, c, into, cf):
    """CF for replacement, PSP for divisions reduced or destroyed (6.1.1, A-38, A-94)."""
    emit(w, EV.UNIT_LOST, side, int(s.battle_area), c, into, cf)
    if t.replaced[kind_of(t, c)] == 1:
        s.lost_cf[side] += cf
    if is_division(t, c):
        s.sum_ps[side] += t.own_division_ps
        s.sum_ps[1 - side] += t.enemy_division_ps


@jit
def lose_ap(s, t, w, side, ap):
    """Destroy an armour or artillery AP of the battle; return the CF that this counts, 1."""
    _destroy_ap(s, t, w, side, ap)
    settle(s, side, int(s.battle_area))
    return 1


@jit
def _destroy_ap(s, t, w, side, ap):
    """Destroy an armour or artillery AP of the battle; call ``settle`` afterwards."""
    put_ap(s, side, int(s.battle_area), place_of(s, side), ap, -1)
    _count_ap(s, t, w, side, ap)


@jit
def lose_air(s, t, w, side):
    """Destroy an air AP used in the battle, on a natural six (9.1.6, A-174)."""
    s.air_used[side] -= 1
    _count_ap(s, t, w, side, ASSET.AIR)


@jit
def _count_ap(s, t, w, side, ap):
    """Log the loss of the AP, make it available to buy again, and count its PSP (ruling A-94)."""
    emit(w, EV.AP_LOST, side, ap, int(s.battle_area))
    s.ap_free[side, ap] += 1
    s.sum_ps[side] += t.own_ap_ps
    s.sum_ps[1 - side] += t.enemy_ap_ps


@jit
def can_lose_fort(s, side):
    """True if the battlegroup is in the city, in a fort of its side (15.3, rulings A-140, A-182)."""
    return place_of(s, side) == CITY and units_of(s, side) > 0 and s.fort[s.battle_area] == side


@jit
def lose_fort(s, w, side):
    """Give up the fort; return the CF that this counts, 1 (15.3, A-175)."""
    s.fort[s.battle_area] = SIDE.NOBODY
    s.forts_free += 1
    emit(w, EV.FORT_REMOVED, side, int(s.battle_area), CAUSE.BATTLE)
    return 1


@jit
def wipe_out(s, t, w, side):
    """Destroy all units and ground AP of a battlegroup, without cadres (9.2 E, ruling A-88); return the CF."""
    cf = 0
    while units_of(s, side) > 0:
        cf += _destroy(s, t, w, side, int(s.bg_unit[side, s.battle_area, place_of(s, side), 0]))
    cf += _destroy_all_ap(s, t, w, side)
    settle(s, side, int(s.battle_area))
    return cf


@jit
def _destroy_all_ap(s, t, w, side):
    """Destroy the ground AP of a battlegroup; return their number; call ``settle`` afterwards."""
    n = 0
    while armour_of(s, side) > 0:
        _destroy_ap(s, t, w, side, ASSET.ARMOUR)
        n += 1
    while artillery_of(s, side) > 0:
        _destroy_ap(s, t, w, side, ASSET.ARTILLERY)
        n += 1
    return n
