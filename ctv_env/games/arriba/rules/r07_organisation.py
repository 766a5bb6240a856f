"""Chapter 7: the Organisation Phase, and the composition of battlegroups (7.1, 7.2)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    ASSET,
    FIRST_GOBERNITO,
    HAND,
    KIND,
    MAX_AT_LARGE,
    N_AREAS,
    NODE,
    NOWHERE,
    POOL,
    POST,
    SIDE,
)
from ctv_env.games.arriba.model.events import EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import (
    ap_at,
    empty_place,
    has_anything,
    has_class,
    has_pool,
    held,
    hold_ap,
    hold_unit,
    is_city_open,
    kind_of,
    put_ap,
    put_unit,
    set_down,
    settle,
    take_unit,
)
from ctv_env.games.arriba.rules.support import ask, go_on

# Groups that do not mix (7.1.1, ruling A-57): of the Government, militias with the two armies; of the Rebel, Italians
# with others.  Gobernitos mix with either of the first two.
FREE, MILITIA, ARMY, ITALIANS, REBELS = range(5)


@jit
def mixing_group(kind):
    """Group of kinds that a kind may be stacked with (7.1.1, ruling A-57)."""
    if FIRST_GOBERNITO <= kind <= KIND.SANTANDER:
        return FREE
    if kind in (KIND.ANARCHIST, KIND.POUM):
        return MILITIA
    if kind in (KIND.POPULAR_ARMY, KIND.INTERNATIONAL):
        return ARMY
    return ITALIANS if kind == KIND.ITALIAN else REBELS


@jit
def group_in_hand(s, t, h):
    """Group of a battlegroup in hand; FREE if it has no units, or only Gobernitos."""
    for k in range(int(s.hold_units[h])):
        group = mixing_group(kind_of(t, int(s.hold_unit[h, k])))
        if group != FREE:
            return group
    return FREE


@jit
def mixes(group, other):
    """True if units of the two groups may be in one battlegroup."""
    return group in (FREE, other) or other == FREE


# -- how many battlegroups a rest needs (ruling A-44, node FORM) -----------------------------------------------


@jit
def _ceil(n, d):
    return (n + d - 1) // d


@jit
def least_groups(size, one, other, free):
    """Minimum number of battlegroups for units of two groups that do not mix, and of those that mix with both."""
    n = _ceil(one, size) + _ceil(other, size)
    return n + _ceil(max(0, free - (size * n - one - other)), size)


@jit
def _groups_of_rest(s, t, side, a, count):
    """Count the units of ``a``'s pool by group, in the first five elements of ``count``."""
    for group in range(REBELS + 1):
        count[group] = 0
    for k in range(int(s.pool_units[side, a])):
        count[mixing_group(kind_of(t, int(s.pool_unit[side, a, k])))] += 1


@jit
def _least_after(t, side, one, other, free, group, room, fills):
    """Minimum number of battlegroups for the rest after one of ``group`` has taken up to ``room`` units of it.

    ``one`` is MILITIA or ITALIANS, ``other`` ARMY or REBELS; with ``fills`` 0 it takes no more.
    """
    size = int(t.bg_size[side])
    best = least_groups(size, one, other, free)
    if fills == 0:
        return best
    for n in range(room + 1):  # of its own group, then of those that mix
        more = min(room - n, free)
        if mixes(group, MILITIA if side == SIDE.GOVERNMENT else ITALIANS) and n <= one:
            best = min(best, least_groups(size, one - n, other, free - more))
        if mixes(group, ARMY if side == SIDE.GOVERNMENT else REBELS) and n <= other:
            best = min(best, least_groups(size, one, other - n, free - more))
    return best


@jit
def _rest_fits(s, t, w, group, units, less, fills):
    """True if the rest finds places when the battlegroup in hand is closed.

    Args:
        group: of the battlegroup in hand.
        units: that it has.
        less: group of a unit that goes from the rest into it, NOWHERE for none.
        fills: 1 if it may still take more units, 0 if it is closed now.
    """
    side, a = int(s.phasing), int(s.area)
    _groups_of_rest(s, t, side, a, w.count)
    if less != NOWHERE:
        w.count[less] -= 1
    one = int(w.count[MILITIA] + w.count[ITALIANS])
    other = int(w.count[ARMY] + w.count[REBELS])
    free = int(w.count[FREE])
    at_large = MAX_AT_LARGE - int(s.at_large[side, a])
    city = 1 if is_city_open(s, side, a) else 0
    if one + other + free == 0:  # AP alone stand at large
        if s.pool_armour[side, a] + s.pool_artillery[side, a] == 0:
            return at_large + city > 0
        return at_large - (0 if city and units > 0 else 1) > 0
    room = int(t.bg_size[side]) - units
    return _least_after(t, side, one, other, free, group, room, fills) <= at_large + city - 1


# -- areas (7.1) -----------------------------------------------------------------------------------------------


@jit
def begin_organisation(s, t, w):
    """Ask a player for areas to organise (3.0 d, 7.1)."""
    ask(s, NODE.ORGANISE, s.phasing)


@jit
def why_not_organise(s, a):
    """Reason why area ``a`` cannot be organised: once a turn, and never Morocco (7.1, ruling A-56)."""
    if a >= N_AREAS or not has_anything(s, int(s.phasing), a):
        return WHY.NOBODY_TO_ORGANISE
    return WHY.ORGANISED_BEFORE if s.organised[a] else WHY.LEGAL


@jit
def why_not_end_organisation(s):
    """Reason why the phase cannot end: every pool but Morocco's must be organised (6.2, 7.1, ruling A-56)."""
    for a in range(N_AREAS):
        if has_pool(s, int(s.phasing), a):
            return WHY.POOLS_LEFT
    return WHY.LEGAL


@jit
def organise(s, t, w, a):
    """Put all battlegroups of area ``a`` into its pool, to be organised again (7.1, ruling A-56, A-59, A-152)."""
    side = int(s.phasing)
    for b in range(1 + int(s.at_large[side, a])):
        for k in range(int(s.bg_units[side, a, b])):
            put_unit(s, side, a, POOL, int(s.bg_unit[side, a, b, k]))
        put_ap(s, side, a, POOL, ASSET.ARMOUR, int(s.bg_armour[side, a, b]))
        put_ap(s, side, a, POOL, ASSET.ARTILLERY, int(s.bg_artillery[side, a, b]))
        s.area_units[side, a] -= s.bg_units[side, a, b]
        empty_place(s, side, a, b)
    s.pool_in_city[side, a] = 0
    settle(s, side, a)
    s.organised[a] = 1
    s.area = a
    ask(s, NODE.FORM, side)


@jit
def end_organisation(s):
    """End the player's organisation."""
    for a in range(N_AREAS):
        s.organised[a] = 0
    go_on(s)


# -- battlegroups (7.1.1, 7.2) ---------------------------------------------------------------------------------


@jit
def why_not_form_unit(s, t, w, c):
    """Reason why a unit of class ``c`` cannot join: size, mixing, room for the rest (7.1.1, A-57, A-126)."""
    side, a = int(s.phasing), int(s.area)
    if not has_class(s.pool_unit[side, a], int(s.pool_units[side, a]), c):
        return WHY.NO_SUCH_UNIT
    if s.hold_units[HAND] >= t.bg_size[side]:
        return WHY.GROUP_FULL
    group, other = group_in_hand(s, t, HAND), mixing_group(kind_of(t, c))
    if not mixes(group, other):
        return WHY.MAY_NOT_MIX
    together = other if group == FREE else group
    fits = _rest_fits(s, t, w, together, int(s.hold_units[HAND]) + 1, other, 1)
    return WHY.LEGAL if fits else WHY.REST_WOULD_NOT_FIT


@jit
def form_unit(s, c):
    """Add a unit to the battlegroup being formed."""
    side, a = int(s.phasing), int(s.area)
    take_unit(s, side, a, POOL, c)
    hold_unit(s, HAND, c)
    s.node = NODE.FORM


@jit
def why_not_form_ap(s, ap):
    """Reason why no AP of a type can join: there are none; any number may (7.1.1)."""
    if ap == ASSET.AIR or ap_at(s, int(s.phasing), int(s.area), POOL, ap) <= 0:
        return WHY.NO_SUCH_UNIT
    return WHY.LEGAL


@jit
def form_ap(s, ap):
    """Add an armour or artillery AP to the battlegroup being formed."""
    put_ap(s, int(s.phasing), int(s.area), POOL, ap, -1)
    hold_ap(s, HAND, ap, 1)
    s.node = NODE.FORM


@jit
def why_not_close(s, t, w):
    """Reason why the battlegroup cannot be closed: it needs a unit if there are any, and the rest must fit (A-56)."""
    side, a = int(s.phasing), int(s.area)
    if s.hold_units[HAND] == 0 and (held(s, HAND) == 0 or s.pool_units[side, a] > 0):
        return WHY.NOT_A_GROUP
    fits = _rest_fits(s, t, w, group_in_hand(s, t, HAND), int(s.hold_units[HAND]), NOWHERE, 0)
    return WHY.LEGAL if fits else WHY.REST_WOULD_NOT_FIT


@jit
def close_group(s):
    """Close the battlegroup; ask for city or country."""
    ask(s, NODE.FORM_POST, s.phasing)


@jit
def why_not_form_post(s, post):
    """Reason why the city or the country is illegal (7.2, rulings A-58, A-127)."""
    side, a = int(s.phasing), int(s.area)
    if post == POST.CITY:
        return WHY.LEGAL if s.hold_units[HAND] > 0 and is_city_open(s, side, a) else WHY.CITY_TAKEN
    left = MAX_AT_LARGE - int(s.at_large[side, a]) - 1
    ap_alone = s.pool_units[side, a] == 0 and has_pool(s, side, a)
    return WHY.LEGAL if left >= (1 if ap_alone else 0) else WHY.NO_PLACE_AT_LARGE


@jit
def post_group(s, w, post):
    """Post the battlegroup (7.2); begin the next one from the rest, or finish the area."""
    side, a = int(s.phasing), int(s.area)
    unit = s.hold_unit[HAND]
    armour, artillery = int(s.hold_armour[HAND]), int(s.hold_artillery[HAND])
    emit(w, EV.FORMED, side, a, post, int(unit[0]), int(unit[1]), int(unit[2]), int(unit[3]), armour, artillery)
    set_down(s, w, side, a, HAND, post)
    if has_pool(s, side, a):
        ask(s, NODE.FORM, side)
    else:
        s.area = NOWHERE
        ask(s, NODE.ORGANISE, side)
