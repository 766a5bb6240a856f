"""Chapter 8, costs: the cost of a step and which pieces may take it, with ZoC (7.2), roads (8.2) and rain (11.3).

All costs are in half MPs.
"""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import EDITION, END_SC, NOWHERE, PLACE
from ctv_env.games.ctv.rules.pieces import is_column, is_ground, side_of
from ctv_env.games.ctv.rules.r05_stacking import may_end_in
from ctv_env.games.ctv.rules.r07_zoc import in_enemy_zoc


@jit
def allowance(s, t, p):
    """Half MPs of piece ``p`` in a movement segment: halved once, rounded up to whole MPs (6.3, 9.5, ruling R-06)."""
    mp = int(t.move_mp[p])
    if is_ground(p) and (s.unit_supplied[p] == 0 or s.unit_dsg[p] > 0):
        mp = (mp + 1) // 2
    return 2 * mp


@jit
def start_segment(s, t, side):
    """Give the pieces of ``side`` their movement points (rule 8.1) and mark those in an enemy ZoC (rule 8.2)."""
    for p in range(END_SC):
        if s.piece_place[p] == PLACE.MAP and side_of(p) == side:
            s.piece_mp[p] = allowance(s, t, p)
            s.piece_began_zoc[p] = 1 if in_enemy_zoc(s, side, int(s.piece_hex[p])) else 0


@jit
def end_segment(s):
    """Clear unused movement points (rule 8.1)."""
    for p in range(END_SC):
        s.piece_mp[p] = 0
        s.piece_began_zoc[p] = 0


@jit
def may_enter(s, p, c):
    """True if the enemy's pieces do not bar ``p`` from ``c`` (ruling R-20): units may overrun a column, columns not.

    The mask thus reveals whether an enemy hex holds only a column, which is public (ruling R-63).
    """
    side = side_of(p)
    if s.cell_ground[c] > 0 and s.cell_side[c] != side:
        return False
    return is_ground(p) or s.cell_sc[c] == NOWHERE or side_of(int(s.cell_sc[c])) == side


@jit
def may_end_move(s, t, p, c):
    """True if ``p`` may stop in ``c`` (ruling R-12); at most one supply column per hex (ruling R-11)."""
    if is_column(p):
        return s.cell_sc[c] == NOWHERE
    return may_end_in(s, t, p, c)


@jit
def may_use_roads(s, t, p):
    """True if ``p`` may pay the road rate where neither end of a step is in an enemy ZoC (rule 8.2, ruling R-22).

    It is motorised; in the English edition it also did not begin its segment in an enemy ZoC.
    """
    return t.motorised[p] == 1 and (s.piece_began_zoc[p] == 0 or t.edition == EDITION.IT)


@jit
def step_cost(s, t, p, c, d):
    """Half MPs of ``p`` for the step from ``c`` in direction ``d``, without that for a ZoC (8.1, 8.2, R-21, R-22)."""
    n = int(t.nbr[c, d])
    mot = int(t.motorised[p])
    if t.road[c, d] and may_use_roads(s, t, p):
        side = side_of(p)
        if not in_enemy_zoc(s, side, c) and not in_enemy_zoc(s, side, n):
            return int(t.road_half_mp)
    cost = int(t.enter_half_mp[mot, int(s.weather), int(t.terrain[n])])  # with the extra MP for mountain in rain (11.3)
    if t.river[c, d]:
        cost += int(t.river_half_mp[mot])
    return cost


@jit
def leaving_cost(s, t, p, c):
    """Extra half MPs for the first hex of a piece that starts in an enemy ZoC (rule 7.2, ruling R-19)."""
    return int(t.zoc_exit_half_mp) if in_enemy_zoc(s, side_of(p), c) else 0
