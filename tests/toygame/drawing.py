"""The toy in pictures: areas with their roads, and a coin with the number of men for each column."""

import functools

import numpy as np

from ctv_env.core.drawing import Box, Circle, Drawing, Label, Paint, Path, Still, Window
from ctv_env.core.spec import Pictures
from ctv_env.core.ui import Scene
from toygame.model import EV_FOUGHT, SIDES
from toygame.tables import ToyTables
from toygame.text import log, visible_events

WIDTH, HEIGHT, RADIUS = 500.0, 400.0, 48.0
COLOURS = ("#2b6cb0", "#a0652d")
INK, PAPER = Paint("#e8e2cf", "#444444", 2), Paint("#faf7ec")
ROAD = Paint(stroke="#8a8069", width=8)


@functools.cache
def background(tables: ToyTables) -> Still:
    """Roads, areas, names, and what the areas are worth."""
    shapes: list = [Box(0, 0, WIDTH, HEIGHT, PAPER)]
    for a, b in np.argwhere(np.triu(tables.board.distances == 1)):
        (x, y), (to_x, to_y) = tables.centres[a], tables.centres[b]
        shapes.append(Path(f"M{x} {y}L{to_x} {to_y}", ROAD))
    for name, worth, (x, y) in zip(tables.board.names, tables.record[0]["worth"], tables.centres, strict=False):
        shapes += [Circle(x, y, RADIUS, INK), Label(x, y - 56, f"{name} ({worth})", 18, "#444444")]
    return Still(shapes)


def draw(
    tables: ToyTables, states, i, works, mask, events, side=None, layers=(), policy=None, value=None, before=None
) -> Drawing:
    """See ``core.spec.Pictures``; there is nothing to see that one side hides from the other."""
    if layers:
        raise ValueError(f"no layer {layers!r}: the toy has none")
    s = states[i]
    windows = []
    for one in range(2):
        x, y = tables.centres[s["place"][one]]
        coin = [Circle(20, 20, 18, Paint(COLOURS[one])), Label(20, 27, str(s["men"][one]), 20, "#ffffff", bold=True)]
        windows.append(Window(x - 42 + 44 * one, y - 20, 40, 40, (0, 0, 40, 40), coin, SIDES[one]))
    told = f"round {s['turn']}   " + "   ".join(f"{SIDES[one]} {s['gold'][one]} gold" for one in range(2))
    line = Label(0, 20, told, 18, "#444444", anchor="start")
    windows.append(Window(16, HEIGHT - 32, WIDTH - 32, 28, (0, 0, WIDTH - 32, 28), [line]))
    seen_by = f", seen by {side}" if side else ""
    return Drawing(
        WIDTH, HEIGHT, background(tables), windows, f"The toy, {tables.scenario}, round {s['turn']}{seen_by}"
    )


def scene(tables: ToyTables, states: np.ndarray, i: int, events: np.ndarray, n_new: int, side: str | None) -> Scene:
    """See ``core.spec.Pictures``."""
    new = events[len(events) - n_new :]
    if side is not None:
        new = visible_events(tables, new, SIDES.index(side))
    fights = (new[:, 0] == EV_FOUGHT).any()
    gold = states[i]["gold"]
    where = tables.board.names[states[i]["place"][0]] if fights else ""
    return Scene(log(tables, new), where, {"Gold": int(gold[0]) - int(gold[1])})


PICTURES = Pictures(draw, scene, layers=())
