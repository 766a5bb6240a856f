"""The greedy policy: the best of each decision in isolation, without a plan.

It serves every faction, turns brigades into divisions, sends battlegroups where they can win, and attacks at 2:1.
"""

from ctv_env.core.batch import draw_action
from ctv_env.core.dice import next_random
from ctv_env.core.jit import jit
from ctv_env.games.arriba.model import codes
from ctv_env.games.arriba.model.actions import (
    DONE,
    FIRST_AMOUNT,
    FIRST_AP,
    FIRST_AREA,
    FIRST_BG,
    FIRST_POST,
    FIRST_POWER,
    FIRST_TOWARD,
    FIRST_UNIT,
    FIRST_VERB,
    N_AMOUNTS,
    YES,
)
from ctv_env.games.arriba.model.codes import (
    CITY,
    FIRST_FACTION,
    FLAGS,
    HAND,
    MOROCCO,
    N_AP,
    N_AREAS,
    N_BGS,
    N_CLASSES,
    N_FACTIONS,
    N_PLACES,
    N_POWERS,
    NOWHERE,
    SIDE,
    TRACK_END,
)
from ctv_env.games.arriba.policies.worth import (
    front,
    group_cf,
    odds_against,
    pull,
    weakest_target,
)
from ctv_env.games.arriba.rules.pieces import cf_of, has_pool, held, kind_of
from ctv_env.games.arriba.rules.r06_places import is_faction
from ctv_env.games.arriba.rules.r06_strategic import is_neglected
from ctv_env.games.arriba.rules.support import available_ep, backing

_RESERVE = 3  # EP kept for offensives
_SAFE_PS = 40  # support above which powers are influenced
_ENOUGH = 4  # twice the odds at which it attacks: 2:1
_DEAR = 3  # the highest price paid for an AP


@jit
def greedy(s, t, w):
    """Return the policy's action; where it has no preference, a random one."""
    side, node = int(s.to_move), int(s.node)
    action = DONE
    if node <= codes.NODE.LEGION_LEAVES:
        action = _in_politics(s, t, w, side, node)
    elif node <= codes.NODE.LIFT_AP:
        action = _in_supply(s, t, w, side, node)
    elif node <= codes.NODE.DROP_POST:
        action = _in_movement(s, t, w, side, node)
    else:
        action = _in_combat(s, t, w, side, node)
    return action if action >= 0 and w.mask[action] else draw_action(w.mask, w)


@jit
def _in_politics(s, t, w, side, node):
    """Purge nobody; influence a power that would do more for this side; take gifts to the front."""
    if node == codes.NODE.INFLUENCE:
        return _power_to_court(s, t, w, side)
    if node == codes.NODE.INFLUENCE_DICE:
        return FIRST_AMOUNT
    if node == codes.NODE.INFLUENCE_WAY:
        return FIRST_TOWARD + side
    if node == codes.NODE.EVENT_PLACE:
        return _area_at_front(s, t, w, side)
    if node == codes.NODE.EVENT_LOSE and s.area != NOWHERE:
        return _unit_by_cf(t, w, -1)
    return DONE if node == codes.NODE.PURGE else NOWHERE


@jit
def _power_to_court(s, t, w, side):
    """Return a power whose next box is better than its current one; DONE if there is none, or support is low."""
    way = -1 if side == SIDE.GOVERNMENT else 1
    if s.ps[side] < _SAFE_PS:
        return DONE
    for power in range(N_POWERS):
        box = int(s.power_at[power]) + way
        if w.mask[FIRST_POWER + power] and -TRACK_END <= box <= TRACK_END:
            if t.backing[side, box + TRACK_END] > backing(s, t, side, power):
                return FIRST_POWER + power
    return DONE


# -- equipment ---------------------------------------------------------------------------------------------------


@jit
def _in_supply(s, t, w, side, node):
    """Serve the factions, build divisions, keep a reserve; bring the Army of Africa over."""
    if node == codes.NODE.SUPPLY_MENU:
        return _purchase(s, t, w, side)
    if node == codes.NODE.BUILD_CLASS:
        return _class_to_build(s, t, w)
    if node in (codes.NODE.CHANGE_UNIT, codes.NODE.LIFT_UNIT):
        return _unit_by_cf(t, w, 1)
    if node == codes.NODE.AP_PAY:
        return YES if s.price <= _DEAR else DONE
    if node == codes.NODE.LIFT_MENU:
        return _lift(s, w, side)
    if node == codes.NODE.LIFT_FROM:
        return FIRST_AREA + MOROCCO
    if node == codes.NODE.LIFT_AP:
        return DONE
    return _area_at_front(s, t, w, side)


@jit
def _must_serve(s, t, kind):
    """True if the kind is a faction that will cost a point unless an EP is spent on it (5.2.1)."""
    return is_faction(kind) and is_neglected(s, t, kind - FIRST_FACTION)


@jit
def _purchase(s, t, w, side):
    """Return the next purchase; DONE once only the reserve is left."""
    if side == SIDE.GOVERNMENT and w.mask[FIRST_VERB + codes.VERB.BUILD]:
        for kind in range(FIRST_FACTION, FIRST_FACTION + N_FACTIONS):
            if _must_serve(s, t, kind):
                return FIRST_VERB + codes.VERB.BUILD
    if available_ep(s, side) <= _RESERVE:
        return DONE
    for verb in (codes.VERB.CONVERT, codes.VERB.REPLENISH, codes.VERB.BUILD, codes.VERB.BUY_AP):
        if w.mask[FIRST_VERB + verb]:
            return FIRST_VERB + verb
    return DONE


@jit
def _class_to_build(s, t, w):
    """Return a unit of a faction still to be served, else the most CF for the EP."""
    best, most = NOWHERE, -1
    for c in range(0, N_CLASSES, FLAGS):
        if w.mask[FIRST_UNIT + c]:
            price = max(int(t.cost_new[t.pair_size[c // FLAGS]]), 1)
            worth = 100 * cf_of(t, c) // price
            if _must_serve(s, t, kind_of(t, c)):
                worth = 1000 - price
            if worth > most:
                best, most = FIRST_UNIT + c, worth
    return best


@jit
def _lift(s, w, side):
    """Return a lift out of Morocco, while units are there."""
    if s.pool_units[side, MOROCCO] > 0:
        for verb in (codes.VERB.AFRICA_LIFT, codes.VERB.AIR_LIFT):
            if w.mask[FIRST_VERB + verb]:
                return FIRST_VERB + verb
    return DONE


@jit
def _area_at_front(s, t, w, side):
    """Return the legal area nearest to the enemy; ties are broken at random."""
    best, most = NOWHERE, -1
    for a in range(N_PLACES):
        if w.mask[FIRST_AREA + a]:
            worth = 8 * front(s, t, side, a) + next_random(w) % 8
            if worth > most:
                best, most = FIRST_AREA + a, worth
    return best


@jit
def _unit_by_cf(t, w, sign):
    """Return the legal class with the most CF, or with the least if ``sign`` is -1."""
    best, most = NOWHERE, -100
    for c in range(N_CLASSES):
        if w.mask[FIRST_UNIT + c] and sign * cf_of(t, c) > most:
            best, most = FIRST_UNIT + c, sign * cf_of(t, c)
    return best


# -- organisation and movement -----------------------------------------------------------------------------------


@jit
def _in_movement(s, t, w, side, node):
    """Organise waiting units in groups as strong as possible; go where there is something to win."""
    if node == codes.NODE.ORGANISE:
        for a in range(N_AREAS):
            if w.mask[FIRST_AREA + a] and has_pool(s, side, a):
                return FIRST_AREA + a
        return DONE
    if node == codes.NODE.FORM:
        return _member(s, t, w)
    if node in (codes.NODE.FORM_POST, codes.NODE.DROP_POST):
        return FIRST_POST if w.mask[FIRST_POST] else FIRST_POST + 1
    if node == codes.NODE.MOVE:
        return _area_to_leave(s, t, w, side)
    if node == codes.NODE.MOVE_BG:
        return _strongest(s, t, w, side)
    if node == codes.NODE.MOVE_TO:
        return _destination(s, t, w, side)
    return NOWHERE


@jit
def _member(s, t, w):
    """Return the strongest unit that may join, then AP, then DONE."""
    unit = _unit_by_cf(t, w, 1)
    if unit != NOWHERE:
        return unit
    for ap in range(N_AP):
        if w.mask[FIRST_AP + ap] and held(s, HAND) > 0:
            return FIRST_AP + ap
    return DONE


@jit
def _area_to_leave(s, t, w, side):
    """Return an area without enemies whose battlegroup at large is drawn elsewhere; else DONE."""
    for a in range(N_AREAS):
        if w.mask[FIRST_AREA + a] and s.at_large[side, a] > 0 and s.area_units[1 - side, a] == 0:
            return FIRST_AREA + a
    return DONE


@jit
def _strongest(s, t, w, side):
    """Return the legal battlegroup at large with the most CF; the one in the city only if there is no other."""
    best, most = FIRST_BG + CITY, -1
    for b in range(1, N_BGS):
        if w.mask[FIRST_BG + b]:
            cf = group_cf(s, t, side, int(s.area), b)
            if cf > most:
                best, most = FIRST_BG + b, cf
    return best


@jit
def _destination(s, t, w, side):
    """Return the area with the strongest pull, if above the current one's; else end the move, if possible in a city."""
    cf = 0
    for k in range(int(s.hold_units[HAND])):
        cf += cf_of(t, int(s.hold_unit[HAND, k]))
    best, most = NOWHERE, 8 * pull(s, t, side, int(s.area), 0) + 7
    for a in range(N_AREAS):
        if w.mask[FIRST_AREA + a]:
            worth = 8 * pull(s, t, side, a, cf) + next_random(w) % 8
            if worth > most:
                best, most = FIRST_AREA + a, worth
    if best != NOWHERE:
        return best
    return FIRST_POST if w.mask[FIRST_POST] else FIRST_POST + 1


# -- combat --------------------------------------------------------------------------------------------------------


@jit
def _in_combat(s, t, w, side, node):
    """Attack at good odds, with everything that helps; lose the least valuable pieces."""
    if node in (codes.NODE.ATTACK, codes.NODE.COUNTER):
        return _area_to_attack(s, t, w, side)
    if node in (codes.NODE.ATTACK_BG, codes.NODE.COUNTER_BG):
        return _attacker(s, t, w, side)
    if node in (codes.NODE.TARGET, codes.NODE.COUNTER_TARGET):
        return _target(s, t, w, side)
    if node in (codes.NODE.AIR_ATT, codes.NODE.ARMOUR_ATT, codes.NODE.AIR_DEF, codes.NODE.SPLIT):
        return _most(w)
    if node in (codes.NODE.LOSS_ATT, codes.NODE.LOSS_DEF):
        return _unit_by_cf(t, w, -1)
    if node == codes.NODE.EXCHANGE:
        return DONE
    if node == codes.NODE.BREAKTHROUGH_UNIT:
        return _unit_by_cf(t, w, 1)
    return YES if w.mask[YES] else NOWHERE


@jit
def _area_to_attack(s, t, w, side):
    """Return the legal area with the best odds, DONE if none are good enough."""
    best, most = DONE, _ENOUGH - 1
    for a in range(N_AREAS):
        if w.mask[FIRST_AREA + a]:
            for b in range(N_BGS):
                if int(s.bg_marks[side, a, b]) & codes.MARK.ATTACKER == 0 and s.bg_units[side, a, b] > 0:
                    odds = weakest_target(s, t, side, a, b)
                    if odds > most:
                        best, most = FIRST_AREA + a, odds
    return best


@jit
def _attacker(s, t, w, side):
    """Return the legal battlegroup with the best odds."""
    best, most = NOWHERE, -1
    for b in range(N_BGS):
        if w.mask[FIRST_BG + b]:
            odds = weakest_target(s, t, side, int(s.area), b)
            if odds > most:
                best, most = FIRST_BG + b, odds
    return best


@jit
def _target(s, t, w, side):
    """Return the legal target with the best odds."""
    best, most = NOWHERE, -1
    for b in range(N_BGS):
        if w.mask[FIRST_BG + b]:
            odds = odds_against(s, t, side, int(s.area), int(s.bg), b)
            if odds > most:
                best, most = FIRST_BG + b, odds
    return best


@jit
def _most(w):
    """Return the highest legal amount."""
    for n in range(N_AMOUNTS - 1, -1, -1):
        if w.mask[FIRST_AMOUNT + n]:
            return FIRST_AMOUNT + n
    return FIRST_AMOUNT
