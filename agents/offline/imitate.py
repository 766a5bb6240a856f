"""Trains an agent from data sets alone.

``ctv lab imitate data/games-v0 --out runs/copy`` writes ``runs/copy/model.zip``, a checkpoint.
"""

import argparse
import pathlib
import shlex
import time
import typing
from collections.abc import Sequence

import numpy as np
import torch

from ctv_env.agents.learned.candidate_policy import CandidatePolicy
from ctv_env.agents.learned.checkpoint import WEIGHTS, identity_of, save
from ctv_env.agents.offline.data_set import DataSet
from ctv_env.agents.offline.learner import METHODS, Findings, Settings, learn
from ctv_env.core.spec import reference_of, spec_of
from ctv_env.envs.batch import DRAWN_SIDE

_DIGITS = 12  # of a hash that tells two data sets of one name apart


def train(data_sets: Sequence[DataSet], settings: Settings, folder: pathlib.Path) -> tuple[pathlib.Path, Findings]:
    """Train an agent and write its checkpoint, ``model.zip`` in ``folder``; raises as ``learn``."""
    begun = time.perf_counter()
    policy, findings = learn(data_sets, settings)
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "model.zip"
    save_agent(file, policy, data_sets, settings, time.perf_counter() - begun)
    return file, findings


def save_agent(
    file: pathlib.Path, policy: CandidatePolicy, data_sets: Sequence[DataSet], settings: Settings, seconds: float
) -> None:
    """Write the checkpoint of an agent that has learned from ``data_sets`` in so many seconds."""
    data, found = data_sets[0], data_sets[0].facts["identity"]
    sides = {one.facts["identity"]["side"] for one in data_sets}
    side = sides.pop() if len(sides) == 1 else DRAWN_SIDE
    options = data.facts["options"]
    facts = {
        "identity": identity_of(reference_of(data.spec), found["scenario"], found["observation"], side, options),
        "config": settings._asdict(),
        "command": _command(data_sets, settings),
        "data_sets": {name: one.facts["sha256"] for name, one in _named(data_sets).items()},
        "data": data.tables.data_hash,
        "seconds": round(seconds),
        "versions": {"numpy": np.__version__, "torch": torch.__version__},
    }
    weights = {name: tensor.numpy() for name, tensor in policy.state_dict().items()}
    save(file, facts, **{WEIGHTS: weights})


def _named(data_sets: Sequence[DataSet]) -> dict[str, DataSet]:
    """Return the data sets by the names of their folders, followed by a hash where another has the same name."""
    named: dict[str, DataSet] = {}
    for one in data_sets:
        name = one.folder.resolve().name
        named[f"{name}-{one.facts['sha256'][:_DIGITS]}" if name in named else name] = one
    return named


def _command(data_sets: Sequence[DataSet], settings: Settings) -> str:
    """Return the command that trains this, but for the folders of the data sets."""
    given = {name: value for name, value in settings._asdict().items() if name not in ("net", "candidate_net")}
    words = (f"--{name.replace('_', '-')} {value}" for name, value in given.items())
    return " ".join(("ctv lab imitate", *_named(data_sets), *words))


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the settings of the learning to a parser."""
    base = Settings()
    parser.add_argument(
        "--method", choices=METHODS, default=base.method, help=f"imitation, or with advantages ({base.method})"
    )
    for name, kind, meaning in (
        ("epochs", int, "passes over the data"),
        ("learning-rate", float, "at the start; it falls to 0"),
        ("minibatch", int, "decisions in a gradient step"),
        ("temperature", float, "of the advantages, with awr"),
        ("seed", int, "of the network and the order of the decisions"),
    ):
        default = getattr(base, name.replace("-", "_"))
        parser.add_argument(f"--{name}", type=kind, default=default, help=f"{meaning} ({default})")


def settings_of(given: dict[str, typing.Any]) -> Settings:
    """Return the settings of a command line."""
    return Settings(**{name: given[name] for name in Settings._fields if name in given})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab imitate``."""
    parser.add_argument("data", nargs="+", type=pathlib.Path, help="folders of data sets")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FOLDER", help="for model.zip")
    parser.add_argument("--game", help="of the data sets, if it is your own: module:ATTRIBUTE")
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Train; return the exit code."""
    spec_of(args.game)  # a data set names its game, but never causes a module to be imported
    file, findings = train([DataSet(folder) for folder in args.data], settings_of(vars(args)), args.out)
    print(f"{findings}\nthe agent is in {shlex.quote(str(file))}")
    return 0
