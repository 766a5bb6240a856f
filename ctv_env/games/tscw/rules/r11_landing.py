"""Chapter 11.8: landings."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import LANDING, NOBODY_PIECE, NODE, PLACE, SIZE, SUPPLY
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import controls, is_hq, occupies, refresh_cell, size_of
from ctv_env.games.tscw.rules.r08_stacking import why_no_room
from ctv_env.games.tscw.rules.r10_control import enter
from ctv_env.games.tscw.rules.r11_strategic import begin_rail, cost_of, is_landing_sea, is_own_port, why_not_carry
from ctv_env.games.tscw.rules.r13_limits import is_barred
from ctv_env.games.tscw.rules.support import ask, end_of, first_of


@jit
def why_not_landing(s, t, w, x):
    """Reason why no landing can be made: option 0 starts one (11.8, rulings T-53, T-161)."""
    if x != 0:
        return WHY.NO_SUCH_OPTION
    if s.shipped == 1:
        return WHY.SEA_USED
    side = int(s.phasing)
    for p in range(first_of(t, side), end_of(t, side)):
        if _why_not_lander(s, t, p) == WHY.LEGAL and _has_beach(s, t, p):
            return WHY.LEGAL
    return WHY.NO_LANDING


@jit
def _has_beach(s, t, p):
    for c in range(int(t.n_cells)):
        if is_beach(s, t, c) and not is_barred(t, p, c):
            return True
    return False


@jit
def is_beach(s, t, c):
    """True for an enemy controlled, empty coastal hex without a town, on a sea of the side (11.8)."""
    side = int(s.phasing)
    if t.place[c] != PLACE.NONE or not is_landing_sea(side, int(t.coast[c])):
        return False
    return controls(s, t, 1 - side, c) and not occupies(s, t, 1 - side, c)


@jit
def _why_not_lander(s, t, p):
    """Reason why a unit may not take part, hex apart: one division or two smaller units from ports (11.8)."""
    reason = why_not_carry(s, t, p, int(s.sea[s.phasing]))
    if reason != WHY.LEGAL:
        return reason
    if is_hq(t, p):
        return WHY.NOT_BY_SEA
    if s.n_named > 0 and size_of(s, t, p) == SIZE.DIVISION:
        return WHY.NO_CAPACITY
    return WHY.LEGAL if is_own_port(s, t, int(s.phasing), int(s.piece_cell[p])) else WHY.NOT_IN_PORT


@jit
def start_landing(s, t, w, x):
    """Start a landing."""
    ask(s, NODE.LAND_TO, int(s.phasing))


@jit
def why_not_beach(s, t, w, c):
    """Reason why a landing cannot be made in a hex."""
    if not is_beach(s, t, c):
        return WHY.BEACH_NOT_OPEN
    side = int(s.phasing)
    for p in range(first_of(t, side), end_of(t, side)):
        if _why_not_lander(s, t, p) == WHY.LEGAL and not is_barred(t, p, c):
            return WHY.LEGAL
    return WHY.NO_LANDING


@jit
def name_beach(s, t, w, c):
    """Choose the hex of the landing."""
    s.cell = c
    ask(s, NODE.LAND_UNIT, int(s.phasing))


@jit
def why_not_land(s, t, w, p):
    """Reason why a unit may not land."""
    reason = _why_not_lander(s, t, p)
    if reason != WHY.LEGAL:
        return reason
    if is_barred(t, p, int(s.cell)):
        return WHY.BEACH_NOT_OPEN
    return why_no_room(s, t, p, int(s.cell))


@jit
def why_not_landed(s, t, w):
    """A landing has at least one unit."""
    return WHY.LEGAL if s.n_named > 0 else WHY.NOT_DONE_YET


@jit
def land(s, t, w, p):
    """Land a unit: fully supplied, without ZOC, and still (11.8, rulings T-62, T-162)."""
    side, c, start = int(s.phasing), int(s.cell), int(s.piece_cell[p])
    s.sea[side] -= cost_of(s, t, p)
    s.carried[p] = 1
    s.landed[p] = LANDING.NOW
    s.supply[p] = SUPPLY.FULL
    emit(w, EV.LANDED, p, start, c)
    enter(s, t, w, p, c)
    refresh_cell(s, t, side, c)
    s.n_named += 1
    s.piece = NOBODY_PIECE
    if size_of(s, t, p) == SIZE.DIVISION or s.n_named == 2 or not _has_lander(s, t):
        end_landing(s, t, w)
    else:
        ask(s, NODE.LAND_UNIT, side)


@jit
def _has_lander(s, t):
    side = int(s.phasing)
    for p in range(first_of(t, side), end_of(t, side)):
        if _why_not_lander(s, t, p) == WHY.LEGAL and why_no_room(s, t, p, int(s.cell)) == WHY.LEGAL:
            return True
    return False


@jit
def end_landing(s, t, w):
    """A landing uses all sea capacity of the turn (11.8)."""
    s.sea[s.phasing] = 0
    begin_rail(s, t, w)
