"""The file of a checkpoint: a zip archive with ``checkpoint.json`` and arrays in numpy's format ``.npy``.

Reading one never unpickles anything.  The entries are not compressed, so that reading needs no more memory than the
file has bytes, whoever wrote it.
"""

import io
import json
import math
import pathlib
import struct
import typing
import zipfile
from collections.abc import Mapping

import numpy as np

FACTS = "checkpoint.json"
FORMAT = 1
_LONGEST_FACTS = 2**20  # bytes
_SUFFIX = ".npy"
_OF_SB3 = {"data", "policy.pth"}  # entries of a file of Stable-Baselines3
_KINDS = "biuf"  # of dtypes, as in numpy
_READING = (zipfile.BadZipFile, EOFError, OSError, ValueError, OverflowError, struct.error, RuntimeError)
"""What ``zipfile`` raises for damaged archives, or ones with encrypted entries."""


class CheckpointError(ValueError):
    """A file is not a checkpoint, or belongs to another game, rules, scenario or layout; the message says which."""


def write(file: pathlib.Path, facts: Mapping[str, typing.Any], arrays: Mapping[str, np.ndarray]) -> None:
    """Write ``facts``, JSON-serialisable data, and ``arrays`` by name; the file gets its name when it is complete."""
    part = file.with_name(f".{file.stem}.part.zip")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(FACTS, json.dumps({"format": FORMAT, **facts}, indent=1))
        for name, array in arrays.items():
            with archive.open(name + _SUFFIX, "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, np.asarray(array, order="C"), allow_pickle=False)
    part.replace(file)


def read_facts(file: str | pathlib.Path) -> dict[str, typing.Any]:
    """Return the facts in a checkpoint.

    Raises:
        CheckpointError: no such file, or it is not a checkpoint.
    """
    with _Archive(file) as archive:
        return archive.facts()


def read(file: str | pathlib.Path, folder: str) -> dict[str, np.ndarray]:
    """Return the arrays of a checkpoint whose names begin with ``folder/``, by the rest of their names.

    Raises:
        CheckpointError: no such file, or it is not a checkpoint, or it is damaged.
    """
    with _Archive(file) as archive:
        archive.facts()
        return archive.arrays(folder + "/")


class _Archive:
    """A checkpoint open for reading; within its block, errors of reading become ``CheckpointError``."""

    def __init__(self, file: str | pathlib.Path):
        self._file = pathlib.Path(file)

    def __enter__(self) -> "_Archive":
        try:
            self._zip = zipfile.ZipFile(self._file)
        except FileNotFoundError:
            raise CheckpointError(f"there is no checkpoint {self._file}") from None
        except OSError as error:
            raise CheckpointError(f"checkpoint {self._file} cannot be read ({error.strerror})") from error
        except _READING as error:
            raise self._no_checkpoint("it is not a zip archive, or is truncated") from error
        try:
            self._check_entries()
        except CheckpointError:
            self._zip.close()
            raise
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: object) -> None:
        self._zip.close()
        if isinstance(error, _READING) and not isinstance(error, CheckpointError):
            raise CheckpointError(f"checkpoint {self._file} is damaged: {error}") from error

    def _no_checkpoint(self, why: str) -> CheckpointError:
        return CheckpointError(f"{self._file} is not a checkpoint of this project ({why}); `ctv train` writes them")

    def _check_entries(self) -> None:
        """Refuse archives of Stable-Baselines3, and all in which an entry claims more bytes than are there."""
        entries = self._zip.infolist()
        names = {entry.filename for entry in entries}
        if FACTS not in names and names >= _OF_SB3:
            raise CheckpointError(
                f"checkpoint {self._file} is one of Stable-Baselines3, which can run its author's code when it is"
                " loaded; the checkpoints of `ctv train` hold numbers and text only"
            )
        if len(names) < len(entries) or any(entry.compress_type != zipfile.ZIP_STORED for entry in entries):
            raise self._no_checkpoint("its entries are compressed or repeated")
        if sum(entry.file_size for entry in entries) > self._file.stat().st_size:
            raise self._no_checkpoint("its entries claim more bytes than the file has")
        if FACTS not in names:
            raise self._no_checkpoint(f"it lacks {FACTS}")

    def facts(self) -> dict[str, typing.Any]:
        """Return the facts."""
        if self._zip.getinfo(FACTS).file_size > _LONGEST_FACTS:
            raise self._no_checkpoint(f"its {FACTS} is too long")
        try:
            facts = json.loads(self._zip.read(FACTS))
        except (ValueError, RecursionError) as error:
            raise self._no_checkpoint(f"its {FACTS} is damaged") from error
        if not isinstance(facts, dict) or facts.get("format") != FORMAT:
            raise self._no_checkpoint(f"its {FACTS} is not of format {FORMAT}")
        identity = facts.get("identity")
        if not isinstance(identity, dict) or not all(isinstance(value, str) for value in identity.values()):
            raise self._no_checkpoint("its identity is no mapping of names to texts")
        return facts

    def arrays(self, folder: str) -> dict[str, np.ndarray]:
        """Return the arrays whose names begin with ``folder``."""
        names = [name for name in self._zip.namelist() if name.startswith(folder) and name.endswith(_SUFFIX)]
        return {name[len(folder) : -len(_SUFFIX)]: self._array(name) for name in names}

    def _array(self, name: str) -> np.ndarray:
        stream = io.BytesIO(self._zip.read(name))
        try:
            if np.lib.format.read_magic(stream) != (1, 0):
                raise ValueError("another version of the format")
            shape, by_columns, dtype = np.lib.format.read_array_header_1_0(stream)
        except (ValueError, RecursionError, MemoryError) as error:
            raise CheckpointError(f"checkpoint {self._file} is damaged: {name} is no array") from error
        content = stream.read()
        plain = dtype.kind in _KINDS and dtype.isnative and not by_columns and min(shape, default=0) >= 0
        if not plain or len(content) != math.prod(shape) * dtype.itemsize:
            raise CheckpointError(f"checkpoint {self._file} is damaged: {name} does not hold the numbers that it names")
        return np.frombuffer(bytearray(content), dtype).reshape(shape)
