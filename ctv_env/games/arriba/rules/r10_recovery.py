"""Chapter 10, the Recovery Phase: a die for each disrupted unit of the player whose turn it is."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import BG_SIZE, CITY, DISRUPTED, N_AREAS, NO_UNIT, NODE, NOWHERE, SIDE
from ctv_env.games.arriba.model.events import EV, emit
from ctv_env.games.arriba.rules.pieces import change_unit, is_disrupted, kind_of, settle
from ctv_env.games.arriba.rules.r11_supply import in_supply
from ctv_env.games.arriba.rules.support import ask, band, go_on

_FIRST_BIT = 1


@jit
def begin_recovery(s, t, w):
    """Begin the phase with the first area."""
    s.cursor = 0
    _ask_next(s)


@jit
def _ask_next(s):
    """Ask for the next die, or end the phase; flags are updated at the end of each area (ruling A-128)."""
    side = int(s.phasing)
    while s.cursor < N_AREAS:
        a = int(s.cursor)
        if next_place(s, side, a) != NOWHERE:
            ask(s, NODE.RECOVERY_DIE, SIDE.CHANCE)
            return
        _end_area(s, side, a)
        s.cursor += 1
    s.cursor = 0
    go_on(s)


@jit
def _next_class(s, side, a):
    """Lowest class of disrupted units that have not rolled yet, NO_UNIT if there are none (ruling A-97, A-142)."""
    lowest = NO_UNIT
    for b in range(1 + int(s.at_large[side, a])):
        for k in range(int(s.bg_units[side, a, b])):
            c = int(s.bg_unit[side, a, b, k])
            if is_disrupted(c) and s.rolled[b] & (_FIRST_BIT << k) == 0:
                lowest = min(lowest, c)
    return lowest


@jit
def next_place(s, side, a):
    """Battlegroup of the next unit to roll: of its class the city's first, then those at large (ruling A-128)."""
    c = _next_class(s, side, a)
    if c == NO_UNIT:
        return NOWHERE
    for b in range(1 + int(s.at_large[side, a])):
        if _next_unit(s, side, a, b, c) != NOWHERE:
            return b
    return NOWHERE


@jit
def _next_unit(s, side, a, b, c):
    """Index of the first unit of class ``c`` in a battlegroup that has not rolled yet, NOWHERE if there is none."""
    for k in range(int(s.bg_units[side, a, b])):
        if s.bg_unit[side, a, b, k] == c and s.rolled[b] & (_FIRST_BIT << k) == 0:
            return k
    return NOWHERE


@jit
def roll_recovery(s, t, w, die):
    """Apply the die of a unit, with modifiers for support, supply and a city (5.1.1, 10, 11.1.2)."""
    side, a = int(s.phasing), int(s.cursor)
    c, b = _next_class(s, side, a), next_place(s, side, a)
    bit = _FIRST_BIT << _next_unit(s, side, a, b, c)
    support = int(t.band_recovery[band(s, t, side)])
    supply = 0 if in_supply(s, t, side, kind_of(t, c), a) else int(t.recovery_unsupplied)
    city = int(t.recovery_city) if b == CITY else 0
    recovers = die + support + supply + city >= t.recovery_target
    emit(w, EV.RECOVERY_DIE, side, a, c, die, support, supply, city, 1 if recovers else 0)
    s.rolled[b] |= bit
    if recovers:
        s.recovered[b] |= bit
    _ask_next(s)


@jit
def _end_area(s, side, a):
    """Remove the disruption of the units of the area that have recovered."""
    changed = False
    for b in range(1 + int(s.at_large[side, a])):
        for k in range(BG_SIZE):  # in ascending order: units sorted again then come before the next
            if s.recovered[b] & (_FIRST_BIT << k) != 0:
                c = int(s.bg_unit[side, a, b, k])
                change_unit(s, side, a, b, c, c & ~DISRUPTED)
                changed = True
        s.rolled[b] = 0
        s.recovered[b] = 0
    if changed:
        settle(s, side, a)
