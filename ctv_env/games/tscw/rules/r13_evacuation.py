"""Chapter 13.8: evacuation through France, once a game (ruling T-69)."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import LANDING, NODE, OFF, SIDE, WHERE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import controls, holds_reserves, is_division, is_ground
from ctv_env.games.tscw.rules.r08_stacking import why_no_room
from ctv_env.games.tscw.rules.r10_control import enter
from ctv_env.games.tscw.rules.support import ask, end_of, first_of, forget_choice, side_of

_HALVES = 4  # two divisions; all other units count as half of one


@jit
def ask_evacuation(s, t, w):
    """Ask whether to evacuate, if a unit can; return False if none can."""
    if t.may_evacuate == 0 or s.evacuated == 1 or t.return_cell == OFF:
        return False
    if not controls(s, t, SIDE.REPUBLICAN, int(t.return_cell)) or not _has_unit(s, t, w):
        return False
    ask(s, NODE.EVACUATE, SIDE.REPUBLICAN)
    return True


@jit
def _has_unit(s, t, w):
    for p in range(first_of(t, SIDE.REPUBLICAN), end_of(t, SIDE.REPUBLICAN)):
        if why_not_evacuate(s, t, w, p) == WHY.LEGAL:
            return True
    return False


@jit
def why_not_answer(s, t, w, x):
    """Reason why an option is illegal: there are two, 0 no and 1 yes."""
    return WHY.LEGAL if x <= 1 else WHY.NO_SUCH_OPTION


@jit
def declare_evacuation(s, t, w):
    """Declare the evacuation."""
    s.evacuated = 1
    s.n_named = 0
    ask(s, NODE.EVACUATE_UNIT, SIDE.REPUBLICAN)


@jit
def _halves(s, t, p):
    return 2 if is_division(s, t, p) else 1


@jit
def why_not_evacuate(s, t, w, p):
    """Reason why a unit may not be evacuated: it must stand beside France, and two divisions are the most."""
    if side_of(t, p) != SIDE.REPUBLICAN:
        return WHY.OTHER_SIDE
    if s.where[p] != WHERE.ON_MAP or not is_ground(t, p):
        return WHY.NOT_ON_MAP
    if s.reserve[p] == 1 or holds_reserves(s, t, p) or s.landed[p] != LANDING.NONE:
        return WHY.MAY_NOT_MOVE
    c = int(s.piece_cell[p])
    if t.france[c] == 0 or c == t.return_cell:
        return WHY.NOT_AT_BORDER
    if s.n_named + _halves(s, t, p) > _HALVES:
        return WHY.NO_CAPACITY
    return why_no_room(s, t, p, int(t.return_cell))


@jit
def why_not_all_evacuated(s, t, w):
    """The evacuation has at least one unit."""
    return WHY.LEGAL if s.n_named > 0 else WHY.NOT_DONE_YET


@jit
def evacuate(s, t, w, p):
    """Evacuate a unit, which does not move again this turn; return True if no other can follow (ruling T-178)."""
    start = int(s.piece_cell[p])
    s.n_named += _halves(s, t, p)
    s.halted[p] = 1
    enter(s, t, w, p, int(t.return_cell))
    emit(w, EV.EVACUATED, p, start)
    return not _has_unit(s, t, w)


@jit
def end_evacuation(s):
    """End the evacuation."""
    forget_choice(s)
