"""The folder of a training run."""

import pathlib

from ctv_env.agents.training.config import resolved
from ctv_env.agents.training.runs import Run


def test_runs_that_are_started_together_have_folders_of_their_own(tiny, tmp_path, monkeypatch):
    """As the jobs of an array are, in the same second: none sees another before it begins."""
    monkeypatch.setattr(pathlib.Path, "exists", lambda _path: False)
    runs = [Run.new(resolved(tiny), tmp_path / "runs") for _ in range(3)]
    assert len({run.folder for run in runs}) == 3
    assert all(run.config() == resolved(tiny) for run in runs)
