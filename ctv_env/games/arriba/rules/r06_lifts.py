"""Chapter 6, lifts: transport by air and sea (6.7)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import (
    ASSET,
    CITY,
    COAST,
    MOROCCO,
    N_AREAS,
    N_LIFTS,
    N_PLACES,
    NO_UNIT,
    NODE,
    NOWHERE,
    POOL,
    SIDE,
    SIZE,
    VERB,
)
from ctv_env.games.arriba.model.events import EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import (
    ap_at,
    has_class,
    has_room_for_unit,
    kind_of,
    occupies,
    put_ap,
    put_unit,
    settle,
    size_of,
    take_unit,
)
from ctv_env.games.arriba.rules.support import ask, go_on

# -- what a lift can do (6.7.1, 6.7.2) -------------------------------------------------------------------------


@jit
def lifts_left(s, t, verb):
    """Lifts of a kind that the player has left; doubled for the Rebel on the first turn (6.7, 14.2 d, A-14)."""
    lift = verb - VERB.AIR_LIFT
    return int(t.lifts[s.phasing, lift]) * int(s.lift_factor[s.phasing]) - int(s.lifts_used[lift])


@jit
def can_leave(s, t, verb, a):
    """True if a lift of that kind can begin in area ``a`` (6.7.1, 6.7.2, ruling A-40)."""
    side = int(s.phasing)
    if verb == VERB.AFRICA_LIFT or a == MOROCCO:
        return a == MOROCCO and side == SIDE.REBEL
    if verb == VERB.AIR_LIFT:
        return occupies(s, side, a)
    return _is_own_port(s, t, a)


@jit
def can_land(s, t, verb, a):
    """True if a lift of that kind can end in area ``a`` (6.7.1, 6.7.2); nothing returns to Africa (8.2.1)."""
    if a >= N_AREAS:
        return False
    if verb == VERB.AIR_LIFT:
        return occupies(s, int(s.phasing), a)
    if verb == VERB.AFRICA_LIFT:
        return t.port[a] == COAST.MEDITERRANEAN and occupies(s, SIDE.REBEL, a)
    return _is_own_port(s, t, a)


@jit
def _is_own_port(s, t, a):
    """True for a port that own units occupy; the Government's must be on the Mediterranean (6.7.2)."""
    if not occupies(s, int(s.phasing), a):
        return False
    return t.port[a] == COAST.MEDITERRANEAN if s.phasing == SIDE.GOVERNMENT else t.port[a] != COAST.NONE


@jit
def _carries(s, t, verb, c):
    """True if a lift of that kind carries units of the class: only brigades by air, or for the Government (6.7)."""
    return size_of(t, c) == SIZE.BRIGADE if verb == VERB.AIR_LIFT or s.phasing == SIDE.GOVERNMENT else True


@jit
def where_to_lift(s, a, c):
    """Place of a unit of class ``c`` to lift: pool in city or Morocco, then the city's battlegroup (A-53, A-118)."""
    side = int(s.phasing)
    if a == MOROCCO or s.pool_in_city[side, a]:
        if has_class(s.pool_unit[side, a], int(s.pool_units[side, a]), c):
            return POOL
    if a < N_AREAS and has_class(s.bg_unit[side, a, CITY], int(s.bg_units[side, a, CITY]), c):
        return CITY
    return NOWHERE


@jit
def _why_not_go(s, t, verb, c, to):
    """Reason why a unit of the class cannot go to area ``to`` (8.2.2, rulings A-44, A-64)."""
    if not t.kind_may_enter[kind_of(t, c), to]:
        return WHY.NOT_LIFTED
    return WHY.LEGAL if has_room_for_unit(s, int(s.phasing), to) else WHY.NO_ROOM


@jit
def ap_to_lift(s, a, ap):
    """AP of a type in the city of ``a`` that have not been named, in pool and battlegroup (6.7.2, ruling A-54)."""
    side = int(s.phasing)
    if a >= N_AREAS:
        return 0
    n = ap_at(s, side, a, CITY, ap)
    if s.pool_in_city[side, a]:
        n += ap_at(s, side, a, POOL, ap)
    return n - int(s.lift_armour if ap == ASSET.ARMOUR else s.lift_artillery)


@jit
def _has_ap(s, verb, a):
    """True if AP can go by that lift from area ``a``: only by sea, between ports (ruling A-54)."""
    return verb == VERB.SEA_LIFT and ap_to_lift(s, a, ASSET.ARMOUR) + ap_to_lift(s, a, ASSET.ARTILLERY) > 0


@jit
def _can_go(s, t, verb, a, to):
    """True if a unit, or AP, can go from ``a`` to ``to``."""
    if a == to or not can_land(s, t, verb, to):
        return False
    if _has_ap(s, verb, a):
        return True
    side = int(s.phasing)
    if a == MOROCCO or s.pool_in_city[side, a]:
        for k in range(int(s.pool_units[side, a])):
            if _why_not_lift_unit(s, t, verb, int(s.pool_unit[side, a, k]), to) == WHY.LEGAL:
                return True
    if a < N_AREAS:
        for k in range(int(s.bg_units[side, a, CITY])):
            if _why_not_lift_unit(s, t, verb, int(s.bg_unit[side, a, CITY, k]), to) == WHY.LEGAL:
                return True
    return False


@jit
def _why_not_lift_unit(s, t, verb, c, to):
    return _why_not_go(s, t, verb, c, to) if _carries(s, t, verb, c) else WHY.NOT_LIFTED


@jit
def _begins(s, t, verb, a):
    """True if a lift of that kind can begin in area ``a`` and lead somewhere."""
    if can_leave(s, t, verb, a):
        for to in range(N_AREAS):
            if _can_go(s, t, verb, a, to):
                return True
    return False


# -- the choices -----------------------------------------------------------------------------------------------


@jit
def why_not_lift(s, t, verb):
    """Reason why a kind of lift is illegal (6.7)."""
    if verb not in (VERB.AIR_LIFT, VERB.AFRICA_LIFT, VERB.SEA_LIFT):
        return WHY.NOT_HERE
    if lifts_left(s, t, verb) <= 0:
        return WHY.LIFT_USED
    for a in range(N_PLACES):
        if _begins(s, t, verb, a):
            return WHY.LEGAL
    return WHY.LIFT_EMPTY


@jit
def name_lift(s, verb):
    """Choose a kind of lift; ask where it begins."""
    s.verb = verb
    ask(s, NODE.LIFT_FROM, s.phasing)


@jit
def why_not_lift_from(s, t, a):
    """Reason why the lift cannot begin in area ``a`` (6.7.1, 6.7.2)."""
    return WHY.LEGAL if _begins(s, t, int(s.verb), a) else WHY.NO_LIFT_FROM


@jit
def name_lift_from(s, a):
    """Begin the lift in area ``a``; ask where it ends."""
    s.lift_from = a
    ask(s, NODE.LIFT_TO, s.phasing)


@jit
def why_not_lift_to(s, t, a):
    """Reason why the lift cannot end in area ``a`` (6.7.1, 6.7.2)."""
    return WHY.LEGAL if _can_go(s, t, int(s.verb), int(s.lift_from), a) else WHY.NO_LIFT_TO


@jit
def name_lift_to(s, a):
    """End the lift in area ``a``; ask for the unit."""
    s.lift_to = a
    ask(s, NODE.LIFT_UNIT, s.phasing)


@jit
def why_not_lift_unit(s, t, c):
    """Reason why no unit of class ``c`` can go with the lift (6.7, ruling A-53)."""
    if where_to_lift(s, int(s.lift_from), c) == NOWHERE:
        return WHY.NOT_LIFTED
    return _why_not_lift_unit(s, t, int(s.verb), c, int(s.lift_to))


@jit
def why_not_lift_no_unit(s):
    """Reason why AP cannot go alone: there are none, or the lift takes none (ruling A-54)."""
    return WHY.LEGAL if _has_ap(s, int(s.verb), int(s.lift_from)) else WHY.NOT_DONE_YET


@jit
def name_lift_unit(s, t, w, c):
    """Add a unit to the lift; ask for AP if any can go."""
    s.unit = c
    if _has_ap(s, int(s.verb), int(s.lift_from)):
        ask(s, NODE.LIFT_AP, s.phasing)
    else:
        carry(s, t, w)


@jit
def lift_no_unit(s):
    """Lift AP alone (ruling A-54)."""
    ask(s, NODE.LIFT_AP, s.phasing)


@jit
def why_not_lift_ap(s, ap):
    """Reason why no more AP of a type can go with the lift (6.7.2, ruling A-54)."""
    if ap == ASSET.AIR or ap_to_lift(s, int(s.lift_from), ap) <= 0:
        return WHY.NO_AP_TO_LIFT
    return WHY.LEGAL


@jit
def lift_ap(s, ap):
    """Add one more AP to the lift."""
    if ap == ASSET.ARMOUR:
        s.lift_armour += 1
    else:
        s.lift_artillery += 1
    s.node = NODE.LIFT_AP


@jit
def why_not_carry(s):
    """Reason why the lift cannot leave: nothing has been named."""
    return WHY.LEGAL if s.unit != NOWHERE or s.lift_armour + s.lift_artillery > 0 else WHY.NOT_DONE_YET


@jit
def carry(s, t, w):
    """Move unit and AP to the pool of the city at the other end (6.7, rulings A-45, A-125, A-55)."""
    side, a, to, c = int(s.phasing), int(s.lift_from), int(s.lift_to), int(s.unit)
    if c != NOWHERE:
        take_unit(s, side, a, where_to_lift(s, a, c), c)
        put_unit(s, side, to, POOL, c)
    _carry_ap(s, side, a, to, ASSET.ARMOUR, int(s.lift_armour))
    _carry_ap(s, side, a, to, ASSET.ARTILLERY, int(s.lift_artillery))
    settle(s, side, a)
    settle(s, side, to)
    lift = int(s.verb) - VERB.AIR_LIFT
    s.lifts_used[lift] += 1
    unit = NO_UNIT if c == NOWHERE else c
    emit(w, EV.LIFTED, side, lift, a, to, unit, int(s.lift_armour), int(s.lift_artillery))
    s.verb = NOWHERE
    s.lift_from = NOWHERE
    s.lift_to = NOWHERE
    s.unit = NOWHERE
    s.lift_armour = 0
    s.lift_artillery = 0
    ask(s, NODE.LIFT_MENU, side)


@jit
def _carry_ap(s, side, a, to, ap, n):
    """Take AP of the pool in the city first, then of its battlegroup (ruling A-118)."""
    if n > 0:
        of_pool = min(n, ap_at(s, side, a, POOL, ap)) if s.pool_in_city[side, a] else 0
        put_ap(s, side, a, POOL, ap, -of_pool)
        put_ap(s, side, a, CITY, ap, of_pool - n)
        put_ap(s, side, to, POOL, ap, n)


@jit
def end_lifts(s):
    """End the lifts, and with them the player's Strategic Phase."""
    for lift in range(N_LIFTS):
        s.lifts_used[lift] = 0
    go_on(s)
