"""The folder of a training run, with everything needed to identify it later.

::

    runs/NAME-TIME/
      config.yaml          the config with all keys
      versions.json        packages, commit, hashes of data, actions and observations
      progress.csv         a row per update
      tensorboard/         the same and more
      checkpoints/         decisions-NNNNNNNNN.zip, and the name of the newest in ``latest``
      model.zip            the finished agent
      start.zip            the agent before PPO, after a warm start or from ``init_from``, to compare with
      evaluation.json .md  its evaluation
      learning_curve.png
"""

import contextlib
import datetime
import importlib.metadata
import itertools
import json
import pathlib
import platform
import subprocess
import typing

import yaml

from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.checkpoint import identity_of
from ctv_env.agents.training.config import TrainConfig, as_dict, read_config, resolved
from ctv_env.core.quote import quoted
from ctv_env.core.spec import spec_of

PACKAGES = ("ctv_env", "gymnasium", "numba", "numpy", "sb3-contrib", "stable-baselines3", "torch")


class Run:
    """A run folder."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.config_file = folder / "config.yaml"
        self.progress_file = folder / "progress.csv"
        self.model_file = folder / "model.zip"
        self.start_file = folder / "start.zip"
        self.checkpoints = folder / "checkpoints"

    @classmethod
    def new(cls, config: TrainConfig, parent: pathlib.Path) -> "Run":
        """Create the folder of a new run from a resolved config, and write its config and versions."""
        stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
        parent.mkdir(parents=True, exist_ok=True)
        folder = parent / f"{config.name}-{stamp}"
        for n in itertools.count(2):
            with contextlib.suppress(FileExistsError):  # of a run that was started in the same second
                folder.mkdir()
                break
            folder = parent / f"{config.name}-{stamp}-{n}"
        run = cls(folder)
        run.checkpoints.mkdir()
        run.config_file.write_text(yaml.safe_dump(as_dict(config), sort_keys=False), encoding="utf-8")
        (folder / "versions.json").write_text(json.dumps(versions(config), indent=2) + "\n", encoding="utf-8")
        return run

    @classmethod
    def existing(cls, folder: pathlib.Path) -> "Run":
        """Return the run in a folder.

        Raises:
            CheckpointError: it is not one.
        """
        run = cls(folder)
        if not run.config_file.is_file():
            raise CheckpointError(f"{folder} is not a run folder: it has no config.yaml")
        return run

    def config(self) -> TrainConfig:
        """The resolved config of the run."""
        return resolved(read_config(self.config_file))

    def checkpoint(self, steps: int) -> pathlib.Path:
        """Return the file of the checkpoint after ``steps`` decisions."""
        return self.checkpoints / f"decisions-{steps:09d}.zip"

    def mark_latest(self, checkpoint: pathlib.Path) -> None:
        """Record this checkpoint as the newest."""
        part = self.checkpoints / ".latest.part"
        part.write_text(checkpoint.name + "\n", encoding="utf-8")
        part.replace(self.checkpoints / "latest")

    def latest(self) -> pathlib.Path:
        """Return the newest checkpoint.

        Raises:
            CheckpointError: there is none yet, or the note of its name is damaged.
        """
        note = self.checkpoints / "latest"
        if not note.is_file():
            raise CheckpointError(f"{self.folder} has no checkpoint to resume from")
        name = note.read_text(errors="replace", encoding="utf-8").strip()
        if name not in self._checkpoints():
            raise CheckpointError(f"{note} says {quoted(name)}, which is not a checkpoint beside it{self.offer()}")
        return self.checkpoints / name

    def _checkpoints(self) -> list[str]:
        """Return the names of the checkpoints, the newest last."""
        return sorted(file.name for file in self.checkpoints.glob("decisions-*.zip"))

    def offer(self, damaged: pathlib.Path | None = None) -> str:
        """Return the end of an error about a damaged checkpoint: how to continue from the one before, if any."""
        names = [name for name in self._checkpoints() if damaged is None or name < damaged.name]
        if not names:
            return ""
        return f"; to continue from the one before it: ctv train --resume {self.checkpoints / names[-1]}"

    def remove_parts(self) -> None:
        """Remove half-written files of a run that was killed."""
        for part in (*self.folder.glob(".*.part*"), *self.checkpoints.glob(".*.part*")):
            part.unlink()


def facts_of(config: TrainConfig) -> dict[str, typing.Any]:
    """Return what a checkpoint of a resolved config says about itself."""
    return {"identity": identity(config), "config": as_dict(config), "versions": _package_versions()}


def identity(config: TrainConfig) -> dict[str, str]:
    """Return what a checkpoint of a resolved config must agree with."""
    return identity_of(config.game, config.scenario, str(config.observation), str(config.side), config.options)


def versions(config: TrainConfig) -> dict:
    """Return packages, commit, machine, and the hashes of everything the agent depends on."""
    spec = spec_of(config.game)
    tables = spec.load(config.scenario, **config.options)
    return {
        "packages": _package_versions(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "commit": _commit(),
        "data": tables.data_hash,
        **identity(config),
    }


def _package_versions() -> dict[str, str | None]:
    return {name: _version(name) for name in PACKAGES}


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:  # run from a source folder that is not installed
        return None


def _commit() -> str | None:
    """Return the commit of the sources, with ``+`` for local changes; None without a repository or git.

    An installed package may be inside an unrelated repository, whose commits do not describe it.
    """
    here = pathlib.Path(__file__)
    try:
        _git(here.parent, "ls-files", "--error-unmatch", here.name)
        head, changes = _git(here.parent, "rev-parse", "HEAD"), _git(here.parent, "status", "--porcelain")
    except (OSError, subprocess.CalledProcessError):
        return None
    return head + ("+" if changes else "")


def _git(folder: pathlib.Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=folder, capture_output=True, check=True, encoding="utf-8", errors="replace"
    ).stdout.strip()
