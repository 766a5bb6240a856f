"""Chapter 5, powers: backing, moves of their markers, legions that leave (5.3, 5.4.2)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    AIR,
    ARMOUR,
    FIRST_REBEL_PAIR,
    FLAGS,
    GE,
    IT,
    ITALIAN,
    LEGION_GONE,
    LEGION_HERE,
    LEGION_LEAVES,
    N_CLASSES,
    N_PLACES,
    NO_BACKING,
    NOWHERE,
    PORTUGUESE,
    REBEL,
    TRACK_END,
)
from ctv_env.games.arriba.model.emit import emit
from ctv_env.games.arriba.model.events import (
    BY_LEGION,
    EV_AP_REMOVED,
    EV_LEGION_GONE,
    EV_POWER_MOVED,
    EV_REMOVED,
)
from ctv_env.games.arriba.model.reasons import LEGAL, NO_AP_THERE
from ctv_env.games.arriba.rules.pieces import find_ap, find_unit, kind_of, put_ap, return_counter, settle, take_unit
from ctv_env.games.arriba.rules.support import ask, backing


@jit
def backing_before(s, t, side, power):
    """Backing of a side by a power at the start of the Political Phase (5.3.1, ruling A-25)."""
    return int(t.backing[side, s.power_before[power] + TRACK_END])


@jit
def move_power(s, t, w, power, boxes):
    """Move the marker, up to either end; positive is towards the Rebel's (5.3.1, rulings A-23, A-31).

    A legion may leave; then the Rebel may be asked for an armour AP (ruling A-34): ``s.node`` is LEGION_LEAVES.
    """
    start = int(s.power_at[power])
    goal = min(max(start + boxes, -TRACK_END), TRACK_END)
    if goal == start:
        return
    s.power_at[power] = goal
    emit(w, EV_POWER_MOVED, power, start, goal)
    if s.legion[power] == LEGION_HERE and backing(s, t, REBEL, power) == NO_BACKING:
        _turn_away(s, t, w, power)


@jit
def _turn_away(s, t, w, power):
    """Withdraw the legion for good; no PSP are lost (5.4.2, ruling A-34)."""
    s.legion[power] = LEGION_GONE
    emit(w, EV_LEGION_GONE, power)
    if power != GE:
        _remove_kind(s, t, w, ITALIAN if power == IT else PORTUGUESE)
        return
    if s.air_ready[REBEL] > 0:
        s.air_ready[REBEL] -= 1
        emit(w, EV_AP_REMOVED, REBEL, AIR, NOWHERE, BY_LEGION)
    else:
        s.ap_free[REBEL, AIR] -= 1  # the limit falls by the AP that he does not have (ruling A-35)
    if _has_armour(s):
        ask(s, LEGION_LEAVES, REBEL)
    else:
        s.ap_free[REBEL, ARMOUR] -= 1


@jit
def _remove_kind(s, t, w, kind):
    """Remove all units of a Rebel kind; they can no longer be bought (ruling A-41)."""
    for a in range(N_PLACES):
        for c in range(FIRST_REBEL_PAIR * FLAGS, N_CLASSES):
            if kind_of(t, c) == kind:
                where = find_unit(s, REBEL, a, c)
                while where != NOWHERE:
                    take_unit(s, REBEL, a, where, c)
                    return_counter(s, t, c)
                    emit(w, EV_REMOVED, REBEL, c, a, BY_LEGION)
                    settle(s, REBEL, a)
                    where = find_unit(s, REBEL, a, c)


@jit
def _has_armour(s):
    for a in range(N_PLACES):
        if find_ap(s, REBEL, a, ARMOUR) != NOWHERE:
            return True
    return False


@jit
def why_not_leave_from(s, a):
    """Reason why no armour AP can leave area ``a`` with the Germans (ruling A-34)."""
    return LEGAL if find_ap(s, REBEL, a, ARMOUR) != NOWHERE else NO_AP_THERE


@jit
def take_armour_from(s, w, a):
    """Remove an armour AP of area ``a`` with the Germans (rulings A-34, A-118)."""
    put_ap(s, REBEL, a, find_ap(s, REBEL, a, ARMOUR), ARMOUR, -1)
    settle(s, REBEL, a)
    emit(w, EV_AP_REMOVED, REBEL, ARMOUR, a, BY_LEGION)
