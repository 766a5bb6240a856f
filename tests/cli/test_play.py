"""``ctv play``."""

import pathlib
import shutil
import sys

import pytest

from ctv_env import agents, new_game
from ctv_env.agents import registry
from ctv_env.cli.main import main
from ctv_env.games.ctv.loading.load import DATA_DIR

RANDOM = ["play", "--nationalist", "random", "--republican", "random"]


def test_a_game_is_printed_from_the_first_turn_to_the_winner(capsys):
    assert main([*RANDOM, "--seed", "7"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "campaign, seed 7: nationalist random, republican random"
    assert "== Turn 1 ==" in lines
    assert "== Turn 7 ==" in lines
    assert "wins on turn 7 with" in lines[-1]
    assert lines[-1].endswith("seed 7")


def test_the_same_seed_tells_the_same_game_and_another_seed_another(capsys):
    texts = []
    for seed in ("7", "7", "8"):
        main([*RANDOM, "--seed", seed])
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] != texts[2]


def test_quiet_prints_one_line(capsys):
    assert main([*RANDOM, "--seed", "7", "--quiet"]) == 0
    assert capsys.readouterr().out.count("\n") == 1


def test_a_drawn_seed_is_printed_and_repeats_the_game(capsys):
    main([*RANDOM, "--quiet"])
    drawn = capsys.readouterr().out
    main([*RANDOM, "--quiet", "--seed", drawn.split()[-1]])
    assert capsys.readouterr().out == drawn


def test_out_takes_the_log_and_leaves_the_result(tmp_path, capsys):
    main([*RANDOM, "--seed", "7"])
    shown = capsys.readouterr().out
    assert main([*RANDOM, "--seed", "7", "--out", str(tmp_path / "log.txt")]) == 0
    result = capsys.readouterr().out
    assert (tmp_path / "log.txt").read_text() + result == shown


def test_rules_options_reach_the_game(capsys):
    assert main([*RANDOM, "--seed", "7", "--setup", "placement", "--no-fog"]) == 0
    assert "-- Set-up, Republican --" in capsys.readouterr().out


def test_scripted_agents_are_the_default(capsys):
    assert main(["play", "--seed", "1", "--quiet"]) == 0
    assert "wins on turn" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--nationalist", "nobody"], "no agent 'nobody'"),
        (["--republican", "stafff"], "did you mean"),
        (["--scenario", "kursk"], "no scenario 'kursk'"),
        (["--data-dir", "/nowhere"], "/nowhere"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(arguments, words, capsys):
    assert main(["play", *arguments]) == 2
    text = capsys.readouterr().err
    assert text.startswith("ctv: error: ")
    assert words in text
    assert text.count("\n") == 1


def test_a_file_that_cannot_be_written_is_named(tmp_path, capsys):
    target = tmp_path / "missing" / "log.txt"
    assert main([*RANDOM, "--seed", "7", "--out", str(target)]) == 2
    assert capsys.readouterr().err == f"ctv: error: cannot write {target}: No such file or directory\n"


def test_the_log_is_that_of_the_game(capsys):
    main([*RANDOM, "--seed", "7"])
    printed = capsys.readouterr().out.splitlines()[1:]
    game = new_game("ctv", seed=7)
    while game.to_move == "chance":
        game.roll()
    assert len(game.log) > 1
    assert printed[: len(game.log)] == game.log


def test_the_game_in_the_docs_is_the_one_that_is_played(capsys):
    """Out of date: write what `ctv play --seed 9` prints into docs/game.md, and read it."""
    main(["play", "--seed", "9"])
    printed = pathlib.Path(__file__).parents[2].joinpath("docs", "game.md").read_text(encoding="utf-8")
    assert printed.split("```text\n")[1] == capsys.readouterr().out + "```\n"


def test_a_program_that_fails_forfeits_and_the_reason_is_reported(capsys):
    program = f"program:{sys.executable} -c 'raise SystemExit(3)'"
    assert main(["play", "--scenario", "duel", "--seed", "1", "--republican", program, "--quiet"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"republican forfeits on turn 7: {program} ended with exit code 3; decisions: ")


def test_an_outside_program_plays(capsys):
    example = pathlib.Path(agents.__file__).parent / "examples" / "random_player.py"
    argv = ["play", "--scenario", "duel", "--seed", "1", "--nationalist", f"program:{sys.executable} {example}"]
    assert main(argv) == 0
    assert " wins on turn 7 with " in capsys.readouterr().out


def test_agents_play_by_the_options_and_data_of_the_game(tmp_path, monkeypatch, capsys):
    shutil.copytree(DATA_DIR, tmp_path / "data")
    (tmp_path / "data/scenarios/last-stand.yaml").rename(tmp_path / "data/scenarios/mine.yaml")
    made = []
    make = registry.make_agent

    def noted(*given, **more):
        made.append(more["options"])
        return make(*given, **more)

    monkeypatch.setattr(registry, "make_agent", noted)
    argv = ["play", "--data-dir", str(tmp_path / "data"), "--scenario", "mine", "--no-fog", "--quiet"]
    assert main([*argv, "--nationalist", "random", "--republican", "random"]) == 0
    assert [(one["data_dir"], one["fog"]) for one in made] == [(str(tmp_path / "data"), False)] * 2
    assert " wins on turn " in capsys.readouterr().out


def test_an_illegal_action_of_an_own_class_is_reported_in_one_sentence(tmp_path, capsys):
    (tmp_path / "bad.py").write_text(
        "class Bad:\n"
        "    name, observation = 'bad', None\n"
        "    def reset(self, seed): pass\n"
        "    def act(self, observation, mask, info): return int(mask.argmin())\n"
    )
    assert main(["play", "--scenario", "duel", "--nationalist", f"{tmp_path / 'bad.py'}:Bad"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("ctv: error: ")
    assert "illegal" in error
    assert error.count("\n") == 1


def test_a_saved_game_of_another_game_names_the_option_that_is_missing(tmp_path, capsys):
    file = tmp_path / "arriba.bin"
    file.write_bytes(new_game("arriba").to_bytes())
    assert main(["play", "--load", str(file)]) == 2
    assert f"{file} is a game of arriba: add --game arriba" in capsys.readouterr().err
