"""Geometry: hexes in map coordinates, and the parts of the page.

A hex is ``HEX`` units wide in map coordinates; the page shows the map in the frame ``MAP_FRAME``.
"""

import functools
import itertools
import math
import random
from collections.abc import Iterable, Sequence

import numpy as np

from ctv_env.core.drawing import Shape, Window
from ctv_env.games.ctv.loading.board import GRID
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import COLUMNS, N_CELLS, ROWS, TERRAIN

Point = tuple[float, float]
HEX = 64.0
RADIUS = HEX / math.sqrt(3)
WIDTH, HEIGHT = 1600.0, 1200.0
MAP_FRAME = (14.0, 62.0, 1312.0, 962.0)  # left, top, width, height on the page
_WHOLE = (-HEX / 2, -RADIUS, 20.5 * HEX, 962.0)
_ROOM = 0.75  # hexes shown around a scenario on part of the board
_LEAST_SCALE = 0.45  # minimum map units per page unit, which limits the size of hexes in small scenarios
_SWING = 5.0  # maximum deviation of a natural border from its hexside
_CORNERS = tuple((RADIUS * math.cos(math.radians(a)), RADIUS * math.sin(math.radians(a))) for a in range(-90, 270, 60))
SIDES = ((5, 0), (0, 1), (4, 5), (1, 2), (3, 4), (2, 3))
"""First and last corner of the hexside in each direction (NW, NE, W, E, SW, SE); corners clockwise from the top."""


@functools.cache
def centre(c: int) -> Point:
    """Return the centre of cell ``c``."""
    x, y = GRID.centre(c)
    return x * HEX, y * HEX


def corners(c: int, inset: float = 0.0) -> list[Point]:
    """Return the six corners of a cell, clockwise from the top, moved inwards by ``inset``."""
    x, y = centre(c)
    scale = (RADIUS - inset) / RADIUS
    return [(x + dx * scale, y + dy * scale) for dx, dy in _CORNERS]


def hexside(c: int, d: int) -> tuple[Point, Point]:
    """Return the two ends of the hexside of cell ``c`` in direction ``d``."""
    there = corners(c)
    return there[SIDES[d][0]], there[SIDES[d][1]]


def middle(c: int, d: int) -> Point:
    """Return the middle of a hexside."""
    (ax, ay), (bx, by) = hexside(c, d)
    return (ax + bx) / 2, (ay + by) / 2


def line(points: Iterable[Point]) -> str:
    """Return the path of an open line, rounded to tenths of a unit: short, and lines that share points still meet."""
    tenths = [(round(10 * x), round(10 * y)) for x, y in points]
    steps = (((bx - ax) / 10, (by - ay) / 10) for (ax, ay), (bx, by) in itertools.pairwise(tenths))
    return f"M{tenths[0][0] / 10:g} {tenths[0][1] / 10:g}l" + " ".join(f"{dx:g} {dy:g}" for dx, dy in steps)


def polygon(points: Iterable[Point]) -> str:
    """Return the path of a closed polygon."""
    return line(list(points)) + "z"


def outline(c: int, inset: float = 0.0) -> str:
    """Return the path of a hex."""
    return polygon(corners(c, inset))


@functools.cache
def _border(start: Point, end: Point) -> tuple[Point, ...]:
    """Return a natural line between two corners by midpoint displacement, the same each time."""
    swing = random.Random(f"{start} {end}")
    points = [start, end]
    for depth in (1.0, 0.6):
        longer = [points[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            length = math.hypot(bx - ax, by - ay)
            away = swing.uniform(-_SWING, _SWING) * depth / length
            longer += [((ax + bx) / 2 + (ay - by) * away, (ay + by) / 2 + (bx - ax) * away), (bx, by)]
        points = longer
    return tuple(points)


def natural_side(c: int, d: int) -> list[Point]:
    """Return a hexside as a natural line, clockwise around ``c``; the line is the same from both of its cells."""
    start, end = (tuple(round(v, 1) for v in point) for point in hexside(c, d))
    return list(_border(start, end)) if start <= end else list(_border(end, start))[::-1]


def natural_outline(c: int) -> str:
    """Return the path of a cell with natural borders."""
    clockwise = (1, 3, 5, 4, 2, 0)
    return polygon(point for d in clockwise for point in natural_side(c, d)[:-1])


def cells_in_play(tables: GameTables) -> np.ndarray:
    """Return the land cells in play in the scenario."""
    return np.flatnonzero(tables.record[0]["terrain"][:N_CELLS] != TERRAIN.SEA)


@functools.lru_cache(maxsize=16)
def view(tables: GameTables) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the part of the map that fills ``MAP_FRAME``.

    It is the whole map, or the part in play with a margin.
    """
    cells = cells_in_play(tables)
    rows, columns = cells // COLUMNS, cells % COLUMNS
    if rows.max() - rows.min() >= ROWS - 2 and columns.max() - columns.min() == COLUMNS - 1:
        return _WHOLE
    points = np.array([centre(int(c)) for c in cells])
    room = np.array([HEX * (_ROOM + 0.5), RADIUS + HEX * _ROOM])
    (left, top), (right, bottom) = points.min(0) - room, points.max(0) + room
    scale = max((right - left) / MAP_FRAME[2], (bottom - top) / MAP_FRAME[3], _LEAST_SCALE)
    width, height = MAP_FRAME[2] * scale, MAP_FRAME[3] * scale
    left += (right - left - width) / 2
    top += (bottom - top - height) / 2
    left = min(max(left, _WHOLE[0]), max(_WHOLE[0] + _WHOLE[2] - width, _WHOLE[0]))
    return left, min(max(top, _WHOLE[1]), max(_WHOLE[1] + _WHOLE[3] - height, _WHOLE[1])), width, height


def shows_whole_map(tables: GameTables) -> bool:
    """Return whether pictures of the scenario show the whole map, not a part in play."""
    return view(tables) == _WHOLE


def page_window(
    tables: GameTables,
    x: float,
    y: float,
    width: float,
    height: float,
    shapes: Sequence[Shape],
    origin: Point | None = None,
    title: str = "",
    data: tuple[tuple[str, str], ...] = (),
) -> Window:
    """Return a window of the page over a rectangle of the map.

    Args:
        x, y, width, height: the rectangle in map coordinates.
        shapes: contents of the window.
        origin: its top left corner in the coordinates of ``shapes``; None for map coordinates.
    """
    left, top, seen, _ = view(tables)
    scale = MAP_FRAME[2] / seen
    page = (MAP_FRAME[0] + (x - left) * scale, MAP_FRAME[1] + (y - top) * scale, width * scale, height * scale)
    return Window(*page, (*(origin or (x, y)), width, height), shapes, title, data)
