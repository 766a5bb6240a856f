"""The interface of a game for reports: objectives, landmarks, losses, battles, variants of its data."""

import dataclasses
import pathlib
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from ctv_env.core.drawing import Drawing
from ctv_env.core.terms import TablesT


class Landmark(typing.NamedTuple):
    """A historical event that may or may not happen in a game.

    Attributes:
        name: name of the event.
        history: its historical turn, such as ``"2"``, or first and last turn, such as ``"5 to 6"``.
        turn: the turn with which games are compared, None if they are not.
    """

    name: str
    history: str
    turn: int | None


class GameSummary(typing.NamedTuple):
    """The course of a game, in figures.

    Attributes:
        landmarks: the turn on which each of ``Analysis.landmarks`` happened, 0 for never.
        losses: losses of each side, in a unit of the game's choice.
    """

    landmarks: tuple[int, ...]
    losses: tuple[int, int]


class HistoryWords(typing.NamedTuple):
    """Wording for landmarks and losses in reports.

    Attributes:
        explained: a paragraph on what counts as a landmark happening, and how the distance from history is measured.
        happens: verb for a landmark that has a turn to compare with, such as ``"falls"``.
        on_time: phrase for that turn, such as ``"when it fell in 1937"``.
        happened: participle for all landmarks, such as ``"fallen"``.
        losses: heading of the losses, such as ``"Steps lost"``.
        not_counted: losses that are left out; empty if there are none.
    """

    explained: str
    happens: str
    on_time: str
    happened: str
    losses: str
    not_counted: str = ""


class Battle(typing.NamedTuple):
    """A finished battle."""

    space: str  # name of the space that was attacked
    attacker: str  # side
    winner: str  # side: the attacker if the defenders were driven out
    odds: str = ""  # one of ``Analysis.odds``: the odds at which the die was rolled


class Change(typing.NamedTuple):
    """A replacement for one value of a data file.

    Attributes:
        file: name of the file in the data folder.
        path: keys from the top of the file to the value.
        value: the new value as written in YAML.
    """

    file: str
    path: tuple[str, ...]
    value: str


class Variant(typing.NamedTuple):
    """A game with some values or options changed.

    Attributes:
        group: topic under which reports list it.
        name: the difference from the base game.
        changes: changes to the data.
        options: rules options.
        reconstructed: whether only values marked ``reconstructed`` in the data are changed.
    """

    group: str
    name: str
    changes: tuple[Change, ...] = ()
    options: Mapping[str, str | bool] = MappingProxyType({})
    reconstructed: bool = False


@dataclasses.dataclass(frozen=True)
class Analysis(typing.Generic[TablesT]):
    """The analysis functions that a game provides.

    ``ends`` are (turns,) state records, the positions at the end of each turn; a record with turn 0 marks a turn that
    the game did not reach.

    Attributes:
        n_turns: (tables) -> maximum number of turns of a game, and of positions kept.
        objectives: (tables) -> names of the objectives.
        held: (ends, tables) -> int8 (turns, objectives): 1 where the first side holds an objective at the end of a
            turn, 0 where it does not, -1 for turns before the first known one.
        landmarks: (tables) -> the landmarks.
        summary: (ends, tables) -> ``GameSummary``.
        losses_key: name of the losses in JSON, such as ``"steps_lost"``.
        words: wording of landmarks and losses.
        variants: (data folder) -> variants whose effect on the balance is measured.
        data_dir: folder of the game's own data.
        battles: (iterator over the positions of a game, the ``Game`` after each step) -> iterator that yields each
            ``Battle`` as soon as it is over.
        battle_map: (tables, counter of ``Battle``, number of games) -> ``Drawing`` of the battles' locations.
        odds: (tables) -> the odds of battles, the worst for the attacker first; empty if the game has no odds.
        sources: (tables) -> a sentence on the game and the sources of its data, for reports; empty for none.
    """

    n_turns: Callable[[TablesT], int]
    objectives: Callable[[TablesT], list[str]]
    held: Callable[[np.ndarray, TablesT], np.ndarray]
    landmarks: Callable[[TablesT], tuple[Landmark, ...]]
    summary: Callable[[np.ndarray, TablesT], GameSummary]
    losses_key: str
    words: HistoryWords
    variants: Callable[[pathlib.Path], list[Variant]]
    data_dir: pathlib.Path
    battles: Callable[[Iterable], Iterator[Battle]]
    battle_map: Callable[..., Drawing]
    odds: Callable[[TablesT], tuple[str, ...]] = lambda _: ()
    sources: Callable[[TablesT], str] = lambda _: ""
