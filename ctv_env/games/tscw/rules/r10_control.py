"""Chapter 10.7 and what the change of control brings: morale (4.2.1), forts (15.14), the northern air unit (12.2.3)."""

from ctv_env.core.bitboard import put
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import LINE, N_GROUPS, SIDE, WHERE
from ctv_env.games.tscw.model.events import EV, emit
from ctv_env.games.tscw.rules.pieces import controls, eliminate, is_lone_hq, put_in, take_out
from ctv_env.games.tscw.rules.support import change_morale, side_of


@jit
def enter(s, t, w, p, c):
    """Move a unit into a cell: a lone enemy HQ there dies, control changes (10.7, 12.1.3, ruling T-49)."""
    side = side_of(t, p)
    if is_lone_hq(s, t, 1 - side, c):
        eliminate(s, t, w, int(s.cell_first[c]))
    take_out(s, t, p)
    put_in(s, t, p, c)
    take_control(s, t, w, side, c)


@jit
def take_control(s, t, w, side, c):
    """Give a side control of a cell that its ground unit has entered (10.7, T-132)."""
    if side == SIDE.NATIONALIST and t.line[c] >= 0:
        _enter_line(s, t, w, c)
    if controls(s, t, side, c):
        return
    put(s.control_rows[side], t.n_columns, c, True)
    put(s.control_rows[1 - side], t.n_columns, c, False)
    emit(w, EV.CONTROL, side, c)
    value = abs(int(t.morale[c]))
    change_morale(s, w, -value if side == SIDE.NATIONALIST else value)  # 4.2.1
    if side == SIDE.NATIONALIST and has_all_ports(s, t):
        _ground_northern_air(s, t, w)


@jit
def has_all_ports(s, t):
    """True if the Nationalists control Gijon, Santander and Bilbao (7.12, 12.2.3)."""
    for group in range(N_GROUPS):
        if not controls(s, t, SIDE.NATIONALIST, int(t.port_cell[group])):
            return False
    return True


@jit
def _ground_northern_air(s, t, w):
    """Remove the air unit of the north for good (12.2.3)."""
    for p in range(int(t.n_nationalist), int(t.n_pieces)):
        if t.north_air[p] == 1 and s.where[p] == WHERE.ON_MAP:
            s.where[p] = WHERE.GONE
            s.used[p] = 0
            s.role[p] = 0
            emit(w, EV.AIR_GONE, p)


@jit
def _enter_line(s, t, w, c):
    """A Nationalist unit enters a hex of a fortified line (15.14.2, 15.14.3, ruling T-99)."""
    line = int(t.line[c])
    if s.line[line] == LINE.INACTIVE:
        set_line(s, w, line, LINE.NEUTRALISED)
    elif s.line[line] == LINE.ACTIVE and not is_destroyed(s, t, c):
        put(s.destroyed_rows, t.n_columns, c, True)
        emit(w, EV.FORT_DESTROYED, c)


@jit
def set_line(s, w, line, state):
    """Change the state of a fortified line."""
    s.line[line] = state
    emit(w, EV.LINE, line, state)


@jit
def is_destroyed(s, t, c):
    """True if a hex of a fortified line is destroyed."""
    return (int(s.destroyed_rows[c // t.n_columns + 1]) >> (c % t.n_columns)) & 1 == 1


@jit
def is_fort(s, t, c):
    """True if a hex belongs to an active line and is not destroyed."""
    line = int(t.line[c])
    return line >= 0 and s.line[line] == LINE.ACTIVE and not is_destroyed(s, t, c)


@jit
def has_fort_side(s, t, c, d):
    """True if the hexside of ``c`` in direction ``d`` is an active fortification of ``c``."""
    return t.fort_side[c, d] == 1 and is_fort(s, t, c)


@jit
def activate_lines(s, t, w):
    """At the start of a turn lines become active that are not neutralised (15.14.1, ruling T-99)."""
    for line in range(int(t.n_lines)):
        if s.line[line] == LINE.INACTIVE and t.line_turn[line] == s.turn:
            set_line(s, w, line, LINE.ACTIVE)
