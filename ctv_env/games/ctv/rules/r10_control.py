"""Rule 10.8, control of hexes, and the effects of entry: on the morale marker (10.6.1), columns and trenches."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import EDITION, SIDE
from ctv_env.games.ctv.model.events import EV, emit
from ctv_env.games.ctv.rules.pieces import overrun_column, remove_trench


@jit
def shift_morale(s, t, w, change):
    """Move the Republican morale marker by ``change`` within its track (rule 10.6.1, ruling R-45)."""
    marker = min(max(int(s.morale) + change, 0), int(t.morale_max))
    if marker != s.morale:
        emit(w, EV.MORALE_MARKER, change, marker)
    s.morale = marker


@jit
def take_control(s, t, w, side, c):
    """Give ``side`` control of ``c`` (rule 10.8); an objective hex moves the morale marker (rule 10.6.1).

    Returns:
        True if an objective hex changed hands.
    """
    if s.cell_control[c] == side:
        return False
    s.cell_control[c] = side
    emit(w, EV.CONTROL, side, c)
    if t.vp[c] == 0:
        return False
    shift_morale(s, t, w, 1 if side == SIDE.NATIONALIST else -1)
    return True


@jit
def enter_hex(s, t, w, side, c):
    """Apply the entry of a ground unit of ``side`` into ``c``, to stay or in passing (rules 10.8, 9.3; ruling R-25).

    The Italian edition removes a trench when a Nationalist enters (rule 10.7, ruling R-44).

    Returns:
        True if an objective hex changed hands.
    """
    overrun_column(s, w, side, c)
    if side == SIDE.NATIONALIST and t.edition == EDITION.IT:
        remove_trench(s, w, c)
    return take_control(s, t, w, side, c)


@jit
def count_driven_off(s, t, w, objective_taken):
    """Apply a Republican advance into the attacked hex: -1 once per combat, unless it was an objective (R-45)."""
    if s.phasing == SIDE.REPUBLICAN and not s.won_counted:
        s.won_counted = 1
        if not objective_taken:
            shift_morale(s, t, w, -1)
