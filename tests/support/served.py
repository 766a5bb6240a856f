"""A server in a thread, and a user of its page in a browser."""

import contextlib
import pathlib
import socket
import threading
import time

from support.browser import complaints
from support.clients import OFFER

from ctv_env.serve.app import make_app
from ctv_env.serve.listening import make_server
from ctv_env.serve.offer import Offer

TIME_LIMIT = 20.0  # seconds


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def serving(folder: pathlib.Path, port: int, offer: Offer = OFFER):
    """A server in a thread; yields the address of its start page."""
    listener = socket.create_server(("127.0.0.1", port))
    server = make_server(make_app(offer, folder / "games", "127.0.0.1", scenarios=folder / "scenarios"))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        while not server.started:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.should_exit = True
        thread.join()


class Page:
    """The actions of a user of the page."""

    def __init__(self, driver, address: str):
        self.driver = driver
        driver.get("about:blank")
        complaints(driver)  # those of the previous game, whose server has stopped
        driver.get(address)

    def find(self, selector: str) -> list:
        """Return the visible elements."""
        found = self.driver.find_elements("css selector", selector)
        return [element for element in found if element.is_displayed()]

    def wait(self, ready):
        """Return the result of ``ready()`` once it is not empty."""
        end = time.monotonic() + TIME_LIMIT
        while not (found := ready()):
            assert time.monotonic() < end, f"it never came; the page says {self.text('#choice')!r}"
            time.sleep(0.03)
        return found

    def text(self, selector: str) -> str:
        """Return the text of the elements found."""
        return " ".join(element.text for element in self.find(selector))

    @property
    def phase(self) -> str:
        return self.driver.execute_script("return document.body.dataset.phase || ''")

    @property
    def version(self) -> str:
        return self.driver.execute_script("return document.body.dataset.version || ''")

    @property
    def choices(self) -> list[str]:
        """Return the names of the spaces that can be chosen."""
        script = "return [...document.querySelectorAll('.space.can')].map((space) => space.dataset.space)"
        return self.driver.execute_script(script)

    def begin(self) -> None:
        """Press Begin, and wait for the game."""
        self.wait(lambda: self.find("#seats select"))
        self.find("#new .main")[0].click()
        self.wait(lambda: self.version)

    def then(self, act) -> None:
        """Do something and wait for the next snapshot."""
        before = self.version
        act()
        self.wait(lambda: self.version != before)

    def click_space(self, name: str) -> None:
        """Click a space of the map with the pointer."""
        from selenium.webdriver import ActionChains

        element = self.driver.find_element("css selector", f'[data-space="{name}"]')
        ActionChains(self.driver).move_to_element(element).click().perform()

    def choose_space(self) -> None:
        """Click the first space that can be chosen, and the first entry if a list opens."""
        self.click_space(self.choices[0])
        before = self.version
        self.wait(lambda: self.version != before or self.find("#chooser button"))
        if listed := self.find("#chooser button"):
            listed[0].click()

    def press(self, keys: str) -> None:
        """Press keys."""
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(keys).perform()
