"""The locations of battles: a heat map over the printed map, with totals beside it."""

import functools
from collections.abc import Mapping

from ctv_env.core.analysis import Battle
from ctv_env.core.drawing import Box, Circle, Drawing, Group, Label, Paint, Shape, StaticGroup, Window
from ctv_env.core.tally import Tally, attacks_of, most_fought_for, opacity, steps_of, tallies
from ctv_env.games.arriba.drawing.board import FAINT, INK, PAPER, board
from ctv_env.games.arriba.drawing.geometry import HEIGHT, RADIUS, WIDTH, centre
from ctv_env.games.arriba.drawing.picture import COLOURS
from ctv_env.games.arriba.loading.load import TITLE, ArribaTables
from ctv_env.games.arriba.model.codes import SIDE, SIDE_NAMES
from ctv_env.games.arriba.text.log import SIDE_HEADS

_HEAT, _LINE, _WHITE = "#c8571b", "#cfc6ac", "#ffffff"
_WIDE, _PAD, _GAP, _TOP = 300.0, 14.0, 8.0, 20.0
_PAGE = WIDTH + _WIDE + 2 * _GAP
_HIGH_KEY, _HIGH_SUMS = 196.0, 132.0
_HIGH_LIST = HEIGHT - _HIGH_KEY - _HIGH_SUMS - 2 * _GAP - 2 * _TOP
_LISTED = 24  # number of areas listed by name
_ROW = 38.0


def battle_map(tables: ArribaTables, battles: Mapping[Battle, int], games: int) -> Drawing:
    """Return the map with the battles in each area and their winners.

    Args:
        tables: tables of the games.
        battles: number of times that each battle was fought.
        games: number of games.
    """
    found = tallies(battles, SIDE_NAMES[:2])
    most = max((tally.battles for tally in found.values()), default=1)
    windows = [_heat(tables, area, tally, most) for area, tally in found.items()]
    listed = _list(tables, most_fought_for(found, _LISTED))
    top = _TOP
    for shapes, height in ((_key(most), _HIGH_KEY), (_sums(battles, games), _HIGH_SUMS), (listed, _HIGH_LIST)):
        windows.append(_part(top, height, shapes))
        top += height + _GAP
    title = f"{TITLE}, {tables.scenario}, battles of {_games(games)}"
    return Drawing(_PAGE, HEIGHT, _background(tables), windows, title)


@functools.lru_cache(maxsize=4)
def _background(tables: ArribaTables) -> StaticGroup:
    return StaticGroup([Box(0, 0, _PAGE, HEIGHT, Paint(PAPER)), *board(tables).shapes])


def _games(n: int) -> str:
    return f"{n:,} {'game' if n == 1 else 'games'}"


def _title(tables: ArribaTables, area: str) -> str:
    return tables.places.titles[tables.places.areas.index(area)]


def _heat(tables: ArribaTables, area: str, tally: Tally, most: int) -> Window:
    """Draw an area: the number of battles, and below it the share of each side's victories."""
    x, y = centre(tables, tables.places.areas.index(area))
    title = f"{_title(tables, area)}: {tally.battles} battles, {tally.first} won by the Government"
    data = (("area", area), ("battles", str(tally.battles)), ("government", str(tally.first)))
    shapes = (
        Circle(0, 0, RADIUS - 1, Paint(_HEAT, opacity=opacity(tally.battles, most))),
        Label(0, 5, str(tally.battles), 17, INK, bold=True, halo=_WHITE),
        _split(tally, -18, 10, 36, 6),
    )
    size = 2 * RADIUS
    return Window(x - RADIUS, y - RADIUS, size, size, (-RADIUS, -RADIUS, size, size), shapes, title, data)


def _split(tally: Tally, x: float, y: float, width: float, height: float) -> Group:
    """Draw a bar of the winners: the Government from the left, the Rebels from the right."""
    left = width * tally.first / tally.battles
    bars = [
        Box(start, 0, wide, height, Paint(COLOURS[side]))
        for side, start, wide in ((SIDE.GOVERNMENT, 0.0, left), (SIDE.REBEL, left, width - left))
        if wide
    ]
    return Group((*bars, Box(0, 0, width, height, Paint(stroke=_WHITE, width=1.2))), x, y)


# -- the margin ----------------------------------------------------------------------------------------------------


def _part(top: float, height: float, shapes: list[Shape]) -> Window:
    panel = Box(0.75, 0.75, _WIDE - 1.5, height - 1.5, Paint("none", _LINE, 1.5), 6)
    return Window(WIDTH + _GAP, top, _WIDE, height, (0, 0, _WIDE, height), [panel, *shapes])


def _line(y: float, text: str, size: float, colour: str, bold: bool = False, end: bool = False) -> Label:
    """Return a line of text at the left edge of a part, or ending at its right one."""
    return Label(_WIDE - _PAD if end else _PAD, y, text, size, colour, "end" if end else "start", bold)


def _caption(text: str) -> Label:
    return _line(24, text.upper(), 13, FAINT, bold=True)


def _key(most: int) -> list[Shape]:
    """Explain the colours and bars."""
    shapes: list[Shape] = [_caption("Battles in an area")]
    for k, battles in enumerate(steps_of(most)):
        x = _PAD + 26 + 66 * k
        shapes.append(Circle(x, 62, RADIUS - 6, Paint(_HEAT, FAINT, 1.4, opacity=opacity(battles, most))))
        shapes.append(Label(x, 68, str(battles), 15, INK, bold=True))
    shapes.append(_split(Tally(3, 2), _PAD, 104, _WIDE - 2 * _PAD, 10))
    shapes.append(_line(132, "won by the Government", 14, COLOURS[SIDE.GOVERNMENT], bold=True))
    shapes.append(_line(132, "Rebels", 14, COLOURS[SIDE.REBEL], bold=True, end=True))
    shapes.append(_line(160, "The attacker wins if no unit is left of", 13, FAINT))
    shapes.append(_line(178, "the battlegroup attacked.", 13, FAINT))
    return shapes


def _sums(battles: Mapping[Battle, int], games: int) -> list[Shape]:
    """Show the number of battles and games, and the success rate of each side's attacks."""
    total = sum(battles.values())
    shapes: list[Shape] = [
        _caption(_games(games)),
        _line(54, f"{total:,} battles, {total / games:.1f} a game", 17, INK, bold=True),
    ]
    for side, name in enumerate(SIDE_HEADS):
        words = attacks_of(battles, SIDE_NAMES[side]).words(name)
        shapes.append(_line(84 + 24 * side, words, 15, COLOURS[side], bold=True))
    return shapes


def _list(tables: ArribaTables, hottest: list[tuple[str, Tally]]) -> list[Shape]:
    """List the areas with the most battles, by name."""
    shapes: list[Shape] = [_caption("Most fought for")]
    for k, (area, tally) in enumerate(hottest):
        y = 52 + _ROW * k
        shapes.append(_line(y, _title(tables, area), 14, INK))
        shapes.append(_line(y, str(tally.battles), 14, INK, bold=True, end=True))
        share = tally.battles / hottest[0][1].battles
        shapes.append(_split(tally, _PAD, y + 5, (_WIDE - 2 * _PAD) * share, 6))
    return shapes
