"""Marks where hidden enemy pieces were last seen by the viewing side (ruling R-64)."""

import functools

import numpy as np

from ctv_env.core.drawing import Box, Label, Paint, Shape, StaticGroup, Window
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.marks import hex_window
from ctv_env.games.ctv.model.codes import END_SC, PLACE, SIDE
from ctv_env.games.ctv.observation.visibility import Visibility
from ctv_env.games.ctv.rules.pieces import side_of

_LINE, _WIDE, _TOP = 8.4, 45.0, -32.0


def remembered(visible: Visibility) -> list[Window]:
    """Return a tag for each hex where hidden pieces were last seen: their names and the turn.

    There is none in hexes with own pieces, where they cannot be.
    """
    state = visible.state
    on_map = np.flatnonzero(state["piece_place"][:END_SC] == PLACE.MAP).tolist()
    own = {int(state["piece_hex"][p]) for p in on_map if side_of(p) == visible.side}
    there: dict[int, list[int]] = {}
    for p in on_map:
        if not visible.known[p] and state["seen_turn"][p] and int(state["seen_hex"][p]) not in own:
            there.setdefault(int(state["seen_hex"][p]), []).append(p)
    return [_window(visible, c, pieces) for c, pieces in sorted(there.items())]


def _window(visible: Visibility, c: int, pieces: list[int]) -> Window:
    tags = tuple((visible.tables.piece_names[p], int(visible.state["seen_turn"][p])) for p in pieces)
    title = "Seen here last: " + ", ".join(f"{name} on turn {turn}" for name, turn in tags)
    enemy = SIDE.REPUBLICAN if visible.side == SIDE.NATIONALIST else SIDE.NATIONALIST
    return hex_window(visible, c, _tags(enemy, tags), title, "seen")


@functools.lru_cache(maxsize=1024)
def _tags(side: int, tags: tuple[tuple[str, int], ...]) -> StaticGroup:
    """Draw a label with a dashed edge at the top of the hex, with a line for each piece."""
    height = _LINE * len(tags) + 1.6
    colour = palette.SIDE[side]
    slip = Paint(palette.WHITE, colour, 1.0, "2.4 1.8", opacity=0.9)
    shapes: list[Shape] = [Box(-_WIDE / 2, _TOP, _WIDE, height, slip, 2)]
    for k, (name, turn) in enumerate(tags):
        y = _TOP + _LINE * (k + 1) - 1.2
        shapes.append(Label(-_WIDE / 2 + 3, y, name, 7.4, colour, "start", bold=True))
        shapes.append(Label(_WIDE / 2 - 3, y, f"T{turn}", 7.0, colour, "end"))
    return StaticGroup(shapes)
