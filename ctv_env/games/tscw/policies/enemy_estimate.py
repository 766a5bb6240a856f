"""Estimates of the enemy from what a side may see (15.5); the only module of the policies that reads enemy units.

Units in fog count as the mean of all enemy combat units that the side does not know.
"""

from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import NOBODY_PIECE, OFF
from ctv_env.games.tscw.rules.pieces import attack_of, defence_of, is_combat_unit, occupies
from ctv_env.games.tscw.rules.r15_fog import knows_piece
from ctv_env.games.tscw.rules.support import end_of, first_of

NO_FACTOR = 1  # defence of a lone HQ: any attack eliminates it (12.1.3)


@jit
def estimate_enemy(s, t, w, side):
    """Fill ``w.foe_attack`` and ``w.foe_defence`` with what ``side`` knows or expects of its enemies."""
    attack, defence = mean_unknown(s, t, side)
    foe = 1 - side
    for c in range(int(t.n_cells)):
        w.foe_attack[c] = 0
        w.foe_defence[c] = 0
        if occupies(s, t, foe, c):
            _judge_cell(s, t, w, side, c, attack, defence)


@jit
def _judge_cell(s, t, w, side, c, attack, defence):
    strikes, stands = 0.0, 0.0
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        if is_combat_unit(t, p):
            known = knows_piece(s, t, side, p)
            strikes += attack_of(s, t, p) if known else attack
            stands += defence_of(s, t, p) if known else defence
        p = int(s.piece_next[p])
    w.foe_attack[c] = int(strikes)
    w.foe_defence[c] = max(int(stands), NO_FACTOR)


@jit
def mean_unknown(s, t, side):
    """Return the mean attack and defence factors of the enemy combat units on the map that ``side`` does not know."""
    foe, n = 1 - side, 0
    attack, defence = 0.0, 0.0
    if t.fog == 0:
        return attack, defence
    for p in range(first_of(t, foe), end_of(t, foe)):
        if is_combat_unit(t, p) and s.piece_cell[p] != OFF and not knows_piece(s, t, side, p):
            attack += attack_of(s, t, p)
            defence += defence_of(s, t, p)
            n += 1
    return attack / max(n, 1), defence / max(n, 1)


@jit
def steps_seen(s, t, side, c):
    """Steps of the enemies in a cell; a unit in fog counts as one."""
    steps = 0
    p = int(s.cell_first[c])
    while p != NOBODY_PIECE:
        steps += int(s.strength[p]) if knows_piece(s, t, side, p) else 1
        p = int(s.piece_next[p])
    return steps
