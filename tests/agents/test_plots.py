"""Inputs of ``ctv plot``: their kinds, which runs belong together, and the messages for others."""

import contextlib
import json
import xml.etree.ElementTree as ET
from unittest.mock import MagicMock

import numpy as np
import pytest
import yaml
from support.records import lines_of, record_walk, write_lines

from ctv_env.agents.balance.variants import write_variant
from ctv_env.agents.evaluation.ladder_file import Pair, append_pairs
from ctv_env.agents.evaluation.ratings import Rating
from ctv_env.agents.reports import curve, ladder_report
from ctv_env.agents.reports.plots import PlotError, group_runs, plot
from ctv_env.agents.training.config import TrainConfig, as_dict
from ctv_env.agents.training.progress import columns
from ctv_env.agents.training.runs import Run
from ctv_env.core.analysis import Change, Variant
from ctv_env.core.replay.reader import ReplayError
from ctv_env.games.ctv.analysis.variants import CHARTS
from ctv_env.games.ctv.loading.load import DATA_DIR
from ctv_env.games.ctv.spec import SPEC

COLUMNS = columns(SPEC.score)


def run_of(folder, rates=(0.25, 0.75), **keys) -> Run:
    """A run folder whose rows have these win rates."""
    folder.mkdir()
    (folder / "config.yaml").write_text(yaml.safe_dump(as_dict(TrainConfig(**keys))))
    rows = [dict.fromkeys(COLUMNS, 0) | {"decisions": 100 * k, "games": 5, "win_rate": r} for k, r in enumerate(rates)]
    lines = [",".join(COLUMNS), *(",".join(map(str, row.values())) for row in rows)]
    (folder / "progress.csv").write_text("\n".join(lines) + "\n")
    return Run(folder)


def pair_of(agents=("a@1", "b@1"), seed="1", winners=(0, 0), place="here") -> Pair:
    return Pair(place, agents, seed, winners, (0, 0), (7, 7), (seed, seed), ("", ""))


@pytest.fixture
def caught(monkeypatch):
    """What is about to be drawn of runs."""
    groups = {}
    monkeypatch.setattr(curve, "draw_curves", lambda given, picture, title: groups.update(given))
    return groups


# -- runs ----------------------------------------------------------------------------------------------------------


def test_seeds_of_one_config_belong_together_and_namesakes_are_reported_apart(tmp_path):
    runs = [run_of(tmp_path / f"a{seed}", name="a", seed=seed) for seed in (0, 1)]
    other = run_of(tmp_path / "fast", name="a", learning_rate=0.5)
    lone = run_of(tmp_path / "b", name="b")
    groups = group_runs([*runs, other, lone])
    assert groups == {"a, learning_rate=0.0003": runs, "a, learning_rate=0.5": [other], "b": [lone]}


def test_a_run_given_twice_is_refused(tmp_path):
    runs = [run_of(tmp_path / name, seed=4) for name in ("one", "two")]
    with pytest.raises(PlotError, match=r"one and .*two are of the same config and seed: leave out one"):
        group_runs(runs)


def test_the_curves_of_runs_are_drawn(tmp_path, caught):
    (tmp_path / "runs").mkdir()
    paths = [run_of(tmp_path / "runs" / str(seed), (0.5, 1.0), seed=seed).folder for seed in (0, 1)]
    assert plot(paths, tmp_path / "curves.png", 800) == "ppo: 2 seeds"
    assert plot([tmp_path / "runs"], tmp_path / "curves.png", 800) == "ppo: 2 seeds"
    assert [list(one.figures["win rate"]) for one in caught["ppo"]] == [[0.5, 1.0]] * 2
    assert [list(one.means["win rate"]) for one in caught["ppo"]] == [[0.5, 0.75]] * 2


def test_a_run_in_which_no_game_has_ended_is_named(tmp_path):
    run = run_of(tmp_path / "young", ())
    with pytest.raises(PlotError, match=r"no game has ended in .*young yet"):
        plot([run.folder], tmp_path / "curves.png", 800)


def test_a_progress_that_is_none_is_named(tmp_path):
    run = run_of(tmp_path / "odd")
    run.progress_file.write_text("win_rate,decisions\n0.5,many\n")
    with pytest.raises(ValueError, match=r"progress.csv is not the progress of a training run"):
        plot([run.folder], tmp_path / "curves.png", 800)


# -- ladders -------------------------------------------------------------------------------------------------------


def test_a_ladder_is_drawn_as_svg(tmp_path):
    append_pairs(tmp_path / "ladder.jsonl", [pair_of(seed=str(k)) for k in range(4)], "vp")
    picture = tmp_path / "ladder.svg"
    assert plot([tmp_path / "ladder.jsonl"], picture, 800) == "2 agents, 8 games"
    assert ET.parse(picture).getroot().tag.endswith("svg")


def test_the_interval_of_a_rating_reaches_from_its_low_to_its_high_end(tmp_path, monkeypatch):
    left = MagicMock()
    monkeypatch.setattr(
        ladder_report, "chart", lambda *more: contextlib.nullcontext((MagicMock(), (left, MagicMock())))
    )
    ladder_report.draw(tmp_path / "ladder.png", [Rating("a", 10, -20, 70), Rating("b", -10, -15, 10)], {})
    (elo, _), keywords = left.errorbar.call_args
    below, above = keywords["xerr"]
    assert (elo.tolist(), below.tolist(), above.tolist()) == ([10, -10], [30, 5], [60, 20])


# -- battles -------------------------------------------------------------------------------------------------------


def test_a_folder_of_records_becomes_a_map_of_their_battles(tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    for seed in (1, 2):
        record_walk(games / f"{seed}.jsonl", "duel", seed)
    (games / "notes.txt").write_text("no record")
    shown = plot([games], tmp_path / "map.svg", 800)
    assert shown == "Santander 1937, duel, battles of 2 games"
    dice = sum(line.get("node") == "COMBAT_DIE" for seed in (1, 2) for line in lines_of(games / f"{seed}.jsonl"))
    root = ET.parse(tmp_path / "map.svg").getroot()
    counts = [int(element.get("data-battles")) for element in root.iter() if element.get("data-battles")]
    assert sum(counts) == dice > 0


def test_records_of_different_maps_are_not_mixed(tmp_path):
    record_walk(tmp_path / "1.jsonl", "duel", steps=5)
    record_walk(tmp_path / "2.jsonl", "escudo", steps=5)
    with pytest.raises(ReplayError, match=r"2\.jsonl, line 1: scenario escudo, but that of .*1\.jsonl is duel"):
        plot([tmp_path], tmp_path / "map.png", 800)


def test_records_of_different_data_are_not_mixed(tmp_path):
    write_variant(DATA_DIR, tmp_path / "data", Variant("", "", (Change(CHARTS, ("weather", "rain_from"), "5"),)))
    record_walk(tmp_path / "1.jsonl", "duel", steps=5)
    record_walk(tmp_path / "2.jsonl", "duel", steps=5, data_dir=str(tmp_path / "data"))
    with pytest.raises(ReplayError, match=r"2\.jsonl, line 1: data \w+, but that of .*1\.jsonl is \w+: plot them"):
        plot([tmp_path / "1.jsonl", tmp_path / "2.jsonl"], tmp_path / "map.png", 800)


def test_a_record_that_cannot_be_played_again_is_named_and_nothing_is_written(tmp_path):
    record_walk(tmp_path / "1.jsonl", "duel", steps=5)
    lines = lines_of(tmp_path / "1.jsonl")
    lines[2]["hash"] = "0"
    write_lines(tmp_path / "1.jsonl", lines)
    with pytest.raises(ReplayError, match=r"1\.jsonl, line 3: the position after"):
        plot([tmp_path / "1.jsonl"], tmp_path / "map.png", 800)
    assert not (tmp_path / "map.png").exists()


# -- mistakes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "picture", "words"),
    [
        (["ladder.jsonl"], "plot.jpg", "cannot plot to .*: the file's name must end in .png or .svg"),
        (["nothing"], "plot.png", "there is no .*nothing"),
        (["empty"], "plot.png", r"is none of: a run folder, a ladder's file, a balance.json, a record"),
        (["notes.json"], "plot.png", "notes.json is none of"),
        (["cut.jsonl.gz"], "plot.png", "cut.jsonl.gz is none of"),
        (
            ["ladder.jsonl", "run"],
            "plot.png",
            "ladder.jsonl is a ladder's file, but .*run is a run folder: plot them",
        ),
        (["ladder.jsonl", "ladder.jsonl"], "plot.png", "one ladder makes a picture, not 2"),
    ],
)
def test_what_cannot_be_plotted_is_reported_in_one_sentence(names, picture, words, tmp_path):
    append_pairs(tmp_path / "ladder.jsonl", [pair_of()], "vp")
    (tmp_path / "notes.json").write_text(json.dumps({"a": 1}))
    (tmp_path / "cut.jsonl.gz").write_bytes(b"\x1f\x8b\x00")
    (tmp_path / "empty").mkdir()
    run_of(tmp_path / "run")
    with pytest.raises(PlotError, match=words) as error:
        plot([tmp_path / name for name in names], tmp_path / picture, 800)
    assert "\n" not in str(error.value)
    assert not (tmp_path / picture).exists()


def test_intervals_over_seeds_are_drawn_only_where_there_are_several(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(curve, "student_interval", lambda seeds: asked.append(seeds) or (seeds[0], seeds[1]))
    decisions = np.array([10, 20])
    shown = ("win rate", "VP margin")
    one, two = (curve.Curve(decisions, {}, {name: np.array([first, 1.0]) for name in shown}) for first in (0.0, 0.5))
    curve.draw_curves({"a": [one, two], "b": [one]}, tmp_path / "curves.svg", "title")
    assert [seeds.shape for seeds in asked] == [(2, curve._POINTS)] * len(shown)
    assert list(asked[0][:, 0]) == [0.0, 0.5]
    assert list(asked[0][:, -1]) == [1.0, 1.0]


def test_a_curve_of_several_seeds_is_drawn_where_all_have_rows(tmp_path, monkeypatch):
    asked, shown = [], ("win rate", "VP margin")
    monkeypatch.setattr(curve, "student_interval", lambda seeds: asked.append(seeds) or (seeds[0], seeds[1]))
    curves = [
        curve.Curve(np.array(ends), {}, {name: np.array(ends, float) for name in shown})
        for ends in ((10, 20), (15, 30))
    ]
    curve.draw_curves({"a": curves}, tmp_path / "curves.svg", "title")
    assert [(seeds[:, 0].tolist(), seeds[:, -1].tolist()) for seeds in asked] == [([15, 15], [20, 20])] * len(shown)
