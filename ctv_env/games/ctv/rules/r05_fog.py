"""Fog of war (rule 5.2, rulings R-56, R-57): what a side may know of the other's pieces, and what it may guess."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import END_SC, MAP, N_PIECES, NAT_SC, NOWHERE, REPUBLICAN, SIDE_SLOTS, TRENCH
from ctv_env.games.ctv.rules.pieces import is_column, side_of


@jit
def knows(s, t, side, p):
    """True if ``side`` may know all of piece ``p``: its own, one that fought this turn, or one beside the map."""
    return side_of(p) == side or t.fog == 0 or s.piece_seen[p] == 1 or s.piece_place[p] != MAP


@jit
def knows_trench(s, t, side, c):
    """True if ``side`` may know whether a trench is in ``c``: its own, or one where it sees or has seen a unit.

    A trench does not move: once seen it stays known (ruling R-64).
    """
    if side == REPUBLICAN or t.fog == 0:
        return True
    for p in range(TRENCH, N_PIECES):
        if s.piece_hex[p] == c and s.seen_turn[p] > 0:
            return True
    u = int(s.cell_first[c])
    while u != NOWHERE:
        if s.piece_seen[u]:
            return True
        u = int(s.unit_next[u])
    return False


@jit
def enemy_pieces(s, side, c):
    """How many enemy pieces stand in ``c``: open to all, an HQ and a supply column count (ruling R-56)."""
    n = int(s.cell_ground[c]) if s.cell_side[c] == 1 - side else 0
    column = int(s.cell_sc[c])
    if column != NOWHERE and side_of(column) != side:
        n += 1
    return n


@jit
def mean_unseen(s, t, side):
    """Attack and defence that a hidden enemy piece has on average, as two floats.

    The counters in play are known, and who is off the map is open; so the full factors of those on the map that are
    not seen, divided by their number.
    """
    attack = 0
    defence = 0
    n = 0
    for k in range(SIDE_SLOTS + END_SC - NAT_SC):
        p = (1 - side) * SIDE_SLOTS + k if k < SIDE_SLOTS else NAT_SC + k - SIDE_SLOTS
        if side_of(p) == side or s.piece_place[p] != MAP or knows(s, t, side, p):
            continue
        n += 1
        if not is_column(p):
            attack += int(t.attack[int(t.steps[p]), p])
            defence += int(t.defence[int(t.steps[p]), p])
    return (attack / n, defence / n) if n > 0 else (0.0, 0.0)
