"""Chapter 7: zones of control.  Their effect on movement (7.2) is in chapter 8, on supply (6.2.1) in chapter 6."""

from ctv_env.core.bitboard import put
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import COLUMNS, OFF


@jit
def exerts_zoc(s, t, u):
    """True if ground unit ``u`` exerts a ZoC: a combat unit (rule 7.1, ruling R-18) in supply (rule 7.1.1).

    Units off the map are never in supply.
    """
    return t.is_combat[u] == 1 and s.unit_supplied[u] == 1


@jit
def add_zoc(s, t, side, c, sign):
    """Add (+1) or remove (-1) the ZoC of a unit of ``side`` in ``c``: six hexes, not across closed sides (7.1)."""
    for d in range(N_DIRECTIONS):
        n = int(t.nbr[c, d])
        s.zoc[side, n] = int(s.zoc[side, n]) + sign
        put(s.zoc_rows[side], COLUMNS, n, s.zoc[side, n] > 0)
    s.zoc[side, OFF] = 0
    put(s.zoc_rows[side], COLUMNS, OFF, False)


@jit
def in_enemy_zoc(s, side, c):
    """True if ``c`` is in a ZoC of the other side."""
    return s.zoc[1 - side, c] > 0
