"""Drawings as pixels, by resvg (Rust); pip extra ``render``.

resvg returns PNGs, and encoding and decoding one takes longer than drawing it.  So the background is drawn once, and
each window of a drawing separately, with its recent contents cached.
"""

import functools
import io
import typing
import weakref

import numpy as np

from ctv_env.core.drawing import Drawing, StaticGroup, Window
from ctv_env.core.extras import needs_extra
from ctv_env.render import fonts
from ctv_env.render.svg import document, inside_of, text_of

if typing.TYPE_CHECKING:
    from PIL.Image import Image

_MAX_COVERAGE = 1  # Pillow's way of choosing a palette that keeps rare colours, such as that of small stars
_WINDOWS = 4096  # drawn windows that are kept; most are smaller than a space of the map
_backgrounds: "weakref.WeakKeyDictionary[StaticGroup, dict]" = (
    weakref.WeakKeyDictionary()
)  # by size: an RGB image of Pillow


def pixels(drawing: Drawing, width: int, height: int | None = None) -> np.ndarray:
    """Return uint8 (height, width, 3): the drawing in RGB.

    Args:
        drawing: the drawing.
        width: in pixels.
        height: in pixels; None keeps the proportions, any other value stretches the picture.

    Raises:
        MissingExtraError: the extra ``render`` is not installed.
    """
    return np.array(_image(drawing, width, height))


def png(drawing: Drawing, width: int) -> bytes:
    """Return the drawing as a PNG file, ``width`` pixels wide, with a 256-colour palette; raises as ``pixels``."""
    out = io.BytesIO()
    image = _image(drawing, width, None)
    from PIL.Image import Dither  # available, since it has drawn the image

    image.quantize(256, method=_MAX_COVERAGE, kmeans=2, dither=Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _image(drawing: Drawing, width: int, height: int | None) -> "Image":
    """Return the drawing as an image of Pillow."""
    height = round(width * drawing.height / drawing.width) if height is None else height
    sizes = _backgrounds.setdefault(drawing.background, {})
    if (width, height) not in sizes:
        whole = (0.0, 0.0, drawing.width, drawing.height)
        sizes[width, height] = _drawn(whole, text_of(drawing.background), width, height).convert("RGB")
    image = sizes[width, height].copy()
    for window in drawing.windows:
        _lay(image, window, width / drawing.width, height / drawing.height)
    return image


def _lay(image: "Image", window: Window, across: float, down: float) -> None:
    """Paste a window onto the image, to the nearest pixel."""
    size = (max(round(window.width * across), 1), max(round(window.height * down), 1))
    seen, box = _window(window.view, inside_of(window), *size)
    if seen is not None:
        image.paste(seen, (round(window.x * across) + box[0], round(window.y * down) + box[1]), seen)


@functools.lru_cache(maxsize=_WINDOWS)
def _window(
    view: tuple[float, float, float, float], inside: str, width: int, height: int
) -> "tuple[Image | None, tuple[int, ...]]":
    """Return the non-empty part of a window and its box within the window; None if nothing is drawn."""
    drawn = _drawn(view, inside, width, height)
    box = drawn.getbbox()
    return (drawn.crop(box), box) if box else (None, (0, 0))


def _drawn(view: tuple[float, float, float, float], inside: str, width: int, height: int) -> "Image":
    """Return a part of a plane as an RGBA image of Pillow, drawn by resvg."""
    with needs_extra("render", "a picture in pixels"):
        import resvg_py
        from PIL import Image
    size = f'<svg width="{width}" height="{height}" preserveAspectRatio="none" '
    text = document(view, inside, embed_fonts=False).replace("<svg ", size, 1)
    data = resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True, font_files=fonts.files())
    return Image.open(io.BytesIO(data)).convert("RGBA")
