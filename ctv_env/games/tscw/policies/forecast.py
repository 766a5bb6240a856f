"""What an attack is expected to bring: the rules' own shifts and modifiers, and means over the combat table."""

from ctv_env.core.dice import FACES
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import ATTACKS, NOBODY_PIECE
from ctv_env.games.tscw.model.tables import N_COLUMNS, N_RESULTS
from ctv_env.games.tscw.policies.enemy_estimate import steps_seen
from ctv_env.games.tscw.rules.pieces import occupies
from ctv_env.games.tscw.rules.r15_odds import (
    city_shift,
    colonial_drm,
    concentric_drm,
    condor_shift,
    fort_drm,
    naval_drm,
    oos_drm,
    river_drm,
    step_of,
    terrain_drm,
    terrain_shift,
)

STEP = (20, 10)  # worth of a step of each side
GROUND = 15  # worth of emptying a hex
DECISIVE = 1  # weight of the goal of a hex that is emptied
_FIRST_COLUMN = -2  # step of the column 1:3
_LARGE = 4  # combat units in the target of a large battle (15.9)


@jit
def prize_of(s, t, w, c):
    """Worth of emptying the enemy hex ``c``."""
    return GROUND + DECISIVE * int(w.goal[c])


@jit
def gain_now(s, t, w, attack, defence, shift, drm):
    """Expected gain of the attacker in the battle as it stands, with these sums of factors and more shifts.

    The target and the attackers' roles must be set.
    """
    column = step_of(attack, defence) - _FIRST_COLUMN + shift
    column += city_shift(s, t) + terrain_shift(s, t) + condor_shift(s, t)
    column += int(s.artillery[s.phasing]) - int(s.artillery[1 - s.phasing])
    drm += terrain_drm(s, t) + river_drm(s, t) + fort_drm(s, t) + oos_drm(s, t, w) + concentric_drm(s, t)
    drm += colonial_drm(s, t) + naval_drm(s, t) + int(s.chit_drm)
    return expected_gain(s, t, w, column, drm, dice_of(s, t))


@jit
def dice_of(s, t):
    """Dice of the battle (15.9)."""
    defenders = int(s.stack_units[s.target])
    return 2 if defenders >= _LARGE and count_attackers(s, t) >= defenders else 1


@jit
def count_attackers(s, t):
    """Attackers named, by their role."""
    n = 0
    for d in range(N_DIRECTIONS):
        c = int(t.nbr[s.target, d])
        if occupies(s, t, int(s.phasing), c):
            p = int(s.cell_first[c])
            while p != NOBODY_PIECE:
                n += 1 if s.role[p] & ATTACKS != 0 else 0
                p = int(s.piece_next[p])
    return n


@jit
def expected_gain(s, t, w, column, drm, dice):
    """Mean over the dice of what the attacker gains on the target (15.7, 15.8, 15.13)."""
    if column < 0:
        drm += int(t.below_drm)
    elif column >= N_COLUMNS:
        drm += int(t.above_drm)
    column = min(max(column, 0), N_COLUMNS - 1)
    side, target = int(s.phasing), int(s.target)
    steps, prize = steps_seen(s, t, side, target), prize_of(s, t, w, target)
    own, foe = STEP[side], STEP[1 - side]
    total = 0
    for first in range(1, FACES + 1):
        a, d = result(t, column, drm, first)
        if dice == 1:
            total += FACES * _gain_of(a, d, steps, prize, own, foe)
        else:
            for second in range(1, FACES + 1):
                more_a, more_d = result(t, column, drm, second)
                total += _gain_of(a + more_a, d + more_d, steps, prize, own, foe)
    return total // (FACES * FACES)


@jit
def result(t, column, drm, die):
    """Steps that attacker and defender lose."""
    net = min(max(die + drm, 0), N_RESULTS - 1)
    return int(t.crt_att[column, net]), int(t.crt_def[column, net])


@jit
def _gain_of(a, d, steps, prize, own, foe):
    """Worth of a result; progress toward an empty hex counts for a half."""
    lost = min(d, steps)
    gain = foe * lost - own * a
    return gain + prize if lost == steps else gain + prize * lost // (2 * steps)
