"""Pack a trained agent for shipping: that of a finished run of ``ctv train``, or one that has learned from data sets.

``ctv lab pack RUN --out FILE`` writes the layers that choose actions, what they must fit to,
and how they came about.  The file is smaller than ``model.zip``, and ``agents/learned/policy_agent.py`` plays it
without torch.
"""

import argparse
import csv
import hashlib
import pathlib
import typing
from collections.abc import Mapping

import numpy as np
import yaml

from ctv_env.agents.learned.archive import CheckpointError, read, read_facts
from ctv_env.agents.learned.candidate_scorer import SCORE
from ctv_env.agents.learned.checkpoint import WEIGHTS, read_identity, save
from ctv_env.agents.learned.policy_agent import KIND, is_vector
from ctv_env.agents.training.config import (
    FLAT_NETWORK,
    TrainConfig,
    as_dict,
    config_file,
    named_configs,
    read_config,
    resolved,
)
from ctv_env.agents.training.runs import Run, identity
from ctv_env.core.spec import spec_of

_HIDDEN, _LAST = "mlp_extractor.policy_net.", "action_net."
_KINDS = ("weight", "bias")
_VALUE = "network.value."  # of the network that scores candidates
_DATA_SETS = "data_sets"  # entry in the facts of an agent that has learned from them


def pack(folder: pathlib.Path, base: str, out: pathlib.Path) -> None:
    """Write the agent in a folder.

    Args:
        folder: of a run of ``ctv train``, or one that ``offline.imitate`` wrote.
        base: name of the config from which the run was started.
        out: the file to write.

    Raises:
        CheckpointError: neither, no finished agent, or one with other layouts or rules than those of today.
        ConfigError: (a ValueError) no such config.
    """
    file = folder / "model.zip"
    is_copy = file.is_file() and _DATA_SETS in read_facts(file)
    facts = _facts_of_copy(file) if is_copy else _facts_of_run(Run.existing(folder), base)
    save(out, facts | {"agent": KIND}, **{WEIGHTS: _policy_weights(file)})


def _facts_of_run(run: Run, base: str) -> dict[str, typing.Any]:
    config, facts = run.config(), read_facts(run.model_file)
    if identity(config) != read_identity(run.model_file):
        raise CheckpointError(f"{run.model_file} was trained with other layouts or rules than those of today")
    tables = spec_of(config.game).load(config.scenario, **config.options)
    if config.network == FLAT_NETWORK and not is_vector(tables.observations[str(config.observation)]):
        raise CheckpointError(
            f"{run.model_file} observes {config.observation}: a flat network can be packed only if it reads one vector"
        )
    progress = run.progress_file.read_bytes()
    return facts | {
        "command": command_of(config, base),
        "seconds": round(_seconds_in(progress, run.progress_file)),
        "training_data": hashlib.sha256(progress).hexdigest(),  # the games are not kept, but their results are
        "data": tables.data_hash,
    }


def _seconds_in(progress: bytes, file: pathlib.Path) -> float:
    """Return how long a run has taken by its progress, the content of ``file``."""
    rows = list(csv.DictReader(progress.decode(errors="replace").splitlines()))
    try:
        return float(rows[-1]["seconds"])
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{file} does not end with a row about an update, as a finished run leaves it") from error


def _facts_of_copy(file: pathlib.Path) -> dict[str, typing.Any]:
    facts = read_facts(file)
    hashes = "".join(sorted(facts[_DATA_SETS].values()))
    return facts | {"training_data": hashlib.sha256(hashes.encode()).hexdigest()}


def _policy_weights(file: pathlib.Path) -> dict[str, np.ndarray]:
    """Return the layers of a checkpoint that choose actions."""
    weights = read(file, WEIGHTS)
    if SCORE in weights:
        return {name: array for name, array in weights.items() if not name.startswith(_VALUE)}
    return policy_layers(weights)


def policy_layers(weights: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the layers of a flat network that choose actions, as ``layers.layers_of`` takes them."""
    hidden = sorted({int(name.split(".")[2]) for name in weights if name.startswith(_HIDDEN)})
    sources = [*(f"{_HIDDEN}{number}." for number in hidden), _LAST]
    return {f"{k}.{kind}": weights[source + kind] for k, source in enumerate(sources) for kind in _KINDS}


def unpacked(weights: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the layers of a packed agent by their names in the network that is trained, which has a value, too."""
    if SCORE in weights:
        return dict(weights)
    last = len(weights) // len(_KINDS) - 1
    names = [*(f"{_HIDDEN}{2 * k}." for k in range(last)), _LAST]  # a nonlinearity follows each hidden layer
    layers = {f"{k}.{kind}": name + kind for k, name in enumerate(names) for kind in _KINDS}
    return {layers.get(name, name): array for name, array in weights.items()}


def command_of(config: TrainConfig, base: str) -> str:
    """Return the command that starts the run of a resolved config, from the config called ``base``."""
    usual = as_dict(resolved(read_config(config_file(base))))
    changes = _changes(as_dict(config), usual)
    return " ".join(("ctv train", base, *changes))


def _changes(config: Mapping[str, typing.Any], usual: Mapping[str, typing.Any], within: str = "") -> list[str]:
    """Return ``key=value`` for all in which ``config`` is not as usual."""
    changes = []
    for name, value in config.items():
        if isinstance(value, dict) and isinstance(usual[name], dict) and value.keys() <= usual[name].keys():
            changes += _changes(value, usual[name], f"{within}{name}.")
        elif value != usual[name]:
            text = yaml.safe_dump(value, default_flow_style=True, width=1000).removesuffix("\n...\n").strip()
            changes.append(f"'{within}{name}={text}'" if " " in text or "[" in text else f"{within}{name}={text}")
    return changes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``ctv lab pack``."""
    parser.add_argument("run", type=pathlib.Path, metavar="RUN", help="folder with the trained agent")
    parser.add_argument("--base", choices=named_configs(), default="default", help="config of the run (default)")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="to write, a .zip")


def run(args: argparse.Namespace) -> int:
    """Pack a run; return the exit code."""
    pack(args.run, args.base, args.out)
    print(f"wrote {args.out}")
    return 0
