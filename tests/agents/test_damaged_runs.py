"""What a crash, a full disk or a stranger may leave in a run folder: `resume` goes on, or says what is wrong."""

import csv
import io
import shutil
import zipfile

import numpy as np
import pytest
import torch
import yaml

from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.policy import DivergedError, MaskedActions
from ctv_env.agents.training.train import begin, finish, resume
from ctv_env.cli.main import main
from ctv_env.core.batch import EPISODE
from ctv_env.games.ctv.spec import SPEC

NEWEST, BEFORE = "decisions-000002048.zip", "decisions-000001536.zip"


@pytest.fixture
def run(tiny_run, tmp_path):
    """A copy of the tiny run that is yet to go on."""
    copy = shutil.copytree(tiny_run, tmp_path / "run")
    config = yaml.safe_load((copy / "config.yaml").read_text())
    (copy / "config.yaml").write_text(yaml.safe_dump(config | {"total_steps": 4096}))
    return copy


def damage(file, change):
    file.write_bytes(change(file.read_bytes()))


def replace_array(file, entry, change):
    """Change one array in a checkpoint."""
    with zipfile.ZipFile(file) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    array = np.load(io.BytesIO(contents[entry]))
    with io.BytesIO() as buffer:
        np.save(buffer, change(array.copy()))
        contents[entry] = buffer.getvalue()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in contents.items():
            archive.writestr(name, content)


@pytest.mark.parametrize(
    "change",
    [
        lambda b: b"",
        lambda b: b[: len(b) // 2],
        lambda b: b[: len(b) // 2] + bytes([b[len(b) // 2] ^ 255]) + b[len(b) // 2 + 1 :],
    ],
    ids=["empty", "cut", "flipped"],
)
def test_a_damaged_newest_checkpoint_names_the_one_before(change, run):
    damage(run / "checkpoints" / NEWEST, change)
    with pytest.raises(CheckpointError, match=rf"{NEWEST}.*; to continue from the one before it: .*/{BEFORE}$"):
        resume(run, quiet=True)
    assert resume(run / "checkpoints" / BEFORE, quiet=True).model.num_timesteps == 1536


@pytest.mark.parametrize("note", ["", "x.zip\n", "../../../../etc/passwd\n", "\x1b[2J"])
def test_a_damaged_note_of_the_newest_checkpoint_is_reported(note, run):
    (run / "checkpoints" / "latest").write_text(note)
    with pytest.raises(
        CheckpointError, match=rf"is not a checkpoint beside it; to continue from the one before it: .*{NEWEST}$"
    ):
        resume(run, quiet=True)


def test_what_a_killed_run_was_writing_is_removed(run):
    parts = [run / "checkpoints" / ".decisions-000004096.part.zip", run / ".progress.csv.part"]
    for part in parts:
        part.write_bytes(b"x")
    resume(run, quiet=True)
    assert not any(part.exists() for part in parts)


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        (lambda b: b[:-20], 3),
        (lambda b: b[: b.rindex(b"\n", 0, -1) + 3], 3),
        (lambda b: b + b"\n", 4),
        (lambda b: b + b"81,,,\n", 4),
        (lambda b: b + b"," * b.splitlines()[0].count(b",") + b"\n", 4),
        (lambda b: b + b"\xff\xfe\n", 4),
        (lambda b: b"", None),
        (lambda b: b"decisions,sec", None),
    ],
)
def test_rows_of_the_progress_that_were_cut_are_dropped(change, kept, run):
    damage(run / "progress.csv", change)
    resume(run, quiet=True)
    if kept is None:
        assert not (run / "progress.csv").exists()
        return
    with (run / "progress.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["decisions"]) for row in rows] == [512, 1024, 1536, 2048][:kept]
    assert all(row["update_seconds"] and row["value_loss"] for row in rows)


def test_a_config_with_another_network_is_refused(run):
    config = yaml.safe_load((run / "config.yaml").read_text())
    (run / "config.yaml").write_text(yaml.safe_dump(config | {"net": [8]}))
    with pytest.raises(CheckpointError, match="the checkpoint has another network"):
        resume(run, quiet=True)


def fill(name, value):
    """A change of a field of all positions or episodes."""

    def change(array):
        array.view(SPEC.state if array.size % SPEC.state.itemsize == 0 else EPISODE)[name] = value
        return array

    return change


@pytest.mark.parametrize(
    ("entry", "change", "words"),
    [
        ("session/states.npy", fill("piece_hex", 30_000), "the position is not consistent"),
        ("session/states.npy", fill("to_move", 1), "the position is not consistent"),
        ("session/states.npy", lambda a: a[:-1], "keep n_envs"),
        ("session/episodes.npy", fill("policy", 77), "policy of a game is out of its range"),
        ("session/episodes.npy", fill("learner", 5), "learner of a game is out of its range"),
        ("session/episodes.npy", fill("learner", 1), "a policy plays for the learner"),
        ("session/episodes.npy", fill("total", np.nan), "total of a game is not finite"),
        ("session/episodes.npy", fill("rng", 0), "a random stream is empty"),
        ("session/numpy_position.npy", lambda a: a + 1000, "a count is out of its range"),
        ("session/decisions.npy", lambda a: a.astype(np.float64), "decisions is float64"),
        ("optimizer/0/exp_avg.npy", lambda a: a[:-1], "exp_avg of parameter 0"),
        ("optimizer/0/step.npy", lambda a: a + a.dtype.type(np.nan), "has diverged"),
        ("weights/action_net.bias.npy", lambda a: a + np.inf, "has diverged"),
    ],
)
def test_a_damaged_training_state_is_refused(entry, change, words, run):
    replace_array(run / "checkpoints" / NEWEST, entry, change)
    with pytest.raises(CheckpointError, match=words):
        resume(run, quiet=True)


def test_a_checkpoint_that_lacks_a_part_of_the_training_state_is_refused(run):
    file = run / "checkpoints" / NEWEST
    with zipfile.ZipFile(file) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in contents.items():
            if name != "session/episodes.npy":
                archive.writestr(name, content)
    with pytest.raises(CheckpointError, match="it lacks episodes"):
        resume(run, quiet=True)


@pytest.mark.parametrize("logit", [np.nan, np.inf, -np.inf, -1e8, 1e9])
def test_logits_that_are_no_use_are_reported(logit):
    distribution = MaskedActions(3)
    distribution.proba_distribution(torch.tensor([[0.0, float(logit), 1.0]]))
    distribution.apply_masking(np.array([[1, 1, 0]]))
    with pytest.raises(DivergedError, match=r"the network has diverged: its logits are .*lower learning_rate"):
        distribution.sample()


def test_a_training_that_diverges_ends_with_a_sentence(tiny, tmp_path, capsys):
    training = begin(tiny, tmp_path, quiet=True)
    with torch.no_grad():
        for parameter in training.model.policy.parameters():
            parameter.fill_(float("nan"))
    with pytest.raises(DivergedError):
        finish(training)
    config = tmp_path / "diverges.yaml"
    config.write_text(
        "total_steps: 512\nn_envs: 4\nn_steps: 32\nminibatch: 32\nlearning_rate: 1e12\nlearning_rate_end: 1e12\n"
        "net: [16]\nevaluation: {opponents: []}\n"
    )
    assert main(["train", str(config), "--runs", str(tmp_path), "--quiet"]) == 2
    assert capsys.readouterr().err.startswith("ctv: error: the network has diverged: its logits are")
