"""Pack the finished agent of a run of ``ctv train`` for shipping.

``python -m ctv_env.agents.training.pack RUN --out FILE`` writes the layers that choose actions, what they must fit to,
and how they came about.  The file is smaller than ``model.zip``, and ``agents/learned/policy_agent.py`` plays it
without torch.
"""

import argparse
import csv
import hashlib
import pathlib
import sys
import typing
from collections.abc import Mapping

import numpy as np
import yaml

from ctv_env.agents.learned.archive import CheckpointError, read
from ctv_env.agents.learned.checkpoint import WEIGHTS, read_identity, save
from ctv_env.agents.learned.policy_agent import KIND, is_vector
from ctv_env.agents.training.config import TrainConfig, as_dict, config_file, named_configs, read_config, resolved
from ctv_env.agents.training.runs import Run, facts_of
from ctv_env.games import spec_of

_HIDDEN, _LAST = "mlp_extractor.policy_net.", "action_net."


def pack(folder: pathlib.Path, base: str, out: pathlib.Path) -> None:
    """Write the agent of a finished run.

    Args:
        folder: of the run.
        base: name of the config from which it was started.
        out: the file to write.

    Raises:
        CheckpointError: no run folder, no finished agent, or one of another network than ``flat``.
        ConfigError: (a ValueError) no such config.
    """
    run = Run.existing(folder)
    config, weights = run.config(), policy_layers(read(run.model_file, WEIGHTS))
    if not weights:
        raise CheckpointError(f"{run.model_file} is not a flat network: only those can be packed")
    facts = facts_of(config)
    if facts["identity"] != read_identity(run.model_file):
        raise CheckpointError(f"{run.model_file} was trained with other layouts or rules than those of today")
    tables = spec_of(config.game).load(config.scenario, **config.options)
    if not is_vector(tables.observations[str(config.observation)]):
        raise CheckpointError(
            f"{run.model_file} observes {config.observation}: only a network of one vector can be packed"
        )
    progress = run.progress_file.read_bytes()
    *_, last = csv.DictReader(progress.decode().splitlines())
    facts |= {
        "agent": KIND,
        "command": command_of(config, base),
        "seconds": round(float(last["seconds"])),
        "training_data": hashlib.sha256(progress).hexdigest(),  # the games are not kept, but their results are
        "data": tables.data_hash,
    }
    save(out, facts, **{WEIGHTS: weights})


def policy_layers(weights: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the layers of a flat network that choose actions, as ``layers.layers_of`` takes them; empty for others."""
    if _LAST + "weight" not in weights:
        return {}
    hidden = sorted({int(name.split(".")[2]) for name in weights if name.startswith(_HIDDEN)})
    sources = [*(f"{_HIDDEN}{number}." for number in hidden), _LAST]
    return {f"{k}.{kind}": weights[source + kind] for k, source in enumerate(sources) for kind in ("weight", "bias")}


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


def main() -> None:
    """Pack what the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(".")[0])
    parser.add_argument("run", type=pathlib.Path, metavar="RUN", help="folder of the run")
    parser.add_argument("--base", choices=named_configs(), default="default", help="config of the run (default)")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the file to write, a .zip")
    wanted = parser.parse_args()
    try:
        pack(wanted.run, wanted.base, wanted.out)
    except ValueError as error:
        sys.exit(f"error: {error}")
    print(f"wrote {wanted.out}")


if __name__ == "__main__":
    main()
