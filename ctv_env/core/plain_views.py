"""Plain views of games on a ``Board``: a picture and a text of what the guide says is in its spaces."""

import dataclasses
import functools
import typing
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import ArrayLike

from ctv_env.core.drawing import Box, Circle, Drawing, Label, Paint, Path, Shape, StaticGroup, Window
from ctv_env.core.game import Game
from ctv_env.core.layers import check_layers, check_policy
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import CHANCE, FIRST, SECOND, Scene, Tables
from ctv_env.core.ui import PieceView, Stack, centres, on_board, plan, radius

INK, PAPER, LAND, ROAD, NEUTRAL = "#444444", "#faf7ec", "#e8e2cf", "#8a8069", "#777777"
LEGAL, HAND, TARGET = "#d9a300", "#6b3fa0", "#d0021b"
_LEAST = 0.005
_EMPTY = Stack(())


def no_chapter(tables: Tables, events: np.ndarray) -> str:
    """Return "": the game has no chapters."""
    return ""


@dataclasses.dataclass(frozen=True)
class PlainViews:
    """The functions ``draw`` and ``scene`` of a room ``drawing``, and ``text`` of a ``Language``.

    Attributes:
        game: the name of the game for ``spec_of``, whose ``guide`` is asked what to show.
        chapter: (tables, events of a step) -> ``Scene.chapter``.
    """

    game: str
    chapter: Callable[[typing.Any, np.ndarray], str] = no_chapter

    LAYERS: typing.ClassVar[tuple[str, ...]] = ()

    def _game(self, tables: Tables, states: np.ndarray, i: int) -> Game:
        return Game(spec_of(self.game), tables, states[i : i + 1].copy())

    def draw(
        self,
        tables: Tables,
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
        check_layers(layers, self.LAYERS)
        game = self._game(tables, states, i)
        guide, viewer = game.spec.ui(), None if side is None else game.spec.sides.index(side)
        chances = {} if policy is None else _chances(game, check_policy(policy, game.n_actions))
        stacks, colours = guide.stacks(game, viewer), [colour.light for colour in guide.COLOURS]
        rims = _rims(game, mask, viewer)
        windows = [
            _space(
                name, centre, radius(tables), stacks.get(name, _EMPTY), colours, chances.get(name, 0.0), rims.get(name)
            )
            for name, centre in zip(on_board(tables).board.names, centres(tables), strict=True)
        ]
        width, height = plan(tables).page
        known = [f"{label} {what}" for label, what in guide.status(game, viewer)]
        known += [] if value is None else [f"value {value:+.2f}"]
        line = Label(0, 20, " | ".join(known), 16, INK, anchor="start")
        windows.append(Window(16, height - 32, width - 32, 28, (0, 0, width - 32, 28), [line]))
        seen_by = f", seen by {side}" if side else ""
        title = f"{tables.scenario}, turn {game.turn}{seen_by}"
        return Drawing(width, height, _background(tables), windows, title)

    def scene(
        self, tables: Tables, states: np.ndarray, i: int, events: np.ndarray, n_new: int, side: str | None
    ) -> Scene:
        """See ``core.terms.Pictures``."""
        spec, new = spec_of(self.game), events[len(events) - n_new :]
        if side is not None:
            new = spec.language.visible_events(tables, new, spec.sides.index(side))
        score = int(spec.engine.score(states, i, tables.record))
        return Scene(spec.language.log(tables, new), self.chapter(tables, new), {spec.score.short.capitalize(): score})

    def text(self, tables: Tables, states: np.ndarray, i: int, side: int) -> str:
        """See ``core.terms.Language``."""
        game = self._game(tables, states, i)
        guide = game.spec.ui()
        about = [("Scenario", tables.scenario), ("Decision", game.node)]
        about += [*guide.status(game, side), *guide.beside(game, side)]
        about += [(space, _content(stack)) for space, stack in guide.stacks(game, side).items()]
        return "\n".join(f"{label}: {what}" for label, what in about)


def _chances(game: Game, policy: np.ndarray) -> dict[str, float]:
    """Return the probability of the actions of each space."""
    found: dict[str, float] = {}
    for action in np.flatnonzero(policy).tolist():
        space = game.spec.ui().space_of(game, action)
        if space:
            found[space] = found.get(space, 0.0) + float(policy[action])
    return found


def _rims(game: Game, mask: np.ndarray, viewer: int | None) -> dict[str, str]:
    """Return the colours of spaces that the viewer may name now, and of the choice in progress."""
    mover = int(game.record["to_move"])
    if viewer not in (None, mover) and mover != CHANCE:
        return {}
    guide = game.spec.ui()
    legal = np.flatnonzero(mask[: game.n_actions]).tolist() if mover in (FIRST, SECOND) else []
    marks = guide.marks(game, viewer)
    named = [(guide.space_of(game, action), LEGAL) for action in legal]
    return {space: rim for space, rim in (*named, (marks.hand, HAND), (marks.target, TARGET)) if space}


def _content(stack: Stack) -> str:
    return ", ".join([*map(_words, stack.pieces), *stack.notes])


def _words(piece: PieceView) -> str:
    return " ".join((piece.name, piece.strength, *piece.notes)) if piece.known else "unknown"


@functools.lru_cache(maxsize=16)
def _background(tables: Tables) -> StaticGroup:
    """Draw spaces with their names, and lines between neighbours."""
    board, places, size = on_board(tables).board, centres(tables), radius(tables)
    shapes: list[Shape] = [Box(0, 0, *plan(tables).page, Paint(PAPER))]
    for a, b in np.argwhere(np.triu(board.distances == 1)).tolist():
        (x, y), (to_x, to_y) = places[a], places[b]
        shapes.append(Path(f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}", Paint(stroke=ROAD, width=size / 6)))
    for name, (x, y) in zip(board.names, places, strict=True):
        shapes += [Circle(x, y, size, Paint(LAND, INK, 2)), Label(x, y - size * 0.6, name, size * 0.36, INK)]
    return StaticGroup(shapes)


def _space(
    name: str,
    centre: tuple[float, float],
    size: float,
    stack: Stack,
    colours: list[str],
    chance: float,
    rim: str | None,
) -> Window:
    """Draw what changes in a space: a disc for each piece, the notes, the chance that the space is chosen, its rim."""
    shapes: list[Shape] = [Circle(0, 0, size * 0.95, Paint(stroke=rim, width=size / 12))] if rim else []
    step = 2 * size / max(2, len(stack.pieces))
    for k, piece in enumerate(stack.pieces):
        x = step * (k - (len(stack.pieces) - 1) / 2)
        colour = NEUTRAL if piece.side is None else colours[piece.side]
        shapes.append(Circle(x, 0, size * 0.4, Paint(colour, PAPER)))
        shapes.append(Label(x, size * 0.12, piece.strength if piece.known else "?", size * 0.36, PAPER, bold=True))
    shapes.append(Label(0, size * 0.75, ", ".join(stack.notes), size * 0.3, INK))
    if chance >= _LEAST:
        shapes.append(Label(0, -size * 0.25, f"{chance:.0%}", size * 0.36, INK, bold=True, halo=PAPER))
    view = (-size, -size, 2 * size, 2 * size)
    title = f"{name}: {_content(stack) or 'nobody'}"
    return Window(centre[0] - size, centre[1] - size, 2 * size, 2 * size, view, shapes, title, (("space", name),))
