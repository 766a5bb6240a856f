"""A position in plain words: who stands where, who controls what, read from a record of the engine."""

import copy
import dataclasses
import typing

from naive_tscw.board import counters, lines, on_board, read

from ctv_env.games.tscw.model import codes

MOTORIZED = ("armor", "motorized", "aa", "train", "hq")  # 2.8
NORTHERN = ("Asturian", "Santander", "Basque")
SUPPLY = ("full", "town", "out")


@dataclasses.dataclass
class Unit:
    """A ground unit on the map.

    Attributes:
        name: of the side that shows.
        supply: state at the last check.
        ready: whether it is an HQ on its available side.
    """

    name: str
    code: str
    steps: int
    supply: str
    reserve: bool
    landed: bool
    ready: bool

    @property
    def counter(self) -> dict:
        return counters()[self.name]

    @property
    def side(self) -> str:
        return self.counter["side"]

    @property
    def size(self) -> str:
        return self.counter["size"]

    @property
    def is_hq(self) -> bool:
        return self.counter["type"] == "hq"

    @property
    def is_motorized(self) -> bool:
        return self.counter["type"] in MOTORIZED

    @property
    def faction(self) -> str:
        return self.counter["faction"]

    @property
    def is_northern(self) -> bool:
        return self.faction in (*NORTHERN, "North")

    def factor(self, kind: str) -> int:
        """Attack or defence factor: full strength first, then reduced."""
        printed = self.counter[kind]
        return printed[len(printed) - self.steps]


@dataclasses.dataclass
class Position:
    """Where everything stands on the map."""

    scenario: str
    units: dict[str, Unit]
    owner: dict[str, str]
    line: dict[str, str]
    destroyed: set[str]

    def others(self, side: str) -> list[Unit]:
        """Ground units of the enemy of a side."""
        return [unit for unit in self.units.values() if unit.side != side]

    def own(self, side: str) -> list[Unit]:
        """Ground units of a side."""
        return [unit for unit in self.units.values() if unit.side == side]

    def stack(self, code: str) -> list[Unit]:
        """Ground units in a hex."""
        return [unit for unit in self.units.values() if unit.code == code]

    def is_fort(self, code: str) -> bool:
        """Whether a hex belongs to an active line and is not destroyed (15.14)."""
        return any(code in one["hexes"] and self.line[name] == "active" for name, one in lines().items()) and (
            code not in self.destroyed
        )

    def moved(self, name: str, path: list[str]) -> "Position":
        """The position after a unit has walked a path: hexes change hands, lone HQs die, forts fall (10.7, 15.14)."""
        after = copy.deepcopy(self)
        mover = after.units[name]
        for code in path:
            for unit in after.stack(code):
                if unit.side != mover.side:
                    del after.units[unit.name]
            after.owner[code] = mover.side
            if mover.side == "N":
                for line, one in lines().items():
                    if code in one["hexes"] and after.line[line] == "inactive":
                        after.line[line] = "neutralised"
                    elif code in one["hexes"] and after.line[line] == "active":
                        after.destroyed.add(code)
        mover.code = path[-1]
        return after


def of(state: typing.Any, tables: typing.Any) -> Position:
    """Read a record of the engine, with the names of its tables."""
    grid, names, other = tables.grid, tables.pieces.names, tables.pieces.other
    units = {}
    for p, name in enumerate(names):
        if state["where"][p] == codes.WHERE.ON_MAP and state["piece_cell"][p] != codes.OFF:
            shown = other[p] if state["face"][p] else name
            units[shown] = Unit(
                shown,
                grid.code(state["piece_cell"][p]),
                int(state["strength"][p]),
                SUPPLY[state["supply"][p]],
                bool(state["reserve"][p]),
                bool(state["landed"][p]),
                not state["used"][p],
            )
    return Position(tables.scenario, units, _owners(state, tables), _lines(state), _destroyed(state, tables))


def _bit(rows: typing.Any, cell: int, columns: int) -> bool:
    row, column = divmod(cell, columns)
    return bool(int(rows[row + 1]) >> column & 1)


def _owners(state: typing.Any, tables: typing.Any) -> dict[str, str]:
    columns = tables.grid.columns
    return {
        code: "NR"[side]
        for code in on_board(tables.scenario)
        for side in range(2)
        if _bit(state["control_rows"][side], tables.grid.cell(code), columns)
    }


def _lines(state: typing.Any) -> dict[str, str]:
    return {name: ("inactive", "active", "neutralised")[state["line"][k]] for k, name in enumerate(lines())}


def _destroyed(state: typing.Any, tables: typing.Any) -> set[str]:
    columns = tables.grid.columns
    return {
        code for code in on_board(tables.scenario) if _bit(state["destroyed_rows"], tables.grid.cell(code), columns)
    }


def scenario(name: str) -> dict:
    """A scenario's file."""
    return read(f"scenarios/{name}.yaml")
