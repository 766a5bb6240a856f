"""What a game offers for reports (``core.analysis``), and the commands that use it; for the games that have it."""

import json
import re

import numpy as np
import pytest
from conformance.subjects import SMALLEST, SUBJECTS

from ctv_env.agents.balance.measure import base_directory, variants_of
from ctv_env.agents.balance.variants import write_variant
from ctv_env.agents.evaluation import arena as module
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.records import Setting
from ctv_env.cli.main import main
from ctv_env.core.replay.playback import Playback
from ctv_env.core.spec import spec_of
from ctv_env.games import environments

REPORTED = tuple(subject for subject in SUBJECTS if subject.spec.analysis() is not None)
ONE_EACH = tuple(subject for subject in SMALLEST if subject in REPORTED)
SCENARIOS = [(name, scenario) for name, found in environments().items() for scenario in found]


def strongest(subject) -> str:
    return subject.spec.policies[-1]


def played(subject, seeds, **more) -> list:
    """What the arena notes of games of the strongest policy against itself."""
    with Arena(Setting(subject.game, subject.scenario, **more)) as arena:
        return [record for (record,) in arena.play([(strongest(subject),) * 2], seeds)]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_landmarks_lie_in_the_scenario_and_some_are_dated(name, scenario):
    spec = spec_of(name)
    analysis, tables = spec.analysis(), spec.load(scenario)
    marks, last = analysis.landmarks(tables), analysis.n_turns(tables)
    assert len({mark.name for mark in marks}) == len(marks)
    for mark in marks:
        first, _, second = mark.history.partition(" to ")
        assert mark.turn is None or first == str(mark.turn)
        assert int(first) <= int(second or first)
        assert int(first) <= last
    assert any(mark.turn for mark in marks)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_variant_loads_in_every_scenario(name, scenario, tmp_path):
    setting = Setting(name, scenario)
    found = variants_of(setting)
    assert found
    for k, variant in enumerate(found):
        write_variant(base_directory(setting), tmp_path / str(k), variant)
        tables = setting.spec.load(scenario, data_dir=tmp_path / str(k), **variant.options)
        assert variant.options.items() <= tables.options.items()


@pytest.mark.parametrize("subject", REPORTED, ids=str)
def test_objectives_landmarks_and_losses_of_games_fit_what_is_declared(subject):
    analysis, tables = subject.spec.analysis(), subject.tables
    names = analysis.objectives(tables)
    assert len(set(names)) == len(names) > 0
    for record in played(subject, [1, 2, 3]):
        assert record.held.shape == (analysis.n_turns(tables), len(names))
        assert set(np.unique(record.held)) <= {-1, 0, 1}
        assert set(record.held[-1].tolist()) <= {0, 1}, "turns after the end are like the end"
        assert len(record.summary.landmarks) == len(analysis.landmarks(tables))
        assert all(0 <= turn <= analysis.n_turns(tables) for turn in record.summary.landmarks)
        assert min(record.summary.losses) >= 0


@pytest.mark.parametrize("subject", REPORTED, ids=str)
def test_a_game_is_summed_up_alike_whichever_way_it_is_played(subject, monkeypatch):
    compiled = played(subject, [3, 4])
    monkeypatch.setattr(module, "can_play_compiled", lambda seats, spec: False)
    single = played(subject, [3, 4])
    assert [record.summary for record in single] == [record.summary for record in compiled]
    assert [record.held.tolist() for record in single] == [record.held.tolist() for record in compiled]
    assert any(sum(record.summary.losses) for record in compiled)


@pytest.mark.parametrize("subject", ONE_EACH, ids=str)
def test_the_battles_of_recorded_games_are_drawn(subject, tmp_path, capsys):
    games, picture = tmp_path / "games", tmp_path / "battles.svg"
    played(subject, [1, 2], record=games)
    assert main(["plot", str(games), "--out", str(picture)]) == 0
    assert "battles of 2 games" in capsys.readouterr().out
    assert "data-battles" in picture.read_text()


@pytest.mark.parametrize("subject", ONE_EACH, ids=str)
def test_each_battle_has_odds_that_the_game_names(subject, tmp_path):
    analysis, odds = subject.spec.analysis(), subject.spec.analysis().odds(subject.tables)
    played(subject, [1, 2], record=tmp_path)
    playbacks = [Playback(file) for file in sorted(tmp_path.iterdir())]
    found = {battle.odds for one in playbacks for battle in analysis.battles(one.game for _ in one)}
    assert len(set(odds)) == len(odds)
    assert found
    assert found <= set(odds)


@pytest.mark.parametrize("subject", ONE_EACH, ids=str)
def test_a_report_shows_how_an_agent_plays(subject, tmp_path, capsys):
    folder, (side, _) = tmp_path / "report", subject.spec.sides
    where = ["--game", subject.game, "--scenario", subject.scenario, "--side", side, "--threads", "1"]
    assert main(["report", "staff", "greedy", *where, "--reference", "random", "--games", "2", "--positions", "8",
                 "--out", str(folder)]) == 0  # fmt: skip
    assert f"staff as {side} against greedy: " in capsys.readouterr().out
    page, figures = (folder / "README.md").read_text(), json.loads((folder / "report.json").read_text())
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", page)
    assert len(pictures) == len(set(pictures)) >= 4
    assert {file.name for file in folder.iterdir()} == {*pictures, "README.md", "report.json"}
    assert all(f"\n| {name} " in page for name in subject.spec.analysis().objectives(subject.tables))
    own, other = figures["sides"][side]["players"].values()
    assert len(own["margins"]) == len(other["margins"]) == own["result"]["games"] == 2
    assert all(0 <= point["outlook"] <= 1 for game in own["prospects"] for point in game)
    assert figures["sides"][side]["positions"] == 8


@pytest.mark.parametrize("subject", ONE_EACH, ids=str)
def test_an_evaluation_tells_who_holds_the_objectives(subject, tmp_path, capsys):
    file, agent = tmp_path / "results.json", strongest(subject)
    where = ["--game", subject.game, "--scenario", subject.scenario, "--games", "4", "--threads", "1"]
    assert main(["evaluate", agent, agent, *where, "--json", str(file)]) == 0
    assert f"held by the {subject.spec.sides[0]}, {agent}" in capsys.readouterr().out
    held = json.loads(file.read_text())["results"][1]["held"]
    assert list(held) == subject.spec.analysis().objectives(subject.tables)
    assert all(0 <= parts[-1] <= 1 for parts in held.values())


@pytest.mark.parametrize("subject", ONE_EACH, ids=str)
def test_balance(subject, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    argv = ["greedy", "--game", subject.game, "--games", "2", "--variant-games", "1", "--threads", "1"]
    assert main(["balance", *argv, "--out", "report"]) == 0
    page = capsys.readouterr().out
    analysis, tables = subject.spec.analysis(), subject.spec.load()
    assert page.startswith((tmp_path / "report" / "README.md").read_text())
    assert all(f"\n| {mark.name} " in page for mark in analysis.landmarks(tables))
    assert analysis.sources(tables) in page.split("## Findings")[0]
    assert main(["plot", "report/balance.json", "--out", "figures.svg"]) == 0
    text = (tmp_path / "figures.svg").read_text()
    data = json.loads((tmp_path / "report" / "balance.json").read_text())
    assert analysis.LOSSES_KEY in data["base"]
    marks = [mark.name for mark in analysis.landmarks(tables)]
    variants = [f"{one['variant']['group']}: {one['variant']['name']}" for one in data["sensitivity"]]
    assert all(f"<!-- {name} -->" in text for name in marks + variants)
