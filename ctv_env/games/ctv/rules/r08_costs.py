"""Chapter 8, costs: what a step costs and who may take it, with ZoC (7.2), roads (8.2) and rain (11.3).

All costs are counted in half MPs.
"""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import END_SC, MAP, NOWHERE
from ctv_env.games.ctv.rules.pieces import is_column, is_ground, side_of
from ctv_env.games.ctv.rules.r05_stacking import may_end_in
from ctv_env.games.ctv.rules.r07_zoc import in_enemy_zoc


@jit
def allowance(s, t, p):
    """Half MPs of piece ``p`` for a movement segment: halved once, rounded up to whole MPs (6.3, 9.5, ruling R-06)."""
    mp = int(t.move_mp[p])
    if is_ground(p) and (s.unit_supplied[p] == 0 or s.unit_dsg[p] > 0):
        mp = (mp + 1) // 2
    return 2 * mp


@jit
def start_segment(s, t, side):
    """Give every piece of ``side`` its movement points (rule 8.1) and note who begins in an enemy ZoC (rule 8.2)."""
    for p in range(END_SC):
        if s.piece_place[p] == MAP and side_of(p) == side:
            s.piece_mp[p] = allowance(s, t, p)
            s.piece_began_zoc[p] = 1 if in_enemy_zoc(s, side, int(s.piece_hex[p])) else 0


@jit
def end_segment(s):
    """Unused movement points lapse (rule 8.1)."""
    for p in range(END_SC):
        s.piece_mp[p] = 0
        s.piece_began_zoc[p] = 0


@jit
def may_enter(s, p, c):
    """True if the enemy's pieces let ``p`` into ``c`` (ruling R-20): a unit may run over a column, a column may not.

    So the mask tells whether an enemy hex holds a column alone; it is open to all (ruling R-63).
    """
    side = side_of(p)
    if s.cell_ground[c] > 0 and s.cell_side[c] != side:
        return False
    return is_ground(p) or s.cell_sc[c] == NOWHERE or side_of(int(s.cell_sc[c])) == side


@jit
def may_end_move(s, t, p, c):
    """True if ``p`` may choose to stop in ``c`` (ruling R-12); one supply column a hex (ruling R-11)."""
    if is_column(p):
        return s.cell_sc[c] == NOWHERE
    return may_end_in(s, t, p, c)


@jit
def step_cost(s, t, p, c, d):
    """Half MPs of ``p`` for the step from ``c`` in direction ``d``, leaving a ZoC aside (8.1, 8.2, R-21, R-22)."""
    n = int(t.nbr[c, d])
    mot = int(t.motorised[p])
    if mot and t.road[c, d] and not s.piece_began_zoc[p]:
        side = side_of(p)
        if not in_enemy_zoc(s, side, c) and not in_enemy_zoc(s, side, n):
            return int(t.road_half_mp)
    cost = int(t.enter_half_mp[mot, int(s.weather), int(t.terrain[n])])  # with rain's 1 MP more for mountains (11.3)
    if t.river[c, d]:
        cost += int(t.river_half_mp[mot])
    return cost


@jit
def leaving_cost(s, t, p, c):
    """Half MPs more for the first hex of a piece that starts in an enemy ZoC (rule 7.2, ruling R-19)."""
    return int(t.zoc_exit_half_mp) if in_enemy_zoc(s, side_of(p), c) else 0
