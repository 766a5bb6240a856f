"""``ctv evaluate``."""

import json

import pytest

from ctv_env.agents.learned import archive
from ctv_env.cli.main import main

DUEL = ["evaluate", "random", "random", "--scenario", "duel", "--threads", "1"]


def test_pairs_and_both_sides_by_default(capsys):
    assert main([*DUEL, "--games", "10"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "duel, keyed dice, 5 seeds of suite-v1"
    assert [line.split("|")[2].strip() for line in lines[4:7]] == ["both", "nationalist", "republican"]


def test_help_names_the_agents_and_the_form_of_a_program(capsys):
    with pytest.raises(SystemExit):
        main(["evaluate", "--help"])
    printed = capsys.readouterr().out
    assert all(
        word in printed for word in ("\n  random ", "greedy, staff ", ".zip", "program:COMMAND", "docs/protocol.md")
    )
    assert "each die from the seed and its event (keyed)" in " ".join(printed.split())


def test_the_whole_default_is_two_games_on_each_of_200_seeds(capsys):
    assert main(DUEL) == 0
    assert "| 400   |" in capsys.readouterr().out


def test_json_holds_the_place_and_the_intervals(tmp_path, capsys):
    file = tmp_path / "result.json"
    assert main([*DUEL, "--games", "10", "--side", "republican", "--dice", "stream", "--json", str(file)]) == 0
    data = json.loads(file.read_text())
    assert (data["scenario"], data["options"], data["seeds"]) == (
        "duel",
        {"dice": "stream"},
        {"source": "suite-v1", "n": 10},
    )
    (result,) = data["results"]
    assert (result["side"], result["games"], result["opponent"]) == ("republican", 10, "random")
    assert result["win_rate_low"] <= result["win_rate"] <= result["win_rate_high"]
    assert "| republican |" in capsys.readouterr().out


def test_the_seeds_decide_and_the_number_of_threads_does_not(tmp_path, capsys):
    secret = tmp_path / "seeds"
    secret.write_text("11\n12\n13\n14\n15\n")
    texts = []
    for seeds, threads in (("1", "1"), ("1", "3"), ("2", "1"), ("suite-v1", "1"), (f"secret:{secret}", "1")):
        main([*DUEL, "--games", "10", "--seeds", seeds, "--threads", threads])
        texts.append(capsys.readouterr().out.split("\n", 1)[1])
    assert texts[0] == texts[1]
    assert len(set(texts)) == 4


# A random Republican beats a random Nationalist in nearly every game; 40 of 40 are at least 91 % with confidence.
@pytest.mark.parametrize(
    ("side", "rate", "code"),
    [("republican", "0.5", 0), ("republican", "0.95", 1), ("nationalist", "0.5", 1), ("both", "0.5", 1)],
)
def test_at_least_decides_the_exit_code(side, rate, code, capsys):
    argv = ["evaluate", "random", "random", "--games", "40", "--side", side, "--at-least", rate]
    assert main(argv) == code
    assert side in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["nobody", "random"], "no agent 'nobody'"),
        (["random", "random", "--scenario", "kursk"], "no scenario 'kursk'"),
        (["random", "random", "--games", "5"], "--games 5 is odd, but each seed is played on both sides"),
        (["random", "random", "--games", "2002"], "suite-v1 has 1000 seeds, but 1001 are wanted"),
        (["random", "random", "--seeds", "suite-v0"], "no seeds 'suite-v0'"),
        (["random", "random", "--json", "/nowhere/x"], "cannot write /nowhere/x: there is no folder /nowhere"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(argv, words, capsys):
    assert main(["evaluate", *argv]) == 2
    text = capsys.readouterr().err
    assert text.startswith("ctv: error: ")
    assert words in text
    assert text.count("\n") == 1


def test_a_bad_line_of_a_seed_file_is_named(tmp_path, capsys):
    file = tmp_path / "seeds"
    file.write_text("1\n2\n3.5\n")
    assert main([*DUEL, "--seeds", f"secret:{file}"]) == 2
    expected = f"ctv: error: {file}:3: '3.5' is not a seed; a line must be one whole number below 2^63\n"
    assert capsys.readouterr().err == expected


def test_a_checkpoint_of_another_layout_is_refused_in_one_sentence(tmp_path, capsys):
    file = tmp_path / "old.zip"
    other = dict.fromkeys(("rules", "scenario", "actions", "observations"), "0123")
    archive.write(file, {"identity": {"game": "ctv", "side": "random", "observation": "flat", **other}}, {})
    assert main(["evaluate", str(file), "random"]) == 2
    text = capsys.readouterr().err
    assert text.startswith(f"ctv: error: checkpoint {file} does not fit: ")
    assert "its action layout is 0123, here it is" in text
    assert text.count("\n") == 1


def test_record_keeps_the_games(tmp_path, capsys):
    folder = str(tmp_path / "games")
    assert main(["evaluate", "staff", "random", "--scenario", "duel", "--games", "4", "--record", folder]) == 0
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 4
    for file in files:
        assert main(["replay", str(file), "--verify"]) == 0
    assert capsys.readouterr().out.count("OK: ") == 4
