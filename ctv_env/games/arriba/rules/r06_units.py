"""Chapter 6, units: creating and rebuilding, converting, replenishing, improving (6.2 to 6.4, 6.6)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    BRIGADE,
    BUILD_AREA,
    BUILD_CLASS,
    CHANGE_AREA,
    CHANGE_UNIT,
    CONVERT,
    DISRUPTED,
    FIRST_FACTION,
    FIRST_REBEL_PAIR,
    FLAGS,
    GOVERNMENT,
    IMPROVE,
    IMPROVED,
    INTERNATIONAL,
    INTERVENTION,
    N_AREAS,
    N_PAIRS,
    N_PLACES,
    NOT_PURGED,
    NOWHERE,
    ONE_STEP,
    POOL,
    REMNANT,
    REPLENISH,
    SUPPLY_MENU,
    SUPPORT,
    TWO_STEP,
)
from ctv_env.games.arriba.model.emit import emit
from ctv_env.games.arriba.model.events import BY_PURCHASE, EV_CHANGED, EV_PLACED
from ctv_env.games.arriba.model.reasons import (
    FACTION_PURGED,
    KIND_LIMIT,
    LEGAL,
    NO_COUNTER,
    NO_MARKER,
    NO_SUCH_UNIT,
    NO_SUPPORTER,
    NOT_A_REMNANT,
    NOT_BUILT,
    NOT_CONVERTIBLE,
    NOT_FRESH,
    NOT_IMPROVABLE,
    NOT_IN_FIRST_TURN,
    NOTHING_TO_CHANGE,
    TOO_DEAR,
    UNSUPPLIED,
)
from ctv_env.games.arriba.rules.pieces import (
    change_unit,
    draw_counter,
    find_unit,
    is_improved,
    kind_of,
    put_unit,
    return_counter,
    settle,
    size_of,
)
from ctv_env.games.arriba.rules.r06_places import is_faction, why_not_appear, why_not_place
from ctv_env.games.arriba.rules.r11_supply import in_supply
from ctv_env.games.arriba.rules.support import ask, available_ep, best_backing, pay

# -- new units (6.2, 6.3, 6.6) ---------------------------------------------------------------------------------


@jit
def _backing_needed(size):
    """Backing that a side needs for a unit of a size (5.4.1 a, 5.4.2 a, ruling A-42)."""
    if size == ONE_STEP:
        return SUPPORT
    return INTERVENTION if size == TWO_STEP else 0


@jit
def why_not_have(s, t, side, pair):
    """Reason why a side may not have one more unit of a kind and size: counters, foreign support (6.2, A-42, A-46)."""
    if t.pair_size[pair] == REMNANT:
        return NOT_BUILT
    if s.counters_free[pair] <= 0:
        return NO_COUNTER
    return LEGAL if best_backing(s, t, side) >= _backing_needed(int(t.pair_size[pair])) else NO_SUPPORTER


@jit
def has_class_to_buy(s, t, kind):
    """True if the side may buy a free counter of the kind, regardless of cost and room (5.2.1, ruling A-52)."""
    for size in range(TWO_STEP + 1):
        pair = int(t.pair_of[kind, size])
        if pair != NOWHERE and why_not_have(s, t, int(t.kind_side[kind]), pair) == LEGAL:
            return True
    return False


@jit
def why_not_build(s, t, c):
    """Reason why no new unit of class ``c`` may be bought (6.2, 6.3, 6.6, rulings A-41, A-42, A-46, A-47)."""
    if c % FLAGS != 0:
        return NOT_FRESH
    side, pair, kind = int(s.phasing), c // FLAGS, kind_of(t, c)
    why = why_not_have(s, t, side, pair)
    if why != LEGAL:
        return why
    cost = int(t.cost_new[t.pair_size[pair]])
    if available_ep(s, side) < cost:
        return TOO_DEAR
    if s.kind_ep[kind] + cost > t.kind_limit[kind]:
        return KIND_LIMIT
    if kind == INTERNATIONAL and s.turn < t.international_from:
        return NOT_IN_FIRST_TURN
    return why_not_appear(s, t, side, kind)


@jit
def why_not_build_any(s, t):
    """Reason why nothing can be built: that of an army brigade, if there is one for each class."""
    first = 0 if s.phasing == GOVERNMENT else FIRST_REBEL_PAIR
    last = FIRST_REBEL_PAIR if s.phasing == GOVERNMENT else N_PAIRS
    for pair in range(first, last):
        if why_not_build(s, t, pair * FLAGS) == LEGAL:
            return LEGAL
    return why_not_build(s, t, first * FLAGS)


@jit
def name_class(s, c):
    """Buy a new unit of class ``c``; ask for its area."""
    s.unit = c
    ask(s, BUILD_AREA, s.phasing)


@jit
def why_not_build_in(s, t, a):
    """Reason why the new unit cannot be placed in area ``a`` (6.2, 6.6, ruling A-43)."""
    return why_not_place(s, t, int(s.phasing), kind_of(t, int(s.unit)), a)


@jit
def build(s, t, w, a):
    """Pay for the unit and place it in the pool of area ``a`` (6.2, ruling A-45); its faction is served (5.2.1)."""
    side, c = int(s.phasing), int(s.unit)
    kind, cost = kind_of(t, c), int(t.cost_new[size_of(t, c)])
    pay(s, w, side, cost, BY_PURCHASE)
    s.kind_ep[kind] += cost
    if is_faction(kind) and cost > 0:
        s.served[kind - FIRST_FACTION] = 1
    draw_counter(s, t, c)
    put_unit(s, side, a, POOL, c)
    emit(w, EV_PLACED, side, c, a, BY_PURCHASE)
    s.unit = NOWHERE
    ask(s, SUPPLY_MENU, side)


# -- units on the map: convert, replenish, improve (6.3, 6.4) --------------------------------------------------


@jit
def changed_class(t, verb, c):
    """Class into which ``c`` is changed, NOWHERE if it cannot be (6.3, 6.4.1, 6.4.2, ruling A-48)."""
    kind, size, flags = kind_of(t, c), size_of(t, c), c % FLAGS
    if verb == IMPROVE:
        return NOWHERE if is_improved(c) or size == REMNANT else c | IMPROVED
    if verb == REPLENISH:
        return int(t.pair_of[kind, TWO_STEP]) * FLAGS + flags if size == REMNANT else NOWHERE
    if size not in (BRIGADE, ONE_STEP):
        return NOWHERE
    pair = int(t.pair_of[kind, ONE_STEP if size == BRIGADE else TWO_STEP])
    if pair == NOWHERE:
        return NOWHERE
    return pair * FLAGS + (flags & DISRUPTED if size == BRIGADE else flags)  # 6.4.1: a brigade's improvement is lost


@jit
def change_cost(t, verb, c):
    """EP for changing a unit of class ``c``."""
    if verb == IMPROVE:
        return int(t.cost_improve)
    return int(t.cost_replenish) if verb == REPLENISH else int(t.cost_convert[size_of(t, c)])


@jit
def why_not_change_class(s, t, verb, c):
    """Reason why units of a class cannot be changed anywhere (6.3, 6.4, A-03, A-28, A-42, A-48, A-49, A-145)."""
    into = changed_class(t, verb, c)
    if into == NOWHERE:
        return NOT_IMPROVABLE if verb == IMPROVE else NOT_A_REMNANT if verb == REPLENISH else NOT_CONVERTIBLE
    kind = kind_of(t, c)
    if is_faction(kind) and s.purged[kind - FIRST_FACTION] != NOT_PURGED:
        return FACTION_PURGED
    if verb == IMPROVE and s.improved_free <= 0:
        return NO_MARKER
    if verb == CONVERT:
        why = why_not_have(s, t, int(s.phasing), into // FLAGS)
        if why != LEGAL:
            return why
    return LEGAL if available_ep(s, int(s.phasing)) >= change_cost(t, verb, c) else TOO_DEAR


@jit
def _why_not_change(s, t, verb, a, c):
    """The same for a unit in area ``a``, which must be in supply (6.3, 6.4, 11.1.2)."""
    why = why_not_change_class(s, t, verb, c)
    if why != LEGAL:
        return why
    return LEGAL if in_supply(s, t, int(s.phasing), kind_of(t, c), a) else UNSUPPLIED


@jit
def _area_has_change(s, t, verb, a):
    """True if a unit of area ``a``, in the pool or a battlegroup, can be changed."""
    side = int(s.phasing)
    for k in range(int(s.pool_units[side, a])):
        if _why_not_change(s, t, verb, a, int(s.pool_unit[side, a, k])) == LEGAL:
            return True
    if a < N_AREAS:
        for b in range(1 + int(s.at_large[side, a])):
            for k in range(int(s.bg_units[side, a, b])):
                if _why_not_change(s, t, verb, a, int(s.bg_unit[side, a, b, k])) == LEGAL:
                    return True
    return False


@jit
def why_not_change_any(s, t, verb):
    """Reason why no unit can be converted, replenished or improved."""
    for a in range(N_PLACES):
        if s.area_units[s.phasing, a] > 0 and _area_has_change(s, t, verb, a):
            return LEGAL
    return NOTHING_TO_CHANGE


@jit
def why_not_change_in(s, t, a):
    """Reason why no unit of area ``a`` can be changed in the way of the verb."""
    return LEGAL if _area_has_change(s, t, int(s.verb), a) else NOTHING_TO_CHANGE


@jit
def name_change_area(s, a):
    """Change a unit of area ``a``; ask which."""
    s.area = a
    ask(s, CHANGE_UNIT, s.phasing)


@jit
def why_not_change_unit(s, t, c):
    """Reason why a unit of class ``c`` in the named area cannot be changed in the way of the verb."""
    why = _why_not_change(s, t, int(s.verb), int(s.area), c)
    if why != LEGAL:
        return why
    return LEGAL if find_unit(s, int(s.phasing), int(s.area), c) != NOWHERE else NO_SUCH_UNIT


@jit
def change(s, t, w, c):
    """Exchange one counter for another in place (6.3, 6.4.1, 6.4.2, rulings A-46, A-118); disruption stays."""
    side, a, verb = int(s.phasing), int(s.area), int(s.verb)
    into = changed_class(t, verb, c)
    pay(s, w, side, change_cost(t, verb, c), BY_PURCHASE)
    return_counter(s, t, c)
    draw_counter(s, t, into)
    change_unit(s, side, a, find_unit(s, side, a, c), c, into)
    settle(s, side, a)
    emit(w, EV_CHANGED, side, a, c, into)
    s.verb = NOWHERE
    s.area = NOWHERE
    ask(s, SUPPLY_MENU, side)


@jit
def ask_build(s):
    """Ask what to build."""
    ask(s, BUILD_CLASS, s.phasing)


@jit
def ask_change(s, verb):
    """Ask for the area of the unit to change."""
    s.verb = verb
    ask(s, CHANGE_AREA, s.phasing)
