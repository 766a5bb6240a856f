"""The gallery is what ``make gallery`` writes, and small enough to clone and view."""

import pytest
from gallery.make import FOLDER, PAGE, page
from gallery.pictures import PICTURES
from gallery.screens import EXAMPLE

BYTES_OF_ONE, BYTES_OF_ALL = 300_000, 2_500_000


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make gallery`"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_each_picture_is_there_and_small(picture):
    data = (FOLDER / picture.file).read_bytes()
    assert data.startswith(b"\x89PNG")
    assert len(data) < BYTES_OF_ONE


def test_all_pictures_together_are_small():
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < BYTES_OF_ALL


def test_no_picture_is_left_over():
    wanted = {picture.file for picture in PICTURES} | {"board.png"}
    assert {file.name for file in FOLDER.iterdir()} == wanted


def test_the_example_needs_nothing_else():
    text = EXAMPLE.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "src=" not in text
    assert len(text) < 600_000
