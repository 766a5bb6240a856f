"""Positions on the page: the south is at the bottom, though cells count from the south."""

import math

from ctv_env.games.tscw.loading.load import TscwTables

SIZE = 58.0
"""Width of a hex."""
_LEFT, TOP, _BOTTOM = 20.0, 70.0, 90.0
_ROW = SIZE * 0.75**0.5
_RADIUS = SIZE / 3**0.5
LOG_LINES = 3


def page(tables: TscwTables) -> tuple[float, float]:
    """Return the width and height of the page."""
    grid = tables.grid
    return 2 * _LEFT + (grid.columns + 0.5) * SIZE, TOP + grid.rows * _ROW + _BOTTOM


def frame(tables: TscwTables) -> tuple[float, float, float, float]:
    """Return the part of the page worth showing."""
    return (0.0, 0.0, *page(tables))


def centre(tables: TscwTables, cell: int) -> tuple[float, float]:
    """Return the centre of a cell on the page."""
    x, y = tables.grid.centre(cell)
    height = (tables.grid.rows - 1) * 0.75**0.5
    return round(_LEFT + SIZE * (x + 0.5), 1), round(TOP + SIZE * (height - y) + _RADIUS, 1)


def corners(tables: TscwTables, cell: int) -> tuple[tuple[float, float], ...]:
    """Return the corners of a cell in order."""
    x, y = centre(tables, cell)
    return tuple((round(x + dx, 1), round(y + dy, 1)) for dx, dy in offsets())


def offsets(scale: float = 1.0) -> tuple[tuple[float, float], ...]:
    """Return the corners of a hex about its centre."""
    angles = (math.pi / 6 + math.pi / 3 * k for k in range(6))
    return tuple((scale * _RADIUS * math.cos(one), scale * _RADIUS * math.sin(one)) for one in angles)


def side_ends(d: int, scale: float = 1.0) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the ends of the hexside in direction ``d`` about the centre: SW, SE, W, E, NW, NE."""
    first = {0: 1, 1: 0, 2: 2, 3: 5, 4: 3, 5: 4}[d]
    points = offsets(scale)
    return points[first], points[(first + 1) % 6]


def log_top(tables: TscwTables) -> float:
    """Return where the log begins."""
    return page(tables)[1] - _BOTTOM + 30
