"""Chapter 6, units: creating and rebuilding, converting, replenishing, improving (6.2 to 6.4, 6.6)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    BACKING,
    DISRUPTED,
    FIRST_FACTION,
    FIRST_REBEL_PAIR,
    FLAGS,
    IMPROVED,
    KIND,
    N_AREAS,
    N_PAIRS,
    N_PLACES,
    NODE,
    NOWHERE,
    POOL,
    PURGE,
    SIDE,
    SIZE,
    VERB,
)
from ctv_env.games.arriba.model.events import CAUSE, EV, emit
from ctv_env.games.arriba.model.reasons import WHY
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
    if size == SIZE.ONE_STEP:
        return BACKING.SUPPORT
    return BACKING.INTERVENTION if size == SIZE.TWO_STEP else 0


@jit
def why_not_have(s, t, side, pair):
    """Reason why a side may not have one more unit of a kind and size: counters, foreign support (6.2, A-42, A-46)."""
    if t.pair_size[pair] == SIZE.REMNANT:
        return WHY.NOT_BUILT
    if s.counters_free[pair] <= 0:
        return WHY.NO_COUNTER
    return WHY.LEGAL if best_backing(s, t, side) >= _backing_needed(int(t.pair_size[pair])) else WHY.NO_SUPPORTER


@jit
def has_class_to_buy(s, t, kind):
    """True if the side may buy a free counter of the kind, regardless of cost and room (5.2.1, ruling A-52)."""
    for size in range(SIZE.TWO_STEP + 1):
        pair = int(t.pair_of[kind, size])
        if pair != NOWHERE and why_not_have(s, t, int(t.kind_side[kind]), pair) == WHY.LEGAL:
            return True
    return False


@jit
def why_not_build(s, t, c):
    """Reason why no new unit of class ``c`` may be bought (6.2, 6.3, 6.6, rulings A-41, A-42, A-46, A-47)."""
    if c % FLAGS != 0:
        return WHY.NOT_FRESH
    side, pair, kind = int(s.phasing), c // FLAGS, kind_of(t, c)
    why = why_not_have(s, t, side, pair)
    if why != WHY.LEGAL:
        return why
    cost = int(t.cost_new[t.pair_size[pair]])
    if available_ep(s, side) < cost:
        return WHY.TOO_DEAR
    if s.kind_ep[kind] + cost > t.kind_limit[kind]:
        return WHY.KIND_LIMIT
    if kind == KIND.INTERNATIONAL and s.turn < t.international_from:
        return WHY.NOT_IN_FIRST_TURN
    return why_not_appear(s, t, side, kind)


@jit
def why_not_build_any(s, t):
    """Reason why nothing can be built: that of an army brigade, if there is one for each class."""
    first = 0 if s.phasing == SIDE.GOVERNMENT else FIRST_REBEL_PAIR
    last = FIRST_REBEL_PAIR if s.phasing == SIDE.GOVERNMENT else N_PAIRS
    for pair in range(first, last):
        if why_not_build(s, t, pair * FLAGS) == WHY.LEGAL:
            return WHY.LEGAL
    return why_not_build(s, t, first * FLAGS)


@jit
def name_class(s, c):
    """Buy a new unit of class ``c``; ask for its area."""
    s.unit = c
    ask(s, NODE.BUILD_AREA, s.phasing)


@jit
def why_not_build_in(s, t, a):
    """Reason why the new unit cannot be placed in area ``a`` (6.2, 6.6, ruling A-43)."""
    return why_not_place(s, t, int(s.phasing), kind_of(t, int(s.unit)), a)


@jit
def build(s, t, w, a):
    """Pay for the unit and place it in the pool of area ``a`` (6.2, ruling A-45); its faction is served (5.2.1)."""
    side, c = int(s.phasing), int(s.unit)
    kind, cost = kind_of(t, c), int(t.cost_new[size_of(t, c)])
    pay(s, w, side, cost, CAUSE.PURCHASE)
    s.kind_ep[kind] += cost
    if is_faction(kind) and cost > 0:
        s.served[kind - FIRST_FACTION] = 1
    draw_counter(s, t, c)
    put_unit(s, side, a, POOL, c)
    emit(w, EV.PLACED, side, c, a, CAUSE.PURCHASE)
    s.unit = NOWHERE
    ask(s, NODE.SUPPLY_MENU, side)


# -- units on the map: convert, replenish, improve (6.3, 6.4) --------------------------------------------------


@jit
def changed_class(t, verb, c):
    """Class into which ``c`` is changed, NOWHERE if it cannot be (6.3, 6.4.1, 6.4.2, ruling A-48)."""
    kind, size, flags = kind_of(t, c), size_of(t, c), c % FLAGS
    if verb == VERB.IMPROVE:
        return NOWHERE if is_improved(c) or size == SIZE.REMNANT else c | IMPROVED
    if verb == VERB.REPLENISH:
        return int(t.pair_of[kind, SIZE.TWO_STEP]) * FLAGS + flags if size == SIZE.REMNANT else NOWHERE
    if size not in (SIZE.BRIGADE, SIZE.ONE_STEP):
        return NOWHERE
    pair = int(t.pair_of[kind, SIZE.ONE_STEP if size == SIZE.BRIGADE else SIZE.TWO_STEP])
    if pair == NOWHERE:
        return NOWHERE
    return pair * FLAGS + (
        flags & DISRUPTED if size == SIZE.BRIGADE else flags
    )  # 6.4.1: a brigade's improvement is lost


@jit
def change_cost(t, verb, c):
    """EP for changing a unit of class ``c``."""
    if verb == VERB.IMPROVE:
        return int(t.cost_improve)
    return int(t.cost_replenish) if verb == VERB.REPLENISH else int(t.cost_convert[size_of(t, c)])


@jit
def why_not_change_class(s, t, verb, c):
    """Reason why units of a class cannot be changed anywhere (6.3, 6.4, A-03, A-28, A-42, A-48, A-49, A-145)."""
    into = changed_class(t, verb, c)
    if into == NOWHERE:
        return (
            WHY.NOT_IMPROVABLE
            if verb == VERB.IMPROVE
            else WHY.NOT_A_REMNANT
            if verb == VERB.REPLENISH
            else WHY.NOT_CONVERTIBLE
        )
    kind = kind_of(t, c)
    if is_faction(kind) and s.purged[kind - FIRST_FACTION] != PURGE.NONE:
        return WHY.FACTION_PURGED
    if verb == VERB.IMPROVE and s.improved_free <= 0:
        return WHY.NO_MARKER
    if verb == VERB.CONVERT:
        why = why_not_have(s, t, int(s.phasing), into // FLAGS)
        if why != WHY.LEGAL:
            return why
    return WHY.LEGAL if available_ep(s, int(s.phasing)) >= change_cost(t, verb, c) else WHY.TOO_DEAR


@jit
def _why_not_change(s, t, verb, a, c):
    """The same for a unit in area ``a``, which must be in supply (6.3, 6.4, 11.1.2)."""
    why = why_not_change_class(s, t, verb, c)
    if why != WHY.LEGAL:
        return why
    return WHY.LEGAL if in_supply(s, t, int(s.phasing), kind_of(t, c), a) else WHY.UNSUPPLIED


@jit
def _area_has_change(s, t, verb, a):
    """True if a unit of area ``a``, in the pool or a battlegroup, can be changed."""
    side = int(s.phasing)
    for k in range(int(s.pool_units[side, a])):
        if _why_not_change(s, t, verb, a, int(s.pool_unit[side, a, k])) == WHY.LEGAL:
            return True
    if a < N_AREAS:
        for b in range(1 + int(s.at_large[side, a])):
            for k in range(int(s.bg_units[side, a, b])):
                if _why_not_change(s, t, verb, a, int(s.bg_unit[side, a, b, k])) == WHY.LEGAL:
                    return True
    return False


@jit
def why_not_change_any(s, t, verb):
    """Reason why no unit can be converted, replenished or improved."""
    for a in range(N_PLACES):
        if s.area_units[s.phasing, a] > 0 and _area_has_change(s, t, verb, a):
            return WHY.LEGAL
    return WHY.NOTHING_TO_CHANGE


@jit
def why_not_change_in(s, t, a):
    """Reason why no unit of area ``a`` can be changed in the way of the verb."""
    return WHY.LEGAL if _area_has_change(s, t, int(s.verb), a) else WHY.NOTHING_TO_CHANGE


@jit
def name_change_area(s, a):
    """Change a unit of area ``a``; ask which."""
    s.area = a
    ask(s, NODE.CHANGE_UNIT, s.phasing)


@jit
def why_not_change_unit(s, t, c):
    """Reason why a unit of class ``c`` in the named area cannot be changed in the way of the verb."""
    why = _why_not_change(s, t, int(s.verb), int(s.area), c)
    if why != WHY.LEGAL:
        return why
    return WHY.LEGAL if find_unit(s, int(s.phasing), int(s.area), c) != NOWHERE else WHY.NO_SUCH_UNIT


@jit
def change(s, t, w, c):
    """Exchange one counter for another in place (6.3, 6.4.1, 6.4.2, rulings A-46, A-118); disruption stays."""
    side, a, verb = int(s.phasing), int(s.area), int(s.verb)
    into = changed_class(t, verb, c)
    pay(s, w, side, change_cost(t, verb, c), CAUSE.PURCHASE)
    return_counter(s, t, c)
    draw_counter(s, t, into)
    change_unit(s, side, a, find_unit(s, side, a, c), c, into)
    settle(s, side, a)
    emit(w, EV.CHANGED, side, a, c, into)
    s.verb = NOWHERE
    s.area = NOWHERE
    ask(s, NODE.SUPPLY_MENU, side)


@jit
def ask_build(s):
    """Ask what to build."""
    ask(s, NODE.BUILD_CLASS, s.phasing)


@jit
def ask_change(s, verb):
    """Ask for the area of the unit to change."""
    s.verb = verb
    ask(s, NODE.CHANGE_AREA, s.phasing)
