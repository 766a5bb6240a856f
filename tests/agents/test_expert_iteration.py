"""Expert iteration: the agent of a round leads the expert into its positions in the next."""

import json

import pytest
from support.lab import lab, refusal

from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.learned.archive import read_facts
from ctv_env.agents.offline.data_set import DataSet
from ctv_env.agents.offline.expert_iteration import Course, iterate
from ctv_env.agents.offline.learner import Settings
from ctv_env.agents.registry import make_agent

SETTING = Setting("ctv", "last-stand")
COURSE = Course("staff", "random", rounds=2, games=4)
SETTINGS = Settings(epochs=1, net=(8,), candidate_net=4, seed=1)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Folder of a tiny run, and the lines that it said."""
    folder, lines = tmp_path_factory.mktemp("runs") / "pupil", []
    iterate(COURSE, SETTING, SETTINGS, folder, lines.append, quiet=True)
    return folder, lines


def test_each_round_adds_games_in_which_the_last_agent_plays_along(run):
    folder, lines = run
    assert [line[:8] for line in lines] == ["round 0:", "round 1:"]
    first, second = (DataSet(folder / f"round-{k}-v0") for k in range(2))
    assert all(episode.taught.all() for episode in first)
    taught = [episode.taught.mean() for episode in second]
    assert 0.2 < sum(taught) / len(taught) < 0.8
    assert second.facts["recording"]["stand_in"] == str(folder / "round-0" / "model.zip")
    assert {episode.seed for episode in first}.isdisjoint(episode.seed for episode in second)


def test_the_last_agent_has_learned_from_all_rounds_and_plays_both_sides(run):
    folder, _ = run
    assert set(read_facts(folder / "model.zip")["data_sets"]) == {"round-0-v0", "round-1-v0"}
    assert (folder / "model.zip").read_bytes() == (folder / "round-1" / "model.zip").read_bytes()
    for side in SETTING.spec.sides:
        assert make_agent(str(folder), "ctv", "last-stand", side).name == "pupil"


def test_a_wrong_course_is_an_error_before_the_first_game(run, tmp_path):
    for change, message in (({"rounds": 0}, "rounds must be at least 1"), ({"expert": "nobody"}, "no agent 'nobody'")):
        with pytest.raises(ValueError, match=message):
            iterate(COURSE._replace(**change), SETTING, SETTINGS, tmp_path / "run", print, quiet=True)
        assert not (tmp_path / "run").exists()
    with pytest.raises(ValueError, match="epochs must be above 0"):
        iterate(COURSE, SETTING, SETTINGS._replace(epochs=0), tmp_path / "run", print, quiet=True)
    assert not (tmp_path / "run").exists()
    with pytest.raises(ValueError, match="exists already"):
        iterate(COURSE, SETTING, SETTINGS, run[0], print, quiet=True)


def test_the_command_line_trains_and_reports_errors(tmp_path, capsys):
    given = f"staff random --scenario duel --games 2 --rounds 1 --epochs 1 --threads 1 --out {tmp_path / 'run'}"
    lab("expert-iteration", *given.split())
    assert f"the agent is in {tmp_path / 'run' / 'model.zip'}" in capsys.readouterr().out
    assert json.loads((tmp_path / "run" / "round-0-v0" / "data" / "metadata.json").read_text())["total_episodes"] == 2
    assert "exists already" in refusal(capsys, "expert-iteration", *given.split())
