"""The fonts of all pictures: cut down to the letters in use, and carried along, for machines that have none.

Barlow Condensed and Alegreya, under the SIL Open Font License (``fonts/*-OFL.txt``).
"""

import base64
import functools
import pathlib
import typing

from ctv_env.core.drawing import MAP_NAME, PLATE

FOLDER = pathlib.Path(__file__).parent / "fonts"


class Face(typing.NamedTuple):
    """A file of one weight and style."""

    file: str
    family: str
    weight: int
    style: str


FACES = {  # by font and whether it is bold
    (PLATE, False): Face("BarlowCondensed-Medium.ttf", "Barlow Condensed", 500, "normal"),
    (PLATE, True): Face("BarlowCondensed-Bold.ttf", "Barlow Condensed", 700, "normal"),
    (MAP_NAME, False): Face("Alegreya-MediumItalic.ttf", "Alegreya", 500, "italic"),
    (MAP_NAME, True): Face("Alegreya-Bold.ttf", "Alegreya", 700, "normal"),
}
OTHERS = {PLATE: "'Arial Narrow',Arial,sans-serif", MAP_NAME: "Georgia,serif"}
"""What a viewer takes where it is forbidden to use the fonts in the picture."""


def files() -> list[str]:
    """Paths of the font files."""
    return [str(FOLDER / face.file) for face in FACES.values()]


@functools.cache
def style_sheet(embedded: bool) -> str:
    """CSS classes of the fonts (``class_of``); ``embedded``: with the fonts themselves in it."""
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
    """Name of the CSS class of a font."""
    return f"ctv-{font.replace(' ', '-')}-{'bold' if bold else 'plain'}"
