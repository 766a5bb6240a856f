"""Drawings as pixels."""

import io

import numpy as np
import pytest
from PIL import Image

from ctv_env.core.drawing import Box, Drawing, Label, Paint, StaticGroup, Window
from ctv_env.render import fonts, raster
from ctv_env.render.svg import svg

WHITE, RED = Paint("#ffffff"), Paint("#ff0000")


def drawing(*windows: Window) -> Drawing:
    """A white sheet of 100 x 50 with windows."""
    return Drawing(100, 50, StaticGroup([Box(0, 0, 100, 50, WHITE)]), windows)


def red(x: float, y: float, opacity: float = 1.0) -> Window:
    """A red window of 10 x 10 at (x, y)."""
    return Window(x, y, 10, 10, (0, 0, 1, 1), (Box(0, 0, 1, 1, RED._replace(opacity=opacity)),))


def test_pixels_are_rgb_of_the_size_that_is_asked_for():
    image = raster.pixels(drawing(), 200)
    assert (image.shape, image.dtype) == ((100, 200, 3), np.uint8)
    assert raster.pixels(drawing(), 60, 60).shape == (60, 60, 3)
    assert (image == 255).all()


def test_a_window_lies_where_it_should_and_nowhere_else():
    image = raster.pixels(drawing(red(20, 30)), 200)
    assert (image[60:80, 40:60] == (255, 0, 0)).all()
    assert (image[:, :40] == 255).all()
    assert (image[80:] == 255).all()


def test_what_lies_in_a_window_keeps_its_place():
    window = Window(20, 20, 20, 20, (0, 0, 2, 2), (Box(1, 1, 1, 1, RED),))
    image = raster.pixels(drawing(window), 100)
    assert (image[30:40, 30:40] == (255, 0, 0)).all()
    assert (image[:30] == 255).all()
    assert (image[:, :30] == 255).all()


def test_other_proportions_strain_the_picture():
    image = raster.pixels(drawing(red(20, 30)), 100, 100)
    assert (image[60:80, 20:30] == (255, 0, 0)).all()
    assert (image == (255, 0, 0)).all(2).sum() == 20 * 10


def test_a_window_over_the_edge_is_cut_off():
    image = raster.pixels(drawing(red(-5, -5), red(95, 45), red(300, 300)), 100)
    assert (image[:5, :5] == (255, 0, 0)).all()
    assert (image[45:, 95:] == (255, 0, 0)).all()
    assert (image[5:45] == 255).all()


def test_what_is_below_shows_through():
    image = raster.pixels(drawing(red(0, 0, 0.5)), 100)
    assert np.abs(image[5, 5].astype(int) - (255, 127, 127)).max() <= 1


def test_a_background_that_is_shared_stays_clean():
    sheet = drawing(red(0, 0))
    raster.pixels(sheet, 100)
    assert (raster.pixels(sheet._replace(windows=()), 100) == 255).all()


def test_text_shows_without_any_font_of_the_machine():
    for font, bold in fonts.FACES:
        label = Label(0, 8, "Mñ8", 9, "#000000", "start", bold, font)
        image = raster.pixels(drawing(Window(0, 0, 100, 50, (0, 0, 20, 10), (label,))), 100)
        assert (image < 100).any(), font


def test_the_picture_is_the_one_that_the_svg_shows():
    """All in one go, and window by window, but for edges between two pixels."""
    import resvg_py

    sheet = drawing(red(20, 30), red(25, 10, 0.5))
    data = resvg_py.svg_to_bytes(svg_string=svg(sheet, embed_fonts=False), width=200, skip_system_fonts=True)
    whole = np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
    assert np.abs(whole - raster.pixels(sheet, 200)).max() <= 2


def test_a_png_is_written():
    image = Image.open(io.BytesIO(raster.png(drawing(red(0, 0)), 100)))
    assert (image.format, image.size) == ("PNG", (100, 50))
    assert image.convert("RGB").getpixel((5, 5)) == (255, 0, 0)


@pytest.mark.parametrize("missing", ["resvg_py", "PIL"])
def test_a_missing_library_is_named_with_its_remedy(missing, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, missing, None)
    with pytest.raises(ImportError, match=r"pip install 'ctv_env\[render\]'"):
        raster.pixels(drawing(), 100)
