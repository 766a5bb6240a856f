"""The log: events in words."""

import enum
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from ctv_env.core.codes import Vocabulary
from ctv_env.core.events import Event, EventTable, Happened
from ctv_env.core.terms import SpecError

Words = type[Vocabulary] | Sequence[str] | Callable[[typing.Any, int], str]
"""The words for the numbers of a field: a vocabulary's, in order from 0, or (tables, number) -> words."""


class Log:
    """Writes lines about events.  Each game has its own, derived from this one.

    Attributes:
        events: the table.
        words: words of fields by name; a field without them is told as a number.

    The line of an event stands in the table, ``"  {side} lose {steps:+d} in {cell}"``; ``{Side}`` is ``{side}`` with a
    capital.  An event that needs more has a method here instead, ``tell_moved`` for MOVED, which receives the named
    tuple and returns the line: several with newlines between them, or ``""`` for none.

    Args:
        tables: the tables of the game.
    """

    events: EventTable
    words: Mapping[str, Words]

    def __init_subclass__(cls) -> None:
        """Raise a SpecError unless each event has either a line or a method."""
        for kind in cls.events.kinds:
            if bool(kind.line) == hasattr(cls, _method(kind)):
                raise SpecError(f"the event {kind.name} must have either a line or a method {_method(kind)}")

    def __init__(self, tables: typing.Any):
        self.tables = tables

    @classmethod
    def told(cls, tables: typing.Any, rows: np.ndarray) -> list[str]:
        """Return the lines of rows of ``w.event``, from one or more steps: see ``Language.log``."""
        return cls(tables).lines(cls.events.read(rows))

    @classmethod
    def visible(cls, tables: typing.Any, rows: np.ndarray, side: int) -> np.ndarray:
        """Return the rows that ``side`` may read if secrets are those of a field ``side``: see ``Language``."""
        return rows[~cls.events.secret(rows, side, {"side": lambda sides: sides})]

    def lines(self, events: Iterable[Happened]) -> list[str]:
        """Return the lines of events in order, from one or more steps."""
        return [line for event in self.joined(events) for line in self.tell(event).split("\n") if line]

    def joined(self, events: Iterable[Happened]) -> Iterator[Happened]:
        """Yield the events; neighbours that share a line become one, with tuples for the fields that it lists."""
        neighbours: list[Happened] = []
        for event in events:
            if neighbours and not self._share(neighbours[0], event):
                yield self._one(neighbours)
                neighbours = []
            neighbours.append(event)
        if neighbours:
            yield self._one(neighbours)

    def _share(self, one: Happened, other: Happened) -> bool:
        """Whether two events share a line: they are of one kind and differ only in what it lists."""
        listed = self.events.joined(other)
        if not listed or type(one) is not type(other):
            return False
        return all(a == b for field, a, b in zip(one._fields, one, other, strict=True) if field not in listed)

    def _one(self, neighbours: Sequence[Happened]) -> Happened:
        """Return the event of a line."""
        listed = self.events.joined(neighbours[0])
        if not listed:
            return neighbours[0]
        return neighbours[0]._replace(**{field: tuple(getattr(one, field) for one in neighbours) for field in listed})

    def tell(self, event: Happened) -> str:
        """Return the line of an event."""
        kind = self.events.kind(event)
        return kind.line.format_map(_Told(self, event)) if kind.line else getattr(self, _method(kind))(event)

    def word(self, field: str, number: int) -> str | int:
        """Return the words for a number of a field; the number itself if the field has none."""
        words = self.words.get(field)
        if words is None:
            return number
        if isinstance(words, enum.EnumType):
            return words(number).word
        return words(self.tables, number) if callable(words) else words[number]


class _Told(dict):
    """The fields of an event in words, by the names that its line may use."""

    def __init__(self, log: Log, event: Happened):
        self._log, self._event = log, event

    def __missing__(self, name: str) -> str | int:
        field = name[0].lower() + name[1:]
        number = getattr(self._event, field)
        if isinstance(number, tuple):
            words: str | int = ", ".join(str(self._log.word(field, one)) for one in number)
        else:
            words = self._log.word(field, number)
        return words if name == field else str(words)[0].upper() + str(words)[1:]


def _method(kind: Event) -> str:
    return f"tell_{kind.name.lower()}"
