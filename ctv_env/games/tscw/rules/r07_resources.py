"""Chapters 7.2, 7.3, 7.6 and 7.12: resource points, replenishing and rebuilding."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import NODE, PURSE, SIDE, WHERE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import full_steps, is_ground
from ctv_env.games.tscw.rules.r07_arrivals import has_hex
from ctv_env.games.tscw.rules.r09_supply import is_fed, trace_side
from ctv_env.games.tscw.rules.r10_control import has_all_ports
from ctv_env.games.tscw.rules.r13_limits import may_add_step
from ctv_env.games.tscw.rules.support import (
    ask,
    can_pay,
    earn,
    end_of,
    first_of,
    forget_choice,
    go_on,
    has_two_purses,
    is_northern,
    purse_of,
    side_of,
)

_REPLENISH, _REBUILD, _TO_FULL = 1, 2, 3  # values of ``purpose``


@jit
def is_north_lost(s, t):
    """True while the three capitals are Nationalist and no northern unit is on the map (7.12, ruling T-33)."""
    if not has_all_ports(s, t):
        return False
    for p in range(first_of(t, SIDE.REPUBLICAN), end_of(t, SIDE.REPUBLICAN)):
        if is_northern(t, p) and is_ground(t, p) and s.where[p] == WHERE.ON_MAP:
            return False
    return True


@jit
def begin_resources(s, t, w):
    """Receive the RP of the turn, then lose what events take (7.2, rulings T-16, T-24, T-33)."""
    side, lost = int(s.phasing), is_north_lost(s, t)
    first = PURSE.NAT if side == SIDE.NATIONALIST else PURSE.REP
    for purse in range(first, first + 2):
        income = int(t.income[s.turn, purse])
        if purse == PURSE.NAT and lost:
            income += int(t.income[s.turn, PURSE.NOR])
        if purse == PURSE.NOR and lost:
            income = -int(s.purse[PURSE.NOR])
        earn(s, w, purse, income)
        earn(s, w, purse, -int(s.rp_fall[purse]))
        s.rp_fall[purse] = 0
    ask_spending(s, t)


@jit
def ask_spending(s, t):
    """Ask what to spend RP on, while there are any."""
    forget_choice(s)
    first = PURSE.NAT if s.phasing == SIDE.NATIONALIST else PURSE.REP
    if int(s.purse[first]) + int(s.purse[first + 1]) > 0:
        ask(s, NODE.RP_SPEND, int(s.phasing))
    else:
        go_on(s)


@jit
def end_spending(s, t, w):
    """Spend no more; points are kept up to the limit (7.7)."""
    forget_choice(s)
    go_on(s)


@jit
def prepare_spending(s, t, w):
    """Trace the nets of the side."""
    trace_side(s, t, w, int(s.phasing))


@jit
def why_not_spend(s, t, w, p):
    """Reason why no RP may be spent on a piece (7.3, 7.6, rulings T-26, T-27, T-115)."""
    if side_of(t, p) != s.phasing:
        return WHY.OTHER_SIDE
    if not is_ground(t, p) or s.where[p] not in (WHERE.ON_MAP, WHERE.DEAD):
        return WHY.NOT_ON_MAP
    if t.white_dot[p] == 1:
        return WHY.WHITE_DOT
    if not can_pay(s, t, p):
        return WHY.NO_RP
    if s.where[p] == WHERE.DEAD:
        return WHY.LEGAL if has_hex(s, t, w, p) else WHY.NO_HEX_TO_ENTER
    if s.strength[p] >= full_steps(s, t, p):
        return WHY.AT_FULL_STRENGTH
    if not may_add_step(s, t, p):
        return WHY.BEYOND_REGION
    return WHY.LEGAL if is_fed(s, t, w, p) else WHY.NOT_SUPPLIED


@jit
def spend_on(s, t, w, p):
    """Replenish a unit on the map, or rebuild one from the box."""
    s.piece = p
    s.purpose = _REPLENISH if s.where[p] == WHERE.ON_MAP else _REBUILD
    _choose_purse(s, t, w)


@jit
def _choose_purse(s, t, w):
    """Flechas are paid by either purse: ask which if both have RP (7.2)."""
    p = int(s.piece)
    if has_two_purses(t, p) and s.purse[PURSE.NAT] > 0 and s.purse[PURSE.ITA] > 0:
        ask(s, NODE.RP_PURSE, int(s.phasing))
    elif has_two_purses(t, p) and s.purse[PURSE.NAT] == 0:
        _pay(s, t, w, PURSE.ITA)
    else:
        _pay(s, t, w, purse_of(t, p))


@jit
def why_not_purse(s, t, w, x):
    """Reason why an option is illegal: there are two, 0 the Nationalist purse and 1 the Italian."""
    return WHY.LEGAL if x <= 1 else WHY.NO_SUCH_OPTION


@jit
def choose_purse(s, t, w, x):
    """Choose who pays for Flechas."""
    _pay(s, t, w, PURSE.NAT if x == 0 else PURSE.ITA)


@jit
def _pay(s, t, w, purse):
    p = int(s.piece)
    earn(s, w, purse, -1)
    if s.purpose == _REBUILD:
        s.where[p] = WHERE.REBUILT
        s.strength[p] = 1
        emit(w, EV.REBUILT, p)
        if full_steps(s, t, p) > 1 and can_pay(s, t, p):
            ask(s, NODE.RP_FULL, int(s.phasing))
            return
    else:
        s.strength[p] = full_steps(s, t, p)
        emit(w, EV.REPLENISHED, p)
    ask_spending(s, t)


@jit
def why_not_full(s, t, w, x):
    """Reason why an option is illegal: there are two, 0 reduced and 1 full."""
    return WHY.LEGAL if x <= 1 else WHY.NO_SUCH_OPTION


@jit
def choose_full(s, t, w, x):
    """Rebuild a two-step unit to full strength with a second RP, or leave it reduced (7.6)."""
    if x == 0:
        ask_spending(s, t)
        return
    s.purpose = _TO_FULL
    _choose_purse(s, t, w)


@jit
def cut_purses(s, t, w):
    """At the end of the administrative phase purses keep 10 RP at most (7.2)."""
    for purse in range(s.purse.shape[0]):
        earn(s, w, purse, min(0, int(t.carried_rp) - int(s.purse[purse])))
