"""The printed map: sea, terrain, rivers, roads, names, objectives; drawn once for each set of tables."""

import functools
import itertools

import numpy as np

from ctv_env.core.drawing import MAP_NAME, Circle, Group, Label, Paint, Path, Shape
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.geometry import (
    cells_in_play,
    centre,
    hexside,
    line,
    middle,
    natural_side,
    outline,
)
from ctv_env.games.ctv.drawing.static_map import PrintedMap, closed_sides, land, printed_map
from ctv_env.games.ctv.drawing.terrain import ground
from ctv_env.games.ctv.loading.board import GRID
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import N_CELLS, SIDE, SOURCE, TERRAIN

_DEPTHS = (30.0, 18.0, 8.0)  # widths of the lines of the sea along the coast
HEIGHTS = frozenset(
    ("Piedrasluengas", "Peña Labra", "Palombera", "Puerto del Escudo", "Estacas de Trueba", "Portillo de la Sía")
    + ("Los Tornos", "Valdecebollas", "Pozazal")
)
"""Places that are passes or peaks, not towns."""
_LONG_NAME = 12  # letters; a longer name takes two lines
_NAME_BASE, _PITCH, _CAPITAL = 30.5, 0.9, 0.78  # last baseline below the centre; line and capital height, in font sizes


def board(tables: GameTables) -> list[Shape]:
    """Draw the whole map in map coordinates; land that is not in play is veiled."""
    printed = printed_map(tables)
    inside = set(cells_in_play(tables).tolist())
    outside = set(range(N_CELLS)) - inside
    return [
        *_sea(printed),
        *ground(printed),
        *_rivers(printed),
        *_grid(printed),
        *_roads(printed),
        *_coast(printed),
        *_writing(tables, printed, outside),
        *_veil(tables, printed),
        *_start_line(tables),
        *_objectives(tables),
        *_sources(tables),
        *_writing(tables, printed, inside),
    ]


def _sea(printed: PrintedMap) -> list[Shape]:
    """Water, paler towards the coast."""
    wet = "".join(outline(c) for c in range(N_CELLS) if printed.terrain[c] == TERRAIN.SEA)
    shapes: list[Shape] = [Path(wet, Paint(palette.SEA, palette.SEA, 1.0))]
    for colour, width in zip(palette.SEA_LINES, _DEPTHS, strict=True):
        shapes.append(Path(_shore(printed), Paint(stroke=colour, width=width, blunt=True)))
    sea = Label(330, 42, "Mar Cantábrico", 34, palette.SEA_INK, font=MAP_NAME, spacing=9)
    return [*shapes, sea, _compass(70, 62)]


def _shore(printed: PrintedMap) -> str:
    """Return the path of the coast."""
    return "".join(
        line(natural_side(c, d))
        for c in land(printed)
        for d in range(6)
        if printed.neighbours[c, d] < N_CELLS and printed.terrain[printed.neighbours[c, d]] == TERRAIN.SEA
    )


def _compass(x: float, y: float) -> Shape:
    """Draw a compass rose."""
    ink = palette.SEA_INK
    return Group(
        (
            Path("M0 -30L7 0L0 -5L-7 0Z", Paint(ink)),
            Path("M0 30L7 0L0 5L-7 0Z", Paint("none", ink, 1.2)),
            Circle(0, 0, 17, Paint("none", ink, 0.8, "1.5 3")),
            Label(0, -34, "N", 17, ink, bold=True, font=MAP_NAME),
        ),
        x,
        y,
    )


def _rivers(printed: PrintedMap) -> list[Shape]:
    d = "".join(line(natural_side(c, k)) for c in land(printed) for k in range(3) if printed.river[c, k])
    return [
        Path(d, Paint(stroke=palette.RIVER_EDGE, width=3.6, opacity=0.75)),
        Path(d, Paint(stroke=palette.RIVER, width=2.2)),
    ]


def _grid(printed: PrintedMap) -> list[Shape]:
    dry = "".join(outline(c) for c in range(N_CELLS) if printed.terrain[c] != TERRAIN.SEA)
    wet = "".join(outline(c) for c in range(N_CELLS) if printed.terrain[c] == TERRAIN.SEA)
    return [
        Path(wet, Paint(stroke=palette.GRID_SEA, width=0.8, opacity=0.7)),
        Path(dry, Paint(stroke=palette.GRID_LINE, width=0.7, opacity=0.5)),
    ]


def _roads(printed: PrintedMap) -> list[Shape]:
    """Draw roads with rounded bends; junctions are in the middle of the hex."""
    ways = np.zeros(N_CELLS, int)
    for a, b in {tuple(sorted(pair)) for _, chain in printed.roads for pair in itertools.pairwise(chain)}:
        ways[a] += 1
        ways[b] += 1
    trunk = "".join(_way(printed, chain, ways) for main, chain in printed.roads if main)
    lanes = "".join(_way(printed, chain, ways) for main, chain in printed.roads if not main)
    return [
        Path(lanes, Paint(stroke=palette.LANE_EDGE, width=3.8)),
        Path(trunk, Paint(stroke=palette.ROAD_EDGE, width=7.0, opacity=0.9)),
        Path(lanes, Paint(stroke=palette.LANE, width=2.2)),
        Path(trunk, Paint(stroke=palette.ROAD, width=4.2)),
        Path(trunk, Paint(stroke=palette.ROAD_EDGE, width=1.1)),
    ]


def _way(printed: PrintedMap, chain: tuple[int, ...], ways: np.ndarray) -> str:
    """Path of one road."""
    d = "M{:.1f} {:.1f}".format(*centre(chain[0]))
    for k in range(1, len(chain)):
        before, here = chain[k - 1], chain[k]
        x, y = middle(before, int(np.flatnonzero(printed.neighbours[before] == here)[0]))
        bend = k > 1 and ways[before] == 2
        cx, cy = centre(before)
        d += f"Q{cx:.1f} {cy:.1f} {x:.1f} {y:.1f}" if bend else f"L{cx:.1f} {cy:.1f}L{x:.1f} {y:.1f}"
    d += "L{:.1f} {:.1f}".format(*centre(chain[-1]))
    return d + _way_out(printed, chain[0], chain[1]) + _way_out(printed, chain[-1], chain[-2])


def _way_out(printed: PrintedMap, last: int, before: int) -> str:
    """Path that extends a road to the edge of the board if it ends there; empty for one that ends inland."""
    off = np.flatnonzero(printed.neighbours[last] == N_CELLS)
    if not len(off):
        return ""
    x, y = centre(last)
    bx, by = centre(before)
    ends = [middle(last, int(d)) for d in off]
    ex, ey = max(ends, key=lambda end: (end[0] - x) * (x - bx) + (end[1] - y) * (y - by))
    return f"M{x:.1f} {y:.1f}L{ex:.1f} {ey:.1f}"


def _coast(printed: PrintedMap) -> list[Shape]:
    """Draw the coast, and the hexsides between land hexes that are water (1.3.2)."""
    closed = "".join(line(natural_side(c, d)) for c, d in closed_sides(printed))
    return [
        Path(_shore(printed), Paint(stroke=palette.COAST, width=1.8)),
        Path(closed, Paint(stroke=palette.CLOSED, width=7.5)),
        Path(closed, Paint(stroke=palette.SEA_LINES[1], width=4.0)),
    ]


def _start_line(tables: GameTables) -> list[Shape]:
    """Draw the printed front line at the start (4.2)."""
    t = tables.record[0]
    control, nbr = t["start_control"], t["nbr"]
    d = "".join(
        line(hexside(c, k))
        for c in cells_in_play(tables).tolist()
        for k in range(6)
        if control[c] == SIDE.REPUBLICAN and control[nbr[c, k]] not in (SIDE.REPUBLICAN, SIDE.NOBODY)
    )
    return [Path(d, Paint(stroke=palette.START_LINE, width=2.2, dash="7 4", opacity=0.7))] if d else []


def star(x: float, y: float, radius: float, paint: Paint) -> Path:
    """Return a five-pointed star."""
    angles = np.radians(np.arange(10) * 36 - 90)
    reach = np.where(np.arange(10) % 2 == 0, radius, 0.46 * radius)
    points = zip(x + reach * np.cos(angles), y + reach * np.sin(angles), strict=True)
    return Path("M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points) + "Z", paint)


def _objectives(tables: GameTables) -> list[Shape]:
    """Draw a golden ring around each objective (14.1); its star is drawn over the counters."""
    rings = "".join(outline(int(c), 3.5) for c in np.flatnonzero(tables.record[0]["vp"][:N_CELLS]))
    return [Path(rings, Paint(stroke=palette.GOLD_EDGE, width=4.6)), Path(rings, Paint(stroke=palette.GOLD, width=3.0))]


def _writing(tables: GameTables, printed: PrintedMap, cells: set[int]) -> list[Shape]:
    """Write the hex numbers of ``cells`` and, over them, the names."""
    numbers = [_hex_number(printed, c) for c in sorted(cells)]
    return numbers + [label for c in printed.towns if c in cells for label in _name(tables, printed, c)]


def _hex_number(printed: PrintedMap, c: int) -> Shape:
    x, y = centre(c)
    colour = palette.HEX_NUMBER_SEA if printed.terrain[c] == TERRAIN.SEA else palette.HEX_NUMBER
    return Label(x, y - 27.5, GRID.code(c), 7.2, colour)


def _name(tables: GameTables, printed: PrintedMap, c: int) -> list[Shape]:
    """Write the name of a place, below the counters."""
    x, y = centre(c)
    name, size = printed.towns[c], _name_size(tables, printed, c)
    bold, halo = name not in HEIGHTS, palette.GROUND_LIGHT
    return [
        Label(x, y + _NAME_BASE - _PITCH * size * k, text, size, palette.INK, bold=bold, font=MAP_NAME, halo=halo)
        for k, text in enumerate(reversed(_lines(name)))
    ]


def _name_size(tables: GameTables, printed: PrintedMap, c: int) -> float:
    on_road = any(c in chain for _, chain in printed.roads)
    return 11.0 if tables.record[0]["vp"][c] else 9.5 if on_road else 8.6


@functools.lru_cache(maxsize=4096)
def name_top(tables: GameTables, c: int) -> float | None:
    """Return the distance of a name's top below the centre of cell ``c``; None if there is no name."""
    printed = printed_map(tables)
    if c not in printed.towns:
        return None
    return _NAME_BASE - (_PITCH * (len(_lines(printed.towns[c])) - 1) + _CAPITAL) * _name_size(tables, printed, c)


def _lines(name: str) -> list[str]:
    """Split a long name into two lines of similar length."""
    words = name.split()
    if len(name) <= _LONG_NAME or len(words) == 1:
        return [name]
    cuts = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
    return list(min(cuts, key=lambda cut: max(map(len, cut))))


def _sources(tables: GameTables) -> list[Shape]:
    """Draw supply sources (6.2) as a wheel in the colour of their side."""
    source = tables.record[0]["source"]
    shapes: list[Shape] = []
    for c in np.flatnonzero(source[:N_CELLS]).tolist():
        x, y = centre(c)
        side = 0 if source[c] & SOURCE.NAT else 1
        wheel = (
            Circle(0, 0, 7.6, Paint(palette.WHITE, palette.SIDE[side], 2.0)),
            Path(
                "M-5.2 0H5.2M0 -5.2V5.2M-3.7 -3.7L3.7 3.7M-3.7 3.7L3.7 -3.7", Paint(stroke=palette.SIDE[side], width=1)
            ),
            Circle(0, 0, 2.2, Paint(palette.SIDE[side])),
        )
        shapes.append(Group(wheel, x + 27, y))
    return shapes


def _veil(tables: GameTables, printed: PrintedMap) -> list[Shape]:
    """Veil the land that is not in this scenario."""
    played = set(cells_in_play(tables).tolist())
    out = [c for c in range(N_CELLS) if c not in played]
    if all(printed.terrain[c] == TERRAIN.SEA for c in out):
        return []
    dim = "".join(outline(c) for c in out)
    return [Path(dim, Paint(palette.VEIL, palette.VEIL, 0.6, opacity=0.62))]
