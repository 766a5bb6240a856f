"""The page in a real browser: a whole scenario with clicks, with keys, on a phone, and across a server restart."""

import pytest
from selenium.webdriver import ActionChains
from support.browser import DARK, PHONE, browser, complaints
from support.served import Page, free_port, serving
from toygame.guide import COLOURS

from ctv_env.serve.offer import Offer
from ctv_env.serve.players import PERSON

pytestmark = pytest.mark.browser
BOTH = Offer("ctv", "escudo", {"nationalist": PERSON, "republican": PERSON}, ("staff",), {})
TOY = Offer("toygame.spec:SPEC", None, {"azure": PERSON, "bronze": "random"}, ("random",), {})


@pytest.fixture(scope="module")
def driver():
    """One browser for all games on a desk: to start one takes seconds."""
    with browser() as one:
        yield one


def play_on(page: Page, moved: set[str]) -> None:
    """One decision of a player who moves one unit a turn, attacks once, and passes otherwise."""
    asks = page.text("#asks")
    if page.find("#roll"):
        assert page.find("#preview table")
        page.then(page.find("#roll")[0].click)
        assert page.find(".outcome")
        return
    turn = page.text("#status")
    eager = asks in ("Move your units", "Attack?") and (asks, turn) not in moved
    moved.add((asks, turn))
    done = page.find("#done")
    if done and not eager and asks != "Who attacks?":
        page.then(done[0].click)
    elif page.choices:
        page.then(page.choose_space)
    else:
        page.then((done or page.find("#buttons .piece"))[0].click)


def test_a_scenario_by_clicks_from_start_to_end(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Page(driver, address)
        page.wait(lambda: "Puerto del Escudo" in page.text("#scenario"))
        page.begin()
        assert page.text("#who") == "You play the Nationalist"
        moved: set = set()
        while page.phase != "over":
            play_on(page, moved)
        assert page.text("#asks") in ("The Nationalist wins", "The Republican wins")
        assert page.text("#meaning").startswith(("You have won.", "You have lost."))
        assert "wins" in page.text("#log")
        assert {asks for asks, _ in moved} >= {"Move your units", "Where to?", "Attack?", "Who attacks?"}
        assert complaints(driver) == []


def test_unit_hex_undo_and_why_not(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Page(driver, address)
        page.begin()
        page.click_space("2110")
        names = [button.text.splitlines()[0] for button in page.wait(lambda: page.find("#chooser button"))]
        assert names == ["HQ LIT", "LIT 1", "LIT 2", "Cel", "L3/35"]
        page.then(page.find("#chooser button")[1].click)
        assert page.text("#asks") == "Where to?"
        page.click_space("1707")
        assert "rule" in page.wait(lambda: page.text("#says"))
        page.then(lambda: page.click_space("2112"))
        assert "LIT 1 moves" in page.text("#log")
        page.then(page.find("#undo")[0].click)
        page.then(page.find("#undo")[0].click)
        assert page.text("#asks") == "Move your units"
        assert not page.find("#undo")[0].is_enabled()


def test_another_unit_is_taken_in_hand_by_a_click(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Page(driver, address)
        page.begin()
        page.then(lambda: page.click_space("2410"))
        assert page.text("#asks") == "Where to?"
        page.click_space("1912")
        page.wait(lambda: "1912" in page.text("#stack"))
        page.wait(lambda: page.text("#asks") == "Where to?" and page.choices)
        actions = "return document.getElementById('actions').textContent"
        page.wait(lambda: "move I C/2 to" in page.driver.execute_script(actions))


def test_keys_alone_will_do(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Page(driver, address)
        page.begin()
        hexes = page.find(".space.can")
        assert all(hex.get_attribute("aria-label") and hex.get_attribute("tabindex") == "0" for hex in hexes)
        lone = next(hex for hex in hexes if hex.get_attribute("data-space") == "2410")
        driver.execute_script("arguments[0].focus()", lone)
        page.then(lambda: page.press("\ue007"))
        assert page.text("#asks") == "Where to?"
        page.then(lambda: page.press("u"))
        page.then(lambda: page.press("d"))
        assert page.text("#asks") == "Attack?"
        page.press("?")
        assert "How to play" in page.text("#help")
        page.press("\ue00c")
        page.press("a")
        page.wait(lambda: "would" in page.text("#says"))
        assert complaints(driver) == []


def test_a_card_left_open_is_not_shown_to_the_next_person(tmp_path, driver):
    """By keys and by touch the card of a stack stays open when its owner has decided."""
    with serving(tmp_path, free_port(), BOTH) as address:
        page = Page(driver, address)
        page.begin()
        page.then(lambda: page.press("\ue007"))
        ActionChains(driver).move_to_element(page.find("#scenario")[0]).perform()  # away from the map
        driver.execute_script("document.querySelector('[data-space=\"2410\"]').focus()")
        assert "I C/1" in page.text("#stack")
        while page.phase != "curtain":
            page.then(lambda: page.press("d"))
        assert not page.find("#stack")
        page.then(lambda: page.press("\ue007"))
        assert page.text("#who") == "You play the Republican"
        assert not page.find("#stack")
        assert complaints(driver) == []


SLOW_FAILURE = """\
const real = window.fetch;
window.fetch = async (path, ...more) => {
  if (!path.endsWith("/act")) return real(path, ...more);
  window.fetch = real;
  await new Promise((done) => setTimeout(done, 1500));
  throw new TypeError("the connection was lost");
};
"""


def test_a_decision_that_fails_late_can_be_made_again(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Page(driver, address)
        page.begin()
        driver.execute_script(SLOW_FAILURE)
        page.press("d")
        page.wait(lambda: "One moment" in page.text("#asks"))
        page.wait(lambda: "the connection was lost" in page.text("#says"))
        assert page.text("#asks") == "Move your units"
        page.then(page.find("#done")[0].click)
        assert page.text("#asks") == "Attack?"


LISTED = """\
const words = (section) => [...section.querySelectorAll("li")].map((item) => item.textContent);
return Object.fromEntries([...document.querySelectorAll("#found section")].map((one) => [one.ariaLabel, words(one)]));
"""


def opinions(page: Page) -> dict[str, list[str]]:
    """What is listed for each agent."""
    return page.driver.execute_script(LISTED)


def test_two_agents_are_asked_by_keys_and_shown_beside_each_other(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Page(driver, address)
        page.begin()
        page.press("a")
        page.wait(lambda: opinions(page))
        (listed,) = opinions(page).values()
        assert len(listed) == 5
        assert "100\u00a0%" in listed[0]
        assert "points" in listed[1]
        (label,) = page.find("#labels .first")
        assert label.text == "\u2605"
        page.driver.execute_script("document.getElementById('other').focus()")
        before = page.version
        page.press("r")  # chooses random in the list; elsewhere it is a key of the page
        page.press("\ue004\ue007")
        page.wait(lambda: len(opinions(page)) == 2)
        assert opinions(page).keys() == {"staff", "random"}
        assert "Staff would play" in page.text("#says")
        assert "Random would most likely" in page.text("#says")
        assert page.version == before
        assert len(page.find("#labels .second")) > 5
        page.then(page.find("#found .first button")[0].click)
        assert page.text("#asks") == "Where to?"
        assert opinions(page) == {}
        assert page.find("#labels .label") == []
        assert complaints(driver) == []


def test_a_phone_in_the_dark_needs_no_sideways_scrolling(tmp_path):
    with serving(tmp_path, free_port()) as address, browser(PHONE, DARK) as driver:
        page = Page(driver, address)
        wide = "return document.scrollingElement.scrollWidth - window.innerWidth"
        assert driver.execute_script(wide) <= 0
        page.begin()
        assert driver.execute_script(wide) <= 0
        smallest = min(min(hex.rect["width"], hex.rect["height"]) for hex in page.find(".space.can"))
        assert smallest >= 40  # large enough for a finger
        page.find("#advise")[0].click()
        page.wait(lambda: opinions(page))
        driver.execute_script("document.getElementById('other').value = 'random'")
        page.find("#ask")[0].click()
        page.wait(lambda: len(opinions(page)) == 2)
        assert driver.execute_script(wide) <= 0
        page.then(lambda: page.click_space("2410"))
        assert page.text("#asks") == "Where to?"


def test_the_page_goes_on_after_a_restart_of_the_server(tmp_path, driver):
    port = free_port()
    with serving(tmp_path, port) as address:
        page = Page(driver, address)
        page.begin()
        page.then(lambda: page.click_space("2410"))
    with serving(tmp_path, port):
        assert page.text("#asks") == "Where to?"
        page.then(page.choose_space)
        assert page.text("#asks") == "Move your units"
        assert "I C/1 moves" in page.text("#log")


def test_another_game_has_its_own_spaces_words_and_colours(tmp_path, driver):
    """Nothing on the page is of one game: the toy has areas, two dice, and no stacks to choose from."""
    with serving(tmp_path, free_port(), TOY) as address:
        page = Page(driver, address)
        page.begin()
        assert page.text("#who") == "You play the Azure"
        page.click_space("hill")
        assert page.wait(lambda: page.text("#says"))  # it is in the column's hex
        assert "azure column" in page.text("#stack")
        page.then(lambda: page.click_space("ford"))
        fallen = set()
        while page.phase != "over":
            page.then(page.find("#roll")[0].click if page.find("#roll") else page.find("#done")[0].click)
            fallen.add(page.text("#chance"))
        assert any("dice" in words for words in fallen)
        assert page.text("#asks") in ("The Azure wins", "The Bronze wins", "Nobody wins")
        colour = "return getComputedStyle(document.documentElement).getPropertyValue('--side-0')"
        assert driver.execute_script(colour) == COLOURS[0].light
        assert complaints(driver) == []
