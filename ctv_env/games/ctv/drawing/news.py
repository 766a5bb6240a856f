"""What has just happened, as far as a side may know it: the end of the log, the last move, the last combat."""

import typing

import numpy as np

from ctv_env.games.ctv.model.codes import BREAKTHROUGH, NOWHERE
from ctv_env.games.ctv.model.events import (
    EV_ADVANCED,
    EV_MOVED,
    EV_ODDS,
    EV_RESULT,
    EV_RETREATED,
    EV_STAGE,
    EV_TARGET,
    EV_THROUGH,
)
from ctv_env.games.ctv.observation.visibility import OPEN, Sight
from ctv_env.games.ctv.observation.visible_events import is_open
from ctv_env.games.ctv.text.log import words

_OPENINGS = (EV_STAGE, EV_TARGET, EV_MOVED)  # events with which a tale can begin
_MEMORY = 160  # events


class News(typing.NamedTuple):
    """The end of the log and what it tells of the map."""

    lines: tuple[str, ...]
    move: tuple[int, ...]  # cells of the last way gone; empty for none
    fight: int  # cell of the last combat that came to a die, else NOWHERE
    odds: tuple[int, int] | None  # strengths of the last combat, attack and defence
    die: int
    result: str  # "A0 D3"; "" for none


def news(sight: Sight, events: np.ndarray, n_lines: int) -> News:
    """What ``events``, the log, tell to who looks."""
    rows = events[readable(sight, events)][-_MEMORY:].tolist()
    first = next((k for k, row in enumerate(rows) if row[0] in _OPENINGS), 0)
    lines = words(sight.tables, np.array(rows[first:])) if rows[first:] else []
    return News(tuple(lines[-n_lines:]), _last_way(rows), *_last_fight(rows))


def readable(sight: Sight, events: np.ndarray) -> np.ndarray:
    """Which rows of the log may be told, bool (n,)."""
    return np.ones(len(events), bool) if sight.side == OPEN else is_open(sight.tables, events, sight.side)


def _last_way(rows: list[list[int]]) -> tuple[int, ...]:
    """Cells of the last move, advance or retreat since the last headline."""
    way: tuple[int, ...] = ()
    for row in rows:
        if row[0] in (EV_MOVED, EV_ADVANCED, EV_RETREATED):
            way = (row[2], row[3])
        elif row[0] == EV_THROUGH and way:
            way = (*way[:-1], row[2], way[-1])
        elif row[0] in (EV_STAGE, EV_TARGET):
            way = ()
    return way


def _last_fight(rows: list[list[int]]) -> tuple[int, tuple[int, int] | None, int, str]:
    """Cell, strengths, die and result of the last combat of this segment."""
    cell, odds, die, result = NOWHERE, None, 0, ""
    target = NOWHERE
    for row in rows:
        if row[0] == EV_STAGE:
            cell, odds, die, result = NOWHERE, None, 0, ""
        elif row[0] == EV_TARGET:
            target = row[1]
        elif row[0] == EV_ODDS:
            odds, die, result = (row[1], row[2]), 0, ""
        elif row[0] == EV_RESULT:
            cell, die = target, row[1]
            result = f"A{row[4]} D{'B' if row[5] == BREAKTHROUGH else row[5]}"
    return cell, odds, die, result
