"""The printed map: terrain, rivers, railways, towns."""

from ctv_env.core.drawing import MAP_NAME, Box, Circle, Label, Paint, Path, Shape, StaticGroup
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.games.tscw.drawing.geometry import centre, corners, page, side_ends
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import CITY_PLACE, MAJOR_RIVER, NO_PLACE, OFF

PAPER, INK, FAINT = "#dfe9ee", "#3a3a36", "#77705c"
_TERRAIN = ("#f6f1dc", "#e6d9b3", "#c9b48a", "#cfe0cf")
_RIM = Paint(stroke="#b9b196", width=1)
_MINOR, _MAJOR = Paint(stroke="#6fa3c0", width=2.5), Paint(stroke="#3f7fa8", width=5)
_RAIL = Paint(stroke="#7a6a5a", width=1.6, dash="5 3")


def outline(points: tuple[tuple[float, float], ...]) -> str:
    """Return a closed path through points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def board(tables: TscwTables) -> StaticGroup:
    """Draw the whole printed map."""
    t = tables.record[0]
    shapes: list[Shape] = [Box(0, 0, *page(tables), Paint(PAPER))]
    for c in tables.places.hexes:
        fill = Paint(_TERRAIN[int(t["terrain"][c])], _RIM.stroke, _RIM.width)
        shapes.append(Path(outline(corners(tables, c)), fill))
    for c in tables.places.hexes:
        shapes += _sides(tables, c)
    for c in tables.places.hexes:
        shapes += _town(tables, c)
    shapes.append(Label(20, 28, tables.title, 20, INK, anchor="start", bold=True))
    return StaticGroup(shapes)


def _sides(tables: TscwTables, c: int) -> list[Shape]:
    """Draw rivers along hexsides and railways to neighbours, each once."""
    t = tables.record[0]
    shapes: list[Shape] = []
    x, y = centre(tables, c)
    for d in range(N_DIRECTIONS):
        n = int(t["near"][c, d])
        if n == OFF or n < c:
            continue
        if t["river"][c, d]:
            (ax, ay), (bx, by) = side_ends(d)
            paint = _MAJOR if t["river"][c, d] == MAJOR_RIVER else _MINOR
            shapes.append(Path(f"M{x + ax:.1f} {y + ay:.1f}L{x + bx:.1f} {y + by:.1f}", paint))
        if t["rail"][c, d]:
            to_x, to_y = centre(tables, n)
            shapes.append(Path(f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}", _RAIL))
    return shapes


def _town(tables: TscwTables, c: int) -> list[Shape]:
    """Draw the number of a hex, and its town: a city is a square, a port has a blue ring."""
    t = tables.record[0]
    x, y = centre(tables, c)
    shapes: list[Shape] = [Label(x, y - 20, tables.grid.code(c), 8, FAINT)]
    if t["place"][c] == NO_PLACE:
        return shapes
    if t["place"][c] == CITY_PLACE:
        shapes.append(Box(x - 6, y + 9, 12, 12, Paint("#ffffff", INK, 1.5)))
    else:
        shapes.append(Circle(x, y + 15, 4, Paint("#ffffff", INK, 1.2)))
    if t["port"][c]:
        shapes.append(Circle(x, y + 15, 9, Paint(stroke="#3f7fa8", width=1.5)))
    shapes.append(Label(x, y + 30, tables.places.names[c], 8.5, INK, font=MAP_NAME, halo="#ffffff"))
    return shapes
