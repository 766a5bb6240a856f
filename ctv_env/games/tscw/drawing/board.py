"""The printed map: terrain with its relief, rivers, railways, towns."""

from ctv_env.core.drawing import MAP_NAME, Box, Circle, Group, Label, Paint, Path, Shape, StaticGroup
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.games.tscw.drawing.geometry import centre, corners, page, side_ends
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import OFF, PLACE, RIVER, TERRAIN

PAPER, INK, FAINT = "#dfe9ee", "#3a3a36", "#77705c"
_TERRAIN = ("#f6f1dc", "#ebdfbd", "#d3bf97", "#d5e4d3")
_RIM = Paint(stroke="#b9b196", width=0.8)
_MINOR, _MAJOR = Paint(stroke="#6fa3c0", width=2.5), Paint(stroke="#3f7fa8", width=5)
_RAIL = Paint(stroke="#7a6a5a", width=1.6, dash="5 3")
_NAME, _LONGEST = 8.5, 112  # size of a town's name, and that times its letters at the most, to fit into the hex
_RELIEF = {
    TERRAIN.CLEAR: (),
    TERRAIN.ROUGH: (Path("M-22 -9q3 -5 6 0M15 -11q3 -5 6 0M-5 13q3 -5 6 0", Paint(stroke="#b8a578", width=1.1)),),
    TERRAIN.MOUNTAIN: (
        Path("M-26 -5l5 -9l5 9zM14 -7l5 -9l5 9zM-25 12l5 -9l5 9zM15 11l5 -9l5 9z", Paint("#b79e6f")),
        Path("M-21 -14l5 9h-5zM19 -16l5 9h-5zM-20 3l5 9h-5zM20 2l5 9h-5z", Paint("#9c8357")),
    ),
    TERRAIN.MARSH: (Path("M-22 -8h9M-19 -11h4M12 -8h9M15 -11h4M-20 10h9M11 10h9", Paint(stroke="#7fa58a", width=1.1)),),
}
"""Hills, peaks and reeds about the centre of a hex, beside the place of the counter."""


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
        shapes.append(Group(_RELIEF[int(t["terrain"][c])], *centre(tables, c)))
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
            paint = _MAJOR if t["river"][c, d] == RIVER.MAJOR else _MINOR
            shapes.append(Path(f"M{x + ax:.1f} {y + ay:.1f}L{x + bx:.1f} {y + by:.1f}", paint))
        if t["rail"][c, d]:
            to_x, to_y = centre(tables, n)
            shapes.append(Path(f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}", _RAIL))
    return shapes


def _town(tables: TscwTables, c: int) -> list[Shape]:
    """Draw the number of a hex, and its town: a city is a square, a port has a blue ring."""
    t = tables.record[0]
    x, y = centre(tables, c)
    shapes: list[Shape] = [Label(x, y - 20, tables.grid.code(c), 6.5, FAINT)]
    if t["place"][c] == PLACE.NONE:
        return shapes
    if t["port"][c]:
        shapes.append(Circle(x, y + 9, 5.5, Paint("#ffffff", "#3f7fa8", 1.5)))
    if t["place"][c] == PLACE.CITY:
        shapes.append(Box(x - 4, y + 5, 8, 8, Paint("#ffffff", INK, 1.4), 1))
    else:
        shapes.append(Circle(x, y + 9, 2.8, Paint("#ffffff", INK, 1.1)))
    name = tables.places.names[c]
    size = min(_NAME, _LONGEST / len(name))
    shapes.append(Label(x, y + 22, name, size, INK, font=MAP_NAME, halo="#fbf7ea"))
    return shapes
