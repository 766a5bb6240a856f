"""Chapter 8, reach of a battlegroup: restrictions of movement (8.2), Gobernitos (8.2.2), room at the end.

``row`` has the classes of a battlegroup, followed by ``NO_UNIT``; ``left_out`` has a bit for each unit of it that stays
behind.
"""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    BG_SIZE,
    FIRST_FACTION,
    MAX_BORDERS,
    MAX_UNITS,
    N_AREAS,
    N_FACTIONS,
    N_PLACES,
    NO_UNIT,
    NOWHERE,
    PURGE,
)
from ctv_env.games.arriba.rules.pieces import has_room_at_large, has_units, is_city_open, kind_of


@jit
def count_coming(row, left_out):
    """Number of units of the row that move."""
    n = 0
    for k in range(BG_SIZE):
        if row[k] != NO_UNIT and left_out & (1 << k) == 0:
            n += 1
    return n


@jit
def may_enter(t, row, left_out, a):
    """True if area ``a`` is open to all units that move: Gobernitos keep to their zone (8.2.2, ruling A-64)."""
    for k in range(BG_SIZE):
        if row[k] != NO_UNIT and left_out & (1 << k) == 0 and t.kind_may_enter[kind_of(t, int(row[k])), a] == 0:
            return False
    return True


@jit
def is_frozen(s, t, c):
    """True for a unit of a faction purged this turn, which may not move or attack in its player turn (5.2.2, A-27)."""
    faction = kind_of(t, c) - FIRST_FACTION
    return 0 <= faction < N_FACTIONS and s.purged[faction] == PURGE.NOW


@jit
def count_frozen(s, t, row, left_out):
    """Number of frozen units of the row among those that move."""
    n = 0
    for k in range(BG_SIZE):
        if row[k] != NO_UNIT and left_out & (1 << k) == 0 and is_frozen(s, t, int(row[k])):
            n += 1
    return n


@jit
def can_end_in(s, a, n_units):
    """True if a battlegroup of the phasing side with that many units has room in area ``a`` (A-44, A-170)."""
    side = int(s.phasing)
    if s.area_units[side, a] + n_units > MAX_UNITS:
        return False
    return has_room_at_large(s, side, a) or (n_units > 0 and is_city_open(s, side, a))


@jit
def may_step(s, a, into):
    """True unless both areas hold enemy units: there is no direct move between two such areas (8.2)."""
    enemy = 1 - int(s.phasing)
    return not (has_units(s, enemy, a) and has_units(s, enemy, into))


@jit
def mark_reach(s, t, w, row, left_out, start):
    """Mark in ``w.reach`` the areas that a battlegroup can reach from ``start`` (8.1, 8.2, ruling A-61).

    Entering an area with enemy units ends the move; AP alone do not.
    """
    enemy = 1 - int(s.phasing)
    for a in range(N_PLACES):
        w.reach[a] = 0
    w.reach[start] = 1
    w.queue[0] = start
    n, done = 1, 0
    while done < n:
        a = int(w.queue[done])
        done += 1
        if a != start and has_units(s, enemy, a):
            continue
        for k in range(MAX_BORDERS):
            into = int(t.border[a, k])
            if into == NOWHERE:
                break
            if w.reach[into] == 0 and may_step(s, a, into) and may_enter(t, row, left_out, into):
                w.reach[into] = 1
                w.queue[n] = into
                n += 1
    w.reach[start] = 0


@jit
def can_go(s, t, w, row, left_out, start):
    """True if some other area can be reached, with room to end the move there; changes ``w.reach``."""
    n_units = count_coming(row, left_out)
    for k in range(MAX_BORDERS):
        into = int(t.border[start, k])
        if into == NOWHERE:
            break
        if may_step(s, start, into) and may_enter(t, row, left_out, into) and can_end_in(s, into, n_units):
            return True
    mark_reach(s, t, w, row, left_out, start)
    for a in range(N_AREAS):
        if w.reach[a] == 1 and can_end_in(s, a, n_units):
            return True
    return False
