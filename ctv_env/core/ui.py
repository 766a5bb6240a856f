"""What a page or a terminal needs to let a person choose: words, odds, what stands where.

Functions that take a ``side`` take its index, or None for one who sees all; they tell no more than that side may know.
"""

import dataclasses
import typing
from collections.abc import Callable


class Scene(typing.NamedTuple):
    """What a viewer is told of a step besides the picture, filtered for who looks."""

    lines: list[str]  # of the log, in words
    combat: str  # what the combat that begins here is about; "" where none begins
    figures: dict[str, int]  # by name: what curves are drawn of


@dataclasses.dataclass(frozen=True)
class UiSpec:
    """What a game fills in.

    Attributes:
        summary: the game in a sentence.
        help: how it is played, for one who has not read the rules: pairs of what it is about and a sentence.
        aims: what each side wants, in a sentence or two, by the name of the side.
        status: (game, side) -> pairs of label and value: what time it is, who leads.
        beside: (game, side) -> pairs of label and value: what lies beside the map.
        stacks: (game, side) -> what stands in each hex, by its code: ``name``, ``trench``, ``pieces``.
        marks: (game, side) -> hexes of the choice half made: ``hand``, ``target``, ``attackers``.
        preview: (game, side) -> the odds of the fight being prepared, None if there is none.
        hides: (tables) -> whether one side has secrets from the other.
        reveals: (game before, game after, side) -> whether the side came to know more of the enemy.
        place_of: (game, action) -> code of the hex where an action is to be clicked, None for one beside the map.
        plan: (tables) -> where the hexes lie on the page of ``Game.drawing``: ``page``, ``frame``, ``radius``, and by
            code ``names`` and ``centres``.
    """

    summary: str
    help: tuple[tuple[str, str], ...]
    aims: dict[str, str]
    status: Callable
    beside: Callable
    stacks: Callable
    marks: Callable
    preview: Callable
    hides: Callable
    reveals: Callable
    place_of: Callable
    plan: Callable
