"""One tiny training run, shared by the tests that read what it left behind."""

import json
import pathlib
import zipfile

import pytest

from agents.training.config import Evaluation, TrainConfig, WarmStart

TINY = TrainConfig(
    name="tiny",
    total_steps=2048,
    n_envs=4,
    n_steps=128,
    minibatch=128,
    env_threads=1,
    net=[16],
    checkpoint_every=512,
    warm_start=WarmStart(decisions=512, epochs=1),
    evaluation=Evaluation(opponents=["random", "staff"], references=["random"], games=4),
)


@pytest.fixture(scope="session")
def tiny() -> TrainConfig:
    """A config of four games and four updates."""
    return TINY


@pytest.fixture(scope="session")
def tiny_run(tiny, tmp_path_factory) -> pathlib.Path:
    """Folder of a finished run of ``tiny``; read only."""
    from agents.training.train import begin, finish

    training = begin(tiny, tmp_path_factory.mktemp("runs"), quiet=True)
    finish(training)
    return training.run.folder


@pytest.fixture
def altered(tiny_run, tmp_path):
    """Makes copies of the tiny run's agent with another identity."""

    def make(**changes) -> pathlib.Path:
        target = tmp_path / "altered.zip"
        with zipfile.ZipFile(tiny_run / "model.zip") as old, zipfile.ZipFile(target, "w") as new:
            for name in old.namelist():
                content = old.read(name)
                if name == "data":
                    data = json.loads(content)
                    data["identity"] |= changes
                    content = json.dumps(data).encode()
                new.writestr(name, content)
        return target

    return make
