"""The static frame of the page: paper, title, and the legend."""

from ctv_env.core.drawing import MAP_NAME, Box, Circle, Group, Label, Paint, Path, Shape, Window
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.board import star
from ctv_env.games.ctv.drawing.counters import Face, back, counter
from ctv_env.games.ctv.drawing.geometry import HEIGHT, MAP_FRAME, WIDTH
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import KIND, NATION, TERRAIN

_LEFT, _TOP, _WIDE, _HIGH = 1080.0, 1036.0, 506.0, 152.0
_ROWS, _COLUMN = 5, 123.0


def frame(tables: GameTables) -> list[Shape]:
    """Draw paper, title and legend."""
    return [*sheet(tables), _key()]


def sheet(tables: GameTables) -> list[Shape]:
    """Draw paper, title, and the frame of the map."""
    x, y, width, height = MAP_FRAME
    return [
        Box(0, 0, WIDTH, HEIGHT, Paint(palette.PAPER)),
        Label(16, 42, "Santander 1937", 36, palette.INK, "start", bold=True, font=MAP_NAME),
        Label(288, 42, _subtitle(tables), 21, palette.FAINT, "start", font=MAP_NAME),
        Box(x - 2, y - 2, width + 4, height + 4, Paint("none", palette.FRAME, 2.5), 3),
    ]


def _subtitle(tables: GameTables) -> str:
    scenario = tables.scenario.replace("-", " ").capitalize()
    return f"Corpo Truppe Volontarie  ·  {scenario}"


def _key() -> Window:
    """Draw the legend."""
    panel = Box(0.75, 0.75, _WIDE - 1.5, _HIGH - 1.5, Paint(palette.PANEL, palette.PANEL_LINE, 1.5), 6)
    shapes: list[Shape] = [panel]
    for k, (sign, words) in enumerate(_signs()):
        x, y = 20 + _COLUMN * (k // _ROWS), 20 + 28 * (k % _ROWS)
        shapes += [Group(tuple(sign), x, y), Label(x + 22, y + 4.5, words, 13, palette.INK, "start")]
    return Window(_LEFT, _TOP, _WIDE, _HIGH, (0, 0, _WIDE, _HIGH), shapes)


def _signs() -> list[tuple[list[Shape], str]]:
    """Return the signs, centred at (0, 0), at most 28 wide and 22 high, and their meanings."""
    ink, nationalist = palette.INK, palette.SIDE[0]
    box = "M-11 -8h22v16h-22z"
    example = Face("LIT", 0, KIND.INFANTRY, NATION.SPANISH, "5-4-8", 2, 2, 0, True, False, 0.0, False)
    wheel = Path("M-4.8 0H4.8M0 -4.8V4.8", Paint(stroke=nationalist, width=1))
    grounds: list[tuple[list[Shape], str]] = [
        ([Path(box, Paint(palette.GROUND[code], palette.GRID_LINE, 0.8))], name) for code, name in _TERRAINS
    ]
    return [
        *grounds,
        (
            [
                Path("M-12 0H12", Paint(stroke=palette.ROAD, width=4.2)),
                Path("M-12 0H12", Paint(stroke=palette.ROAD_EDGE, width=1.1)),
            ],
            "trunk road",
        ),
        (
            [
                Path("M-12 0H12", Paint(stroke=palette.LANE_EDGE, width=3.8)),
                Path("M-12 0H12", Paint(stroke=palette.LANE, width=2.2)),
            ],
            "other road",
        ),
        ([Path("M-12 2q6-7 12 0t12-1", Paint(stroke=palette.RIVER, width=2.6))], "river"),
        ([Path("M-12 0H12", Paint(stroke=palette.START_LINE, width=2.2, dash="6 3.5"))], "line of the start"),
        ([Path("M-12 0H12", Paint(stroke=palette.SIDE[1], width=3.4))], "front line now"),
        ([Circle(0, 0, 7.6, Paint(palette.WHITE, nationalist, 2)), wheel], "supply source"),
        ([star(0, 0, 10, Paint(palette.GOLD, palette.GOLD_EDGE, 0.8))], "objective, VP"),
        (
            [
                Path("M-12 -5H12", Paint(stroke=palette.TRENCH, width=1.8)),
                Path("M-12 -2H12", Paint(stroke=palette.TRENCH, width=4, dash="4 4")),
            ],
            "trench",
        ),
        (
            [
                Path(box, Paint(palette.LEGAL, palette.LEGAL_EDGE, 1.2, opacity=0.5)),
                Path(box, Paint(stroke=palette.LEGAL, width=2)),
            ],
            "may be named",
        ),
        ([Path(box, Paint(stroke=palette.TARGET, width=3))], "attack, support"),
        ([Group((counter(example),), 0, 0, 0.6)], "attack-defence-MP"),
        ([Group((back(1),), 0, 0, 0.6)], "hidden by fog"),
        (
            [Circle(0, 0, 6.4, Paint(palette.DSG, palette.WHITE, 1)), Label(0, 3.2, "D", 9, ink, bold=True)],
            "disorganised",
        ),
        (
            [
                Circle(0, 0, 6.4, Paint(palette.HUNGRY)),
                Path("M-3 -3l6 6m0 -6l-6 6", Paint(stroke=palette.HUNGRY_MARK, width=1.9)),
            ],
            "out of supply",
        ),
        ([Circle(-3, 0, 2.6, Paint(ink)), Circle(5, 0, 2.6, Paint(stroke=ink, width=0.9))], "steps left, lost"),
        ([Path(box, Paint(palette.SPENT, opacity=0.55))], "moved, fought"),
    ]


_TERRAINS = ((TERRAIN.CLEAR, "clear"), (TERRAIN.HILL, "hill"), (TERRAIN.MOUNTAIN, "mountain"), (TERRAIN.CITY, "city"))
