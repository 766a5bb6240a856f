"""The program as a whole: help, exit codes, and modules it must not import."""

import io
import os
import pathlib
import subprocess
import sys

import pytest
from support.records import record_walk

from ctv_env import __version__
from ctv_env.cli import main as module
from ctv_env.cli import play
from ctv_env.cli.main import COMMANDS, main

OWN = """
class First:
    name, observation = "first", None
    def reset(self, seed): pass
    def act(self, observation, mask, info): return int(mask.argmax())
"""


def _exit_code(argv) -> int:
    """Of ``main``, also where argparse ends the program."""
    try:
        return main(argv)
    except SystemExit as end:
        return end.code


def test_help_lists_every_command_with_examples(capsys):
    assert _exit_code(["--help"]) == 0
    text = capsys.readouterr().out
    assert "examples:" in text
    assert all(name in text and summary in text for name, summary in COMMANDS.items())


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_examples(command, capsys):
    assert _exit_code([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert f"usage: ctv {command}" in text
    assert f"  ctv {command} " in text.split("examples:")[1]


def test_train_help_explains_every_key(capsys):
    _exit_code(["train", "--help"])
    text = capsys.readouterr().out
    assert "gae_lambda (0.995): " in text
    assert "warm_start.teacher (none): " in text


def test_train_help_lists_the_configs_that_have_names(capsys):
    _exit_code(["train", "--help"])
    assert "\n  duel: About half a minute on two cores: " in capsys.readouterr().out


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"ctv {__version__}\n"


def test_no_command_prints_the_help_and_is_wrong_use(capsys):
    assert main([]) == 2
    assert "usage: ctv" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["play", "--speed", "3"], "unrecognized arguments: --speed 3"),
        (["play", "--seed", "x"], "argument --seed: must be a whole number, not 'x'"),
        (["play", "--seed", "-3"], "argument --seed: must not be negative, but is -3"),
        (["play", "--edition", "fr"], "argument --edition: invalid choice: 'fr'"),
        (["evaluate", "random"], "the following arguments are required: B"),
        (["evaluate", "random", "random", "--games", "0"], "argument --games: must be at least 1, not 0"),
        (["evaluate", "random", "random", "--at-least", "60"], "--at-least: must be a number from 0 to 1, not '60'"),
        (["draw", "--out", "x.png", "--width", "20001"], "argument --width: must be at most 20000, not 20001"),
        (["plot", "x", "--out", "x.png", "--width", "300000"], "argument --width: must be at most 20000, not 300000"),
        (["bench", "--seconds", "-1"], "argument --seconds: must be a number from 0 up, not '-1'"),
    ],
)
def test_wrong_arguments_end_with_code_2_and_say_why(argv, words, capsys):
    assert _exit_code(argv) == 2
    assert words in capsys.readouterr().err


def test_an_interrupt_ends_with_code_130(monkeypatch, capsys):
    def interrupted(args):
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "run", interrupted)
    assert main(["play"]) == 130
    assert capsys.readouterr().err == "ctv: interrupted\n"


def test_a_bug_keeps_its_traceback(monkeypatch):
    def broken(args):
        raise ValueError("a bug")

    monkeypatch.setattr(play, "run", broken)
    with pytest.raises(ValueError, match="a bug"):
        main(["play"])


@pytest.mark.parametrize("argv", [["--help"], ["play", "--help"], ["bench", "--help"], ["train", "--help"]])
def test_help_does_not_load_the_learning_library(argv):
    code = (
        "import sys\nfrom ctv_env.cli.main import main\n"
        f"try:\n    main({argv!r})\nexcept SystemExit:\n    pass\n"
        "sys.exit('torch' in sys.modules or 'stable_baselines3' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


def test_a_user_error_from_the_shell_is_one_sentence():
    command = [sys.executable, "-m", module.__name__, "play", "--nationalist", "nobody"]
    settings = os.environ | {"TQDM_DISABLE": "1"}  # nothing is said of compiling
    done = subprocess.run(command, capture_output=True, text=True, env=settings, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("ctv: error: no agent 'nobody'")
    assert done.stderr.count("\n") == 1


def test_a_reader_that_stops_reading_is_no_error():
    command = [sys.executable, "-m", module.__name__, "play", "--nationalist", "random", "--republican", "random"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize(
    "command",
    [
        "play --scenario duel --seed 1 --quiet --record {name}.jsonl --republican {program}",
        "play --scenario duel --seed 1 --nationalist human",
        "draw --scenario duel --policy {own} --out {name}.svg",
        "replay game.jsonl --html {name}.html",
        "plot game.jsonl --out {name}.svg",
    ],
)
def test_control_characters_in_names_are_escaped(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    name = "\x1b]0;pwned\x07"
    record_walk(tmp_path / "game.jsonl", "duel")
    monkeypatch.setattr("sys.stdin", io.StringIO(f"save {name}\nsave nowhere/{name}\nquit\n"))
    program = f"program:false {name}"
    (tmp_path / f"{name}.py").write_text(OWN)
    words = [word.format(name=name, program=program, own=f"{name}.py:First") for word in command.split()]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "\\x1b]0;pwned\\x07" in printed
    assert printed.replace("\n", "").isprintable()


def test_text_of_strangers_in_an_error_is_escaped(tmp_path, capsys):
    assert main(["replay", str(tmp_path / "\x1b]0;pwned\x07.jsonl")]) == 2
    printed = capsys.readouterr().err
    assert "\\x1b]0;pwned\\x07" in printed
    assert printed.isascii()
    assert printed[:-1].isprintable()


@pytest.mark.skipif(not pathlib.Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", [["--version"], ["play", "--scenario=duel", "--seed=7", "--nationalist=random"]])
def test_an_output_that_cannot_be_written_is_said_in_one_sentence(command):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ctv_env.cli.main", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        )
    assert done.stderr == "ctv: error: the output cannot be written: No space left on device\n"
    assert done.returncode == 2
