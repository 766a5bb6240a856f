"""A window on the screen that shows pictures, by pygame; pip extra ``render``."""

import typing

import numpy as np

from ctv_env.core.extras import needs_extra


class Screen:
    """A window that opens with the first picture."""

    def __init__(self, title: str, pictures_per_second: float):
        self._title, self._rate = title, pictures_per_second
        self._surface: typing.Any = None
        self._clock: typing.Any = None

    def show(self, image: np.ndarray) -> None:
        """Show ``image``, uint8 (height, width, 3), no faster than the frame rate; the close button has no effect.

        Raises:
            MissingExtraError: the extra ``render`` is not installed.
        """
        with needs_extra("render", "a window"):
            import pygame
        if self._surface is None:
            pygame.display.init()
            pygame.display.set_caption(self._title)
            self._surface = pygame.display.set_mode((image.shape[1], image.shape[0]))
            self._clock = pygame.time.Clock()
        pygame.surfarray.blit_array(self._surface, image.swapaxes(0, 1))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(self._rate)

    def close(self) -> None:
        """Close the window, if it is open."""
        if self._surface is not None:
            import pygame

            pygame.display.quit()
            self._surface = None

    def __getstate__(self) -> dict[str, typing.Any]:
        """A copy has no window until it shows something."""
        return vars(self) | {"_surface": None, "_clock": None}
