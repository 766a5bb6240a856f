"""Chapter 12: Republican offensives elsewhere."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import KIND, NAT_AIR, PLACE, REP_AIR, SIDE, SIDE_SLOTS
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import is_air, remove_unescorted, side_of, take_off


@jit
def needed_for_offensive(s, t):
    """Lowest die that begins the offensive this turn: 1 for automatic, 0 for no roll (12.1, 12.2; ruling R-47)."""
    return 0 if s.offensive_turn else int(t.offensive_from[s.turn])


@jit
def judge_offensive(s, t, w, die):
    """Apply the offensive die: it begins if the die is high enough (rule 12.2)."""
    needed = needed_for_offensive(s, t)
    begins = 1 if die >= needed else 0
    if begins:
        s.offensive_turn = s.turn
    emit(w, EV.OFFENSIVE_DIE, die, begins, needed)


@jit
def success_is_due(s):
    """True on the turn after the offensive began (rule 12.3)."""
    return s.offensive_turn != 0 and s.turn == s.offensive_turn + 1


@jit
def judge_success(s, t, w, die):
    """Apply the die for the infantry and air units that leave, limited to those available (rule 12.3, ruling R-47)."""
    infantry = 0
    for u in range(SIDE_SLOTS):
        infantry += 1 if _may_leave(s, t, u) else 0
    air = 0
    for p in range(NAT_AIR, REP_AIR):
        air += 1 if _may_leave(s, t, p) else 0
    s.owed_infantry = min(int(t.offensive_infantry[die]), infantry)
    s.owed_air = min(int(t.offensive_air[die]), air)
    emit(w, EV.OFFENSIVE_SUCCESS, die, int(s.owed_infantry), int(s.owed_air))


@jit
def _may_leave(s, t, p):
    """True for infantry on the map and for an available air unit (rule 12.3)."""
    return (
        s.piece_place[p] == PLACE.AIR_READY
        if is_air(p)
        else t.kind[p] == KIND.INFANTRY and s.piece_place[p] == PLACE.MAP
    )


@jit
def why_not_withdraw(s, t, p):
    """Reason why ``p`` may not be withdrawn (rule 12.3, ruling R-47)."""
    if side_of(p) != SIDE.NATIONALIST:
        return WHY.NOT_YOURS
    if not _may_leave(s, t, p):
        return WHY.NOT_INFANTRY
    return WHY.LEGAL if (s.owed_air if is_air(p) else s.owed_infantry) > 0 else WHY.ENOUGH_WITHDRAWN


@jit
def withdraw(s, t, w, p):
    """Withdraw ``p`` for good; an HQ left without combat units is lost too (rule 12.3; rulings R-34, R-47)."""
    c = int(s.piece_hex[p])
    emit(w, EV.WITHDRAWN, p, c)
    if is_air(p):
        s.piece_place[p] = PLACE.WITHDRAWN
        s.owed_air -= 1
        return
    take_off(s, t, p, PLACE.WITHDRAWN)
    s.owed_infantry -= 1
    remove_unescorted(s, t, w, c)
