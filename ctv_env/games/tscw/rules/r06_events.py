"""Chapter 6: drawing event chits, and those that are played at once."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import (
    ACT,
    DOT,
    FACTION,
    KIND,
    LINE,
    N_CHITS,
    NEED,
    NODE,
    OFF,
    REGION,
    SIDE,
    SIZE,
    WHERE,
)
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.model.tables import LINE_HEXES
from ctv_env.games.tscw.rules.pieces import full_steps, is_ground, lose_step, size_of
from ctv_env.games.tscw.rules.r06_needs import is_met
from ctv_env.games.tscw.rules.r07_changes import withdraw
from ctv_env.games.tscw.rules.r09_supply import is_fed, trace_side
from ctv_env.games.tscw.rules.r10_control import is_destroyed, set_line
from ctv_env.games.tscw.rules.support import ask, change_morale, earn, end_of, first_of, forget_choice, go_on, side_of

# -- the draw (6.2, ruling T-12) -----------------------------------------------------------------------------


@jit
def begin_events(s, t, w):
    """Ask for the draw of a side."""
    ask(s, NODE.EVENT_DRAW, SIDE.CHANCE)


@jit
def weight_of(s, t, outcome):
    """Copies of a chit in the cup of the side that draws; outcome 0 is No Event."""
    if outcome == 0:
        return int(t.no_event)
    return int(s.cup[outcome]) if t.chit_side[outcome] == s.phasing else 0


@jit
def apply_draw(s, t, w, chit):
    """Take a chit from the cup: No Event goes back, others are played at once or held (6.2, 6.4, ruling T-13)."""
    side = int(s.phasing)
    if chit == 0:
        emit(w, EV.DRAWN, side, 0, 0)
        _end_draw(s, t, w)
        return
    s.cup[chit] -= 1
    if t.chit_dot[chit] != DOT.IMMEDIATE:
        s.hand[chit] += 1
        emit(w, EV.DRAWN, side, chit, 0)
        _end_draw(s, t, w)
        return
    void = is_void(s, t, chit)
    emit(w, EV.DRAWN, side, chit, 1 if void else 0)
    if void:
        _end_draw(s, t, w)
    else:
        _play_at_once(s, t, w, chit)


@jit
def _end_draw(s, t, w):
    """When both sides have drawn, the chits of this turn are added (6.1)."""
    forget_choice(s)
    if s.phasing == SIDE.REPUBLICAN:
        for chit in range(1, N_CHITS + 1):
            if t.chit_count[chit] > 0 and t.chit_entry[chit] == s.turn:
                s.cup[chit] += t.chit_count[chit]
                emit(w, EV.CHIT_ADDED, int(t.chit_side[chit]), chit)
    go_on(s)


@jit
def is_void(s, t, chit):
    """True if an immediate chit has no effect by its own text (6.2, ruling T-13)."""
    if t.chit_void[chit] != NEED.NONE and is_met(s, t, int(t.chit_void[chit])):
        return True
    if not is_met(s, t, int(t.chit_need[chit])):
        return True
    act, line = int(t.chit_act[chit]), int(t.chit_number[chit])
    if act == ACT.ACTIVATE:
        return s.line[line] != LINE.INACTIVE
    if act == ACT.NEUTRALISE:
        return s.line[line] == LINE.NEUTRALISED or _is_line_gone(s, t, line)
    return False


@jit
def _is_line_gone(s, t, line):
    """True if every hex of a line on the board is destroyed."""
    for k in range(LINE_HEXES):
        c = int(t.line_cell[line, k])
        if c != OFF and not is_destroyed(s, t, c):
            return False
    return True


# -- chits that are played at once (6.4) ---------------------------------------------------------------------


@jit
def _play_at_once(s, t, w, chit):
    """Play an immediate chit: RP, morale (4.2.2), capacities (T-16), then what it does besides."""
    if t.chit_act[chit] != ACT.WITHDRAW_ONE:  # its RP come with the withdrawal, without which it is void
        _give_rp(s, t, w, t.chit_rp[chit])
    change_morale(s, w, int(t.chit_rml[chit]))
    for side in range(2):
        s.rail[side] = max(0, int(s.rail[side]) + int(t.chit_rail[chit, side]))
    if t.chit_no_rail[chit, SIDE.NATIONALIST] == 1:
        s.rail[SIDE.NATIONALIST] = 0
    if t.chit_no_rail[chit, SIDE.REPUBLICAN] == 1:
        s.north_rail_only = 1  # ruling T-150
    if t.chit_no_sea[chit] == 1:
        s.sea[SIDE.NATIONALIST] = 0
    act, line = int(t.chit_act[chit]), int(t.chit_number[chit])
    s.chit = chit
    if act == ACT.ACTIVATE:
        set_line(s, w, line, LINE.ACTIVE)
    elif act == ACT.NEUTRALISE:
        set_line(s, w, line, LINE.NEUTRALISED)
    elif act == ACT.USE_AIR:
        for k in range(2):
            p = int(t.chit_piece[chit, k])
            if p >= 0 and s.where[p] == WHERE.ON_MAP:
                _use_up(s, w, p)
    elif act == ACT.DIE_EACH:
        s.cursor = first_of(t, SIDE.REPUBLICAN)
        _next_santona(s, t, w)
        return
    elif act in (ACT.FREE_REBUILD, ACT.FREE_REPLENISH, ACT.WITHDRAW_ONE, ACT.USE_ENEMY_AIR):
        _ask_pick(s, t, w)
        return
    _end_draw(s, t, w)


@jit
def _give_rp(s, t, w, row):
    """RP gained come at once; what is lost is taken after the income of the turn (rulings T-16, T-155)."""
    for purse in range(row.shape[0]):
        if row[purse] > 0:
            earn(s, w, purse, int(row[purse]))
        else:
            s.rp_fall[purse] -= row[purse]


@jit
def _use_up(s, w, p):
    s.used[p] = 1
    emit(w, EV.USED_UP, p)


@jit
def chooser_of(s, t):
    """Side that picks: of chit 38 the owner of the air units, else that of the chit (T-16)."""
    side = int(s.phasing)
    return 1 - side if t.chit_act[s.chit] == ACT.USE_ENEMY_AIR else side


@jit
def _ask_pick(s, t, w):
    """Ask which unit the chit is for, if there is one."""
    side = chooser_of(s, t)
    trace_side(s, t, w, side)
    for p in range(first_of(t, side), end_of(t, side)):
        if why_not_pick(s, t, w, p) == WHY.LEGAL:
            ask(s, NODE.EVENT_PICK, side)
            return
    _give_rp(s, t, w, t.chit_else_rp[s.chit])
    _end_draw(s, t, w)


@jit
def prepare_pick(s, t, w):
    """Trace the nets of the side that picks."""
    trace_side(s, t, w, int(s.to_move))


@jit
def why_not_pick(s, t, w, p):
    """Reason why a chit is not for a piece (ruling T-139)."""
    chit = int(s.chit)
    act = int(t.chit_act[chit])
    right = side_of(t, p) == chooser_of(s, t)
    if act == ACT.FREE_REBUILD:
        right &= s.where[p] == WHERE.DEAD and t.kind[p] == KIND.ARMOUR
    elif act == ACT.FREE_REPLENISH:
        right &= (
            s.where[p] == WHERE.ON_MAP and is_ground(t, p) and _is_reduced_unit(s, t, w, p, int(t.chit_number[chit]))
        )
    elif act == ACT.WITHDRAW_ONE:
        named = t.chit_piece[chit, 0] == p or t.chit_piece[chit, 1] == p
        right &= named and s.where[p] == WHERE.ON_MAP and is_fed(s, t, w, p)
    else:
        right &= t.kind[p] == KIND.AIR and s.where[p] == WHERE.ON_MAP and s.used[p] == 0
    return WHY.LEGAL if right else WHY.NOT_PICKED


@jit
def _is_reduced_unit(s, t, w, p, least):
    """True for a reduced, fully supplied division, or a brigade if ``least`` says so; not Italian (chits 19, 41)."""
    size = size_of(s, t, p)
    fits = size == SIZE.DIVISION or (size == SIZE.BRIGADE and least == SIZE.BRIGADE)
    return fits and t.faction[p] != FACTION.CTV and s.strength[p] < full_steps(s, t, p) and is_fed(s, t, w, p)


@jit
def pick(s, t, w, p):
    """Carry out the chit on a piece."""
    act = int(t.chit_act[s.chit])
    if act == ACT.FREE_REBUILD:
        s.where[p] = WHERE.REBUILT
        s.strength[p] = 1
        emit(w, EV.REBUILT, p)
    elif act == ACT.FREE_REPLENISH:
        s.strength[p] = full_steps(s, t, p)
        emit(w, EV.REPLENISHED, p)
    elif act == ACT.WITHDRAW_ONE:
        withdraw(s, t, w, p)
        _give_rp(s, t, w, t.chit_rp[s.chit])
    else:
        _use_up(s, w, p)
    _end_draw(s, t, w)


# -- chit 28 -------------------------------------------------------------------------------------------------


@jit
def _next_santona(s, t, w):
    """Ask for the die of the next Basque unit in the Santander region."""
    while s.cursor < t.n_pieces:
        p = int(s.cursor)
        if t.faction[p] == FACTION.BASQUE and is_ground(t, p) and s.where[p] == WHERE.ON_MAP:
            if t.region[s.piece_cell[p]] == REGION.SANTANDER:
                ask(s, NODE.SANTONA_DIE, SIDE.CHANCE)
                return
        s.cursor += 1
    _end_draw(s, t, w)


@jit
def roll_santona(s, t, w, die):
    """Apply a die: a high one costs the unit a step."""
    p = int(s.cursor)
    lost = die >= t.chit_number[s.chit]
    emit(w, EV.SANTONA_DIE, p, die, 1 if lost else 0)
    if lost:
        lose_step(s, t, w, p)
    s.cursor += 1
    _next_santona(s, t, w)
