"""Equipment: what is bought first, where it is put, and how the army of Africa comes over."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model import codes
from ctv_env.games.arriba.model.actions import (
    DONE,
    FIRST_AP,
    FIRST_AREA,
    FIRST_UNIT,
    FIRST_VERB,
    YES,
)
from ctv_env.games.arriba.model.codes import (
    ASSET,
    FIRST_FACTION,
    FLAGS,
    MOROCCO,
    N_CLASSES,
    N_FACTIONS,
    N_PLACES,
    NOWHERE,
    SIDE,
    SIZE,
    VERB,
)
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.model.staff_constants import STAFF, constant
from ctv_env.games.arriba.policies.orders import NO_CADRES, THRIFTY, habit
from ctv_env.games.arriba.policies.survey import garrison, prospects, risk, survey
from ctv_env.games.arriba.rules.pieces import cf_of, count_classes, is_division, is_improved, kind_of, size_of
from ctv_env.games.arriba.rules.r06_places import is_faction
from ctv_env.games.arriba.rules.r06_strategic import is_neglected
from ctv_env.games.arriba.rules.r06_units import why_not_change_class
from ctv_env.games.arriba.rules.r11_supply import in_supply
from ctv_env.games.arriba.rules.support import available_ep

THRIFTY_RESERVE = 9  # EP kept under orders to be thrifty
BRIGADES_FIRST = 1000  # added for a brigade that becomes a division: three CF for an EP


@jit
def supply(s, t, w, side, node):
    """Return the action at a node of equipment, or of an event that brings or takes units."""
    if node == codes.NODE.SUPPLY_MENU:
        return _purchase(s, t, w, side)
    if node == codes.NODE.BUILD_CLASS:
        return _class_to_build(s, t, w)
    if node == codes.NODE.CHANGE_AREA:
        return _area_to_change(s, t, w, side)
    if node == codes.NODE.CHANGE_UNIT:
        return _unit_to_change(s, t, w, side)
    if node == codes.NODE.AP_TYPE:
        return _ap_type(w)
    if node == codes.NODE.AP_PAY:
        is_rich = available_ep(s, side) > constant(t, w, STAFF.RICH) + s.price
        return YES if is_rich or s.price <= constant(t, w, STAFF.DEAR) else DONE
    if node in (codes.NODE.LIFT_MENU, codes.NODE.LIFT_FROM, codes.NODE.LIFT_UNIT, codes.NODE.LIFT_AP):
        return _lift(s, t, w, side, node)
    if node == codes.NODE.EVENT_LOSE and s.area != NOWHERE:
        return _unit_by_cf(t, w, -1)
    return _place(s, t, w, side)


# -- what is bought ---------------------------------------------------------------------------------------------------


@jit
def _must_serve(s, t, kind):
    """True if the kind is a faction that will cost a point unless an EP is spent on it (5.2.1)."""
    return is_faction(kind) and is_neglected(s, t, kind - FIRST_FACTION)


@jit
def _purchase(s, t, w, side):
    """The next purchase: factions, divisions, a reserve, cadres, two-step divisions, brigades, AP."""
    if side == SIDE.GOVERNMENT and w.mask[FIRST_VERB + codes.VERB.BUILD]:
        for kind in range(FIRST_FACTION, FIRST_FACTION + N_FACTIONS):
            if _must_serve(s, t, kind):
                return FIRST_VERB + codes.VERB.BUILD
    survey(s, t, w, side)
    if w.mask[FIRST_VERB + VERB.CONVERT] and _best_change(s, t, w, side, VERB.CONVERT) >= BRIGADES_FIRST:
        return FIRST_VERB + VERB.CONVERT
    how = habit(w)
    if available_ep(s, side) <= (THRIFTY_RESERVE if how == THRIFTY else constant(t, w, STAFF.RESERVE)):
        return DONE
    if w.mask[FIRST_VERB + VERB.REPLENISH]:
        return FIRST_VERB + VERB.REPLENISH
    if how != NO_CADRES and w.mask[FIRST_VERB + VERB.IMPROVE] and _best_change(s, t, w, side, VERB.IMPROVE) > 0:
        return FIRST_VERB + VERB.IMPROVE
    for verb in (codes.VERB.BUILD, VERB.CONVERT, codes.VERB.BUY_AP):
        if w.mask[FIRST_VERB + verb]:
            return FIRST_VERB + verb
    return DONE


@jit
def _class_to_build(s, t, w):
    """A unit of a faction that is to be served, else the most CF for the EP."""
    best, most = NOWHERE, -1
    for c in range(0, N_CLASSES, FLAGS):
        if w.mask[FIRST_UNIT + c] and worth_of_class(s, t, c) > most:
            best, most = FIRST_UNIT + c, worth_of_class(s, t, c)
    return best


@jit
def worth_of_class(s, t, c):
    """CF that a hundred EP build, or more for a faction that is to be served."""
    price = max(int(t.cost_new[size_of(t, c)]), 1)
    return 1000 - price if _must_serve(s, t, kind_of(t, c)) else 100 * cf_of(t, c) // price


@jit
def _ap_type(w):
    """Artillery, which helps in each battle, before air and armour."""
    for ap in (ASSET.ARTILLERY, ASSET.AIR, ASSET.ARMOUR):
        if w.mask[FIRST_AP + ap]:
            return FIRST_AP + ap
    return NOWHERE


# -- units on the map -------------------------------------------------------------------------------------------------


@jit
def _best_change(s, t, w, side, verb):
    """Worth of the best change by a verb; -1 if there is none."""
    best = -1
    for a in range(N_PLACES):
        if s.area_units[side, a] > 0:
            best = max(best, best_change_in(s, t, w, side, verb, a))
    return best


@jit
def best_change_in(s, t, w, side, verb, a):
    """The same in an area."""
    best = -1
    count_classes(s, w, side, a)
    improved = 0
    for c in range(N_CLASSES):
        if w.count[c] > 0 and is_improved(c):
            improved += int(w.count[c])
    for c in range(N_CLASSES):
        if w.count[c] > 0 and why_not_change_class(s, t, verb, c) == WHY.LEGAL:
            if in_supply(s, t, side, kind_of(t, c), a):
                best = max(best, _worth_of_change(s, t, w, side, verb, a, c, improved))
    return best


@jit
def _worth_of_change(s, t, w, side, verb, a, c, improved):
    """Worth of changing a unit of class ``c`` in area ``a``: near the enemy, among friends; 0 or less is none."""
    worth = 1 + front(s, t, w, side, a)
    if verb == VERB.CONVERT and size_of(t, c) == SIZE.BRIGADE:
        return BRIGADES_FIRST + worth
    if verb == VERB.IMPROVE:
        has_enough = improved * constant(t, w, STAFF.IMPROVED_SHARE) >= int(s.area_units[side, a])
        if has_enough or not is_division(t, c) or garrison(s, t, side, a, NOWHERE) < constant(t, w, STAFF.ARMY):
            return 0
    return worth


@jit
def front(s, t, w, side, a):
    """How much is to be won or lost at a place, and by how many."""
    if a == MOROCCO:
        return constant(t, w, STAFF.MOROCCO_WORTH)
    cf = garrison(s, t, side, a, NOWHERE)
    return prospects(s, t, w, side, a) + risk(s, t, w, side, a, cf) + min(cf, constant(t, w, STAFF.ARMY))


@jit
def _area_to_change(s, t, w, side):
    survey(s, t, w, side)
    best, most = NOWHERE, -1
    for a in range(N_PLACES):
        if w.mask[FIRST_AREA + a]:
            worth = best_change_in(s, t, w, side, int(s.verb), a)
            if worth > most:
                best, most = FIRST_AREA + a, worth
    return best


@jit
def _unit_to_change(s, t, w, side):
    """A brigade that becomes a division, else the strongest unit."""
    best, most = NOWHERE, -1
    for c in range(N_CLASSES):
        if w.mask[FIRST_UNIT + c]:
            worth = cf_of(t, c)
            if s.verb == VERB.CONVERT and size_of(t, c) == SIZE.BRIGADE:
                worth = 50 - (c % FLAGS)
            if worth > most:
                best, most = FIRST_UNIT + c, worth
    return best


@jit
def _unit_by_cf(t, w, sign):
    """The legal class with the most CF, or with the least if ``sign`` is -1."""
    best, most = NOWHERE, -100
    for c in range(N_CLASSES):
        if w.mask[FIRST_UNIT + c] and sign * cf_of(t, c) > most:
            best, most = FIRST_UNIT + c, sign * cf_of(t, c)
    return best


# -- places and lifts -------------------------------------------------------------------------------------------------


@jit
def _place(s, t, w, side):
    """The legal area where most is to be won or lost."""
    survey(s, t, w, side)
    best, most = NOWHERE, -1
    for a in range(N_PLACES):
        if w.mask[FIRST_AREA + a]:
            worth = front(s, t, w, side, a)
            if worth > most:
                best, most = FIRST_AREA + a, worth
    return best


@jit
def _lift(s, t, w, side, node):
    """The army of Africa, the strongest first where ships take them; nobody else."""
    if node == codes.NODE.LIFT_MENU:
        if s.pool_units[side, MOROCCO] > 0:
            for verb in (codes.VERB.AFRICA_LIFT, codes.VERB.SEA_LIFT, codes.VERB.AIR_LIFT):
                if w.mask[FIRST_VERB + verb]:
                    return FIRST_VERB + verb
        return DONE
    if node == codes.NODE.LIFT_FROM:
        return FIRST_AREA + MOROCCO
    if node == codes.NODE.LIFT_AP:
        return DONE
    return _unit_by_cf(t, w, 1)
