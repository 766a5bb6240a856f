"""The fonts of all pictures: subset to the characters in use, and bundled for machines without them.

Barlow Condensed and Alegreya, under the SIL Open Font License (``fonts/*-OFL.txt``).
"""

import base64
import functools
import pathlib
import typing

from ctv_env.core.drawing import MAP_NAME, PLATE

FOLDER = pathlib.Path(__file__).parent / "fonts"


class Face(typing.NamedTuple):
    """A font file of one weight and style."""

    file: str
    family: str
    weight: int
    style: str


FACES = {  # by font and boldness
    (PLATE, False): Face("BarlowCondensed-Medium.ttf", "Barlow Condensed", 500, "normal"),
    (PLATE, True): Face("BarlowCondensed-Bold.ttf", "Barlow Condensed", 700, "normal"),
    (MAP_NAME, False): Face("Alegreya-MediumItalic.ttf", "Alegreya", 500, "italic"),
    (MAP_NAME, True): Face("Alegreya-Bold.ttf", "Alegreya", 700, "normal"),
}
OTHERS = {PLATE: "'Arial Narrow',Arial,sans-serif", MAP_NAME: "Georgia,serif"}
"""Fallbacks for viewers that do not load the fonts embedded in the picture."""


def files() -> list[str]:
    """Return the paths of the font files."""
    return [str(FOLDER / face.file) for face in FACES.values()]


@functools.cache
def style_sheet(embedded: bool) -> str:
    """Return CSS classes of the fonts (``class_of``); with ``embedded``, the fonts themselves are included."""
    lines = []
    for key, face in FACES.items():
        if embedded:
            data = base64.b64encode((FOLDER / face.file).read_bytes()).decode()
            lines.append(
                f"@font-face{{font-family:'{face.family}';font-weight:{face.weight};font-style:{face.style};"
                f"src:url(data:font/ttf;base64,{data})}}"
            )
        lines.append(
            f".{class_of(*key)}{{font-family:'{face.family}',{OTHERS[key[0]]};font-weight:{face.weight};"
            f"font-style:{face.style}}}"
        )
    return "".join(lines)


def class_of(font: str, bold: bool) -> str:
    """Return the name of a font's CSS class."""
    return f"ctv-{font.replace(' ', '-')}-{'bold' if bold else 'plain'}"
