"""Combat: the attack that gains most by the table, while it gains enough; asset points, losses, exchanges."""

from ctv_env.core.dice import FACES
from ctv_env.core.jit import jit
from ctv_env.games.arriba.model import codes
from ctv_env.games.arriba.model.actions import (
    DONE,
    FIRST_AMOUNT,
    FIRST_AP,
    FIRST_AREA,
    FIRST_BG,
    FIRST_UNIT,
    N_AMOUNTS,
    YES,
)
from ctv_env.games.arriba.model.codes import CITY, FLAGS, MARK, N_AP, N_AREAS, N_BGS, N_CLASSES, NOWHERE
from ctv_env.games.arriba.model.staff_constants import STAFF, constant
from ctv_env.games.arriba.policies.forecast import gain_of, row_cf, row_disrupted, row_divisions, row_units
from ctv_env.games.arriba.policies.survey import city_worth
from ctv_env.games.arriba.rules.pieces import is_bg, is_improved, size_of
from ctv_env.games.arriba.rules.r08_reach import count_frozen
from ctv_env.games.arriba.rules.r09_battle import cf_in, is_counterattack
from ctv_env.games.arriba.rules.r09_results import columns_right

_LOSS_WORTH = (10, 12, 24, 34)  # worth of what a loss takes of a unit, by size


@jit
def fight(s, t, w, side, node):
    """Return the action at a node of combat; NOWHERE if any will do."""
    if node in (codes.NODE.ATTACK, codes.NODE.COUNTER):
        return _choose_area(s, t, w, side)
    if node in (codes.NODE.ATTACK_BG, codes.NODE.COUNTER_BG):
        return _choose_attacker(s, t, w, side)
    if node in (codes.NODE.TARGET, codes.NODE.COUNTER_TARGET):
        return _choose_target(s, t, w, side, int(s.area), int(s.bg))
    if node == codes.NODE.BREAKTHROUGH_TARGET:
        return _choose_target(s, t, w, side, int(s.battle_area), int(s.att_bg))
    if node == codes.NODE.SPLIT:
        return _split(s, t)
    if node in (codes.NODE.AIR_ATT, codes.NODE.ARMOUR_ATT, codes.NODE.AIR_DEF):
        return _most(w)
    if node in (codes.NODE.LOSS_ATT, codes.NODE.LOSS_DEF):
        return _loss(s, t, w)
    if node == codes.NODE.EXCHANGE:
        return _exchange(s, t, side)
    if node == codes.NODE.BREAKTHROUGH:
        return YES
    if node == codes.NODE.BREAKTHROUGH_UNIT:
        return _strongest(t, w)
    return YES if w.mask[YES] else NOWHERE


# -- who attacks whom ------------------------------------------------------------------------------------------------


@jit
def _prize(t, w, a, target):
    """Worth of the end of a target: its city, if it stands in one; else its counterattack is spared."""
    return city_worth(t, w, a) if target == CITY else constant(t, w, STAFF.SPARED)


@jit
def _is_target(s, side, a, target):
    """True if an enemy battlegroup is there that may be attacked in this phase (9.1, 9.4)."""
    if not is_bg(s, 1 - side, a, target):
        return False
    return not is_counterattack(s) or int(s.bg_marks[1 - side, a, target]) & MARK.ATTACKER != 0


@jit
def _is_ready(s, t, side, a, b):
    """True if the battlegroup may attack in this phase."""
    if s.bg_units[side, a, b] == 0 or int(s.bg_marks[side, a, b]) & MARK.ATTACKER:
        return False
    if is_counterattack(s):
        return b != CITY and int(s.bg_marks[side, a, b]) & codes.MARK.ATTACKED == 0 and _is_fit(s, side, a, b)
    return _is_fit(s, side, a, b) and count_frozen(s, t, s.bg_unit[side, a, b], 0) == 0


@jit
def _is_fit(s, side, a, b):
    return row_disrupted(s.bg_unit[side, a, b]) == 0


@jit
def gain_of_attack(s, t, w, side, a, b, target):
    """Six times the mean gain of the attack."""
    armour, artillery = int(s.bg_armour[side, a, b]), int(s.bg_artillery[side, a, b])
    prize = _prize(t, w, a, target)
    return gain_of(s, t, w, side, s.bg_unit[side, a, b], armour, artillery, a, target, prize, is_counterattack(s))


@jit
def best_gain(s, t, w, side, a, b):
    """Six times the mean gain of the best attack of a battlegroup."""
    best = -10000
    for target in range(1 + int(s.at_large[1 - side, a])):
        if _is_target(s, side, a, target):
            best = max(best, gain_of_attack(s, t, w, side, a, b, target))
    return best


@jit
def _choose_area(s, t, w, side):
    """The area of the attack that gains most, DONE if none gains enough."""
    best, most = DONE, FACES * constant(t, w, STAFF.HURDLE + side)
    for a in range(N_AREAS):
        if w.mask[FIRST_AREA + a]:
            gain = gain_in_area(s, t, w, side, a)
            if gain > most:
                best, most = FIRST_AREA + a, gain
    return best


@jit
def gain_in_area(s, t, w, side, a):
    """Six times the mean gain of the best attack in an area."""
    most = -10000
    for b in range(1 + int(s.at_large[side, a])):
        if _is_ready(s, t, side, a, b):
            most = max(most, best_gain(s, t, w, side, a, b))
    return most


@jit
def _choose_attacker(s, t, w, side):
    best, most = NOWHERE, -20000
    for b in range(N_BGS):
        if w.mask[FIRST_BG + b]:
            gain = best_gain(s, t, w, side, int(s.area), b)
            if gain > most:
                best, most = FIRST_BG + b, gain
    return best


@jit
def _choose_target(s, t, w, side, a, b):
    best, most = NOWHERE, -20000
    for target in range(N_BGS):
        if w.mask[FIRST_BG + target]:
            gain = gain_of_attack(s, t, w, side, a, b, target)
            if gain > most:
                best, most = FIRST_BG + target, gain
    return best


# -- with what, and what it costs --------------------------------------------------------------------------------------


@jit
def _most(w):
    """The highest amount."""
    for n in range(N_AMOUNTS - 1, -1, -1):
        if w.mask[FIRST_AMOUNT + n]:
            return FIRST_AMOUNT + n
    return NOWHERE


@jit
def _split(s, t):
    """Columns off the own loss, but for those with which the target dies (9.2.2)."""
    foe = 1 - int(s.attacker)
    a, b = int(s.battle_area), int(s.def_bg)
    holds = cf_in(s, t, foe) + int(s.bg_armour[foe, a, b]) + int(s.bg_artillery[foe, a, b])
    columns, missing = columns_right(s), holds - int(s.result_def)
    if 0 < missing <= columns:
        columns -= missing
    return FIRST_AMOUNT + max(min(columns, int(s.result_att), N_AMOUNTS - 1), 0)


@jit
def _loss(s, t, w):
    """The legal removal that costs least for each CF that it satisfies (9.2)."""
    best, most = NOWHERE, -10000
    for action in range(FIRST_UNIT, FIRST_UNIT + N_CLASSES):
        if w.mask[action] and worth_of_loss(s, t, w, action) > most:
            best, most = action, worth_of_loss(s, t, w, action)
    for action in range(FIRST_AP, FIRST_AP + N_AP):
        if w.mask[action] and worth_of_loss(s, t, w, action) > most:
            best, most = action, worth_of_loss(s, t, w, action)
    return best


@jit
def worth_of_loss(s, t, w, action):
    """Six times the worth, below 0, of the removal of a UNIT or AP for each CF that it satisfies."""
    if action < FIRST_UNIT or action >= FIRST_UNIT + N_CLASSES:
        return -constant(t, w, STAFF.AP_LOSS) * 6
    c = action - FIRST_UNIT
    owed = max(int(s.owed_att if s.node == codes.NODE.LOSS_ATT else s.owed_def), 1)
    cost = _LOSS_WORTH[size_of(t, c)] + (constant(t, w, STAFF.IMPROVED_LOSS) if is_improved(c) else 0)
    return -cost * 6 // min(int(t.pair_cf_lost[c // FLAGS]), owed)


@jit
def _exchange(s, t, side):
    """Another round while a brigade is there to pay for it and the own battlegroup is the stronger one."""
    row = s.bg_unit[side, s.battle_area, s.att_bg]
    pays = row_units(row) > row_divisions(t, row)
    return YES if pays and row_cf(t, row) > cf_in(s, t, 1 - side) else DONE


@jit
def _strongest(t, w):
    """The strongest legal unit."""
    best, most = NOWHERE, -1
    for c in range(N_CLASSES):
        if w.mask[FIRST_UNIT + c] and int(t.pair_cf[c // FLAGS]) > most:
            best, most = FIRST_UNIT + c, int(t.pair_cf[c // FLAGS])
    return best
