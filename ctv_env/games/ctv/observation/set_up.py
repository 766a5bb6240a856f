"""The set-up of the other side: who does not decide sees nothing of it before its stage is over (ruling R-57)."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import END_SC, NOWHERE, PLACE
from ctv_env.games.ctv.rules.pieces import is_ground, lift_unit, put_column, put_unit
from ctv_env.games.ctv.rules.r05_fog import is_of_this_set_up


@jit
def hide_set_up(s, t):
    """Take the pieces set up in this stage off the map; ``piece_hex`` keeps their cells for ``restore_set_up``."""
    for p in range(END_SC):
        if is_of_this_set_up(s, t, p):
            c = int(s.piece_hex[p])
            if is_ground(p):
                lift_unit(s, t, p)
                s.piece_hex[p] = c
            else:
                s.cell_sc[c] = NOWHERE
            s.piece_place[p] = PLACE.WAITING


@jit
def restore_set_up(s, t):
    """Put the pieces that ``hide_set_up`` has taken off back."""
    for p in range(END_SC):
        if s.piece_place[p] == PLACE.WAITING and s.piece_hex[p] != NOWHERE:
            if is_ground(p):
                put_unit(s, t, p, int(s.piece_hex[p]))
            else:
                put_column(s, p, int(s.piece_hex[p]))
