"""Drawings as SVG text."""

import functools
import html
import weakref
from collections.abc import Callable

from ctv_env.core.drawing import Box, Circle, Drawing, Group, Label, Paint, Path, Shape, StaticGroup, Window
from ctv_env.render.fonts import class_of, style_sheet

_HALO = 2.6  # width of a label's outline, whose inner half is covered by the letters
_texts: "weakref.WeakKeyDictionary[StaticGroup, str]" = weakref.WeakKeyDictionary()


def svg(drawing: Drawing, embed_fonts: bool = True) -> str:
    """Return the drawing as one self-contained SVG document.

    Args:
        drawing: the drawing.
        embed_fonts: whether to include the fonts; without them the document is 87 kB smaller, but looks right only
            where they are installed.
    """
    view = (0.0, 0.0, drawing.width, drawing.height)
    inside = text_of(drawing.background) + "".join(map(text_of, drawing.windows))
    return document(view, f"<title>{html.escape(drawing.title)}</title>{inside}", embed_fonts)


def document(view: tuple[float, float, float, float], inside: str, embed_fonts: bool) -> str:
    """Return a document that shows the part ``view`` (left, top, width, height) of the plane of ``inside``."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(number, view))}">'
        f"<style>{style_sheet(embed_fonts)}</style>{inside}</svg>\n"
    )


def text_of(shape: Shape) -> str:
    """Return the SVG of one shape; that of a ``StaticGroup`` is cached."""
    if isinstance(shape, StaticGroup):
        if shape not in _texts:
            _texts[shape] = "".join(map(text_of, shape.shapes))
        return _texts[shape]
    return _WRITERS[type(shape)](shape)


@functools.lru_cache(maxsize=8192)
def number(value: float) -> str:
    """Format a length with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@functools.lru_cache(maxsize=1024)
def _paint(paint: Paint) -> str:
    """Return the attributes of a paint."""
    pale = f'-opacity="{number(paint.opacity)}"' if paint.opacity != 1.0 else ""
    text = f' fill="{paint.fill}"' + (f" fill{pale}" if pale and paint.fill != "none" else "")
    if paint.stroke != "none":
        ends = "" if paint.blunt or paint.dash else ' stroke-linecap="round"'
        ends += f' stroke-dasharray="{paint.dash}"' if paint.dash else ""
        text += f' stroke="{paint.stroke}" stroke-width="{number(paint.width)}" stroke-linejoin="round"{ends}'
        text += f" stroke{pale}" if pale else ""
    return text


def _path(shape: Path) -> str:
    return f'<path d="{shape.d}"{_paint(shape.paint)}/>'


def _circle(shape: Circle) -> str:
    x, y, radius = map(number, shape[:3])
    return f'<circle cx="{x}" cy="{y}" r="{radius}"{_paint(shape.paint)}/>'


def _box(shape: Box) -> str:
    x, y, width, height = map(number, shape[:4])
    corner = f' rx="{number(shape.corner)}"' if shape.corner else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{corner}{_paint(shape.paint)}/>'


def _label(shape: Label) -> str:
    more = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    if shape.spacing:
        more += f' letter-spacing="{number(shape.spacing)}"'
    if shape.halo:
        more += f' stroke="{shape.halo}" stroke-width="{_HALO}" stroke-linejoin="round" paint-order="stroke"'
    return (
        f'<text x="{number(shape.x)}" y="{number(shape.y)}" class="{class_of(shape.font, shape.bold)}" '
        f'font-size="{number(shape.size)}" fill="{shape.colour}"{more}>{html.escape(shape.text)}</text>'
    )


def _group(shape: Group) -> str:
    scale = f" scale({number(shape.scale)})" if shape.scale != 1.0 else ""
    place = f"translate({number(shape.x)} {number(shape.y)}){scale}"
    return f'<g transform="{place}">{"".join(map(text_of, shape.shapes))}</g>'


def _window(shape: Window) -> str:
    x, y, width, height = map(number, shape[:4])
    data = "".join(f' data-{name}="{html.escape(value)}"' for name, value in shape.data)
    title = f"<title>{html.escape(shape.title)}</title>" if shape.title else ""
    return (
        f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{" ".join(map(number, shape.view))}"{data}>'
        f"{title}{inside_of(shape)}</svg>"
    )


def inside_of(window: Window) -> str:
    """Return the SVG of a window's content, on its own plane."""
    return "".join(map(text_of, window.shapes))


_WRITERS: dict[type, Callable[..., str]] = {
    Path: _path,
    Circle: _circle,
    Box: _box,
    Label: _label,
    Group: _group,
    Window: _window,
}
