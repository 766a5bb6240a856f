"""Chapter 9.1, the Combat Phase: declaring attacks and asset points; the PSP of a phase."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import ASSET, CITY, MARK, N_AREAS, NODE, NOWHERE, SIDE
from ctv_env.games.arriba.model.events import ATTACK, CAUSE, EV, emit
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import is_bg, settle
from ctv_env.games.arriba.rules.r08_reach import count_frozen
from ctv_env.games.arriba.rules.r09_after import after_losses, breaks_through
from ctv_env.games.arriba.rules.r09_battle import (
    armour_of,
    artillery_of,
    attacking_side,
    count_disrupted,
    is_counterattack,
    place_of,
    units_of,
)
from ctv_env.games.arriba.rules.r09_losses import wipe_out
from ctv_env.games.arriba.rules.r09_odds import fix_odds, needs_offensive
from ctv_env.games.arriba.rules.r15_guerrillas import ask_guerrillas
from ctv_env.games.arriba.rules.support import ask, available_ep, change_ps, go_on, pay

_AIR_IN_BREAKTHROUGH = 1  # at most (9.3)


@jit
def begin_combat(s, t, w):
    """Begin the phase, with guerrillas if that option is on (9.1, ruling A-111)."""
    if not ask_guerrillas(s, t):
        ask(s, NODE.ATTACK, int(s.phasing))


@jit
def end_combat(s, t, w):
    """End the attacks; apply the PSP for battles (ruling A-94)."""
    apply_sums(s, t, w)
    go_on(s)


@jit
def apply_sums(s, t, w):
    """Apply the PSP gathered in the phase, first those of the side that attacked (ruling A-94)."""
    for k in range(2):
        side = attacking_side(s) if k == 0 else 1 - attacking_side(s)
        change_ps(s, t, w, side, int(s.sum_ps[side]), CAUSE.BATTLE)
        s.sum_ps[side] = 0


# -- who attacks whom (9.1) ----------------------------------------------------------------------------------------


@jit
def why_not_attack_area(s, t, w, a):
    """Reason why an area cannot be attacked in: it needs an attacker and a target."""
    if a >= N_AREAS or not has_target(s, 1 - int(s.phasing), a):
        return WHY.NOBODY_TO_ATTACK
    for b in range(1 + int(s.at_large[s.phasing, a])):
        if _why_not_attacker(s, t, a, b) == WHY.LEGAL:
            return WHY.LEGAL
    return WHY.NOBODY_TO_ATTACK


@jit
def has_target(s, side, a):
    """True if the side has a battlegroup in the area, even one of AP alone (9.1.7)."""
    return s.at_large[side, a] > 0 or is_bg(s, side, a, CITY)


@jit
def name_attack_area(s, t, w, a):
    """Choose the area of the attack."""
    s.area = a
    ask(s, NODE.ATTACK_BG, int(s.phasing))


@jit
def why_not_attacker(s, t, w, b):
    """Reason why a battlegroup cannot attack."""
    return _why_not_attacker(s, t, int(s.area), b)


@jit
def _why_not_attacker(s, t, a, b):
    side = int(s.phasing)
    if not is_bg(s, side, a, b):
        return WHY.NO_SUCH_GROUP
    if s.bg_marks[side, a, b] & MARK.ATTACKER != 0:
        return WHY.HAS_ATTACKED
    if count_frozen(s, t, s.bg_unit[side, a, b], 0) > 0:
        return WHY.FROZEN_GROUP  # rulings
    return why_unfit(s, side, a, b)


@jit
def why_unfit(s, side, a, b):
    """Reason why a battlegroup cannot attack: it has no unit, or a disrupted one (9.1.7, 9.2.3, ruling A-72)."""
    if s.bg_units[side, a, b] == 0:
        return WHY.NO_UNITS
    return WHY.DISRUPTED_GROUP if count_disrupted(s, side, a, b) > 0 else WHY.LEGAL


@jit
def name_attacker(s, t, w, b):
    """Choose the attacking battlegroup; ask for its target."""
    s.bg = b
    ask(s, NODE.TARGET, int(s.phasing))


@jit
def why_not_target(s, t, w, b):
    """Reason why a target is illegal: it must be an enemy battlegroup in the area (ruling A-71)."""
    return WHY.LEGAL if is_bg(s, 1 - int(s.phasing), int(s.area), b) else WHY.NO_TARGET


@jit
def name_target(s, t, w, b):
    """Declare the attack, the only one of its battlegroup in this phase (9.1)."""
    declare(s, t, w, int(s.phasing), b)


@jit
def declare(s, t, w, side, b):
    """Declare the attack of the named battlegroup of ``side`` on the one at place ``b``."""
    s.attacker = side
    s.battle_area = s.area
    s.att_bg = s.bg
    s.area = NOWHERE
    s.bg = NOWHERE
    _mark(s, side, int(s.att_bg), MARK.ATTACKER)
    _aim(s, t, w, b)


@jit
def _mark(s, side, b, mark):
    a = int(s.battle_area)
    if s.bg_marks[side, a, b] & mark == 0:
        s.bg_marks[side, a, b] |= mark
        settle(s, side, a)


@jit
def name_second_target(s, t, w, b):
    """Declare the breakthrough attack (9.3)."""
    _aim(s, t, w, b)


@jit
def _aim(s, t, w, b):
    """Set the target; AP without a unit are eliminated at once (9.1.7, ruling A-73)."""
    side = int(s.attacker)
    s.def_bg = b
    s.def_was_in_city = 1 if b == CITY else 0
    kind = ATTACK.BREAKTHROUGH if s.second_attack == 1 else ATTACK.COUNTER if is_counterattack(s) else ATTACK.COMBAT
    emit(w, EV.ATTACKED, side, int(s.battle_area), int(s.att_bg), b, kind)
    _note_engaged(s, w, side)
    _note_engaged(s, w, 1 - side)
    _mark(s, 1 - side, b, MARK.ATTACKED)
    if units_of(s, 1 - side) == 0:
        s.gone_def = wipe_out(s, t, w, 1 - side)
        after_losses(s, t, w)
    elif needs_offensive(s, t) and available_ep(s, side) >= t.cost_offensive:
        ask(s, NODE.OFFENSIVE, side)
    else:
        _ask_air_of_attacker(s, t, w)


@jit
def _note_engaged(s, w, side):
    """Who fights for a side."""
    row = s.bg_unit[side, s.battle_area, place_of(s, side)]
    armour, artillery = armour_of(s, side), artillery_of(s, side)
    emit(w, EV.ENGAGED, side, int(row[0]), int(row[1]), int(row[2]), int(row[3]), armour, artillery)


# -- with what (9.1.1, 9.1.6, 9.1.7) ---------------------------------------------------------------------------------


@jit
def why_not_offensive(s, t, w):
    """Never illegal: only a side that has the EP is asked (ruling A-74)."""
    return WHY.LEGAL


@jit
def pay_offensive(s, t, w):
    """Pay for a major offensive: full CF (9.1.1)."""
    side = int(s.attacker)
    pay(s, w, side, int(t.cost_offensive), CAUSE.OFFENSIVE)
    emit(w, EV.OFFENSIVE_PAID, side)
    s.offensive = 1
    _ask_air_of_attacker(s, t, w)


@jit
def decline_offensive(s, t, w):
    """Attack with half the CF."""
    _ask_air_of_attacker(s, t, w)


@jit
def _most_air_of_attacker(s, t):
    """Maximum air AP of the attacker: one per unit; one in a breakthrough, if doctrine allows (9.1.6, 9.3)."""
    side = int(s.attacker)
    most = min(int(s.air_ready[side]), units_of(s, side))
    if s.second_attack == 1:
        return min(most, _AIR_IN_BREAKTHROUGH) if breaks_through(s, t, side, ASSET.AIR) else 0
    return most


@jit
def _ask_air_of_attacker(s, t, w):
    if _most_air_of_attacker(s, t) > 0:
        ask(s, NODE.AIR_ATT, int(s.attacker))
    else:
        _ask_armour(s, t, w)


@jit
def why_not_air_of_attacker(s, t, w, n):
    """Reason why a number of air AP cannot attack."""
    return WHY.LEGAL if n <= _most_air_of_attacker(s, t) else WHY.TOO_MANY_AP


@jit
def use_air_of_attacker(s, t, w, n):
    """Use air AP in the attack; they are spent whatever the result (ruling A-76)."""
    s.air_att = n
    _use_air(s, int(s.attacker), n)
    _ask_armour(s, t, w)


@jit
def _use_air(s, side, n):
    s.air_ready[side] -= n
    s.air_used[side] += n


@jit
def _ask_armour(s, t, w):
    if armour_of(s, int(s.attacker)) > 0:
        ask(s, NODE.ARMOUR_ATT, int(s.attacker))
    else:
        _ask_air_of_defender(s, t, w)


@jit
def why_not_armour(s, t, w, n):
    """Reason why a number of armour AP cannot attack: at most all, and one per unit (9.1.7)."""
    side = int(s.attacker)
    return WHY.LEGAL if n <= min(armour_of(s, side), units_of(s, side)) else WHY.TOO_MANY_AP


@jit
def use_armour(s, t, w, n):
    """Use armour AP in the attack."""
    s.armour_att = n
    _ask_air_of_defender(s, t, w)


@jit
def _ask_air_of_defender(s, t, w):
    if _most_air_of_defender(s) > 0:
        ask(s, NODE.AIR_DEF, 1 - int(s.attacker))
    else:
        _ask_die(s, t, w)


@jit
def _most_air_of_defender(s):
    """Maximum air AP of the defender: one per unit (9.1.6)."""
    side = 1 - int(s.attacker)
    return min(int(s.air_ready[side]), units_of(s, side))


@jit
def why_not_air_of_defender(s, t, w, n):
    """Reason why a number of air AP cannot defend."""
    return WHY.LEGAL if n <= _most_air_of_defender(s) else WHY.TOO_MANY_AP


@jit
def use_air_of_defender(s, t, w, n):
    """Use air AP in defence; the defender has seen those of the attacker (9.1.6)."""
    s.air_def = n
    _use_air(s, 1 - int(s.attacker), n)
    _ask_die(s, t, w)


@jit
def _ask_die(s, t, w):
    """Fix odds and modifiers, since all is declared, and ask for the combat die."""
    fix_odds(s, t, w)
    ask(s, NODE.COMBAT_DIE, SIDE.CHANCE)
