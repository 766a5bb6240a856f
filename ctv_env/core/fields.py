"""The fields of a record, each declared once: type, shape, meaning, and what its numbers stand for.

From the declarations follow the dtype, the checks of a position and its form in JSON (``positions.py``).

In JSON a number is a word, a name, or true and false, as its ``Values`` say; an array of things that have names is a
mapping, from which empty entries are left out.  Numbers as they are in the record are read everywhere, and lists of
them.
"""

import dataclasses
import enum
import typing
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ctv_env.core.datafile import did_you_mean, one_of
from ctv_env.core.quote import quoted
from ctv_env.core.terms import SpecError

Written = typing.Any
"""A value in JSON."""

_FEW = 20  # names that an error lists


class PositionError(ValueError):
    """An inconsistent position; the error names the key, the problem and the remedy."""

    def __init__(self, key: str, problem: str, remedy: str):
        super().__init__(key, problem, remedy)
        self.key, self.problem, self.remedy = key, problem, remedy

    def __str__(self) -> str:
        return f"{self.key}: {self.problem}; {self.remedy}"


def refuse_if(wrong: bool | np.bool_, key: str, problem: str, remedy: str) -> None:
    """Raise a PositionError if something is wrong with ``key``."""
    if wrong:
        raise PositionError(key, problem, remedy)


# -- names -------------------------------------------------------------------------------------------------------------


class Axis(typing.NamedTuple):
    """An axis of an array whose entries belong to things that have names, such as pieces.

    Attributes:
        size: capacity; a scenario may have fewer of these things, and the entries after them stay empty.
        things: what they are: a kind of thing of ``Names``.
    """

    size: int
    things: str


class Names:
    """The names of a scenario's things, by which positions are written.

    Attributes:
        columns: columns of the board, 0 without one; ``"cell"`` names its cells row by row.
    """

    def __init__(self, names: Mapping[str, Sequence[str]], columns: int = 0):
        """Take the names by kind of thing, such as ``"piece"``."""
        self._names, self.columns = names, columns

    def count(self, things: str) -> int:
        """Return how many things of that kind there are."""
        return len(self._all(things))

    def name(self, things: str, number: int) -> str:
        """Return the name of a thing."""
        return self._all(things)[number]

    def number(self, things: str, key: str, name: Written) -> int:
        """Return the number of a thing; PositionError, which names ``key``, if none has that name."""
        names = self._all(things)
        if name in names:
            return names.index(name)
        few = len(names) <= _FEW
        remedy = one_of(str(name), names) if few else f"names are like {names[0]}{did_you_mean(str(name), names)}"
        raise PositionError(key, f"no {things} {quoted(name)}", remedy)

    def _all(self, things: str) -> Sequence[str]:
        if things not in self._names:
            raise SpecError(f"positions name no {things}, only: {', '.join(self._names)}")
        return self._names[things]


# -- values ------------------------------------------------------------------------------------------------------------


class Values(typing.Protocol):
    """What the numbers of a field stand for, and their form in JSON: ``write`` is the inverse of ``read``.

    Attributes:
        rank: number of axes that one value takes: 0, or 1 for an array that has a form of its own.
    """

    @property
    def rank(self) -> int: ...

    def fits(self, names: Names, numbers: np.ndarray) -> np.ndarray:
        """Return bool, like ``numbers``: which of them have a meaning."""

    def right(self, names: Names) -> str:
        """Return in words which numbers have a meaning."""

    def read(self, names: Names, key: str, written: Written) -> int | np.ndarray:
        """Return the number or numbers of a written value; PositionError, which names ``key``, if it is invalid."""

    def write(self, names: Names, number: typing.Any) -> Written:
        """Return the written form of a number, or numbers, that have a meaning."""


@dataclasses.dataclass(frozen=True)
class Count:
    """Whole numbers from ``low`` to ``high``."""

    low: int
    high: int
    rank: typing.ClassVar = 0

    def fits(self, names: Names, numbers: np.ndarray) -> np.ndarray:
        """See ``Values``."""
        return (self.low <= numbers) & (numbers <= self.high)

    def right(self, names: Names) -> str:
        """See ``Values``."""
        return f"numbers go from {self.low} to {self.high}"

    def read(self, names: Names, key: str, written: Written) -> int:
        """See ``Values``."""
        if type(written) is not int or not self.low <= written <= self.high:
            raise PositionError(key, quoted(written), f"it must be a whole number from {self.low} to {self.high}")
        return written

    def write(self, names: Names, number: int) -> int:
        """See ``Values``."""
        return int(number)


class Flag(Count):
    """0 or 1, written as false or true."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def read(self, names: Names, key: str, written: Written) -> int:
        """See ``Values``."""
        if not isinstance(written, bool):
            raise PositionError(key, quoted(written), "it must be true or false")
        return int(written)

    def write(self, names: Names, number: int) -> bool:
        """See ``Values``."""
        return bool(number)


class Code:
    """Codes that have words; the word None is written as null."""

    rank: typing.ClassVar = 0

    def __init__(self, words: type[enum.IntEnum] | Mapping[str, int] | Mapping[str | None, int] | Sequence[str]):
        """Take an enumeration, the code of each word, or the words in the order of their codes."""
        if isinstance(words, type):
            words = in_small_letters(words)
        coded = words.items() if isinstance(words, Mapping) else zip(words, range(len(words)), strict=True)
        self.words: dict[str | None, int] = {word: int(code) for word, code in coded}

    def fits(self, names: Names, numbers: np.ndarray) -> np.ndarray:
        """See ``Values``."""
        return np.isin(numbers, list(self.words.values()))

    def right(self, names: Names) -> str:
        """See ``Values``."""
        return f"it must be {', '.join(f'{code} ({_shown(word)})' for word, code in self.words.items())}"

    def read(self, names: Names, key: str, written: Written) -> int:
        """See ``Values``."""
        if not isinstance(written, str | None) or written not in self.words:
            remedy = one_of(str(written), map(_shown, self.words))
            raise PositionError(key, f"{quoted(written)} is none of its words", remedy)
        return self.words[written]

    def write(self, names: Names, number: int) -> str | None:
        """See ``Values``."""
        return next(word for word, code in self.words.items() if code == number)


def in_small_letters(vocabulary: type[enum.IntEnum]) -> dict[str, int]:
    """Return the codes of an enumeration by name: the words of ``Code`` and ``Bits``."""
    return {member.name.lower(): int(member) for member in vocabulary}


def _shown(word: str | None) -> str:
    return "null" if word is None else word


@dataclasses.dataclass(frozen=True)
class Named:
    """Numbers of things that have names, such as pieces or cells."""

    things: str
    rank: typing.ClassVar = 0

    def fits(self, names: Names, numbers: np.ndarray) -> np.ndarray:
        """See ``Values``."""
        return (numbers >= 0) & (numbers < names.count(self.things))

    def right(self, names: Names) -> str:
        """See ``Values``."""
        return f"the number of a {self.things} goes from 0 to {names.count(self.things) - 1}"

    def read(self, names: Names, key: str, written: Written) -> int:
        """See ``Values``."""
        return names.number(self.things, key, written)

    def write(self, names: Names, number: int) -> str:
        """See ``Values``."""
        return names.name(self.things, int(number))


class Bits:
    """Sets as bits of a number; written as a list of the words of those that are set."""

    rank: typing.ClassVar = 0

    def __init__(self, bits: type[enum.IntEnum]):
        """Take an enumeration of powers of 2."""
        self.words = in_small_letters(bits)

    def fits(self, names: Names, numbers: np.ndarray) -> np.ndarray:
        """See ``Values``."""
        return (numbers & ~sum(self.words.values())) == 0

    def right(self, names: Names) -> str:
        """See ``Values``."""
        return f"it must be a sum of {', '.join(f'{bit} ({word})' for word, bit in self.words.items())}"

    def read(self, names: Names, key: str, written: Written) -> int:
        """See ``Values``."""
        for word in _listed(key, written):
            if not isinstance(word, str) or word not in self.words:
                raise PositionError(key, f"{quoted(word)} is none of its words", one_of(str(word), self.words))
        return sum(bit for word, bit in self.words.items() if word in written)

    def write(self, names: Names, number: int) -> list[str]:
        """See ``Values``."""
        return [word for word, bit in self.words.items() if number & bit]


@dataclasses.dataclass(frozen=True)
class CellSet:
    """Sets of cells as bits of ``rows`` numbers (``bitboard.py``); written as a list of the names of the cells."""

    rows: int
    rank: typing.ClassVar = 1

    def fits(self, names: Names, numbers: np.ndarray) -> np.ndarray:
        """See ``Values``."""
        rows = np.arange(self.rows)
        on_board = (rows >= 1) & (rows <= names.count("cell") // names.columns)
        return (numbers >= 0) & (numbers < np.where(on_board, 1 << names.columns, 1))

    def right(self, names: Names) -> str:
        """See ``Values``."""
        return "only cells of the board may be in it"

    def read(self, names: Names, key: str, written: Written) -> np.ndarray:
        """See ``Values``."""
        rows = np.zeros(self.rows, np.int64)
        for name in _listed(key, written):
            cell = names.number("cell", key, name)
            rows[cell // names.columns + 1] |= 1 << cell % names.columns
        return rows

    def write(self, names: Names, number: np.ndarray) -> list[str]:
        """See ``Values``."""
        members = number[1:, None] >> np.arange(names.columns) & 1
        return [names.name("cell", cell) for cell in np.flatnonzero(members).tolist()]


def _listed(key: str, written: Written) -> list:
    """Return ``written`` if it is a list."""
    if not isinstance(written, list):
        raise PositionError(key, quoted(written), "it must be a list")
    return written


# -- fields ------------------------------------------------------------------------------------------------------------

Column = tuple[str, type, tuple[int, ...], str]
"""A field of tables or scratch: name, numpy type, shape and meaning; scalars have the shape ``()``."""


@dataclasses.dataclass(frozen=True)
class Field:
    """A field of a position.

    If nodes list it in ``NodeDeclaration.holds``, it means something only there; where it means nothing, it is empty.

    Attributes:
        name: its name in the record, and its key in JSON.
        kind: numpy type.
        shape: size of each axis, an ``Axis`` where the entries belong to things that have names; ``()`` for a number.
        meaning: what it says, with the rule.
        values: what its numbers stand for; None for ``rng`` and derived fields.
        empty: the number that means nothing; None if it always means something, so that every written position must
            state it.
        derived: whether it follows from other fields.
        during: the stages in which it means something; empty for all.
    """

    name: str
    kind: type
    shape: tuple[int | Axis, ...]
    meaning: str
    values: Values | None = None
    empty: int | None = 0
    derived: bool = False
    during: tuple[enum.IntEnum, ...] = ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """Shape of the field in the record."""
        return tuple(axis.size if isinstance(axis, Axis) else axis for axis in self.shape)

    def blank(self) -> np.ndarray:
        """Return the empty field, int64 of its shape."""
        return np.full(self.sizes, self.empty or 0, np.int64)

    def is_empty(self, numbers: np.ndarray) -> bool:
        """Return whether all ``numbers`` are the empty value."""
        return self.empty is not None and bool(np.all(numbers == self.empty))

    def check(self, names: Names, numbers: np.ndarray) -> None:
        """Raise a PositionError if a number has no meaning, or belongs to a thing that the scenario lacks."""
        numbers = np.asarray(numbers).astype(np.int64)
        if self.values is None:
            return
        wrong = ~self.values.fits(names, numbers) & (True if self.empty is None else numbers != self.empty)
        problem = f"it holds {numbers[wrong].ravel()[:1]}" if self.shape else f"it is {numbers}"
        null = f", or {self.empty} for none" if self._has_null(names) else ""
        refuse_if(bool(np.any(wrong)), self.name, problem, self.values.right(names) + null)
        for k, axis in enumerate(self.shape):
            if isinstance(axis, Axis):
                n = names.count(axis.things)
                beyond = np.moveaxis(numbers, k, 0)[n:]
                problem = f"it says something about a {axis.things} beyond the {n} that there are"
                refuse_if(
                    beyond.size > 0 and not self.is_empty(beyond), self.name, problem, f"it must be {self.empty} there"
                )

    def _has_null(self, names: Names) -> bool:
        """Return whether the empty value stands for nothing, and is written as null."""
        return self.empty is not None and self.values is not None and not self.values.fits(names, self.blank()).all()

    # -- JSON ----------------------------------------------------------------------------------------------------------

    def read(self, names: Names, written: Written) -> np.ndarray:
        """Return the numbers, int64 of the field's shape, of a written value; ``check`` still has to see them.

        Raises:
            PositionError: another shape, or an unknown word or name.
        """
        found = self.blank()
        self._fill(names, self.name, found, self.shape, written)
        return found

    def _fill(self, names: Names, key: str, into: np.ndarray, axes: tuple[int | Axis, ...], written: Written) -> None:
        """Fill ``into``, the part of the field with these axes."""
        if _is_numbers(written, into.shape):
            into[...] = written
        elif self.values is None:
            raise PositionError(key, quoted(written), f"it must be whole numbers of shape {into.shape}")
        elif len(axes) == self.values.rank:
            into[...] = self.read_one(names, key, written)
        else:
            for k, inner, part in self._parts(names, key, axes[0], written):
                self._fill(names, inner, into[k, ...], axes[1:], part)

    def _parts(self, names: Names, key: str, axis: int | Axis, written: Written) -> Iterable[tuple[int, str, Written]]:
        """Return index, key and value of each part of a written array along an axis."""
        if isinstance(axis, Axis):
            if isinstance(written, dict):
                inner = {name: f"{key}.{name}" for name in written}
                return [(names.number(axis.things, inner[name], name), inner[name], written[name]) for name in written]
            remedy = f"it must be a mapping with names of the kind {axis.things}, or {axis.size} numbers"
        else:
            if isinstance(written, list) and (len(written) == axis or (len(written) < axis and self._has_null(names))):
                return [(k, f"{key}.{k}", part) for k, part in enumerate(written)]
            remedy = f"it must be a list of {axis}"
        raise PositionError(key, quoted(written), remedy)

    def read_one(self, names: Names, key: str, written: Written) -> typing.Any:
        """Return the number of one written value, not a bare number; PositionError, which names ``key``."""
        assert self.values is not None
        return self.empty if written is None and self._has_null(names) else self.values.read(names, key, written)

    def write_one(self, names: Names, number: typing.Any) -> Written:
        """Return the written form of one value."""
        assert self.values is not None
        return None if self.is_empty(number) and self._has_null(names) else self.values.write(names, number)

    def write(self, names: Names, numbers: np.ndarray) -> Written:
        """Return the written form of numbers that ``check`` accepts."""
        return self._written(names, np.asarray(numbers), self.shape)

    def _written(self, names: Names, numbers: np.ndarray, axes: tuple[int | Axis, ...]) -> Written:
        assert self.values is not None
        if len(axes) == self.values.rank:
            return self.write_one(names, numbers)
        axis, inner = axes[0], axes[1:]
        if isinstance(axis, Axis):
            n = min(names.count(axis.things), axis.size)
            full = [k for k in range(n) if not self.is_empty(numbers[k])]
            return {names.name(axis.things, k): self._written(names, numbers[k], inner) for k in full}
        parts = [self._written(names, part, inner) for part in numbers]
        while parts and parts[-1] is None:
            parts.pop()
        return parts


def _is_numbers(written: Written, shape: tuple[int, ...]) -> bool:
    """Return whether a value consists of whole numbers of a shape, as they are in the record."""
    try:
        found = np.asarray(written)
    except ValueError:  # lists of different lengths
        return False
    return found.dtype.kind == "i" and found.shape == shape


def record_type(fields: Iterable[Field | Column]) -> np.dtype:
    """Return the dtype of a record of ``fields``, padded to whole words.

    All padding is declared and therefore always zero, so that equal positions have equal bytes.

    Raises:
        SpecError: a repeated field name.
    """
    columns = [(one.name, one.kind, one.sizes) if isinstance(one, Field) else one[:3] for one in fields]
    names = [name for name, _, _ in columns]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise SpecError(f"a record names a field twice: {', '.join(twice)}")
    return np.dtype([*columns, ("padding", np.int8, (-np.dtype(columns).itemsize % 8,))])


RNG = Field("rng", np.uint64, (), "the random stream; not part of the position, never observed")
"""The first field of every position."""
