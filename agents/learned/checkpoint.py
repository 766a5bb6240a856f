"""Checkpoints: a Stable-Baselines3 zip that says what it was trained on, and, to resume, where training stood.

A network is worth nothing with another layout of actions or observations, other rules or another scenario; such a
checkpoint is refused in words instead of playing nonsense.
"""

import io
import json
import pathlib
import typing
import zipfile
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from ctv_env.core.observation import layout_hash
from ctv_env.envs.batch import pick
from ctv_env.games import spec_of

if typing.TYPE_CHECKING:
    from sb3_contrib import MaskablePPO

_RESUME = "resume.npz"
_MEANINGS = {
    "game": "game",
    "rules": "rules version",
    "scenario": "scenario",
    "actions": "action layout",
    "observation": "kind of observation",
    "observations": "observation layout",
}
# Attributes of a model that belong to one session of training.
_SESSION = ("_last_obs", "_last_episode_starts", "_last_original_obs", "ep_info_buffer", "ep_success_buffer")


class CheckpointError(ValueError):
    """A file is no checkpoint, or one of another game, rules, scenario or layout; the message says which."""


def identity_of(
    game: str | None, scenario: str | None, observation: str, side: str, options: Mapping = MappingProxyType({})
) -> dict[str, str]:
    """What a checkpoint must agree with to be used here; ``side`` is told, not compared.

    Args:
        game: which game, as ``spec_of`` takes it.
        scenario: name of the scenario, None for the game's first.
        observation: kind of observation.
        side: that it has learned to play.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: no such game, scenario, option or observation.
    """
    spec = spec_of(game)
    tables = spec.load(scenario, **options)
    pick("observation", observation, tables.observations)
    return {
        "game": spec.name,
        "rules": spec.version,
        "scenario": tables.scenario,
        "actions": tables.actions.hash,
        "observation": observation,
        "observations": layout_hash(*tables.observations[observation]),
        "side": side,
    }


def save(
    model: "MaskablePPO", file: pathlib.Path, identity: dict, session: dict[str, np.ndarray] | None = None
) -> None:
    """Write ``model`` with its identity; with ``session`` arrays training can go on exactly from there.

    The file appears under its name only when it is complete.
    """
    vars(model)["identity"] = identity  # Stable-Baselines3 saves all attributes
    part = file.with_name(f".{file.stem}.part.zip")
    model.save(part, exclude=_SESSION)
    if session is not None:
        buffer = io.BytesIO()
        np.savez(buffer, **typing.cast(dict[str, typing.Any], session))
        with zipfile.ZipFile(part, "a") as archive:
            archive.writestr(_RESUME, buffer.getvalue())
    part.replace(file)


def read_identity(file: str | pathlib.Path) -> dict[str, str]:
    """The identity in a checkpoint, read without the learning library.

    Raises:
        CheckpointError: no such file, or no checkpoint.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            return json.loads(archive.read("data"))["identity"]
    except FileNotFoundError:
        raise CheckpointError(f"there is no checkpoint {file}") from None
    except (OSError, zipfile.BadZipFile, KeyError, ValueError) as error:
        raise CheckpointError(f"{file} is no checkpoint of this project; `ctv train` writes them") from error


def read_session(file: str | pathlib.Path) -> dict[str, np.ndarray]:
    """The arrays with which training goes on.

    Raises:
        CheckpointError: no such file, no checkpoint, or one without them.
    """
    read_identity(file)
    with zipfile.ZipFile(file) as archive:
        if _RESUME not in archive.namelist():
            raise CheckpointError(f"{file} holds a finished agent, not a checkpoint to resume from")
        with np.load(io.BytesIO(archive.read(_RESUME))) as arrays:
            return dict(arrays)


def check(file: str | pathlib.Path, expected: dict[str, str]) -> dict[str, str]:
    """The identity in a checkpoint, after comparing it.

    Args:
        file: the checkpoint.
        expected: the identity wanted here (``identity_of``).

    Raises:
        CheckpointError: no checkpoint, or it differs; the message names each difference.
    """
    found = read_identity(file)
    differences = [
        f"its {meaning} is {found.get(name)}, here it is {expected[name]}"
        for name, meaning in _MEANINGS.items()
        if found.get(name) != expected[name]
    ]
    if differences:
        raise CheckpointError(f"checkpoint {file} does not fit: {'; '.join(differences)}")
    return found
