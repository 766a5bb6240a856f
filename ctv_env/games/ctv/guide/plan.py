"""The layout of the hexes on the picture of the map, for pointing and clicking."""

import numpy as np

from ctv_env.core.ui import Plan, Point, Space
from ctv_env.games.ctv.drawing.geometry import (
    HEIGHT,
    MAP_FRAME,
    RADIUS,
    WIDTH,
    cells_in_play,
    centre,
    corners,
    page_window,
    shows_whole_map,
)
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import N_CELLS
from ctv_env.games.ctv.text.notation import hex_name

_ROOM = 1.7  # margin around the centres of the outermost hexes, in radii of a hex


def plan(tables: GameTables) -> Plan:
    """Return the layout of the hexes in play on the page of ``Game.drawing``."""
    return _plan_of(tables, cells_in_play(tables).tolist())


def plan_to_edit(tables: GameTables) -> Plan:
    """Return the layout of the hexes that can be edited: with the whole map all, sea too, else those in play."""
    return _plan_of(tables, list(range(N_CELLS))) if shows_whole_map(tables) else plan(tables)


def _plan_of(tables: GameTables, cells: list[int]) -> Plan:
    spots = np.array([_on_page(tables, centre(c)) for c in cells])
    radius = page_window(tables, 0.0, 0.0, RADIUS, RADIUS, ()).width
    return Plan((WIDTH, HEIGHT), _frame(spots, radius), tuple(_space(tables, c) for c in cells))


def _space(tables: GameTables, c: int) -> Space:
    outline = tuple(_rounded(_on_page(tables, corner)) for corner in corners(c))
    return Space(tables.grid.code(c), hex_name(tables, c), _rounded(_on_page(tables, centre(c))), outline)


def _on_page(tables: GameTables, point: Point) -> Point:
    """Convert a point from map coordinates to the page."""
    spot = page_window(tables, *point, 0.0, 0.0, ())
    return spot.x, spot.y


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _frame(spots: np.ndarray, radius: float) -> tuple[float, float, float, float]:
    """Return the part of the map's frame that contains all hexes in play."""
    left, top, width, height = MAP_FRAME
    low = np.maximum(spots.min(0) - _ROOM * radius, (left, top))
    high = np.minimum(spots.max(0) + _ROOM * radius, (left + width, top + height))
    left, top, width, height = (round(float(v), 1) for v in (*low, *(high - low)))
    return left, top, width, height
