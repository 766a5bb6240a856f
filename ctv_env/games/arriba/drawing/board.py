"""The printed map: areas, borders, ports, mountains, names."""

import numpy as np

from ctv_env.core.drawing import MAP_NAME, Box, Circle, Label, Paint, Path, Shape, StaticGroup
from ctv_env.games.arriba.drawing.geometry import HEIGHT, RADIUS, WIDTH, centre, on_page
from ctv_env.games.arriba.loading.load import TITLE, ArribaTables
from ctv_env.games.arriba.model.codes import COAST, MOROCCO, N_PLACES

PAPER, INK, FAINT = "#f4efe1", "#3a3a36", "#8d8672"
LAND, MOUNTAIN, SEA = "#fbf8ee", "#a58a5c", "#5f8fa8"
_BORDER = Paint(stroke="#cfc6ac", width=7)
_REGION_BORDER = Paint(stroke="#cfc6ac", width=3, dash="3 6")


def board(tables: ArribaTables) -> StaticGroup:
    """Draw the whole printed map; borders within a region are broad, those between regions dashed."""
    t = tables.record[0]
    shapes: list[Shape] = [Box(0, 0, WIDTH, HEIGHT, Paint(PAPER))]
    for name, at in zip(tables.places.region_titles, tables.places.region_at, strict=True):
        x, y = on_page(at)
        shapes.append(Label(x, y, name.upper(), 30, "#ddd3b8", bold=True, font=MAP_NAME, spacing=5))
    for a, b in np.argwhere(np.triu(tables.places.board.distances == 1)).tolist():
        (x, y), (to_x, to_y) = centre(tables, a), centre(tables, b)
        paint = _BORDER if t["region"][a] == t["region"][b] else _REGION_BORDER
        shapes.append(Path(f"M{x:.0f} {y:.0f}L{to_x:.0f} {to_y:.0f}", paint))
    for a in range(N_PLACES):
        shapes += _area(tables, t, a)
    shapes.append(Label(20, 34, TITLE, 24, INK, anchor="start", bold=True))
    return StaticGroup(shapes)


def _area(tables: ArribaTables, t: np.void, a: int) -> list[Shape]:
    """Draw an area's disc: a brown rim is a mountainous area, a blue ring a port, a star arms for its holder."""
    x, y = centre(tables, a)
    rim = Paint(LAND, MOUNTAIN, 5) if t["mountain"][a] else Paint(LAND, FAINT, 1.5)
    shapes: list[Shape] = [Circle(x, y, RADIUS, rim)]
    if t["port"][a] != COAST.NONE:
        shapes.append(Circle(x, y, RADIUS + 6, Paint(stroke=SEA, width=2.5)))
    star = " *" if t["arms_city"][a] else ""
    size = 18 if a == MOROCCO else 15
    shapes.append(Label(x, y + RADIUS + 20, tables.places.titles[a] + star, size, INK, font=MAP_NAME, halo=PAPER))
    return shapes
