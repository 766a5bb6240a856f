"""Positions as dictionaries, for games whose state is written field by field; untrusted ones are checked."""

import dataclasses
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from ctv_env.core.dice import stream
from ctv_env.core.jit import records
from ctv_env.core.quote import quoted
from ctv_env.core.terms import Tables

_HEAD = ("game", "scenario", "options", "data_dir", "data", "rng")
_UNTOLD = ("rng", "padding")


@dataclasses.dataclass(frozen=True)
class FlatPositions:
    """Positions as dictionaries: game, scenario and options, then the fields of the state under their own names.

    Attributes:
        game: name of the game.
        state: dtype of its positions.
        load: ``GameSpec.load``.
        check: (tables, record) -> None; ValueError for an inconsistent position.
    """

    game: str
    state: np.dtype
    load: Callable[..., Tables]
    check: Callable[[Tables, np.void], None]

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields that are written."""
        return tuple(name for name in self.state.names or () if name not in _UNTOLD)

    def to_dict(self, tables: Tables, record: np.void) -> dict:
        """See ``GameSpec.to_dict``."""
        head = (self.game, tables.scenario, dict(tables.options), tables.data_dir, tables.data_hash)
        written = dict(zip(_HEAD, (*head, f"{int(record['rng']):016x}"), strict=True))
        return written | {name: np.asarray(record[name]).tolist() for name in self.fields}

    def from_dict(self, data: dict) -> tuple[Tables, np.ndarray]:
        """See ``GameSpec.from_dict``; without ``rng`` the dice are those of seed 0.

        Raises:
            ValueError: an unknown or missing key, a number out of its field's range, or an error found by ``check``.
        """
        for key in data:
            if key not in (*_HEAD, *self.fields):
                raise ValueError(f"no key {quoted(key)} in a position: there are {', '.join((*_HEAD, *self.fields))}")
        options = data.get("options", {})
        if not isinstance(options, dict):
            raise ValueError(f"'options' is {quoted(options)}: it must be a mapping from names to values")
        if reserved := {"scenario", "data_dir"} & options.keys():
            raise ValueError(f"no option {min(reserved)!r}: it is a key of the position itself")
        for name in ("scenario", "data_dir"):
            if not isinstance(data.get(name), str | None):
                raise ValueError(f"{name!r} is {quoted(data[name])}: it must be a text or null")
        tables = self.load(data.get("scenario"), data.get("data_dir"), **options)
        if data.get("data", tables.data_hash) != tables.data_hash:
            raise ValueError("the position was saved with other game data")
        states = records(1, self.state)
        for name in self.fields:
            if name not in data:
                raise ValueError(f"the position lacks {name!r}")
            states[0][name] = _numbers(name, data[name], self.state[name])
        states[0]["rng"] = _stream(data.get("rng"))
        self.check(tables, states[0])
        return tables, states


def _numbers(name: str, given: ArrayLike, kind: np.dtype) -> np.ndarray:
    """Return ``given`` as numbers of a field of dtype ``kind``."""
    array = np.asarray(given)
    bounds = np.iinfo(kind.base)
    if array.dtype.kind != "i" or array.shape != kind.shape:
        raise ValueError(f"{name!r} is {quoted(given)}: it must be whole numbers of shape {kind.shape}")
    if array.min(initial=0) < bounds.min or array.max(initial=0) > bounds.max:
        raise ValueError(f"{name!r} is {quoted(given)}: numbers go from {bounds.min} to {bounds.max}")
    return array


def _stream(word: str | None) -> np.uint64:
    """Return the random stream written as a hexadecimal number."""
    if word is None:
        return stream(0)
    try:
        bits = int(word, 16)
    except (TypeError, ValueError):
        bits = 0
    if not 0 < bits < 2**64:
        raise ValueError(f"'rng' is {quoted(word)}: it must be a number of up to 16 hex digits, and not 0")
    return np.uint64(bits)
