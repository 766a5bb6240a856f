"""``ctv ladder``."""

import pytest

from ctv_env.cli.main import main


@pytest.fixture
def ladder(tmp_path, monkeypatch):
    """Runs a ladder of the duel in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda *argv: main(["ladder", "--scenario", "duel", "--threads", "1", *argv])


def test_all_scripted_agents_play_and_a_second_run_plays_nothing(ladder, tmp_path, capsys):
    assert ladder("--games", "4") == 0
    first = capsys.readouterr().out
    assert ladder("--games", "4") == 0
    second = capsys.readouterr().out
    for name in ("random", "greedy", "staff"):
        assert f" {name} " in first
    assert "\n0 games were missing" in second
    assert (tmp_path / "ladder" / "ladder.md").read_text() in second
    assert first.split("| ", 2)[1:2] == second.split("| ", 2)[1:2]


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
