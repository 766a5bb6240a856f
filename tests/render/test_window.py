"""Windows, on a dummy screen, and terminal colours."""

import copy
import io
import time

import numpy as np
import pytest

from ctv_env.envs.single import SingleSideEnv
from ctv_env.render.terminal import has_colour
from ctv_env.render.window import Screen

IMAGE = np.zeros((30, 40, 3), np.uint8)
IMAGE[:15, :20] = (255, 0, 0)


@pytest.fixture
def screens(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screens = Screen("A title", 1000), Screen("Another title", 1000)
    yield screens
    for screen in screens:
        screen.close()


@pytest.fixture
def screen(screens):
    return screens[0]


def shown(screen):
    """The size of the picture in a window, and its first pixel."""
    surface = screen._window.get_surface()
    return surface.get_size(), tuple(surface.get_at((5, 5))[:3])


def picture(height, width, colour):
    image = np.zeros((height, width, 3), np.uint8)
    image[:] = colour
    return image


def test_a_window_shows_the_picture(screen):
    screen.show(IMAGE)
    assert shown(screen) == ((40, 30), (255, 0, 0))
    assert screen._window.get_surface().get_at((35, 5))[:3] == (0, 0, 0)
    assert screen._window.title == "A title"


def test_a_window_can_be_closed_twice_and_opened_again(screen):
    screen.show(IMAGE)
    screen.close()
    screen.close()
    screen.show(IMAGE)
    assert shown(screen) == ((40, 30), (255, 0, 0))


def test_two_windows_do_not_know_of_each_other(screens):
    one, other = screens
    one.show(IMAGE)
    other.show(picture(50, 70, (0, 255, 0)))
    one.show(picture(30, 40, (0, 0, 255)))
    assert shown(one) == ((40, 30), (0, 0, 255))
    assert shown(other) == ((70, 50), (0, 255, 0))
    one.close()
    other.show(picture(50, 70, (9, 9, 9)))
    assert shown(other) == ((70, 50), (9, 9, 9))
    other.show(picture(60, 80, (8, 8, 8)))  # of another size
    assert shown(other) == ((80, 60), (8, 8, 8))


@pytest.mark.parametrize("end", ["display", "all", "display and begin"])
def test_a_window_opens_again_when_another_library_has_ended_all(screens, end):
    """Gymnasium's own environments do so when they are closed."""
    import pygame

    for _ in range(100):  # the memory of a window that has ended is soon that of another
        for screen in screens:
            screen.show(IMAGE)
        pygame.quit() if end == "all" else pygame.display.quit()
        if end == "display and begin":
            other = pygame.display.set_mode((20, 20))
        screens[0].close()
        for screen in screens:
            screen.show(IMAGE)
            assert shown(screen) == ((40, 30), (255, 0, 0))
        if end == "display and begin":
            assert pygame.display.get_surface() is other
            assert other.get_size() == (20, 20)
        pygame.display.quit()


def test_a_window_closes_with_what_it_belongs_to(screens):
    screen = Screen("A title", 1000)
    screen.show(IMAGE)
    window = screen._window
    del screen
    with pytest.raises(Exception, match="Invalid window"):
        window.get_surface()


def test_the_rate_may_change(screen):
    screen.show(IMAGE)
    screen.rate, begun = 20, time.perf_counter()
    for _ in range(3):
        screen.show(IMAGE)
    assert time.perf_counter() - begun > 0.09


def test_two_environments_show_their_games_and_close_one_after_the_other(screens):
    envs = [
        SingleSideEnv(game=game, scenario=scenario, opponent="random", render_mode="human")
        for game, scenario in (("ctv", "duel"), ("ctv", "last-stand"))
    ]
    for env in envs:
        env.metadata["render_fps"] = 1000
        env.reset(seed=1)
    for _ in range(2):
        env = envs.pop()
        for each in (env, *envs):
            each.step(int(each.action_masks().argmax()))
        env.close()
    assert SingleSideEnv.metadata["render_fps"] == 4  # a rate is chosen for one environment


def test_a_copy_has_no_window(screen):
    screen.show(IMAGE)
    assert copy.deepcopy(screen)._window is None


def test_without_the_library_the_remedy_is_named(screen, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pygame", None)
    with pytest.raises(ImportError, match=r"pip install 'ctv_env\[render\]'"):
        screen.show(IMAGE)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_is_for_terminals_whose_user_does_not_forbid_it(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert has_colour(Terminal())
    assert not has_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_colour(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not has_colour(Terminal())
