"""The value network of the positions after plans: its numbers, its weights, its fit."""

import numpy as np
import pytest
import torch

from ctv_env.agents.learned.plan_trials import Outcomes, inputs
from ctv_env.agents.learned.value_network import ValueNetwork
from ctv_env.agents.training.value_fit import fit, new_network, weights_of
from ctv_env.core.observation import Channel, Layout

LAYOUTS = (Layout("one", (Channel("plain", "", 10), Channel("signed", "", 4, 2, n=2))),)
ROWS = np.array([[10, 2, 0], [0, 4, 3]], np.uint8)
OUTLOOKS = np.array([0.0, 1.0], np.float32)
SEEN = Outcomes(np.zeros(2), ROWS, OUTLOOKS)


def weights(*layers):
    return {
        f"{k}.{name}": np.array(array, np.float32)
        for k, layer in enumerate(layers)
        for name, array in zip(("weight", "bias"), layer, strict=True)
    }


def test_it_reads_the_values_of_the_channels_and_the_odds_of_the_outlook():
    numbers = inputs(ROWS, OUTLOOKS, LAYOUTS)
    assert numbers.dtype == np.float32
    assert numbers[:, :3].tolist() == [[1, 0, -1], [0, 1, 0.5]]
    assert numbers[0, 3] == 0
    assert 3 < numbers[1, 3] < 4  # finite although the outlook is certain


def test_its_value_is_that_of_the_layers():
    network = ValueNetwork(weights(([[1, 0, 0, 0], [0, 0, 2, 0]], [0, 1]), ([[3, 5]], [0.5])), LAYOUTS)
    assert network.values(SEEN).tolist() == [3 * 1 + 5 * 0 + 0.5, 3 * 0 + 5 * 2 + 0.5]


def test_it_agrees_with_the_network_that_was_trained():
    trained = new_network(LAYOUTS, 3).eval()
    expected = trained(torch.from_numpy(inputs(ROWS, OUTLOOKS, LAYOUTS)))[:, 0].detach().numpy()
    assert np.allclose(ValueNetwork(weights_of(trained), LAYOUTS).values(SEEN), expected, atol=1e-5)


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({}, "do not end in 1 number"),
        (weights(([[1, 0, 0]], [0])), "layer 0 does not take 4 numbers"),
        (weights(([[1, 0, 0, 0]], [0]), ([[1, 1]], [0])), "layer 1 does not take 1 numbers"),
        (weights(([[1, 0, 0, 0]] * 2, [0, 0])), "do not end in 1 number"),
        ({"0.weight": np.ones((1, 4)), "1.bias": np.ones(1)}, "layer 0 does not take 4 numbers"),
        (weights(([[1, 0, 0, 0]], [0])) | {"other": np.ones(1)}, "do not end in 1 number"),
        (weights(([[1, 0, np.inf, 0]], [0])), "layer 0 holds numbers that are not finite"),
        ({"0.weight": np.float32(1), "0.bias": np.float32(1)}, "layer 0 does not take 4 numbers"),
    ],
)
def test_other_arrays_are_refused(arrays, message):
    with pytest.raises(ValueError, match=message):
        ValueNetwork(arrays, LAYOUTS)


def test_a_fit_learns_who_wins():
    random = np.random.default_rng(1)
    rows = random.integers(0, 5, (2000, 3)).astype(np.uint8)
    targets = (rows[:, 1] > 2).astype(np.float32)
    network = new_network(LAYOUTS, 1)
    outlooks = np.zeros(2000, np.float32)
    first = fit(network, rows, outlooks, targets, LAYOUTS, 1, 1e-2)
    last = fit(network, rows, outlooks, targets, LAYOUTS, 4, 1e-2)
    assert last < first / 2
    found = ValueNetwork(weights_of(network), LAYOUTS).values(Outcomes(np.zeros(2000), rows, outlooks))
    assert ((found > 0) == (targets > 0)).mean() > 0.95
