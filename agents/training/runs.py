"""The folder of a training run, and what is written there to know later what it was.

::

    runs/NAME-TIME/
      config.yaml          the config with all keys
      versions.json        packages, commit, hashes of data, actions and observations
      progress.csv         a row per update
      tensorboard/         the same and more
      checkpoints/         decisions-NNNNNNNNN.zip, and the name of the newest in ``latest``
      model.zip            the finished agent
      evaluation.json .md  what it is worth
      learning_curve.png
"""

import datetime
import importlib.metadata
import json
import pathlib
import platform
import subprocess

import yaml

from agents.learned.checkpoint import CheckpointError, identity_of
from agents.training.config import TrainConfig, as_dict, read_config, resolved
from ctv_env.games import spec_of

PACKAGES = ("ctv_env", "gymnasium", "numba", "numpy", "sb3-contrib", "stable-baselines3", "torch")


class Run:
    """A run folder."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.config_file = folder / "config.yaml"
        self.progress_file = folder / "progress.csv"
        self.model_file = folder / "model.zip"
        self.checkpoints = folder / "checkpoints"

    @classmethod
    def new(cls, config: TrainConfig, parent: pathlib.Path) -> "Run":
        """Make the folder of a new run of a resolved config, with its config and versions."""
        stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
        folder = parent / f"{config.name}-{stamp}"
        for n in range(2, 100):
            if not folder.exists():
                break
            folder = parent / f"{config.name}-{stamp}-{n}"
        run = cls(folder)
        run.checkpoints.mkdir(parents=True)
        run.config_file.write_text(yaml.safe_dump(as_dict(config), sort_keys=False))
        (folder / "versions.json").write_text(json.dumps(versions(config), indent=2) + "\n")
        return run

    @classmethod
    def existing(cls, folder: pathlib.Path) -> "Run":
        """The run in a folder.

        Raises:
            CheckpointError: it is not one.
        """
        run = cls(folder)
        if not run.config_file.is_file():
            raise CheckpointError(f"{folder} is no run folder: it has no config.yaml")
        return run

    def config(self) -> TrainConfig:
        """The config of the run, resolved."""
        return resolved(read_config(self.config_file))

    def checkpoint(self, steps: int) -> pathlib.Path:
        """File of the checkpoint after ``steps`` decisions."""
        return self.checkpoints / f"decisions-{steps:09d}.zip"

    def mark_latest(self, checkpoint: pathlib.Path) -> None:
        """Note that this checkpoint is the newest."""
        part = self.checkpoints / ".latest.part"
        part.write_text(checkpoint.name + "\n")
        part.replace(self.checkpoints / "latest")

    def latest(self) -> pathlib.Path:
        """The newest checkpoint.

        Raises:
            CheckpointError: there is none yet.
        """
        note = self.checkpoints / "latest"
        if not note.is_file():
            raise CheckpointError(f"{self.folder} has no checkpoint to resume from")
        return self.checkpoints / note.read_text().strip()


def identity(config: TrainConfig) -> dict[str, str]:
    """What a checkpoint of a resolved config must agree with."""
    return identity_of(config.game, config.scenario, str(config.observation), str(config.side), config.options)


def versions(config: TrainConfig) -> dict:
    """Packages, commit, machine, and the hashes of all that the agent depends on."""
    spec = spec_of(config.game)
    tables = spec.load(config.scenario, **config.options)
    return {
        "packages": {name: _version(name) for name in PACKAGES},
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "commit": _commit(),
        "data": tables.data_hash,
        **identity(config),
    }


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:  # runs from a source folder that was not installed
        return None


def _commit() -> str | None:
    """Commit of the source folder, None if it is none or git is missing; ``+`` behind it for local changes."""
    here = pathlib.Path(__file__).parent
    try:
        head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=here, capture_output=True, text=True, check=True)
        status = subprocess.run(["git", "status", "--porcelain"], cwd=here, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return head.stdout.strip() + ("+" if status.stdout.strip() else "")
