"""Checkpoints: the weights of a network, what it was trained for and, for resuming, the training state.

A network is useless with another layout of actions or observations, other rules or another scenario; such a checkpoint
is refused with a message.  Nothing in a checkpoint is ever unpickled (``archive.py``).
"""

import pathlib
import typing
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from ctv_env.agents.learned.archive import CheckpointError, read, read_facts, write
from ctv_env.core.observation import layout_hash
from ctv_env.core.quote import quoted
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import Tables
from ctv_env.envs.batch import pick

WEIGHTS, OPTIMIZER, SESSION = "weights", "optimizer", "session"
"""Folders of arrays in the file: the network, the state of its optimizer, the rest of the training state."""

_MEANINGS = {
    "game": "game",
    "rules": "rules version",
    "scenario": "scenario",
    "actions": "action layout",
    "observation": "kind of observation",
    "observations": "observation layout",
}


def identity_of(
    game: str | None, scenario: str | None, observation: str, side: str, options: Mapping = MappingProxyType({})
) -> dict[str, str]:
    """Return what a checkpoint must agree with to be used here; ``side`` is recorded but not compared.

    Args:
        game: as ``spec_of`` takes it.
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


def save(file: pathlib.Path, facts: Mapping[str, typing.Any], **folders: Mapping[str, np.ndarray]) -> None:
    """Write a checkpoint; the file gets its name only when it is complete.

    Args:
        file: the checkpoint.
        facts: JSON-serialisable data: ``identity`` (``identity_of``), and anything worth knowing about the training.
        folders: arrays by name: ``weights`` and, to resume from it, ``optimizer`` and ``session``.
    """
    arrays = {f"{folder}/{name}": array for folder, inside in folders.items() for name, array in inside.items()}
    write(file, facts, arrays)


def read_identity(file: str | pathlib.Path) -> dict[str, str]:
    """Return the identity in a checkpoint, read without the learning library.

    Raises:
        CheckpointError: no such file, or it is not a checkpoint.
    """
    identity = read_facts(file)["identity"]
    missing = [name for name in (*_MEANINGS, "side") if name not in identity]
    if missing:
        raise CheckpointError(f"checkpoint {file} is damaged: its identity lacks {', '.join(missing)}")
    return identity


def observation_of(file: str | pathlib.Path, tables: Tables) -> str:
    """Return the kind of observation on which the agent in a checkpoint decides.

    Raises:
        CheckpointError: not a checkpoint, or ``tables`` have no such kind.
    """
    kind = read_identity(file)["observation"]
    if kind not in tables.observations:
        kinds = ", ".join(tables.observations)
        raise CheckpointError(f"checkpoint {file} observes {quoted(kind)}, here there are {kinds}")
    return kind


def read_session(file: str | pathlib.Path) -> dict[str, np.ndarray]:
    """Return the arrays for resuming training, apart from the network and its optimizer.

    Raises:
        CheckpointError: no such file, not a checkpoint, or one without them.
    """
    session = read(file, SESSION)
    if not session:
        raise CheckpointError(f"{file} holds a finished agent, not a checkpoint to resume from")
    return session


def check(file: str | pathlib.Path, expected: dict[str, str]) -> dict[str, str]:
    """Compare the identity in a checkpoint, and return it.

    Args:
        file: the checkpoint.
        expected: the identity wanted here (``identity_of``).

    Raises:
        CheckpointError: not a checkpoint, or it differs; the message names each difference.
    """
    found = read_identity(file)
    if differ := differences(found, expected):
        raise CheckpointError(f"checkpoint {file} does not fit: {'; '.join(differ)}")
    return found


def differences(found: Mapping[str, str], expected: Mapping[str, str]) -> list[str]:
    """Return in words each entry in which the identity ``found`` differs from the ``expected`` one."""
    return [
        f"its {meaning} is {_shown(found.get(name))}, here it is {expected[name]}"
        for name, meaning in _MEANINGS.items()
        if found.get(name) != expected[name]
    ]


def _shown(text: str | None) -> str:
    """A text from a file: as it is if it is a plain word, else quoted and cut."""
    return text if text is not None and len(text) <= 32 and text.isprintable() else quoted(text)
