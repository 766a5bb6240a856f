"""Estimates of the enemy from what a side may see (5.2); the only module of the policies that reads enemy pieces.

It only uses what is known to the side: ``r05_fog`` decides what is known of a piece; the hexes of enemies, and the
cells in their ZoC, are public (ruling R-56).
"""

from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import CELLS, N_CELLS, NOWHERE
from ctv_env.games.ctv.rules.r05_fog import enemy_pieces, knows, mean_unseen
from ctv_env.games.ctv.rules.r10_combat import halve

TENTHS = 10  # estimates are in tenths of factors


@jit
def estimate_enemy(s, t, w, side):
    """Fill ``w.foe_attack`` and ``w.foe_defence``: known pieces by their values, others by the mean of the unseen.

    A lone supply column counts as nothing, since it is public (ruling R-63).
    """
    means = mean_unseen(s, t, side)
    for c in range(CELLS):
        w.foe_attack[c] = 0
        w.foe_defence[c] = 0
    for c in range(N_CELLS):
        if has_foe(s, side, c):
            _judge_cell(s, t, w, side, c, means)


@jit
def _judge_cell(s, t, w, side, c, means):
    """Estimate the enemies in ``c``; unseen ones that exert no ZoC are halved, as if out of supply (7.1.1)."""
    attack = 0.0
    defence = 0.0
    unseen = enemy_pieces(s, side, c)
    u = int(s.cell_first[c])
    while u != NOWHERE:
        if knows(s, t, side, u):
            unseen -= 1
            attack += _factor(s, u, int(t.attack[int(s.unit_steps[u]), u]), True)
            defence += _factor(s, u, int(t.defence[int(s.unit_steps[u]), u]), False)
        u = int(s.unit_next[u])
    share = 1.0 if _exert_zoc(s, t, 1 - side, c) else 0.5
    attack += share * unseen * means[0]
    defence += share * unseen * means[1]
    w.foe_attack[c] = int(TENTHS * attack)
    w.foe_defence[c] = int(TENTHS * defence) * int(t.defence_halves[c]) // 2


@jit
def _factor(s, u, factor, attacking):
    """A known unit's factor, halved if it is out of supply or disorganised (6.3, 9.5)."""
    if s.unit_supplied[u] == 0 or s.unit_dsg[u] > 0:
        return halve(factor, attacking)
    return factor


@jit
def _exert_zoc(s, t, foe, c):
    """True if a neighbour is in a ZoC of ``foe``: else the pieces in ``c`` are HQs or out of supply (7.1.1)."""
    for d in range(N_DIRECTIONS):
        if s.zoc[foe, int(t.nbr[c, d])] > 0:
            return True
    return False


@jit
def has_foe(s, side, c):
    """True if an enemy ground unit is in ``c``."""
    return s.cell_ground[c] > 0 and s.cell_side[c] == 1 - side
