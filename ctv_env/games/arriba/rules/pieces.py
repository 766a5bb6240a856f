"""Units, asset points, battlegroups and pools: only these functions move them.

A unit is at a side, an area and a place there: ``POOL``, or that of a battlegroup, ``CITY`` or 1 to 11 at large.
Functions that put or take pieces leave the area unsorted; ``settle`` restores the order once at the end of a change
(rulings A-119, A-122, A-137), which may change places.  A unit that joins a pool leaves nothing to restore, nor does
an AP that joins that of a city which its side occupies.
"""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    ASSET,
    BG_SIZE,
    CITY,
    DISRUPTED,
    FIRST_REBEL_PAIR,
    FLAGS,
    IMPROVED,
    MAX_AT_LARGE,
    MAX_UNITS,
    MOROCCO,
    N_AREAS,
    N_BGS,
    N_PAIRS,
    N_PLACES,
    NO_UNIT,
    NOWHERE,
    POOL,
    POST,
    SIDE,
    SIZE,
)
from ctv_env.games.arriba.model.events import CAUSE, EV, emit

# -- classes of units ------------------------------------------------------------------------------------------


@jit
def kind_of(t, c):
    """Kind of a class."""
    return int(t.pair_kind[c // FLAGS])


@jit
def size_of(t, c):
    """Size of a class."""
    return int(t.pair_size[c // FLAGS])


@jit
def cf_of(t, c):
    """Combat factor of a class (2.2.3)."""
    return int(t.pair_cf[c // FLAGS])


@jit
def side_of(c):
    """Side of a class."""
    return SIDE.REBEL if c >= FIRST_REBEL_PAIR * FLAGS else SIDE.GOVERNMENT


@jit
def is_division(t, c):
    """True for one-step and two-step divisions, but not remnants (2.2.3, ruling A-03)."""
    return t.is_division[c // FLAGS] == 1


@jit
def is_improved(c):
    """True if the unit has an improved cadre (6.4.1)."""
    return c & IMPROVED != 0


@jit
def is_disrupted(c):
    """True if the unit is disrupted (9.2.3)."""
    return c & DISRUPTED != 0


@jit
def counter_pair(t, pair):
    """Pair of the counter of a unit: a remnant is the back of a two-step division (ruling A-46)."""
    return int(t.pair_of[t.pair_kind[pair], SIZE.TWO_STEP]) if t.pair_size[pair] == SIZE.REMNANT else pair


@jit
def draw_counter(s, t, c):
    """Take the counter of a new unit of class ``c``, which must be free, and a marker if it is improved."""
    s.counters_free[counter_pair(t, c // FLAGS)] -= 1
    if is_improved(c):
        s.improved_free -= 1


@jit
def return_counter(s, t, c):
    """Return the counter of a unit of class ``c`` that leaves the map."""
    s.counters_free[counter_pair(t, c // FLAGS)] += 1
    if is_improved(c):
        s.improved_free += 1


# -- who is where ----------------------------------------------------------------------------------------------


@jit
def has_units(s, side, a):
    """True if ``side`` has a unit in the area, including its pool; AP alone do not count (ruling A-04, A-121)."""
    return s.area_units[side, a] > 0


@jit
def occupies(s, side, a):
    """True if a unit of ``side`` stands in the city of area ``a`` (ruling A-04); never in Morocco (ruling A-40)."""
    if a >= N_AREAS:
        return False
    return s.bg_units[side, a, CITY] > 0 or (s.pool_in_city[side, a] == 1 and s.pool_units[side, a] > 0)


@jit
def has_unit_in_bg(s, side, a, b):
    """True if the battlegroup is there and has a unit."""
    return s.bg_units[side, a, b] > 0


@jit
def is_bg(s, side, a, b):
    """True if a battlegroup of units or AP is at that place."""
    return s.bg_units[side, a, b] + s.bg_armour[side, a, b] + s.bg_artillery[side, a, b] > 0


@jit
def has_pool(s, side, a):
    """True if units or AP wait in the pool (ruling A-45)."""
    return s.pool_units[side, a] + s.pool_armour[side, a] + s.pool_artillery[side, a] > 0


@jit
def has_anything(s, side, a):
    """True if the side has a battlegroup or a pool in the area."""
    return s.at_large[side, a] > 0 or is_bg(s, side, a, CITY) or has_pool(s, side, a)


@jit
def has_room_for_unit(s, side, a):
    """True if one more unit keeps within the limit of an area; Morocco has none (ruling A-44)."""
    return a == MOROCCO or s.area_units[side, a] < MAX_UNITS


@jit
def has_room_at_large(s, side, a):
    """True if one more battlegroup at large keeps within the limit (ruling A-44)."""
    return s.at_large[side, a] < MAX_AT_LARGE


@jit
def is_city_open(s, side, a):
    """True if a battlegroup of ``side`` with a unit may be posted in the city: it is empty (7.2, ruling A-58)."""
    return not is_bg(s, side, a, CITY) and not occupies(s, 1 - side, a)


# -- rows of classes -------------------------------------------------------------------------------------------


@jit
def insert_class(row, n, c):
    """Insert ``c`` among the ``n`` classes of a sorted row, which must have room."""
    k = n
    while k > 0 and row[k - 1] > c:
        row[k] = row[k - 1]
        k -= 1
    row[k] = c


@jit
def remove_class(row, n, c):
    """Remove one ``c`` from the ``n`` classes of a sorted row; ``c`` must be among them."""
    k = 0
    while row[k] != c:
        k += 1
    while k < n - 1:
        row[k] = row[k + 1]
        k += 1
    row[n - 1] = NO_UNIT


@jit
def has_class(row, n, c):
    """True if ``c`` is among the ``n`` classes of a row."""
    for k in range(n):
        if row[k] == c:
            return True
    return False


# -- units and AP of an area -----------------------------------------------------------------------------------


@jit
def put_unit(s, side, a, where, c):
    """Add a unit to the pool or a battlegroup; call ``settle`` after the latter."""
    if where == POOL:
        _open_pool(s, side, a)
        insert_class(s.pool_unit[side, a], int(s.pool_units[side, a]), c)
        s.pool_units[side, a] += 1
    else:
        insert_class(s.bg_unit[side, a, where], int(s.bg_units[side, a, where]), c)
        s.bg_units[side, a, where] += 1
    s.area_units[side, a] += 1


@jit
def take_unit(s, side, a, where, c):
    """Take a unit, which must be there, from the pool or a battlegroup; call ``settle`` afterwards."""
    if where == POOL:
        remove_class(s.pool_unit[side, a], int(s.pool_units[side, a]), c)
        s.pool_units[side, a] -= 1
    else:
        remove_class(s.bg_unit[side, a, where], int(s.bg_units[side, a, where]), c)
        s.bg_units[side, a, where] -= 1
    s.area_units[side, a] -= 1


@jit
def change_unit(s, side, a, where, c, into):
    """Replace a unit, in its place, by one of another class; the caller sees to counters and calls ``settle``.

    It is never away meanwhile, so that a pool which it alone keeps in the city stays there (ruling A-45).
    """
    if where == POOL:
        n = int(s.pool_units[side, a])
        remove_class(s.pool_unit[side, a], n, c)
        insert_class(s.pool_unit[side, a], n - 1, into)
    else:
        n = int(s.bg_units[side, a, where])
        remove_class(s.bg_unit[side, a, where], n, c)
        insert_class(s.bg_unit[side, a, where], n - 1, into)


@jit
def put_ap(s, side, a, where, ap, n):
    """Add ``n`` armour or artillery AP, possibly negative, to the pool or a battlegroup; call ``settle`` afterwards."""
    if where == POOL:
        _open_pool(s, side, a)
        if ap == ASSET.ARMOUR:
            s.pool_armour[side, a] += n
        else:
            s.pool_artillery[side, a] += n
    elif ap == ASSET.ARMOUR:
        s.bg_armour[side, a, where] += n
    else:
        s.bg_artillery[side, a, where] += n


@jit
def ap_at(s, side, a, where, ap):
    """Armour or artillery AP in the pool or a battlegroup."""
    if where == POOL:
        return int(s.pool_armour[side, a] if ap == ASSET.ARMOUR else s.pool_artillery[side, a])
    return int(s.bg_armour[side, a, where] if ap == ASSET.ARMOUR else s.bg_artillery[side, a, where])


@jit
def _open_pool(s, side, a):
    """Start a pool, in the city if the side occupies it now (ruling A-45)."""
    if not has_pool(s, side, a):
        s.pool_in_city[side, a] = 1 if occupies(s, side, a) else 0


@jit
def find_unit(s, side, a, c):
    """Find a unit of class ``c``: in the pool, the battlegroups at large in order, last the city (ruling A-118).

    NOWHERE if there is none.
    """
    if has_class(s.pool_unit[side, a], int(s.pool_units[side, a]), c):
        return POOL
    if a < N_AREAS:
        for b in range(1, 1 + int(s.at_large[side, a])):
            if has_class(s.bg_unit[side, a, b], int(s.bg_units[side, a, b]), c):
                return b
        if has_class(s.bg_unit[side, a, CITY], int(s.bg_units[side, a, CITY]), c):
            return CITY
    return NOWHERE


@jit
def find_ap(s, side, a, ap):
    """Find an armour or artillery AP, in the same order; NOWHERE if there is none."""
    if ap_at(s, side, a, POOL, ap) > 0:
        return POOL
    if a < N_AREAS:
        for b in range(1, 1 + int(s.at_large[side, a])):
            if ap_at(s, side, a, b, ap) > 0:
                return b
        if ap_at(s, side, a, CITY, ap) > 0:
            return CITY
    return NOWHERE


@jit
def count_classes(s, w, side, a):
    """Fill ``w.count`` with the units of each class in the area, including its pool."""
    for c in range(N_PAIRS * FLAGS):
        w.count[c] = 0
    for k in range(int(s.pool_units[side, a])):
        w.count[s.pool_unit[side, a, k]] += 1
    if a < N_AREAS:
        for b in range(1 + int(s.at_large[side, a])):
            for k in range(int(s.bg_units[side, a, b])):
                w.count[s.bg_unit[side, a, b, k]] += 1


# -- battlegroups in hand --------------------------------------------------------------------------------------


@jit
def held(s, h):
    """Units and AP in hand ``h``, HAND or PART."""
    return int(s.hold_units[h]) + int(s.hold_armour[h]) + int(s.hold_artillery[h])


@jit
def hold_unit(s, h, c):
    """Add a unit to the battlegroup in hand."""
    insert_class(s.hold_unit[h], int(s.hold_units[h]), c)
    s.hold_units[h] += 1


@jit
def let_go_unit(s, h, c):
    """A unit, which must be in it, leaves the battlegroup in hand."""
    remove_class(s.hold_unit[h], int(s.hold_units[h]), c)
    s.hold_units[h] -= 1


@jit
def hold_ap(s, h, ap, n):
    """Add ``n`` AP, possibly negative, to the battlegroup in hand."""
    if ap == ASSET.ARMOUR:
        s.hold_armour[h] += n
    else:
        s.hold_artillery[h] += n


@jit
def clear_hand(s, h):
    """Empty hand ``h``."""
    for k in range(BG_SIZE):
        s.hold_unit[h, k] = NO_UNIT
    s.hold_units[h] = 0
    s.hold_armour[h] = 0
    s.hold_artillery[h] = 0
    s.hold_marks[h] = 0


@jit
def pick_up(s, side, a, b, h):
    """Take the battlegroup at place ``b``, with its marks, into hand ``h``; the area is settled."""
    for k in range(BG_SIZE):
        s.hold_unit[h, k] = s.bg_unit[side, a, b, k]
    s.hold_units[h] = s.bg_units[side, a, b]
    s.hold_armour[h] = s.bg_armour[side, a, b]
    s.hold_artillery[h] = s.bg_artillery[side, a, b]
    s.hold_marks[h] = s.bg_marks[side, a, b]
    s.area_units[side, a] -= s.bg_units[side, a, b]
    empty_place(s, side, a, b)
    settle(s, side, a)


@jit
def set_down(s, w, side, a, h, post):
    """Put the battlegroup in hand ``h`` in the city or at large, where a place must be free.

    The area is settled; units that enter a city remove an enemy fort there (ruling A-112).
    """
    b = CITY
    if post != POST.CITY:
        s.at_large[side, a] += 1
        b = int(s.at_large[side, a])
    for k in range(BG_SIZE):
        s.bg_unit[side, a, b, k] = s.hold_unit[h, k]
    s.bg_units[side, a, b] = s.hold_units[h]
    s.bg_armour[side, a, b] = s.hold_armour[h]
    s.bg_artillery[side, a, b] = s.hold_artillery[h]
    s.bg_marks[side, a, b] = s.hold_marks[h]
    s.area_units[side, a] += s.hold_units[h]
    clear_hand(s, h)
    if b == CITY:
        remove_enemy_fort(s, w, side, a)
    settle(s, side, a)


@jit
def remove_enemy_fort(s, w, side, a):
    """Remove the enemy fort from a city that units of ``side`` enter (ruling A-112)."""
    if s.fort[a] == 1 - side:
        s.fort[a] = SIDE.NOBODY
        s.forts_free += 1
        emit(w, EV.FORT_REMOVED, 1 - side, a, CAUSE.CAPTURE)


# -- the order of an area --------------------------------------------------------------------------------------


@jit
def empty_place(s, side, a, b):
    """Empty place ``b``; ``area_units`` is left to the caller; call ``settle`` afterwards."""
    for k in range(BG_SIZE):
        s.bg_unit[side, a, b, k] = NO_UNIT
    s.bg_units[side, a, b] = 0
    s.bg_armour[side, a, b] = 0
    s.bg_artillery[side, a, b] = 0
    s.bg_marks[side, a, b] = 0


@jit
def settle(s, side, a):
    """Restore the order of an area: AP and pools that no unit keeps in the city, sorting at large."""
    if a < N_AREAS:
        if s.bg_units[side, a, CITY] == 0 and is_bg(s, side, a, CITY):
            _leave_city(s, side, a)
        if not is_bg(s, side, a, CITY):
            s.bg_marks[side, a, CITY] = 0
        _sort(s, side, a)
    if s.pool_units[side, a] == 0 and (a == MOROCCO or s.bg_units[side, a, CITY] == 0 or not has_pool(s, side, a)):
        s.pool_in_city[side, a] = 0  # ruling A-137


@jit
def _leave_city(s, side, a):
    """Move AP without units at large, or into the last battlegroup there, and so out of a battle (A-119, A-177)."""
    b = int(s.at_large[side, a])
    if b < MAX_AT_LARGE:
        b += 1
        s.at_large[side, a] = b
        s.bg_marks[side, a, b] = s.bg_marks[side, a, CITY]
        _follow(s, side, a, CITY, b)
    s.bg_armour[side, a, b] += s.bg_armour[side, a, CITY]
    s.bg_artillery[side, a, b] += s.bg_artillery[side, a, CITY]
    empty_place(s, side, a, CITY)


@jit
def _sort(s, side, a):
    """Sort the battlegroups at large in the order of ruling A-122, without gaps."""
    n = int(s.at_large[side, a])
    for b in range(2, n + 1):
        k = b
        while k > 1 and order_key(s, side, a, k) < order_key(s, side, a, k - 1):
            _swap(s, side, a, k - 1, k)
            k -= 1
    while n > 0 and not is_bg(s, side, a, n):
        s.bg_marks[side, a, n] = 0
        n -= 1
    s.at_large[side, a] = n
    _follow_twins(s, side, a)


@jit
def order_key(s, side, a, b):
    """Sort key of battlegroups at large, ascending (ruling A-122); an empty place comes last."""
    key = 0
    for k in range(BG_SIZE):
        key = key * 128 + int(s.bg_unit[side, a, b, k])
    key = key * 16 + 15 - int(s.bg_armour[side, a, b])
    key = key * 16 + 15 - int(s.bg_artillery[side, a, b])
    return key * 8 + int(s.bg_marks[side, a, b])


@jit
def _swap(s, side, a, b, other):
    for k in range(BG_SIZE):
        row = s.bg_unit[side, a]
        row[b, k], row[other, k] = row[other, k], row[b, k]
    s.bg_units[side, a, b], s.bg_units[side, a, other] = s.bg_units[side, a, other], s.bg_units[side, a, b]
    s.bg_armour[side, a, b], s.bg_armour[side, a, other] = s.bg_armour[side, a, other], s.bg_armour[side, a, b]
    row = s.bg_artillery[side, a]
    row[b], row[other] = row[other], row[b]
    s.bg_marks[side, a, b], s.bg_marks[side, a, other] = s.bg_marks[side, a, other], s.bg_marks[side, a, b]
    if s.battle_area == a:
        at = int(s.att_bg if s.attacker == side else s.def_bg)
        if at == b:
            _follow(s, side, a, b, other)
        elif at == other:
            _follow(s, side, a, other, b)


@jit
def _follow(s, side, a, b, to):
    """Update the place of the attacker or target of a battle here after it has moved."""
    if s.battle_area == a:
        if s.attacker == side and s.att_bg == b:
            s.att_bg = to
        elif s.attacker != side and s.def_bg == b:
            s.def_bg = to


@jit
def _follow_twins(s, side, a):
    """Let the first of equal battlegroups be the one that fights, so that equal positions have equal bytes."""
    if s.battle_area != a:
        return
    b = int(s.att_bg if s.attacker == side else s.def_bg)
    to = b
    while to > 1 and order_key(s, side, a, to - 1) == order_key(s, side, a, to):
        to -= 1
    if b > CITY:
        _follow(s, side, a, b, to)


@jit
def clear_places(s):
    """Empty the map, the hands and the choice; begins a position that was all zeros."""
    for side in range(2):
        for a in range(N_PLACES):
            for k in range(MAX_UNITS):
                s.pool_unit[side, a, k] = NO_UNIT
        for a in range(N_AREAS):
            for b in range(N_BGS):
                for k in range(BG_SIZE):
                    s.bg_unit[side, a, b, k] = NO_UNIT
        clear_hand(s, side)
    for a in range(N_AREAS):
        s.fort[a] = SIDE.NOBODY
