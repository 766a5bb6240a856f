"""Drawing of the toy game: areas with roads, and a coin with the number of men for each column."""

import functools

import numpy as np

from ctv_env.core.drawing import Box, Circle, Drawing, Label, Paint, Path, StaticGroup, Window
from ctv_env.core.layers import check_layers, check_policy
from ctv_env.core.terms import Scene
from toygame.events import EVENTS
from toygame.model import SIDES
from toygame.tables import ToyTables
from toygame.text import log, visible_events

WIDTH, HEIGHT, RADIUS = 500.0, 400.0, 48.0
COLOURS = ("#2b6cb0", "#a0652d")
INK, PAPER = Paint("#e8e2cf", "#444444", 2), Paint("#faf7ec")
ROAD = Paint(stroke="#8a8069", width=8)
LAYERS = ()


@functools.cache
def background(tables: ToyTables) -> StaticGroup:
    """Draw roads and areas with names and worth."""
    shapes: list = [Box(0, 0, WIDTH, HEIGHT, PAPER)]
    for a, b in np.argwhere(np.triu(tables.board.distances == 1)):
        (x, y), (to_x, to_y) = tables.centres[a], tables.centres[b]
        shapes.append(Path(f"M{x} {y}L{to_x} {to_y}", ROAD))
    for name, worth, (x, y) in zip(tables.board.names, tables.record[0]["worth"], tables.centres, strict=False):
        shapes += [Circle(x, y, RADIUS, INK), Label(x, y - 56, f"{name}, worth {worth}", 18, "#444444")]
    return StaticGroup(shapes)


def draw(
    tables: ToyTables, states, i, scratch, mask, events, side=None, layers=(), policy=None, value=None, before=None
) -> Drawing:
    """See ``core.terms.Pictures``; all viewers see the same."""
    check_layers(layers, LAYERS)
    s = states[i]
    windows = [_coin(tables.centres[s["place"][one]], one, int(s["men"][one])) for one in range(2)]
    texts = [f"round {s['turn']}", *(f"{SIDES[one]} {s['gold'][one]} gold" for one in range(2))]
    texts += [] if value is None else [f"value {value:+.2f}"]
    windows.append(_line(16, HEIGHT - 32, WIDTH - 32, "   ".join(texts)))
    if policy is not None:
        moves = check_policy(policy, tables.actions.n)[tables.actions.first("MOVE") :]
        windows += [_line(x - 20, y + 52, 60, f"{p:.0%}") for p, (x, y) in zip(moves, tables.centres, strict=False)]
    seen_by = f", seen by {side}" if side else ""
    return Drawing(WIDTH, HEIGHT, background(tables), windows, f"{tables.scenario}, round {s['turn']}{seen_by}")


def _coin(centre: tuple[float, float], side: int, men: int) -> Window:
    """Draw a column."""
    shapes = [Circle(20, 20, 18, Paint(COLOURS[side])), Label(20, 27, str(men), 20, "#ffffff", bold=True)]
    return Window(centre[0] - 42 + 44 * side, centre[1] - 20, 40, 40, (0, 0, 40, 40), shapes, f"{SIDES[side]} column")


def _line(x: float, y: float, width: float, words: str) -> Window:
    """Draw a line of text."""
    return Window(x, y, width, 28, (0, 0, width, 28), [Label(0, 20, words, 18, "#444444", anchor="start")])


def scene(tables: ToyTables, states: np.ndarray, i: int, events: np.ndarray, n_new: int, side: str | None) -> Scene:
    """See ``core.terms.Pictures``."""
    new = events[len(events) - n_new :]
    if side is not None:
        new = visible_events(tables, new, SIDES.index(side))
    fights = any(isinstance(event, EVENTS.FOUGHT) for event in EVENTS.read(new))
    gold = states[i]["gold"]
    where = tables.board.names[states[i]["place"][0]] if fights else ""
    return Scene(log(tables, new), where, {"Gold": int(gold[0]) - int(gold[1])})
