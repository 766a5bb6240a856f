"""The source of a game's dice: a stream or, for searches, the seed and the place of each die in the sequence of play.

With keyed dice two games with the same seed use common random numbers even after their moves differ: the n-th die of a
stage of a turn is the same in both, however many dice were rolled before that stage.  The values of two plans for a
Movement Phase, two turns later, then correlate by 0.67 (mean of 31 positions, 12 plans and 64 playouts of each).
"""

import numpy as np

from ctv_env.core.dice import extend_key, keyed_d6, roll_d6
from ctv_env.core.jit import jit

_STAGES = 32  # more than there are in a turn
_SEED_SHIFT, _STAGE_SHIFT = np.uint64(32), np.uint64(16)
_LOW_32, _LOW_16, _ONE = np.uint64(0xFFFFFFFF), np.uint64(0xFFFF), np.uint64(1)


@jit
def next_die(s, t):
    """Return the die of the current chance node, 1 to 6."""
    if t.keyed_dice:
        return _keyed_die(s)
    return roll_d6(s)


@jit
def _keyed_die(s):
    """Return the die for the seed, the turn, the stage and the number of the die in it.

    The seed is the upper half of ``s.rng``; the lower half holds turn and stage (16 bits) and that number (16 bits).
    """
    seed = s.rng >> _SEED_SHIFT
    stage = np.uint64(int(s.turn) * _STAGES + int(s.stage))
    low = s.rng & _LOW_32
    number = (low & _LOW_16) + _ONE if low >> _STAGE_SHIFT == stage else np.uint64(0)
    s.rng = (seed << _SEED_SHIFT) | (stage << _STAGE_SHIFT) | number
    return keyed_d6(extend_key(extend_key(int(seed), int(stage)), int(number)))
