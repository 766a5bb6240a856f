"""The learning curve."""

import numpy as np
import pytest

from ctv_env.agents.reports import curve
from ctv_env.agents.training.progress import columns
from ctv_env.games.ctv.spec import SPEC


def test_the_running_mean_weighs_rows_by_their_games(monkeypatch):
    monkeypatch.setattr(curve, "_WINDOW", 4)
    assert curve._running_mean(np.array([1.0, 0.0, 0.5]), np.array([2, 6, 2])) == pytest.approx([1.0, 0.0, 0.25])


def test_a_run_in_which_no_game_ended_has_an_empty_picture(tmp_path):
    (tmp_path / "progress.csv").write_text(",".join(columns(SPEC.score)) + "\n")
    curve.draw_curve(tmp_path / "progress.csv", tmp_path / "curve.png", "title", SPEC.score)
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
