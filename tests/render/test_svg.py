"""Drawings as SVG text."""

import xml.etree.ElementTree as ET

import pytest

from ctv_env.core.drawing import Box, Circle, Drawing, Group, Label, Paint, Path, StaticGroup, Window
from ctv_env.render.svg import number, svg, text_of

SVG = "{http://www.w3.org/2000/svg}"


def drawing(*shapes, title: str = "A title") -> Drawing:
    """A drawing of 100 x 80 whose one window shows ``shapes``."""
    window = Window(10, 20, 50, 40, (-5, -4, 10, 8), shapes, "A <window>", (("hex", '"2006"'),))
    return Drawing(100, 80, StaticGroup([Box(0, 0, 100, 80, Paint("#ffffff"))]), [window], title)


def parsed(*shapes, **more) -> ET.Element:
    return ET.fromstring(svg(drawing(*shapes, **more)))


def test_every_primitive_becomes_its_element():
    shapes = [
        Path("M0 0L1 1", Paint(stroke="#000000", width=2)),
        Circle(1, 2, 3, Paint("#ff0000")),
        Box(0, 0, 4, 5, Paint("#00ff00"), 1.5),
        Label(0, 0, "text", 9, "#0000ff"),
        Group((Circle(0, 0, 1, Paint("#123456")),), 7, 8, 2),
        StaticGroup([Path("M5 5", Paint())]),
    ]
    names = [element.tag.removeprefix(SVG) for element in parsed(*shapes).iter()]
    assert names == [
        "svg",
        "style",
        "title",
        "rect",
        "svg",
        "title",
        "path",
        "circle",
        "rect",
        "text",
        "g",
        "circle",
        "path",
    ]


def test_text_is_escaped_everywhere():
    root = parsed(Label(0, 0, '<b> & "c"', 9, "#000000"), title="1 < 2 & 3")
    texts = [element.text for element in root.iter() if element.tag in (f"{SVG}text", f"{SVG}title")]
    assert texts == ["1 < 2 & 3", "A <window>", '<b> & "c"']
    assert root.find(f"{SVG}svg").get("data-hex") == '"2006"'


def test_a_window_shows_its_view_in_its_rectangle():
    window = parsed().find(f"{SVG}svg")
    assert [window.get(name) for name in ("x", "y", "width", "height", "viewBox")] == [
        "10",
        "20",
        "50",
        "40",
        "-5 -4 10 8",
    ]


def test_opacity_goes_to_what_is_painted():
    assert text_of(Circle(0, 0, 1, Paint("#ffffff", opacity=0.5))).endswith('fill="#ffffff" fill-opacity="0.5"/>')
    line = text_of(Path("M0 0", Paint(stroke="#ffffff", opacity=0.25)))
    assert 'stroke-opacity="0.25"' in line
    assert "fill-opacity" not in line


def test_lines_end_round_unless_they_are_dashed_or_blunt():
    assert "linecap" in text_of(Path("M0 0", Paint(stroke="#000000")))
    assert "linecap" not in text_of(Path("M0 0", Paint(stroke="#000000", dash="1 2")))
    assert "linecap" not in text_of(Path("M0 0", Paint(stroke="#000000", blunt=True)))


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (-0.001, "0"), (2.5, "2.5"), (1 / 3, "0.33"), (100.0, "100")])
def test_numbers_are_short(value, text):
    assert number(value) == text


def test_the_document_refers_to_nothing_outside():
    text = svg(drawing(Label(0, 0, "x", 9, "#000000")))
    assert "url(data:font/ttf;base64," in text
    assert "url(http" not in text
    assert "base64" not in svg(drawing(), embed_fonts=False)
