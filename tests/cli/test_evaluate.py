"""``ctv evaluate``."""

import json

import pytest

from ctv_env.cli.main import main


def test_both_sides_by_default(capsys):
    assert main(["evaluate", "random", "random", "--games", "10"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert "| nationalist |" in lines[2]
    assert "| republican  |" in lines[3]


def test_json_holds_the_interval(capsys):
    assert main(["evaluate", "random", "random", "--games", "10", "--side", "republican", "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)
    assert (result["side"], result["games"], result["opponent"]) == ("republican", 10, "random")
    assert result["win_rate_low"] <= result["win_rate"] <= result["win_rate_high"]


def test_the_seed_decides_and_the_number_of_threads_does_not(capsys):
    texts = []
    for seed, threads in (("1", "1"), ("1", "3"), ("2", "1")):
        main(["evaluate", "random", "random", "--games", "10", "--seed", seed, "--threads", threads])
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] != texts[2]


# A random Republican holds out against a random Nationalist in practically every game.
@pytest.mark.parametrize(("side", "code"), [("republican", 0), ("nationalist", 1)])
def test_at_least_decides_the_exit_code(side, code, capsys):
    argv = ["evaluate", "random", "random", "--games", "40", "--side", side, "--at-least", "0.5"]
    assert main(argv) == code
    assert side in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["nobody", "random"], "no agent 'nobody'"),
        (["random", "random", "--scenario", "kursk"], "no scenario 'kursk'"),
    ],
)
def test_mistakes_are_told_in_one_sentence(argv, words, capsys):
    assert main(["evaluate", *argv]) == 2
    text = capsys.readouterr().err
    assert text.startswith("ctv: error: ")
    assert words in text
    assert text.count("\n") == 1
