"""Drawing primitives: a game's pictures, before they become SVG, pixels or a window.

Lengths are in units of the drawing, x to the right and y down; colours are CSS colours.  Games use only these
primitives and need no drawing library; ``ctv_env.render`` turns them into pictures.
"""

import typing
from collections.abc import Sequence

PLATE, MAP_NAME = "plate", "map name"
"""Fonts by purpose: figures and captions; names on a map."""


class Paint(typing.NamedTuple):
    """How a shape is filled and outlined."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 1.0
    dash: str = ""  # lengths of dashes and gaps, such as "4 3"
    opacity: float = 1.0
    blunt: bool = False  # lines end exactly at their last point, without a round cap


class Path(typing.NamedTuple):
    """Lines and curves; ``d`` is in the syntax of SVG paths."""

    d: str
    paint: Paint


class Circle(typing.NamedTuple):
    """A circle centred at (x, y)."""

    x: float
    y: float
    radius: float
    paint: Paint


class Box(typing.NamedTuple):
    """A rectangle with rounded corners and its top left corner at (x, y)."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    corner: float = 0.0


class Label(typing.NamedTuple):
    """A line of text whose baseline starts, ends or is centred at (x, y)."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: str = "middle"  # or "start", "end"
    bold: bool = False
    font: str = PLATE
    halo: str = ""  # colour of an outline that sets the text off from the background
    spacing: float = 0.0


class Group(typing.NamedTuple):
    """Shapes moved and scaled together."""

    shapes: "Sequence[Shape]"
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


class StaticGroup:
    """Shapes that never change, so that their text can be cached; equal only to itself."""

    __slots__ = ("__weakref__", "shapes")

    def __init__(self, shapes: "Sequence[Shape]"):
        self.shapes = tuple(shapes)


class Window(typing.NamedTuple):
    """Shapes in their own coordinates, clipped to a rectangle of the drawing.

    ``title`` is a tooltip; ``data`` are names and values for programs that read the picture (``data-...`` attributes
    of SVG).
    """

    x: float
    y: float
    width: float
    height: float
    view: tuple[float, float, float, float]  # left, top, width and height of the visible part, in its own coordinates
    shapes: "Sequence[Shape]"
    title: str = ""
    data: tuple[tuple[str, str], ...] = ()


Shape = Path | Circle | Box | Label | Group | StaticGroup | Window


class Drawing(typing.NamedTuple):
    """A picture: a background shared by many pictures, and windows on top, each cheap to redraw when it changes."""

    width: float
    height: float
    background: StaticGroup
    windows: Sequence[Window]
    title: str = ""
