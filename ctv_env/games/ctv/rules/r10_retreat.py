"""Rule 10.5: retreat after combat, including that of attackers whose morale breaks (10.6)."""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import CELLS, EDITION, MORALE, N_GROUND, NOWHERE, OFF, PLACE, ROLE
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import has_kind, lift_unit, lose_sight, put_unit, remove_unescorted, side_of
from ctv_env.games.ctv.rules.r05_stacking import (
    enforce_limit_on_entry,
    enforce_limit_on_stack,
    survive_twice_the_limit,
)
from ctv_env.games.ctv.rules.r07_zoc import in_enemy_zoc
from ctv_env.games.ctv.rules.r09_bombardment import disorganise
from ctv_env.games.ctv.rules.r10_control import enter_hex
from ctv_env.games.ctv.rules.r10_losses import judged_cell
from ctv_env.games.ctv.rules.r10_morale import is_judged


@jit
def retreat_from(s, t):
    """Cell from which the judged stack would retreat."""
    stack = judged_cell(s, t)
    return int(s.target) if stack == NOWHERE else stack


@jit
def _is_open(s, side, c):
    """True if a stack of ``side`` may retreat into ``c`` (rule 10.5.1, ruling R-42)."""
    if c == OFF:
        return False
    if s.cell_ground[c] > 0:
        return s.cell_side[c] == side
    return not in_enemy_zoc(s, side, c)


@jit
def _has_room(s, t, c):
    """True if the judged stack could enter ``c`` without the loss of a unit (5.1.1) or doubling armour.

    Its units enter in the order of the pieces; whether one is lost turns on the last.
    """
    before = int(s.cell_sp[c])
    last = 0
    for u in range(N_GROUND):
        if is_judged(s, t, u):
            before += last
            last = int(t.sp[u])
            if has_kind(s, t, c, u):
                return False
    return survive_twice_the_limit(t, c, before, last)


@jit
def mark_retreats(s, t, w, side):
    """Set ``w.pending`` to 1 for the hexes into which the judged stack may retreat, 2 for those without room.

    Hexes without room are legal only if there is no other (ruling R-12).

    Returns:
        The number of legal hexes.
    """
    for c in range(CELLS):
        w.pending[c] = 0
    n_legal = 0
    origin = retreat_from(s, t)
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[origin, d])
        if _is_open(s, side, n):
            w.pending[n] = 1 if _has_room(s, t, n) else 2
            n_legal += 1 if w.pending[n] == 1 else 0
    if n_legal > 0:
        return n_legal
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[origin, d])
        if w.pending[n] == 2:
            w.pending[n] = 1
            n_legal += 1
    return n_legal


@jit
def mark_retreats_of_mover(s, t, w):
    """Fill ``w.pending`` for the side to move (``mark_retreats``)."""
    mark_retreats(s, t, w, int(s.to_move))


@jit
def why_not_retreat(w, c):
    """Reason why the stack may not retreat to ``c``, after ``mark_retreats_of_mover`` (10.5.1; R-12, R-42)."""
    if w.pending[c] == 1:
        return WHY.LEGAL
    return WHY.BETTER_RETREATS if w.pending[c] == 2 else WHY.NO_RETREAT_THERE


@jit
def why_not_stand(s):
    """Reason why the stack may not stand: only a defender whose morale holds may (10.5, 10.6, ruling R-41)."""
    return WHY.LEGAL if s.morale_result == MORALE.HOLD else WHY.MUST_GO_BACK


@jit
def dsg_results(s):
    """Number of DSG results on a retreating stack: one, two after a Collapse (rules 10.5.1, 10.6; ruling R-41)."""
    return 2 if s.morale_result == MORALE.COLLAPSE else 1


@jit
def retreat(s, t, w, goal):
    """Retreat the judged stack to ``goal`` and disorganise it (rules 10.5, 10.5.1, 10.6); lone HQs are lost (9.2).

    All combat units of the stack leave first, so that they enter together; stacking is then checked once, or unit by
    unit in the Italian edition (ruling R-12).
    """
    origin = retreat_from(s, t)
    attacking = s.judged_hex != NOWHERE
    n_moving = 0
    for u in range(N_GROUND):
        if is_judged(s, t, u):
            lose_sight(s, t, u)  # it leaves its hex (ruling R-56)
            lift_unit(s, t, u)
            w.queue[n_moving] = u
            n_moving += 1
    for k in range(n_moving):
        u = int(w.queue[k])
        emit(w, EV.RETREATED, u, origin, goal)
        if attacking:
            s.piece_role[u] = ROLE.FELL_BACK
        enter_hex(s, t, w, side_of(u), goal)
        put_unit(s, t, u, goal)
        if t.edition == EDITION.IT:
            enforce_limit_on_entry(s, t, w, u)
    if t.edition != EDITION.IT:
        enforce_limit_on_stack(s, t, w, goal)
    for k in range(n_moving):
        _disorganise_survivor(s, t, w, int(w.queue[k]))
    remove_unescorted(s, t, w, origin)


@jit
def _disorganise_survivor(s, t, w, u):
    for _ in range(dsg_results(s)):
        if s.piece_place[u] == PLACE.MAP:
            disorganise(s, t, w, u)
