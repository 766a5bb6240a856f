"""``ctv bench``."""

import json

from ctv_env.cli.main import main

QUICK = ["bench", "--rounds", "1", "--seconds", "0"]


def test_every_figure_is_positive_and_the_machine_is_named(capsys):
    assert main([*QUICK, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["machine"]["processor"]
    assert report["machine"]["cores"] >= 1
    assert len(report["per_second"]) >= 4
    for figure in report["per_second"].values():
        assert 0 < figure["lowest"] <= figure["median"] <= figure["highest"]


def test_the_table_names_the_machine_and_each_measurement(capsys):
    assert main(QUICK) == 0
    text = capsys.readouterr().out
    assert "Python" in text
    for name in ("engine alone", "Game object", "Gymnasium environment", "batch of 128 games"):
        assert name in text
