"""Writes the checkpoints of managers."""

import pathlib
import typing
from collections.abc import Mapping

import numpy as np
import torch

from ctv_env.agents.learned.checkpoint import WEIGHTS, save
from ctv_env.agents.learned.manager import KIND
from ctv_env.agents.training.value_fit import weights_of


def save_manager(
    file: pathlib.Path, facts: Mapping[str, typing.Any], networks: Mapping[str, torch.nn.Sequential]
) -> None:
    """Write the checkpoint of a manager.

    Args:
        file: the checkpoint.
        facts: its ``identity``, the number of ``plans`` from which it chooses, and how it came about.
        networks: by the name of the side that each is for.
    """
    versions = {"numpy": np.__version__, "torch": torch.__version__}
    weights = {
        f"{side}/{name}": array.astype(np.float16)  # half the size; who wins is not known to more places
        for side, network in networks.items()
        for name, array in weights_of(network).items()
    }
    save(file, {"agent": KIND, **facts, "versions": versions}, **{WEIGHTS: weights})


def command_of(module: str, config: Mapping[str, typing.Any]) -> str:
    """Return the command of a module of this package that trains by this config."""
    given = (f"--{name.replace('_', '-')} {value}" for name, value in config.items() if value is not None)
    return " ".join((f"python -m ctv_env.agents.training.{module}", *given))
