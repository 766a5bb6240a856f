"""Killed processes and a full disk: one sentence that says how to go on, and what was finished is kept."""

import io
import itertools
import json
import pathlib
import re
import textwrap

import pytest

from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.evaluate import StoppedError, evaluate
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.training import train as training_module
from ctv_env.cli.main import main
from ctv_env.core.replay import recording

FULL = pathlib.Path("/dev/full")
DUEL = Setting(scenario="duel", options={"dice": "keyed"}, threads=2)
SEEDS = [11, 12, 13, 14]

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")


@pytest.fixture
def dying(tmp_path):
    """An agent that kills its process before its fifth game, ``times`` times."""

    def make(times: int) -> str:
        code = f"""
        import os, pathlib
        from ctv_env.agents.base import agent_seed

        DEADLY = [agent_seed({SEEDS[2]}, side) for side in ("nationalist", "republican")]

        class Dying:
            name, observation = "dying", None

            def reset(self, seed):
                deaths = list(pathlib.Path({str(tmp_path)!r}).glob("death-*"))
                if seed in DEADLY and len(deaths) < {times}:
                    pathlib.Path({str(tmp_path)!r}, f"death-{{len(deaths)}}-{{os.getpid()}}").touch()
                    os.kill(os.getpid(), 9)

            def act(self, observation, mask, info):
                return int(mask.argmax())
        """
        file = tmp_path / "dying.py"
        file.write_text(textwrap.dedent(code))
        return f"{file}:Dying"

    return make


def facts(results) -> list[dict]:
    return [result.as_dict() for result in results]


@pytest.fixture
def stopped_after_three_seeds(monkeypatch):
    """The user stops whatever is played."""
    play = Arena.play

    def some(arena, seatings, seeds):
        yield from itertools.islice(play(arena, seatings, seeds), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr(Arena, "play", some)


def test_an_evaluation_that_the_user_stops_prints_what_has_ended(stopped_after_three_seeds, capsys):
    assert main(["evaluate", "random", "random", "--scenario=duel", "--games=10", "--threads=1"]) == 130
    printed = capsys.readouterr()
    assert "the first 3 seeds of suite-v1" in printed.out
    assert "| 6     |" in printed.out
    assert printed.err.splitlines() == [
        "ctv: stopped after 3 of 5 seeds, these are the results up to then",
        "ctv: interrupted",
    ]


def test_a_ladder_that_the_user_stops_says_how_to_go_on(stopped_after_three_seeds, tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    command = ["ladder", "random", "greedy", "--scenario=duel", "--games=10", "--threads=1", f"--file={file}"]
    assert main([*command, f"--out={tmp_path / 'report'}"]) == 130
    assert f"the games that had ended are in {file}: the same command plays the rest" in capsys.readouterr().err
    assert len(file.read_text().splitlines()) == 3


def test_an_evaluation_goes_on_when_a_worker_is_killed(dying):
    healthy = facts(evaluate(dying(0), "random", "both", SEEDS, DUEL._replace(threads=1)))
    assert facts(evaluate(dying(1), "random", "both", SEEDS, DUEL)) == healthy


def test_an_evaluation_whose_workers_die_again_and_again_keeps_what_has_ended(dying):
    name = dying(1000)
    with pytest.raises(StoppedError, match="ended from outside") as stopped:
        evaluate(name, "random", "both", SEEDS, DUEL)
    assert stopped.value.n_seeds == 2
    assert facts(stopped.value.results) == facts(evaluate(name, "random", "both", SEEDS[:2], DUEL._replace(threads=1)))


def test_a_ladder_whose_workers_die_keeps_its_games_and_says_how_to_go_on(dying, tmp_path, capsys):
    (tmp_path / "seeds").write_text("\n".join(map(str, SEEDS)))
    name, file = dying(1000), tmp_path / "ladder.jsonl"
    command = ["ladder", name, "random", "--scenario=duel", "--games=8", f"--seeds=secret:{tmp_path / 'seeds'}"]
    command += [f"--file={file}", f"--out={tmp_path / 'out'}", "--threads=2"]
    assert main(command) == 2
    printed = capsys.readouterr().err
    assert "ended from outside" in printed
    assert f"the games that had ended are in {file}: the same command plays the rest" in printed
    assert len(file.read_text().splitlines()) == 2
    dying(0)  # another file, with another hash: its games are played anew
    assert main(command) == 0


def record_names(folder: pathlib.Path, seed: int) -> list[pathlib.Path]:
    return [file for file in folder.iterdir() if file.name.endswith(f"-{seed}.jsonl.gz")]


def test_a_full_disk_ends_an_evaluation_with_the_results_so_far(dying, tmp_path, capsys):
    (tmp_path / "seeds").write_text("\n".join(map(str, SEEDS)))
    folder = tmp_path / "games"
    command = ["evaluate", dying(0), "random", "--scenario=duel", f"--seeds=secret:{tmp_path / 'seeds'}", "--games=8"]
    command += ["--threads=1", f"--record={folder}"]
    assert main(command) == 0
    for file in record_names(folder, SEEDS[2]):
        file.unlink()
        file.with_name(file.name + ".part").symlink_to(FULL)
    capsys.readouterr()
    assert main(command) == 2
    printed = capsys.readouterr()
    assert "the first 2 seeds of" in printed.out
    assert re.search(r"Dying \| both +\| random +\| 4 ", printed.out)
    assert printed.err.startswith(
        "ctv: error: stopped after 2 of 4 seeds, these are the results up to then: cannot write "
    )
    assert printed.err.endswith("-13.jsonl.gz: No space left on device\n")


class Full:
    """A stream on a disk that is full after some lines."""

    def __init__(self, stream, lines):
        self._stream, self._left = stream, lines

    def write(self, text):
        self._left -= 1
        if self._left < 0:
            raise OSError(28, "No space left on device")
        return self._stream.write(text)

    def __getattr__(self, name):
        return getattr(self._stream, name)


@pytest.mark.parametrize("lines", [0, 5])
def test_a_full_disk_ends_a_game_in_a_sentence(tmp_path, capsys, monkeypatch, lines):
    monkeypatch.setattr(recording, "open", lambda file, mode: Full(file.open(mode), lines), raising=False)
    file = tmp_path / "game.jsonl"
    assert main(["play", "--scenario=duel", "--seed=3", "--quiet", f"--record={file}"]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"ctv: error: cannot write {file}: No space left on device")
    assert printed.count("\n") == 1
    if lines:
        assert "the game was stopped on turn 7: `--seed 3` plays the same dice again" in printed


def full_beside(file: pathlib.Path) -> None:
    """Fill the disk for whatever is to take the place of a file."""
    file.write_bytes(b"as before")
    file.with_name(f".{file.name}.part").symlink_to(FULL)


def test_a_full_disk_leaves_the_save_that_was_there(tmp_path, capsys, monkeypatch):
    file = tmp_path / "save.bin"
    full_beside(file)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"save {file}\nquit\n"))
    assert main(["play", "--scenario=duel", "--seed=1", "--nationalist=human"]) == 0
    assert f"cannot write {file}: No space left on device" in capsys.readouterr().out
    assert file.read_bytes() == b"as before"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("command", "name"), [("draw --scenario=duel", "board.svg"), ("play --scenario=duel --seed=1", "log.txt")]
)
def test_a_full_disk_leaves_the_picture_or_log_that_was_there(command, name, tmp_path, capsys):
    file = tmp_path / name
    full_beside(file)
    assert main([*command.split(), f"--out={file}"]) == 2
    assert capsys.readouterr().err == f"ctv: error: cannot write {file}: No space left on device\n"
    assert file.read_bytes() == b"as before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_full_device_is_written_and_not_replaced(capsys):
    assert main(["play", "--scenario=duel", "--seed=1", f"--out={FULL}"]) == 2
    assert capsys.readouterr().err == f"ctv: error: cannot write {FULL}: No space left on device\n"
    assert FULL.is_char_device()


def test_a_full_disk_ends_a_training_that_can_go_on(tmp_path, capsys, monkeypatch):
    def begin_on_full_disk(*args):
        training = begin(*args)
        (training.run.folder / "evaluation.json").symlink_to(FULL)
        return training

    begin = training_module.begin
    monkeypatch.setattr(training_module, "begin", begin_on_full_disk)
    config = tmp_path / "tiny.yaml"
    config.write_text(
        "scenario: duel\nn_envs: 4\nn_steps: 8\nminibatch: 16\nepochs: 1\ntotal_steps: 64\ncheckpoint_every: 32\n"
        "evaluation:\n  games: 4\n"
    )
    assert main(["train", str(config), f"--runs={tmp_path / 'runs'}", "--quiet"]) == 2
    (folder,) = (tmp_path / "runs").iterdir()
    printed = capsys.readouterr().err
    assert printed == (
        f"ctv: error: the training stopped: [Errno 28] No space left on device; "
        f"to continue: ctv train --resume {folder}\n"
    )
    (folder / "evaluation.json").unlink()
    assert main(["train", "--resume", str(folder), "--quiet"]) == 0
    assert json.loads((folder / "evaluation.json").read_text())
