"""The intervals against published and independently derived values, and their coverage."""

import math

import numpy as np
import pytest

from ctv_env.agents.evaluation.statistics import Z95, mean_interval, mean_rate, paired, student_interval, wilson


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


@pytest.mark.parametrize(
    ("swept", "lost", "pairs", "low", "high"),
    [
        (15, 3, 40, 0.0957, 0.4757),  # by hand: p 16/42, q 4/42; 12/42 -+ 1.96 sqrt((20/42 - (12/42)^2) / 42)
        (0, 0, 100, -0.0272, 0.0272),  # 1.96 sqrt(2/102 / 102)
        (10, 0, 10, 0.5206, 1.0),  # 10/12 - 1.96 sqrt((1 - (10/12)^2) / 12)
    ],
)
def test_the_paired_interval_is_that_of_bonett_and_price(swept, lost, pairs, low, high):
    assert [2 * end - 1 for end in paired(swept, lost, pairs)] == pytest.approx([low, high], abs=5e-5)


def test_what_one_side_of_a_pair_scores_the_other_does_not():
    low, high = paired(15, 3, 40)
    assert paired(3, 15, 40) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize(("swept", "lost", "pairs"), [(0, 0, 0), (-1, 0, 5), (3, 3, 5)])
def test_impossible_pairs_are_refused(swept, lost, pairs):
    with pytest.raises(ValueError, match=f"{swept} gained and {lost} lost of {pairs} pairs"):
        paired(swept, lost, pairs)


# Probabilities that an agent sweeps, splits or loses a pair: even, strong, sides that decide nearly all, few pairs.
@pytest.mark.parametrize("chances", [(0.3, 0.4, 0.3), (0.6, 0.35, 0.05), (0.03, 0.94, 0.03), (0.85, 0.14, 0.01)])
@pytest.mark.parametrize(("pairs", "most"), [(20, 1.0), (200, 0.98)])  # conservative for few pairs
def test_the_paired_interval_covers_the_truth_as_often_as_it_says(chances, pairs, most):
    counts = np.random.default_rng(5).multinomial(pairs, chances, size=4000)
    truth = chances[0] + chances[1] / 2
    ends = [paired(swept, lost, pairs) for swept, _, lost in counts.tolist()]
    assert 0.935 <= np.mean([low <= truth <= high for low, high in ends]) <= most


@pytest.mark.parametrize("rate", [0.5, 0.9])
def test_the_wilson_interval_covers_the_truth_as_often_as_it_says(rate):
    wins = np.random.default_rng(6).binomial(200, rate, size=4000)
    ends = [wilson(n, 200) for n in wins.tolist()]
    assert 0.935 <= np.mean([low <= rate <= high for low, high in ends]) <= 0.965


def test_the_interval_of_a_mean_covers_the_truth_as_often_as_it_says():
    samples = np.random.default_rng(7).integers(0, 9, size=(4000, 50))
    ends = [mean_interval(sample) for sample in samples]
    assert 0.93 <= np.mean([low <= 4.0 <= high for low, high in ends]) <= 0.97


def test_the_interval_of_a_mean_is_known_by_hand_and_has_no_bounds_for_one_value():
    # variance of 1, 2, 3 is 1
    assert mean_interval(np.array([1, 2, 3])) == pytest.approx((2 - Z95 / math.sqrt(3), 2 + Z95 / math.sqrt(3)))
    assert mean_interval(np.array([4])) == (-math.inf, math.inf)


def test_students_interval_matches_the_printed_table():
    """t of 4.303 for 2 degrees of freedom, 12.706 for 1 (any table, two-sided 95 %)."""
    low, high = student_interval(np.array([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0]]))
    assert low == pytest.approx([2 - 4.3027 / math.sqrt(3), 5.0], abs=1e-4)
    assert high == pytest.approx([2 + 4.3027 / math.sqrt(3), 5.0], abs=1e-4)
    assert student_interval(np.array([[0.0], [1.0]]))[1] == pytest.approx([0.5 + 12.7062 * 0.5], abs=1e-3)


def test_one_seed_has_no_interval():
    with pytest.raises(ValueError, match="at least two"):
        student_interval(np.array([[1.0]]))


def test_the_mean_of_one_rate_is_that_rate_and_the_mean_of_equal_ones_is_narrower():
    one = (0.3, *wilson(30, 100))
    assert mean_rate([one]) == pytest.approx(one)
    rate, low, high = mean_rate([one] * 4)
    assert rate == pytest.approx(0.3)
    assert (rate - low, high - rate) == pytest.approx(((0.3 - one[1]) / 2, (one[2] - 0.3) / 2))


def test_the_mean_of_certain_rates_keeps_the_side_on_which_they_are_uncertain():
    rate, low, high = mean_rate([(1.0, *wilson(20, 20)), (1.0, *wilson(20, 20))])
    assert (rate, high) == (1.0, 1.0)
    assert 0.85 < low < 0.95


@pytest.mark.parametrize("rates", [(0.5, 0.5), (0.9, 0.99, 0.6), (0.02, 0.5, 0.97)])
def test_the_interval_of_a_mean_of_rates_covers_it(rates):
    random, games = np.random.default_rng(0), (100, 30, 12)[: len(rates)]
    truth, hits = sum(rates) / len(rates), 0
    for _ in range(2000):
        won = [random.binomial(n, rate) for n, rate in zip(games, rates, strict=True)]
        _, low, high = mean_rate([(w / n, *wilson(w, n)) for w, n in zip(won, games, strict=True)])
        hits += low <= truth <= high
    assert 0.93 <= hits / 2000 <= 0.985
