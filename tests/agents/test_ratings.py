"""Ratings: they find the truth, and their intervals have the stated coverage."""

import itertools

import numpy as np
import pytest

from ctv_env.agents.evaluation import ratings as module
from ctv_env.agents.evaluation.ratings import ELO, Meeting, rate


def _meetings(elo: dict[str, float], pairs: int, random) -> dict:
    """Meetings of agents of known ratings, with games of a pair that go alike more often than by chance."""
    found = {}
    for one, other in itertools.combinations(elo, 2):
        chance = 1 / (1 + 10 ** ((elo[other] - elo[one]) / 400))
        both = 0.3 * min(chance, 1 - chance)  # taken from the pairs that are shared
        swept, shared, lost = random.multinomial(pairs, [chance - 2 * both, 4 * both, 1 - chance - 2 * both]).tolist()
        found[one, other] = Meeting(swept, shared, lost, pairs)
        found[other, one] = Meeting(lost, shared, swept, pairs)
    return found


def test_of_many_games_the_rating_is_the_truth():
    truth = {"a": 250.0, "b": 50.0, "c": -300.0}
    ratings = rate(list(truth), _meetings(truth, 10**6, np.random.default_rng(1)))
    assert [rating.label for rating in ratings] == ["a", "b", "c"]
    assert [rating.elo for rating in ratings] == pytest.approx([250, 50, -300], abs=3)


@pytest.mark.slow
def test_the_intervals_cover_the_truth_as_often_as_they_say(monkeypatch):
    monkeypatch.setattr(module, "_DRAWS", 100)
    truth, random = {"a": 120.0, "b": 20.0, "c": -140.0}, np.random.default_rng(2)
    inside = [
        rating.low <= truth[rating.label] <= rating.high
        for _ in range(60)
        for rating in rate(list(truth), _meetings(truth, 100, random))
    ]
    assert 0.89 <= np.mean(inside) <= 0.99


def test_two_agents_differ_by_the_odds_of_their_score():
    meetings = {("a", "b"): Meeting(59, 20, 19, 98), ("b", "a"): Meeting(19, 20, 59, 98)}
    best, worst = rate(["a", "b"], meetings)
    assert best.elo - worst.elo == pytest.approx(ELO * np.log(0.7 / 0.3), abs=0.01)  # 60 + 10 of 100, one more of each


def test_the_unbeaten_have_a_rating_with_a_width_and_few_games_a_wider_one():
    few, many = (
        rate(["a", "b"], {("a", "b"): Meeting(n, 0, 0, n), ("b", "a"): Meeting(0, 0, n, n)})[0] for n in (10, 200)
    )
    assert few.low < few.elo < few.high < np.inf
    assert few.elo < many.elo
    assert few.low < many.low


def test_pairs_that_repeat_others_widen_the_interval():
    wide, narrow = (
        rate(["a", "b"], {("a", "b"): Meeting(60, 20, 20, n), ("b", "a"): Meeting(20, 20, 60, n)})[0] for n in (10, 100)
    )
    assert wide.high - wide.low > 2 * (narrow.high - narrow.low)
