"""A recorded game as a self-contained page: it needs no server and no network.

The page (``page/``) stores each distinct part of the pictures once; a frame lists the changes from the frame before.
What each side could see is computed here, so the page needs no rules.

It reads the ``data`` of the windows in a game's drawing: ``part``, which part of the margin a window is; ``pieces``,
with a title, on a stack that can be hovered; ``space``, the stack's space; ``to``, the space to which an arrow points.
"""

import base64
import gzip
import hashlib
import html
import json
import pathlib
import re

from ctv_env.core.drawing import Drawing, Window
from ctv_env.core.game import Game
from ctv_env.core.replay.format import Step
from ctv_env.core.replay.playback import Playback
from ctv_env.core.terms import CHANCE_NAME
from ctv_env.core.ui import Words
from ctv_env.render.fonts import style_sheet
from ctv_env.render.svg import text_of

_FOLDER = pathlib.Path(__file__).parent / "page"
_OPEN = "open"
"""Name of the view in which nothing is hidden."""
_TOLD_ELSEWHERE = ("log", "turns")  # parts of the drawing that the page shows in its own way


class _View:
    """What is shown: everything, or what one side could see."""

    def __init__(self, side: str | None):
        self.side = side
        self.frames: list[list] = []
        self.captions: list[str] = []
        self.lines: list[list[str]] = []
        self._last: list[int] = []

    def add(self, ids: list[int], caption: str, lines: list[str]) -> None:
        """Add a frame: the numbers of its windows in order, what was done, and its log."""
        self.frames.append(_replaced(self._last, ids))
        self.captions.append(caption)
        self.lines.append(lines)
        self._last = ids

    def data(self) -> dict:
        """Return the view's data for the page."""
        return {"frames": self.frames, "captions": self.captions, "lines": self.lines}


def _replaced(old: list[int], new: list[int]) -> list:
    """Return the change from ``old`` to ``new``: where it starts, how many entries go, and what replaces them."""
    head = _common_prefix(old, new)
    tail = _common_prefix(old[head:][::-1], new[head:][::-1])
    return [head, len(old) - head - tail, new[head : len(new) - tail]]


def _common_prefix(one: list[int], other: list[int]) -> int:
    """Return the number of equal entries at the beginning."""
    shorter = min(len(one), len(other))
    return next((k for k in range(shorter) if one[k] != other[k]), shorter)


class _FrameCollector:
    """Collects the frames of a game.

    Attributes:
        views: by name.
        windows: the distinct windows of all frames, as SVG.
        parts: for each window, the part of the margin that it is, "" for one on the map.
    """

    def __init__(self, game: Game):
        self._words = game.spec.ui().WORDS
        self.views = {_OPEN: _View(None)} | {side: _View(side) for side in game.spec.sides}
        self.windows: list[str] = []
        self.parts: list[str] = []
        self.steps: dict[str, list] = {"turn": [], "actor": [], "node": [], "chapter": []}
        self.figures: dict[str, list[int]] = {}
        self._numbers: dict[str, int] = {}
        self._met: dict[Window, int] = {}

    def add(self, game: Game, step: Step | None, words: str) -> None:
        """Add a frame to each view.

        Args:
            game: the game after the step.
            step: what was done; None for the beginning.
            words: description of the step.
        """
        for view in self.views.values():
            scene = game.scene(view.side)
            ids = [self._number(window) for window in game.drawing(view.side).windows]
            shown = [number for number in ids if self.parts[number] not in _TOLD_ELSEWHERE]
            caption = _hidden(step, self._words) if step and view.side not in (None, step.actor) else words
            view.add(shown, caption, scene.lines)
            if view.side is None:
                self.steps["chapter"].append(scene.chapter)
                for name, value in scene.figures.items():
                    self.figures.setdefault(name, []).append(value)
        self.steps["turn"].append(game.turn)
        self.steps["actor"].append(step.actor if step else "")
        self.steps["node"].append(step.node if step else "")

    def _number(self, window: Window) -> int:
        """Return the number of a window; windows that look the same share one."""
        if not isinstance(window.shapes, tuple):  # drawn for this picture only
            return self._number_of(window)
        if window not in self._met:
            self._met[window] = self._number_of(window)
        return self._met[window]

    def _number_of(self, window: Window) -> int:
        text = text_of(window)
        if text not in self._numbers:
            self._numbers[text] = len(self.windows)
            self.windows.append(text)
            self.parts.append(dict(window.data).get("part", ""))
        return self._numbers[text]


def replay_page(playback: Playback) -> str:
    """Return the HTML page of a record that has not been played yet.

    Raises:
        ReplayError: as while playing.
    """
    game = playback.game
    collector = _FrameCollector(game)
    collector.add(game, None, "The beginning")
    before = game.clone()
    for step in playback:
        collector.add(game, step, _words(before, step))
        before = game.clone()
    data = {
        **_head(playback),
        **_board(game.drawing()),
        "windows": collector.windows,
        "parts": collector.parts,
        "steps": collector.steps,
        "figures": collector.figures,
        "has_chapters": bool(game.spec.ui().WORDS.chapter),
        "views": {name: view.data() for name, view in collector.views.items()},
    }
    return _filled(_title(playback), game.spec.ui().WORDS, data)


def _words(before: Game, step: Step) -> str:
    """Describe a step, given the position before it."""
    if step.actor == CHANCE_NAME:
        return f"{step.node.replace('_', ' ').capitalize()}: {step.name}"
    return f"{step.actor.capitalize()}: {before.describe(step.action)}"


def _hidden(step: Step, words: Words) -> str:
    """Return the caption of a step for the other side."""
    return words.chance.capitalize() if step.actor == CHANCE_NAME else f"The {step.actor.capitalize()} decides"


def _head(playback: Playback) -> dict:
    """Return the game, its players and its result; the seed as text, because JavaScript rounds large numbers."""
    seed = playback.header["seed"]
    return {
        "title": _title(playback),
        "seed": None if seed is None else str(seed),
        "players": playback.header["players"],
        "ending": _ending(playback.result),
    }


def _ending(result: dict | None) -> str:
    """Describe how the game ended."""
    if result is None:
        return "broken off"
    if result["winner"] is None:
        return f"Nobody wins, turn {result['turn']}"
    return f"{result['winner'].capitalize()} victory on turn {result['turn']}"


def _title(playback: Playback) -> str:
    return f"{playback.header['game'].upper()}, {playback.header['scenario']}"


def _board(drawing: Drawing) -> dict:
    """Return the map, its frame, and the printed windows beside it.

    The map is the largest window of the background, or the whole background if it has no windows.
    """
    background = drawing.background
    windows = [shape for shape in background.shapes if isinstance(shape, Window)]
    if not windows:
        whole = (0.0, 0.0, drawing.width, drawing.height)
        windows = [Window(*whole, whole, background.shapes)]
    *others, board = sorted(windows, key=lambda window: window.width * window.height)
    return {"board": text_of(board), "frame": board[:4], "printed": [text_of(window) for window in others]}


def _filled(title: str, words: Words, data: dict) -> str:
    """Return the filled-in template."""
    parts = {name: (_FOLDER / f"replay.{name}").read_text(encoding="utf-8") for name in ("html", "css", "js")}
    packed = gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)
    values = {
        "title": html.escape(title),
        "chapter": html.escape(words.chapter),
        "chapters": html.escape(words.chapters.capitalize()),
        "style": style_sheet(embedded=True) + parts["css"],
        "hash": base64.b64encode(hashlib.sha256(parts["js"].encode()).digest()).decode(),
        "data": base64.b64encode(packed).decode(),
        "script": parts["js"],
    }
    return re.sub(r"{{(\w+)}}", lambda match: values[match[1]], parts["html"])
