"""``ctv replay``, and ``--record`` of ``ctv play``."""

import json

import pytest
from support.records import SCRIPTED, forge, lines_of, record_walk, write_lines

from ctv_env import new_game
from ctv_env.cli.main import main

PLAY = ["play", "--scenario", "escudo", "--seed", "7", "--nationalist", SCRIPTED, "--republican", "random"]


def test_a_recorded_game_is_printed_as_it_was_played(tmp_path, capsys):
    file = str(tmp_path / "game.jsonl.gz")
    assert main([*PLAY, "--record", file]) == 0
    played = capsys.readouterr().out
    assert main(["replay", file]) == 0
    printed = capsys.readouterr().out
    assert printed == played.replace(played[played.rindex("; decisions") :], "\n")
    assert printed.startswith(f"escudo, seed 7: nationalist {SCRIPTED}, republican random\n")


def test_recording_changes_nothing_else(tmp_path, capsys):
    main(PLAY)
    played = capsys.readouterr().out
    main([*PLAY, "--record", str(tmp_path / "game.jsonl")])
    assert capsys.readouterr().out == played


def test_a_record_is_verified(tmp_path, capsys):
    end = record_walk(tmp_path / "game.jsonl")
    assert main(["replay", str(tmp_path / "game.jsonl"), "--verify"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("OK: ")
    assert f"{end['winner']} wins on turn" in out
    proven = "every step follows the rules, the dice are those of seed 3, the file is as it was written"
    assert out.endswith(f"\nverified: {proven}\n")


def test_what_a_record_does_not_prove_is_reported(tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    record_walk(file)
    lines = lines_of(file)
    del lines[-1]["content"]
    write_lines(file, [lines[0] | {"replay": 1}, *lines[1:]])
    assert main(["replay", str(file), "--verify"]) == 0
    assert "the dice are those of seed 3; not: the names of the players\n" in capsys.readouterr().out
    lines[0]["seed"] = None
    forge(file, lines)
    assert main(["replay", str(file), "--verify"]) == 0
    assert "as it was written; not: the dice, which have no seed to compare them with\n" in capsys.readouterr().out


def test_a_saved_game_that_goes_on_is_recorded_without_the_seed_of_the_agents(tmp_path, capsys):
    save, file = tmp_path / "save.json", tmp_path / "game.jsonl"
    save.write_text(json.dumps(new_game("ctv", "duel", 1).to_dict()))
    assert main(["play", "--load", str(save), "--seed", "9", "--quiet", "--record", str(file)]) == 0
    assert lines_of(file)[0]["seed"] is None
    assert main(["replay", str(file), "--verify"]) == 0


def test_the_first_line_that_differs_is_named(tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    record_walk(file)
    lines = lines_of(file)
    lines[30]["hash"] = "0" * 16
    write_lines(file, lines)
    assert main(["replay", str(file), "--verify"]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"ctv: the game differs: {file}, line 31: the position after ")
    assert error.count("\n") == 1


def test_a_cut_record_is_printed_as_far_as_it_goes(tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    record_walk(file)
    file.write_bytes(file.read_bytes()[:5000])
    assert main(["replay", str(file)]) == 2
    shown = capsys.readouterr()
    assert "== Turn 1 ==" in shown.out
    assert shown.err.startswith(f"ctv: error: {file}, line ")
    assert shown.err.endswith("damaged or truncated\n")


def test_a_game_that_was_broken_off_is_reported(tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    record_walk(file, steps=20)
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out.endswith("\nthe record ends here: the game was broken off\n")
    assert main(["replay", str(file), "--verify"]) == 2
    assert "without a result" in capsys.readouterr().err


def test_a_page_is_written(tmp_path, capsys):
    record_walk(tmp_path / "game.jsonl", "duel")
    out = tmp_path / "game.html"
    assert main(["replay", str(tmp_path / "game.jsonl"), "--html", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert capsys.readouterr().out == f"{out}: 0.2 MB; open it in a browser\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["game.html", "game.jsonl"]


@pytest.mark.parametrize(("change", "code"), [({"hash": "0" * 16}, 1), ({"hash": 0}, 2)])
def test_of_a_record_that_is_wrong_there_is_no_page(change, code, tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    record_walk(file, "duel")
    lines = lines_of(file)
    lines[3] |= change
    write_lines(file, lines)
    assert main(["replay", str(file), "--html", str(tmp_path / "game.html")]) == code
    assert "line 4: " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [file]


def test_where_a_page_cannot_be_written_the_reason_is_reported(tmp_path, capsys):
    record_walk(tmp_path / "game.jsonl", "duel")
    out = tmp_path / "none" / "game.html"
    assert main(["replay", str(tmp_path / "game.jsonl"), "--html", str(out)]) == 2
    assert capsys.readouterr().err == f"ctv: error: cannot write {out}: No such file or directory\n"


@pytest.mark.parametrize("out", ["folder", ".", "/"])
def test_a_folder_is_no_place_for_a_page_and_nothing_is_left_in_or_beside_it(out, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    record_walk(tmp_path / "game.jsonl", "duel")
    assert main(["replay", "game.jsonl", "--html", out]) == 2
    assert capsys.readouterr().err == f"ctv: error: cannot write {out}: Is a directory\n"
    assert sorted(file.name for file in tmp_path.rglob("*")) == ["folder", "game.jsonl"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["replay", "README.md"], "not a record of a game"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: cannot be read (No such file or directory)"),
        ([*PLAY, "--record", "game.txt"], "a record is called NAME.jsonl or NAME.jsonl.gz, not game.txt"),
        ([*PLAY, "--record", "nowhere/game.jsonl"], "cannot write nowhere/game.jsonl: No such file or directory"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(arguments, words, capsys):
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert words in shown.err
    assert shown.err.startswith("ctv: error: ")
    assert shown.err.count("\n") == 1
    assert shown.out == ""
