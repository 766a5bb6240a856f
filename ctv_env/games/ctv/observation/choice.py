"""The choice in progress: the selected piece, the retreating stack, the hex in focus."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import NODE, NOWHERE
from ctv_env.games.ctv.rules.r10_retreat import retreat_from


@jit
def chosen_piece(s, t, side):
    """The piece being placed, moved or advanced, NOWHERE if none; only known to its owner (ruling R-56)."""
    return int(s.piece) if s.to_move == side or t.fog == 0 else NOWHERE


@jit
def retreating_cell(s, t):
    """Cell of the stack that may or must retreat, NOWHERE if none."""
    return retreat_from(s, t) if s.node == NODE.RETREAT else NOWHERE


@jit
def focus_cell(s, t, side):
    """Cell of the chosen piece, else of the retreating stack, else the target, else NOWHERE."""
    p = chosen_piece(s, t, side)
    if p != NOWHERE and s.piece_hex[p] != NOWHERE:
        return int(s.piece_hex[p])
    c = retreating_cell(s, t)
    return c if c != NOWHERE else int(s.target)
