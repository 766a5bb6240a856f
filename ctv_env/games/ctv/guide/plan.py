"""Where the hexes lie on the picture of the map, for those who point at them."""

import numpy as np

from ctv_env.games.ctv.drawing.geometry import HEIGHT, MAP_FRAME, RADIUS, WIDTH, cells_in_play, centre, page_window
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.text.notation import hex_name

_ROOM = 1.7  # radii of a hex, from the centres of the outermost hexes to the edge of what is shown


def plan(tables: GameTables) -> dict:
    """The plan of the map on the page of ``Game.drawing``; lengths are those of the page.

    Returns:
        ``page``, width and height; ``frame``, left, top, width and height of what is worth showing; ``radius`` of a
        hex; ``names`` and ``centres`` of the hexes in play, by code.
    """
    cells = cells_in_play(tables).tolist()
    spots = {c: _on_page(tables, c) for c in cells}
    radius = page_window(tables, 0.0, 0.0, RADIUS, RADIUS, ()).width
    return {
        "page": [WIDTH, HEIGHT],
        "frame": _frame(np.array(list(spots.values())), radius),
        "radius": round(radius, 2),
        "names": {tables.grid.code(c): hex_name(tables, c) for c in cells},
        "centres": {tables.grid.code(c): [round(x, 1), round(y, 1)] for c, (x, y) in spots.items()},
    }


def _on_page(tables: GameTables, c: int) -> tuple[float, float]:
    """Centre of a cell on the page."""
    spot = page_window(tables, *centre(c), 0.0, 0.0, ())
    return spot.x, spot.y


def _frame(spots: np.ndarray, radius: float) -> list[float]:
    """The part of the map's frame with all hexes in play."""
    left, top, width, height = MAP_FRAME
    low = np.maximum(spots.min(0) - _ROOM * radius, (left, top))
    high = np.minimum(spots.max(0) + _ROOM * radius, (left + width, top + height))
    return [round(float(v), 1) for v in (*low, *(high - low))]
