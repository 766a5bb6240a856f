"""Conversion of checkpoints of the old format: zip archives of Stable-Baselines3, which hold pickles.

Of these only the weights, the optimizer's state and the training state are read, by torch's loader that admits nothing
but tensors, and by numpy without pickles.  That loader is complex and has had holes, so it asks for trust nevertheless.
"""

import io
import json
import pathlib
import pickle
import zipfile

import numpy as np
import torch

from ctv_env.agents.learned.archive import CheckpointError, write
from ctv_env.agents.learned.checkpoint import OPTIMIZER, SESSION, WEIGHTS

_LARGEST = 2**30  # bytes of an entry once it is unpacked
_WRONG = (zipfile.BadZipFile, pickle.UnpicklingError, ValueError, LookupError, TypeError, AttributeError, RuntimeError)
_NEEDLESS = ("rows", "masks")  # of the training state: they follow from the positions


def convert(old: pathlib.Path, new: pathlib.Path) -> None:
    """Write the checkpoint ``old``, of the old format, as ``new``, of the present one.

    Raises:
        CheckpointError: ``old`` cannot be read, or is no checkpoint of the old format.
    """
    try:
        with zipfile.ZipFile(old) as archive:
            identity = json.loads(_entry(archive, "data"))["identity"]
            if not isinstance(identity, dict):
                raise CheckpointError("its identity is no mapping")
            weights = {name: tensor.numpy() for name, tensor in _tensors(archive, "policy.pth").items()}
            session, optimizer = {}, {}
            if "resume.npz" in archive.namelist():
                optimizer = _optimizer(_tensors(archive, "policy.optimizer.pth"))
                session = _session(archive)
    except FileNotFoundError:
        raise CheckpointError(f"there is no checkpoint {old}") from None
    except (OSError, EOFError, RecursionError, *_WRONG) as error:
        raise CheckpointError(
            f"{old} is not a checkpoint of the old format ({' '.join(str(error).split())})"
        ) from error
    arrays = {WEIGHTS: weights, OPTIMIZER: optimizer, SESSION: session}
    flat = {f"{folder}/{name}": array for folder, inside in arrays.items() for name, array in inside.items()}
    write(new, {"identity": identity, "converted_from": old.name}, flat)


def _entry(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > _LARGEST:
        raise CheckpointError(f"{name} has more than {_LARGEST:,} bytes")
    return archive.read(name)


def _tensors(archive: zipfile.ZipFile, name: str) -> dict:
    return torch.load(io.BytesIO(_entry(archive, name)), map_location="cpu", weights_only=True)


def _optimizer(state: dict) -> dict[str, np.ndarray]:
    """Return the arrays of ``network.optimizer_of``."""
    return {f"{k}/{name}": tensor.numpy() for k, moments in state["state"].items() for name, tensor in moments.items()}


def _session(archive: zipfile.ZipFile) -> dict[str, np.ndarray]:
    with np.load(io.BytesIO(_entry(archive, "resume.npz")), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files if name not in _NEEDLESS}
