"""Rule 10.6: the Republican Morale Table."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import MORALE, N_GROUND, NOWHERE, PLACE, SIDE, SIDE_SLOTS
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.rules.r10_losses import judged_cell


@jit
def is_judged(s, t, u):
    """True if ``u`` belongs to the stack whose morale is judged: the attackers of one hex, or the defenders."""
    if s.piece_place[u] != PLACE.MAP or not t.is_combat[u]:
        return False
    stack = judged_cell(s, t)
    if stack == NOWHERE:
        return s.piece_hex[u] == s.target
    return s.unit_from[u] == stack


@jit
def troop_drm(s, t):
    """The worst troop modifier for the owner among the stack's remaining units (10.6; R-41, R-59)."""
    worst = -99
    for u in range(SIDE_SLOTS, N_GROUND):
        if is_judged(s, t, u):
            worst = max(worst, int(t.troop_drm[t.nation[u]]))
    return worst


@jit
def judge_morale(s, t, w, die):
    """Store the result of the stack's morale roll, die + marker + troops, in ``s.morale_result`` (10.6, 10.6.1)."""
    troops = troop_drm(s, t)
    total = die + int(s.morale) + troops
    result = MORALE.COLLAPSE
    if total <= t.morale_up_to[0]:
        result = MORALE.HOLD
    elif total <= t.morale_up_to[1]:
        result = MORALE.MUST_RETREAT
    elif total <= t.morale_up_to[2]:
        result = MORALE.FLIGHT
    s.morale_result = result
    stack = judged_cell(s, t)
    cell = int(s.target) if stack == NOWHERE else stack
    emit(w, EV.MORALE_DIE, cell, die, s.morale, troops, result)


@jit
def next_judged(s, t, first):
    """Return the direction, from ``first`` on, of the next attacking Republican stack that lost steps (ruling R-41).

    A stack without surviving attackers does not roll for morale (ruling R-59).
    """
    if s.phasing != SIDE.REPUBLICAN:
        return NOWHERE
    for d in range(first, t.nbr.shape[1]):
        c = int(t.nbr[s.target, d])
        lost = 0
        alive = 0
        for u in range(SIDE_SLOTS, N_GROUND):
            if s.unit_from[u] == c:
                lost += int(s.unit_lost[u])
                alive += 1 if s.piece_place[u] == PLACE.MAP else 0
        if lost > 0 and alive > 0:
            return d
    return NOWHERE
