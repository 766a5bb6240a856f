"""Render modes of the environments that show one game."""

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from ctv_env.envs.batch import BatchGames
from ctv_env.render import raster
from ctv_env.render.svg import svg
from ctv_env.render.terminal import has_colour
from ctv_env.render.window import Screen

RENDER_MODES = ["human", "rgb_array", "svg", "ansi"]
RENDER_FPS = 4
FRAME = (960, 720)
"""Width and height of ``rgb_array`` pictures, in pixels."""
_SCREEN_WIDTH = 1280


class Renderer:
    """Renders the first of ``games`` as its learner sees it.

    ``"human"``: a window; ``"rgb_array"``: uint8 (720, 960, 3); ``"svg"``: an SVG document as text; ``"ansi"``: a text
    map, at most 100 columns wide, coloured if the standard output is a terminal.  In pictures, arrows show the moves
    since the last one.

    Args:
        mode: one of ``RENDER_MODES``.
        title: title of the window.
        metadata: of the environment; its ``render_fps`` is the rate of the window.
    """

    def __init__(self, mode: str, title: str, metadata: Mapping[str, Any]):
        self.mode = mode
        self._metadata = metadata
        self._shown: np.void | None = None
        self._screen = Screen(title, metadata["render_fps"])

    def render(self, games: BatchGames) -> np.ndarray | str | None:
        """Return the picture in the renderer's mode; None for a window."""
        if self.mode == "ansi":
            return games.text_map(0, colour=has_colour(sys.stdout))
        drawing = games.drawing(0, self._shown)
        self._shown = games.batch.states[:1].copy()[0]
        if self.mode == "svg":
            return svg(drawing)
        if self.mode == "rgb_array":
            return raster.pixels(drawing, *FRAME)
        self._screen.rate = self._metadata["render_fps"]
        self._screen.show(raster.pixels(drawing, _SCREEN_WIDTH))
        return None

    def forget(self) -> None:
        """Forget the last position, since another game begins."""
        self._shown = None

    def close(self) -> None:
        """Close the window, if any."""
        self._screen.close()
