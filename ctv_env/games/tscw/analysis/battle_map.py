"""The locations of battles: a heat map over the printed map, with totals below it."""

import functools
from collections.abc import Mapping

from ctv_env.core.analysis import Battle
from ctv_env.core.drawing import Box, Drawing, Label, Paint, Path, Shape, StaticGroup, Window
from ctv_env.core.tally import Tally, attacks_of, opacity, tallies
from ctv_env.games.tscw.drawing.board import INK, PAPER, board, outline
from ctv_env.games.tscw.drawing.geometry import SIZE, centre, log_top, offsets, page
from ctv_env.games.tscw.drawing.picture import COLOURS
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import SIDE_NAMES
from ctv_env.games.tscw.text.names import SIDES, hex_name

_HEAT, _WHITE = "#c8571b", "#ffffff"


def battle_map(tables: TscwTables, battles: Mapping[Battle, int], games: int) -> Drawing:
    """Return the map with the battles for each hex and their winners.

    Args:
        tables: tables of the games.
        battles: number of times that each battle was fought.
        games: number of games.
    """
    found = tallies(battles, SIDE_NAMES[:2])
    most = max((tally.battles for tally in found.values()), default=1)
    windows = [_heat(tables, code, tally, most) for code, tally in found.items()]
    total = sum(battles.values())
    lines = [f"{total:,} battles in {games:,} {'game' if games == 1 else 'games'}, {total / games:.1f} a game"]
    lines += [attacks_of(battles, SIDE_NAMES[side]).words(SIDES[side]) for side in range(2)]
    windows += [_line(tables, k, text) for k, text in enumerate(lines)]
    title = f"{tables.title}, battles of {games:,} {'game' if games == 1 else 'games'}"
    return Drawing(*page(tables), _background(tables), windows, title)


@functools.lru_cache(maxsize=4)
def _background(tables: TscwTables) -> StaticGroup:
    return StaticGroup([Box(0, 0, *page(tables), Paint(PAPER)), *board(tables).shapes])


def _heat(tables: TscwTables, code: str, tally: Tally, most: int) -> Window:
    """Draw a hex: the number of battles, and below it the share of each side's victories."""
    cell = tables.grid.cell(code)
    x, y = centre(tables, cell)
    title = f"{hex_name(tables, cell)}: {tally.battles} battles, {tally.first} won by the Nationalists"
    data = (("hex", code), ("battles", str(tally.battles)), ("nationalist", str(tally.first)))
    left = 30 * tally.first / tally.battles
    shapes: list[Shape] = [
        Path(outline(offsets(0.95)), Paint(_HEAT, opacity=opacity(tally.battles, most))),
        Label(0, 4, str(tally.battles), 13, INK, bold=True, halo=_WHITE),
        Box(-15, 8, 30, 5, Paint(COLOURS[1])),
        Box(-15, 8, max(left, 0.01), 5, Paint(COLOURS[0])),
    ]
    half = SIZE * 0.6
    return Window(x - half, y - half, 2 * half, 2 * half, (-half, -half, 2 * half, 2 * half), shapes, title, data)


def _line(tables: TscwTables, k: int, text: str) -> Window:
    width = page(tables)[0] - 30
    shapes = [Label(0, 14, text, 14, INK, anchor="start")]
    return Window(20, log_top(tables) + 18 * k, width, 20, (0, 0, width, 20), shapes)
