"""Dice: fair and independent, from the stream and from keys."""

import numpy as np
import pytest

from ctv_env.core.dice import GAME, POLICY, SEARCH, extend_key, keyed_d6, open_key, roll_d6, stream
from ctv_env.core.jit import jit, records

HOLDER = np.dtype([("count", np.int64), ("rng", np.uint64)])
LIMIT_5 = 25.7  # chi-squared, 5 degrees of freedom, exceeded by a fair die once in ten thousand trials
LIMIT_25 = 61.7  # likewise for 25 degrees


@jit
def _of_stream(holder, out):
    for k in range(out.shape[0]):
        out[k] = roll_d6(holder[0])


@jit
def _of_keys(holder, seeds, out):
    """A die for each of two neighbouring keys of each seed: turn 3, hexes 200 and 201."""
    for k in range(seeds.shape[0]):
        holder[0].rng = seeds[k]
        key = extend_key(open_key(holder[0]), 3)
        out[k, 0] = keyed_d6(extend_key(key, 200))
        out[k, 1] = keyed_d6(extend_key(key, 201))


def chi_squared(counts: np.ndarray) -> float:
    """Of counts against equal expectations."""
    return float(((counts - counts.mean()) ** 2 / counts.mean()).sum())


def pairs(first, second) -> np.ndarray:
    """Counts of the 36 pairs of faces, less what the single faces explain."""
    table = np.zeros((6, 6))
    np.add.at(table, (first - 1, second - 1), 1)
    expected = table.sum(1, keepdims=True) * table.sum(0, keepdims=True) / table.sum()
    return float(((table - expected) ** 2 / expected).sum())


@pytest.mark.parametrize("seed", range(4))
def test_a_stream_is_uniform_and_a_die_says_nothing_of_the_next(seed):
    holder, dice = records(1, HOLDER), np.empty(120_000, np.int64)
    holder[0]["rng"] = stream(seed)
    _of_stream(holder, dice)
    assert chi_squared(np.bincount(dice, minlength=7)[1:]) < LIMIT_5
    for lag in (1, 2, 7):
        assert pairs(dice[:-lag], dice[lag:]) < LIMIT_25


def test_keyed_dice_are_uniform_and_independent_over_seeds_and_hexes():
    holder, dice = records(1, HOLDER), np.empty((60_000, 2), np.int64)
    _of_keys(holder, np.array([stream(seed) for seed in range(len(dice))]), dice)
    for column in (0, 1):
        assert chi_squared(np.bincount(dice[:, column], minlength=7)[1:]) < LIMIT_5
        assert pairs(dice[:-1, column], dice[1:, column]) < LIMIT_25
    assert pairs(dice[:, 0], dice[:, 1]) < LIMIT_25


def test_a_seed_gives_each_purpose_a_stream_of_its_own():
    assert len({int(stream(7, purpose)) for purpose in (GAME, SEARCH, POLICY)} | {int(stream(8))}) == 4
