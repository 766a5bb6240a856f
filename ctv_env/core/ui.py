"""The interface for pages and terminals on which people play: wording, odds, contents of spaces.

Functions with an argument ``side`` take its index, or None to see everything, and return only what that side may know.
A *space* is a place on the map, such as an area or a box, identified by the name used in actions.
"""

import dataclasses
import functools
import itertools
import math
import typing

from ctv_env.core.tables import BoardTables
from ctv_env.core.terms import SpecError, Tables, TablesT_contra

if typing.TYPE_CHECKING:
    from ctv_env.core.game import Game

Point = tuple[float, float]
"""x to the right and y down, in units of ``Game.drawing``."""

Pairs = list[tuple[str, str]]
"""Pairs of label and value."""

GOOD, BAD, EVEN = "good", "bad", "even"
"""Moods of a ``Cell``: good for the acting side, bad for it, neutral."""


@dataclasses.dataclass(frozen=True)
class Space:
    """A place on the map.

    Attributes:
        name: name used in actions, stacks and marks.
        label: name shown to people.
        centre: where text about it is placed.
        outline: corners of its clickable polygon, in order.
    """

    name: str
    label: str
    centre: Point
    outline: tuple[Point, ...]


@dataclasses.dataclass(frozen=True)
class Plan:
    """The layout of the spaces on the page of ``Game.drawing``.

    Attributes:
        page: width and height of the page.
        frame: left, top, width and height of the part worth showing.
        spaces: all spaces.
    """

    page: tuple[float, float]
    frame: tuple[float, float, float, float]
    spaces: tuple[Space, ...]


@dataclasses.dataclass(frozen=True)
class PieceView:
    """A piece as a side sees it.

    Attributes:
        side: index of its side; None if it belongs to neither.
        known: whether the viewer sees its face; if not, the fields below are empty.
        name: name used in actions.
        kind: type of piece.
        strength: its printed values.
        notes: remarks on its state.
    """

    side: int | None
    known: bool = False
    name: str = ""
    kind: str = ""
    strength: str = ""
    notes: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Stack:
    """The contents of a space: its pieces, known ones first, and anything else, in words."""

    pieces: tuple[PieceView, ...]
    notes: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Marks:
    """Spaces of a choice in progress: that of the selected piece, and those that the choice is about."""

    hand: str | None = None
    target: str | None = None


@dataclasses.dataclass(frozen=True)
class Cell:
    """A value of a chart, and whom it favours."""

    text: str
    mood: str = EVEN


@dataclasses.dataclass(frozen=True)
class Row:
    """A row of a chart: its label and a cell for each column."""

    label: str
    cells: tuple[Cell, ...]


@dataclasses.dataclass(frozen=True)
class Chart:
    """A table of possible results.

    Attributes:
        caption: what the cells show.
        corner: label of the column headings.
        heads: column headings, such as the outcomes of a die.
        rows: rows of the table.
    """

    caption: str
    corner: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclasses.dataclass(frozen=True)
class Preview:
    """The expected results of what is being prepared.

    Attributes:
        title: what is being prepared.
        terms: the terms of the calculation, one per line.
        chart: the possible results; None if nothing is known yet.
        notes: what the calculation leaves out, one item per line.
    """

    title: str
    terms: tuple[str, ...]
    chart: Chart | None = None
    notes: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Outcome:
    """A chance outcome.

    Attributes:
        what: what was decided, in a word or two.
        result: the outcome in a word or two.
        pips: faces of six-sided dice to draw beside it, 1 to 6.
    """

    what: str
    result: str
    pips: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class SideColour:
    """CSS colours of a side's name and marks, on light and dark backgrounds."""

    light: str
    dark: str


@dataclasses.dataclass(frozen=True)
class Words:
    """Terms of the game.

    Attributes:
        space: a space, such as ``"area"``.
        spaces: plural of ``space``.
        empty: a sentence for an empty space.
        hidden: a hidden piece, such as ``"counter, face down"``.
        several_hidden: plural of ``hidden``.
        uncovered: a sentence for the end of the game, when everything is revealed.
        chance: a chance outcome without further details, such as ``"a die"``.
        undo: until when a decision can be undone, as the end of a sentence that begins with "Undo".
        let_fall: label of the button that triggers chance, such as ``"Roll the die"``.
        awaits: on the start page, the option to trigger chance by hand at awaited nodes; empty if there are none.
        chapter: what ``Scene.chapter`` begins, such as ``"combat"``; empty if the game has no chapters.
        chapters: plural of ``chapter``.
    """

    space: str
    spaces: str
    empty: str = "Nobody is here."
    hidden: str = "unit, unknown"
    several_hidden: str = "units, unknown"
    uncovered: str = "The game is over."
    chance: str = "a die"
    undo: str = "works until a die is rolled."
    let_fall: str = "Roll the die"
    awaits: str = ""
    chapter: str = ""
    chapters: str = ""


class UiSpec(typing.Protocol[TablesT_contra]):
    """The room ``guide`` of a game: functions and texts for pages and terminals.

    What comes after ``stacks`` may be left out: see the end of this module.
    """

    @property
    def SUMMARY(self) -> str:
        """The game in a sentence."""

    @property
    def HELP(self) -> tuple[tuple[str, str], ...]:
        """How to play, for someone who has not read the rules: pairs of topic and sentence."""

    @property
    def AIMS(self) -> dict[str, str]:
        """The aim of each side, in a sentence or two, by name of the side."""

    @property
    def WORDS(self) -> Words:
        """Terms of the game."""

    @property
    def COLOURS(self) -> tuple[SideColour, SideColour]:
        """Colours of the first and the second side."""

    def status(self, game: "Game", side: int | None, /) -> Pairs:
        """Return the time and the score."""

    def beside(self, game: "Game", side: int | None, /) -> Pairs:
        """Return what is beside the map."""

    def stacks(self, game: "Game", side: int | None, /) -> dict[str, Stack]:
        """Return the contents of the spaces that are not empty, by name."""

    def plan(self, tables: TablesT_contra, /) -> Plan:
        """Return the layout of the spaces."""

    def marks(self, game: "Game", side: int | None, /) -> Marks:
        """Return the choice in progress; called only when that side or chance decides, and at the end."""

    def preview(self, game: "Game", side: int | None, /) -> Preview | None:
        """Return the expected results of what is being prepared; None if nothing is."""

    def outcome(self, game: "Game", outcome: int, side: int | None, /) -> Outcome:
        """Return an outcome of the current chance node, as shown to a side."""

    def reveals(self, before: "Game", after: "Game", side: int, /) -> bool:
        """Return whether the side learned something about the other."""

    def space_of(self, game: "Game", action: int, /) -> str | None:
        """Return the space to click for an action, None for an action beside the map."""

    def asked_at(self, game: "Game", space: str, side: int | None, /) -> list[int]:
        """Return the actions that a click on a space without legal actions may have meant; their reasons are shown.

        Raises:
            ValueError: unknown space.
        """


# -- what a guide may leave out ------------------------------------------------------------------------------------


def marks(game: "Game", side: int | None) -> Marks:
    """Return no marks: a choice is a single action."""
    return Marks()


def preview(game: "Game", side: int | None) -> None:
    """Return None: nothing is calculated beforehand."""


def reveals(before: "Game", after: "Game", side: int) -> bool:
    """Return False: nothing is hidden, or nothing is uncovered during the game."""
    return False


def outcome(game: "Game", outcome: int, side: int | None) -> Outcome:
    """Return the face of a die of six faces, which is always public."""
    what = game.node.removesuffix("_DIE").replace("_", " ").lower()
    return Outcome(what, str(outcome), (outcome,))


def on_board(tables: Tables) -> BoardTables:
    """Return ``tables``, for which the following functions are made; SpecError if they say nothing about spaces."""
    if not isinstance(tables, BoardTables):
        raise SpecError(f"{type(tables).__name__} is no BoardTables: the game itself must say where its spaces are")
    return tables


MARGIN, LARGEST = 100.0, 48.0


@functools.lru_cache(maxsize=16)
def centres(tables: Tables) -> tuple[Point, ...]:
    """Return the centres of the spaces on the page: the first from the left and from the top are ``MARGIN`` inside."""
    given = on_board(tables).centres
    left, top = min(x for x, _ in given) - MARGIN, min(y for _, y in given) - MARGIN
    return tuple((x - left, y - top) for x, y in given)


@functools.lru_cache(maxsize=16)
def radius(tables: Tables) -> float:
    """Return the radius of the spaces on the page: they do not touch, and it is at most ``LARGEST``."""
    apart = (math.dist(one, other) for one, other in itertools.combinations(centres(tables), 2))
    return min(LARGEST, 0.48 * min(apart, default=2 * LARGEST))


def plan(tables: Tables) -> Plan:
    """Return a plan with each space of the board as an octagon; the page ends ``MARGIN`` beyond the outermost."""
    names, places, size = on_board(tables).board.names, centres(tables), radius(tables)
    corners = [(size * math.cos(k * math.pi / 4), size * math.sin(k * math.pi / 4)) for k in range(8)]
    page = (max(x for x, _ in places) + MARGIN, max(y for _, y in places) + MARGIN)
    spaces = (
        Space(name, name, (x, y), tuple((x + right, y + down) for right, down in corners))
        for name, (x, y) in zip(names, places, strict=True)
    )
    return Plan(page, (0, 0, *page), tuple(spaces))


def space_of(game: "Game", action: int) -> str | None:
    """Return the space that an action names, None if it names none."""
    _, name = game.decode(action)
    return name if name in on_board(game.tables).board.names else None


def asked_at(game: "Game", space: str, side: int | None) -> list[int]:
    """Return all actions that name the space; ValueError for an unknown one."""
    on_board(game.tables).board.space(space)
    return [action for action in range(game.n_actions) if game.decode(action)[1] == space]
