"""What the commands that train value networks share: rounds, the checkpoint after each, and the arguments."""

import argparse
import dataclasses
import pathlib
import time
import typing
from collections.abc import Callable, Mapping

import numpy as np
import torch

from ctv_env.agents.learned.checkpoint import WEIGHTS, save
from ctv_env.agents.learned.manager import BASE, KIND
from ctv_env.agents.training.place import Place
from ctv_env.agents.training.settings import add_options, command_line, options_in
from ctv_env.agents.training.value_fit import weights_of
from ctv_env.core.spec import GameSpec, spec_of
from ctv_env.core.terms import Tables

Say = Callable[[str], None]


class Trainer(typing.Protocol):
    """An agent in training.

    Attributes:
        rounds: numbers of its rounds.
    """

    rounds: range

    def round(self) -> str:
        """Play and learn; return a line about it."""

    def save(self, file: pathlib.Path, seconds: float) -> None:
        """Write the checkpoint of the agent; ``seconds`` says how long it has trained."""


def train_rounds(
    begin: Callable[[typing.Any], Trainer], config: typing.Any, folder: pathlib.Path, say: Say
) -> pathlib.Path:
    """Train an agent; return its checkpoint, ``model.zip`` in ``folder``, which is written after each round.

    Args:
        begin: returns the trainer for a config; nothing has been written if it raises an error.
        config: what to train.
        folder: created if necessary.
        say: called with a line after each round.
    """
    torch.set_num_threads(1)
    begun = time.perf_counter()
    trainer = begin(config)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "model.zip"
    for k in trainer.rounds:
        said = trainer.round()
        seconds = time.perf_counter() - begun
        trainer.save(file, seconds)
        say(f"round {k}, {seconds:,.0f} s: {said}")
    return file


def check_numbers(config: Mapping[str, typing.Any], positive: tuple[str, ...], not_negative: tuple[str, ...]) -> None:
    """Raise a ValueError if one of these entries is too small."""
    for name in positive:
        if config[name] < 1:
            raise ValueError(f"{name} must be at least 1, not {config[name]}")
    for name in not_negative:
        if config[name] < 0:
            raise ValueError(f"{name} must not be negative, but is {config[name]}")


def save_manager(
    file: pathlib.Path,
    program: str,
    config: Place,
    plans: int,
    identity: Mapping[str, str],
    tables: Tables,
    networks: Mapping[str, torch.nn.Sequential],
    training_data: str,
    seconds: float,
) -> None:
    """Write the checkpoint of a manager.

    Args:
        file: the checkpoint.
        program: of ``ctv lab`` that trains it.
        config: of the run.
        plans: number of plans from which the agent chooses.
        identity: as ``identity_of``.
        tables: of the scenario, with the constants of the policy of each side (``manager.with_base``).
        networks: by the name of the side that each is for.
        training_data: hash of what it has learned from.
        seconds: how long it has trained.
    """
    facts = {"agent": KIND, "identity": identity, "plans": plans}
    facts |= facts_of_run(program, config, tables, training_data, seconds)
    facts |= _base_facts(tables, spec_of(identity["game"]))
    by_side = {side: half(weights_of(network)) for side, network in networks.items()}
    weights = {f"{side}/{name}": array for side, arrays in by_side.items() for name, array in arrays.items()}
    save(file, facts, **{WEIGHTS: weights})


def facts_of_run(
    program: str, config: Place, tables: Tables, training_data: str, seconds: float
) -> dict[str, typing.Any]:
    """Return the entries of a checkpoint about how it came about; arguments as for ``save_manager``."""
    return {
        "config": dataclasses.asdict(config),
        "command": command_line(program, config),
        "seconds": round(seconds),
        "training_data": training_data,
        "data": tables.data_hash,
        "versions": {"numpy": np.__version__, "torch": torch.__version__},
    }


def half(weights: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the weights of a value network in half the size: who wins is not known to more places."""
    return {name: array.astype(np.float16) for name, array in weights.items()}


def _base_facts(tables: Tables, spec: GameSpec) -> dict[str, typing.Any]:
    """Return the entries about the constants of the policy of each side (``manager.base_in``); none if it has none."""
    tuning = spec.tuning
    if tuning is None or not tables.record[tuning.seats].any():
        return {}
    rows = tables.record[tuning.field][0, tables.record[tuning.seats][0]]
    names = [one.name for one in tuning.constants]
    by_side = {side: dict(zip(names, row.tolist(), strict=True)) for side, row in zip(spec.sides, rows, strict=True)}
    return {BASE: by_side, "constants_hash": tuning.hash}


def add_training(parser: argparse.ArgumentParser, kind: type[Place]) -> None:
    """Declare the arguments of a command that trains by settings of ``kind``."""
    add_options(parser, kind)
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER", help="for model.zip")


def run_training(args: argparse.Namespace, kind: type[Place], begin: Callable[[typing.Any], Trainer]) -> int:
    """Train by the arguments of ``add_training``; return the exit code."""
    file = train_rounds(begin, options_in(kind, args), args.out, lambda line: print(line, flush=True))
    print(f"the agent is in {file}")
    return 0
