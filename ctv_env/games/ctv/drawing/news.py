"""What has just happened, as far as a side may know it: the end of the log, the last move, the last combat."""

import typing

import numpy as np

from ctv_env.games.ctv.model.codes import BREAKTHROUGH, NOWHERE
from ctv_env.games.ctv.model.events import (
    Advanced,
    CombatResult,
    Moved,
    Odds,
    Retreated,
    StageBegun,
    Target,
    Through,
    decode,
)
from ctv_env.games.ctv.observation.visibility import OPEN, Sight
from ctv_env.games.ctv.observation.visible_events import is_open
from ctv_env.games.ctv.text.log import lines_of

_OPENINGS = (StageBegun, Target, Moved)  # events with which a tale can begin
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
    told = decode(events[readable(sight, events)][-_MEMORY:])
    first = next((k for k, event in enumerate(told) if isinstance(event, _OPENINGS)), 0)
    lines = lines_of(sight.tables, told[first:])
    return News(tuple(lines[-n_lines:]), _last_way(told), *_last_fight(told))


def readable(sight: Sight, events: np.ndarray) -> np.ndarray:
    """Which rows of the log may be told, bool (n,)."""
    return np.ones(len(events), bool) if sight.side == OPEN else is_open(sight.tables, events, sight.side)


def _last_way(told: list[typing.NamedTuple]) -> tuple[int, ...]:
    """Cells of the last move, advance or retreat since the last headline."""
    way: tuple[int, ...] = ()
    for event in told:
        if isinstance(event, Moved | Advanced | Retreated):
            way = (event.start, event.goal)
        elif isinstance(event, Through) and way:
            way = (*way[:-1], event.cell, way[-1])
        elif isinstance(event, StageBegun | Target):
            way = ()
    return way


def _last_fight(told: list[typing.NamedTuple]) -> tuple[int, tuple[int, int] | None, int, str]:
    """Cell, strengths, die and result of the last combat of this segment."""
    cell, odds, die, result = NOWHERE, None, 0, ""
    target = NOWHERE
    for event in told:
        if isinstance(event, StageBegun):
            cell, odds, die, result = NOWHERE, None, 0, ""
        elif isinstance(event, Target):
            target = event.cell
        elif isinstance(event, Odds):
            odds, die, result = (event.attack, event.defence), 0, ""
        elif isinstance(event, CombatResult):
            cell, die = target, event.die
            result = f"A{event.attacker} D{'B' if event.defender == BREAKTHROUGH else event.defender}"
    return cell, odds, die, result
