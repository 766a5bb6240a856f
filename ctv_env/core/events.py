"""Events: what happens in a step, as rows of numbers that rules write, and that logs and pictures read.

A game declares each of its events once, in a table::

    EVENTS = EventTable(
        Event("MOVED", "A unit moves (13).", "piece start goal", "  {piece} moves from {start} to {goal}"),
        Event("DRAWN", "A side draws a chit (6.2).", "side chit", "  {side} draw {chit}", secret="side"),
    )
    EV = codes(EVENTS.names)

    @EVENTS.writer
    def emit(w, code, *numbers):
        \"\"\"Write an event to ``w.event``.\"\"\"

Rules write ``emit(w, EV.MOVED, p, start, goal)``.  A row is the code, the fields in order, then zeros; Python reads it
as a named tuple, ``EVENTS.MOVED(piece=4, start=17, goal=18)``.  ``core/log.py`` makes lines of them.
"""

import collections
import string
import typing
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ctv_env.core.jit import checked, filled_in
from ctv_env.core.terms import SpecError

Happened = typing.Any
"""An event that has happened: a named tuple of the table, with the fields as attributes."""

Owner = Callable[[np.ndarray], typing.Any]
"""Numbers of a field, int (n,) -> the side that owns each, (n,)."""

CODE = 0
"""The column of a row that holds the code."""


class Event(typing.NamedTuple):
    """A kind of event.

    Args:
        name: of its code.
        meaning: what happens, and the rule.
        fields: names of its numbers, separated by blanks.
        line: its line in the log, with fields in braces (``core/log.py``); empty if a method of the log writes it.
        joined: fields, separated by blanks, in which neighbouring events may differ and yet share a line, which lists
            them; empty if each has its own.
        secret: field whose owner alone may read the event if there are secrets; empty if both sides always may.
        seen: field that opens a secret event to both sides unless it is 0; empty for none.
    """

    name: str
    meaning: str
    fields: str
    line: str = ""
    joined: str = ""
    secret: str = ""
    seen: str = ""


class EventTable:
    """The events of a game.

    Args:
        kinds: the events in the order of their codes, which count from 0.
        width: columns of a row; 0 for as many as the longest event needs.

    Raises:
        SpecError: an event with the name of another, a field named twice, a line or a role with a field that the event
            lacks, or a row that is too narrow.
    """

    def __init__(self, *kinds: Event, width: int = 0):
        self.kinds = kinds
        self.names = tuple(kind.name for kind in kinds)
        for kind in kinds:
            _check(kind, self.names)
        needed = 1 + max((len(kind.fields.split()) for kind in kinds), default=0)
        if width and width < needed:
            raise SpecError(f"a row of {width} columns is too narrow for the longest event, which needs {needed}")
        self.width = width or needed
        self._types = tuple(_type(kind) for kind in kinds)
        vars(self).update(zip(self.names, self._types, strict=True))
        self._codes = {one: code for code, one in enumerate(self._types)}
        self._joined = {one: tuple(kind.joined.split()) for one, kind in zip(self._types, kinds, strict=True)}

    def __getattr__(self, name: str) -> typing.Any:
        """Refuse a name that no event has; the named tuples themselves are attributes."""
        raise AttributeError(f"no event {name!r}")

    def kind(self, event: Happened) -> Event:
        """Return the kind of an event that has happened."""
        return self.kinds[self._codes[type(event)]]

    def joined(self, event: Happened) -> tuple[str, ...]:
        """Return the fields in which an event may differ from a neighbour with which it shares a line."""
        return self._joined[type(event)]

    def column(self, name: str, field: str) -> int:
        """Return the column that holds a field in the rows of an event."""
        return 1 + int(getattr(self, name)._fields.index(field))

    def read(self, rows: np.ndarray) -> list[Happened]:
        """Return the events of a log, in order.

        Args:
            rows: int (n, width), rows of ``w.event``.
        """
        return [self._read(row) for row in rows.tolist()]

    def _read(self, row: Sequence[int]) -> Happened:
        event = self._types[row[CODE]]
        return event._make(row[1 : 1 + len(event._fields)])

    def row(self, event: Happened) -> list[int]:
        """Return the row of an event."""
        numbers = [self._codes[type(event)], *event]
        return numbers + [0] * (self.width - len(numbers))

    def secret(
        self, rows: np.ndarray, side: int, owners: Mapping[str, Callable[[np.ndarray], typing.Any]]
    ) -> np.ndarray:
        """Return which rows ``side`` may not read if there are secrets, bool (n,).

        Args:
            rows: int (n, width).
            side: index of the reading side.
            owners: who owns what, for each field that the table calls ``secret``.

        Raises:
            SpecError: nobody says who owns what one of these fields names.
        """
        found = np.zeros(len(rows), bool)
        for code, kind in enumerate(self.kinds):
            if kind.secret:
                if kind.secret not in owners:
                    known = ", ".join(owners)
                    raise SpecError(f"the event {kind.name} is secret by its {kind.secret}: only {known} has an owner")
                told = np.flatnonzero(rows[:, CODE] == code)
                found[told] = owners[kind.secret](rows[told, self.column(kind.name, kind.secret)]) != side
                if kind.seen:
                    found[told] &= rows[told, self.column(kind.name, kind.seen)] == 0
        return found

    def writer(self, function: Callable) -> Callable:
        """Decorator: fill in ``emit(w, code, *numbers)``, a function without a body that writes an event.

        The code must be named in the call, ``EV.MOVED``, and a number be given for each field: else a TypeError says
        what is wrong, when the caller is compiled, or when it runs interpreted.  Rows beyond the capacity of
        ``w.event`` are dropped.
        """
        most = max((len(one._fields) for one in self._types), default=0)
        numbers = [f"number_{column}" for column in range(1, most + 1)]
        body = [
            f"def {function.__name__}(w, code, {', '.join(f'{number}=0' for number in numbers)}):",
            "    n = int(w.n_event)",
            "    if n < len(w.event):",
            "        row = w.event[n]",
            f"        row[{CODE}] = code",
            *(f"        row[{column}] = {number}" for column, number in enumerate(numbers, 1)),
            "        w.n_event = n + 1",
        ]
        return checked(self._check_call)(filled_in(function, "\n".join(body), {}))

    def _check_call(self, _w: object, code: int | None, *numbers: object) -> None:
        if code is None:
            raise TypeError("an event is written by name, such as emit(w, EV.MOVED, ...), not by a variable")
        fields = self._types[code]._fields
        if len(numbers) != len(fields):
            wanted = f"the {len(fields)} numbers ({', '.join(fields)})" if fields else "no numbers"
            raise TypeError(f"the event {self.names[code]} takes {wanted}, not {len(numbers)}")


def _type(kind: Event) -> typing.Any:
    """Return the named tuple of a kind of event."""
    made: typing.Any = collections.namedtuple(kind.name, kind.fields)  # type: ignore[misc]
    made.__doc__ = kind.meaning
    return made


def _check(kind: Event, names: Sequence[str]) -> None:
    """Raise a SpecError if an event contradicts itself, or shares its name with another of ``names``."""
    fields = kind.fields.split()
    if names.count(kind.name) > 1:
        raise SpecError(f"two events are called {kind.name}")
    if len(set(fields)) < len(fields):
        raise SpecError(f"the event {kind.name} names a field twice: {kind.fields}")
    told = {name[0].lower() + name[1:] for _, name, _, _ in string.Formatter().parse(kind.line) if name}
    strange = told.union(kind.joined.split(), kind.secret.split(), kind.seen.split()).difference(fields)
    if strange:
        raise SpecError(f"the event {kind.name} has no field {', '.join(sorted(strange))}, but {kind.fields or 'none'}")
