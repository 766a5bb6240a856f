"""``ctv bench``."""

import json
import time

from ctv_env.bench.measure import Measurement
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
    names = ("make_vec as it comes", "engine alone", "Game object", "Gymnasium environment", "AEC environment", "batch")
    places = [text.index(name) for name in names]
    assert places == sorted(places)  # what a user gets without reading further comes first


def test_a_measurement_is_compared_with_the_one_it_is_held_against(monkeypatch, capsys):
    quick = Measurement("quick", lambda: lambda: 1000, against="slow")
    slow = Measurement("slow", lambda: lambda: time.sleep(0.001) or 1)
    monkeypatch.setattr("ctv_env.cli.bench.own", lambda cores, game: iter([quick, slow]))
    assert main([*QUICK, "--json"]) == 0
    (name, ratio), *others = json.loads(capsys.readouterr().out)["ratios"].items()
    assert (name, ratio["against"], others) == ("quick", "slow", [])
    assert 1000 < ratio["lowest"] <= ratio["median"] <= ratio["highest"]
    assert main(QUICK) == 0
    assert "quick / slow" in capsys.readouterr().out
