"""Joining of events into log lines: the hexes of a path join its move, similar events become a list."""

import typing
from collections.abc import Iterable

from ctv_env.games.ctv.model import events
from ctv_env.games.ctv.model.codes import NOWHERE


class _Joining(typing.NamedTuple):
    """How consecutive events of a class are joined into a line."""

    listed: str  # field whose values the line lists
    same: tuple[str, ...] = ()  # fields that must agree


_JOINED: dict[type, _Joining] = {
    events.AirBack: _Joining("piece"),
    events.SupplyChanged: _Joining("piece", same=("supplied",)),
    events.Control: _Joining("cell", same=("side",)),
    events.Attacker: _Joining("piece", same=("cell",)),
    events.Support: _Joining("piece", same=("defending",)),
    events.Disorganised: _Joining("piece", same=("level",)),
    events.Retreated: _Joining("piece", same=("start", "goal")),
    events.Surrendered: _Joining("piece"),
}


class Entry(typing.NamedTuple):
    """The content of a line: an event, the values listed with it, and the cells passed on the way."""

    event: typing.Any  # an instance of a class of events.py
    listed: tuple[int, ...] = ()
    via: tuple[int, ...] = ()


def joined(decoded: Iterable[typing.NamedTuple]) -> list[Entry]:
    """Return the entries of events: hexes of a path join its move, consecutive events of the same kind are merged."""
    entries: list[Entry] = []
    move = NOWHERE  # index of the last move
    for event in decoded:
        if isinstance(event, events.Through) and move != NOWHERE and entries[move].event.piece == event.piece:
            entries[move] = entries[move]._replace(via=(*entries[move].via, event.cell))
            continue
        if isinstance(event, events.Moved | events.Advanced):
            move = len(entries)
        joining = _JOINED.get(type(event))
        if joining is None:
            entries.append(Entry(event))
            continue
        listed = getattr(event, joining.listed)
        if entries and _agree(entries[-1].event, event, joining.same):
            entries[-1] = entries[-1]._replace(listed=(*entries[-1].listed, listed))
        else:
            entries.append(Entry(event, (listed,)))
    return entries


def _agree(one: typing.NamedTuple, other: typing.NamedTuple, fields: tuple[str, ...]) -> bool:
    """Return True if two events are of the same class and agree in ``fields``."""
    return type(one) is type(other) and all(getattr(one, field) == getattr(other, field) for field in fields)
