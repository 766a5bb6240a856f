"""The page of a recorded game, operated like a user."""

import pathlib

import pytest
from browser.references import FOLDER, POSES, open_page, picture
from PIL import Image
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait
from support.browser import PHONE, browser, complaints, share_of_difference
from support.pages import data_in, frames_of, page_of, record_match
from support.records import forge, lines_of, record_walk

pytestmark = pytest.mark.browser
TOLERANCE = 0.02  # fraction of pixels that may differ: text is rendered slightly differently elsewhere


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("page")
    file = folder / "game.html"
    file.write_text(page_of(record_match(folder / "game.jsonl")), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def data(page):
    return data_in(page.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def window():
    with browser() as driver:
        yield driver


@pytest.fixture
def viewer(window, page):
    """A freshly opened page, which must not raise errors."""
    open_page(window, page)
    yield window
    assert complaints(window) == []


def one(driver, selector):
    return driver.find_element(By.CSS_SELECTOR, selector)


def step_of(driver) -> int:
    return int(one(driver, "#slider").get_attribute("value"))


def press(driver, *keys):
    ActionChains(driver).send_keys(*keys).perform()


def on_map(driver) -> list[str]:
    """What is on the map, window by window."""
    return driver.execute_script(
        "return [...document.querySelectorAll('#pieces > *')].map(e => e.dataset.pieces ?? '')"
    )


def stacks_of(data, view, frame) -> list[str]:
    """The same by the data of the page."""
    import html
    import re

    windows = [data["windows"][number] for number in frames_of(data, view)[frame] if not data["parts"][number]]
    found = (re.search(r'data-pieces="([^"]*)"', text) for text in windows)
    return [html.unescape(match[1]) if match else "" for match in found]


# -- stepping ----------------------------------------------------------------------------------------------------------


def test_the_whole_game_is_stepped_through(viewer, data):
    captions = data["views"]["open"]["captions"]
    for k, caption in enumerate(captions):
        shown = viewer.execute_script("return [Number(slider.value), caption.textContent]")
        assert shown == [k, caption]
        if k % 20 == 0:
            assert on_map(viewer) == stacks_of(data, "open", k)
        press(viewer, Keys.ARROW_RIGHT)
    assert step_of(viewer) == len(captions) - 1


def test_going_back_shows_what_was_there(viewer, data):
    press(viewer, Keys.END, *[Keys.ARROW_LEFT] * 3)
    last = len(data["steps"]["turn"]) - 1
    assert step_of(viewer) == last - 3
    assert on_map(viewer) == stacks_of(data, "open", last - 3)
    press(viewer, Keys.HOME)
    assert step_of(viewer) == 0
    assert on_map(viewer) == stacks_of(data, "open", 0)


def test_keys_jump_by_turn_and_by_combat(viewer, data):
    turns, combats = data["steps"]["turn"], [k for k, name in enumerate(data["steps"]["chapter"]) if name]
    second, third = turns.index(2), turns.index(3)
    found = []
    for key in ("t", "t", "T", "T"):
        press(viewer, key)
        found.append(step_of(viewer))
    assert found == [second, third, second, 0]
    found = []
    for key in ("c", "c", "C"):
        press(viewer, key)
        found.append(step_of(viewer))
    assert found == [combats[0], combats[1], combats[0]]


def test_buttons_do_what_they_say(viewer, data):
    last = len(data["steps"]["turn"]) - 1
    found = []
    for name in ("next", "next", "back", "turn-next", "turn-back", "chapter-next", "chapter-back", "last", "first"):
        one(viewer, f"#{name}").click()
        found.append(step_of(viewer))
    turn, combat = data["steps"]["turn"].index(2), next(k for k, name in enumerate(data["steps"]["chapter"]) if name)
    assert found == [1, 2, 1, turn, 0, combat, 0, last, 0]


def test_it_plays_by_itself_and_stops(viewer):
    viewer.execute_script("document.querySelector('#speed').value = '120'")
    press(viewer, " ")
    assert one(viewer, "#play").accessible_name == "Pause"
    WebDriverWait(viewer, 5, 0.02).until(lambda _: step_of(viewer) > 2)
    press(viewer, " ")
    assert one(viewer, "#play").accessible_name == "Play"
    stopped = step_of(viewer)
    assert viewer.execute_async_script("setTimeout(() => arguments[0](step), 400)") == stopped


def test_the_slider_and_the_log_lead_to_a_step(viewer, data):
    viewer.execute_script("slider.value = 70; slider.dispatchEvent(new Event('input'))")
    assert step_of(viewer) == 70
    line = viewer.find_elements(By.CSS_SELECTOR, "#log li:not(.now)")[-1]
    wanted = int(line.get_attribute("data-step"))
    line.click()
    assert step_of(viewer) == wanted < 70


# -- texts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["pointer", "tap", "keyboard"])
def test_a_stack_tells_what_it_holds(way, viewer):
    stack = next(
        e
        for e in viewer.find_elements(By.CSS_SELECTOR, "#pieces [data-pieces]")
        if "|" in e.get_dom_attribute("data-pieces")
    )
    if way == "pointer":
        ActionChains(viewer).move_to_element(stack).perform()
    elif way == "tap":
        stack.click()
    else:
        viewer.execute_script("arguments[0].focus()", stack)
    card = one(viewer, "#stack")
    assert card.is_displayed()
    for name in stack.get_dom_attribute("data-pieces").split("|"):
        assert f"{name}: " in card.text
    assert "steps" in card.text
    assert stack.accessible_name.split() == card.text.split()


def test_a_combat_is_explained_term_by_term(viewer, data):
    dice = [k for k, lines in enumerate(data["views"]["open"]["lines"]) if any("Combat die" in line for line in lines)]
    viewer.execute_script(f"go({dice[1]})")
    words = one(viewer, "#chapter").text
    for term in ("Attack on ", "From ", "Attack out of ", "Defence of ", "Odds: ", "Combat die "):
        assert term in words
    assert words.count("Attack on ") == 1


def test_a_side_sees_less(viewer, data):
    viewer.execute_script("go(5)")
    everything = on_map(viewer)
    press(viewer, "v")
    assert one(viewer, "#view").get_attribute("value") == "nationalist"
    assert on_map(viewer) == stacks_of(data, "nationalist", 5) != everything
    press(viewer, "v", "v")
    assert on_map(viewer) == everything


def test_curves_follow_the_step(viewer, data):
    last = len(data["steps"]["turn"]) - 1
    press(viewer, Keys.END)
    shown = [value.text for value in viewer.find_elements(By.CSS_SELECTOR, ".curve output")]
    assert shown == [str(values[last]) for values in data["figures"].values()]
    ActionChains(viewer).move_to_element_with_offset(one(viewer, ".curve svg"), 0, 0).click().perform()
    assert abs(step_of(viewer) - last / 2) < 4


def test_help_lists_the_keys(viewer):
    press(viewer, "?")
    assert one(viewer, "#help").is_displayed()
    assert "next, previous combat" in one(viewer, "#help").text
    press(viewer, Keys.ESCAPE)
    assert not one(viewer, "#help").is_displayed()


def test_everything_has_a_name(viewer):
    for control in viewer.find_elements(By.CSS_SELECTOR, "button, select, input, [role=button], svg[role]"):
        if control.is_displayed():
            assert control.accessible_name, control.get_attribute("outerHTML")[:200]


def test_nothing_is_fetched(viewer):
    assert (
        viewer.execute_script(
            "return performance.getEntriesByType('resource').filter(e => !e.name.startsWith('data:'))"
        )
        == []
    )


def test_the_map_grows_and_shrinks(viewer):
    whole = one(viewer, "#map").size["width"]
    press(viewer, "+", "+")
    assert one(viewer, "#map").size["width"] == pytest.approx(2 * whole, rel=0.02)
    press(viewer, "-", "-", "-")
    assert one(viewer, "#map").size["width"] == whole


def test_on_a_large_map_what_happens_stays_in_view(viewer, data):
    press(viewer, "+", "+", "+", "+")
    moves = [k for k, lines in enumerate(data["views"]["open"]["lines"]) if any(" moves " in line for line in lines)]
    for k in moves[:12]:
        viewer.execute_script(f"go({k})")
        town = data["views"]["open"]["lines"][k][0].split("-> ")[1][:4]
        box, frame = one(viewer, f"#pieces [data-pieces][data-space='{town}']").rect, one(viewer, "#scroll").rect
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert frame["x"] < x < frame["x"] + frame["width"]
        assert frame["y"] < y < frame["y"] + frame["height"]


# -- safety, sizes, looks ---------------------------------------------------------------------------------------------


def test_a_hostile_record_runs_nothing(window, tmp_path):
    evil = "</script><script>window.hacked=1</script><img src=x onerror='window.hacked=2'>"
    record_walk(tmp_path / "game.jsonl", "duel")
    lines = lines_of(tmp_path / "game.jsonl")
    lines[0]["players"] = {"nationalist": evil, evil: "x"}
    forge(tmp_path / "game.jsonl", lines)
    file = tmp_path / "game.html"
    file.write_text(page_of(tmp_path / "game.jsonl"), encoding="utf-8")
    open_page(window, file)
    press(window, Keys.END)
    assert evil in one(window, "#players").text
    assert window.execute_script("return window.hacked ?? null") is None
    assert window.find_elements(By.TAG_NAME, "img") == []


def test_a_page_that_was_cut_says_so(window, page, tmp_path):
    text = page.read_text(encoding="utf-8")
    first = text.index('id="data">') + len('id="data">')
    (tmp_path / "cut.html").write_text(text[: first + 4000] + text[text.index("</script>", first) :], encoding="utf-8")
    window.get((tmp_path / "cut.html").as_uri())
    trouble = one(window, "#trouble")
    WebDriverWait(window, 5, 0.02).until(lambda _: trouble.is_displayed())
    assert trouble.text.startswith("This page cannot be shown")


def test_it_fits_a_phone(page):
    with browser(PHONE) as driver:
        open_page(driver, page)
        assert driver.execute_script("return document.documentElement.scrollWidth") == PHONE[0]
        for button in driver.find_elements(By.CSS_SELECTOR, ".buttons button"):
            assert min(button.size.values()) >= 40
        one(driver, "#next").click()
        assert step_of(driver) == 1


@pytest.mark.parametrize("name", POSES)
def test_it_looks_as_it_did(name, page, tmp_path):
    """Looks otherwise on purpose: ``make page-pictures``, and look at them."""
    found = picture(page, POSES[name])
    found.save(tmp_path / f"{name}.png")
    share = share_of_difference(found, Image.open(FOLDER / f"{name}.png"))
    assert share < TOLERANCE, f"{share:.1%} of the picture has changed; it now looks like {tmp_path}/{name}.png"
