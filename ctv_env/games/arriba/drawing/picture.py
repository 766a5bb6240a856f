"""The whole picture of a position."""

import functools
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from ctv_env.core.drawing import Box, Circle, Drawing, Label, Paint, Path, Shape, StaticGroup, Window
from ctv_env.core.layers import check_layers, check_policy
from ctv_env.games.arriba.drawing.board import FAINT, INK, PAPER, board
from ctv_env.games.arriba.drawing.geometry import HEIGHT, LOG_TOP, RADIUS, WIDTH, centre
from ctv_env.games.arriba.loading.load import TITLE, ArribaTables
from ctv_env.games.arriba.model.actions import FIRST_AREA, FIRST_BG
from ctv_env.games.arriba.model.codes import CITY, CONTESTED, N_AREAS, N_BGS, N_PLACES, NOWHERE, SIDE, Power
from ctv_env.games.arriba.text.log import SIDE_HEADS, words
from ctv_env.games.arriba.text.text_map import groups, strength

COLOURS = ("#a3402f", "#1f5f7a")
_PALE = {0: "#f0cfc6", 1: "#c9dde6"}  # discs of controlled regions; contested ones keep the printed colour
_CHOSEN, _LEGAL, _BATTLE = "#6b3fa0", "#d9a300", "#d0021b"
LAYERS: tuple[str, ...] = ()
_LOG_LINES = 3
_REACH = RADIUS + 24.0  # half the side of an area's window
_LEAST = 0.005


@functools.lru_cache(maxsize=16)
def _background(tables: ArribaTables) -> StaticGroup:
    return board(tables)


def draw(
    tables: ArribaTables,
    states: np.ndarray,
    i: int,
    scratch: np.ndarray,
    mask: np.ndarray,
    events: np.ndarray,
    side: str | None = None,
    layers: str | Iterable[str] = (),
    policy: ArrayLike | None = None,
    value: float | None = None,
    before: np.void | None = None,
) -> Drawing:
    """See ``core.terms.Pictures``; both sides see everything.

    Raises:
        ValueError: an unknown layer, or ``policy`` is not a probability distribution.
    """
    check_layers(layers, LAYERS)
    s = states[i]
    chances = None if policy is None else _chances(s, check_policy(policy, tables.actions.n))
    windows = [_area(tables, s, mask, chances, a) for a in range(N_PLACES)]
    windows += [_head(tables, s, value), *_log(tables, events)]
    seen_by = f", seen by the {side}" if side else ""
    title = f"{TITLE}, turn {int(s['turn'])}{seen_by}"
    return Drawing(WIDTH, HEIGHT, _background(tables), windows, title)


def _chances(s: np.void, policy: np.ndarray) -> np.ndarray:
    """Return float64 (N_PLACES,): the probability of the actions that name an area, or a battlegroup in it."""
    found = policy[FIRST_AREA : FIRST_AREA + N_PLACES].copy()
    if 0 <= s["area"] < N_PLACES:
        found[int(s["area"])] += policy[FIRST_BG : FIRST_BG + N_BGS].sum()
    return found


def _area(tables: ArribaTables, s: np.void, mask: np.ndarray, chances: np.ndarray | None, a: int) -> Window:
    """Draw the part of an area that changes."""
    x, y = centre(tables, a)
    content = [f"{SIDE_HEADS[who]}: {what}" for who in range(2) for what in groups(s, who, a)]
    shapes = [*_disc(tables, s, a), *_forces(tables, s, a), *_marks(s, mask, a)]
    if chances is not None and chances[a] >= _LEAST:
        shapes.append(Label(0, -RADIUS - 8, f"{chances[a]:.0%}", 17, _CHOSEN, bold=True, halo=PAPER))
    title = f"{tables.places.titles[a]}: {'; '.join(content) or 'nobody'}"
    size = 2 * _REACH
    view = (-_REACH, -_REACH, size, size)
    return Window(x - _REACH, y - _REACH, size, size, view, shapes, title, (("area", tables.places.areas[a]),))


def _disc(tables: ArribaTables, s: np.void, a: int) -> list[Shape]:
    """Tint the disc for the side that controls the region; the square is the city, filled for its holder."""
    if a == N_AREAS:
        return []
    shapes: list[Shape] = []
    control = int(s["control"][tables.record[0]["region"][a]])
    if control != CONTESTED:
        shapes.append(Circle(0, 0, RADIUS - 3, Paint(_PALE[control])))
    holder = next((who for who in range(2) if _is_in_city(s, who, a)), None)
    fill = "#ffffff" if holder is None else COLOURS[holder]
    shapes.append(Box(-6, -23, 12, 12, Paint(fill, INK, 1)))
    if s["fort"][a] != SIDE.NOBODY:
        shapes.append(Path("M-11 -8V-26M11 -8V-26", Paint(stroke=COLOURS[int(s["fort"][a])], width=3)))
    return shapes


def _is_in_city(s: np.void, who: int, a: int) -> bool:
    waits = s["pool_in_city"][who, a] == 1 and s["pool_units"][who, a] > 0
    return bool(s["bg_units"][who, a, CITY] > 0 or waits)


def _forces(tables: ArribaTables, s: np.void, a: int) -> list[Shape]:
    """Draw a counter with its CF for each side that is there."""
    here = [who for who in range(2) if s["area_units"][who, a] > 0]
    shapes: list[Shape] = []
    for k, who in enumerate(here):
        left = -15.0 if len(here) == 1 else -30.0 + 31 * k
        shapes.append(Box(left, -6, 29, 24, Paint(COLOURS[who], "#ffffff", 1.5), 4))
        shapes.append(Label(left + 14.5, 12, str(strength(tables, s, who, a)), 17, "#ffffff", bold=True))
    return shapes


def _marks(s: np.void, mask: np.ndarray, a: int) -> list[Shape]:
    """Draw rings around the areas that can be named, the chosen area, and the area of the battle."""
    shapes: list[Shape] = []
    if s["to_move"] <= 1 and mask[FIRST_AREA + a]:
        shapes.append(Circle(0, 0, RADIUS + 1, Paint(stroke=_LEGAL, width=4)))
    if s["area"] == a:
        shapes.append(Circle(0, 0, RADIUS + 1, Paint(stroke=_CHOSEN, width=5)))
    if s["battle_area"] == a and a != NOWHERE:
        shapes.append(Circle(0, 0, RADIUS + 1, Paint(stroke=_BATTLE, width=5)))
    return shapes


def _line(x: float, y: float, text: str, size: float, colour: str) -> Window:
    width = WIDTH - x - 10
    shapes = [Label(0, size, text, size, colour, anchor="start")]
    return Window(x, y, width, size * 1.4, (0, 0, width, size * 1.4), shapes)


def _head(tables: ArribaTables, s: np.void, value: float | None) -> Window:
    """Write the turn, the levels, and the boxes of the powers."""
    date = tables.dates[int(s["turn"]) - 1] if s["turn"] else "set-up"
    sides = [
        f"{SIDE_HEADS[who]} support {int(s['ps'][who])}, {int(s['ep'][who]) + int(s['replacement_ep'][who])} EP"
        for who in (SIDE.GOVERNMENT, 1 - SIDE.GOVERNMENT)
    ]
    powers = " ".join(f"{power.name} {int(s['power_at'][power]):+d}" for power in Power)
    parts = [f"turn {int(s['turn'])}, {date}", *sides, powers]
    parts += [] if value is None else [f"value {value:+.2f}"]
    return _line(20, 42, " | ".join(parts), 18, INK)


def _log(tables: ArribaTables, events: np.ndarray) -> list[Window]:
    """Write the last lines of the log."""
    lines = words(tables, events[-4 * _LOG_LINES :])[-_LOG_LINES:]
    return [_line(20, LOG_TOP + 22 * k, line.strip(), 16, FAINT) for k, line in enumerate(lines)]
