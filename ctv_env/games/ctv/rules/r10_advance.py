"""Rule 10.4: advance after combat and breakthrough."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import OFF, PLACE, ROLE
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import lift_unit, lose_sight, put_unit, side_of
from ctv_env.games.ctv.rules.r05_stacking import keeps_the_limit
from ctv_env.games.ctv.rules.r08_movement import walk
from ctv_env.games.ctv.rules.r08_paths import cost_to, find_path, points_left, reach
from ctv_env.games.ctv.rules.r10_control import count_driven_off


@jit
def is_advance_hex(s, t, w, u, c):
    """True if ``u`` may advance to ``c``, after ``reach``; the stacking limit applies where it ends (ruling R-43)."""
    return c != s.piece_hex[u] and cost_to(w, c) <= points_left(s, t, u) and keeps_the_limit(s, t, u, c)


@jit
def why_not_advance(s, t, w, u):
    """Reason why ``u`` may not advance: it needs to have attacked and a hex to go to (10.4, 10.4.1; R-17, R-41).

    A breakthrough may be made in several moves, three hexes in all (ruling R-62).
    """
    if s.piece_role[u] != ROLE.ATTACKS or s.piece_place[u] != PLACE.MAP or points_left(s, t, u) <= 0:
        return WHY.DID_NOT_ATTACK
    reach(s, t, w, u, OFF)
    for c in range(OFF):
        if is_advance_hex(s, t, w, u, c):
            return WHY.LEGAL
    return WHY.NO_ADVANCE


@jit
def why_not_advance_to(s, t, w, c):
    """Reason why the chosen unit may not advance to ``c``, after ``reach_of_chosen`` (10.4, 10.4.1; ruling R-43)."""
    return WHY.LEGAL if is_advance_hex(s, t, w, int(s.piece), c) else WHY.NO_ADVANCE


@jit
def advance(s, t, w, u, goal):
    """Advance ``u`` to ``goal``, beginning with the vacated hex (rules 10.4, 10.4.1, 10.8; ruling R-45)."""
    reach(s, t, w, u, goal)
    steps = cost_to(w, goal)
    find_path(s, t, w, u, goal)
    side = side_of(u)
    emit(w, EV.ADVANCED, u, int(s.piece_hex[u]), goal)
    lose_sight(s, t, u)  # it leaves its hex (ruling R-56)
    lift_unit(s, t, u)
    objective_won = walk(s, t, w, u, side)
    if s.unit_advanced[u] == 0:
        count_driven_off(s, t, w, objective_won)
    s.unit_advanced[u] += steps
    put_unit(s, t, u, goal)
