"""What a page or a terminal needs to let a person choose: words, odds, what stands where.

Functions that take a ``side`` take its index, or None for one who sees all; they tell no more than that side may know.
A *space* is a place of the map, such as an area or a box, by the name that actions have for it.
"""

import dataclasses
import typing
from collections.abc import Callable

from ctv_env.core.spec import TablesT

if typing.TYPE_CHECKING:
    from ctv_env.core.game import Game

Point = tuple[float, float]
"""x to the right and y down, in units of the page of ``Game.drawing``."""

Pairs = list[tuple[str, str]]
"""Labels and values."""

GOOD, BAD, EVEN = "good", "bad", "even"
"""Moods of a ``Cell``: for who acts, against him, neither."""


class Scene(typing.NamedTuple):
    """What a viewer is told of a step besides the picture, filtered for who looks."""

    lines: list[str]  # of the log, in words
    chapter: str  # what the chapter that begins here is about, such as where a combat is; "" where none begins
    figures: dict[str, int]  # by name: what curves are drawn of


@dataclasses.dataclass(frozen=True)
class Space:
    """A place of the map.

    Attributes:
        name: by which actions, stacks and marks name it.
        label: for people.
        centre: where what is written about it stands.
        outline: corners of the polygon that is clicked, in order.
    """

    name: str
    label: str
    centre: Point
    outline: tuple[Point, ...]


@dataclasses.dataclass(frozen=True)
class Plan:
    """Where the spaces lie on the page of ``Game.drawing``.

    Attributes:
        page: its width and height.
        frame: left, top, width and height of what is worth showing of it.
        spaces: all that there are.
    """

    page: tuple[float, float]
    frame: tuple[float, float, float, float]
    spaces: tuple[Space, ...]


@dataclasses.dataclass(frozen=True)
class PieceView:
    """A piece as a side sees it.

    Attributes:
        side: index of its side; None for one of neither.
        known: whether it lies face up for who looks; else all that follows is empty.
        name: as actions name it.
        kind: what it is.
        strength: its values.
        notes: of its state.
    """

    side: int | None
    known: bool = False
    name: str = ""
    kind: str = ""
    strength: str = ""
    notes: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Stack:
    """What stands in a space: its pieces, the known ones first, and what else is there, in words."""

    pieces: tuple[PieceView, ...]
    notes: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Marks:
    """Spaces of a choice half made: of the piece in hand, and of what the choice is about."""

    hand: str | None = None
    target: str | None = None


@dataclasses.dataclass(frozen=True)
class Cell:
    """A value of a chart, and its mood."""

    text: str
    mood: str = EVEN


@dataclasses.dataclass(frozen=True)
class Row:
    """A row of a chart: its label and a cell for each column."""

    label: str
    cells: tuple[Cell, ...]


@dataclasses.dataclass(frozen=True)
class Chart:
    """A table of what may come.

    Attributes:
        caption: what its cells say.
        corner: label of the columns' heads.
        heads: of the columns, such as the outcomes of the chance that decides.
        rows: of the table.
    """

    caption: str
    corner: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclasses.dataclass(frozen=True)
class Preview:
    """What will come of what is being prepared.

    Attributes:
        title: what that is.
        terms: what it is reckoned from, a line each.
        chart: how it may end; None for nothing to tell yet.
        notes: what the reckoning leaves out, a line each.
    """

    title: str
    terms: tuple[str, ...]
    chart: Chart | None = None
    notes: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How chance has decided.

    Attributes:
        what: what it decided, in a word or two.
        result: the outcome in a word or two.
        pips: faces of six-sided dice that are drawn beside it, 1 to 6.
    """

    what: str
    result: str
    pips: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class SideColour:
    """The colour of a side's name and marks, as CSS has colours: on light ground, and on dark."""

    light: str
    dark: str


@dataclasses.dataclass(frozen=True)
class Words:
    """What things are called.

    Attributes:
        space: a space, such as ``"area"``.
        spaces: several.
        empty: a sentence for a space where nothing stands.
        hidden: a piece that lies face down, such as ``"counter, face down"``.
        several_hidden: several.
        uncovered: a sentence for the end of the game, when nothing is hidden any more.
        chance: a decision of chance of which no more is told, such as ``"a die"``.
        undo: how long a decision can be taken back, as the end of a sentence that begins with "Undo".
        let_fall: on the button that lets chance decide, such as ``"Roll the die"``.
        awaits: on the start page: that a person lets chance decide himself at the nodes that are awaited; empty if
            there are none.
        chapter: what ``Scene.chapter`` begins, such as ``"combat"``; empty if there is nothing of the kind.
        chapters: several.
    """

    space: str
    spaces: str
    empty: str
    hidden: str
    several_hidden: str
    uncovered: str
    chance: str
    undo: str
    let_fall: str
    awaits: str = ""
    chapter: str = ""
    chapters: str = ""


@dataclasses.dataclass(frozen=True)
class UiSpec(typing.Generic[TablesT]):
    """What a game fills in.

    Attributes:
        summary: the game in a sentence.
        help: how it is played, for one who has not read the rules: pairs of what it is about and a sentence.
        aims: what each side wants, in a sentence or two, by the name of the side.
        words: what things are called.
        colours: of the first and of the second side.
        plan: (tables) -> where the spaces lie.
        status: (game, side) -> what time it is, who leads.
        beside: (game, side) -> what lies beside the map.
        stacks: (game, side) -> what stands where, by the names of the spaces that are not empty.
        marks: (game, side) -> the choice half made; asked only where that side decides, where chance does, and at the
            end.
        preview: (game, side) -> what will come of what is being prepared; None if nothing is.
        outcome: (game, outcome, side) -> the outcome of the chance that is due, as told to a side.
        reveals: (game before, game after, side) -> whether the side came to know more of the other.
        space_of: (game, action) -> where an action is to be clicked, None for one beside the map.
        asked_at: (game, space, side) -> actions that one may mean who clicks a space where nothing can be done: the
            reasons against them are told; ValueError if there is no such space.
    """

    summary: str
    help: tuple[tuple[str, str], ...]
    aims: dict[str, str]
    words: Words
    colours: tuple[SideColour, SideColour]
    plan: Callable[[TablesT], Plan]
    status: "Callable[[Game, int | None], Pairs]"
    beside: "Callable[[Game, int | None], Pairs]"
    stacks: "Callable[[Game, int | None], dict[str, Stack]]"
    marks: "Callable[[Game, int | None], Marks]"
    preview: "Callable[[Game, int | None], Preview | None]"
    outcome: "Callable[[Game, int, int | None], Outcome]"
    reveals: "Callable[[Game, Game, int], bool]"
    space_of: "Callable[[Game, int], str | None]"
    asked_at: "Callable[[Game, str, int | None], list[int]]"
