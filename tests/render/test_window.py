"""The window, on a dummy screen, and terminal colours."""

import copy
import io

import numpy as np
import pytest

from ctv_env.render.terminal import has_colour
from ctv_env.render.window import Screen

IMAGE = np.zeros((30, 40, 3), np.uint8)
IMAGE[:15, :20] = (255, 0, 0)


@pytest.fixture
def screen(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen = Screen("A title", 1000)
    yield screen
    screen.close()


def test_a_window_shows_the_picture(screen):
    import pygame

    screen.show(IMAGE)
    surface = pygame.display.get_surface()
    assert surface.get_size() == (40, 30)
    assert surface.get_at((5, 5))[:3] == (255, 0, 0)
    assert surface.get_at((35, 5))[:3] == (0, 0, 0)
    assert pygame.display.get_caption()[0] == "A title"


def test_a_window_can_be_closed_twice_and_opened_again(screen):
    screen.show(IMAGE)
    import pygame

    screen.close()
    screen.close()
    assert not pygame.display.get_init()
    screen.show(IMAGE)
    assert pygame.display.get_surface().get_at((5, 5))[:3] == (255, 0, 0)


def test_a_copy_has_no_window(screen):
    screen.show(IMAGE)
    assert copy.deepcopy(screen)._surface is None


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
