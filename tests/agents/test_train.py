"""A tiny training run writes all of its files, and a resumed run continues as if it had not been stopped."""

import csv
import dataclasses
import json
import shutil
import signal

import pytest
import torch
import yaml

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.archive import read as read_arrays
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.agents.scripted.uniform import UniformAgent
from ctv_env.agents.training.config import Evaluation, TrainConfig, resolved
from ctv_env.agents.training.progress import Progress, columns
from ctv_env.agents.training.settings import read
from ctv_env.agents.training.train import begin, finish, make_model, resume
from ctv_env.games.ctv.spec import SPEC

COLUMNS = columns(SPEC.score, ["nationalist_v_staff"])
NO_GAMES = Evaluation(opponents=[])


def _weights(file) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(array) for name, array in read_arrays(file, "weights").items()}


def _rows(run) -> list[dict]:
    with (run / "progress.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_a_run_writes_every_file(tiny_run):
    names = {path.name for path in tiny_run.iterdir()}
    assert names == {
        "config.yaml",
        "versions.json",
        "progress.csv",
        "tensorboard",
        "checkpoints",
        "model.zip",
        "start.zip",
        "evaluation.json",
        "evaluation.md",
        "learning_curve.png",
    }
    assert list((tiny_run / "tensorboard").glob("events.*"))
    assert (tiny_run / "learning_curve.png").read_bytes().startswith(b"\x89PNG")


def test_the_resolved_config_is_the_one_that_ran(tiny, tiny_run):
    assert read(TrainConfig, yaml.safe_load((tiny_run / "config.yaml").read_text())) == resolved(tiny)


def test_versions_and_hashes_are_noted(tiny_run):
    noted = json.loads((tiny_run / "versions.json").read_text())
    assert torch.__version__.startswith(noted["packages"]["torch"])  # a build may add its name, as +cpu
    assert noted["actions"] == SPEC.load("campaign").actions.hash
    assert noted["data"] == SPEC.load("campaign").data_hash


def test_progress_has_a_row_per_update(tiny_run):
    rows = _rows(tiny_run)
    assert list(rows[0]) == list(COLUMNS)
    assert [int(row["decisions"]) for row in rows] == [512, 1024, 1536, 2048]
    assert all(float(row["approx_kl"]) >= 0 and float(row["update_seconds"]) > 0 for row in rows)


def test_checkpoints_come_when_they_are_due(tiny_run):
    folder = tiny_run / "checkpoints"
    names = [f"decisions-{n:09d}.zip" for n in (512, 1024, 1536, 2048)]
    assert sorted(path.name for path in folder.glob("*.zip")) == names
    assert (folder / "latest").read_text().strip() == names[-1]


def test_the_evaluation_adds_up(tiny_run):
    results = json.loads((tiny_run / "evaluation.json").read_text())
    assert [(r["opponent"], r["agent"] == "random") for r in results] == [
        ("random", False),
        ("random", True),
        ("staff", False),
        ("staff", True),
    ]
    for r in results:
        assert r["games"] == 4
        assert r["win_rate"] == r["wins"] / 4
        assert r["win_rate_low"] <= r["win_rate"] <= r["win_rate_high"]
        assert r["mean_margin"] == pytest.approx(r["mean_vp"] - 6)
    table, verdicts = (tiny_run / "evaluation.md").read_text().split("\n\n")
    assert len(table.splitlines()) == 2 + len(results)
    assert len({len(line) for line in table.splitlines()}) == 1
    assert [f"against {name} is" in line for name, line in zip(["random", "staff"], verdicts.splitlines(), strict=True)]


def test_a_run_that_was_interrupted_ends_exactly_as_one_that_was_not(tiny, tiny_run, tmp_path, monkeypatch):
    training = begin(dataclasses.replace(tiny, checkpoint_every=10**6), tmp_path, quiet=True)
    rollout_ends = Progress._on_rollout_end

    def press_ctrl_c(progress):
        rollout_ends(progress)
        if progress.num_timesteps == 1024:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Progress, "_on_rollout_end", press_ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        finish(training)
    monkeypatch.undo()
    folder = training.run.folder
    assert not (folder / "model.zip").exists()
    training = resume(folder, quiet=True)
    assert training.model.num_timesteps == 1024
    finish(training)
    for name, weights in _weights(tiny_run / "model.zip").items():
        assert torch.equal(weights, _weights(folder / "model.zip")[name]), name
    timeless = [name for name in COLUMNS if "second" not in name]
    assert [[row[name] for name in timeless] for row in _rows(folder)] == [
        [row[name] for name in timeless] for row in _rows(tiny_run)
    ]


def test_a_run_goes_on_from_the_checkpoint_that_is_called_the_latest(tiny_run, tmp_path):
    copy = shutil.copytree(tiny_run, tmp_path / "copy")
    (copy / "checkpoints" / "latest").write_text("decisions-000001536.zip\n")
    training = resume(copy, quiet=True)
    assert training.model.num_timesteps == 1536
    assert [int(row["decisions"]) for row in _rows(copy)] == [512, 1024, 1536]


def test_a_finished_run_that_is_resumed_is_only_evaluated_anew(tiny_run, tmp_path):
    copy = shutil.copytree(tiny_run, tmp_path / "copy")
    for name in ("model.zip", "evaluation.json"):
        (copy / name).unlink()
    finish(resume(copy, quiet=True))
    assert all(
        torch.equal(w, _weights(copy / "model.zip")[name]) for name, w in _weights(tiny_run / "model.zip").items()
    )
    assert len(_rows(copy)) == len(_rows(tiny_run))
    assert (copy / "evaluation.json").is_file()


def test_the_same_seed_gives_the_same_agent_and_another_seed_another(tiny, tiny_run, tmp_path):
    agents = []
    for seed in (tiny.seed, tiny.seed + 1):
        training = begin(dataclasses.replace(tiny, seed=seed, evaluation=NO_GAMES), tmp_path, quiet=True)
        finish(training)
        agents.append(_weights(training.run.model_file))
    first = _weights(tiny_run / "model.zip")
    assert all(torch.equal(weights, agents[0][name]) for name, weights in first.items())
    assert not all(torch.equal(weights, agents[1][name]) for name, weights in first.items())


def test_opponents_are_dealt_out_among_the_games(tiny):
    games = make_model(dataclasses.replace(tiny, opponents=["staff", "random"])).env.games
    games.reset()
    assert [SPEC.policies[code] for code in games.episodes["policy"][:, 1]] == ["staff", "random", "staff", "random"]


def test_time_up_ends_a_run_between_two_updates(tiny, tmp_path):
    training = begin(dataclasses.replace(tiny, minutes=0.0, warm_start=None, evaluation=NO_GAMES), tmp_path, quiet=True)
    finish(training)
    assert training.model.num_timesteps == tiny.n_envs
    assert training.run.model_file.is_file()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"opponents": ["stafff"]}, "no agent 'stafff'.*did you mean 'staff'"),
        ({"side": "red"}, "side cannot be 'red'"),
        ({"reward": "gold"}, "reward cannot be 'gold'"),
        ({"scenario": "kursk"}, "no scenario 'kursk'"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"options": {"edition": "fr"}}, "edition cannot be 'fr'"),
    ],
)
def test_unknown_names_are_refused_before_anything_is_written(tiny, tmp_path, changes, message):
    with pytest.raises(ValueError, match=message):
        begin(dataclasses.replace(tiny, **changes), tmp_path, quiet=True)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_no_run_cannot_be_resumed(tmp_path):
    with pytest.raises(CheckpointError, match=r"is not a run folder: it has no config\.yaml"):
        resume(tmp_path)


def test_a_run_without_a_checkpoint_cannot_be_resumed(tiny, tmp_path):
    training = begin(tiny, tmp_path, quiet=True)
    with pytest.raises(CheckpointError, match="has no checkpoint to resume from"):
        resume(training.run.folder)


def test_a_checkpoint_of_another_number_of_games_cannot_be_resumed(tiny_run, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(tiny_run, copy)
    config = yaml.safe_load((copy / "config.yaml").read_text())
    (copy / "config.yaml").write_text(yaml.safe_dump(config | {"n_envs": 8}))
    with pytest.raises(CheckpointError, match="holds 4 games, the config 8"):
        resume(copy)


def test_an_agent_can_learn_from_the_planes(tiny, tmp_path):
    config = dataclasses.replace(tiny, observation="planes", n_envs=2, n_steps=8, minibatch=16, total_steps=32)
    config = dataclasses.replace(
        config, warm_start=dataclasses.replace(tiny.warm_start, decisions=16), checkpoint_every=16
    )
    training = begin(dataclasses.replace(config, evaluation=NO_GAMES), tmp_path, quiet=True)
    finish(training)
    agent = PPOAgent(training.run.model_file, "ctv", "campaign")
    assert agent.observation == "planes"
    game = new_game("ctv", seed=1)
    play(game, {"nationalist": agent, "republican": UniformAgent()}, seed=1)
    assert game.winner in game.spec.sides
