"""The reference screenshots of pages; ``make page-pictures`` regenerates them.  Inspect the result."""

import io
import pathlib
import tempfile
import typing

from PIL import Image
from selenium.webdriver.support.wait import WebDriverWait
from support.browser import DARK, DESKTOP, LIGHT, PHONE, browser, reference_of
from support.pages import page_of, record_match

FOLDER = pathlib.Path(__file__).parent / "pictures"


class Pose(typing.NamedTuple):
    """What is photographed."""

    size: tuple[int, int]
    scheme: str
    script: str  # run in the page first


POSES = {
    "replay-light": Pose(DESKTOP, LIGHT, "go(60)"),
    "replay-dark": Pose(DESKTOP, DARK, "see('nationalist'); go(60)"),
    "replay-phone": Pose(PHONE, LIGHT, "go(60); magnify(2)"),
}


def open_page(driver, page: pathlib.Path) -> None:
    """Open a page and wait until it shows the game."""
    driver.get(page.as_uri())
    WebDriverWait(driver, 10, 0.02).until(
        lambda _: driver.execute_script(
            "return document.fonts.status === 'loaded' && !document.querySelector('#viewer').hidden"
        )
    )


def picture(page: pathlib.Path, pose: Pose) -> Image.Image:
    """A screenshot of the page in a pose, as references are kept."""
    with browser(pose.size, pose.scheme) as driver:
        open_page(driver, page)
        driver.execute_async_script(f"{pose.script}; document.fonts.ready.then(arguments[0])")
        return reference_of(Image.open(io.BytesIO(driver.get_screenshot_as_png())))


def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "game.html"
        page.write_text(page_of(record_match(page.with_name("game.jsonl"))), encoding="utf-8")
        FOLDER.mkdir(exist_ok=True)
        for name, pose in POSES.items():
            picture(page, pose).save(FOLDER / f"{name}.png", optimize=True)
            print(f"wrote {name}.png")


if __name__ == "__main__":
    main()
