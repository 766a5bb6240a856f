"""Chapter 6, legions: arrivals when a power first intervenes for the Rebel (5.4.2 b to d)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    ASSET,
    BACKING,
    COAST,
    FLAGS,
    LEGION,
    MAX_UNITS,
    N_AREAS,
    N_PAIRS,
    N_POWERS,
    NOWHERE,
    POOL,
    POWER,
    SIDE,
)
from ctv_env.games.arriba.model.events import CAUSE, EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import draw_counter, occupies, put_ap, put_unit
from ctv_env.games.arriba.rules.r06_places import why_not_own_port
from ctv_env.games.arriba.rules.support import backing


@jit
def _has_legion(power):
    return power in (POWER.GE, POWER.IT, POWER.PO)


@jit
def next_legion(s, t, w, first):
    """Return the next power, from ``first`` on, whose legion has a place to arrive; NOWHERE if none has.

    A legion that is due arrives now or never (5.4.2 b, ruling A-39, A-150).
    """
    for power in range(first, N_POWERS):
        if not _has_legion(power) or s.legion[power] != LEGION.TO_COME:
            continue
        if backing(s, t, SIDE.REBEL, power) == BACKING.INTERVENTION:
            if _has_place(s, t, power):
                return power
            s.legion[power] = LEGION.GONE
            emit(w, EV.LEGION_GONE, power)
    return NOWHERE


@jit
def _has_place(s, t, power):
    for a in range(N_AREAS):
        if why_not_arrive(s, t, power, a) == WHY.LEGAL:
            return True
    return False


@jit
def _size(t, power):
    """Units of a legion."""
    n = 0
    for pair in range(N_PAIRS):
        n += int(t.legion_units[power, pair])
    return n


@jit
def why_not_arrive(s, t, power, a):
    """Reason why a legion cannot arrive in an area (5.4.2, rulings A-39, A-135).

    Italians arrive at a Mediterranean port occupied by Rebel units, Germans at any port, Portuguese near Portugal.
    """
    if power == POWER.PO:
        fits = t.frontier[a] == POWER.PO
    elif power == POWER.IT:
        fits = t.port[a] == COAST.MEDITERRANEAN and occupies(s, SIDE.REBEL, a)
    else:
        fits = why_not_own_port(s, t, SIDE.REBEL, a) == WHY.LEGAL
    room = a < N_AREAS and s.area_units[SIDE.REBEL, a] + _size(t, power) <= MAX_UNITS
    return WHY.LEGAL if fits and room else WHY.NO_PLACE_FOR_LEGION


@jit
def why_not_legion_port(s, t, a):
    """Reason why the legion that is due cannot arrive in area ``a``."""
    return why_not_arrive(s, t, int(s.power), a)


@jit
def bring_legion(s, t, w, power, a):
    """Place the whole legion in the pool of area ``a``, and a German air AP (5.4.2; rulings A-35, A-45)."""
    s.legion[power] = LEGION.HERE
    emit(w, EV.LEGION_CAME, power, a)
    for pair in range(N_PAIRS):
        for _ in range(int(t.legion_units[power, pair])):
            c = pair * FLAGS
            draw_counter(s, t, c)
            put_unit(s, SIDE.REBEL, a, POOL, c)
            emit(w, EV.PLACED, SIDE.REBEL, c, a, CAUSE.LEGION)
    if t.legion_ap[power, ASSET.AIR] > 0:
        s.air_ready[SIDE.REBEL] += t.legion_ap[power, ASSET.AIR]
        emit(w, EV.AP_PLACED, SIDE.REBEL, ASSET.AIR, NOWHERE, CAUSE.LEGION)
    if t.legion_ap[power, ASSET.ARMOUR] > 0:
        put_ap(s, SIDE.REBEL, a, POOL, ASSET.ARMOUR, int(t.legion_ap[power, ASSET.ARMOUR]))
        emit(w, EV.AP_PLACED, SIDE.REBEL, ASSET.ARMOUR, a, CAUSE.LEGION)
