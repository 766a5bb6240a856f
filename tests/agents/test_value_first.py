"""The value can learn before the actions do, and so a run can start from a packed agent, which has no value."""

import dataclasses

import numpy as np
import pytest

from ctv_env.agents.learned.archive import read
from ctv_env.agents.learned.checkpoint import WEIGHTS
from ctv_env.agents.training.config import CANDIDATES, Evaluation
from ctv_env.agents.training.pack import pack, unpacked
from ctv_env.agents.training.train import begin, finish, resume

NETWORKS = {"flat": {"net": [16, 8]}, CANDIDATES: {"network": CANDIDATES, "net": [16, 8], "candidate_net": 4}}
CHOOSING = {"flat": ("policy_net", "action_net"), CANDIDATES: ("first", "second", "score")}
"""Parts of the names of the layers that choose actions."""


@pytest.fixture(params=NETWORKS)
def network(request):
    return request.param


@pytest.fixture
def config(tiny, network):
    """Updates of 512 decisions without a warm start, of which the first two change only the value."""
    return dataclasses.replace(
        tiny,
        scenario="duel",
        warm_start=None,
        value_updates=2,
        checkpoint_every=512,
        total_steps=1536,
        evaluation=Evaluation(opponents=[]),
        **NETWORKS[network],
    )


def _weights(file):
    return read(file, WEIGHTS)


def _changed(file, other):
    """Return the names of the arrays in which two checkpoints differ."""
    ours, theirs = _weights(file), _weights(other)
    return {name for name, array in ours.items() if not np.array_equal(array, theirs[name])}


def test_only_the_value_learns_in_the_first_updates(config, network, tmp_path):
    training = begin(config, tmp_path, quiet=True)
    finish(training)
    first, second, third = (training.run.checkpoint(512 * k) for k in (1, 2, 3))

    def choosing(names):
        return {name for name in names if "weight" in name and any(part in name for part in CHOOSING[network])}

    changed = _changed(first, second)
    assert changed
    assert not choosing(changed)
    assert choosing(_changed(second, third)) == choosing(_weights(third))


def test_a_run_that_is_stopped_before_its_actions_learn_goes_on_from_there(config, tmp_path):
    whole = begin(config, tmp_path / "whole", quiet=True)
    finish(whole)
    stopped = begin(config, tmp_path / "stopped", quiet=True)
    finish(stopped)
    (stopped.run.folder / "checkpoints" / "latest").write_text("decisions-000001024.zip\n")
    again = resume(stopped.run.folder, quiet=True)
    assert again.model.num_timesteps == 1024
    finish(again)
    assert not _changed(whole.run.model_file, again.run.model_file)


def test_a_run_can_start_from_a_packed_agent_if_the_value_learns_first(config, tmp_path):
    old = begin(config, tmp_path / "old", quiet=True)
    finish(old)
    pack(old.run.folder, "default", tmp_path / "packed.zip")
    further = dataclasses.replace(config, init_from=str(tmp_path / "packed.zip"), seed=7)
    new = begin(further, tmp_path / "new", quiet=True)
    finish(new)
    known = unpacked(_weights(tmp_path / "packed.zip")).keys()
    assert known
    assert all("value" in name for name in _weights(new.run.start_file).keys() - known)
    differ = _changed(old.run.model_file, new.run.start_file)
    assert differ
    assert not differ & known

    refused = dataclasses.replace(further, value_updates=0)
    with pytest.raises(ValueError, match=r"packed\.zip is packed, without a value: .* value_updates of 1 or more"):
        begin(refused, tmp_path / "refused", quiet=True)
    assert not (tmp_path / "refused").exists()
