"""``ctv train``: arguments and errors; training itself is tested with the agents."""

import pytest

from ctv_env.agents.training import train as training
from ctv_env.cli.main import main


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "tiny.yaml"
    path.write_text(
        "{name: tiny, total_steps: 64, n_envs: 2, n_steps: 16, minibatch: 32, net: [8], env_threads: 1,"
        " evaluation: {opponents: [random], references: [], games: 2}}"
    )
    return path


def test_a_config_becomes_a_run_and_a_table(config, tmp_path, capsys):
    assert main(["train", str(config), "total_steps=32", "--runs", str(tmp_path / "runs")]) == 0
    (run,) = (tmp_path / "runs").iterdir()
    text = capsys.readouterr().out
    assert str(run) in text
    assert "trained: 32 decisions" in text
    assert (run / "evaluation.md").read_text() in text


def test_a_config_that_comes_with_the_package_is_found_by_its_name(tmp_path, capsys):
    small = ["total_steps=64", "n_envs=2", "n_steps=16", "minibatch=32", "evaluation.games=2"]
    assert main(["train", "duel", *small, "--runs", str(tmp_path / "runs"), "--quiet"]) == 0
    (run,) = (tmp_path / "runs").iterdir()
    assert run.name.startswith("duel-")


def test_record_keeps_the_games_of_the_evaluation(config, tmp_path, capsys):
    folder = tmp_path / "games"
    argv = ["train", str(config), "total_steps=32", "--runs", str(tmp_path / "runs"), "--record", str(folder)]
    assert main([*argv, "--quiet"]) == 0
    assert len(list(folder.iterdir())) == 2
    for file in folder.iterdir():
        assert main(["replay", str(file), "--verify"]) == 0
    assert capsys.readouterr().out.count("OK: ") == 2


def test_quiet_prints_nothing(config, tmp_path, capsys):
    assert main(["train", str(config), "--runs", str(tmp_path / "runs"), "--quiet"]) == 0
    streams = capsys.readouterr()
    assert streams.out == streams.err == ""


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([], "give either a config or --resume RUN"),
        (["{config}", "--resume", "{folder}"], "give either a config"),
        (["nothing.yaml"], "config nothing.yaml cannot be read"),
        (["nothing"], "no config 'nothing'; allowed are arriba, default, duel, "),
        (["{config}", "sed=1"], "unknown key 'sed'"),
        (["{config}", "opponents=[nobody]"], "no agent 'nobody'"),
        (["--resume", "{folder}"], "is not a run folder"),
    ],
)
def test_mistakes_are_reported_in_one_sentence(argv, words, config, tmp_path, capsys):
    argv = [text.format(config=config, folder=tmp_path) for text in argv]
    assert main(["train", *argv, "--runs", str(tmp_path / "runs")]) == 2
    text = capsys.readouterr().err
    assert text.startswith("ctv: error: ")
    assert words in text
    assert text.count("\n") == 1
    assert not (tmp_path / "runs").exists()


def test_a_mistake_of_ours_is_not_blamed_on_the_user(config, tmp_path, monkeypatch):
    def broken(_, record):
        raise ValueError("a bug")

    monkeypatch.setattr(training, "finish", broken)
    with pytest.raises(ValueError, match="a bug"):
        main(["train", str(config), "--runs", str(tmp_path / "runs"), "--quiet"])


def test_an_opponent_that_gives_up_ends_the_training_with_a_sentence(config, tmp_path, capsys):
    file = tmp_path / "quits.py"
    file.write_text(
        "from ctv_env.agents.base import ForfeitError\n"
        "class Quits:\n"
        "    name, observation = 'quits', None\n"
        "    def reset(self, seed): pass\n"
        "    def act(self, observation, mask, info): raise ForfeitError('it has had enough')\n"
    )
    changes = [f"opponents=['{file}:Quits']", "side=republican"]
    argv = ["train", str(config), *changes, "--runs", str(tmp_path / "runs"), "--quiet"]
    assert main(argv) == 2
    assert "it has had enough" in capsys.readouterr().err
