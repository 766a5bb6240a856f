"""``ctv ladder``."""

import importlib
import pathlib
import shlex

import pytest

from ctv_env.agents.evaluation import cost
from ctv_env.cli.main import main, make_parser


@pytest.fixture
def ladder(tmp_path, monkeypatch):
    """Runs a ladder of the duel in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *argv: main(["ladder", "--scenario", "duel", "--threads", "1", *argv])


def ranks(page):
    """The table of the agents, without the time of a decision, its last column."""
    table = page[page.index("| rank") :].split("\n\n")[0]
    return [[cell.strip() for cell in line.split("|")[1:-2]] for line in table.splitlines()]


def test_all_scripted_agents_play_and_a_second_run_plays_nothing(ladder, tmp_path, capsys):
    assert ladder("--games", "4") == 0
    first = capsys.readouterr().out
    assert ladder("--games", "4") == 0
    second = capsys.readouterr().out
    for name in ("random", "greedy", "staff"):
        assert f" {name} " in first
    assert "\n0 games were missing" in second
    assert (tmp_path / "ladder" / "ladder.md").read_text() in second
    assert len(ranks(first)) == 2 + 6
    assert ranks(first) == ranks(second)


def test_two_agents_may_play_fewer_games_than_others(ladder, capsys):
    argv = ["random", "greedy", "staff", "--games", "8", "--games", "staff=6", "--games", "greedy=4"]
    assert ladder(*argv) == 0
    page = capsys.readouterr().out
    cells = [line.split("|")[1:-1] for line in page.splitlines() if line.startswith("|")]
    counts = {row[0].strip(): [cell.rpartition("n ")[2].strip() for cell in row[1:]] for row in cells[6:]}
    assert sorted(counts["staff"]) == ["", "4", "6"]
    assert sorted(counts["greedy"]) == ["", "4", "4"]
    assert (
        "`ctv ladder random greedy staff --games=8 --games=staff=6 --games=greedy=4 --scenario=duel --seeds=suite-v1`"
        in page
    )


@pytest.mark.parametrize("command", ["ladder", "report"])
@pytest.mark.parametrize("unusual", [(), ("--no-fog", "--dice=stream", "--data-dir=own data", "--time-limit=0.5")])
def test_the_command_on_a_page_repeats_the_run(command, unusual):
    argv = [command, "random", "greedy", "--scenario=duel", "--games=4", *unusual]
    args = make_parser(argv).parse_args(argv)
    program, *again = shlex.split(importlib.import_module(f"ctv_env.cli.{command}")._command(args))
    assert program == "ctv"
    assert vars(make_parser(again).parse_args(again)) == vars(args)
    assert set(unusual) <= set(again)
    assert bool(unusual) == any(word.startswith(("--no-fog", "--dice", "--data-dir", "--time-limit")) for word in again)


def test_only_the_games_of_the_ladder_are_recorded(ladder):
    assert ladder("random", "staff", "--games", "4", "--record", "games") == 0
    assert len(list(pathlib.Path("games").iterdir())) == 4


def test_a_full_disk_while_decisions_are_timed_is_reported_in_one_sentence(ladder, monkeypatch, capsys):
    def full(name, setting):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cost, "seconds_per_decision", full)
    assert ladder("random", "staff", "--games", "4") == 2
    assert capsys.readouterr().err == "ctv: error: [Errno 28] No space left on device\n"


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["random", "nobody"], "no agent 'nobody'"),
        (["random"], "a ladder needs at least two agents"),
        (["--games", "mcts=20", "random", "staff"], "--games mcts=20: there is no agent 'mcts' in this ladder"),
        (["--games", "4000"], "suite-v1 has 1000 seeds, but 2000 are wanted"),
        (["--file", "/nowhere/x"], "No such file or directory: '/nowhere/x'"),
        (["--seeds", "secret:/nowhere/x"], "seed file /nowhere/x cannot be read"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(argv, words, ladder, capsys):
    assert ladder(*argv) == 2
    text = capsys.readouterr().err
    assert text.startswith("ctv: error: ")
    assert words in text
    assert text.count("\n") == 1


@pytest.mark.parametrize("games", ["5", "staff=5", "0", "staff=", "x"])
def test_a_wrong_number_of_games_is_refused(games, ladder, capsys):
    with pytest.raises(SystemExit) as ended:
        ladder("--games", games)
    assert ended.value.code == 2
    assert "--games: must be" in capsys.readouterr().err


def test_a_broken_line_of_the_file_is_named_and_stays(ladder, tmp_path, capsys):
    (tmp_path / "ladder.jsonl").write_text("nonsense\n")
    assert ladder() == 2
    assert capsys.readouterr().err.startswith(
        "ctv: error: ladder.jsonl:1: 'nonsense' is not a pair of games of a ladder"
    )
    assert (tmp_path / "ladder.jsonl").read_text() == "nonsense\n"
