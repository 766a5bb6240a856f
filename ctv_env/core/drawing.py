"""Drawing primitives: what a game draws, before it becomes SVG, pixels or a window.

Lengths are in units of the drawing, x to the right and y down; colours are CSS colours.  A game draws with these
alone, so that it needs no drawing library; ``ctv_env.render`` makes pictures of them.
"""

import typing
from collections.abc import Sequence

PLATE, MAP_NAME = "plate", "map name"
"""Fonts by what they are for: figures and captions; names on a map."""


class Paint(typing.NamedTuple):
    """How a shape is filled and outlined."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 1.0
    dash: str = ""  # lengths of dashes and gaps, such as "4 3"
    opacity: float = 1.0
    blunt: bool = False  # lines end where their last point is, not round about it


class Path(typing.NamedTuple):
    """Lines and curves; ``d`` in the language of SVG paths."""

    d: str
    paint: Paint


class Circle(typing.NamedTuple):
    """A circle about (x, y)."""

    x: float
    y: float
    radius: float
    paint: Paint


class Box(typing.NamedTuple):
    """A rectangle with its top left corner at (x, y), its corners rounded."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    corner: float = 0.0


class Label(typing.NamedTuple):
    """One line of text whose baseline begins, ends or is centred at (x, y)."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: str = "middle"  # or "start", "end"
    bold: bool = False
    font: str = PLATE
    halo: str = ""  # colour of an outline that lifts the text off what is below
    spacing: float = 0.0


class Group(typing.NamedTuple):
    """Shapes moved and scaled together."""

    shapes: "Sequence[Shape]"
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


class Still:
    """Shapes that never change once made, so that their text is worked out once; equal only to itself."""

    __slots__ = ("__weakref__", "shapes")

    def __init__(self, shapes: "Sequence[Shape]"):
        self.shapes = tuple(shapes)


class Window(typing.NamedTuple):
    """Shapes of a plane of their own, seen through a rectangle of the drawing; what lies outside is cut off.

    ``title`` is what a pointer that rests on them is told; ``data`` are names and values for programs that read the
    picture (``data-...`` attributes of SVG).
    """

    x: float
    y: float
    width: float
    height: float
    view: tuple[float, float, float, float]  # left, top, width and height of what is seen of the plane
    shapes: "Sequence[Shape]"
    title: str = ""
    data: tuple[tuple[str, str], ...] = ()


Shape = Path | Circle | Box | Label | Group | Still | Window


class Drawing(typing.NamedTuple):
    """A picture: a background that many pictures share, and windows upon it, each cheap to draw when it changes."""

    width: float
    height: float
    background: Still
    windows: Sequence[Window]
    title: str = ""
