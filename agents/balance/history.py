"""When the landmarks of a game are reached, and how far that is from history."""

import dataclasses

import numpy as np

from ctv_env.agents.evaluation.records import GameRecord, Setting
from ctv_env.core.spec import analysis_of


@dataclasses.dataclass(frozen=True)
class Event:
    """When something happened in a set of games.

    Attributes:
        name: the event.
        history: its historical turn or turns (``Landmark.history``).
        games: number of games.
        by_turn: in how many of them it happened on turn 1, 2, ...
    """

    name: str
    history: str
    games: int
    by_turn: tuple[int, ...]

    @property
    def share(self) -> float:
        """Fraction of the games in which it happened at all."""
        return sum(self.by_turn) / self.games

    @property
    def median(self) -> int | None:
        """Turn by which it had happened in half of all games; None if in fewer."""
        reached = np.cumsum(self.by_turn) >= self.games / 2
        return int(reached.argmax()) + 1 if reached.any() else None

    def as_dict(self) -> dict:
        """Return plain data for JSON."""
        return dataclasses.asdict(self) | {"share": self.share, "median": self.median}


def events_of(records: list[GameRecord], setting: Setting) -> list[Event]:
    """Return when each of the landmarks happened."""
    analysis, tables = analysis_of(setting.spec), setting.tables
    n_turns, turns = analysis.n_turns(tables), landmark_turns(records)
    return [_event(mark.name, mark.history, turns[:, k], n_turns) for k, mark in enumerate(analysis.landmarks(tables))]


def landmark_turns(records: list[GameRecord]) -> np.ndarray:
    """Return int (games, landmarks): the turn on which each happened, 0 for never."""
    return np.array([record.summary.landmarks for record in records if record.summary], int)


def distances(records: list[GameRecord], setting: Setting) -> np.ndarray:
    """Return float (games,): mean number of turns between the landmarks and their dates.

    Landmarks without a date are left out; one that never happened counts as on the turn after the last.
    """
    analysis, tables = analysis_of(setting.spec), setting.tables
    turns = landmark_turns(records)
    turns[turns == 0] = analysis.n_turns(tables) + 1
    dates = {k: mark.turn for k, mark in enumerate(analysis.landmarks(tables)) if mark.turn is not None}
    return np.abs(turns[:, list(dates)] - list(dates.values())).mean(axis=1)


def _event(name: str, history: str, turns: np.ndarray, n_turns: int) -> Event:
    counts = np.bincount(turns, minlength=n_turns + 1)[1:]
    return Event(name, history, len(turns), tuple(counts.tolist()))
