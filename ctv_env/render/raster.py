"""Drawings as pixels, by resvg (Rust); pip extra ``render``.

resvg hands out PNGs, and to pack and unpack one takes longer than to draw it.  So the background is drawn once, and
each window of a drawing by itself, once for each content that it has had lately.
"""

import functools
import io
import typing
import weakref

import numpy as np

from ctv_env.core.drawing import Drawing, Still, Window
from ctv_env.render import fonts
from ctv_env.render.svg import document, inside_of, text_of

if typing.TYPE_CHECKING:
    from PIL.Image import Image

_HINT = "pictures in pixels need the extra 'render': pip install 'ctv_env[render]'"
_MAX_COVERAGE = 1  # Pillow's way of choosing a palette that keeps rare colours, such as that of small stars
_WINDOWS = 4096  # drawn windows that are kept; most are smaller than a space of the map
_backgrounds: "weakref.WeakKeyDictionary[Still, dict]" = weakref.WeakKeyDictionary()  # by size: an RGB image of Pillow


def pixels(drawing: Drawing, width: int, height: int | None = None) -> np.ndarray:
    """uint8 (height, width, 3): the drawing in RGB.

    Args:
        drawing: what is drawn.
        width: in pixels.
        height: in pixels; None for the one that keeps the proportions, which any other strains.

    Raises:
        ImportError: the extra ``render`` is not installed.
    """
    return np.array(_image(drawing, width, height))


def png(drawing: Drawing, width: int) -> bytes:
    """The drawing as a PNG file, ``width`` pixels wide, in a palette of 256 colours; raises as ``pixels``."""
    out = io.BytesIO()
    image = _image(drawing, width, None)
    from PIL.Image import Dither  # is there: it has drawn the image

    image.quantize(256, method=_MAX_COVERAGE, kmeans=2, dither=Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _image(drawing: Drawing, width: int, height: int | None) -> "Image":
    """The drawing as an image of Pillow."""
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
    """Lay a window upon the image, to the nearest pixel."""
    size = (max(round(window.width * across), 1), max(round(window.height * down), 1))
    seen, box = _window(window.view, inside_of(window), *size)
    if seen is not None:
        image.paste(seen, (round(window.x * across) + box[0], round(window.y * down) + box[1]), seen)


@functools.lru_cache(maxsize=_WINDOWS)
def _window(
    view: tuple[float, float, float, float], inside: str, width: int, height: int
) -> "tuple[Image | None, tuple[int, ...]]":
    """The part of a window on which something is drawn, and where in the window it begins; None where nothing is."""
    drawn = _drawn(view, inside, width, height)
    box = drawn.getbbox()
    return (drawn.crop(box), box) if box else (None, (0, 0))


def _drawn(view: tuple[float, float, float, float], inside: str, width: int, height: int) -> "Image":
    """A part of a plane as an RGBA image of Pillow, drawn by resvg."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise ImportError(_HINT) from error
    size = f'<svg width="{width}" height="{height}" preserveAspectRatio="none" '
    text = document(view, inside, embed_fonts=False).replace("<svg ", size, 1)
    data = resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True, font_files=fonts.files())
    return Image.open(io.BytesIO(data)).convert("RGBA")
