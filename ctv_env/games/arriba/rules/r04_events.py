"""Chapter 4: the random event, and the effects of the table (4.1)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    ASSET,
    BACKING,
    CONDITION,
    EFFECT,
    FLAGS,
    N_CLASSES,
    N_PLACES,
    NODE,
    NOWHERE,
    POOL,
    PURGE,
    SIDE,
    SIZE,
)
from ctv_env.games.arriba.model.events import CAUSE, EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.model.tables import MAX_EFFECTS, MAX_TERMS
from ctv_env.games.arriba.rules.pieces import (
    draw_counter,
    find_unit,
    kind_of,
    occupies,
    put_ap,
    put_unit,
    return_counter,
    settle,
    size_of,
    take_unit,
)
from ctv_env.games.arriba.rules.r05_powers import move_power
from ctv_env.games.arriba.rules.r06_places import has_port, may_appear, why_not_own_port, why_not_place
from ctv_env.games.arriba.rules.support import ask, backing, change_ps, earn

_FACES = 6


@jit
def begin_events(s, t, w):
    """Ask for the first die, except on the first turn (3.0 a, 14.2 a, ruling A-20)."""
    if s.turn >= t.events_from:
        ask(s, NODE.EVENT_TENS, SIDE.CHANCE)


@jit
def roll_tens(s, w, die):
    """Apply the die for the tens (4.1)."""
    s.tens = die
    ask(s, NODE.EVENT_ONES, SIDE.CHANCE)


@jit
def roll_ones(s, t, w, die):
    """Apply the die for the ones: the event occurs or not (4.1, rulings A-21, A-144)."""
    event = (int(s.tens) - 1) * _FACES + die - 1
    occurs = event_occurs(s, t, event)
    emit(w, EV.EVENT_DRAWN, int(s.tens), die, 1 if occurs else 0)
    s.tens = 0
    if occurs:
        if t.event_once[event]:
            s.event_done[event] = 1
        s.event = event
        s.effect = 0
        carry_on(s, t, w)


@jit
def event_occurs(s, t, event):
    """True on the event's turns, if a condition is met and it has not used up its one occurrence (ruling A-21)."""
    if not t.event_turns[event, 0] <= s.turn <= t.event_turns[event, 1] or s.event_done[event]:
        return False
    if t.event_alternatives[event] == 0:
        return True
    for k in range(int(t.event_alternatives[event])):
        if _holds(s, t, event, k):
            return True
    return False


@jit
def _holds(s, t, event, alternative):
    """True if all terms of an alternative hold."""
    for k in range(MAX_TERMS):
        term = t.event_if[event, alternative, k]
        code, a, b = int(term[0]), int(term[1]), int(term[2])
        if code == CONDITION.BACKS and backing(s, t, b, a) == BACKING.NONE:
            return False
        if code == CONDITION.OCCUPIES and not occupies(s, a, b):
            return False
        if code == CONDITION.NOT_PURGED and s.purged[a] != PURGE.NONE:
            return False
        if code == CONDITION.SUPPORT_UP_TO and s.ps[a] > b:
            return False
    return True


@jit
def carry_on(s, t, w):
    """Apply the effects of the event from ``s.effect`` on, until one asks for something or all are done (A-20)."""
    s.node = NODE.NONE
    while s.effect < MAX_EFFECTS:
        _do_effect(s, t, w)
        if s.node != NODE.NONE:
            return
        s.effect += 1
    s.event = NOWHERE
    s.effect = 0


@jit
def end_effect(s, t, w):
    """Go on to the next effect, once the question of the last is answered."""
    s.effect += 1
    carry_on(s, t, w)


@jit
def _do_effect(s, t, w):
    """Apply one effect, or set a node if it asks for something; impossible effects are skipped (ruling A-21)."""
    effect = t.event_effect[s.event, s.effect]
    code, a, b, c = int(effect[0]), int(effect[1]), int(effect[2]), int(effect[3])
    if code in (EFFECT.GIVE_SUPPORT, EFFECT.GIVE_EQUIPMENT):
        _give_amount(s, t, w, b, c)
    elif code == EFFECT.MOVE_POWER:
        _move(s, t, w, a, b)
    elif code == EFFECT.GIVE_ASSET:
        _give_asset(s, t, w, a, b, c)
    elif code == EFFECT.GIVE_BRIGADE:
        _give_brigade(s, t, a, b)
    elif code == EFFECT.LOSE_BRIGADE:
        if _has_brigade(s, t):
            ask(s, NODE.EVENT_LOSE, a)
    elif code == EFFECT.SET_LIFTS:
        s.lift_factor[a] = b  # ruling A-154


# -- amounts ---------------------------------------------------------------------------------------------------


@jit
def _give_amount(s, t, w, dice, fixed):
    if dice == 0:
        _apply_amount(s, t, w, fixed)
    else:
        s.dice_left = abs(dice)
        ask(s, NODE.EVENT_DIE, SIDE.CHANCE)


@jit
def roll_amount(s, t, w, die):
    """Apply a die of PSP or EP; they are applied after the last one (rulings A-20, A-123)."""
    s.dice_sum += die
    s.dice_left -= 1
    emit(w, EV.AMOUNT_DIE, die, CAUSE.EVENT, int(s.dice_left))
    if s.dice_left > 0:
        ask(s, NODE.EVENT_DIE, SIDE.CHANCE)
        return
    total = int(s.dice_sum)
    s.dice_sum = 0
    _apply_amount(s, t, w, total if t.event_effect[s.event, s.effect, 2] > 0 else -total)
    end_effect(s, t, w)


@jit
def _apply_amount(s, t, w, amount):
    """Add PSP or EP, which do not fall below 0."""
    side = int(t.event_effect[s.event, s.effect, 1])
    if t.event_effect[s.event, s.effect, 0] == EFFECT.GIVE_SUPPORT:
        change_ps(s, t, w, side, amount, CAUSE.EVENT)
    else:
        earn(s, w, side, amount, CAUSE.EVENT)


@jit
def _move(s, t, w, power, toward):
    """Move a power by one box: past neutral towards a side, but not towards neutral (ruling A-23)."""
    if toward == SIDE.NOBODY:
        at = int(s.power_at[power])
        move_power(s, t, w, power, -1 if at > 0 else 1 if at < 0 else 0)
    else:
        move_power(s, t, w, power, -1 if toward == SIDE.GOVERNMENT else 1)


# -- AP and brigades -------------------------------------------------------------------------------------------


@jit
def _give_asset(s, t, w, side, ap, number):
    """Give AP within the limit; ground AP at a port of the owner's choice, else lost (ruling A-22, A-153)."""
    if s.ap_free[side, ap] < number:
        return
    if ap == ASSET.AIR:
        s.ap_free[side, ASSET.AIR] -= number
        s.air_ready[side] += number
        emit(w, EV.AP_PLACED, side, ASSET.AIR, NOWHERE, CAUSE.EVENT)
    elif has_port(s, t, side):
        s.ap = ap
        ask(s, NODE.EVENT_PLACE, side)


@jit
def _give_brigade(s, t, side, kind):
    """Give a free brigade that has a place, without cost (ruling A-22)."""
    pair = int(t.pair_of[kind, SIZE.BRIGADE])
    if s.counters_free[pair] > 0 and may_appear(s, t, side, kind):
        s.unit = pair * FLAGS
        ask(s, NODE.EVENT_PLACE, side)


@jit
def why_not_event_place(s, t, a):
    """Reason why the gift of the event cannot be placed in area ``a`` (ruling A-22)."""
    side = int(s.to_move)
    if s.unit != NOWHERE:
        return why_not_place(s, t, side, kind_of(t, int(s.unit)), a)
    return why_not_own_port(s, t, side, a)


@jit
def place_event_gift(s, t, w, a):
    """Place the brigade or AP in the pool of area ``a`` (rulings A-22, A-45)."""
    side = int(s.to_move)
    if s.unit != NOWHERE:
        c = int(s.unit)
        draw_counter(s, t, c)
        put_unit(s, side, a, POOL, c)
        emit(w, EV.PLACED, side, c, a, CAUSE.EVENT)
    else:
        ap, number = int(s.ap), int(t.event_effect[s.event, s.effect, 3])
        s.ap_free[side, ap] -= number
        put_ap(s, side, a, POOL, ap, number)
        emit(w, EV.AP_PLACED, side, ap, a, CAUSE.EVENT)
    s.unit = NOWHERE
    s.ap = NOWHERE
    end_effect(s, t, w)


@jit
def _is_lost_kind(s, t, c):
    """True for brigades of the kinds named by the effect."""
    kinds = int(t.event_effect[s.event, s.effect, 2])
    return size_of(t, c) == SIZE.BRIGADE and kinds >> kind_of(t, c) & 1 == 1


@jit
def _has_such(s, t, side, a):
    for c in range(N_CLASSES):
        if _is_lost_kind(s, t, c) and find_unit(s, side, a, c) != NOWHERE:
            return True
    return False


@jit
def _has_brigade(s, t):
    """True if the losing side has a brigade of one of the kinds."""
    for a in range(N_PLACES):
        if _has_such(s, t, int(t.event_effect[s.event, s.effect, 1]), a):
            return True
    return False


@jit
def why_not_lose_in(s, t, a):
    """Reason why no brigade is lost in area ``a``, which is named first (ruling A-149)."""
    if s.area != NOWHERE:
        return WHY.NOT_HERE
    return WHY.LEGAL if _has_such(s, t, int(s.to_move), a) else WHY.NO_UNIT_OF_YOURS


@jit
def why_not_lose(s, t, c):
    """Reason why a unit of class ``c`` is not lost in the area named."""
    if s.area == NOWHERE:
        return WHY.NOT_HERE
    if not _is_lost_kind(s, t, c):
        return WHY.NOT_THAT_KIND
    return WHY.LEGAL if find_unit(s, int(s.to_move), int(s.area), c) != NOWHERE else WHY.NO_UNIT_OF_YOURS


@jit
def name_area_of_loss(s, a):
    """Lose a brigade of area ``a``; ask for its class."""
    s.area = a


@jit
def lose_brigade(s, t, w, c):
    """Remove a brigade; it is not a combat loss (rulings A-24, A-118)."""
    side, a = int(s.to_move), int(s.area)
    take_unit(s, side, a, find_unit(s, side, a, c), c)
    return_counter(s, t, c)
    settle(s, side, a)
    emit(w, EV.REMOVED, side, c, a, CAUSE.EVENT)
    s.area = NOWHERE
    end_effect(s, t, w)
