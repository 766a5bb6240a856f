"""Named observation channels: declared once, they give array shapes, bounds, offsets, docs and a layout hash.

What is observed is kept in whole numbers from 0 to 255 (uint8).  A channel says what they mean: its value is
``(number - zero) / scale``, and that is what the float32 arrays hold; both forms say the same.
"""

import dataclasses
import functools
import hashlib
import math
import typing

import numpy as np
import numpy.typing as npt

DTYPES = ("uint8", "float32")


class Channel(typing.NamedTuple):
    """``n`` neighbouring channels of one meaning, with numbers from 0 to ``top``."""

    name: str
    meaning: str
    top: int = 1
    zero: int = 0  # the number that stands for the value 0
    scale: int = 0  # numbers to a value of 1; 0 for top - zero
    n: int = 1

    @property
    def unit(self) -> int:
        """Numbers to a value of 1."""
        return self.scale or self.top - self.zero

    @property
    def low(self) -> float:
        """Lowest value."""
        return -self.zero / self.unit

    @property
    def high(self) -> float:
        """Highest value."""
        return (self.top - self.zero) / self.unit


@dataclasses.dataclass(frozen=True)
class Layout:
    """The channels of one array of shape ``before + (n_channels,) + after``.

    Raises:
        ValueError: two channels of one name, or a channel whose range is none.
    """

    name: str
    channels: tuple[Channel, ...]
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        names = [channel.name for channel in self.channels]
        if len(set(names)) < len(names):
            twice = sorted({name for name in names if names.count(name) > 1})
            raise ValueError(f"layout {self.name!r} names a channel twice: {', '.join(twice)}")
        for channel in self.channels:
            if not (0 <= channel.zero < channel.top <= 255 and channel.scale >= 0 and channel.n > 0):
                needs = "0 <= zero < top <= 255, scale >= 0 and n > 0"
                raise ValueError(f"channel {channel.name!r} of {self.name!r} needs {needs}: {channel}")

    @functools.cached_property
    def n_channels(self) -> int:
        """Number of channels, each of a group counted."""
        return sum(channel.n for channel in self.channels)

    @functools.cached_property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array."""
        return (*self.before, self.n_channels, *self.after)

    @functools.cached_property
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

    def bounds(self, dtype: str) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest entry of each element, of type ``dtype`` ("uint8" or "float32") in the array's shape."""
        if dtype == "uint8":
            return np.zeros(self.shape, np.uint8), self._spread([channel.top for channel in self.channels], np.uint8)
        lows, highs = [channel.low for channel in self.channels], [channel.high for channel in self.channels]
        return self._spread(lows, np.float32), self._spread(highs, np.float32)

    def meaning(self) -> tuple[np.ndarray, np.ndarray]:
        """float32, in the array's shape: the number that stands for 0, and the value of one number more."""
        zeros, units = [channel.zero for channel in self.channels], [channel.unit for channel in self.channels]
        return self._spread(zeros, np.float32), np.float32(1) / self._spread(units, np.float32)

    def _spread(self, entries: list, dtype: npt.DTypeLike) -> np.ndarray:
        """One entry for each channel, as an array of the layout's shape."""
        each = np.repeat(np.array(entries, dtype), [channel.n for channel in self.channels])
        return np.broadcast_to(each.reshape(-1, *(1 for _ in self.after)), self.shape).copy()


def layout_hash(*layouts: Layout) -> str:
    """Hash of names, shapes, order and ranges (16 hex digits); checkpoints carry it."""
    facts = [
        (layout.name, layout.shape, [(c.name, c.n, c.top, c.zero, c.unit) for c in layout.channels])
        for layout in layouts
    ]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def meaning_of(layouts: typing.Sequence[Layout]) -> tuple[np.ndarray, np.ndarray]:
    """``Layout.meaning`` of arrays that lie one behind the other: two vectors, float32 (size,)."""
    zeros, units = zip(*(layout.meaning() for layout in layouts), strict=True)
    return np.concatenate([array.ravel() for array in zeros]), np.concatenate([array.ravel() for array in units])


def split(row: np.ndarray, layouts: typing.Sequence[Layout]) -> dict[str, np.ndarray]:
    """Views into rows that hold the arrays of ``layouts`` one behind the other; leading axes are kept."""
    arrays, first = {}, 0
    for layout in layouts:
        part = row[..., first : first + layout.size]
        arrays[layout.name] = part.reshape(*row.shape[:-1], *layout.shape)
        first += layout.size
    return arrays
