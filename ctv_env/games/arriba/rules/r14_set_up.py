"""Chapter 14: set-up, and the special conditions of the first turn; 15.6, the variable set-up."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    ASSET,
    CONTESTED,
    FLAGS,
    KIND,
    N_AP,
    N_AREAS,
    N_KINDS,
    N_PAIRS,
    N_PLACES,
    N_POWERS,
    N_REGIONS,
    NODE,
    NOWHERE,
    POOL,
    SIDE,
    SIZE,
)
from ctv_env.games.arriba.model.events import EV, emit
from ctv_env.games.arriba.rules.pieces import clear_places, draw_counter, put_unit, settle
from ctv_env.games.arriba.rules.support import ask

_LAST_FOR_GOVERNMENT = 3  # on a die that decides between the sides (ruling A-115)


@jit
def set_up(s, t):
    """Set levels, markers and brigades at the start (14.1); all regions are contested (14.2 f)."""
    clear_places(s)
    for pair in range(N_PAIRS):
        s.counters_free[pair] = t.counters[pair]
    s.improved_free = t.improved_limit
    s.forts_free = t.fort_limit
    for power in range(N_POWERS):
        s.power_at[power] = t.power_start[power]
    for region in range(N_REGIONS):
        s.control[region] = CONTESTED
    for side in range(2):
        s.ps[side] = t.start_ps[side]
        s.ep[side] = t.start_ep[side]
        s.air_ready[side] = t.start_air[side]  # ruling A-19
        for ap in range(N_AP):
            s.ap_free[side, ap] = t.ap_limit[ap]
        s.ap_free[side, ASSET.AIR] -= t.start_air[side]
    s.battle_area = NOWHERE
    s.att_bg = NOWHERE
    s.def_bg = NOWHERE
    s.frozen_area = NOWHERE
    s.command_left = NOWHERE
    for a in range(N_PLACES):
        _place_brigades(s, t, a)


@jit
def _place_brigades(s, t, a):
    """Place the brigades of an area unorganised, with the side named in the chart in the city (A-11, A-45).

    With option 15.6 those of the two armies wait for their dice.
    """
    for kind in range(N_KINDS):
        if t.variable_set_up and is_uncertain(t, a, kind):
            continue
        for _ in range(int(t.start_brigades[a, kind])):
            _add_brigade(s, t, a, kind)
    for side in range(2):
        if a < N_AREAS and t.start_city[a] == side:
            s.pool_in_city[side, a] = 1
        settle(s, side, a)


@jit
def _add_brigade(s, t, a, kind):
    c = int(t.pair_of[kind, SIZE.BRIGADE]) * FLAGS
    draw_counter(s, t, c)
    put_unit(s, int(t.kind_side[kind]), a, POOL, c)


# -- dice of the set-up (15.5, 15.6) ---------------------------------------------------------------------------


@jit
def begin_set_up(s, t, w):
    """Ask for the loyalty of the brigades (15.6), then the doctrines (15.5), with these options."""
    if t.variable_set_up:
        s.area = 0
        s.dice_left = brigades_in_doubt(t, 0)
        _next_brigade(s, t)
    else:
        _begin_doctrines(s, t)


@jit
def _begin_doctrines(s, t):
    """Ask for the Government's eight dice, then the Rebel's (15.5, ruling A-114); else the set-up is over."""
    s.area = NOWHERE
    if t.doctrine:
        ask(s, NODE.DOCTRINE_DIE, SIDE.CHANCE)


@jit
def is_uncertain(t, a, kind):
    """True for brigades whose side a die decides: of the two armies, where the chart gives a number (15.6)."""
    return a < N_AREAS and t.revolt[a] > 0 and kind in (KIND.POPULAR_ARMY, KIND.NATIONALIST)


@jit
def brigades_in_doubt(t, a):
    """Number of brigades of area ``a`` whose side a die decides."""
    if t.revolt[a] == 0:
        return 0
    return int(t.start_brigades[a, KIND.POPULAR_ARMY]) + int(t.start_brigades[a, KIND.NATIONALIST])


@jit
def _next_brigade(s, t):
    """Ask for the die of the next brigade, area by area (15.6, ruling A-115)."""
    while s.dice_left == 0:
        if _is_shared(s, t):
            ask(s, NODE.CITY_DIE, SIDE.CHANCE)
            return
        _give_city(s, t)
        if s.area == N_AREAS - 1:
            _begin_doctrines(s, t)
            return
        s.area += 1
        s.dice_left = brigades_in_doubt(t, int(s.area))
    ask(s, NODE.REVOLT_DIE, SIDE.CHANCE)


@jit
def _is_shared(s, t):
    """True if both sides have units in the area and its holder is still unknown (A-115)."""
    a = int(s.area)
    both = s.area_units[SIDE.GOVERNMENT, a] > 0 and s.area_units[SIDE.REBEL, a] > 0
    return both and t.revolt[a] > 0 and s.cursor == 0


@jit
def roll_revolt(s, t, w, die):
    """Let a brigade rebel up to the number; if its army has no counter left it joins the other (15.6, ruling A-115)."""
    a = int(s.area)
    kind = KIND.NATIONALIST if die <= t.revolt[a] else KIND.POPULAR_ARMY
    if s.counters_free[t.pair_of[kind, SIZE.BRIGADE]] == 0:
        kind = KIND.POPULAR_ARMY if kind == KIND.NATIONALIST else KIND.NATIONALIST
    emit(w, EV.REVOLT_DIE, a, die, int(t.kind_side[kind]))
    _add_brigade(s, t, a, kind)
    s.dice_left -= 1
    _next_brigade(s, t)


@jit
def roll_city(s, t, w, die):
    """Give a disputed city to the Government on 1 to 3 (15.6, ruling A-115)."""
    a = int(s.area)
    side = SIDE.GOVERNMENT if die <= _LAST_FOR_GOVERNMENT else SIDE.REBEL
    emit(w, EV.CITY_DIE, a, die, side)
    s.pool_in_city[side, a] = 1
    s.pool_in_city[1 - side, a] = 0
    s.cursor = 1
    _next_brigade(s, t)


@jit
def _give_city(s, t):
    """Give the city to a side alone in the area; what the die decided stays."""
    a = int(s.area)
    if t.revolt[a] > 0 and s.cursor == 0:
        for side in range(2):
            s.pool_in_city[side, a] = 1 if s.area_units[side, a] > 0 else 0
    s.cursor = 0
