"""``ctv balance``."""

import sys

import pytest

from ctv_env.agents.balance import measure
from ctv_env.cli.main import main


@pytest.fixture
def balance(tmp_path, monkeypatch):
    """Runs a report in an empty folder, with two variants."""
    monkeypatch.chdir(tmp_path)
    few = measure.variants_of
    monkeypatch.setattr(measure, "variants_of", lambda folder: few(folder)[3:5])
    return lambda *argv: main(["balance", "--threads", "1", *argv])


def test_agents_play_themselves_and_the_first_the_variants_and_again_alike(balance, tmp_path, capsys):
    argv = ["greedy", "random", "--games", "2", "--games", "random=1", "--variant-games", "1"]
    assert balance(*argv, "--record", "games") == 0
    assert len(list((tmp_path / "games").iterdir())) == 3  # none of the variant
    page = capsys.readouterr().out
    assert page.startswith((tmp_path / "balance" / "README.md").read_text())
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("|")]
    assert [row[:2] for row in rows[2:4]] == [["greedy", "2"], ["random", "1"]]
    assert "\nHere greedy plays against itself with one thing changed at a time, 1 games for each change," in page
    assert "`ctv balance greedy random --games=2 --games=random=1 --variant-games=1 --seeds=suite-v1`" in page
    assert page.endswith("\n5 games have been played; report in balance\n")
    before = (tmp_path / "balance" / "balance.json").read_text()
    assert balance(*argv) == 0
    assert (tmp_path / "balance" / "balance.json").read_text() == before


def test_the_scenario_is_the_first_unless_another_is_named(balance, capsys):
    argv = ["greedy", "--games", "1", "--variant-games", "1"]
    assert balance(*argv) == 0
    assert "ctv/campaign rules" in capsys.readouterr().out
    assert balance(*argv, "--scenario", "duel") == 0
    page = capsys.readouterr().out
    assert "ctv/duel rules" in page
    assert "`ctv balance greedy --scenario=duel --games=1 --variant-games=1 --seeds=suite-v1`" in page


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["nobody"], "no agent 'nobody'"),
        (["greedy", "--games", "mcts=20"], "--games mcts=20: there is no agent 'mcts' in this report"),
        (["greedy", "--games", "4000"], "suite-v1 has 1000 seeds, but 4000 are wanted"),
        (["greedy", "--seeds", "secret:/nowhere/x"], "seed file /nowhere/x cannot be read"),
        (["greedy", "--data-dir", "nowhere"], "no scenario 'campaign' in nowhere"),
        (["greedy", "--out", "/proc/x"], "/proc/x"),
        (["greedy", "greedy"], "greedy is named twice"),
        (["greedy", "--scenario", "siege"], "no scenario 'siege'"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_before_the_first_game(argv, words, balance, tmp_path, capsys):
    assert balance(*argv) == 2
    text = capsys.readouterr().err
    assert text.startswith("ctv: error: ")
    assert words in text
    assert text.count("\n") == 1
    assert not (tmp_path / "balance").exists()


def test_without_matplotlib_it_says_so_before_the_first_game(balance, monkeypatch, capsys):
    for name in ("ctv_env.agents.balance.report", "ctv_env.agents.balance.pictures"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert balance("greedy") == 2
    assert "pip install 'ctv_env[ladder]'" in capsys.readouterr().err


def test_a_wrong_number_of_games_is_refused(balance, capsys):
    with pytest.raises(SystemExit) as ended:
        balance("--games", "staff=0")
    assert ended.value.code == 2
    assert "--games: must be at least 1" in capsys.readouterr().err
