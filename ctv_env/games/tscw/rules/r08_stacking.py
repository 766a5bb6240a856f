"""Chapter 8 and 15.25: how many units, and of which parties, may stand in a hex."""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import ALL_CAMPS, NOBODY_PIECE
from ctv_env.games.tscw.model.reasons import WHY
from ctv_env.games.tscw.rules.pieces import is_division, is_hq


@jit
def camps_of(s, t, p):
    """Camps of a unit: units that share one stack and attack together (8.3, 15.25.2, 15.25.3, ruling T-37)."""
    return int(t.camps[s.face[p], p])


@jit
def camps_in(s, t, c, apart):
    """Camps that all units of a cell share, ``apart`` left out."""
    camps = ALL_CAMPS
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        if p != apart:
            camps &= camps_of(s, t, p)
        p = int(s.piece_next[p])
    return camps


@jit
def why_no_room(s, t, p, c):
    """Reason why a unit may not stay in a cell besides those there: 8.2, 15.25.3, ruling T-36."""
    here = s.piece_cell[p] == c
    if is_hq(t, p):
        return WHY.TWO_HQS if int(s.stack_hqs[c]) - here > 0 else WHY.LEGAL
    if int(s.stack_units[c]) - here >= t.max_units:
        return WHY.STACK_FULL
    if is_division(s, t, p) and int(s.stack_divisions[c]) - here >= t.max_divisions:
        return WHY.TOO_MANY_DIVISIONS
    return WHY.LEGAL if camps_in(s, t, c, p) & camps_of(s, t, p) != 0 else WHY.PARTIES_DIFFER
