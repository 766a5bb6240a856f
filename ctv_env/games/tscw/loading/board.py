"""``map.yaml`` (2.2): the hexes of Spain, rivers, closed sides and railways, cropped to the board of a scenario."""

import dataclasses
from collections.abc import Iterable

import numpy as np

from ctv_env.core.bitboard import as_rows
from ctv_env.core.codes import by_word
from ctv_env.core.datafile import Choice, Document, Flag, ListOf, MapOf, Number, Record, Text
from ctv_env.core.hexgrid import N_DIRECTIONS, HexGrid
from ctv_env.games.tscw.model.codes import (
    BOARD_ROWS,
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_TOWNS,
    OFF,
    PLACE,
    RIVER,
    SEAS,
    Region,
    Sea,
    Terrain,
)

HEX_CODE = r"\d{4}"
_SIDE = rf"{HEX_CODE}/{HEX_CODE}"
_REGIONS = {"Asturias": Region.ASTURIAS, "Santander": Region.SANTANDER, "Euskadi": Region.EUSKADI}
_SIDE_WORDS = ("N", "R")
_PLACES = {"": PLACE.NONE, "town": PLACE.TOWN, "city": PLACE.CITY}

MAP = Record(
    {
        "title": Text(),
        "hexes": MapOf(
            Record(
                {"terrain": Choice(tuple(by_word(Terrain))), "region": Text(), "control": Choice(_SIDE_WORDS)},
                {
                    "name": (Text(), ""),
                    "place": (Choice(("town", "city")), ""),
                    "port": (Flag(), False),
                    "capital": (Flag(), False),
                    "source": (Choice(("N", "R", "RN")), ""),
                    "coast": (Choice(SEAS), ""),
                    "france": (Flag(), False),
                },
            ),
            HEX_CODE,
            "four digits RRCC",
        ),
        "major_rivers": MapOf(Text(), _SIDE, "a hexside RRCC/RRCC"),
        "minor_rivers": MapOf(Text(), _SIDE, "a hexside RRCC/RRCC"),
        "closed_sides": MapOf(Text(), _SIDE, "a hexside RRCC/RRCC"),
        "railways": MapOf(ListOf(Text(_SIDE, "a hexside RRCC/RRCC"))),
    }
)

BOARD = Record(
    {
        "row": Number(0, 99),
        "column": Number(0, 99),
        "rows": Number(1, MAX_ROWS),
        "columns": Number(1, MAX_COLUMNS),
    }
)


@dataclasses.dataclass(frozen=True)
class Map:
    """The board of a scenario.

    Attributes:
        grid: conversion between printed codes and cells.
        hexes: data of each land hex on the board, by cell.
        names: name of each cell that has one.
    """

    grid: HexGrid
    hexes: dict[int, dict]
    names: dict[int, str]

    def cell(self, code: str) -> int:
        """Return the cell of a code, OFF if it is not land of this board."""
        found = self.grid.names.index(code) if code in self.grid.names else OFF
        return found if found in self.hexes else OFF


def read_map(document: Document, board: dict) -> Map:
    """Return the part of the map on ``board``.

    Raises:
        DataError: too many towns on it, or one without a name.
    """
    grid = HexGrid(board["row"], board["column"], board["rows"], board["columns"])
    cells = {code: k for k, code in enumerate(grid.names)}
    hexes = {cells[code]: data for code, data in document.data["hexes"].items() if code in cells}
    names = {cell: data["name"] for cell, data in hexes.items() if data["name"]}
    for cell, data in hexes.items():
        if data["place"] and not data["name"]:
            code = grid.code(cell)
            raise document.error(("hexes", code, "name"), f"the {data['place']} in {code} has no name", "name it")
    if len([data for data in hexes.values() if data["place"]]) > MAX_TOWNS:
        raise document.error(("hexes",), "the board has too many towns", f"there can be {MAX_TOWNS}")
    return Map(grid, dict(sorted(hexes.items())), names)


def _full(values: dict[int, int], empty: int = 0) -> np.ndarray:
    """Array over all cells and OFF from values by cell."""
    out = np.full(MAX_CELLS + 1, empty)
    for cell, value in values.items():
        out[cell] = value
    return out


def board_rows(places: Map, cells: Iterable[int]) -> np.ndarray:
    """Return cells as bits, int32 (BOARD_ROWS,)."""
    member = np.zeros(places.grid.n_cells + 1, bool)
    for cell in cells:
        if cell != OFF:
            member[cell] = True
    rows = np.zeros(BOARD_ROWS, np.int32)
    found = as_rows(places.grid, member)
    rows[: len(found)] = found
    return rows


def direction_of(grid: HexGrid, a: int, b: int) -> int:
    """Return the direction from one cell to a neighbour; ValueError if they are not adjacent."""
    return grid.neighbours[a].tolist().index(b)


def _pairs(document: Document, places: Map, path: tuple, codes: str) -> tuple[int, int] | None:
    """The two cells of a hexside, None unless both are on the board."""
    one, other = (places.cell(code) for code in codes.split("/"))
    if OFF in (one, other):
        return None
    if other not in places.grid.neighbours[one]:
        raise document.error(path, f"{codes} is no hexside", "its two hexes must be neighbours")
    return one, other


def _by_side(places: Map, sides: Iterable[tuple[int, int]], value: int, table: np.ndarray) -> None:
    for a, b in sides:
        table[a, direction_of(places.grid, a, b)] = value
        table[b, direction_of(places.grid, b, a)] = value


def pack_map(document: Document, places: Map) -> dict:
    """Return the fields of the tables record from the map (T-01, T-02)."""
    data, grid = document.data, places.grid
    sides = {
        key: [pair for codes in data[key] if (pair := _pairs(document, places, (key, codes), codes)) is not None]
        for key in ("major_rivers", "minor_rivers", "closed_sides")
    }
    links = [
        pair
        for line, codes in data["railways"].items()
        for k, code in enumerate(codes)
        if (pair := _pairs(document, places, ("railways", line, k), code)) is not None
    ]
    near = np.full((MAX_CELLS + 1, N_DIRECTIONS), OFF)
    near[: grid.n_cells] = np.where(grid.neighbours[:-1] == grid.n_cells, OFF, grid.neighbours[:-1])
    land = _full(dict.fromkeys(places.hexes, 1))
    nbr = np.where((land[near] == 1) & (land[:, None] == 1), near, OFF)
    _by_side(places, sides["closed_sides"], OFF, nbr)
    river = np.zeros_like(nbr)
    _by_side(places, sides["minor_rivers"], RIVER.MINOR, river)
    _by_side(places, sides["major_rivers"], RIVER.MAJOR, river)
    rail = np.zeros_like(nbr)
    _by_side(places, links, 1, rail)
    hexes = places.hexes
    towns = [cell for cell, one in hexes.items() if one["place"]]
    return {
        "n_cells": grid.n_cells,
        "n_rows": grid.rows,
        "n_columns": grid.columns,
        "first_row": grid.first_row,
        "near": near,
        "nbr": nbr,
        "land": land,
        "river": river,
        "rail": rail,
        "is_rail": rail.any(1),
        "terrain": _full({cell: by_word(Terrain)[one["terrain"]] for cell, one in hexes.items()}),
        "place": _full({cell: _PLACES[one["place"]] for cell, one in hexes.items()}),
        "port": _full({cell: one["port"] for cell, one in hexes.items()}),
        "coast": _full({cell: by_word(Sea)[one["coast"]] for cell, one in hexes.items() if one["coast"]}),
        "capital": _full({cell: one["capital"] for cell, one in hexes.items()}),
        "france": _full({cell: one["france"] for cell, one in hexes.items()}),
        "region": _full({cell: _region(one) for cell, one in hexes.items()}, Region.ELSEWHERE),
        "land_rows": board_rows(places, hexes),
        "open_rows": [board_rows(places, np.flatnonzero(nbr[:-1, d] != OFF)) for d in range(N_DIRECTIONS)],
        "rail_rows": [board_rows(places, np.flatnonzero(rail[:-1, d])) for d in range(N_DIRECTIONS)],
        "town_rows": board_rows(places, towns),
        "region_rows": [board_rows(places, (c for c, one in hexes.items() if _region(one) == k)) for k in range(3)],
        "start_rows": [
            board_rows(places, (c for c, one in hexes.items() if one["control"] == side)) for side in _SIDE_WORDS
        ],
        "town": towns + [OFF] * (MAX_TOWNS - len(towns)),
        "n_towns": len(towns),
    }


def _region(one: dict) -> int:
    return _REGIONS.get(one["region"], Region.ELSEWHERE)
