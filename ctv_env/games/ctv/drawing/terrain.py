"""Terrain: colours, and symbols that distinguish terrains without colour."""

import math
import random
from collections.abc import Iterator, Sequence

from ctv_env.core.drawing import Paint, Path, Shape
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.geometry import centre, line, natural_outline, polygon
from ctv_env.games.ctv.drawing.static_map import PrintedMap, land
from ctv_env.games.ctv.model.codes import TERRAIN

# Positions of symbols in a hex: around the counters, and slightly displaced.
_PEAKS = ((-19, -9, 1.0), (3, -18, 1.15), (20, -4, 0.9), (-8, 5, 1.1), (14, 13, 1.0), (-21, 14, 0.8))
_HILLS = ((-17, -10), (6, -19), (19, -4), (-5, 3), (-19, 12), (12, 14))
_FIELDS = ((-18, -11), (8, -19), (17, -2), (-7, 8), (14, 16), (-18, 17))
_JITTER = 3.0


def ground(printed: PrintedMap) -> list[Shape]:
    """Draw fills and symbols of all land, with one path per colour."""
    cells = land(printed)
    shapes: list[Shape] = []
    for code, colour in palette.GROUND.items():
        d = "".join(natural_outline(c) for c in cells if printed.terrain[c] == code)
        shapes.append(Path(d, Paint(colour, colour, 0.7)))
    of = {code: [c for c in cells if printed.terrain[c] == code] for code in palette.GROUND}
    return [
        *shapes,
        *_fields(of[TERRAIN.CLEAR]),
        *_hills(of[TERRAIN.HILL]),
        *_mountains(of[TERRAIN.MOUNTAIN]),
        *_blocks(of[TERRAIN.CITY]),
    ]


def _spots(c: int, places: Sequence[tuple[float, ...]]) -> Iterator[tuple[float, ...]]:
    """Yield the positions of the symbols in cell ``c``, each slightly displaced."""
    x, y = centre(c)
    aside = random.Random(c)
    for dx, dy, *rest in places:
        yield x + dx + aside.uniform(-_JITTER, _JITTER), y + dy + aside.uniform(-_JITTER, _JITTER), *rest


def _mountains(cells: list[int]) -> list[Shape]:
    """Draw peaks with a dark eastern and a light western slope."""
    shade, light, ridge = [], [], []
    for x, y, size in (spot for c in cells for spot in _spots(c, _PEAKS)):
        w, h = 7.5 * size, 9.5 * size
        edge = ((x, y - h), (x + 0.3 * w, y - 0.45 * h), (x + 0.15 * w, y))  # between light and shade
        shade.append(polygon((*edge, (x + w, y))))
        light.append(polygon((*edge, (x - w, y))))
        ridge.append(line(((x - w, y), (x, y - h), (x + w, y))))
    return [
        Path("".join(light), Paint(palette.GROUND_LIGHT, opacity=0.75)),
        Path("".join(shade), Paint(palette.GROUND_DARK, opacity=0.5)),
        Path("".join(ridge), Paint(stroke=palette.GROUND_DARK, width=0.7, opacity=0.7)),
    ]


def _hills(cells: list[int]) -> list[Shape]:
    """Draw rounded hills."""
    backs = [f"M{x - 6:.1f} {y:.1f}q5-8 12 0m-2.6-2.6l2.6-.8" for c in cells for x, y in _spots(c, _HILLS)]
    return [Path("".join(backs), Paint(stroke=palette.HILL_LINE, width=0.9, opacity=0.8))]


def _fields(cells: list[int]) -> list[Shape]:
    """Draw furrows."""
    furrows = [
        f"M{x - 4.5:.1f} {y + k:.1f}l9 {slope:.1f}"
        for c in cells
        for x, y in _spots(c, _FIELDS)
        for slope in (random.Random(round(x)).uniform(-2, 2),)
        for k in (-2.2, 0.0, 2.2)
    ]
    return [Path("".join(furrows), Paint(stroke=palette.FIELD_LINE, width=0.7, opacity=0.7))]


def _blocks(cells: list[int]) -> list[Shape]:
    """Draw blocks of houses around a centre, with streets between them."""
    d = []
    for c in cells:
        x, y = centre(c)
        size = random.Random(c)
        for row in range(-3, 4):
            for column in range(-3, 4):
                bx, by = 7.4 * column + 1.5 * row, 7.0 * row - 1.0 * column
                if math.hypot(bx, by) < 25:
                    w, h = size.uniform(3.6, 6.0), size.uniform(3.4, 5.6)
                    d.append(f"M{x + bx - w / 2:.1f} {y + by - h / 2:.1f}h{w:.1f}l0.6 {h:.1f}h{-w:.1f}Z")
    return [Path("".join(d), Paint(palette.BLOCKS, palette.BLOCKS_EDGE, 0.4, opacity=0.75))]
