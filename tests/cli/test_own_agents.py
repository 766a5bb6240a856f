"""An agent of one's own by the same name in every command, and the same sentence where it is none."""

import contextlib
import json

import gymnasium
import pytest
import yaml
from support.own_agents import BOLD, PLAYER, write

from ctv_env.agents.balance import measure
from ctv_env.agents.evaluation import fingerprint
from ctv_env.agents.learned.checkpoint import read_session
from ctv_env.cli.main import main
from ctv_env.envs.sb3 import SB3VecEnv

TRAIN = """
{name: own, scenario: duel, side: nationalist, opponents: [own.py:Own], total_steps: 64, n_envs: 2, n_steps: 16,
 minibatch: 32, net: [8], env_threads: 1, checkpoint_every: 32, learning_rate_end: 3e-4,
 evaluation: {opponents: [random], references: [], games: 2}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder where a user is, with his agents and a config."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "own.py")
    write(tmp_path / "train.yaml", TRAIN)
    return tmp_path


def cells(text: str) -> list[list[str]]:
    """The rows of the tables in a text."""
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]


@pytest.mark.parametrize("kind", ["Own", "Many"])
def test_evaluate_in_one_process_or_several(kind, capsys):
    argv = ["evaluate", f"own.py:{kind}", "random", "--scenario", "duel", "--games", "8"]
    tables = []
    for threads in ("1", "2"):
        assert main([*argv, "--threads", threads]) == 0
        tables.append(cells(capsys.readouterr().out))
    assert tables[0] == tables[1]
    assert tables[0][2][:4] == [f"own.py:{kind}", "both", "random", "8"]


def test_a_match_of_two_classes_of_one_name_tells_them_apart(folder, capsys):
    write(folder / "ben" / "own.py")
    assert main(["ladder", "own.py:Own", "ben/own.py:Own", "--scenario", "duel", "--games", "4", "--threads", "1"]) == 0
    assert {row[0] for row in cells(capsys.readouterr().out)} >= {"own.py:Own", "ben/own.py:Own"}


def test_a_ladder_plays_anew_what_an_edit_has_made_stale(folder, capsys):
    def played() -> int:
        fingerprint.code_hash.cache_clear()
        fingerprint._read.cache_clear()
        assert main(["ladder", "own.py:Own", "random", "--scenario", "duel", "--games", "4", "--threads", "1"]) == 0
        return int(capsys.readouterr().out.splitlines()[-1].split(" games were missing")[0])

    assert played() == 4
    assert played() == 0
    write(folder / "own.py", PLAYER.replace("legal_actions())", "legal_actions()[-2:])"))
    assert played() == 4


def test_play(capsys):
    argv = ["play", "--scenario", "duel", "--nationalist", "own.py:Own", "--republican", BOLD, "--seed", "7"]
    assert main(argv) == 0
    assert capsys.readouterr().out.startswith("duel, seed 7: nationalist own, republican bold\n")


def test_balance(monkeypatch, capsys):
    few = measure.variants_of
    monkeypatch.setattr(measure, "variants_of", lambda setting: few(setting)[3:5])
    assert main(["balance", "own.py:Many", "--games", "1", "--variant-games", "1", "--threads", "1"]) == 0
    assert ["own.py:Many", "1"] in [row[:2] for row in cells(capsys.readouterr().out)]


def train(runs: str, *changes: str) -> int:
    """Train quietly; the run folder goes into ``runs``."""
    return main(["train", "train.yaml", *changes, "--runs", runs, "--quiet"])


def test_train_against_it_evaluate_by_it_and_resume(folder):
    opponents = ["opponents=[own.py:Many, random, self]", "evaluation.opponents=[own.py:Own]"]
    assert train("runs", *opponents, "side=random") == 0
    (run,) = (folder / "runs").iterdir()
    config = yaml.safe_load((run / "config.yaml").read_text())
    assert config["opponents"] == ["own.py:Many", "random", "self"]
    assert {result["opponent"] for result in json.loads((run / "evaluation.json").read_text())} == {"own.py:Own"}
    assert main(["train", "--resume", str(run), "--quiet"]) == 0


def test_a_resumed_run_plays_on_against_the_same_opponents(folder):
    """The agent, which remembers nothing, goes on as if the run had not been stopped."""
    write(folder / "last.py", PLAYER.replace("self._random.choice", "max"))
    ends = []
    for stopped, runs in ((False, "whole"), (True, "stopped")):
        assert train(runs, "opponents=[last.py:Own]", f"total_steps={32 if stopped else 64}") == 0
        (run,) = (folder / runs).iterdir()
        if stopped:
            config = yaml.safe_load((run / "config.yaml").read_text())
            (run / "config.yaml").write_text(yaml.safe_dump(config | {"total_steps": 64}))
            assert main(["train", "--resume", str(run), "--quiet"]) == 0
        ends.append(read_session(run / "checkpoints" / "decisions-000000064.zip")["states"].tobytes())
    assert ends[0] == ends[1]


def test_a_warm_start_is_taught_by_the_teacher_and_the_run_goes_on_against_it(folder):
    warm = "warm_start={teacher: random, decisions: 32, rounds: 1, epochs: 1}"
    assert train("runs", warm) == 0
    assert len(list((folder / "runs").glob("*/model.zip"))) == 1


# -- mistakes ------------------------------------------------------------------------------------------------------

WRONG = "own.py:Owm"
SENTENCE = "no agent 'own.py:Owm': own.py has no class 'Owm'; allowed are Own, Many (did you mean 'Own'?)"


@pytest.mark.parametrize(
    "argv",
    [
        ["evaluate", WRONG, "random"],
        ["evaluate", "random", WRONG],
        ["ladder", WRONG, "random"],
        ["play", "--republican", WRONG],
        ["serve", "--opponent", WRONG],
        ["serve", "--opponent", "random", "--opponent", WRONG],
        ["balance", WRONG],
        ["train", "train.yaml", f"opponents=[{WRONG}]"],
        ["train", "train.yaml", f"evaluation.opponents=[{WRONG}]"],
        ["train", "train.yaml", f"evaluation.references=[{WRONG}]"],
    ],
)
def test_every_command_says_the_same_of_a_class_that_is_none(argv, folder, capsys, monkeypatch):
    monkeypatch.setattr("uvicorn.Server.run", lambda server, sockets: None)  # rather than to serve for ever
    monkeypatch.setattr("ctv_env.serve.warm_up.warm_up", lambda offer: None)
    assert main(argv) == 2
    assert capsys.readouterr().err == f"ctv: error: {SENTENCE}\n"
    assert not (folder / "runs").exists()


def test_every_environment_says_the_same_of_a_class_that_is_none():
    for make in (
        lambda: gymnasium.make("ctv_env/Duel1937-v0", opponent=WRONG),
        lambda: gymnasium.make_vec("ctv_env/Duel1937-v0", 2, "vector_entry_point", opponent=WRONG),
        lambda: SB3VecEnv(2, WRONG, scenario="duel"),
    ):
        with pytest.raises(ValueError, match="no agent") as caught:
            make()
        assert str(caught.value) == SENTENCE


def test_the_help_of_every_command_that_takes_agents_tells_the_spellings(capsys):
    for command in ("evaluate", "ladder", "play", "serve", "balance"):
        with contextlib.suppress(SystemExit):
            main([command, "--help"])
        assert "module:Class or path/file.py:Class" in capsys.readouterr().out
