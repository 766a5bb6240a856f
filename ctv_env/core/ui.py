"""What a game's house offers to people, beside its rules: words, odds, what stands where, where was fought.

Functions that take a ``side`` take its number, or None for one who sees all; they tell no more than that side may know.
"""

import dataclasses
import typing
from collections.abc import Callable


@dataclasses.dataclass(frozen=True)
class Advice:
    """What a person is told about a kind of decision.

    Attributes:
        title: the choice in a few words.
        meaning: what it is about and what follows, for one who has not read the rules.
        done: what it means to pass here; empty where one cannot.
    """

    title: str
    meaning: str
    done: str = ""


class Battle(typing.NamedTuple):
    """A battle that is over."""

    hex: str  # code of the hex that was attacked
    attacker: str  # side
    winner: str  # side: the attacker's if he drove the defenders out


@dataclasses.dataclass(frozen=True)
class Aid:
    """What a house fills in.

    Attributes:
        title: of the game.
        summary: the game in a sentence.
        help: how it is played, for one who has not read the rules: pairs of what it is about and a sentence.
        aims: what each side wants, in a sentence or two, by the name of the side.
        advice: by the name of a node.
        awaited: nodes of dice that a player wants to see coming: he rolls them himself.
        choices: rules options that the page offers, by name: whether it is on by default, and what it means.
        scenarios: () -> title by name.
        status: (game, side) -> pairs of label and value: what time it is, who leads.
        beside: (game, side) -> pairs of label and value: what lies beside the map.
        stacks: (game, side) -> what stands in each hex, by its code: ``name``, ``trench``, ``pieces``.
        marks: (game, side) -> hexes of the choice half made: ``hand``, ``target``, ``attackers``.
        preview: (game, side) -> the odds of the fight being prepared, None if there is none; see the house.
        hides: (tables) -> whether one side has secrets from the other.
        reveals: (game before, game after, side) -> whether the side came to know more of the enemy.
        place_of: (game, action) -> code of the hex where an action is to be clicked, None for one beside the map.
        plan: (tables) -> where the hexes lie on the page of ``Game.drawing``: ``page``, ``frame``, ``radius``, and by
            code ``names`` and ``centres``.
        battles: (iterator of a game's positions, each the ``Game`` after a step) -> iterator of each ``Battle`` as soon
            as it is over.
        battle_map: (tables, counter of ``Battle``, number of games) -> ``core.drawing.Drawing`` of where they were.
    """

    title: str
    summary: str
    help: tuple[tuple[str, str], ...]
    aims: dict[str, str]
    advice: dict[str, Advice]
    awaited: frozenset[str]
    choices: dict[str, tuple[bool, str]]
    scenarios: Callable
    status: Callable
    beside: Callable
    stacks: Callable
    marks: Callable
    preview: Callable
    hides: Callable
    reveals: Callable
    place_of: Callable
    plan: Callable
    battles: Callable
    battle_map: Callable
