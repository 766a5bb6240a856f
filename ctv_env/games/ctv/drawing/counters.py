"""Counters with NATO-style symbols: a face for each state of a piece, and the back shown in fog."""

import functools
import typing

from ctv_env.core.drawing import Box, Circle, Label, Paint, Path, Shape, StaticGroup
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.model.codes import KIND

WIDTH, HEIGHT, STRIP = 46.0, 35.0, 8.6
"""Size of a counter, and of the strip at its top that remains visible in a stack."""
_LEFT, _TOP = -WIDTH / 2, -HEIGHT / 2
_NARROW, _BROAD = "Ii1-/!. ", "MW"  # letters by width, and the widths in font sizes
_NARROW_WIDTH, _BROAD_WIDTH, _USUAL_WIDTH = 0.25, 0.62, 0.46
DSG_MARKS = ("", "D", "D1", "D2")


class Face(typing.NamedTuple):
    """Everything that a counter shows."""

    name: str
    side: int
    kind: int
    nation: int
    factors: str  # "5-4-8"; "" for none
    steps: int
    full_steps: int
    dsg: int
    supplied: bool
    spent: bool  # has attacked, bombarded, or no movement left
    left: float  # share of the movement points left while its side moves, else 0
    buried: bool  # only its strip is visible


@functools.lru_cache(maxsize=4096)
def counter(face: Face) -> StaticGroup:
    """Draw a counter centred at (0, 0)."""
    body = _body(face.side, palette.OF_NATION.get(face.nation, palette.PANEL))
    return StaticGroup([*body, *_strip(face), *([] if face.buried else _front(face))])


@functools.lru_cache(maxsize=8)
def back(side: int) -> StaticGroup:
    """Draw the hatched back of a counter of which only the side is known."""
    colour = palette.SIDE[side]
    hatch = "".join(f"M{x} {_TOP + STRIP + 1}l-14 {HEIGHT - STRIP - 2}" for x in range(-8, round(WIDTH / 2), 6))
    return StaticGroup(
        [
            *_body(side, palette.SIDE_LIGHT[side]),
            Path(hatch, Paint(stroke=colour, width=1.1, opacity=0.35)),
            Box(_LEFT, _TOP, WIDTH, STRIP, Paint(colour), 2.4),
            Circle(0, 4.4, 8.4, Paint(palette.SIDE_LIGHT[side])),
            Label(0, 10.6, "?", 17, colour, bold=True),
        ]
    )


def _body(side: int, colour: str) -> list[Shape]:
    """Draw the counter's body with its shadow."""
    return [
        Box(_LEFT + 1.2, _TOP + 1.6, WIDTH, HEIGHT, Paint(palette.SHADOW, opacity=0.28), 3),
        Box(_LEFT, _TOP, WIDTH, HEIGHT, Paint(colour, palette.SIDE[side], 1.3), 3),
    ]


def _strip(face: Face) -> list[Shape]:
    """Draw the strip with the name and, for a buried counter, the factors."""
    shapes: list[Shape] = [
        Path(_round_top(_LEFT, _TOP, WIDTH, STRIP), Paint(palette.SIDE[face.side])),
    ]
    room = WIDTH - 4
    if face.buried:
        marks = face.factors + (" " + DSG_MARKS[face.dsg] if face.dsg else "") + ("" if face.supplied else " !")
        room -= 7 * _width(marks) + 5
        shapes.append(Label(-_LEFT - 5, _TOP + 6.9, marks, 7, palette.WHITE, "end", bold=True))
    shapes.append(
        Label(_LEFT + 2.2, _TOP + 6.9, face.name, _fitted(face.name, 7.6, room), palette.WHITE, "start", bold=True)
    )
    return shapes


def _round_top(x: float, y: float, width: float, height: float) -> str:
    """Path of a rectangle with rounded upper corners."""
    return f"M{x} {y + height}v{3 - height}q0-3 3-3h{width - 6}q3 0 3 3v{height - 3}z"


def _width(text: str) -> float:
    """Approximate width of bold text at size 1."""
    return sum(_NARROW_WIDTH if c in _NARROW else _BROAD_WIDTH if c in _BROAD else _USUAL_WIDTH for c in text)


def _fitted(text: str, size: float, room: float) -> float:
    """Font size, at most ``size``, at which a text fits."""
    return min(size, room / _width(text))


def _front(face: Face) -> list[Shape]:
    """Draw the part below the strip."""
    shapes = [*_symbol(face.kind), *_steps(face)]
    if face.factors:
        reduced = face.steps < face.full_steps
        if reduced:
            shapes.append(Box(_LEFT + 4, 5.8, WIDTH - 8, 8.6, Paint(palette.WHITE, opacity=0.85), 2))
        shapes.append(Label(0, 13.7, face.factors, 10.4, palette.INK, bold=True))
    if face.left:
        shapes.append(Box(_LEFT + 3, 14.9, (WIDTH - 6) * face.left, 1.5, Paint(palette.MP_LEFT), 0.7))
    if face.spent:
        shapes.append(Box(_LEFT, _TOP, WIDTH, HEIGHT, Paint(palette.SPENT, opacity=0.38), 3))
    if face.dsg:
        shapes += _badge(_LEFT + 6.6, -1.8, DSG_MARKS[face.dsg], palette.DSG, palette.INK)
    if not face.supplied:
        shapes += _no_supply(-_LEFT - 6.6, -1.8)
    return shapes


def _badge(x: float, y: float, text: str, colour: str, ink: str) -> list[Shape]:
    """Draw a round badge with a letter or two."""
    return [
        Circle(x, y, 5.6, Paint(colour, palette.WHITE, 0.9)),
        Label(x, y + 2.7, text, 7.6 if len(text) == 1 else 6.8, ink, bold=True),
    ]


def _no_supply(x: float, y: float) -> list[Shape]:
    """Draw a crossed-out loaf, for out of supply."""
    return [
        Circle(x, y, 5.6, Paint(palette.HUNGRY, palette.WHITE, 0.9)),
        Path(f"M{x - 2.6} {y - 2.6}l5.2 5.2m0 -5.2l-5.2 5.2", Paint(stroke=palette.HUNGRY_MARK, width=1.7)),
    ]


def _steps(face: Face) -> list[Shape]:
    """Draw a dot for each step, hollow if it is lost; none for one-step pieces."""
    if face.full_steps < 2:
        return []
    return [
        Circle(16.6, 0.9 - 5.2 * k, 1.7, Paint(palette.INK if k < face.steps else "none", palette.INK, 0.7))
        for k in range(face.full_steps)
    ]


def _symbol(kind: int) -> list[Shape]:
    """Draw the symbol of the arm in a frame of 23 x 12."""
    ink = palette.INK
    frame = Box(-11.5, -7.4, 23, 12, Paint(palette.WHITE, ink, 1.1))
    cross = Path("M-11.5 -7.4l23 12m-23 0l23 -12", Paint(stroke=ink, width=1.0))
    oval = Path("M-5 -4.8h10a3.4 3.4 0 0 1 0 6.8h-10a3.4 3.4 0 0 1 0 -6.8z", Paint(stroke=ink, width=1.1))
    if kind == KIND.INFANTRY:
        return [frame, cross]
    if kind == KIND.MECHANISED:
        return [frame, cross, oval]
    if kind == KIND.ARMOUR:
        return [frame, oval]
    if kind in (KIND.HQ_DIVISION, KIND.HQ_CORPS):
        size = "XXX" if kind == KIND.HQ_CORPS else "XX"
        staff = Path("M-11.5 -7.4V11", Paint(stroke=ink, width=1.5))
        return [frame, staff, Label(0, 1.6, f"{size} HQ", 8.4, ink, bold=True)]
    if kind == KIND.SUPPLY_COLUMN:
        lorry = Box(-11.5, -7.4, 23, 9.4, Paint(palette.WHITE, ink, 1.1))
        return [lorry, Path("M-11.5 -0.8H11.5", Paint(stroke=ink, width=1.1)), *_wheels(ink)]
    raise ValueError(f"no symbol of kind {kind}")


def _wheels(ink: str) -> list[Shape]:
    """Draw the wheels of a lorry."""
    return [Circle(x, 3.4, 1.5, Paint(palette.WHITE, ink, 0.9)) for x in (-7, 0, 7)]
