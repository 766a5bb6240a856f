"""One tiny training run, shared by the tests that read its output."""

import json
import pathlib
import zipfile

import pytest

from ctv_env.agents.learned.archive import FACTS
from ctv_env.agents.training.config import Evaluation, TrainConfig, WarmStart

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
    from ctv_env.agents.training.train import begin, finish

    training = begin(tiny, tmp_path_factory.mktemp("runs"), quiet=True)
    finish(training)
    return training.run.folder


@pytest.fixture
def rewritten(tiny_run, tmp_path):
    """Makes copies of one of the tiny run's checkpoints in which entries of the archive are changed."""

    def make(change, source="model.zip", name="altered.zip") -> pathlib.Path:
        """``change`` maps the name and the bytes of an entry to its new bytes, None to leave it out."""
        target = tmp_path / name
        with zipfile.ZipFile(tiny_run / source) as old, zipfile.ZipFile(target, "w") as new:
            for entry in old.namelist():
                content = change(entry, old.read(entry))
                if content is not None:
                    new.writestr(entry, content)
        return target

    return make


@pytest.fixture
def altered(rewritten):
    """Makes copies of the tiny run's agent with another identity."""

    def make(**changes) -> pathlib.Path:
        def change(name, content):
            if name != FACTS:
                return content
            facts = json.loads(content)
            facts["identity"] |= changes
            return json.dumps(facts).encode()

        return rewritten(change)

    return make
