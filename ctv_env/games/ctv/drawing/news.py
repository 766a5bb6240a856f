"""Recent events visible to a side: the end of the log, the last move, the last combat."""

import typing

import numpy as np

from ctv_env.core.events import Happened
from ctv_env.games.ctv.model.codes import BREAKTHROUGH, NOWHERE
from ctv_env.games.ctv.model.events import EVENTS
from ctv_env.games.ctv.observation.visibility import OPEN, Visibility
from ctv_env.games.ctv.observation.visible_events import is_open
from ctv_env.games.ctv.text.log import lines_of

_OPENINGS = (EVENTS.STAGE_BEGUN, EVENTS.TARGET, EVENTS.MOVED)  # events with which an excerpt of the log can begin
_MEMORY = 160  # number of events considered


class News(typing.NamedTuple):
    """The end of the log, and the last move and combat in it."""

    lines: tuple[str, ...]
    move: tuple[int, ...]  # cells of the last move; empty for none
    fight: int  # cell of the last combat that reached its die, else NOWHERE
    odds: tuple[int, int] | None  # strengths of the last combat, attack and defence
    die: int
    result: str  # "A0 D3"; "" for none


def news(visible: Visibility, events: np.ndarray, n_lines: int) -> News:
    """Return the news from the log ``events`` for the viewer."""
    decoded = EVENTS.read(events[readable(visible, events)][-_MEMORY:])
    first = next((k for k, event in enumerate(decoded) if isinstance(event, _OPENINGS)), 0)
    lines = lines_of(visible.tables, decoded[first:])
    return News(tuple(lines[-n_lines:]), _last_way(decoded), *_last_fight(decoded))


def readable(visible: Visibility, events: np.ndarray) -> np.ndarray:
    """Return which rows of the log the viewer may read, bool (n,)."""
    return np.ones(len(events), bool) if visible.side == OPEN else is_open(visible.tables, events, visible.side)


def _last_way(decoded: list[Happened]) -> tuple[int, ...]:
    """Return the cells of the last move, advance or retreat since the last headline."""
    way: tuple[int, ...] = ()
    for event in decoded:
        if isinstance(event, EVENTS.MOVED | EVENTS.ADVANCED | EVENTS.RETREATED):
            way = (event.start, event.goal)
        elif isinstance(event, EVENTS.THROUGH) and way:
            way = (*way[:-1], event.cell, way[-1])
        elif isinstance(event, EVENTS.STAGE_BEGUN | EVENTS.TARGET):
            way = ()
    return way


def _last_fight(decoded: list[Happened]) -> tuple[int, tuple[int, int] | None, int, str]:
    """Return cell, strengths, die and result of the last combat of this segment."""
    cell, odds, die, result = NOWHERE, None, 0, ""
    target = NOWHERE
    for event in decoded:
        if isinstance(event, EVENTS.STAGE_BEGUN):
            cell, odds, die, result = NOWHERE, None, 0, ""
        elif isinstance(event, EVENTS.TARGET):
            target = event.cell
        elif isinstance(event, EVENTS.ODDS):
            odds, die, result = (event.attack, event.defence), 0, ""
        elif isinstance(event, EVENTS.COMBAT_RESULT):
            cell, die = target, event.die
            result = f"A{event.attacker} D{'B' if event.defender == BREAKTHROUGH else event.defender}"
    return cell, odds, die, result
