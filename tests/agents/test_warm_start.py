"""Imitation: the recorded lessons match what was observed, advised and rewarded; and the network learns them."""

import dataclasses

import numpy as np
import pytest
import torch

from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.training.config import WarmStart
from ctv_env.agents.training.train import make_model
from ctv_env.agents.training.warm_start import collect, imitate, returns_of, warm_up
from ctv_env.envs.batch import BatchGames

SETTINGS = WarmStart(decisions=200, rounds=2, minibatch=50)
N = 4


@pytest.fixture
def games():
    return BatchGames(N, side="nationalist", opponent="random")


@pytest.fixture
def model(tiny):
    return make_model(dataclasses.replace(tiny, n_envs=1))


@pytest.mark.parametrize("who", ["teacher", "network"])
def test_lessons_hold_what_was_seen_and_advised(games, model, who):
    lessons = collect(games, SETTINGS, 7, None if who == "teacher" else model)
    masks = np.unpackbits(lessons.masks, axis=1, count=469)
    assert len(lessons.actions) == SETTINGS.decisions / SETTINGS.rounds
    assert masks[np.arange(len(masks)), lessons.actions].all()
    again, teacher = BatchGames(1, side="nationalist", opponent="random"), GamePolicy("staff")
    seen = again.reset([7])
    for k in range(0, len(lessons.actions), N):  # the first of the parallel games
        assert (lessons.rows[k] == seen[0].astype(np.float16)).all()
        assert (masks[k] == again.masks[0]).all()
        assert lessons.actions[k] == teacher.advise(again.game(0))
        if who == "network":
            break  # it samples its actions
        seen, *_ = again.step(lessons.actions[k : k + 1])


def test_returns_are_sums_to_the_end_of_each_game_and_unknown_after_the_last():
    rewards = np.array([[1.0, 1.0], [2.0, 2.0], [4.0, 4.0]], np.float32)
    ends = np.array([[False, False], [True, False], [False, True]])
    assert returns_of(rewards, ends).T.tolist() == [[3.0, 2.0, pytest.approx(np.nan, nan_ok=True)], [7.0, 6.0, 4.0]]


def test_a_network_learns_its_lessons(games, model):
    lessons = collect(games, SETTINGS, 7)
    settings = dataclasses.replace(SETTINGS, epochs=100, learning_rate=1e-2)
    assert imitate(model, lessons, games.layouts, dataclasses.replace(settings, epochs=1)) < 0.5
    assert imitate(model, lessons, games.layouts, settings) > 0.6


def test_sharpness_multiplies_the_logits_and_changes_no_choice(games, model, tiny):
    blunt, sharp = model, make_model(dataclasses.replace(tiny, n_envs=1))
    for one, sharpness in ((blunt, 1.0), (sharp, 3.0)):
        warm_up(one, games, dataclasses.replace(SETTINGS, rounds=1, sharpness=sharpness), 7)
    seen = torch.from_numpy(games.reset([1, 2, 3, 4]).copy())
    mild, strong = (one.policy.get_distribution(seen, games.masks).log_probabilities for one in (blunt, sharp))
    mild, strong = (logits[:, games.masks[0] == 1][0] for logits in (mild, strong))
    assert torch.allclose(strong - strong.max(), 3 * (mild - mild.max()), atol=1e-4)
