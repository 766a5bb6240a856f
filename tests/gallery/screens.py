"""Screenshots of the pages, in a headless browser."""

import io
import pathlib
import shutil

from browser.references import open_page
from PIL import Image
from support.browser import browser
from support.served import Page, free_port, serving

from ctv_env.cli.main import main

EXAMPLE = pathlib.Path(__file__).parents[2] / "docs" / "escudo.html"
_COLOURS = 256
_COMBAT = 3  # the third combat of the game


def replay_page(file: str) -> None:
    """A recorded game, at a combat die; its page is kept as an example."""
    main(["play", "--scenario", "escudo", "--seed", "7", "--quiet", "--record", "escudo.jsonl.gz"])
    main(["replay", "escudo.jsonl.gz", "--html", EXAMPLE.name])
    shutil.copy(EXAMPLE.name, EXAMPLE)
    with browser() as driver:
        open_page(driver, EXAMPLE)
        to_the_die = (
            "const dice = data.views.open.lines.map((lines, k) => [lines, k])"
            ".filter(([lines]) => lines.some((line) => line.includes('Combat die')));"
            f"go(dice[{_COMBAT}][1]); document.fonts.ready.then(arguments[0])"
        )
        driver.execute_async_script(to_the_die)
        _save(driver, file)


def play_page(file: str) -> None:
    """A game that has begun: a unit is in hand."""
    with serving(pathlib.Path("games-served"), free_port()) as address, browser() as driver:
        page = Page(driver, address)
        page.begin()
        page.click_hex("2110")
        page.then(page.wait(lambda: page.find("#chooser button"))[1].click)
        _save(driver, file)


def _save(driver, file: str) -> None:
    image = Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB")
    image.quantize(_COLOURS, dither=0).save(file, "PNG", optimize=True)
