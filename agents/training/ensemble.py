"""Makes one manager of several: ``ctv lab ensemble RUN RUN ... --out FOLDER``.

It values a position by the mean of their networks.  A manager takes the highest of many values, so the errors of its
network mislead it; those of networks that were trained apart cancel out in part.
"""

import argparse
import hashlib
import pathlib
import typing
from collections.abc import Sequence

import numpy as np

from ctv_env.agents.learned.archive import CheckpointError, read, read_facts
from ctv_env.agents.learned.checkpoint import WEIGHTS, check, read_identity, save
from ctv_env.agents.learned.layers import Layers, layers_of
from ctv_env.agents.learned.manager import BASE, is_manager
from ctv_env.agents.registry import checkpoint_file
from ctv_env.agents.training.manager_runs import check_numbers, half
from ctv_env.core.spec import spec_of

_ALIKE = {
    "plans": "number of plans",
    "data": "data of the scenario",
    BASE: "constants of the policy",
    "constants_hash": "list of constants",
}
"""Entries of the facts that all members share, and what they mean."""


def ensemble(members: Sequence[str], folder: pathlib.Path, plans_played: int | None = None) -> pathlib.Path:
    """Write the checkpoint of an ensemble; return its file, ``model.zip`` in ``folder``.

    It plays the sides that all its members play, as they do.

    Args:
        members: checkpoints or run folders of managers of one scenario.
        folder: created if necessary.
        plans_played: from which it chooses, None for as many as its members.

    Raises:
        ValueError: fewer than two members, a missing one, some that do not go together, or no plans; the message says
            why.
    """
    if len(members) < 2:
        raise ValueError(f"an ensemble needs at least 2 managers, not {len(members)}")
    if plans_played is not None:
        check_numbers({"plans_played": plans_played}, ("plans_played",), ())
    files = [checkpoint_file(name, spec_of(None)) for name in members]
    every = [_facts(file) for file in files]
    for file, facts in zip(files, every, strict=True):
        _check_alike(file, facts, files[0], every[0])
    sides = _common_sides(files)
    weights = {
        f"{side}/{name}": array for side in sides for name, array in half(mean_of(_networks(files, side))).items()
    }
    command = ["ctv lab ensemble", *members]
    if plans_played is not None:
        command.append(f"--plans-played {plans_played}")
    hashes = "".join(facts["training_data"] for facts in every)
    facts = every[0] | {
        "identity": every[0]["identity"] | {"side": sides[0] if len(sides) == 1 else "random"},
        "config": {"members": [facts["config"] for facts in every]},
        "plans": plans_played or every[0]["plans"],
        "command": " ".join(command),
        "seconds": sum(facts["seconds"] for facts in every),
        "training_data": hashlib.sha256(hashes.encode()).hexdigest(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    save(folder / "model.zip", facts, **{WEIGHTS: weights})
    return folder / "model.zip"


def mean_of(networks: Sequence[Layers]) -> dict[str, np.ndarray]:
    """Return the arrays, as ``layers_of`` takes them, of one network whose value is the mean of those of ``networks``.

    Args:
        networks: equally deep, of the same inputs, with one output.
    """
    mean: dict[str, np.ndarray] = {}
    last = len(networks[0]) - 1
    for k, layers in enumerate(zip(*networks, strict=True)):
        weights, biases = zip(*layers, strict=True)
        if k == 0:
            weight = np.concatenate(weights, axis=1)
        else:
            weight = _apart(weights)
        bias = np.concatenate(biases)
        if k == last:
            weight, bias = weight.mean(axis=1, keepdims=True), bias.mean(keepdims=True)
        mean |= {f"{k}.weight": weight.T, f"{k}.bias": bias}
    return mean


def _apart(weights: Sequence[np.ndarray]) -> np.ndarray:
    """Return weights, (inputs, outputs), with which each network reads only what belongs to it."""
    joined = np.zeros(np.sum([weight.shape for weight in weights], axis=0), np.float32)
    row, column = 0, 0
    for weight in weights:
        inputs, outputs = weight.shape
        joined[row : row + inputs, column : column + outputs] = weight
        row, column = row + inputs, column + outputs
    return joined


def _facts(file: pathlib.Path) -> dict[str, typing.Any]:
    """Return the facts about a manager."""
    if not is_manager(file):
        raise CheckpointError(f"checkpoint {file} is not that of a manager")
    facts = read_facts(file)
    if missing := [name for name in ("config", "seconds", "training_data") if facts.get(name) is None]:
        raise CheckpointError(f"checkpoint {file} is damaged: it lacks {', '.join(missing)}")
    return facts


def _check_alike(
    file: pathlib.Path, facts: dict[str, typing.Any], first_file: pathlib.Path, first: dict[str, typing.Any]
) -> None:
    """Raise a CheckpointError if a manager does not go together with the first one."""
    check(file, read_identity(first_file))
    for name, meaning in _ALIKE.items():
        if facts.get(name) != first.get(name):
            raise CheckpointError(f"checkpoints {first_file} and {file} differ in the {meaning}")


def _common_sides(files: Sequence[pathlib.Path]) -> list[str]:
    """Return the sides for which all checkpoints have a network."""
    by_file = [{name.partition("/")[0] for name in read(file, WEIGHTS)} for file in files]
    sides = [side for side in spec_of(read_identity(files[0])["game"]).sides if all(side in one for one in by_file)]
    if not sides:
        raise CheckpointError(f"{', '.join(map(str, files))} have no side in common")
    return sides


def _networks(files: Sequence[pathlib.Path], side: str) -> list[Layers]:
    """Return the networks of a side."""
    every = [read(file, f"{WEIGHTS}/{side}") for file in files]
    n_inputs = every[0]["0.weight"].shape[-1] if "0.weight" in every[0] else 0
    networks = []
    for file, weights in zip(files, every, strict=True):
        try:
            networks.append(layers_of(weights, n_inputs, 1))
        except ValueError as error:
            raise CheckpointError(f"checkpoint {file} cannot be used: {error}") from error
    if len({len(network) for network in networks}) > 1:
        raise CheckpointError(f"{', '.join(map(str, files))} differ in the depth of their networks")
    return networks


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab ensemble``."""
    parser.add_argument("members", nargs="+", metavar="RUN", help="managers, by their checkpoints or run folders")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER", help="for model.zip")
    parser.add_argument("--plans-played", type=int, metavar="N", help="plans from which it chooses (as its members)")


def run(args: argparse.Namespace) -> int:
    """Make the ensemble; return the exit code."""
    file = ensemble(args.members, args.out, args.plans_played)
    print(f"the agent is in {file}")
    return 0
