"""The whole printed map, independent of the part used in a scenario."""

import functools
import pathlib
import typing

import numpy as np

from ctv_env.core.datafile import Document
from ctv_env.games.ctv.loading.board import GRID, MAP, pack_map, read_board
from ctv_env.games.ctv.loading.load import DATA_DIR, GameTables
from ctv_env.games.ctv.model.codes import N_CELLS, OFF, TERRAIN

TRUNK_ROAD = "N-"
"""Prefixes of the names of trunk roads; all roads have the same effect on movement (8.2)."""


class PrintedMap(typing.NamedTuple):
    """The printed map, by cells and directions as in the tables record."""

    terrain: np.ndarray  # int8 (CELLS,)
    nbr: np.ndarray  # int16 (CELLS, 6): OFF across a closed hexside and at the sea
    river: np.ndarray  # int8 (CELLS, 6)
    start_control: np.ndarray  # int8 (CELLS,)
    towns: dict[int, str]
    roads: tuple[tuple[bool, tuple[int, ...]], ...]  # whether it is a trunk road, and its cells in order
    neighbours: np.ndarray  # int16 (CELLS, 6): over any hexside, OFF at the edge of the board


@functools.lru_cache(maxsize=8)
def printed_map(tables: GameTables) -> PrintedMap:
    """Return the map in the data folder of ``tables``."""
    folder = DATA_DIR if tables.data_dir is None else pathlib.Path(tables.data_dir)
    document = Document(folder / "map.yaml", MAP)
    fields = pack_map(document, read_board(document), rivers=True)
    roads = document.data["roads"].items()
    return PrintedMap(
        terrain=fields["terrain"],
        nbr=fields["nbr"],
        river=fields["river"],
        start_control=fields["start_control"],
        towns=fields["town_names"],
        roads=tuple((name.startswith(TRUNK_ROAD), tuple(map(GRID.cell, chain))) for name, chain in roads),
        neighbours=GRID.neighbours,
    )


def land(printed: PrintedMap) -> list[int]:
    """Return the land cells."""
    return np.flatnonzero(printed.terrain[:N_CELLS] != TERRAIN.SEA).tolist()


def closed_sides(printed: PrintedMap) -> list[tuple[int, int]]:
    """Return cell and direction of each closed hexside between land hexes (1.3.2), from one of its cells."""
    on_land = printed.terrain != TERRAIN.SEA
    return [
        (c, d)
        for c in land(printed)
        for d in range(3)
        if on_land[printed.neighbours[c, d]] and printed.nbr[c, d] == OFF
    ]
