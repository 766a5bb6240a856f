"""The Wilson interval against published and independently derived values."""

import math

import pytest

from agents.statistics import wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),  # closed form for no wins: z^2 / (n + z^2)
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),  # Newcombe (1998), table I
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_matches_known_values(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_the_ends_of_the_interval_solve_the_score_equation():
    rate, games, z = 37 / 90, 90, 1.959963984540054
    for end in wilson(37, 90):
        assert abs(rate - end) == pytest.approx(z * math.sqrt(end * (1 - end) / games))


@pytest.mark.parametrize(("wins", "games"), [(0, 0), (-1, 5), (6, 5)])
def test_impossible_counts_are_refused(wins, games):
    with pytest.raises(ValueError, match=f"{wins} wins in {games} games"):
        wilson(wins, games)
