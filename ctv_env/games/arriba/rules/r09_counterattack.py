"""Chapter 9.4: the Counterattack Phase, in which the other side attacks (ruling A-93)."""

from ctv_env.core.jit import jit
from ctv_env.games.arriba.model.codes import CITY, MARK, N_AREAS, NODE, NOWHERE, SIDE
from ctv_env.games.arriba.model.reasons import WHY
from ctv_env.games.arriba.rules.pieces import is_bg
from ctv_env.games.arriba.rules.r08_movement import clear_marks
from ctv_env.games.arriba.rules.r09_battle import attacking_side
from ctv_env.games.arriba.rules.r09_combat import apply_sums, declare, why_unfit
from ctv_env.games.arriba.rules.support import ask, go_on


@jit
def begin_counterattack(s, t, w):
    """Ask the other side for attacks on battlegroups that attacked."""
    ask(s, NODE.COUNTER, attacking_side(s))


@jit
def end_counterattacks(s, t, w):
    """Apply the PSP; clear the marks of attackers and attacked, and the freeze (A-94, A-111, A-120)."""
    apply_sums(s, t, w)
    for side in range(2):
        for a in range(N_AREAS):
            clear_marks(s, side, a, MARK.ATTACKER | MARK.ATTACKED)
    s.frozen_area = NOWHERE
    go_on(s)


@jit
def why_not_counter_area(s, t, w, a):
    """Reason why an area cannot be counterattacked in."""
    if a >= N_AREAS or not _has_attackers(s, a):
        return WHY.NO_COUNTERATTACK
    for b in range(1 + int(s.at_large[attacking_side(s), a])):
        if _why_not_counterattacker(s, a, b) == WHY.LEGAL:
            return WHY.LEGAL
    return WHY.NO_COUNTERATTACK


@jit
def _has_attackers(s, a):
    """True if a battlegroup that attacked in the Combat Phase is in the area."""
    side = int(s.phasing)
    for b in range(1 + int(s.at_large[side, a])):
        if s.bg_marks[side, a, b] & MARK.ATTACKER != 0:
            return True
    return False


@jit
def name_counter_area(s, t, w, a):
    """Choose the area of the counterattack."""
    s.area = a
    ask(s, NODE.COUNTER_BG, attacking_side(s))


@jit
def why_not_counterattacker(s, t, w, b):
    """Reason why a battlegroup cannot counterattack."""
    return _why_not_counterattacker(s, int(s.area), b)


@jit
def _why_not_counterattacker(s, a, b):
    """At large, not attacked, once, and fit; guerrillas freeze those of the Rebel in an area (9.4, 15.1)."""
    side = attacking_side(s)
    if not is_bg(s, side, a, b):
        return WHY.NO_SUCH_GROUP
    if b == CITY or s.bg_marks[side, a, b] & MARK.ATTACKED != 0:
        return WHY.WAS_ATTACKED
    if s.bg_marks[side, a, b] & MARK.ATTACKER != 0:
        return WHY.HAS_ATTACKED
    if side == SIDE.REBEL and s.frozen_area == a:
        return WHY.NO_COUNTERATTACK
    return why_unfit(s, side, a, b)


@jit
def name_counterattacker(s, t, w, b):
    """Choose the counterattacking battlegroup; ask for its target."""
    s.bg = b
    ask(s, NODE.COUNTER_TARGET, attacking_side(s))


@jit
def why_not_counter_target(s, t, w, b):
    """Reason why a target is illegal: it must have attacked, even if it is AP alone now (9.4, ruling A-143)."""
    side, a = int(s.phasing), int(s.area)
    if not is_bg(s, side, a, b):
        return WHY.NO_TARGET
    return WHY.LEGAL if s.bg_marks[side, a, b] & MARK.ATTACKER != 0 else WHY.DID_NOT_ATTACK


@jit
def name_counter_target(s, t, w, b):
    """Declare the counterattack."""
    declare(s, t, w, attacking_side(s), b)
