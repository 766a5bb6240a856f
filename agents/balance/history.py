"""What happened in August 1937, and when it happens in games."""

import dataclasses
import typing

import numpy as np

from agents.evaluation.records import GameRecord
from ctv_env.games.ctv.loading.load import GameTables


class Landmark(typing.NamedTuple):
    """A place, and the turn on which it fell."""

    name: str
    code: str
    turn: int


LANDMARKS = (
    Landmark("Reinosa", "2006", 2),
    Landmark("Puerto del Escudo", "1909", 2),
    Landmark("Torrelavega", "1408", 6),
    Landmark("Santander", "1211", 7),
)
"""Reinosa on 16 August, the pass on the 17th, Torrelavega on the 24th, Santander on the 26th: two days a turn."""

SURRENDER = "Basque surrender"
SURRENDER_TURNS = "5 to 6"
"""Terms on 22 August, the battalions leave the line on the 23rd, the last of them lay down arms by the 26th."""


@dataclasses.dataclass(frozen=True)
class Event:
    """When something happened in games.

    Attributes:
        name: what.
        history: turn or turns on which it did, in words.
        games: how many.
        by_turn: in how many of them on turn 1, 2, ...
    """

    name: str
    history: str
    games: int
    by_turn: tuple[int, ...]

    @property
    def share(self) -> float:
        """Part of the games in which it happened at all."""
        return sum(self.by_turn) / self.games

    @property
    def median(self) -> int | None:
        """Turn by which it had happened in half of all games, None if in fewer."""
        reached = np.cumsum(self.by_turn) >= self.games / 2
        return int(reached.argmax()) + 1 if reached.any() else None

    def as_dict(self) -> dict:
        """Plain data for JSON."""
        return dataclasses.asdict(self) | {"share": self.share, "median": self.median}


def events_of(records: list[GameRecord], tables: GameTables) -> list[Event]:
    """When the landmarks fell, and the Basques surrendered; a landmark falls when it is first held as a turn ends."""
    n_turns = int(tables.record["n_turns"][0])
    turns = fall_turns(records, tables)
    events = [_event(place.name, str(place.turn), turns[:, k], n_turns) for k, place in enumerate(LANDMARKS)]
    surrenders = np.array([record.course.surrendered for record in records])
    return [*events, _event(SURRENDER, SURRENDER_TURNS, surrenders, n_turns)]


def fall_turns(records: list[GameRecord], tables: GameTables) -> np.ndarray:
    """int (games, landmarks): the turn on which each fell, 0 for never."""
    cells = [tables.grid.cell(place.code) for place in LANDMARKS]
    return np.array([record.course.taken[cells] for record in records], int)


def distances(records: list[GameRecord], tables: GameTables) -> np.ndarray:
    """float (games,): turns by which the fall of a landmark missed its date, mean over the landmarks.

    One that did not fall counts as fallen on the turn after the last.
    """
    turns = fall_turns(records, tables)
    turns[turns == 0] = int(tables.record["n_turns"][0]) + 1
    return np.abs(turns - [place.turn for place in LANDMARKS]).mean(axis=1)


def _event(name: str, history: str, turns: np.ndarray, n_turns: int) -> Event:
    counts = np.bincount(turns, minlength=n_turns + 1)[1:]
    return Event(name, history, len(turns), tuple(counts.tolist()))
