"""What a side knows of the other: units in fog of war (15.5), held chits (T-107), air units not yet revealed (T-78)."""

import numpy as np

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import KIND, NOBODY_PIECE, NODE, OFF, ROLE
from ctv_env.games.tscw.rules.support import side_of


@jit
def top_of(s, t, c):
    """The unit of a stack that everybody sees: the first combat unit, else the HQ (ruling T-106)."""
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        if t.kind[p] < KIND.HQ:
            return p
        p = int(s.piece_next[p])
    return int(s.cell_first[c])


@jit
def knows_piece(s, t, side, p):
    """True if a side knows where a piece is, and its state (15.5, rulings T-106, T-177, T-181)."""
    if t.fog == 0 or side_of(t, p) == side or t.kind[p] >= KIND.AIR:
        return True
    if s.role[p] & ROLE.ATTACKS != 0 or s.hq[1 - side] == p:
        return True
    c = int(s.piece_cell[p])
    return c == OFF or c == s.target or top_of(s, t, c) == p


@jit
def knows_hand(t, side, other):
    """True if a side knows the chits that ``other`` holds (ruling T-107)."""
    return t.closed_chits == 0 or side == other


@jit
def knows_flight(s, t, side, p):
    """True if a side knows whether an air unit is committed: of the attacker's not at AIR_DEF (ruling T-78)."""
    return t.simultaneous_air == 0 or s.node != NODE.AIR_DEF or side == s.phasing or side_of(t, p) == side


def known_pieces(t: np.void, s: np.void, side: int | None) -> np.ndarray:
    """Return the pieces that a side knows, bool (pieces,); all for None."""
    n = int(t["n_pieces"])
    if side is None or not t["fog"] or side > 1:
        return np.ones(n, bool)
    cells, kinds = np.asarray(s["piece_cell"][:n]).astype(int), np.asarray(t["kind"][:n]).astype(int)
    own = (np.arange(n) >= t["n_nationalist"]) == bool(side)
    fights = (np.asarray(s["role"][:n]) & ROLE.ATTACKS != 0) | (np.arange(n) == s["hq"][1 - side])
    known = own | (kinds >= KIND.AIR) | (cells == OFF) | (cells == s["target"]) | fights
    for cell in set(cells[~known].tolist()):
        here = np.flatnonzero(cells == cell)
        units = here[kinds[here] < KIND.HQ]
        known[(units if len(units) else here)[0]] = True
    return known


def sees_hand(t: np.void, side: int | None, other: int) -> bool:
    """Return whether a side knows the chits that the other holds."""
    return side is None or not t["closed_chits"] or side == other
