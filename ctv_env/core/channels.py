"""Named observation channels: declared once, they give array shapes, bounds, offsets, docs and a layout hash."""

import dataclasses
import hashlib
import math
import typing

import numpy as np


class Channel(typing.NamedTuple):
    """``n`` neighbouring channels of one meaning, with values from ``low`` to ``high``."""

    name: str
    meaning: str
    low: float = 0.0
    high: float = 1.0
    n: int = 1


@dataclasses.dataclass(frozen=True)
class Layout:
    """The channels of one float32 array of shape ``before + (n_channels,) + after``.

    Raises:
        ValueError: two channels of one name, or a channel without a range.
    """

    name: str
    channels: tuple[Channel, ...]
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()

    def __post_init__(self):
        names = [channel.name for channel in self.channels]
        if len(set(names)) < len(names):
            twice = sorted({name for name in names if names.count(name) > 1})
            raise ValueError(f"layout {self.name!r} names a channel twice: {', '.join(twice)}")
        for channel in self.channels:
            if not (channel.low < channel.high and channel.n > 0):
                raise ValueError(f"channel {channel.name!r} of {self.name!r} needs low < high and n > 0: {channel}")

    @property
    def n_channels(self) -> int:
        """Number of channels, each of a group counted."""
        return sum(channel.n for channel in self.channels)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array."""
        return (*self.before, self.n_channels, *self.after)

    @property
    def size(self) -> int:
        """Number of values in the array."""
        return math.prod(self.shape)

    def at(self, name: str) -> int:
        """Index of the first channel called ``name``.

        Raises:
            KeyError: no such channel.
        """
        index = 0
        for channel in self.channels:
            if channel.name == name:
                return index
            index += channel.n
        raise KeyError(f"no channel {name!r} in {self.name!r}")

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest value of each element, float32 in the array's shape."""
        lows = np.array([channel.low for channel in self.channels for _ in range(channel.n)], np.float32)
        highs = np.array([channel.high for channel in self.channels for _ in range(channel.n)], np.float32)
        column = (-1, *(1 for _ in self.after))
        return tuple(np.broadcast_to(values.reshape(column), self.shape).copy() for values in (lows, highs))


def layout_hash(*layouts: Layout) -> str:
    """Hash of names, shapes, order and ranges (16 hex digits); checkpoints carry it."""
    facts = [
        (layout.name, layout.shape, [(c.name, c.n, float(c.low), float(c.high)) for c in layout.channels])
        for layout in layouts
    ]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def split(row: np.ndarray, layouts: typing.Sequence[Layout]) -> dict[str, np.ndarray]:
    """Views into rows that hold the arrays of ``layouts`` one behind the other; leading axes are kept."""
    arrays, first = {}, 0
    for layout in layouts:
        part = row[..., first : first + layout.size]
        arrays[layout.name] = part.reshape(*row.shape[:-1], *layout.shape)
        first += layout.size
    return arrays
