"""The random stream of a game: one uint64 field ``rng`` of its state record."""

import numpy as np

from ctv_env.core.jit import jit

FACES = 6
_S13, _S7, _S17, _S33 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(33)


@jit
def next_random(s):
    """31 random bits as an int; advances ``s.rng`` (xorshift64: no multiplication, so no overflow warnings)."""
    x = s.rng
    x ^= x << _S13
    x ^= x >> _S7
    x ^= x << _S17
    s.rng = x
    return int(x >> _S33)


@jit
def roll_d6(s):
    """One die, 1 to 6; advances ``s.rng``."""
    return 1 + next_random(s) % FACES


GAME, SEARCH, POLICY = range(3)
"""What a stream is for: the same seed gives each purpose dice of its own."""


def stream(seed: int, purpose: int = GAME) -> np.uint64:
    """First state of the stream of ``seed``, any non-negative int: well mixed, never zero."""
    word = np.random.SeedSequence(int(seed), spawn_key=(purpose,)).generate_state(2, np.uint64)
    return word[0] or np.uint64(1)
