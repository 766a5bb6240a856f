"""What an attack is expected to bring: the rules' own shifts and modifiers, and means over the combat table."""

from ctv_env.core.dice import FACES
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import NOBODY_PIECE, ROLE
from ctv_env.games.tscw.model.tables import N_COLUMNS, N_RESULTS
from ctv_env.games.tscw.policies.enemy_estimate import steps_seen
from ctv_env.games.tscw.policies.seats import seat
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

# Worth of the results of an attack, by the seat that attacks.
OWN_STEP = (4, 31, 8, 20)
FOE_STEP = (8, 10, 20, 10)
GROUND = (24, 15, 15, 15)  # of emptying a hex
DECISIVE = (6, 4, 4, 4)  # quarters of the goal of a hex that is emptied
PROGRESS = (2, 3, 2, 2)  # quarters of the prize that the loss of nearly all steps is worth

_FIRST_COLUMN = -2  # step of the column 1:3
_LARGE = 4  # combat units in the target of a large battle (15.9)
_EVERYBODY = 12  # steps at which the elimination of the attackers is reckoned: six units of two


@jit
def prize_of(t, w, side, c):
    """Worth for ``side`` of emptying the enemy hex ``c``."""
    return GROUND[seat(t, side)] + DECISIVE[seat(t, side)] * int(w.goal[c]) // 4


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
                n += 1 if s.role[p] & ROLE.ATTACKS != 0 else 0
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
    steps, prize = steps_seen(s, t, side, target), prize_of(t, w, side, target)
    own, foe, progress = OWN_STEP[seat(t, side)], FOE_STEP[seat(t, side)], PROGRESS[seat(t, side)] * prize
    total = 0
    for first in range(1, FACES + 1):
        a, d = result(t, column, drm, first)
        if dice == 1:
            total += FACES * _gain_of(a, d, steps, prize, own, foe, progress)
        else:
            for second in range(1, FACES + 1):
                more_a, more_d = result(t, column, drm, second)
                total += _gain_of(a + more_a, d + more_d, steps, prize, own, foe, progress)
    return total // (FACES * FACES)


@jit
def result(t, column, drm, die):
    """Steps that attacker and defender lose."""
    net = min(max(die + drm, 0), N_RESULTS - 1)
    return min(int(t.crt_att[column, net]), _EVERYBODY), int(t.crt_def[column, net])


@jit
def _gain_of(a, d, steps, prize, own, foe, progress):
    """Worth of a result: steps, and the empty hex or progress toward it."""
    lost = min(d, steps)
    gain = foe * lost - own * a
    return gain + prize if lost == steps else gain + progress * lost // (4 * steps)
