"""Dice: the random stream of a game, the uint64 field ``rng`` of its state record, and dice keyed by their event."""

import numpy as np

from ctv_env.core.jit import jit

FACES = 6
_S13, _S7, _S17, _S33 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(33)
_S32, _LOW, _ONE = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(1)
_WORD, _FACTOR = 0xFFFFFFFF, 0x45D9F3B


@jit
def next_random(s):
    """Return 31 random bits as an int; advances ``s.rng`` (xorshift64: no multiplication, so no overflow warnings)."""
    x = s.rng
    x ^= x << _S13
    x ^= x >> _S7
    x ^= x << _S17
    s.rng = x
    return int(x >> _S33)


@jit
def roll_d6(s):
    """Return the roll of a die, 1 to 6; advances ``s.rng``."""
    return 1 + next_random(s) % FACES


@jit
def _mix(x):
    """Scramble 32 bits; the factor is small enough for the product to fit in an int64, compiled or not."""
    x = ((x >> 16) ^ x) * _FACTOR & _WORD
    x = ((x >> 16) ^ x) * _FACTOR & _WORD
    return (x >> 16) ^ x


@jit
def open_key(s):
    """Return a key from the game's seed, to be extended by the properties of an event; ``s.rng`` is unchanged."""
    return _mix(int(s.rng >> _S32) ^ _mix(int(s.rng & _LOW)))


@jit
def extend_key(key, value):
    """Return the key extended by another property ``value`` of the event, -1 or more."""
    return _mix((key + value + 2) & _WORD)


@jit
def key_at(s, place, bits):
    """Return the key of the next event at a ``place`` of the sequence of play; ``s.rng`` counts the events there.

    The upper half of ``s.rng`` is the seed of the game, the lower one ``place`` and, in the last ``bits``, that count.
    """
    seed = s.rng >> _S32
    shift, here, low = np.uint64(bits), np.uint64(place), s.rng & _LOW
    number = (low & ((_ONE << shift) - _ONE)) + _ONE if low >> shift == here else np.uint64(0)
    s.rng = (seed << _S32) | (here << shift) | number
    return extend_key(extend_key(int(seed), place), int(number))


@jit
def keyed_number(key):
    """Return 32 random bits of a key: always the same for the same key."""
    return _mix(key)


@jit
def keyed_d6(key):
    """Return the die of a key, 1 to 6."""
    return 1 + keyed_number(key) % FACES


_ALL, _GOLDEN, _MIX_1, _MIX_2 = 2**64 - 1, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def search_stream(seed: int) -> int:
    """Like ``stream``, for planners that make many copies: mixed by splitmix64 in a tenth of the time, never zero."""
    word = (seed * _GOLDEN + _GOLDEN) & _ALL
    word = ((word ^ word >> 30) * _MIX_1) & _ALL
    word = ((word ^ word >> 27) * _MIX_2) & _ALL
    return (word ^ word >> 31) or 1


GAME, SEARCH, POLICY = range(3)
"""Purposes of a stream: the same seed gives each purpose different dice."""


def stream(seed: int, purpose: int = GAME) -> np.uint64:
    """Return the first state of the stream of ``seed``, any non-negative int: well mixed, never zero."""
    word = np.random.SeedSequence(int(seed), spawn_key=(purpose,)).generate_state(2, np.uint64)
    return word[0] or np.uint64(1)
