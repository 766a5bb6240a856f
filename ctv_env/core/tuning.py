"""Constants of a compiled policy that can be tuned: their names, defaults and bounds, and variants of the policy.

Compiled code takes constants of a module for granted, so these are in the tables record: a field with a row for each
variant of the policy.  Row 0 holds the defaults, and is the policy itself.
"""

import dataclasses
import functools
import hashlib
import json
from collections.abc import Mapping, Sequence

import numpy as np

from ctv_env.core.codes import Codes, codes
from ctv_env.core.datafile import one_of
from ctv_env.core.terms import FIRST, SECOND

N_VARIANTS = 16
"""Rows of the field: the policy itself and up to 15 variants."""

_LARGEST = 2**15 - 1


@dataclasses.dataclass(frozen=True)
class Constant:
    """A whole number by which a policy decides.

    Attributes:
        name: such as ``"inertia"``.
        default: with which the policy is itself.
        low: lower bound of a sensible value, inclusive.
        high: upper bound, inclusive.
        meaning: what it does, and its unit, in a line.
        sides: indices of the sides for which it matters.
    """

    name: str
    default: int
    low: int
    high: int
    meaning: str
    sides: tuple[int, ...] = (FIRST, SECOND)

    def __post_init__(self) -> None:
        if not -_LARGEST <= self.low <= self.default <= self.high <= _LARGEST or self.low == self.high:
            raise ValueError(f"constant {self.name}: {self.low} <= {self.default} <= {self.high} does not hold")


def by_side(
    name: str, sides: Sequence[str], defaults: Sequence[int], low: int, high: int, meaning: str, own: bool = True
) -> tuple[Constant, ...]:
    """Return the constants ``name_SIDE`` of the sides, each with its own default.

    Args:
        name, low, high, meaning: as in ``Constant``.
        sides: names of the sides, in the order of their indices.
        defaults: of the sides.
        own: whether each constant matters only for its side.
    """
    everybody = tuple(range(len(sides)))
    return tuple(
        Constant(
            f"{name}_{side}",
            defaults[k],
            low,
            high,
            f"{meaning}, of the {side.capitalize()}",
            (k,) if own else everybody,
        )
        for k, side in enumerate(sides)
    )


def columns(constants: Sequence[Constant], sides: Sequence[str]) -> Codes:
    """Return the columns of constants by name, in capitals: ``INERTIA``.

    Constants ``by_side`` have the name that they share, and the column of the first side; the others follow it.
    """
    first, *others = (f"_{side}" for side in sides)
    found = codes(one.name.removesuffix(first).upper() for one in constants)
    for one in constants:
        if one.name.endswith(tuple(others)):
            delattr(found, one.name.upper())
    return found


@dataclasses.dataclass(frozen=True)
class Tuning:
    """The constants of a game's policy that can be tuned.

    Attributes:
        policy: name of the policy, one of ``GameSpec.policies``.
        constants: in the order of the columns of ``field``.
        field: name of the field of the tables record, int16 (``N_VARIANTS``, constants).
        seats: name of another, int8 (2,): the row by which the policy itself plays as each side.
    """

    policy: str
    constants: tuple[Constant, ...]
    field: str
    seats: str

    @functools.cached_property
    def hash(self) -> str:
        """A hash, in hex, of the policy, and of the names and defaults of the constants in their order."""
        known = [self.policy, *((one.name, one.default) for one in self.constants)]
        return hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]

    @property
    def defaults(self) -> np.ndarray:
        """The defaults, int16 (constants,)."""
        return np.array([one.default for one in self.constants], np.int16)

    def untuned(self) -> dict[str, np.ndarray]:
        """Return both fields of a tables record without variants, by name."""
        return {self.field: np.tile(self.defaults, (N_VARIANTS, 1)), self.seats: np.zeros(2, np.int8)}

    def of_side(self, side: int) -> tuple[Constant, ...]:
        """Return the constants that matter for the side with that index."""
        return tuple(one for one in self.constants if side in one.sides)

    def row(self, values: Mapping[str, int]) -> np.ndarray:
        """Return the constants of a variant, int16 (constants,): the defaults but for ``values`` by name.

        Raises:
            ValueError: an unknown name, or a value that is no whole number within its bounds.
        """
        known = {one.name: one for one in self.constants}
        for name, value in values.items():
            if name not in known:
                raise ValueError(f"no constant {name!r}; {one_of(name, known)}")
            low, high = known[name].low, known[name].high
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"constant {name} is a whole number from {low} to {high}, not {value!r}")
        return np.array([values.get(one.name, one.default) for one in self.constants], np.int16)

    def tables_with(self, tables: np.ndarray, rows: Sequence[np.ndarray]) -> np.ndarray:
        """Return a copy of a tables record with variants, fewer than ``N_VARIANTS``; ``code_of(k)`` plays ``rows[k]``.

        Args:
            tables: (1,) records.
            rows: of int16 (constants,).
        """
        copy = tables.view(np.uint8).copy().view(tables.dtype)  # eight times as fast as field by field
        for k, row in enumerate(rows):
            copy[self.field][0, k + 1] = row
        return copy

    def seated(self, tables: np.ndarray, rows: Sequence[np.ndarray]) -> np.ndarray:
        """Return a copy of a tables record with which the policy itself plays by ``rows[k]`` as the side with index k.

        Args:
            tables: (1,) records.
            rows: of int16 (constants,), one for each side.
        """
        copy = self.tables_with(tables, rows)
        copy[self.seats][0] = range(1, len(rows) + 1)
        return copy


def code_of(k: int) -> int:
    """Return the code for ``Hooks.choose`` of the variant with index ``k``, from 0."""
    return -2 - k
