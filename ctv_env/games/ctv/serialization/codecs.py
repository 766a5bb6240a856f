"""The JSON form of the values of a position: one small codec per kind of value."""

import dataclasses
import typing

import numpy as np

from ctv_env.core.datafile import one_of
from ctv_env.core.jit import records
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import BREAKTHROUGH, CELLS, NODE, NOWHERE, TERRAIN
from ctv_env.games.ctv.model.state import SCRATCH, STATE
from ctv_env.games.ctv.text.notation import hex_cell, piece_name, piece_slot

Written = typing.Any
"""A value in JSON."""

Number = int | np.integer
"""A value in the state record."""


class PositionError(ValueError):
    """An inconsistent position; the error names the key, the problem and the remedy."""

    def __init__(self, key: str, problem: str, remedy: str):
        super().__init__(key, problem, remedy)
        self.key, self.problem, self.remedy = key, problem, remedy

    def __str__(self) -> str:
        return f"{self.key}: {self.problem}; {self.remedy}"


class Context:
    """A position being built: its tables, its states (1,) and scratch."""

    def __init__(self, tables: GameTables):
        self.tables = tables
        self.states = records(1, STATE)
        self.scratch = records(1, SCRATCH)
        self.s, self.t, self.w = self.states[0], tables.record[0], self.scratch[0]

    @property
    def node(self) -> int:
        """The current node."""
        return int(self.s["node"])

    def piece_key(self, p: int, key: str = "") -> str:
        """Return the name of a piece, or of one of its keys, for error messages."""
        return f"pieces.{piece_name(self.tables, p)}" + (f".{key}" if key else "")

    def code(self, c: Number) -> str:
        """Return the printed code of a cell."""
        return self.tables.grid.code(c)


# -- codecs -----------------------------------------------------------------------------------------------------------


class Codec(typing.Protocol):
    """The JSON form of one kind of value: ``write`` is the inverse of ``read``."""

    def read(self, ctx: Context, key: str, value: Written) -> int | list[int] | np.ndarray:
        """Return the number or numbers for a written value; PositionError, which names ``key``, if it is invalid."""

    def write(self, ctx: Context, number: typing.Any) -> Written:
        """Return the written form of a number, or the numbers, of the record."""


@dataclasses.dataclass(frozen=True)
class Word:
    """A word for a code."""

    words: dict[str | None, int]

    def read(self, ctx: Context, key: str, value: Written) -> int:
        """Code of a word."""
        if not isinstance(value, str | None) or value not in self.words:
            allowed = ["null" if word is None else word for word in self.words]
            raise PositionError(key, f"{value!r} is none of its words", one_of(str(value), allowed))
        return self.words[value]

    def write(self, ctx: Context, number: Number) -> str | None:
        """Word of a code."""
        return next(word for word, code in self.words.items() if code == number)


@dataclasses.dataclass(frozen=True)
class Whole:
    """An integer from ``low`` to ``high``."""

    low: int
    high: int

    def read(self, ctx: Context | None, key: str, value: Written) -> int:
        """The number itself."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise PositionError(key, f"{value!r}", f"it must be a whole number from {self.low} to {self.high}")
        return value

    def write(self, ctx: Context, number: Number) -> int:
        """The number itself."""
        return int(number)


class Flag:
    """True or false."""

    def read(self, ctx: Context, key: str, value: Written) -> int:
        """0 or 1."""
        if not isinstance(value, bool):
            raise PositionError(key, f"{value!r}", "it must be true or false")
        return int(value)

    def write(self, ctx: Context, number: Number) -> bool:
        """Whether it is set."""
        return bool(number)


class Points:
    """Movement points, stored as half points."""

    def read(self, ctx: Context, key: str, value: Written) -> int:
        """Half points."""
        right = isinstance(value, int | float) and not isinstance(value, bool)
        if not right or not 0 <= value <= 60 or value * 2 % 1:
            raise PositionError(key, f"{value!r}", "it must be a number of movement points in steps of 0.5")
        return int(value * 2)

    def write(self, ctx: Context, number: Number) -> float | int:
        """Points, whole ones as int."""
        return int(number) // 2 if number % 2 == 0 else int(number) / 2


class Hex:
    """The printed code of a land hex; null for none."""

    def read(self, ctx: Context, key: str, value: Written) -> int:
        """Cell of a code."""
        if value is None:
            return NOWHERE
        try:
            cell = hex_cell(ctx.tables, value)
        except ValueError as error:
            raise PositionError(key, str(error), "it must be the printed code of a land hex") from None
        if ctx.t["terrain"][cell] == TERRAIN.SEA:
            raise PositionError(key, f"{value} is a sea hex", "it must be a land hex (1.3.2)")
        return cell

    def write(self, ctx: Context, number: Number) -> str | None:
        """Code of a cell."""
        return None if number == NOWHERE else ctx.code(number)


class Piece:
    """The name of a piece; null for none."""

    def read(self, ctx: Context, key: str, value: Written) -> int:
        """Slot of a name."""
        if value is None:
            return NOWHERE
        if not isinstance(value, str) or value not in ctx.tables.piece_index:
            raise unknown_piece(ctx, key, value)
        return ctx.tables.piece_index[value]

    def write(self, ctx: Context, number: Number) -> str | None:
        """Name of a slot."""
        return None if number == NOWHERE else piece_name(ctx.tables, int(number))


def unknown_piece(ctx: Context, key: str, name: Written) -> PositionError:
    """Return the error about an unknown name."""
    try:
        piece_slot(ctx.tables, name)
    except ValueError as error:
        return PositionError(key, str(error), "it must be the name of a piece of this scenario")
    return PositionError(key, f"{name} is empty", "it must be the name of a piece of this scenario")


class Neighbour:
    """A hex next to the target, stored as the direction from the target; null for none."""

    def read(self, ctx: Context, key: str, value: Written) -> int:
        """Direction of a code."""
        cell = Hex().read(ctx, key, value)
        if cell == NOWHERE:
            return NOWHERE
        directions = np.flatnonzero(ctx.t["nbr"][int(ctx.s["target"])] == cell)
        if ctx.s["target"] == NOWHERE or not len(directions):
            raise PositionError(key, f"{value} is not next to the target", "it must be a hex from which it is attacked")
        return int(directions[0])

    def write(self, ctx: Context, number: Number) -> str | None:
        """Code of the hex in a direction."""
        return None if number == NOWHERE else ctx.code(ctx.t["nbr"][int(ctx.s["target"]), int(number)])


class Cursor:
    """A count or, at the dice of air units, the air unit that rolls."""

    def _codec(self, ctx: Context) -> Piece | Whole:
        return Piece() if ctx.node in (NODE.AIR_COMBAT_DIE, NODE.ATTRITION_DIE) else Whole(NOWHERE, 127)

    def read(self, ctx: Context, key: str, value: Written) -> int:
        """Slot or count."""
        return self._codec(ctx).read(ctx, key, value)

    def write(self, ctx: Context, number: Number) -> str | int | None:
        """Name or count."""
        return self._codec(ctx).write(ctx, number)


class DefenderLoss:
    """Steps, or ``"B"`` for a breakthrough."""

    def read(self, ctx: Context, key: str, value: Written) -> int:
        """Steps or BREAKTHROUGH."""
        return BREAKTHROUGH if value == "B" else Whole(0, 20).read(ctx, key, value)

    def write(self, ctx: Context, number: Number) -> int | str:
        """Steps or ``"B"``."""
        return "B" if number == BREAKTHROUGH else int(number)


class Groups:
    """A list of reserve groups, stored as flags."""

    def read(self, ctx: Context, key: str, value: Written) -> list[int]:
        """Flag of each group."""
        groups = range(1, ctx.s["reserve"].shape[0])
        if not isinstance(value, list) or any(isinstance(group, bool) or group not in groups for group in value):
            raise PositionError(key, f"{value!r}", f"it must be a list of the groups {', '.join(map(str, groups))}")
        return [int(group in value) for group in (0, *groups)]

    def write(self, ctx: Context, number: np.ndarray) -> list[int]:
        """Groups that are set."""
        return np.flatnonzero(number).tolist()


class CellCounts:
    """A mapping from hex codes to positive integers, stored as one number per cell."""

    def read(self, ctx: Context, key: str, value: Written) -> np.ndarray:
        """Number of each cell."""
        if not isinstance(value, dict):
            raise PositionError(key, f"{value!r}", "it must be a mapping from hex codes to whole numbers")
        counts = np.zeros(CELLS, np.int8)
        for code, number in value.items():
            counts[Hex().read(ctx, key, code)] = Whole(1, 99).read(ctx, f"{key}.{code}", number)
        return counts

    def write(self, ctx: Context, number: np.ndarray) -> dict[str, int]:
        """Cells with a number above 0."""
        return {ctx.code(cell): int(number[cell]) for cell in np.flatnonzero(number).tolist()}


class PerSide:
    """Two integers, for the Nationalist and the Republican."""

    def read(self, ctx: Context, key: str, value: Written) -> list[int]:
        """Both numbers."""
        if not isinstance(value, list) or len(value) != 2:
            raise PositionError(key, f"{value!r}", "it must be a list of two numbers, Nationalist and Republican")
        return [Whole(0, 12).read(ctx, key, number) for number in value]

    def write(self, ctx: Context, number: np.ndarray) -> list[int]:
        """Both numbers."""
        return number.tolist()
