"""Chapter 6: the Strategic Phase of a player, step by step: income, legions, purchases, lifts (6.1, 5.2.1)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    ASSET,
    FIRST_FACTION,
    N_AP,
    N_AREAS,
    N_FACTIONS,
    N_KINDS,
    N_POWERS,
    NODE,
    NOWHERE,
    PURGE,
    SIDE,
    VERB,
)
from ctv_env.games.arriba.model.events import CAUSE, EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import occupies
from ctv_env.games.arriba.rules.r06_assets import add_air, put_at_port
from ctv_env.games.arriba.rules.r06_legions import bring_legion, next_legion
from ctv_env.games.arriba.rules.r06_places import has_port
from ctv_env.games.arriba.rules.r06_units import has_class_to_buy
from ctv_env.games.arriba.rules.support import ask, available_ep, backing, band, change_ps, earn

_PERCENT = 100
_NO_GRADE, _WEAK, _STRONG = range(3)  # enforcement of the blockade by a naval power: rows of ``blockade_lost``


# -- income (6.1) ----------------------------------------------------------------------------------------------


@jit
def begin_strategic(s, t, w):
    """Collect domestic EP, then foreign EP if a port lets them in (6.1, 6.7.3, rulings A-36, A-37, A-124)."""
    side = int(s.phasing)
    earn(s, w, side, domestic_ep(s, t, side), CAUSE.INCOME_AT_HOME)
    if has_port(s, t, side):
        _take_foreign_ep(s, t, w, 0)
    else:
        _end_income(s, t, w)


@jit
def domestic_ep(s, t, side):
    """EP of the date for each arms city that units of the side occupy (6.1)."""
    n = 0
    for a in range(N_AREAS):
        if t.arms_city[a] and occupies(s, side, a):
            n += int(t.city_ep[s.turn])
    return n


@jit
def _take_foreign_ep(s, t, w, first):
    """Collect EP of the powers from ``first`` on, until dice are due (5.4.1 b and c, 5.4.2 b and c)."""
    for power in range(first, N_POWERS):
        level = backing(s, t, int(s.phasing), power)
        _receive(s, t, w, int(t.power_ep[power, level]))
        if t.power_dice[power, level] > 0:
            s.power = power
            s.dice_left = t.power_dice[power, level]
            ask(s, NODE.FOREIGN_EP_DIE, SIDE.CHANCE)
            return
    if s.foreign_ep > 0:  # 15.4: no die if nothing came (ruling A-113)
        _next_blockade_die(s, t, w, 0)
    else:
        _end_income(s, t, w)


@jit
def _receive(s, t, w, n):
    """Add EP from abroad; under a blockade they are counted."""
    earn(s, w, int(s.phasing), n, CAUSE.INCOME_FROM_ABROAD)
    if t.blockade:
        s.foreign_ep += n


@jit
def roll_foreign_ep(s, t, w, die):
    """Apply an EP die of a power; those of one power are one amount (5.4.1 b, 5.4.2 b, ruling A-123)."""
    s.dice_sum += die
    s.dice_left -= 1
    emit(w, EV.AMOUNT_DIE, die, CAUSE.INCOME_FROM_ABROAD, int(s.dice_left))
    if s.dice_left > 0:
        ask(s, NODE.FOREIGN_EP_DIE, SIDE.CHANCE)
        return
    power, n = int(s.power), int(s.dice_sum)
    s.dice_sum = 0
    _receive(s, t, w, n)
    _take_foreign_ep(s, t, w, power + 1)


@jit
def _end_income(s, t, w):
    """Add replacement EP by the current level of support, rounded down (6.1.1, A-09, A-38); then ask for legions."""
    side = int(s.phasing)
    s.foreign_ep = 0
    n = int(t.band_replaced[band(s, t, side)]) * int(s.lost_cf_before[side]) // _PERCENT
    s.replacement_ep[side] = n
    if n > 0:
        emit(w, EV.EQUIPMENT_CHANGED, side, n, CAUSE.REPLACEMENT, available_ep(s, side))
    _call_legion(s, t, w, 0)


# -- legions (5.4.2) -------------------------------------------------------------------------------------------


@jit
def _call_legion(s, t, w, first):
    """Bring the legions of the powers from ``first`` on, in the Rebel's phase (ruling A-39); then ask for purchases."""
    power = next_legion(s, t, w, first) if s.phasing == SIDE.REBEL else NOWHERE
    s.power = power
    if power != NOWHERE:
        ask(s, NODE.LEGION_PORT, SIDE.REBEL)
    else:
        _begin_purchases(s, t)


@jit
def place_legion(s, t, w, a):
    """Bring the legion to area ``a`` (5.4.2)."""
    power = int(s.power)
    bring_legion(s, t, w, power, a)
    _call_legion(s, t, w, power + 1)


# -- purchases and their end (6.2 to 6.5, 5.2.1) ---------------------------------------------------------------


@jit
def _begin_purchases(s, t):
    """Determine at the start which factions could be served (5.2.1, ruling A-52)."""
    if s.phasing == SIDE.GOVERNMENT:
        for faction in range(N_FACTIONS):
            s.could_serve[faction] = 1 if has_class_to_buy(s, t, FIRST_FACTION + faction) else 0
    ask(s, NODE.SUPPLY_MENU, s.phasing)


@jit
def end_purchases(s, t, w):
    """End the purchases; bought AP must pass the blockade, if there is one (15.4, ruling A-113)."""
    if _due(s) > 0:
        s.verb = VERB.BUY_AP
        _next_blockade_die(s, t, w, 0)
    else:
        _close_purchases(s, t, w)


@jit
def _close_purchases(s, t, w):
    """Drop unspent replacement EP (6.1.1), charge PSP for neglected factions (5.2.1, A-36); then ask for lifts."""
    side = int(s.phasing)
    left = int(s.replacement_ep[side])
    s.replacement_ep[side] = 0
    if left > 0:
        emit(w, EV.EQUIPMENT_CHANGED, side, -left, CAUSE.EXPIRY, available_ep(s, side))
    if side == SIDE.GOVERNMENT:
        change_ps(s, t, w, SIDE.GOVERNMENT, _neglected(s, t, w) * int(t.unserved_ps), CAUSE.NEGLECT)
    for faction in range(N_FACTIONS):
        s.served[faction] = 0
        s.could_serve[faction] = 0
    for kind in range(N_KINDS):
        s.kind_ep[kind] = 0
    for ap in range(N_AP):
        s.ap_closed[ap] = 0
    ask(s, NODE.LIFT_MENU, side)


@jit
def is_neglected(s, t, faction):
    """True if a faction could have been served and was not, unless purged or its capital lost (5.2.1, A-52)."""
    if s.purged[faction] != PURGE.NONE or occupies(s, SIDE.REBEL, int(t.capital[faction])):
        return False
    return s.could_serve[faction] == 1 and s.served[faction] == 0


@jit
def _neglected(s, t, w):
    """Number of neglected factions."""
    n = 0
    for faction in range(N_FACTIONS):
        if is_neglected(s, t, faction):
            emit(w, EV.UNSERVED, faction)
            n += 1
    return n


# -- blockade (15.4): ``verb`` is BUY_AP where it is for AP ------------------------------------------------------


@jit
def blockade_grade(s, t, power):
    """Enforcement of the blockade by a power against the phasing side; none against a side that it backs (15.4)."""
    side = int(s.phasing)
    if not t.naval[power] or backing(s, t, side, power) > 0:
        return _NO_GRADE
    return _STRONG if backing(s, t, 1 - side, power) == _STRONG else _WEAK


@jit
def _next_blockade_die(s, t, w, first):
    """Ask for the die of the next enforcing power; after the last one apply the losses (15.4, ruling A-113, A-148)."""
    for power in range(first, N_POWERS):
        if blockade_grade(s, t, power) != _NO_GRADE:
            s.power = power
            ask(s, NODE.BLOCKADE_DIE, SIDE.CHANCE)
            return
    s.power = NOWHERE
    lost = int(s.dice_sum)
    s.dice_sum = 0
    if s.verb != VERB.BUY_AP:
        earn(s, w, int(s.phasing), -min(lost, int(s.foreign_ep)), CAUSE.BLOCKADE)
        _end_income(s, t, w)
        return
    s.dice_left = min(lost, _due(s))
    _lose_or_place(s, t, w)


@jit
def roll_blockade(s, t, w, die):
    """Apply the blockade die of a naval power (15.4)."""
    power = int(s.power)
    grade = blockade_grade(s, t, power)
    lost = int(t.blockade_lost[grade, die])
    s.dice_sum += lost
    emit(w, EV.BLOCKADE_DIE, power, 1 if grade == _STRONG else 0, die, lost, 1 if s.verb == VERB.BUY_AP else 0)
    _next_blockade_die(s, t, w, power + 1)


@jit
def _due(s):
    """Number of bought AP on the way."""
    n = 0
    for ap in range(N_AP):
        n += int(s.ap_due[ap])
    return n


@jit
def _lose_or_place(s, t, w):
    """Ask for the AP lost, then for the places of the rest (15.4, ruling A-113)."""
    if s.dice_left > 0:
        ask(s, NODE.BLOCKADE_LOSE, s.phasing)
        return
    while s.ap_due[ASSET.AIR] > 0:
        s.ap_due[ASSET.AIR] -= 1
        add_air(s, w, int(s.phasing))
    for ap in range(ASSET.AIR + 1, N_AP):
        if s.ap_due[ap] > 0:
            s.ap = ap
            ask(s, NODE.AP_PORT, s.phasing)
            return
    s.verb = NOWHERE
    _close_purchases(s, t, w)


@jit
def why_not_give_up(s, ap):
    """Reason why no AP of a type can be given up: none was bought (ruling A-113)."""
    return WHY.LEGAL if s.ap_due[ap] > 0 else WHY.NONE_BOUGHT


@jit
def give_up(s, t, w, ap):
    """Lose an AP to the blockade (15.4)."""
    s.ap_due[ap] -= 1
    s.ap_free[s.phasing, ap] += 1
    s.dice_left -= 1
    emit(w, EV.AP_REMOVED, int(s.phasing), ap, NOWHERE, CAUSE.BLOCKADE)
    _lose_or_place(s, t, w)


@jit
def land_ap(s, t, w, a):
    """Land the armour or artillery AP at the port of area ``a`` (6.5, 6.7.3)."""
    ap = int(s.ap)
    s.ap = NOWHERE
    put_at_port(s, w, int(s.phasing), ap, a)
    if s.verb == VERB.BUY_AP:  # what came through the blockade
        s.ap_due[ap] -= 1
        _lose_or_place(s, t, w)
    else:
        ask(s, NODE.SUPPLY_MENU, s.phasing)
