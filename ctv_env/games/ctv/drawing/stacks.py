"""The pieces on the map: one window per hex, with counters fanned out so that each name is legible."""

import functools
import typing

import numpy as np

from ctv_env.core.drawing import Box, Circle, Group, Label, Paint, Path, Shape, StaticGroup, Window
from ctv_env.games.ctv.drawing import palette
from ctv_env.games.ctv.drawing.board import name_top
from ctv_env.games.ctv.drawing.counters import HEIGHT, STRIP, WIDTH, Face, back, counter
from ctv_env.games.ctv.drawing.geometry import HEX, RADIUS, centre, page_window
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import END_SC, KIND, N_GROUND, PLACE, ROLE, STAGE, Kind, Nationality
from ctv_env.games.ctv.model.state import DSG_NAMES
from ctv_env.games.ctv.observation.visibility import Visibility
from ctv_env.games.ctv.rules.pieces import side_of
from ctv_env.games.ctv.text.log import SIDES

FAN = 58.0  # maximum height of a stack; taller ones are scaled down
_ROOM = (HEX + 8, 2 * RADIUS + 8)  # size of a stack's window
_BACK_STRIP = 4.6
_OFF_NAME = 1.6  # gap between a stack with its shadow and the name of the place


def stacks(visible: Visibility) -> list[Window]:
    """Return a window for each hex with pieces."""
    there: dict[int, list[int]] = {}
    for p in np.flatnonzero(visible.state["piece_place"][:END_SC] == PLACE.MAP).tolist():
        there.setdefault(int(visible.state["piece_hex"][p]), []).append(p)
    return [_stack(visible, c, _order(visible, pieces)) for c, pieces in sorted(there.items())]


def _order(visible: Visibility, pieces: list[int]) -> list[int]:
    """Sort pieces from bottom to top: unknown pieces, columns, HQs, units by attack, then the chosen piece."""
    t, state = visible.t, visible.state

    def rank(p: int) -> tuple:
        if not visible.known[p]:
            return (0, 0, 0)
        kind = int(t["kind"][p])
        chosen = p == visible.chosen or (p < N_GROUND and state["piece_role"][p] == ROLE.ATTACKS)
        low = 1 if kind == KIND.SUPPLY_COLUMN else 2 if kind in (KIND.HQ_DIVISION, KIND.HQ_CORPS) else 3
        attack = int(t["attack"][int(state["unit_steps"][p]), p]) if p < N_GROUND else 0
        return (4 if chosen else low, attack, -p)

    return sorted(pieces, key=rank)


class _Shown(typing.NamedTuple):
    """Everything that a picture shows of a piece."""

    side: int
    face: Face | None  # None if only its back is visible
    outline: tuple[StaticGroup, ...]
    word: str = "piece"  # for one of which only the back is visible


def _stack(visible: Visibility, c: int, pieces: list[int]) -> Window:
    """Return the window of a hex."""
    last = len(pieces) - 1
    shown = (
        _Shown(
            _side(p),
            face_of(visible, p, k < last),
            _outline(visible, p),
            "supply column" if visible.is_lone_column(p) else "piece",
        )
        for k, p in enumerate(pieces)
    )
    return _window(visible.tables, c, tuple(shown))


@functools.lru_cache(maxsize=4096)
def _window(tables: GameTables, c: int, pieces: tuple[_Shown, ...]) -> Window:
    """Return the window of a hex with these pieces, lowest first; cached, since most stacks do not change."""
    pitches = [STRIP if piece.face else _BACK_STRIP for piece in pieces[:-1]]
    height = sum(pitches) + HEIGHT
    scale, down = _place(tables, c, height)
    y = (HEIGHT - height) / 2
    counters: list[Shape] = []
    for piece, pitch in zip(pieces, [*pitches, 0.0], strict=True):
        counters.append(Group((counter(piece.face) if piece.face else back(piece.side), *piece.outline), 0, y))
        y += pitch
    shapes: list[Shape] = [Group(counters, 0, down, scale)]
    if len(pieces) > 1:
        shapes.append(_count(len(pieces), scale * WIDTH / 2, down - scale * height / 2))
    names = "|".join(piece.face.name if piece.face else "" for piece in pieces)
    data = (("space", tables.grid.code(c)), ("pieces", names))
    x, y = centre(c)
    w, h = _ROOM
    title = _title(tables, c, pieces)
    return page_window(tables, x - w / 2, y - h / 2, w, h, (StaticGroup(shapes),), (-w / 2, -h / 2), title, data)


def _place(tables: GameTables, c: int, height: float) -> tuple[float, float]:
    """Return the scale of a stack of that height, and its offset below the centre, clear of the place name."""
    name = name_top(tables, c)
    floor = FAN / 2 if name is None else name - _OFF_NAME
    scale = min(1.0, (FAN / 2 + floor) / height)
    return scale, min(0.0, floor - scale * height / 2)


def _side(p: int) -> int:
    return int(side_of(p))


def face_of(visible: Visibility, p: int, buried: bool) -> Face | None:
    """Return what the counter of a piece on the map shows; None if only its back may be shown."""
    if not visible.known[p]:
        return None
    state, t = visible.state, visible.t
    unit = p < N_GROUND
    steps = int(state["unit_steps"][p]) if unit else 1
    return Face(
        name=visible.tables.piece_names[p],
        side=_side(p),
        kind=int(t["kind"][p]),
        nation=int(t["nation"][p]),
        factors=factors(t, p, steps),
        steps=steps,
        full_steps=int(t["steps"][p]) if unit else 1,
        dsg=int(state["unit_dsg"][p]) if unit else 0,
        supplied=bool(state["unit_supplied"][p]) if unit else True,
        spent=_spent(visible, p),
        left=_left(visible, p),
        buried=buried,
    )


def factors(t: np.void, p: int, steps: int) -> str:
    """Return attack, defence and movement as printed; only movement for a supply column."""
    movement = str(int(t["move_mp"][p]))
    return f"{int(t['attack'][steps, p])}-{int(t['defence'][steps, p])}-{movement}" if p < N_GROUND else movement


def _moves_now(visible: Visibility, p: int) -> bool:
    moving = int(visible.state["stage"]) in (STAGE.NAT_MOVEMENT, STAGE.REP_MOVEMENT)
    return moving and int(visible.state["phasing"]) == _side(p)


def _spent(visible: Visibility, p: int) -> bool:
    """Whether the piece is done for this segment: no movement left, has attacked or has bombarded."""
    state = visible.state
    if state["piece_role"][p]:
        return False  # it is in the current combat
    if _moves_now(visible, p):
        return int(state["piece_mp"][p]) == 0
    fights = int(state["stage"]) in (STAGE.NAT_COMBAT, STAGE.REP_COMBAT) and int(state["phasing"]) == _side(p)
    return bool(state["piece_used"][p]) or (fights and p < N_GROUND and bool(state["unit_attacked"][p]))


def _left(visible: Visibility, p: int) -> float:
    """Share of the movement points left, for a piece whose side is moving."""
    if not _moves_now(visible, p):
        return 0.0
    whole = 2 * int(visible.t["move_mp"][p])
    return min(round(int(visible.state["piece_mp"][p]) / whole, 2), 1.0) if whole else 0.0


@functools.cache
def _chosen_frame() -> StaticGroup:
    """Draw the outline of the selected piece."""
    d = f"M{-WIDTH / 2 - 1.2} {-HEIGHT / 2 - 1.2}h{WIDTH + 2.4}v{HEIGHT + 2.4}h{-WIDTH - 2.4}z"
    return StaticGroup(
        [Path(d, Paint(stroke=palette.INK, width=4.6)), Path(d, Paint(stroke=palette.CHOSEN, width=2.8))]
    )


@functools.cache
def _thin_frame(colour: str, width: float) -> StaticGroup:
    """Draw a thin outline, which leaves the strips of a stack legible."""
    return StaticGroup([Box(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT, Paint(stroke=colour, width=width), 3)])


def _outline(visible: Visibility, p: int) -> tuple[StaticGroup, ...]:
    """Return the outline of a piece that is selected, in the combat, or may be named."""
    if p == visible.chosen:
        return (_chosen_frame(),)
    role = int(visible.state["piece_role"][p]) if visible.known[p] else 0
    if role in (ROLE.ATTACKS, ROLE.SUPPORTS):
        return (_thin_frame(palette.TARGET, 2.4),)
    return (_thin_frame(palette.LEGAL, 1.9),) if visible.legal[1 + p] else ()


def _count(n: int, right: float, top: float) -> Shape:
    """Draw the number of pieces in the stack."""
    return Group(
        (
            Circle(0, 0, 5.8, Paint(palette.INK, palette.WHITE, 1.1)),
            Label(0, 3.1, str(n), 8.6, palette.WHITE, bold=True),
        ),
        right + 2.4,
        top - 1.0,
    )


def _title(tables: GameTables, c: int, pieces: tuple[_Shown, ...]) -> str:
    """Describe the stack in words, from the top."""
    town = tables.town_names.get(c, "")
    lines = [f"{tables.grid.code(c)} {town}".strip()]
    return "\n".join(lines + [_describe(piece) for piece in reversed(pieces)])


def _describe(piece: _Shown) -> str:
    """Describe a piece in one line."""
    face = piece.face
    if face is None:
        return f"a {SIDES[piece.side]} {piece.word}"
    nation = Nationality(face.nation).name.replace("_", "-").title() if face.nation else SIDES[face.side]
    words = [f"{face.name}: {nation} {Kind(face.kind).name.replace('_', ' ').lower()}", face.factors]
    if face.full_steps > 1:
        words.append(f"{face.steps} of {face.full_steps} steps")
    words += [DSG_NAMES[face.dsg]] * (face.dsg > 0) + ["out of supply"] * (not face.supplied)
    return ", ".join([*words, *["done"] * face.spent])
