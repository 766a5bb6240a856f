"""Windows on the screen that show pictures, by pygame-ce; pip extra ``render``."""

import typing

import numpy as np

from ctv_env.core.extras import needs_extra


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
        try:
            self._draw(image)
        except pygame.error:  # there is no window any more
            self._window = None
            self._draw(image)
        pygame.event.pump()
        self._clock.tick(self.rate)

    def _draw(self, image: np.ndarray) -> None:
        import pygame

        size = (image.shape[1], image.shape[0])
        if self._window is None:
            pygame.display.init()
            self._window, self._clock = pygame.Window(self._title, size), pygame.time.Clock()
        surface = self._window.get_surface()
        if surface.get_size() != size:
            self._window.size = size
            surface = self._window.get_surface()
        pygame.surfarray.blit_array(surface, image.swapaxes(0, 1))
        self._window.flip()

    def close(self) -> None:
        """Close the window, if it is open; others stay."""
        if self._window is not None:
            self._window.destroy()
            self._window = None

    def __getstate__(self) -> dict[str, typing.Any]:
        """A copy has no window until it shows something."""
        return vars(self) | {"_window": None, "_clock": None}
