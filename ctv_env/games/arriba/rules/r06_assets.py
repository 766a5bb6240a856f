"""Chapter 6, purchases besides units: asset points (6.5, 6.7.3), forts (15.3), a new doctrine (15.5)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import ASSET, BACKING, N_AP, N_AREAS, NODE, NOWHERE, POOL, SIDE, VERB
from ctv_env.games.arriba.model.events import CAUSE, EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import occupies, put_ap
from ctv_env.games.arriba.rules.r06_places import has_port, why_not_own_port
from ctv_env.games.arriba.rules.r06_units import ask_build, ask_change, why_not_build_any, why_not_change_any
from ctv_env.games.arriba.rules.support import ask, available_ep, best_backing, pay

# -- the menu --------------------------------------------------------------------------------------------------


@jit
def why_not_purchase(s, t, verb):
    """Reason why a kind of purchase is illegal, such as an empty next choice (6.2 to 6.5, 15.3, 15.5)."""
    if verb == VERB.BUILD:
        return why_not_build_any(s, t)
    if verb in (VERB.CONVERT, VERB.REPLENISH, VERB.IMPROVE):
        return why_not_change_any(s, t, verb)
    if verb == VERB.BUY_AP:
        return _why_not_any_ap(s, t)
    if verb == VERB.FORTIFY:
        return _why_not_fort(s, t)
    if verb == VERB.DOCTRINE:
        return _why_not_doctrine(s, t)
    return WHY.NOT_HERE


@jit
def begin_purchase(s, t, w, verb):
    """Begin a kind of purchase; ask its first question."""
    if verb == VERB.BUILD:
        ask_build(s)
    elif verb == VERB.BUY_AP:
        ask(s, NODE.AP_TYPE, s.phasing)
    elif verb == VERB.FORTIFY:
        ask(s, NODE.FORT_AREA, s.phasing)
    elif verb == VERB.DOCTRINE:
        s.cursor = 0
        ask(s, NODE.DOCTRINE_DIE, SIDE.CHANCE)
    else:
        ask_change(s, verb)


# -- asset points (6.5) ----------------------------------------------------------------------------------------


@jit
def why_not_ap(s, t, ap):
    """Reason why no AP of a type can be declared (6.5, 6.7.3, rulings A-50, A-131)."""
    side = int(s.phasing)
    if s.ap_closed[ap]:
        return WHY.AP_CLOSED
    if s.ap_free[side, ap] <= 0:
        return WHY.NO_AP_LEFT
    if best_backing(s, t, side) < BACKING.SUPPORT:  # 5.4.1 a
        return WHY.NO_SUPPORTER
    if not has_port(s, t, side):
        return WHY.NO_PORT_OF_YOURS
    return WHY.LEGAL if available_ep(s, side) > 0 else WHY.TOO_DEAR


@jit
def _why_not_any_ap(s, t):
    """Reason why no AP at all can be declared: that of the last type, if there is one for each."""
    why = WHY.LEGAL
    for ap in range(N_AP):
        why = why_not_ap(s, t, ap)
        if why == WHY.LEGAL:
            return WHY.LEGAL
    return why


@jit
def declare_ap(s, ap):
    """Declare an AP and ask for its price die (6.5)."""
    s.ap = ap
    ask(s, NODE.PRICE_DIE, SIDE.CHANCE)


@jit
def roll_price(s, w, die):
    """Take the die as the price (6.5)."""
    s.price = die
    side = int(s.phasing)
    emit(w, EV.PRICE_DIE, side, int(s.ap), die, 1 if available_ep(s, side) >= die else 0)
    ask(s, NODE.AP_PAY, s.phasing)


@jit
def why_not_pay(s):
    """Reason why the price cannot be paid; any EP may pay (6.5, ruling A-50)."""
    return WHY.LEGAL if available_ep(s, int(s.phasing)) >= s.price else WHY.TOO_DEAR


@jit
def refuse_price(s, w):
    """Buy no more AP of the type this turn: the price was refused or too high (6.5)."""
    s.ap_closed[s.ap] = 1
    emit(w, EV.AP_REFUSED, int(s.phasing), int(s.ap))
    s.ap = NOWHERE
    s.price = 0
    ask(s, NODE.SUPPLY_MENU, s.phasing)


@jit
def pay_price(s, t, w):
    """Buy the AP: air is ready, the others need a port; under a blockade they wait (6.5, 15.4, A-155)."""
    side, ap = int(s.phasing), int(s.ap)
    pay(s, w, side, int(s.price), CAUSE.PURCHASE)
    s.price = 0
    s.ap_free[side, ap] -= 1
    if not t.blockade and ap != ASSET.AIR:
        ask(s, NODE.AP_PORT, side)
        return
    s.ap = NOWHERE
    if t.blockade:
        s.ap_due[ap] += 1
    else:
        add_air(s, w, side)
    ask(s, NODE.SUPPLY_MENU, side)


@jit
def add_air(s, w, side):
    """Make a bought air AP ready (6.5)."""
    s.air_ready[side] += 1
    emit(w, EV.AP_PLACED, side, ASSET.AIR, NOWHERE, CAUSE.PURCHASE)


@jit
def why_not_ap_port(s, t, a):
    """Reason why the AP cannot land in area ``a`` (6.7.3)."""
    return why_not_own_port(s, t, int(s.phasing), a)


@jit
def put_at_port(s, w, side, ap, a):
    """Place a bought armour or artillery AP in the pool of the port (6.5, ruling A-45)."""
    put_ap(s, side, a, POOL, ap, 1)
    emit(w, EV.AP_PLACED, side, ap, a, CAUSE.PURCHASE)


# -- forts (15.3) ----------------------------------------------------------------------------------------------


@jit
def why_not_fort_in(s, t, a):
    """Reason why no fort can be built in area ``a``: one per city, occupied by own units (15.3, ruling A-112)."""
    if a < N_AREAS and occupies(s, int(s.phasing), a) and s.fort[a] == SIDE.NOBODY:
        return WHY.LEGAL
    return WHY.NOT_A_CITY_FOR_FORT


@jit
def _why_not_fort(s, t):
    """Reason why no fort can be built at all."""
    if not t.forts:
        return WHY.OPTION_OFF
    if available_ep(s, int(s.phasing)) < t.cost_fort:
        return WHY.TOO_DEAR
    if s.forts_free > 0:
        for a in range(N_AREAS):
            if why_not_fort_in(s, t, a) == WHY.LEGAL:
                return WHY.LEGAL
    return WHY.NO_CITY_FOR_FORT


@jit
def build_fort(s, t, w, a):
    """Build a fort in the city of area ``a`` (15.3)."""
    side = int(s.phasing)
    pay(s, w, side, int(t.cost_fort), CAUSE.PURCHASE)
    s.fort[a] = side
    s.forts_free -= 1
    emit(w, EV.FORT_BUILT, side, a)
    ask(s, NODE.SUPPLY_MENU, side)


# -- doctrine (15.5) -------------------------------------------------------------------------------------------


@jit
def _why_not_doctrine(s, t):
    """Reason why no new doctrine is offered (15.5, ruling A-114)."""
    if not t.doctrine:
        return WHY.OPTION_OFF
    return WHY.LEGAL if s.turn >= s.doctrine_until[s.phasing] else WHY.NO_NEW_DOCTRINE
