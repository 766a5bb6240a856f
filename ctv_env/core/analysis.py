"""What a game tells reports besides results: objectives, landmarks, losses, battles, variants of its data."""

import dataclasses
import pathlib
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from ctv_env.core.drawing import Drawing
from ctv_env.core.spec import GameSpec, TablesT


class Landmark(typing.NamedTuple):
    """Something that happens in a game, or not, as it did in history.

    Attributes:
        name: what.
        history: the turn on which it did, such as ``"2"``, or the turns from and to, such as ``"5 to 6"``.
        turn: the turn that games are compared with; None for none.
    """

    name: str
    history: str
    turn: int | None


class GameSummary(typing.NamedTuple):
    """What became of both sides.

    Attributes:
        landmarks: the turn on which each of ``Analysis.landmarks`` happened, 0 for never.
        losses: of each side, in the game's own unit.
    """

    landmarks: tuple[int, ...]
    losses: tuple[int, int]


class HistoryWords(typing.NamedTuple):
    """How reports speak of landmarks and losses.

    Attributes:
        explained: a paragraph: what it is for a landmark to happen, and how the distance from history counts.
        happens: of one that has a turn to be compared with, such as ``"falls"``.
        on_time: on that turn, such as ``"when it fell in 1937"``.
        happened: of all, such as ``"fallen"``.
        losses: what is lost, such as ``"Steps lost"``.
        not_counted: which losses are left out; empty for none.
    """

    explained: str
    happens: str
    on_time: str
    happened: str
    losses: str
    not_counted: str = ""


class Battle(typing.NamedTuple):
    """A battle that is over."""

    space: str  # name of the space that was attacked
    attacker: str  # side
    winner: str  # side: the attacker's if he drove the defenders out


class Change(typing.NamedTuple):
    """One value of a data file put in the place of another.

    Attributes:
        file: its name in the data folder.
        path: keys from the top of the file to the value.
        value: as it is written in YAML.
    """

    file: str
    path: tuple[str, ...]
    value: str


class Variant(typing.NamedTuple):
    """The game with some values or options changed.

    Attributes:
        group: what it is about.
        name: what is other than in the base.
        changes: of the data.
        options: of the rules.
        reconstructed: whether it changes nothing but values marked ``reconstructed`` in the data.
    """

    group: str
    name: str
    changes: tuple[Change, ...] = ()
    options: Mapping[str, str | bool] = MappingProxyType({})
    reconstructed: bool = False


@dataclasses.dataclass(frozen=True)
class Analysis(typing.Generic[TablesT]):
    """What a game fills in.  ``ends`` are (turns,) state records, the positions at the end of each turn; a record of
    turn 0 stands for a turn that the game did not reach.

    Attributes:
        n_turns: (tables) -> turns of a game, at most; the ends of so many are kept.
        objectives: (tables) -> names of what the sides fight for.
        held: (ends, tables) -> int8 (turns, objectives): 1 where the first side holds an objective as a turn ends, 0
            where not, -1 for a turn before the first that is known.
        landmarks: (tables) -> what is worth a date.
        summary: (ends, tables) -> ``GameSummary``.
        losses_key: name of the losses in JSON, such as ``"steps_lost"``.
        words: how reports speak of them.
        variants: (data folder) -> variants whose effect on the balance is worth knowing.
        data_dir: folder of the game's own data.
        battles: (iterator of a game's positions, each the ``Game`` after a step) -> iterator of each ``Battle`` as soon
            as it is over.
        battle_map: (tables, counter of ``Battle``, number of games) -> ``Drawing`` of where they were.
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


class NoAnalysisError(ValueError):
    """A game tells reports nothing."""


def analysis_of(spec: GameSpec) -> Analysis:
    """What a game tells reports.

    Raises:
        NoAnalysisError: nothing.
    """
    analysis = spec.analysis()
    if analysis is None:
        raise NoAnalysisError(f"the game {spec.name} has no landmarks, losses, variants and battles to report on")
    return analysis
