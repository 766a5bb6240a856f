"""The margin of the page: turn track, decision, tallies, combat, log.

Each part is a separate window, so that only parts that have changed are redrawn.
"""

import textwrap
from collections.abc import Iterator

import numpy as np

from ctv_env.core.drawing import Box, Circle, Group, Label, Paint, Path, Shape, Window
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.combat_panel import combat
from ctv_env.games.ctv.drawing.geometry import WIDTH
from ctv_env.games.ctv.drawing.news import News
from ctv_env.games.ctv.drawing.panel import PAD, WIDE
from ctv_env.games.ctv.drawing.tallies import air, losses, morale, victory
from ctv_env.games.ctv.model.codes import NODE, NOWHERE, SIDE, WEATHER, Node, Stage
from ctv_env.games.ctv.observation.visibility import Visibility
from ctv_env.games.ctv.text.log import SIDES
from ctv_env.games.ctv.text.notation import WORDINGS, piece_name

_LEFT = 1340.0
LOG_LINES, _LOG_WIDTH, _LOG_LETTERS = 9, 1056.0, 190
PARTS = {  # top and height of each part of the right margin
    "decision": (62.0, 136.0),
    "victory": (204.0, 112.0),
    "morale": (322.0, 76.0),
    "combat": (404.0, 178.0),
    "air": (588.0, 252.0),
    "losses": (846.0, 178.0),
}


def margin(visible: Visibility, news: News, vp: int, value: float | None, done: float | None) -> list[Window]:
    """Return all parts.

    Args:
        visible: the position with masks of what may be shown.
        news: recent events.
        vp: victory points of the Nationalist.
        value: an estimate of the result for the Nationalist, -1 to 1, or None.
        done: probability that a policy passes, or None.
    """
    parts = {
        "decision": _decision(visible, done),
        "victory": victory(visible, vp, value),
        "morale": morale(visible),
        "combat": combat(visible, news),
        "air": air(visible),
        "losses": losses(visible),
    }
    return [_turns(visible), *(_part(name, shapes) for name, shapes in parts.items()), _log(news)]


def _part(name: str, shapes: list[Shape]) -> Window:
    top, height = PARTS[name]
    panel = Box(0.75, 0.75, WIDE - 1.5, height - 1.5, Paint(palette.PANEL, palette.PANEL_LINE, 1.5), 6)
    return Window(_LEFT, top, WIDE, height, (0, 0, WIDE, height), [panel, *shapes], data=(("part", name),))


# -- turns ---------------------------------------------------------------------------------------------------------


def _turns(visible: Visibility) -> Window:
    """Draw the turn track, with the weather of the current turn."""
    first, last = int(visible.t["start_turn"]), int(visible.t["n_turns"])
    now = int(visible.state["turn"])
    step, top, width = 46.0, 8.0, 46.0 * (last - first + 1) + 80
    shapes: list[Shape] = [Label(66, 36, "TURN", 15, palette.FAINT, "end", bold=True, spacing=1.1)]
    for turn in range(first, last + 1):
        x = 78 + step * (turn - first)
        present, past = turn == now, turn < now
        fill = palette.INK if present else palette.PANEL_LINE if past else palette.PANEL
        shapes.append(Box(x, top, step - 6, 38, Paint(fill, palette.INK if present else palette.PANEL_LINE, 1.5), 5))
        ink = palette.WHITE if present else palette.FAINT
        shapes.append(Label(x + (11 if present else 20), top + 26, str(turn), 20, ink, bold=True))
        if present:
            shapes.append(_weather(visible, x + 28, top + 19))
    return Window(WIDTH - 14 - width, 4, width, 54, (0, 0, width, 54), shapes, data=(("part", "turns"),))


def _weather(visible: Visibility, x: float, y: float) -> Group:
    """Draw a sun, or a cloud with rain."""
    if int(visible.state["weather"]) == WEATHER.RAIN:
        cloud = Path("M-7 3a4 4 0 0 1 0-8a5.5 5.5 0 0 1 10-1.5a4.8 4.8 0 0 1 4 9.5z", Paint(palette.CLOUD))
        return Group((cloud, Path("M-5 6l-2 5M0 6l-2 5M5 6l-2 5", Paint(stroke=palette.DROPS, width=1.8))), x, y)
    rays = "".join(f"M{8 * c:.1f} {8 * s:.1f}L{10.5 * c:.1f} {10.5 * s:.1f}" for c, s in _eight())
    return Group((Circle(0, 0, 5.6, Paint(palette.SUN)), Path(rays, Paint(stroke=palette.SUN, width=1.7))), x, y)


def _eight() -> Iterator[tuple[float, float]]:
    angles = np.radians(np.arange(0, 360, 45))
    return zip(np.cos(angles), np.sin(angles), strict=True)


# -- the decision --------------------------------------------------------------------------------------------------


def _decision(visible: Visibility, done: float | None) -> list[Shape]:
    """Draw the deciding side and the decision."""
    state = visible.state
    decider = int(state["to_move"])
    over = int(state["node"]) == NODE.OVER
    if over:
        who, colour = f"{SIDES[int(state['winner'])]} victory", palette.SIDE[int(state["winner"])]
    elif decider == SIDE.CHANCE:
        who, colour = "A die", palette.INK
    else:
        who, colour = SIDES[decider], palette.SIDE[decider]
    shapes: list[Shape] = [
        Path(f"M0 40V6q0-6 6-6h{WIDE - 12}q6 0 6 6V40z", Paint(colour)),
        Label(PAD, 28, who, 22, palette.WHITE, "start", bold=True),
    ]
    y = 64.0
    for line in textwrap.wrap(_asked(visible), 38):
        shapes.append(Label(PAD, y, line, 16, palette.INK, "start"))
        y += 19
    if done is not None:
        shapes.append(Label(WIDE - PAD, 28, f"pass {done:.0%}", 16, palette.WHITE, "end", bold=True))
    shapes.append(Label(PAD, 122, _phase(visible), 13.5, palette.FAINT, "start", bold=True))
    return shapes


def _asked(visible: Visibility) -> str:
    """Return what the node asks for, in words that reveal nothing that fog hides."""
    node = Node(int(visible.state["node"]))
    if node == NODE.OVER:
        return "The game is over."
    if int(visible.state["to_move"]) == SIDE.CHANCE:
        return f"{node.name.removesuffix('_DIE').replace('_', ' ').capitalize()} die"
    held = visible.chosen
    piece = piece_name(visible.tables, held) if held != NOWHERE else "a piece"
    return f"decides on {WORDINGS[node].asks.format(piece=piece)}"


def _phase(visible: Visibility) -> str:
    stage = Stage(int(visible.state["stage"])).name
    for short, long in (("NAT_", "NATIONALIST_"), ("REP_", "REPUBLICAN_")):
        stage = stage.replace(short, long) if stage.startswith(short) else stage
    return stage.replace("_", " ").title()


# -- the log --------------------------------------------------------------------------------------------------------


def _log(news: News) -> Window:
    """Draw the last lines of the log, with the latest at the bottom and darkest."""
    height = 152.0
    shapes: list[Shape] = [
        Box(0.75, 0.75, _LOG_WIDTH - 1.5, height - 1.5, Paint(palette.PANEL, palette.PANEL_LINE, 1.5), 6)
    ]
    for k, text in enumerate(news.lines):
        old = len(news.lines) - 1 - k
        short = text if len(text) <= _LOG_LETTERS else text[: _LOG_LETTERS - 1] + "…"
        indent = 14 if short.startswith(" ") else 0
        ink = palette.INK if old < 4 else palette.FAINT
        head = short.startswith(("=", "-"))
        shapes.append(Label(14 + indent, 20 + 15.4 * k, short.strip(), 13.6, ink, "start", bold=head))
    return Window(14, 1036, _LOG_WIDTH, height, (0, 0, _LOG_WIDTH, height), shapes, data=(("part", "log"),))
