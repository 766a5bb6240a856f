"""A run that makes the agent worse is stopped with a message, and goes back to its best network."""

import dataclasses
import types

import numpy as np
import pytest
import torch
from torch.nn.utils import parameters_to_vector

from ctv_env.agents.learned.archive import read
from ctv_env.agents.training import guard as module
from ctv_env.agents.training.config import Evaluation
from ctv_env.agents.training.guard import Guard
from ctv_env.agents.training.train import begin, finish


class _Results:
    """Stands in for ``Progress``: the results of a rollout."""

    def __init__(self):
        self.wins, self.games, self.name = 0, 0, "azure_v_staff"

    def tallies(self):
        return {self.name: (self.wins, self.games)}


@pytest.fixture
def results() -> _Results:
    return _Results()


@pytest.fixture
def model():
    return types.SimpleNamespace(policy=torch.nn.Linear(1, 1))


def _updates(guard, results, rates, games=100):
    for rate in rates:
        results.wins, results.games = int(rate * games), games
        guard._on_rollout_end()


def _change(model):
    with torch.no_grad():
        model.policy.weight.add_(1.0)


def test_a_significant_fall_stops_the_run_and_brings_back_the_best_network(model, results):
    guard = Guard(model, results, active=True)
    _updates(guard, results, [0.5, 0.6, 0.7])
    best = model.policy.weight.item()
    _change(model)
    _updates(guard, results, [0.4, 0.2])
    assert not guard.stop
    _updates(guard, results, [0.1])
    assert "azure_v_staff has fallen from 50.0% (first 100 games) to 15.0% (last 200)" in guard.stop
    _change(model)  # the update after the rollout
    guard._on_rollout_start()
    assert model.policy.weight.item() == best
    _change(model)
    guard._on_training_end()
    assert model.policy.weight.item() == best


def test_a_run_that_gets_better_or_wavers_goes_on(model, results):
    guard = Guard(model, results, active=True)
    _updates(guard, results, [0.5, 0.45, 0.42, 0.5, 0.44, 0.6, 0.7, 0.5, 0.5])
    assert not guard.stop


def test_it_can_be_switched_off(model, results):
    guard = Guard(model, results, active=False)
    _updates(guard, results, [0.9, 0.0, 0.0, 0.0])
    assert not guard.stop


def test_a_resumed_run_compares_with_its_beginning(model, results):
    first = Guard(model, results, active=True)
    _updates(first, results, [0.8, 0.75])
    second = Guard(model, results, active=True)
    second.restore(first.session())
    _updates(second, results, [0.2, 0.2])
    assert "from 80.0% (first 100 games) to 47.5% (last 200)" in second.stop


def test_a_resumed_run_still_has_its_best_network_and_the_same_games_in_view(model, results):
    first = Guard(model, results, active=True)
    _updates(first, results, [0.5, 0.8, 0.7, 0.6])
    best = model.policy.weight.item()
    _change(model)
    second = Guard(model, results, active=True)
    second.restore(first.session())
    _updates(first, results, [0.3, 0.1])
    _updates(second, results, [0.3, 0.1])
    assert second.stop == first.stop != ""
    second._on_rollout_start()
    assert model.policy.weight.item() == best


@pytest.mark.parametrize(
    ("part", "array"),
    [
        ("guard_best", np.zeros(7, np.float32)),
        ("guard_best", np.full(2, np.nan, np.float32)),
        ("guard_recent", np.array([[1, 2, 3]])),
        ("guard_best", np.zeros(2)),
        ("guard_recent", np.array([[0, 2]])),
        ("guard_recent", np.array([0, 2, 3])),
        ("guard_first", np.zeros((2, 2), np.int64)),
    ],
)
def test_a_session_that_does_not_fit_is_not_taken_up(model, results, part, array):
    first = Guard(model, results, active=True)
    _updates(first, results, [0.5, 0.8])
    second = Guard(model, results, active=True)
    second.restore(first.session() | {part: array})
    assert (second._first, second._recent, second._best) == ({}, {}, None)


def test_the_agent_of_a_stopped_run_is_the_best_network(tiny, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_BEGINNING", 1)
    best = []

    def judge(guard, name, first, now):
        if guard.num_timesteps >= 1536:
            guard.stop = "worse"
            best.append(guard._best.clone())

    monkeypatch.setattr(Guard, "_judge", judge)
    scenario = dataclasses.replace(tiny, scenario="duel", opponents=["random"], warm_start=None)
    config = dataclasses.replace(scenario, evaluation=Evaluation(opponents=[]), total_steps=4096)
    training = begin(config, tmp_path, quiet=True)
    finish(training)
    model, folder = training.model, training.run.folder
    assert model.num_timesteps < 4096
    assert torch.equal(parameters_to_vector(model.policy.parameters()), best[-1])
    for file in (folder / "model.zip", training.run.latest()):
        kept = read(file, "weights")
        assert all(np.array_equal(kept[name], tensor) for name, tensor in model.policy.state_dict().items())


def test_few_games_prove_nothing(model, results):
    guard = Guard(model, results, active=True)
    _updates(guard, results, [1.0], games=100)
    _updates(guard, results, [0.0] * 9, games=20)
    assert not guard.stop
