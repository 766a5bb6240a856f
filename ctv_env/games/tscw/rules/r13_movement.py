"""Chapter 13: regular and march movement, in operational and exploitation segments.

A unit is named, then its mode, then hex after hex until it stops (rulings T-61, T-63).
"""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import LANDING, MOBILITY, MODE, NODE, SIDE, STAGE, SUPPLY, WHERE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import holds_reserves, in_full_zoc, is_ground, is_near, refresh_cell
from ctv_env.games.tscw.rules.r09_supply import check_supply, trace_side
from ctv_env.games.tscw.rules.r10_control import enter
from ctv_env.games.tscw.rules.r13_ends import is_surely_supplied, lift, lift_lightly, why_not_end, why_not_stay
from ctv_env.games.tscw.rules.r13_paths import FAR, MINIMUM, can_step, find_path, note_enemies, reach, step_cost
from ctv_env.games.tscw.rules.support import ask, end_of, first_of, forget_choice, go_on, side_of


@jit
def is_exploitation(s):
    """True in an exploitation movement segment."""
    return s.stage in (STAGE.EXPLOIT_N, STAGE.EXPLOIT_R)


@jit
def open_movement(s, t, w):
    """Begin a movement segment: check supply, note who may march and what is held (9.2, 13.11, ruling T-65)."""
    side = int(s.phasing)
    if not is_exploitation(s):
        _end_landings(s, t, side)
    check_supply(s, t, w)
    for r in range(int(t.n_rows) + 2):
        s.held_rows[r] = s.control_rows[side, r]
    for p in range(first_of(t, side), end_of(t, side)):
        s.moved[p] = 0
        s.bonus[p] = 0
        s.may_march[p] = 0
        s.eligible[p] = 0
        if s.where[p] == WHERE.ON_MAP and is_ground(t, p) and s.landed[p] == LANDING.NONE:
            near = is_near(s, t, 1 - side, int(s.piece_cell[p]))
            s.may_march[p] = 1 if t.gait[p] != MOBILITY.MOTOR and s.supply[p] == SUPPLY.FULL and not near else 0
            motor = t.gait[p] == MOBILITY.MOTOR and s.reserve[p] == 0
            s.eligible[p] = 1 if motor and not near and is_exploitation(s) else 0  # 14.1, ruling T-71


@jit
def _end_landings(s, t, side):
    """Landed units become ordinary at the start of their side's next operational movement segment (T-62)."""
    for p in range(first_of(t, side), end_of(t, side)):
        if s.landed[p] == LANDING.BEFORE:
            s.landed[p] = LANDING.NONE
            refresh_cell(s, t, side, int(s.piece_cell[p]))


@jit
def close_movement(s, t, w):
    """End a movement segment."""
    for r in range(int(t.n_rows) + 2):
        s.held_rows[r] = 0
    for p in range(int(t.n_pieces)):
        s.moved[p] = 0
        s.may_march[p] = 0
        s.bonus[p] = 0
    forget_choice(s)
    go_on(s)


# -- movement factors (9.3, 13.11, 14.1.1) -------------------------------------------------------------------


@jit
def half(n):
    """Half of a number, 0.5 rounded up (1.1, ruling T-04)."""
    return (n + 1) // 2


@jit
def allowance(s, t, p, mode):
    """Movement factors of a unit in this segment (9.3, 13.11.1, 13.11.3, 14.1.1, T-110)."""
    ma = int(t.ma[s.face[p], p]) + int(s.bonus[p])
    slow = is_exploitation(s) and side_of(t, p) == SIDE.REPUBLICAN
    if mode == MODE.MARCH:
        return ma if slow else 2 * ma
    return half(ma) if slow or s.supply[p] != SUPPLY.FULL else ma


# -- who moves -----------------------------------------------------------------------------------------------


@jit
def prepare_movers(s, t, w):
    """Trace the nets of the phasing side and note its enemies."""
    trace_side(s, t, w, int(s.phasing))
    note_enemies(s, t, w, int(s.phasing))


@jit
def why_not_move(s, t, w, p):
    """Reason why a unit may not move (13.1, 13.9, 14.1, 12.1.4, 11.8, 13.8, T-125)."""
    if side_of(t, p) != s.phasing:
        return WHY.OTHER_SIDE
    if s.where[p] != WHERE.ON_MAP or not is_ground(t, p):
        return WHY.NOT_ON_MAP
    if s.moved[p] == 1:
        return WHY.HAS_MOVED
    if s.reserve[p] == 1 or holds_reserves(s, t, p):
        return WHY.IN_RESERVE
    if s.landed[p] != LANDING.NONE or s.halted[p] == 1:
        return WHY.MAY_NOT_MOVE
    if is_exploitation(s) and s.eligible[p] == 0:
        return WHY.NOT_ELIGIBLE
    lift_lightly(s, t, w, p)
    if is_open(s, t, w, p, MODE.REGULAR) or (s.may_march[p] == 1 and is_open(s, t, w, p, MODE.MARCH)):
        return WHY.LEGAL
    return WHY.NO_WAY


@jit
def is_open(s, t, w, p, mode):
    """True if a unit has a legal end in a mode, after ``lift``: mostly one of its neighbours is one."""
    u, mf = int(s.piece_cell[p]), allowance(s, t, p, mode)
    steps = 0
    for d in range(N_DIRECTIONS):
        v = int(t.nbr[u, d])
        if not can_step(s, t, w, p, mode, u, v):
            continue
        if mode == MODE.MARCH and step_cost(s, t, p, mode, u, d) > mf:
            continue
        steps += 1
        if is_surely_supplied(t, w, v) and why_not_stay(s, t, w, p, v) == WHY.LEGAL:
            return True
    if steps == 0:
        return False
    reach(s, t, w, p, mode, mf)
    w.has_wide = 0
    return has_end(s, t, w, p, mode)


@jit
def has_end(s, t, w, p, mode):
    """True if some cell in reach is a legal end, after ``reach`` and ``lift``."""
    for c in range(int(t.n_cells)):
        if w.price[c] != FAR and why_not_end(s, t, w, p, mode, c) == WHY.LEGAL:
            return True
    return False


@rule_kernel(numbers=1)
def name_mover(s, t, w, p):
    """Choose the unit that moves, and ask for its mode if both are open to it (13.11, ruling T-65)."""
    s.piece = p
    s.moved[p] = 1
    note_enemies(s, t, w, int(s.phasing))
    lift(s, t, w, p)
    if s.may_march[p] == 0 or not is_open(s, t, w, p, MODE.MARCH):
        _begin_move(s, t, p, MODE.REGULAR)
    elif not is_open(s, t, w, p, MODE.REGULAR):
        _begin_move(s, t, p, MODE.MARCH)
    else:
        ask(s, NODE.MOVE_MODE, int(s.phasing))


@jit
def why_not_mode(s, t, w, x):
    """Reason why an option is illegal: there are two, 0 regular and 1 march."""
    return WHY.LEGAL if x in (MODE.REGULAR, MODE.MARCH) else WHY.NO_SUCH_OPTION


@jit
def choose_mode(s, t, w, x):
    """Choose regular movement or march."""
    _begin_move(s, t, int(s.piece), x)


@jit
def _begin_move(s, t, p, mode):
    s.mode = mode
    s.mf_left = allowance(s, t, p, mode)
    ask(s, NODE.MOVE_TO, int(s.phasing))


# -- where to ------------------------------------------------------------------------------------------------


@jit
def prepare_move(s, t, w):
    """Fill ``w.price`` and the supply of the mover."""
    p = int(s.piece)
    note_enemies(s, t, w, int(s.phasing))
    lift(s, t, w, p)
    reach(s, t, w, p, int(s.mode), int(s.mf_left))


@jit
def why_not_go(s, t, w, c):
    """Reason why the mover may not go to a cell and stop there (9.2, 13.2, ruling T-63)."""
    return why_not_end(s, t, w, int(s.piece), int(s.mode), c)


@jit
def why_not_stop(s, t, w):
    """The mover stops only after its first hex (ruling T-63)."""
    return WHY.LEGAL if s.stepped == 1 else WHY.NO_MOVE_YET


@rule_kernel(numbers=1)
def move_to(s, t, w, c):
    """Move on to a cell by the engine's path; EZOC or a lack of factors ends the move (10.2, ruling T-126)."""
    p, mode = int(s.piece), int(s.mode)
    prepare_move(s, t, w)
    price, start = int(w.price[c]), int(s.piece_cell[p])
    find_path(s, t, w, p, mode, c)
    emit(w, EV.MOVED, p, start, c, mode)
    for k in range(int(w.n_path)):
        enter(s, t, w, p, int(w.path[k]))
    s.stepped = 1
    s.mf_left = 0 if price == MINIMUM else int(s.mf_left) - price
    if s.mf_left == 0 or in_full_zoc(s, t, 1 - int(s.phasing), c):
        stop(s, t, w)
    else:
        ask(s, NODE.MOVE_TO, int(s.phasing))


@jit
def stop(s, t, w):
    """End the move of the unit."""
    forget_choice(s)
    ask(s, NODE.MOVE_PIECE, int(s.phasing))
