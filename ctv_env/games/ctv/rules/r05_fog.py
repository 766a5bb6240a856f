"""Fog of war (rule 5.2, rulings R-56, R-57): what a side may know about the other's pieces, and may infer."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import END_SC, NAT_SC, NODE, NOWHERE, PLACE, SIDE_SLOTS, STAGE, TRENCH
from ctv_env.games.ctv.rules.pieces import is_column, side_of


@jit
def knows(s, t, side, p):
    """True if ``side`` may know all about piece ``p``: its own, one that fought this turn, or one off the map.

    Trenches are known to both: only stacks are hidden (ruling R-56).
    """
    known = side_of(p) == side or t.fog == 0 or s.piece_seen[p] == 1 or s.piece_place[p] != PLACE.MAP
    return known or p >= TRENCH


@jit
def sets_up_unseen(s, t, side):
    """True while the other side sets up, of which ``side`` sees nothing until the stage is over (ruling R-57).

    Pieces are set up in a known order: whoever saw the hexes fill one by one would know which piece is where.
    """
    return s.node == NODE.PLACE and s.to_move != side and t.fog == 1


@jit
def is_of_this_set_up(s, t, p):
    """True if unit or column ``p`` has been set up in the current stage (rules 4.2 to 4.3.1)."""
    if s.piece_place[p] != PLACE.MAP or side_of(p) != s.to_move:
        return False
    return s.stage != STAGE.SETUP_RESERVES or s.reserve[t.reserve_group[p]] == 1


@jit
def enemy_pieces(s, side, c):
    """Number of enemy pieces in ``c``, including HQs and supply columns; it is public (ruling R-56)."""
    n = int(s.cell_ground[c]) if s.cell_side[c] == 1 - side else 0
    column = int(s.cell_sc[c])
    if column != NOWHERE and side_of(column) != side:
        n += 1
    return n


@jit
def mean_unseen(s, t, side):
    """Mean attack and defence of a hidden enemy piece, as two floats.

    Both the counter mix and the pieces off the map are public, so the mean is over the full factors of the unseen
    pieces on the map.
    """
    attack = 0
    defence = 0
    n = 0
    for k in range(SIDE_SLOTS + END_SC - NAT_SC):
        p = (1 - side) * SIDE_SLOTS + k if k < SIDE_SLOTS else NAT_SC + k - SIDE_SLOTS
        if knows(s, t, side, p):
            continue
        n += 1
        if not is_column(p):
            attack += int(t.attack[int(t.steps[p]), p])
            defence += int(t.defence[int(t.steps[p]), p])
    return (attack / n, defence / n) if n > 0 else (0.0, 0.0)
