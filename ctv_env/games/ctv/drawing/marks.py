"""Marks on the map that change: control, trenches, the choice in progress, the last move and combat."""

import functools
import math

import numpy as np

from ctv_env.core.drawing import Circle, Label, Paint, Path, Shape, StaticGroup, Window
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.board import star
from ctv_env.games.ctv.drawing.geometry import HEX, RADIUS, centre, hexside, line, outline, page_window
from ctv_env.games.ctv.drawing.news import News
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import COLUMNS, END_SC, FIRST_HEX, N_CELLS, NOWHERE, ROLE, ROWS, SIDE
from ctv_env.games.ctv.observation.visibility import Visibility

_ABOUT_ZERO = [(RADIUS * math.cos(a), RADIUS * math.sin(a)) for a in np.radians(np.arange(-90, 270, 60))]
_MARGIN = 22.0


def hex_window(visible: Visibility, c: int, still: StaticGroup, title: str = "", mark: str = "") -> Window:
    """Return a window of the size of a hex with shapes centred at (0, 0)."""
    x, y = centre(c)
    w, h = HEX + _MARGIN, 2 * RADIUS + _MARGIN
    data = (("space", visible.tables.grid.code(c)), ("mark", mark)) if mark else ()
    return page_window(visible.tables, x - w / 2, y - h / 2, w, h, (still,), (-w / 2, -h / 2), title, data)


def ring(inset: float) -> str:
    """Return the path of a hex centred at (0, 0), moved inwards by ``inset``."""
    scale = (RADIUS - inset) / RADIUS
    return "M" + "L".join(f"{x * scale:.1f} {y * scale:.1f}" for x, y in _ABOUT_ZERO) + "Z"


# -- control -------------------------------------------------------------------------------------------------------


def control(visible: Visibility) -> list[Window]:
    """Draw the tint of each side's hexes and the front line, with one window per row."""
    return list(_control(visible.tables, visible.state["cell_control"].tobytes()))


@functools.lru_cache(maxsize=64)
def _control(tables: GameTables, control: bytes) -> tuple[Window, ...]:
    """Draw control from the bytes of the field ``cell_control``."""
    holders = np.frombuffer(control, np.int8).tolist()
    neighbours = tables.record[0]["nbr"].tolist()
    windows = []
    for row in range(ROWS):
        cells = range(row * COLUMNS, (row + 1) * COLUMNS)
        held = tuple(holders[c] for c in cells)
        borders = tuple(
            (c, d)
            for c in cells
            for d, n in enumerate(neighbours[c])
            if holders[c] == SIDE.REPUBLICAN and n < N_CELLS and holders[n] == SIDE.NATIONALIST
        )
        x, y = -HEX / 2 - _MARGIN, centre(row * COLUMNS)[1] - RADIUS - _MARGIN
        size = (21 * HEX + 2 * _MARGIN, 2 * RADIUS + 2 * _MARGIN)
        windows.append(page_window(tables, x, y, *size, (_row(row, held, borders),)))
    return tuple(windows)


@functools.lru_cache(maxsize=1024)
def _row(row: int, held: tuple[int, ...], borders: tuple[tuple[int, int], ...]) -> StaticGroup:
    shapes: list[Shape] = []
    for side in (SIDE.NATIONALIST, SIDE.REPUBLICAN):
        d = "".join(outline(row * COLUMNS + k, 0.4) for k, holder in enumerate(held) if holder == side)
        if d:
            shapes.append(Path(d, Paint(palette.SIDE[side], opacity=0.1)))
    d = "".join(line(hexside(c, k)) for c, k in borders)
    if d:
        shapes.append(Path(d, Paint(stroke=palette.WHITE, width=6.0, opacity=0.8)))
        shapes.append(Path(d, Paint(stroke=palette.SIDE[SIDE.REPUBLICAN], width=3.4)))
    return StaticGroup(shapes)


@functools.cache
def _trench() -> StaticGroup:
    """Draw battlements around the hex."""
    return StaticGroup(
        [
            Path(ring(5.5), Paint(stroke=palette.TRENCH, width=1.8)),
            Path(ring(7.6), Paint(stroke=palette.TRENCH, width=3.4, dash="3.4 3.2")),
        ]
    )


def trenches(visible: Visibility) -> list[Window]:
    """Draw the trenches, which are public (ruling R-56)."""
    cells = np.flatnonzero(visible.state["cell_trench"]).tolist()
    return [hex_window(visible, c, _trench(), "Trench (10.7)", "trench") for c in cells]


@functools.lru_cache(maxsize=64)
def _star(points: int, holder: int) -> StaticGroup:
    x, y, colour = -HEX / 2, 0.0, palette.GOLD if points else palette.FAINT  # between this counter and the next
    return StaticGroup(
        [
            Circle(x, y, 9.6, Paint(palette.SIDE[holder], palette.WHITE, 1.2)),
            star(x, y + 0.4, 9.0, Paint(colour, palette.GOLD_EDGE, 0.7)),
            Label(x, y + 3.7, str(points), 9.0, palette.INK, bold=True),
        ]
    )


def stars(visible: Visibility) -> list[Window]:
    """Draw objectives with their victory points, in the colour of their holder (14.1, 14.2)."""
    windows = []
    for c in np.flatnonzero(visible.t["vp"][:N_CELLS]).tolist():
        demolished = c == visible.t["factory_cell"] and not visible.state["factory"]
        points = 0 if demolished else int(visible.t["vp"][c])
        holder = int(visible.state["cell_control"][c])
        windows.append(hex_window(visible, c, _star(points, holder), f"{points} VP (14.1)", "objective"))
    return windows


# -- the current decision --------------------------------------------------------------------------------------------


@functools.cache
def _legal_hex() -> StaticGroup:
    d = ring(6)
    return StaticGroup(
        [
            Path(d, Paint(palette.LEGAL, opacity=0.22)),
            Path(d, Paint(stroke=palette.LEGAL_EDGE, width=3.6, opacity=0.7)),
            Path(d, Paint(stroke=palette.LEGAL, width=2.2)),
        ]
    )


@functools.cache
def _target() -> StaticGroup:
    """Draw crosshairs."""
    d = "M0 -31V-21M0 31V21M-29 0H-21M29 0H21"
    return StaticGroup(
        [
            Path(ring(3), Paint(stroke=palette.WHITE, width=6.2)),
            Path(ring(3), Paint(stroke=palette.TARGET, width=4.0)),
            Path(d, Paint(stroke=palette.WHITE, width=6.4)),
            Path(d, Paint(stroke=palette.TARGET, width=3.8)),
        ]
    )


def legal_hexes(visible: Visibility) -> list[Window]:
    """Mark the legal hexes."""
    cells = np.flatnonzero(visible.legal[FIRST_HEX:]).tolist()
    return [hex_window(visible, c, _legal_hex(), mark="legal") for c in cells]


def fight(visible: Visibility) -> list[Window]:
    """Mark the hex under attack, with arrows from attackers and supporters."""
    target = int(visible.state["target"])
    if target == NOWHERE:
        return []
    arrows = []
    for role, dash in ((ROLE.ATTACKS, ""), (ROLE.SUPPORTS, "2 5")):
        pieces = [p for p in np.flatnonzero(visible.state["piece_role"] == role).tolist() if visible.known[p]]
        cells = {int(visible.state["piece_hex"][p]) for p in pieces} - {NOWHERE, target}
        arrows += [arrow(visible, [c, target], palette.TARGET, dash) for c in sorted(cells)]
    return [hex_window(visible, target, _target(), "Under attack (10.1)", "target"), *arrows]


def arrow(visible: Visibility, cells: list[int], colour: str, dash: str = "", mark: str = "attack") -> Window:
    """Draw an arrow along hexes, from the counters in the first to those in the last."""
    points = [centre(c) for c in cells]
    start, tip = _towards(points[0], points[1], 19.0), _towards(points[-1], points[-2], 21.0)
    neck = _towards(tip, points[-2], 12.0)
    dx, dy = (neck[0] - tip[0]) * 0.6, (neck[1] - tip[1]) * 0.6
    head = [tip, (neck[0] - dy, neck[1] + dx), (neck[0] + dy, neck[1] - dx)]
    shaft = line([start, *points[1:-1], neck])
    barb = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in head) + "Z"
    shapes = (
        Path(shaft, Paint(stroke=palette.WHITE, width=7.4)),
        Path(barb, Paint(palette.WHITE, palette.WHITE, 3.4)),
        Path(shaft, Paint(stroke=colour, width=4.0, dash=dash)),
        Path(barb, Paint(colour)),
    )
    left, top = (min(v[k] for v in points) - HEX / 2 for k in (0, 1))
    width, height = (max(v[k] for v in points) + HEX / 2 - start for k, start in ((0, left), (1, top)))
    code = visible.tables.grid.code
    data = (("mark", mark), ("from", code(cells[0])), ("to", code(cells[-1])))
    return page_window(visible.tables, left, top, width, height, shapes, data=data)


def _towards(point: tuple[float, float], goal: tuple[float, float], way: float) -> tuple[float, float]:
    """Return the point at a distance ``way`` from one point towards another."""
    share = way / math.dist(point, goal)
    return point[0] + share * (goal[0] - point[0]), point[1] + share * (goal[1] - point[1])


# -- recent events ---------------------------------------------------------------------------------------------------


def last_move(visible: Visibility, news: News) -> list[Window]:
    """Draw an arrow along the last move."""
    return [_move(visible, list(news.move))] if len(news.move) > 1 else []


def moves_since(visible: Visibility, before: np.void) -> list[Window]:
    """Draw arrows of the moves since an earlier position of the game, as far as they may be shown."""
    then, now = before["piece_hex"][:END_SC], visible.state["piece_hex"][:END_SC]
    moved = (then != now) & (then != NOWHERE) & (now != NOWHERE) & (visible.known[:END_SC] == 1)
    ways = {(int(then[p]), int(now[p])) for p in np.flatnonzero(moved)}
    return [_move(visible, list(way)) for way in sorted(ways)]


def _move(visible: Visibility, cells: list[int]) -> Window:
    return arrow(visible, cells, palette.MOVE_ARROW, "1 6", "move")


@functools.lru_cache(maxsize=256)
def _burst(words: str) -> StaticGroup:
    """Draw an explosion with the result beside it."""
    angles = np.radians(np.arange(24) * 15)
    reach = np.where(np.arange(24) % 2 == 0, 12.5, 7.0)
    points = zip(reach * np.cos(angles), reach * np.sin(angles) - 25, strict=True)
    d = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"
    return StaticGroup(
        [
            Path(d, Paint(palette.SHOT, palette.INK, 0.8)),
            Circle(0, -25, 4, Paint(palette.SHOT_HEART)),
            Label(0, 34, words, 10.5, palette.INK, bold=True, halo=palette.WHITE),
        ]
    )


def last_fight(visible: Visibility, news: News) -> list[Window]:
    """Draw an explosion over the hex of the last combat, with its result, until another begins."""
    if news.fight == NOWHERE or int(visible.state["target"]) != NOWHERE:
        return []
    return [hex_window(visible, news.fight, _burst(news.result), f"Last combat: {news.result}", "combat")]
