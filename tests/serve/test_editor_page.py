"""The editor in a real browser: a scenario is made, saved and played; with keys alone, and on a phone."""

import pytest
from selenium.webdriver import ActionChains
from support.browser import DARK, PHONE, browser, complaints
from support.served import Page, free_port, serving

from ctv_env import new_game
from ctv_env.serve.offer import Offer
from ctv_env.serve.players import PERSON

pytestmark = pytest.mark.browser
ENTER, ESCAPE, TAB, RIGHT, DOWN = "\ue007", "\ue00c", "\ue004", "\ue014", "\ue015"
ARRIBA = Offer("arriba", "rising", {"government": PERSON, "rebel": "staff"}, ("staff", "random"), {})
NORTH = Offer("tscw", "north-1937", {"nationalist": PERSON, "republican": "staff"}, ("staff", "random"), {})
TOY = Offer("toygame.spec:SPEC", None, {"azure": PERSON, "bronze": "random"}, ("random",), {})


@pytest.fixture(scope="module")
def driver():
    """One browser for all tests on a desk."""
    with browser() as one:
        yield one


class Editor(Page):
    """A user of the editor."""

    def __init__(self, driver, address: str, base: str):
        super().__init__(driver, address)
        driver.execute_script("localStorage.clear()")
        driver.get(f"{address}editor?base={base}")
        self.wait(lambda: self.version)

    def choose(self, space: str) -> None:
        """Choose a space by the pointer."""
        self.click_space(space)
        self.wait(lambda: self.driver.execute_script("return document.getElementById('goto').value") == space)

    def button(self, words: str):
        return next(button for button in self.find("button") if button.text == words)

    def enter(self, selector: str, value: str) -> None:
        """Type a value over that of a field, or choose it from a list."""
        script = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))"
        self.then(lambda: self.driver.execute_script(script, self.find(selector)[0], value))

    @property
    def pieces(self) -> list[str]:
        return [button.text for button in self.find(".chip button[draggable]")]

    @property
    def verdict(self) -> str:
        return self.text("#verdict")


def test_a_scenario_is_made_saved_and_played_by_staff(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Editor(driver, address, "duel")
        assert "changed nothing yet" in page.verdict
        page.choose("1210")
        assert page.pieces == ["LIT 1"]
        page.find(".chip button[draggable]")[0].click()
        page.then(lambda: page.click_space("1209"))
        assert page.pieces == ["FIN 8", "LIT 1"]
        page.enter("#field-terrain", "city")
        page.enter("[id='field-scenario/title']", "Two in a town")
        assert "It can be played. 3 changes" in page.verdict
        page.button("Save").click()
        words = page.wait(lambda: page.text("#saved"))
        folder = tmp_path / "scenarios" / "ctv" / "mine"
        assert f"--data-dir {folder} --scenario mine" in words
        game = new_game("ctv", "mine", 1, data_dir=str(folder))
        assert {piece.name for piece in game.spec.ui().stacks(game, None)["1209"].pieces} == {"FIN 8", "LIT 1"}
        for side in page.find("#seats select"):
            side.send_keys("the agent staff")
        page.button("Play").click()
        page.wait(lambda: page.phase == "watch")
        assert page.text("#scenario") == "Two in a town"
        page.find("#play")[0].click()
        page.wait(lambda: page.phase == "over")
        assert complaints(driver) == []


def test_what_is_wrong_stands_at_its_field_and_can_be_undone(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Editor(driver, address, "campaign")
        picture = driver.find_element("id", "ground").get_attribute("src")
        page.enter("[id='field-scenario/turns']", "99")
        assert "turns is 99; it must be a number from 1 to 15" in page.verdict
        assert page.find("[id='field-scenario/turns']")[0].get_attribute("aria-invalid") == "true"
        assert "turns is 99" in page.text(".wrong-here")
        assert driver.find_element("id", "ground").get_attribute("src") == picture
        page.button("Save").click()
        page.wait(lambda: "cannot be played yet" in page.text("#saved"))
        assert not (tmp_path / "scenarios").exists()
        page.then(page.button("Undo").click)
        assert "can be played" in page.verdict
        page.then(page.button("Redo").click)
        assert "turns is 99" in page.verdict
        page.then(page.button("Undo").click)
        page.choose("1911")
        page.then(page.find("[aria-label='Remove CLXXI']")[0].click)
        assert "CLXXI is not deployed" in page.verdict
        page.then(page.button("Undo").click)
        driver.refresh()
        page.wait(lambda: page.version)
        assert "changed nothing yet" in page.verdict


def test_changes_outlive_the_page_until_they_are_discarded(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Editor(driver, address, "duel")
        page.choose("1210")
        page.enter("#field-terrain", "hill")
        driver.refresh()
        page.wait(lambda: page.version)
        assert "1 change so far" in page.verdict
        page.then(page.button("Discard all changes").click)
        assert "changed nothing yet" in page.verdict


BUSY_AT_FIRST = """\
const real = window.fetch;
window.fetch = async (path, ...more) => {
  if (!path.endsWith("/draft")) return real(path, ...more);
  window.fetch = real;
  return new Response('{"error": "too many requests"}', { status: 429 });
};
"""


def test_changes_outlive_a_server_that_cannot_answer(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Editor(driver, address, "duel")
        page.choose("1210")
        page.enter("#field-terrain", "hill")
        script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BUSY_AT_FIRST})
        driver.refresh()
        page.wait(lambda: "too many requests. Your changes are kept" in page.text("#says"))
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
        driver.refresh()
        page.wait(lambda: page.version)
        assert "1 change so far" in page.verdict


@pytest.mark.parametrize("edit", ['{"field": "colour", "space": "1210", "value": "red"}', '{"field": "terrain"}'])
def test_kept_changes_that_the_server_refuses_are_dropped(edit, tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        Editor(driver, address, "duel")
        driver.execute_script(f"localStorage.setItem(Object.keys(localStorage)[0], '[[{edit}]]')")
        page = Page(driver, f"{address}editor?base=duel")
        page.wait(lambda: page.version)
        assert "Your earlier changes do not fit any longer" in page.text("#says")
        assert "changed nothing yet" in page.text("#verdict")


def test_what_is_saved_over_its_base_is_no_change_any_more(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Editor(driver, address, "duel")
        page.button("Save").click()
        page.wait(lambda: "Saved in" in page.text("#saved"))
        page = Editor(driver, address, "saved/mine")
        page.choose("1210")
        page.enter("#field-terrain", "hill")
        page.button("Save").click()
        page.wait(lambda: "Replace it" in page.text("#saved"))
        page.then(page.button("Replace it").click)
        assert "changed nothing yet" in page.verdict
        assert not page.button("Undo").is_enabled()
        page.enter("#field-terrain", "city")
        page.then(page.button("Discard all changes").click)
        assert driver.find_element("id", "field-terrain").get_attribute("value") == "hill"


def test_a_piece_is_dragged_to_its_place(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Editor(driver, address, "duel")
        page.choose("1210")
        target = driver.find_element("css selector", '[data-space="1209"]')
        page.then(ActionChains(driver).drag_and_drop(page.find(".chip button[draggable]")[0], target).perform)
        assert page.pieces == ["FIN 8", "LIT 1"]


def test_keys_alone_will_do(tmp_path, driver):
    with serving(tmp_path, free_port()) as address:
        page = Editor(driver, address, "duel")
        page.press("m")
        focused = "return document.activeElement.dataset.space || document.activeElement.id"
        first = driver.execute_script(focused)
        page.press(RIGHT)
        assert driver.execute_script(focused) != first
        while driver.execute_script(focused) != "1210":
            page.press(RIGHT if driver.execute_script(focused) < "1210" else "\ue012")
        label = "return document.activeElement.getAttribute('aria-label')"
        assert "Nationalist pieces LIT 1" in driver.execute_script(label)
        page.press(ENTER)
        page.wait(lambda: page.text("#space-title").startswith("1210"))
        page.press("f")
        page.press(ENTER)  # picks LIT 1 up
        assert "Where should LIT 1 go?" in page.text("#says")
        page.press(ESCAPE)
        assert page.text("#says") == ""
        page.press("f")
        page.press(ENTER)
        page.press("m")
        page.press("\ue012")
        page.then(lambda: page.press(ENTER))
        assert page.pieces == ["FIN 8", "LIT 1"]
        page.then(lambda: page.press("u"))
        page.then(lambda: page.press("y"))
        assert "1 change" in page.verdict
        page.press("?")
        assert "How to edit" in page.text("#help")
        page.press(ESCAPE)
        assert complaints(driver) == []


def test_a_phone_in_the_dark_needs_no_sideways_scrolling(tmp_path):
    with serving(tmp_path, free_port()) as address, browser(PHONE, DARK) as driver:
        page = Editor(driver, address, "campaign")
        page.choose("1909")
        wide = "return document.scrollingElement.scrollWidth - window.innerWidth"
        assert driver.execute_script(wide) <= 0
        for summary in page.find("#sections summary"):
            summary.click()
        assert driver.execute_script(wide) <= 0
        assert min(button.rect["height"] for button in page.find(".chip button")) >= 30


def test_pieces_that_are_counted_move_one_by_one(tmp_path, driver):
    with serving(tmp_path, free_port(), ARRIBA) as address:
        page = Editor(driver, address, "rising")
        page.choose("burgos")
        assert page.pieces == ["2 nationalist"]
        page.find(".chip button[draggable]")[0].click()
        page.then(lambda: page.click_space("soria"))
        assert page.pieces == ["1 nationalist"]
        assert driver.find_element("id", "field-city").get_attribute("value") == "rebel"
        assert "It can be played" in page.verdict
        assert complaints(driver) == []


def test_the_civil_war_is_shortened_saved_and_played_by_staff(tmp_path, driver):
    with serving(tmp_path, free_port(), NORTH) as address:
        page = Editor(driver, address, "north-1937")
        page.choose("3410")
        assert page.pieces == ["SG"]
        page.find(".chip button[draggable]")[0].click()
        page.then(lambda: page.click_space("3311"))
        assert page.pieces == ["C1", "SG"]
        assert driver.find_element("id", "field-control").text == "Nationalists\nRepublicans"
        page.enter("#field-terrain", "mountain")
        page.enter("[id='field-scenario/last_turn']", "7")
        assert "It can be played. 3 changes" in page.verdict
        page.button("Save").click()
        words = page.wait(lambda: page.text("#saved"))
        folder = tmp_path / "scenarios" / "tscw" / "mine"
        assert f"--data-dir {folder} --scenario mine" in words
        game = new_game("tscw", "mine", 1, data_dir=str(folder))
        assert {piece.name for piece in game.spec.ui().stacks(game, None)["3311"].pieces} == {"C1", "SG"}
        for side in page.find("#seats select"):
            side.send_keys("the agent staff")
        page.button("Play").click()
        page.wait(lambda: page.phase == "watch")
        while page.phase != "over":
            page.then(page.button("Many").click)
        assert complaints(driver) == []


def test_a_longer_civil_war_asks_for_the_resources_of_its_turns(tmp_path, driver):
    with serving(tmp_path, free_port(), NORTH) as address:
        page = Editor(driver, address, "north-1937")
        page.enter("[id='field-scenario/last_turn']", "11")
        for key in ("resource_points", "transport"):
            assert f"{key} has no entry for turn 11" in page.verdict
            page.button(f"Go to {key.replace('_', ' ')}").click()
            new = f"[id='field-scenario/{key}-new']"
            page.find(new)[0].send_keys("11")
            page.then(page.find(f"{new} + button")[0].click)
        assert "It can be played. 3 changes" in page.verdict
        next(one for one in page.find("#sections summary") if one.text == "Units and reinforcements").click()
        page.enter("[id='field-scenario/units/nationalist-new']", "N-11")
        assert "N-11 begins the game, but has no hex" in page.verdict
        page.choose("3412")
        page.enter("#field-units", "N-11")
        assert "It can be played. 5 changes" in page.verdict
        assert complaints(driver) == []


def test_the_sea_offers_terrain_alone_and_becomes_land(tmp_path, driver):
    with serving(tmp_path, free_port(), NORTH) as address:
        page = Editor(driver, address, "north-1937")
        page.choose("3709")
        assert [field.get_attribute("id") for field in page.find("#fields select, #fields input")] == ["field-terrain"]
        page.enter("#field-terrain", "clear")
        assert "It can be played" in page.verdict
        assert page.find("#field-region")[0].get_attribute("value") == "Abroad"


def test_a_game_without_data_files_says_so(tmp_path, driver):
    with serving(tmp_path, free_port(), TOY) as address:
        page = Page(driver, f"{address}editor")
        assert page.wait(lambda: page.text("#closed")) == "The toy has no data files that could be edited."
        assert complaints(driver) == []
