"""The source of a game's dice and chits: a stream or, for searches, the seed and the place of each in the game.

With keyed dice two games with the same seed use common random numbers even after their moves differ: the n-th die of
the battle for a hex is the same in both, and so is the number with which the n-th chit of a segment is drawn.  The
values of two plans for a movement segment, at the start of the third turn after it, then correlate by 0.57 instead of
0.40 (mean of 24 positions, up to 16 plans and 64 playouts of each).
"""

import numpy as np

from ctv_env.core.dice import FACES, extend_key, next_random
from ctv_env.core.jit import jit
from ctv_env.games.tscw.model.codes import MAX_CELLS, NODE
from ctv_env.games.tscw.rules.r06_events import draw_chit

_STAGES = 32  # more than there are in a turn
_SEED_SHIFT, _PLACE_SHIFT = np.uint64(32), np.uint64(8)
_LOW_32, _LOW_8, _ONE = np.uint64(0xFFFFFFFF), np.uint64(0xFF), np.uint64(1)


@jit
def next_outcome(s, t):
    """Return the outcome of the current chance node: a chit, 0 for none, or a die, 1 to 6."""
    number = np.int64(_keyed_number(s) if t.keyed_dice else next_random(s))
    return draw_chit(s, t, number) if s.node == NODE.EVENT_DRAW else 1 + number % FACES


@jit
def _keyed_number(s):
    """Return 31 bits for the seed, the place (turn, stage and target) and the number of the event there.

    The seed is the upper half of ``s.rng``; the lower half holds the place (24 bits) and that number (8 bits).
    """
    seed = s.rng >> _SEED_SHIFT
    place = np.uint64((int(s.turn) * _STAGES + int(s.stage)) * (MAX_CELLS + 1) + int(s.target))
    low = s.rng & _LOW_32
    number = (low & _LOW_8) + _ONE if low >> _PLACE_SHIFT == place else np.uint64(0)
    s.rng = (seed << _SEED_SHIFT) | (place << _PLACE_SHIFT) | number
    return extend_key(extend_key(int(seed), int(place)), int(number)) >> 1
