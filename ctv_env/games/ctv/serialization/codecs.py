"""Values that are written otherwise than they are declared: one small codec per kind of value."""

import typing

import numpy as np

from ctv_env.core.fields import Count, Named, Names, PositionError, Written
from ctv_env.core.jit import records
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import BREAKTHROUGH, NODE, NOWHERE, TERRAIN
from ctv_env.games.ctv.model.state import SCRATCH, STATE
from ctv_env.games.ctv.text.notation import hex_cell, piece_name, piece_slot

Number = int | np.integer
"""A value in the state record."""


class Context(Names):
    """A position being built: its tables, its states (1,) and scratch, and the names of its cells and pieces."""

    def __init__(self, tables: GameTables):
        super().__init__({"cell": tables.grid.names, "piece": tables.piece_names})
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

    def name(self, things: str, number: int) -> str:
        """See ``Names``; an empty slot is named by its number."""
        return self.code(number) if things == "cell" else piece_name(self.tables, number)

    def number(self, things: str, key: str, name: Written) -> int:
        """See ``Names``."""
        return self._cell(key, name) if things == "cell" else self._piece(key, name)

    def _cell(self, key: str, code: Written) -> int:
        """Cell of the printed code of a land hex."""
        try:
            cell = hex_cell(self.tables, code)
        except ValueError as error:
            raise PositionError(key, str(error), "it must be the printed code of a land hex") from None
        if self.t["terrain"][cell] == TERRAIN.SEA:
            raise PositionError(key, f"{code} is a sea hex", "it must be a land hex (1.3.2)")
        return cell

    def _piece(self, key: str, name: Written) -> int:
        """Slot of a piece of the scenario."""
        if isinstance(name, str) and name in self.tables.piece_index:
            return self.tables.piece_index[name]
        try:
            piece_slot(self.tables, name)
        except ValueError as error:
            problem = str(error)
        else:
            problem = f"{name} is empty"
        raise PositionError(key, problem, "it must be the name of a piece of this scenario")

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


class Neighbour:
    """A hex next to the target, stored as the direction from the target; null for none."""

    def read(self, ctx: Context, key: str, value: Written) -> int:
        """Direction of a code."""
        if value is None:
            return NOWHERE
        cell = ctx.number("cell", key, value)
        directions = np.flatnonzero(ctx.t["nbr"][int(ctx.s["target"])] == cell)
        if ctx.s["target"] == NOWHERE or not len(directions):
            raise PositionError(key, f"{value} is not next to the target", "it must be a hex from which it is attacked")
        return int(directions[0])

    def write(self, ctx: Context, number: Number) -> str | None:
        """Code of the hex in a direction."""
        return None if number == NOWHERE else ctx.code(ctx.t["nbr"][int(ctx.s["target"]), int(number)])


class Cursor:
    """A count or, at the dice of air units, the air unit that rolls."""

    def _values(self, ctx: Context) -> Named | Count:
        return Named("piece") if ctx.node in (NODE.AIR_COMBAT_DIE, NODE.ATTRITION_DIE) else Count(NOWHERE, 127)

    def read(self, ctx: Context, key: str, value: Written) -> int:
        """Slot or count."""
        return self._values(ctx).read(ctx, key, value)

    def write(self, ctx: Context, number: Number) -> str | int | None:
        """Name or count."""
        return self._values(ctx).write(ctx, int(number))


class DefenderLoss:
    """Steps, or ``"B"`` for a breakthrough."""

    def read(self, ctx: Context, key: str, value: Written) -> int:
        """Steps or BREAKTHROUGH."""
        return BREAKTHROUGH if value == "B" else Count(0, 20).read(ctx, key, value)

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
