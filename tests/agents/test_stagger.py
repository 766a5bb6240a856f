"""A staggered run begins with games at all stages; the learner sees them as they are."""

import dataclasses

import numpy as np
import pytest

from ctv_env.agents.training.config import Evaluation
from ctv_env.agents.training.stagger import Stagger
from ctv_env.agents.training.train import begin, finish, make_model, resume


@pytest.fixture(scope="module")
def config(tiny):
    """Sixteen short games against a policy."""
    return dataclasses.replace(
        tiny, scenario="last-stand", side="nationalist", opponents=["random"], n_envs=16, n_steps=32, stagger=True,
        total_steps=512, warm_start=None, evaluation=Evaluation(opponents=[]),
    )  # fmt: skip


def _arrays(observation) -> list[np.ndarray]:
    return list(observation.values()) if isinstance(observation, dict) else [observation]


@pytest.mark.parametrize("network", [{}, {"network": "candidates", "observation": "advised", "net": [16, 16]}])
def test_games_are_at_all_stages_when_training_begins(config, network):
    model = make_model(dataclasses.replace(config, **network))
    games = model.env.games
    model._last_obs = model.env.reset()
    callback = Stagger()
    callback.init_callback(model)
    callback.on_training_start({}, {})
    lengths = np.sort(games.episodes["length"])
    length = np.median(games.episodes["final_length"])
    assert len(set(lengths.tolist())) > 12
    assert lengths[3] < length / 3
    assert lengths[-4] > length / 2
    for seen, now in zip(_arrays(model._last_obs), _arrays(model.env.observation()), strict=True):
        assert np.array_equal(seen, now)


def test_a_run_staggers_its_games_once_if_told_to(config, tmp_path, monkeypatch):
    begun = []
    monkeypatch.setattr(Stagger, "_on_training_start", lambda self: begun.append(self.model.num_timesteps))
    for stagger in (False, True):
        training = begin(dataclasses.replace(config, name=f"run-{stagger}", stagger=stagger), tmp_path)
        finish(training)
    finish(resume(training.run.folder))
    assert begun == [0]
