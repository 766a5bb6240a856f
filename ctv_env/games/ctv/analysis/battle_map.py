"""The locations of battles: a heat map over the printed map, with totals beside it."""

import functools
from collections.abc import Mapping

from ctv_env.core.analysis import Battle
from ctv_env.core.drawing import Box, Drawing, Group, Label, Paint, Path, Shape, StaticGroup, Window
from ctv_env.core.tally import Tally, attacks_of, most_fought_for, opacity, steps_of, tallies
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.board import board
from ctv_env.games.ctv.drawing.geometry import MAP_FRAME, RADIUS, WIDTH, centre, page_window, view
from ctv_env.games.ctv.drawing.legend import sheet
from ctv_env.games.ctv.drawing.marks import ring
from ctv_env.games.ctv.drawing.panel import PAD, WIDE, caption
from ctv_env.games.ctv.loading.board import GRID
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import SIDE, SIDE_NAMES
from ctv_env.games.ctv.text.log import SIDES

_LEFT, _TOP, _GAP = 1340.0, 62.0, 6.0
_HEIGHT = MAP_FRAME[1] + MAP_FRAME[3] + 14.0  # height of the page, which has no log
_HIGH_KEY, _HIGH_SUMS = 168.0, 132.0
_LISTED = 18  # number of hexes listed by name
_ROW = 33.0


def battle_map(tables: GameTables, battles: Mapping[Battle, int], games: int) -> Drawing:
    """Return the map with the battles in each hex and their winners.

    Args:
        tables: tables of the games.
        battles: number of times that each battle was fought.
        games: number of games.
    """
    found = tallies(battles, SIDE_NAMES[:2])
    most = max((tally.battles for tally in found.values()), default=1)
    windows = [_heat(tables, code, tally, most) for code, tally in found.items()]
    hottest = most_fought_for(found, _LISTED)
    high_list = MAP_FRAME[3] - _HIGH_KEY - _HIGH_SUMS - 2 * _GAP
    parts = ((_key(most), _HIGH_KEY), (_sums(battles, games), _HIGH_SUMS), (_list(tables, hottest), high_list))
    top = _TOP
    for shapes, height in parts:
        windows.append(_part(top, height, shapes))
        top += height + _GAP
    title = f"Santander 1937, {tables.scenario}, battles of {games} {'game' if games == 1 else 'games'}"
    return Drawing(WIDTH, _HEIGHT, _background(tables), windows, title)


@functools.lru_cache(maxsize=4)
def _background(tables: GameTables) -> StaticGroup:
    return StaticGroup([*sheet(tables), Window(*MAP_FRAME, view(tables), board(tables))])


def _heat(tables: GameTables, code: str, tally: Tally, most: int) -> Window:
    """Draw a hex: the number of battles, and below it the share of each side's victories."""
    x, y = centre(GRID.cell(code))
    town = tables.town_names.get(GRID.cell(code), "")
    title = f"{code} {town}".strip() + f": {tally.battles} battles, {tally.first} won by the Nationalist"
    data = (("hex", code), ("battles", str(tally.battles)), ("nationalist", str(tally.first)))
    shapes = (
        Path(ring(1.0), Paint(palette.HEAT, opacity=opacity(tally.battles, most))),
        Label(0, 5, str(tally.battles), 19, palette.INK, bold=True, halo=palette.WHITE),
        _split(tally, -18, 9, 36, 6),
    )
    return page_window(tables, x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS, shapes, (-RADIUS, -RADIUS), title, data)


def _split(tally: Tally, x: float, y: float, width: float, height: float) -> Group:
    """Draw a bar of the winners: the Nationalist from the left, the Republican from the right."""
    left = width * tally.first / tally.battles
    bars = [
        Box(start, 0, wide, height, Paint(palette.SIDE[side]))
        for side, start, wide in ((SIDE.NATIONALIST, 0.0, left), (SIDE.REPUBLICAN, left, width - left))
        if wide
    ]
    return Group((*bars, Box(0, 0, width, height, Paint(stroke=palette.WHITE, width=1.2))), x, y)


# -- the margin ----------------------------------------------------------------------------------------------------


def _part(top: float, height: float, shapes: list[Shape]) -> Window:
    panel = Box(0.75, 0.75, WIDE - 1.5, height - 1.5, Paint(palette.PANEL, palette.PANEL_LINE, 1.5), 6)
    return Window(_LEFT, top, WIDE, height, (0, 0, WIDE, height), [panel, *shapes])


def _key(most: int) -> list[Shape]:
    """Explain the colours and bars."""
    shapes: list[Shape] = [caption("Battles in a hex")]
    for k, battles in enumerate(steps_of(most)):
        x = PAD + 22 + 56 * k
        heat = Path(ring(0), Paint(palette.HEAT, palette.GRID_LINE, 1.4, opacity=opacity(battles, most)))
        shapes += [Group((heat,), x, 54, 0.62), Label(x, 60, str(battles), 15, palette.INK, bold=True)]
    shapes.append(_split(Tally(3, 2), PAD, 96, WIDE - 2 * PAD, 10))
    shapes.append(Label(PAD, 124, "won by the Nationalist", 14, palette.SIDE[SIDE.NATIONALIST], "start", bold=True))
    shapes.append(Label(WIDE - PAD, 124, "Republican", 14, palette.SIDE[SIDE.REPUBLICAN], "end", bold=True))
    shapes.append(Label(PAD, 150, "The attacker wins if the hex is emptied.", 13, palette.FAINT, "start"))
    return shapes


def _sums(battles: Mapping[Battle, int], games: int) -> list[Shape]:
    """Show the number of battles and games, and the success rate of each side's attacks."""
    total = sum(battles.values())
    shapes: list[Shape] = [
        caption(f"{games:,} {'game' if games == 1 else 'games'}"),
        Label(PAD, 50, f"{total:,} battles, {total / games:.1f} a game", 17, palette.INK, "start", bold=True),
    ]
    for k, (side, name) in enumerate(zip(SIDE_NAMES[:2], SIDES, strict=True)):
        words = attacks_of(battles, side).words(name)
        shapes.append(Label(PAD, 80 + 24 * k, words, 15, palette.SIDE[k], "start", bold=True))
    return shapes


def _list(tables: GameTables, hottest: list[tuple[str, Tally]]) -> list[Shape]:
    """List the hexes with the most battles, by name."""
    shapes: list[Shape] = [caption("Most fought for")]
    for k, (code, tally) in enumerate(hottest):
        y = 48 + _ROW * k
        town = tables.town_names.get(GRID.cell(code), "")
        shapes.append(Label(PAD, y, f"{code} {town}".strip(), 14, palette.INK, "start"))
        shapes.append(Label(WIDE - PAD, y, str(tally.battles), 14, palette.INK, "end", bold=True))
        share = tally.battles / hottest[0][1].battles
        shapes.append(_split(tally, PAD, y + 5, (WIDE - 2 * PAD) * share, 6))
    return shapes
