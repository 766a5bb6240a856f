"""Windows on the screen that show pictures, by pygame-ce; pip extra ``render``."""

import sys
import typing

import numpy as np

from ctv_env.core.extras import needs_extra

_DISPLAYS: list[list[typing.Any]] = []
"""The windows of each display that has begun, kept when it has ended: SDL may give their memory to another window."""


class Screen:
    """A window of its own that opens with the first picture.

    Other windows of the process may come and go, of this class or of other libraries, which end all windows with their
    own: then it opens again.

    Attributes:
        rate: most pictures per second.
    """

    def __init__(self, title: str, rate: float):
        self._title, self.rate = title, rate
        self._window: typing.Any = None
        self._clock: typing.Any = None

    def show(self, image: np.ndarray) -> None:
        """Show ``image``, uint8 (height, width, 3), no faster than the frame rate; the close button has no effect.

        Raises:
            MissingExtraError: the extra ``render`` is not installed.
        """
        with needs_extra("render", "a window"):
            import pygame
        self._forget_ended()
        self._draw(image)
        pygame.event.pump()
        self._clock.tick(self.rate)

    def _draw(self, image: np.ndarray) -> None:
        import pygame

        size = (image.shape[1], image.shape[0])
        if self._window is None:
            if not _goes_on():
                pygame.display.init()
                pygame.display.set_allow_screensaver(True)
                _DISPLAYS.append([])
            self._window, self._clock = pygame.Window(self._title, size), pygame.time.Clock()
            _DISPLAYS[-1].append(self._window)
        surface = self._window.get_surface()
        if surface.get_size() != size:
            self._window.size = size
            surface = self._window.get_surface()
        pygame.surfarray.blit_array(surface, image.swapaxes(0, 1))
        self._window.flip()

    def close(self) -> None:
        """Close the window, if it is open; others stay."""
        self._forget_ended()
        if self._window is not None:
            _DISPLAYS[-1].remove(self._window)
            self._window.destroy()
            self._window = None

    def __del__(self) -> None:
        """Close the window of an environment that was never closed."""
        if not sys.is_finalizing():
            self.close()

    def _forget_ended(self) -> None:
        """Forget the window if its display has ended, even if another has begun since."""
        if self._window is not None and not (_goes_on() and self._window in _DISPLAYS[-1]):
            self._window = None

    def __getstate__(self) -> dict[str, typing.Any]:
        """A copy has no window until it shows something."""
        return vars(self) | {"_window": None, "_clock": None}


def _goes_on() -> bool:
    """Return whether the last display with one of our windows goes on; a new one forbids screen savers."""
    import pygame

    return bool(pygame.display.get_init() and pygame.display.get_allow_screensaver())
