"""Chapter 6.4: operation chits, and held chits at the start of combat segments."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import ACT, DOT, KIND, N_CHITS, NODE, STAGE, WHEN, WHERE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import holds_reserves, is_ground, is_hq, occupies
from ctv_env.games.tscw.rules.r06_needs import is_met
from ctv_env.games.tscw.rules.r09_supply import is_fed, trace_side
from ctv_env.games.tscw.rules.support import ask, change_morale, end_of, first_of, forget_choice, side_of

# -- operation chits (6.4, ruling T-14) ----------------------------------------------------------------------


@jit
def play_operation(s, t, w):
    """Play the operation chits of the phasing side, before it moves; True if one asks for a decision."""
    side = int(s.phasing)
    for chit in range(1, N_CHITS + 1):
        if s.hand[chit] == 0 or t.chit_dot[chit] != DOT.OPERATION or t.chit_side[chit] != side:
            continue
        s.hand[chit] -= 1
        emit(w, EV.PLAYED, side, chit)
        act = int(t.chit_act[chit])
        if act == ACT.FORCED_ATTACK and not is_met(s, t, int(t.chit_void[chit])):
            s.must_attack = chit
        elif act == ACT.MAX_ATTACKS:
            s.attacks_left = t.chit_number[chit]
        elif act == ACT.MA_BONUS:
            s.chit = chit
            ask(s, NODE.CHIT_HEX, side)
            return True
    return False


@jit
def judge_forced_attack(s, t, w):
    """At the end of the segment morale falls if the attack of chit 6 was not declared (rulings T-17, T-159)."""
    if s.must_attack != 0:
        change_morale(s, w, int(t.chit_rml[s.must_attack]))
        s.must_attack = 0


@jit
def why_not_bonus_hex(s, t, w, c):
    """Reason why chit 36 is not for a hex: it needs ground units of the side (ruling T-157)."""
    return WHY.LEGAL if occupies(s, t, int(s.to_move), c) else WHY.NO_UNITS_THERE


@jit
def name_bonus_hex(s, t, w, c):
    """Choose the hex of chit 36."""
    s.cell = c
    s.n_named = 0
    ask(s, NODE.CHIT_UNITS, int(s.phasing))


@jit
def why_not_bonus_unit(s, t, w, p):
    """Reason why chit 36 is not for a unit: it stands in the hex and is not named yet (T-129, T-157)."""
    right = side_of(t, p) == s.phasing and s.piece_cell[p] == s.cell and s.bonus[p] == 0
    return WHY.LEGAL if right else WHY.NOT_IN_HEX


# -- held chits at the start of combat segments, any number (6.3, rulings T-15, T-19, T-140) ---------------------


@jit
def may_play(s, t, w, chit, side):
    """Reason why a side may not play a chit in this window; its nets must be traced."""
    if s.hand[chit] == 0 or t.chit_side[chit] != side:
        return WHY.NOT_HELD
    when, own = int(t.chit_when[chit]), side == s.phasing
    operational = s.stage in (STAGE.COMBAT_N, STAGE.COMBAT_R)
    fits = when == WHEN.START_OF_ANY_OPERATIONAL_COMBAT and operational
    fits |= when == WHEN.START_OWN_OPERATIONAL_COMBAT and own and operational
    fits |= when == WHEN.START_OWN_ANY_COMBAT and own
    if not fits:
        return WHY.CHIT_NOT_NOW
    act = int(t.chit_act[chit])
    if act == ACT.NO_AIR:
        return WHY.LEGAL
    for p in range(first_of(t, side), end_of(t, side)):
        if _can_refresh(s, t, w, act, p):
            return WHY.LEGAL
    return WHY.CHIT_NOT_NOW


@jit
def _can_refresh(s, t, w, act, p):
    """True if a chit makes a piece available again: a supplied HQ without reserves, or a naval unit (13, 30, 35)."""
    if s.where[p] != WHERE.ON_MAP or s.used[p] == 0:
        return False
    if act == ACT.REFRESH_HQ:
        return is_hq(t, p) and not holds_reserves(s, t, p) and is_fed(s, t, w, p)
    return act == ACT.REFRESH_NAVAL and t.kind[p] == KIND.NAVAL


@jit
def open_window(s, t, w):
    """Ask the phasing side, then the other, for chits; True if one has some to play (T-140)."""
    while s.cursor < 2:
        side = int(s.phasing) if s.cursor == 0 else 1 - int(s.phasing)
        trace_side(s, t, w, side)
        for chit in range(1, N_CHITS + 1):
            if may_play(s, t, w, chit, side) == WHY.LEGAL:
                ask(s, NODE.EVENT_PLAY, side)
                return True
        s.cursor += 1
    forget_choice(s)
    return False


@jit
def prepare_chits(s, t, w):
    """Trace the nets of the side that plays."""
    trace_side(s, t, w, int(s.to_move))


@jit
def why_not_play(s, t, w, chit):
    """Reason why a chit may not be played now."""
    return may_play(s, t, w, chit, int(s.to_move))


@jit
def take_chit(s, t, w, chit):
    """Play a chit; return True if it asks for a piece."""
    side = int(s.to_move)
    s.hand[chit] -= 1
    emit(w, EV.PLAYED, side, chit)
    if t.chit_act[chit] == ACT.NO_AIR:
        s.no_air = 1
        return False
    s.chit = chit
    ask(s, NODE.CHIT_PIECE, side)
    return True


@jit
def why_not_refresh(s, t, w, p):
    """Reason why the chit is not for a piece."""
    right = side_of(t, p) == s.to_move and _can_refresh(s, t, w, int(t.chit_act[s.chit]), p)
    return WHY.LEGAL if right else WHY.NOT_PICKED


@jit
def refresh(s, t, w, p):
    """Make a piece available again."""
    s.used[p] = 0
    if is_hq(t, p):
        emit(w, EV.HQ_READY, p)
    else:
        emit(w, EV.NAVAL_READY, p)
    s.chit = 0


@jit
def add_bonus(s, t, w, p):
    """Add a movement factor to a unit; True once the most units are named (T-129)."""
    s.bonus[p] = 1
    s.n_named += 1
    emit(w, EV.BONUS, p)
    return s.n_named >= t.chit_number[s.chit] or not _has_bonus_unit(s, t, w)


@jit
def _has_bonus_unit(s, t, w):
    p = int(s.cell_first[s.cell])
    while p >= 0:
        if is_ground(t, p) and s.bonus[p] == 0:
            return True
        p = int(s.piece_next[p])
    return False
