"""A run that makes the agent worse is stopped with a message, and goes back to its best network."""

import types

import pytest
import torch

from ctv_env.agents.training.guard import Guard


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


def test_a_significant_fall_stops_the_run_and_brings_back_the_best_network(model, results):
    guard = Guard(model, results, active=True)
    _updates(guard, results, [0.5, 0.6, 0.7])
    best = model.policy.weight.item()
    with torch.no_grad():
        model.policy.weight.add_(1.0)
    _updates(guard, results, [0.4, 0.2])
    assert not guard.stop
    _updates(guard, results, [0.1])
    assert "azure_v_staff has fallen from 50.0% (first 100 games) to 15.0% (last 200)" in guard.stop
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


def test_few_games_prove_nothing(model, results):
    guard = Guard(model, results, active=True)
    _updates(guard, results, [1.0], games=100)
    _updates(guard, results, [0.0] * 9, games=20)
    assert not guard.stop
