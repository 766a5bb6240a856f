"""The interface of a game for reports: objectives, landmarks, losses, battles, variants of its data."""

import pathlib
import typing
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from ctv_env.core.drawing import Drawing
from ctv_env.core.terms import TablesT_contra


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


class Analysis(typing.Protocol[TablesT_contra]):
    """The room ``analysis`` of a game.

    ``ends`` are (turns,) state records, the positions at the end of each turn; a record with turn 0 marks a turn that
    the game did not reach.
    """

    @property
    def LOSSES_KEY(self) -> str:
        """Name of the losses in JSON, such as ``"steps_lost"``."""

    @property
    def WORDS(self) -> HistoryWords:
        """Wording of landmarks and losses."""

    def n_turns(self, tables: TablesT_contra, /) -> int:
        """Return the maximum number of turns of a game, and of positions kept."""

    def objectives(self, tables: TablesT_contra, /) -> list[str]:
        """Return the names of the objectives."""

    def held(self, ends: np.ndarray, tables: TablesT_contra, /) -> np.ndarray:
        """Return who holds each objective at the end of each turn.

        Returns:
            int8 (turns, objectives): 1 where the first side does, 0 where it does not, -1 for turns before the first
            known one.
        """

    def landmarks(self, tables: TablesT_contra, /) -> tuple[Landmark, ...]:
        """Return the landmarks."""

    def summary(self, ends: np.ndarray, tables: TablesT_contra, /) -> GameSummary:
        """Return the course of a game."""

    def variants(self, folder: pathlib.Path, /) -> list[Variant]:
        """Return the variants of the data in a folder whose effect on the balance is measured."""

    def battles(self, positions: Iterable, /) -> Iterator[Battle]:
        """Yield each battle of a game as soon as it is over, given the ``Game`` after each step."""

    def battle_map(self, tables: TablesT_contra, counted: Mapping[Battle, int], games: int, /) -> Drawing:
        """Draw where the battles of some games were."""

    def odds(self, tables: TablesT_contra, /) -> tuple[str, ...]:
        """Return the odds of battles, the worst for the attacker first; empty if the game has no odds."""

    def sources(self, tables: TablesT_contra, /) -> str:
        """Return a sentence on the game and the sources of its data, for reports; empty for none."""
