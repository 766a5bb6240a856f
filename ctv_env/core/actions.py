"""Action spaces: named segments laid out end to end, so that every action of a game is one number."""

import functools
import hashlib
import typing
from collections.abc import Iterable, Sequence


class Segment(typing.NamedTuple):
    """Part of an action space: the actions ``first`` to ``first + size - 1``."""

    name: str
    first: int
    size: int


class SegmentDeclaration(typing.NamedTuple):
    """The declaration of a segment, whose size may differ between scenarios.

    Attributes:
        name: its name.
        size: number of actions, or the name of the field of the tables record that holds it.
        first_thing: number of the thing that the first action names.
    """

    name: str
    size: int | str
    first_thing: int = 0


class ActionLayout:
    """Named segments in a fixed order.

    Args:
        sizes: name and number of actions of each segment, in order.
        idle: name of the segment with the single action that does nothing.  It is the only action in the mask once a
            game is over, so that samplers do not fail.

    Attributes:
        segments: the segments in order.
        n: number of actions.
        idle: number of the idle action.

    Raises:
        ValueError: a repeated name, an empty segment, or an idle segment that is missing or has several actions.
    """

    def __init__(self, sizes: Iterable[tuple[str, int]], idle: str):
        segments: list[Segment] = []
        first = 0
        for name, size in sizes:
            if size < 1 or any(name == other.name for other in segments):
                raise ValueError(f"segment {name!r} has {size} actions: it needs a unique name and one or more actions")
            segments.append(Segment(name, first, size))
            first += size
        self.segments, self.n = tuple(segments), first
        if self.size(idle) != 1:
            raise ValueError(f"the idle segment {idle!r} must have exactly one action, not {self.size(idle)}")
        self.idle = self.first(idle)

    def first(self, name: str) -> int:
        """Return the first action of a segment; ValueError for an unknown name."""
        return self._segment(name).first

    def size(self, name: str) -> int:
        """Return the number of actions of a segment; ValueError for an unknown name."""
        return self._segment(name).size

    def locate(self, action: int) -> tuple[str, int]:
        """Return the segment of an action and its index in that segment.

        Raises:
            ValueError: no such action number.
        """
        for segment in self.segments:
            if segment.first <= action < segment.first + segment.size:
                return segment.name, int(action) - segment.first
        raise ValueError(f"no action {action!r}: actions are whole numbers from 0 to {self.n - 1}")

    @functools.cached_property
    def hash(self) -> str:
        """Hash of names, order and sizes (16 hex digits); stored in checkpoints and records."""
        facts = tuple(tuple(segment) for segment in self.segments), self.n
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]

    def _segment(self, name: str) -> Segment:
        for segment in self.segments:
            if segment.name == name:
                return segment
        raise ValueError(f"no segment {name!r}: there are {', '.join(one.name for one in self.segments)}")


def layout_of(segments: Sequence[SegmentDeclaration], **sizes: int) -> ActionLayout:
    """Return an action space, whose idle action is that of the first segment.

    Args:
        segments: in order.
        sizes: the sizes that differ between scenarios, by the names of their fields.

    Raises:
        ValueError: a size is missing, or as for ``ActionLayout``.
    """
    missing = [one.size for one in segments if isinstance(one.size, str) and one.size not in sizes]
    if missing:
        raise ValueError(f"sizes of segments that are not given: {', '.join(missing)}")
    named = ((one.name, sizes[one.size] if isinstance(one.size, str) else one.size) for one in segments)
    return ActionLayout(named, idle=segments[0].name)
