"""Chapters 15.23 and 15.24: advance after combat, front breakthrough and pursuit."""

from ctv_env.core.bitboard import holds
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import ELIMINATION, LANDING, MOBILITY, MODE, NODE, OFF, ROLE, SUPPLY, WHERE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.kernel import rule_kernel
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import is_combat_unit, is_near
from ctv_env.games.tscw.rules.r09_supply import supply_now, trace_side
from ctv_env.games.tscw.rules.r10_control import enter
from ctv_env.games.tscw.rules.r13_ends import is_surely_supplied, lift, why_not_end, why_not_stay
from ctv_env.games.tscw.rules.r13_limits import is_barred
from ctv_env.games.tscw.rules.r13_paths import FAR, can_step, find_path, may_advance, reach, step_cost
from ctv_env.games.tscw.rules.support import ask, end_of, first_of, side_of

_MOST_AFTER_E = 4  # movement factors after an elimination (15.8)


# -- who may advance -----------------------------------------------------------------------------------------


@jit
def mark_pursuers(s, t, w):
    """Fix which units may pursue, once the defender has lost (15.24, rulings T-97, T-130)."""
    if s.surplus < 1:
        return
    side = int(s.phasing)
    trace_side(s, t, w, side)
    for p in range(first_of(t, side), end_of(t, side)):
        if not is_combat_unit(t, p) or t.gait[p] not in (MOBILITY.HORSE, MOBILITY.MOTOR) or s.where[p] != WHERE.ON_MAP:
            continue
        if s.fought[p] == 1 or s.attacked[p] == 1 or s.reserve[p] == 1 or s.landed[p] != LANDING.NONE:
            continue
        c = int(s.piece_cell[p])
        if is_near(s, t, 1 - side, c) or not _is_beside_attackers(s, t, c):
            continue
        s.role[p] |= ROLE.PURSUES
        if supply_now(s, t, w, p) != SUPPLY.FULL:
            s.role[p] |= ROLE.UNFED


@jit
def _is_beside_attackers(s, t, c):
    """True if a cell is a hex from which a unit attacked, or adjacent to one."""
    if holds(s.battle_rows, t.n_columns, c):
        return True
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        if n != OFF and holds(s.battle_rows, t.n_columns, n):
            return True
    return False


@jit
def mode_of(s, p):
    """ADVANCING for an attacker, PURSUING for a pursuer."""
    return MODE.ADVANCING if s.role[p] & ROLE.ATTACKS != 0 else MODE.PURSUING


@jit
def factors_of(s, t, p):
    """Movement factors beyond the emptied hex; of a pursuer in all (15.23, 15.24, rulings T-75, T-95, T-97, T-173)."""
    if s.lone_hq == 1:
        return 0
    ma = int(t.ma[s.face[p], p])
    slow = (ma + 1) // 2
    unfed = s.role[p] & ROLE.UNFED != 0
    if mode_of(s, p) == MODE.PURSUING:
        return min(slow if unfed else ma, int(s.surplus))
    if s.result_def >= ELIMINATION and s.result_att == 0:
        return min(slow if unfed else ma, _MOST_AFTER_E)
    return min(slow, int(s.surplus))


@jit
def why_not_advance(s, t, w, p):
    """Reason why a unit may not advance or pursue."""
    if side_of(t, p) != s.phasing:
        return WHY.OTHER_SIDE
    if s.where[p] != WHERE.ON_MAP or s.role[p] & (ROLE.ATTACKS | ROLE.PURSUES) == 0:
        return WHY.NOT_IN_BATTLE
    mode = mode_of(s, p)
    if mode == MODE.ADVANCING and not may_advance(s, t, p, int(s.target)):
        return WHY.RIVER_TOO_WIDE
    if is_barred(t, p, int(s.target)) and mode == MODE.ADVANCING:
        return WHY.NO_WAY
    _look(s, t, w, p, mode, factors_of(s, t, p))
    for c in range(int(t.n_cells)):
        if w.price[c] != FAR and _why_not_end(s, t, w, p, mode, c) == WHY.LEGAL:
            return WHY.LEGAL
    return WHY.NO_WAY


@jit
def has_advance(s, t, w):
    """True if a unit may still advance or pursue."""
    for p in range(first_of(t, int(s.phasing)), end_of(t, int(s.phasing))):
        if s.role[p] & (ROLE.ATTACKS | ROLE.PURSUES) != 0 and why_not_advance(s, t, w, p) == WHY.LEGAL:
            return True
    return False


@jit
def name_advance(s, t, w, p):
    """Choose the unit that advances; it does nothing else in this segment (ruling T-98)."""
    s.piece = p
    s.attacked[p] = 1
    s.mode = mode_of(s, p)
    s.mf_left = factors_of(s, t, p)
    s.stepped = 0
    s.passed = 0
    ask(s, NODE.ADVANCE_TO, int(s.phasing))


# -- where to ------------------------------------------------------------------------------------------------


@jit
def _look(s, t, w, p, mode, mf):
    """Fill ``w.price`` and the supply of the unit; of a pursuer also ``w.back``."""
    lift(s, t, w, p)
    reach(s, t, w, p, mode, mf)
    if mode == MODE.PURSUING:
        _mark_back(s, t, w, p, mf)


@rule_kernel(numbers=2)
def _mark_back(s, t, w, p, mf):
    """Fill ``w.back`` with the cost from each cell to where a pursuit may end, or pass and end (15.24, T-175)."""
    for c in range(int(t.n_cells)):
        w.back[c] = FAR
        ends = holds(s.battle_rows, t.n_columns, c) or c == s.target
        if ends and is_surely_supplied(t, w, c) and why_not_stay(s, t, w, p, c) == WHY.LEGAL:
            w.back[c] = 0
    target = int(s.target)
    if w.back[target] != 0:
        for d in range(N_DIRECTIONS):
            v = int(t.nbr[target, d])
            if can_step(s, t, w, p, MODE.PURSUING, target, v) and is_surely_supplied(t, w, v):
                if why_not_stay(s, t, w, p, v) == WHY.LEGAL:
                    w.back[target] = min(int(w.back[target]), step_cost(s, t, p, MODE.PURSUING, target, d))
    for _ in range(mf):  # each round adds a step
        for u in range(int(t.n_cells)):
            if w.price[u] == FAR:
                continue
            for d in range(N_DIRECTIONS):
                v = int(t.nbr[u, d])
                if v != OFF and w.back[v] != FAR and can_step(s, t, w, p, MODE.PURSUING, u, v):
                    w.back[u] = min(int(w.back[u]), int(w.back[v]) + step_cost(s, t, p, MODE.PURSUING, u, d))


@jit
def _why_not_end(s, t, w, p, mode, c):
    """Reason why the unit may not stop in a cell; after ``_look`` (rulings T-95, T-97, T-141, T-143)."""
    reason = why_not_end(s, t, w, p, mode, c)
    if reason != WHY.LEGAL or mode == MODE.ADVANCING or s.passed == 1:
        return reason
    mf = int(s.mf_left) if s.piece == p else factors_of(s, t, p)
    if int(w.price[c]) + int(w.back[c]) <= mf:
        return WHY.LEGAL
    return WHY.LEGAL if _passes(s, t, w, p, c) else WHY.PURSUIT_MUST_PASS


@jit
def _passes(s, t, w, p, c):
    """True if the engine's path to a cell leads through the emptied hex."""
    find_path(s, t, w, p, MODE.PURSUING, c)
    for k in range(int(w.n_path)):
        if w.path[k] == s.target:
            return True
    return False


@jit
def prepare_advance(s, t, w):
    """Look where the unit can go."""
    _look(s, t, w, int(s.piece), int(s.mode), int(s.mf_left))


@jit
def why_not_advance_to(s, t, w, c):
    """Reason why the unit may not advance to a cell and stop there."""
    return _why_not_end(s, t, w, int(s.piece), int(s.mode), c)


@jit
def why_not_halt(s, t, w):
    """Reason why the unit may not stop: not before its first hex; a pursuer only where 15.24 lets it (T-142)."""
    if s.stepped == 0:
        return WHY.NO_MOVE_YET
    if s.mode == MODE.ADVANCING or s.passed == 1 or may_pursuit_end(s, t, int(s.piece_cell[s.piece])):
        return WHY.LEGAL
    return WHY.LEGAL if not _has_way(s, t, w) else WHY.PURSUIT_MUST_PASS  # ruling T-165


@jit
def may_pursuit_end(s, t, c):
    """True for the emptied hex and those from which the attack came (15.24)."""
    return c == s.target or holds(s.battle_rows, t.n_columns, c)


@jit
def _has_way(s, t, w):
    """True if the unit can go on; after ``prepare_advance``."""
    for c in range(int(t.n_cells)):
        if w.price[c] != FAR and why_not_advance_to(s, t, w, c) == WHY.LEGAL:
            return True
    return False


@rule_kernel(numbers=1)
def advance_to(s, t, w, c):
    """Advance to a cell by the engine's path."""
    p, mode = int(s.piece), int(s.mode)
    prepare_advance(s, t, w)
    price, start = int(w.price[c]), int(s.piece_cell[p])
    find_path(s, t, w, p, mode, c)
    emit(w, EV.ADVANCED, p, start, c, mode)
    for k in range(int(w.n_path)):
        if w.path[k] == s.target:
            s.passed = 1
        enter(s, t, w, p, int(w.path[k]))
    s.stepped = 1
    s.mf_left -= price
    ask(s, NODE.ADVANCE_TO, int(s.phasing))


@jit
def finish_advance(s, t, w):
    """The unit has advanced."""
    p = int(s.piece)
    s.role[p] &= ~(ROLE.ATTACKS | ROLE.PURSUES)
