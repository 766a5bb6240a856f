"""Chapter 13: the Basque surrender."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import N_GROUND, NATION, PLACE, ROLE, SIDE_SLOTS
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import put_unit, remove_unescorted, take_off


@jit
def is_basque_brigade(s, t, u):
    """True for a Basque brigade on the map; breakdown battalions and armour do not count (rule 13.3)."""
    return t.is_brigade[u] and t.nation[u] == NATION.BASQUE and s.piece_place[u] == PLACE.MAP


@jit
def surrender_threatens(s, t):
    """True if the surrender die is rolled at the start of this Republican Phase (rules 13.1, 13.2; ruling R-48)."""
    n_brigades = 0
    n_unsupplied = 0
    held = False
    for u in range(SIDE_SLOTS, N_GROUND):
        if is_basque_brigade(s, t, u):
            n_brigades += 1
            if s.unit_supplied[u]:
                held = held or t.basque_zone[int(s.piece_hex[u])] == 1
            else:
                n_unsupplied += 1
    return n_brigades > 0 and (not held or 2 * n_unsupplied > n_brigades)


@jit
def judge_surrender(s, t, w, die):
    """Apply the surrender die: on 1 to 4 the brigades surrender; set the number of battalions (rules 13.2, 13.3)."""
    surrender = die <= t.surrender_up_to
    emit(w, EV.BASQUE_DIE, die, 1 if surrender else 0)
    if not surrender:
        return
    n_brigades = 0
    for u in range(SIDE_SLOTS, N_GROUND):
        n_brigades += 1 if is_basque_brigade(s, t, u) else 0
    if n_brigades > t.max_battalions:
        s.owed_battalions = t.max_battalions
        return
    for u in range(SIDE_SLOTS, N_GROUND):
        if is_basque_brigade(s, t, u):
            s.piece_role[u] = ROLE.LEAVES_BATTALION
    surrender_all(s, t, w)


@jit
def why_not_breakdown(s, t, u):
    """Reason why ``u`` may not be named to leave a battalion (rule 13.3)."""
    return WHY.LEGAL if is_basque_brigade(s, t, u) and s.piece_role[u] == ROLE.NONE else WHY.NOT_BASQUE


@jit
def name_breakdown(s, t, w, u):
    """Name ``u`` to leave a battalion; after the last one all brigades surrender (rule 13.3)."""
    s.piece_role[u] = ROLE.LEAVES_BATTALION
    s.owed_battalions -= 1
    if s.owed_battalions == 0:
        surrender_all(s, t, w)


@jit
def surrender_all(s, t, w):
    """Replace the named brigades by battalions and remove all brigades (rule 13.3; rulings R-34, R-48)."""
    for u in range(SIDE_SLOTS, N_GROUND):
        if not is_basque_brigade(s, t, u):
            continue
        c = int(s.piece_hex[u])
        if s.piece_role[u] == ROLE.LEAVES_BATTALION:
            _leave_battalion(s, t, w, u, c)
        emit(w, EV.SURRENDERED, u, c)
        s.piece_role[u] = ROLE.NONE
        take_off(s, t, u, PLACE.SURRENDERED)
        remove_unescorted(s, t, w, c)


@jit
def _leave_battalion(s, t, w, brigade, c):
    """Put the next breakdown battalion in ``c``, at full strength and in supply until the next check (ruling R-15)."""
    for u in range(SIDE_SLOTS, N_GROUND):
        if t.is_breakdown[u] and s.piece_place[u] == PLACE.WAITING:
            s.unit_steps[u] = t.steps[u]
            s.unit_supplied[u] = 1
            put_unit(s, t, u, c)
            emit(w, EV.BATTALION, u, brigade, c)
            return
