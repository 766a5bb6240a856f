"""A real browser for tests: headless Chromium, driven by Selenium."""

import contextlib
import shutil
import typing

from PIL import Image, ImageChops

LIGHT, DARK = "light", "dark"
DESKTOP, PHONE = (1280, 900), (390, 844)
_DRIVERS, _BROWSERS = ("chromedriver",), ("chromium", "chromium-browser", "google-chrome")
_HALF, _NOTICEABLE = 2, 40  # references are stored at half size; threshold for a difference in colour


def _found(names: tuple[str, ...]) -> str:
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        raise RuntimeError(f"none of {', '.join(names)} is installed: `make browser` installs it, or says how")
    return path


@contextlib.contextmanager
def browser(size: tuple[int, int] = DESKTOP, scheme: str = LIGHT) -> typing.Iterator:
    """A browser window of ``size`` pixels in a light or dark colour scheme, without animations."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = _found(_BROWSERS)
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "hide-scrollbars", "force-device-scale-factor=1"):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(_found(_DRIVERS)))
    try:
        features = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
        named = [{"name": name, "value": value} for name, value in features.items()]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": named})
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        yield driver
    finally:
        driver.quit()


def complaints(driver) -> list[str]:
    """Return the page's errors: of scripts, and refused resources."""
    return [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]


def reference_of(screenshot: Image.Image) -> Image.Image:
    """Convert a screenshot to its stored form: half the size, few colours."""
    small = screenshot.convert("RGB").resize((screenshot.width // _HALF, screenshot.height // _HALF), Image.LANCZOS)
    return small.quantize(64)


def share_of_difference(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels whose colours differ noticeably; 1 for pictures of different sizes."""
    if one.size != other.size:
        return 1.0
    difference = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L")
    counts = difference.histogram()
    return sum(counts[_NOTICEABLE:]) / sum(counts)
