"""``ctv benchmark``."""

import json
import pathlib
import re

import pytest
from support.benchmark import write_small

from ctv_env.agents.benchmark import tasks
from ctv_env.agents.learned.shipped import shipped_file
from ctv_env.cli.main import main
from ctv_env.core.spec import spec_of


@pytest.fixture
def benchmark(tmp_path, monkeypatch):
    """Runs the command with a small benchmark in an empty folder that can hold a leaderboard."""
    suite = tasks.read_suite(write_small(tmp_path))
    monkeypatch.setattr(tasks, "read_suite", lambda: suite)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board" / "results").mkdir(parents=True)
    return lambda *argv: main(["benchmark", *argv, *(["--threads", "1"] if argv else [])])


DUEL = ("staff", "--task", "duel-both")


def test_without_an_agent_the_tasks_are_listed(benchmark, capsys):
    assert benchmark() == 0
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in capsys.readouterr().out.splitlines()]
    assert rows[2] == ["duel-both", "ctv", "duel", "both", "random 3, staff 2", "greedy 4", "18", "2 s"]
    assert len(rows) == 4


def test_the_real_tasks_are_listed_with_short_names(capsys):
    assert main(["benchmark"]) == 0
    text = capsys.readouterr().out
    assert "| campaign-nationalist | ctv " in text
    assert "mcts:40 12, Bold 20" in text


def test_an_agent_plays_and_its_scores_are_printed(benchmark, capsys):
    assert benchmark(*DUEL) == 0
    text = capsys.readouterr().out
    assert re.search(r"^duel-both: held-out score [\d.]+ % \([\d.]+ to [\d.]+\), pool score ", text, re.MULTILINE)
    assert len(re.findall(r"^\| (random|staff|greedy) +\| (pool|held out) ", text, re.MULTILINE)) == 6
    assert "shortened" not in text


def test_the_same_command_writes_the_same_file_apart_from_times(benchmark, tmp_path):
    texts = []
    for name in ("one.json", "two.json"):
        assert benchmark(*DUEL, "--out", name) == 0
        texts.append(re.sub(r'("(seconds|ms_per_decision)": )[\d.e-]+', r"\1", (tmp_path / name).read_text()))
    assert texts[0] == texts[1]


def test_tasks_that_the_agent_cannot_play_are_left_out_unless_they_are_named(benchmark, capsys):
    of_one_side = str(shipped_file(spec_of("ctv"), "campaign", "republican"))
    assert benchmark(of_one_side, "--games", "1", "--out", "x.json") == 0
    text = capsys.readouterr().out
    assert "\nduel-both was not played: " in f"\n{text}"
    data = json.loads(pathlib.Path("x.json").read_text())
    assert [task["task"] for task in data["tasks"]] == ["campaign-republican"]
    assert benchmark(of_one_side, "--task", "duel-both", "--task", "campaign-republican") == 2
    assert f"ctv: error: {of_one_side} cannot play duel-both: checkpoint " in capsys.readouterr().err


def test_a_run_adds_its_tasks_to_the_file_and_does_not_touch_the_file_of_another_agent(benchmark, tmp_path, capsys):
    for task in ("campaign-republican", "duel-both", "duel-both"):
        assert benchmark("random", "--task", task, "--out", "random.json") == 0
    text = (tmp_path / "random.json").read_text()
    assert [task["task"] for task in json.loads(text)["tasks"]] == ["campaign-republican", "duel-both"]
    assert benchmark(*DUEL, "--out", "random.json") == 2
    assert "cannot write random.json: it is the result of random, not of staff" in capsys.readouterr().err
    assert (tmp_path / "random.json").read_text() == text


def test_a_shortened_run_says_so_and_cannot_be_ranked(benchmark, capsys):
    assert benchmark(*DUEL, "--games", "1", "--out", "board/results/staff.json") == 0
    assert "it cannot be compared with others" in capsys.readouterr().out
    assert benchmark("--page", "board") == 2
    assert "staff.json is the result of a shortened run" in capsys.readouterr().err


def test_one_command_plays_and_makes_the_leaderboard(benchmark, tmp_path, capsys):
    assert benchmark(*DUEL, "--out", "board/results/mine.json", "--page", "board") == 0
    assert "\n1 of 1 task results are ranked in board/README.md\n" in capsys.readouterr().out
    page = (tmp_path / "board" / "README.md").read_text()
    assert "[mine](results/mine.json)" in page
    assert json.loads((tmp_path / "board" / "conditions.json").read_text()).keys() == {
        "duel-both",
        "campaign-republican",
    }


def test_an_outdated_result_is_named_and_listed(benchmark, tmp_path, capsys):
    assert benchmark(*DUEL, "--out", "board/results/mine.json") == 0
    file = tmp_path / "board" / "results" / "mine.json"
    file.write_text(file.read_text().replace(" rules 2 ", " rules 1 "))
    capsys.readouterr()
    assert benchmark("--page", "board") == 0
    text = capsys.readouterr().out
    assert text.startswith("mine on duel-both is outdated: rules, data or options have changed since it was played")
    assert text.endswith("0 of 1 task results are ranked in board/README.md\n")
    assert "## Outdated results" in (tmp_path / "board" / "README.md").read_text()


def test_a_damaged_result_leaves_the_page_as_it_was(benchmark, tmp_path, capsys):
    (tmp_path / "board" / "README.md").write_text("as it was")
    (tmp_path / "board" / "results" / "bad.json").write_text("{}")
    assert benchmark("--page", "board") == 2
    assert "bad.json does not hold a result of `ctv benchmark`" in capsys.readouterr().err
    assert (tmp_path / "board" / "README.md").read_text() == "as it was"


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["nobody"], "no agent 'nobody'"),
        (["staff", "--task", "dual"], "no task 'dual'; allowed are duel-both, campaign-republican"),
        (["--games", "2"], "--games needs an agent to play: ctv benchmark AGENT --games 2"),
        (["--out", "x.json"], "--out needs an agent to play"),
        (["staff", "--games", "2", "--page", "board"], "--games makes a result that the leaderboard refuses"),
        (["--task", "duel-both", "--page", "board"], "--page ranks the results of all tasks; leave out --task"),
        (["staff", "--out", "nowhere/x.json"], "cannot write nowhere/x.json: there is no folder nowhere"),
        (["--page", "board"], "no result in board/results: `ctv benchmark AGENT --out board/results/NAME.json`"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(argv, words, benchmark, capsys):
    assert benchmark(*argv) == 2
    text = capsys.readouterr().err
    assert text.startswith("ctv: error: ")
    assert words in text
    assert text.count("\n") == 1


def test_the_help_names_agents_and_has_examples(capsys):
    with pytest.raises(SystemExit):
        main(["benchmark", "--help"])
    text = capsys.readouterr().out
    assert all(word in text for word in ("agents:\n  random ", "learned", "--page docs/benchmark", "held out"))
