"""The whole picture of a position."""

import functools
from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from ctv_env.core.drawing import Box, Drawing, Label, Paint, Path, Shape, StaticGroup, Window
from ctv_env.core.hexgrid import N_DIRECTIONS
from ctv_env.core.layers import check_layers, check_policy
from ctv_env.games.tscw.drawing.board import FAINT, INK, board, outline
from ctv_env.games.tscw.drawing.geometry import LOG_LINES, SIZE, centre, log_top, offsets, page, side_ends
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import NOBODY_PIECE, OFF, SIDE_NAMES, Size
from ctv_env.games.tscw.observation.visible_events import visible_events
from ctv_env.games.tscw.rules.r15_fog import known_pieces
from ctv_env.games.tscw.text.log import words
from ctv_env.games.tscw.text.names import hex_name, stage_name
from ctv_env.games.tscw.text.text_map import stack_words, units_by_cell

COLOURS = ("#1f5f7a", "#3f6b2f")
_TINTS = ("#7fb4d6", "#9ccb72")
_INSIDE = 0.94  # of the radius: where each side's part of the front line runs
_CHOSEN, _LEGAL, _BATTLE = "#6b3fa0", "#d9a300", "#d0021b"
LAYERS: tuple[str, ...] = ()
_LEAST = 0.005


@functools.lru_cache(maxsize=16)
def _background(tables: TscwTables) -> StaticGroup:
    return board(tables)


def draw(
    tables: TscwTables,
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
    """See ``core.terms.Pictures``.

    Raises:
        ValueError: an unknown layer, or ``policy`` is not a probability distribution.
    """
    check_layers(layers, LAYERS)
    s = states[i]
    viewer = SIDE_NAMES.index(side) if side else None
    known = known_pieces(tables.record[0], s, viewer)
    chances = None if policy is None else _chances(tables, s, known, check_policy(policy, tables.actions.n))
    stacks, shown = units_by_cell(tables, s), events if viewer is None else visible_events(tables, events, viewer)
    legal = mask if viewer in (None, int(s["to_move"])) else np.zeros_like(mask)
    windows = [_hex(tables, s, legal, chances, known, stacks.get(c, []), c) for c in tables.places.hexes]
    windows += [_head(tables, s, value), *_log(tables, shown)]
    seen_by = f", seen by the {side}" if side else ""
    title = f"{tables.title}, turn {int(s['turn'])}{seen_by}"
    return Drawing(*page(tables), _background(tables), windows, title)


def _chances(tables: TscwTables, s: np.void, known: np.ndarray, policy: np.ndarray) -> np.ndarray:
    """Return float64 (cells,): the probability of the actions that name a hex, or a known piece in it."""
    first = tables.actions.first("HEX")
    found = policy[first : first + len(tables.grid.names)].copy()
    pieces = policy[tables.actions.first("PIECE") :]
    for p in np.flatnonzero(known):
        if s["piece_cell"][p] != OFF:
            found[int(s["piece_cell"][p])] += pieces[p]
    return found


def _hex(
    tables: TscwTables,
    s: np.void,
    mask: np.ndarray,
    chances: np.ndarray | None,
    known: np.ndarray,
    here: list[int],
    c: int,
) -> Window:
    """Draw the part of a hex that changes."""
    x, y = centre(tables, c)
    half = SIZE * 0.6
    shapes = [*_control(tables, s, c), *_stack(tables, s, known, here), *_marks(tables, s, mask, c)]
    if chances is not None and chances[c] >= _LEAST:
        shapes.append(Label(-14, -17, f"{chances[c]:.0%}", 12, _CHOSEN, bold=True, halo="#ffffff"))
    title = f"{hex_name(tables, c)}: {', '.join(stack_words(tables, s, here, known)) or 'nobody'}"
    view = (-half, -half, 2 * half, 2 * half)
    return Window(x - half, y - half, 2 * half, 2 * half, view, shapes, title, (("hex", tables.grid.code(c)),))


def _control(tables: TscwTables, s: np.void, c: int) -> list[Shape]:
    """Tint the hex in the colour of the side that controls it, and draw its part of the front line."""
    owner = _owner(tables, s, c)
    shapes: list[Shape] = [Path(outline(offsets()), Paint(_TINTS[owner], opacity=0.22))]
    for d in range(N_DIRECTIONS):
        n = int(tables.record[0]["near"][c, d])
        if n in tables.places.hexes and _owner(tables, s, n) != owner:
            (ax, ay), (bx, by) = side_ends(d, _INSIDE)
            shapes.append(Path(f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}", Paint(stroke=COLOURS[owner], width=2.6)))
    return shapes


def _owner(tables: TscwTables, s: np.void, c: int) -> int:
    """Return the side that controls a hex."""
    row, column = divmod(c, tables.grid.columns)
    return int(s["control_rows"][1][row + 1]) >> column & 1


def _stack(tables: TscwTables, s: np.void, known: np.ndarray, here: list[int]) -> list[Shape]:
    """Draw a counter with the factors of the known units, and their number."""
    t = tables.record[0]
    if not here:
        return []
    who = int(here[0] >= tables.pieces.n_nationalist)
    seen = [p for p in here if known[p] and int(t["echelon"][0][p]) != Size.STAFF]
    numbers = [
        sum(int(t[key][int(s["face"][p])][int(s["strength"][p])][p]) for p in seen) for key in ("attack", "defence")
    ]
    more = "+" if len(here) > sum(known[p] for p in here) else ""
    shapes: list[Shape] = [Box(-17, -18, 34, 21, Paint(COLOURS[who], "#ffffff", 1.2), 3)]
    shapes.append(Label(0, -5, "-".join(map(str, numbers)), 12, "#ffffff", bold=True))
    shapes.append(Label(0, 1.5, f"{len(seen)}{more}", 6.5, "#ffffff"))
    if any(int(t["echelon"][0][p]) == Size.STAFF for p in here if known[p]):
        shapes.append(Box(9, -22, 13, 8, Paint("#ffffff", COLOURS[who], 1), 2))
        shapes.append(Label(15.5, -15.7, "HQ", 6.5, COLOURS[who], bold=True))
    return shapes


def _marks(tables: TscwTables, s: np.void, mask: np.ndarray, c: int) -> list[Shape]:
    """Draw rims around the hexes that can be named, the hex of the choice, and the attacked hex."""
    shapes: list[Shape] = []
    p = int(s["piece"])
    at = int(s["piece_cell"][p]) if p != NOBODY_PIECE else OFF
    for wanted, colour in (
        (s["to_move"] <= 1 and mask[tables.actions.first("HEX") + c], _LEGAL),
        (c in (at, int(s["cell"])), _CHOSEN),
        (int(s["target"]) == c, _BATTLE),
    ):
        if wanted:
            shapes.append(Path(outline(offsets(0.85)), Paint(stroke=colour, width=3)))
    return shapes


def _line(tables: TscwTables, x: float, y: float, text: str, size: float, colour: str) -> Window:
    width = page(tables)[0] - x - 10
    shapes = [Label(0, size, text, size, colour, anchor="start")]
    return Window(x, y, width, size * 1.4, (0, 0, width, size * 1.4), shapes)


def _head(tables: TscwTables, s: np.void, value: float | None) -> Window:
    """Write the turn, the segment and the morale."""
    turn = int(s["turn"])
    date = tables.dates[turn - 1] if turn else "set-up"
    parts = [f"turn {turn}, {date}", stage_name(int(s["stage"])), f"Republican morale {int(s['rml'])}"]
    parts += [] if value is None else [f"value {value:+.2f}"]
    return _line(tables, 20, 36, " | ".join(parts), 15, INK)


def _log(tables: TscwTables, events: np.ndarray) -> list[Window]:
    """Write the last lines of the log."""
    lines = words(tables, events[-6 * LOG_LINES :])[-LOG_LINES:]
    return [_line(tables, 20, log_top(tables) + 18 * k, line.strip(), 13, FAINT) for k, line in enumerate(lines)]
