"""Named observation channels, whose declarations determine array shapes, bounds, offsets, docs and a layout hash.

Most decisions change only a few channels, so a channel also declares what changes it.  A game names its kinds of change
("a piece moved"); if only one kind of change has happened since an array was filled, only the fillers of the channels
that it affects run again.  A channel that declares nothing is refilled after every change, which is slower but safe.

Observations are stored as integers from 0 to 255 (uint8).  The value of a channel is ``(number - zero) / scale``; the
float32 arrays hold these values.
"""

import collections
import dataclasses
import functools
import hashlib
import math
import typing

import numpy as np
import numpy.typing as npt

DTYPES = ("uint8", "float32")

NEW, ANY = 0, 1
"""Codes of two changes that every layout has: the array is empty; anything except the tables may have changed."""
FIRST_CHANGE = 2
"""Code of the first kind of change named by a layout."""


class Channel(typing.NamedTuple):
    """``n`` consecutive channels with the same meaning and numbers from 0 to ``top``."""

    name: str
    meaning: str
    top: int = 1
    zero: int = 0  # the number that represents the value 0
    scale: int = 0  # numbers per unit of value; 0 for top - zero
    n: int = 1
    filler: str = ""  # name of a filler shared with other channels; "" for a filler with the channel's own name
    changes: tuple[str, ...] | None = None  # kinds of change that may affect it; None for all of them
    local: tuple[str, ...] = ()  # those of ``changes`` after which refilling what they touched is enough
    static: bool = False  # depends only on the tables: no change affects it

    @property
    def unit(self) -> int:
        """Numbers per unit of value."""
        return self.scale or self.top - self.zero

    @property
    def low(self) -> float:
        """Lowest value."""
        return -self.zero / self.unit

    @property
    def high(self) -> float:
        """Highest value."""
        return (self.top - self.zero) / self.unit


class Filling(typing.TypedDict, total=False):
    """Keywords of ``Channel`` that are common to channels filled together."""

    filler: str
    changes: tuple[str, ...]
    local: tuple[str, ...]
    static: bool


@dataclasses.dataclass(frozen=True)
class Layout:
    """The channels of one array of shape ``before + (n_channels,) + after``.

    Attributes:
        changes: the game's kinds of change; their codes, beside ``NEW`` and ``ANY``, count from ``FIRST_CHANGE``.

    Raises:
        ValueError: a repeated channel name, an empty range, or a channel whose changes are unknown or contradictory.
    """

    name: str
    channels: tuple[Channel, ...]
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    changes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = [channel.name for channel in self.channels]
        if len(set(names)) < len(names):
            twice = sorted({name for name in names if names.count(name) > 1})
            raise ValueError(f"layout {self.name!r} names a channel twice: {', '.join(twice)}")
        for channel in self.channels:
            if not (0 <= channel.zero < channel.top <= 255 and channel.scale >= 0 and channel.n > 0):
                needs = "0 <= zero < top <= 255, scale >= 0 and n > 0"
                raise ValueError(f"channel {channel.name!r} of {self.name!r} needs {needs}: {channel}")
            self._check_changes(channel)

    def __reduce__(self) -> tuple[type["Layout"], tuple[typing.Any, ...]]:
        """Copy and pickle only the declared fields; derived values are recomputed."""
        return Layout, tuple(getattr(self, field.name) for field in dataclasses.fields(self))

    def _check_changes(self, channel: Channel) -> None:
        """Raise a ValueError if the changes of a channel are wrong."""
        who = f"channel {channel.name!r} of {self.name!r}"
        declared = channel.changes or ()
        unknown = set(declared) - set(self.changes)
        if unknown:
            raise ValueError(f"{who} declares changes that the layout does not name: {', '.join(sorted(unknown))}")
        if not set(channel.local) <= set(declared):
            raise ValueError(f"{who} has local changes that are not among its changes")
        if channel.static and channel.changes is not None:
            raise ValueError(f"{who} is static and declares changes")

    @functools.cached_property
    def n_channels(self) -> int:
        """Number of channels, counting every member of a group."""
        return sum(channel.n for channel in self.channels)

    @functools.cached_property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array."""
        return (*self.before, self.n_channels, *self.after)

    @functools.cached_property
    def size(self) -> int:
        """Number of values in the array."""
        return math.prod(self.shape)

    @functools.cached_property
    def first(self) -> typing.Any:
        """Named tuple: offset of the first number of each channel, in the flat array or within a row of ``before``."""
        places = {channel.name: self.at(channel.name) * math.prod(self.after) for channel in self.channels}
        return collections.namedtuple("first", places)(**places)

    def written_by(self, filler: str) -> tuple[int, ...]:
        """Return the offsets, as in ``first``, of all channels that ``filler`` writes, including every group member."""
        channels = [channel for channel in self.channels if filler == (channel.filler or channel.name)]
        indices = [self.at(channel.name) + k for channel in channels for k in range(channel.n)]
        return tuple(index * math.prod(self.after) for index in indices)

    @functools.cached_property
    def refills(self) -> typing.Any:
        """Named tuple by filler: bit mask of the changes, by code, after which it must write all its channels."""
        return self._masks("refills", self._whole)

    @functools.cached_property
    def local_refills(self) -> typing.Any:
        """Like ``refills``: bit mask of the other changes, after which writing only the touched cells is enough."""
        masks = self._masks("local_refills", lambda channel: self._bits(channel.local))
        return masks._replace(**{name: getattr(masks, name) & ~mask for name, mask in self.refills._asdict().items()})

    @functools.cached_property
    def runs(self) -> np.ndarray:
        """int64 (codes, most, 2): by change, first number and end of each run of channels that are written in full.

        Only for arrays without ``before``; unused runs are empty.  Zeroing the runs in order before any filler starts
        is faster than letting each filler clear its own channels.
        """
        codes = range(FIRST_CHANGE + len(self.changes))
        runs = [self._runs_after(change) for change in codes]
        most = max(map(len, runs))
        return np.array([found + [(0, 0)] * (most - len(found)) for found in runs], np.int64)

    def _runs_after(self, change: int) -> list[tuple[int, int]]:
        """Return the runs of one change, in order."""
        found: list[tuple[int, int]] = []
        for channel in self.channels:
            first = self.at(channel.name) * math.prod(self.after)
            end = first + channel.n * math.prod(self.after)
            if getattr(self.refills, channel.filler or channel.name) >> change & 1:
                joined = found and found[-1][1] == first
                found[-1:] = [(found[-1][0], end)] if joined else [*found[-1:], (first, end)]
        return found

    def _whole(self, channel: Channel) -> int:
        """Return a bit mask of the changes after which all of ``channel`` must be rewritten."""
        if channel.static:
            return 1 << NEW
        declared = self.changes if channel.changes is None else channel.changes
        return 1 << NEW | 1 << ANY | self._bits(set(declared) - set(channel.local))

    def _bits(self, changes: typing.Iterable[str]) -> int:
        return sum(1 << FIRST_CHANGE + self.changes.index(change) for change in changes)

    def _masks(self, name: str, mask_of: typing.Callable[[Channel], int]) -> typing.Any:
        """Return a named tuple by filler: the union of the masks of its channels."""
        masks: dict[str, int] = {}
        for channel in self.channels:
            filler = channel.filler or channel.name
            masks[filler] = masks.get(filler, 0) | mask_of(channel)
        return collections.namedtuple(name, masks)(**masks)

    def at(self, name: str) -> int:
        """Return the index of the first channel called ``name``.

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
        """Return the lowest and highest value of each element, as arrays of ``dtype`` ("uint8" or "float32")."""
        if dtype == "uint8":
            return np.zeros(self.shape, np.uint8), self._spread([channel.top for channel in self.channels], np.uint8)
        lows, highs = [channel.low for channel in self.channels], [channel.high for channel in self.channels]
        return self._spread(lows, np.float32), self._spread(highs, np.float32)

    def meaning(self) -> tuple[np.ndarray, np.ndarray]:
        """Return two float32 arrays of the layout's shape: the number that represents 0, and the value of one step."""
        zeros, units = [channel.zero for channel in self.channels], [channel.unit for channel in self.channels]
        return self._spread(zeros, np.float32), np.float32(1) / self._spread(units, np.float32)

    def _spread(self, entries: list, dtype: npt.DTypeLike) -> np.ndarray:
        """Broadcast one entry per channel to an array of the layout's shape."""
        each = np.repeat(np.array(entries, dtype), [channel.n for channel in self.channels])
        return np.broadcast_to(each.reshape(-1, *(1 for _ in self.after)), self.shape).copy()


def layout_hash(*layouts: Layout) -> str:
    """Return a hash of names, shapes, order and ranges (16 hex digits); stored in checkpoints."""
    facts = [
        (layout.name, layout.shape, [(c.name, c.n, c.top, c.zero, c.unit) for c in layout.channels])
        for layout in layouts
    ]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def meaning_of(layouts: typing.Sequence[Layout]) -> tuple[np.ndarray, np.ndarray]:
    """Return ``Layout.meaning`` of arrays that are contiguous in memory: two vectors, float32 (size,)."""
    zeros, units = zip(*(layout.meaning() for layout in layouts), strict=True)
    return np.concatenate([array.ravel() for array in zeros]), np.concatenate([array.ravel() for array in units])


def split(row: np.ndarray, layouts: typing.Sequence[Layout]) -> dict[str, np.ndarray]:
    """Return views into rows that hold the arrays of ``layouts`` contiguously; leading axes are kept."""
    arrays, first = {}, 0
    for layout in layouts:
        part = row[..., first : first + layout.size]
        arrays[layout.name] = part.reshape(*row.shape[:-1], *layout.shape)
        first += layout.size
    return arrays
