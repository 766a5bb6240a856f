"""Chapter 5, powers: backing, moves of their markers, legions that leave (5.3, 5.4.2)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    ASSET,
    BACKING,
    FIRST_REBEL_PAIR,
    FLAGS,
    KIND,
    LEGION,
    N_CLASSES,
    N_PLACES,
    NODE,
    NOWHERE,
    POWER,
    SIDE,
    TRACK_END,
)
from ctv_env.games.arriba.model.events import CAUSE, EV, emit
from ctv_env.games.arriba.model.reasons import WHY
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
    emit(w, EV.POWER_MOVED, power, start, goal)
    if s.legion[power] == LEGION.HERE and backing(s, t, SIDE.REBEL, power) == BACKING.NONE:
        _turn_away(s, t, w, power)


@jit
def _turn_away(s, t, w, power):
    """Withdraw the legion for good; no PSP are lost (5.4.2, ruling A-34)."""
    s.legion[power] = LEGION.GONE
    emit(w, EV.LEGION_GONE, power)
    if power != POWER.GE:
        _remove_kind(s, t, w, KIND.ITALIAN if power == POWER.IT else KIND.PORTUGUESE)
        return
    if s.air_ready[SIDE.REBEL] > 0:
        s.air_ready[SIDE.REBEL] -= 1
        emit(w, EV.AP_REMOVED, SIDE.REBEL, ASSET.AIR, NOWHERE, CAUSE.LEGION)
    else:
        s.ap_free[SIDE.REBEL, ASSET.AIR] -= 1  # the limit falls by the AP that he does not have (ruling A-35)
    if _has_armour(s):
        ask(s, NODE.LEGION_LEAVES, SIDE.REBEL)
    else:
        s.ap_free[SIDE.REBEL, ASSET.ARMOUR] -= 1


@jit
def _remove_kind(s, t, w, kind):
    """Remove all units of a Rebel kind; they can no longer be bought (ruling A-41)."""
    for a in range(N_PLACES):
        for c in range(FIRST_REBEL_PAIR * FLAGS, N_CLASSES):
            if kind_of(t, c) == kind:
                where = find_unit(s, SIDE.REBEL, a, c)
                while where != NOWHERE:
                    take_unit(s, SIDE.REBEL, a, where, c)
                    return_counter(s, t, c)
                    emit(w, EV.REMOVED, SIDE.REBEL, c, a, CAUSE.LEGION)
                    settle(s, SIDE.REBEL, a)
                    where = find_unit(s, SIDE.REBEL, a, c)


@jit
def _has_armour(s):
    for a in range(N_PLACES):
        if find_ap(s, SIDE.REBEL, a, ASSET.ARMOUR) != NOWHERE:
            return True
    return False


@jit
def why_not_leave_from(s, a):
    """Reason why no armour AP can leave area ``a`` with the Germans (ruling A-34)."""
    return WHY.LEGAL if find_ap(s, SIDE.REBEL, a, ASSET.ARMOUR) != NOWHERE else WHY.NO_AP_THERE


@jit
def take_armour_from(s, w, a):
    """Remove an armour AP of area ``a`` with the Germans (rulings A-34, A-118)."""
    put_ap(s, SIDE.REBEL, a, find_ap(s, SIDE.REBEL, a, ASSET.ARMOUR), ASSET.ARMOUR, -1)
    settle(s, SIDE.REBEL, a)
    emit(w, EV.AP_REMOVED, SIDE.REBEL, ASSET.ARMOUR, a, CAUSE.LEGION)
