"""Named observation channels: declared once, they give array shapes, bounds, offsets, docs and a layout hash.

Most decisions change little of what is observed, so a channel also declares what changes it.  A game names its kinds of
change ("a piece moved"); where one of them is all that happened since an array was filled, only the fillers of channels
that it changes run again.  A channel that declares nothing is filled again after every change: slower, never stale.

What is observed is kept in whole numbers from 0 to 255 (uint8).  A channel says what they mean: its value is
``(number - zero) / scale``, and that is what the float32 arrays hold; both forms say the same.
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
"""Codes of two changes that every layout has: the array holds nothing yet; anything but the tables may have changed."""
FIRST_CHANGE = 2
"""Code of the first kind of change that a layout names."""


class Channel(typing.NamedTuple):
    """``n`` neighbouring channels of one meaning, with numbers from 0 to ``top``."""

    name: str
    meaning: str
    top: int = 1
    zero: int = 0  # the number that stands for the value 0
    scale: int = 0  # numbers to a value of 1; 0 for top - zero
    n: int = 1
    filler: str = ""  # name of the filler that it shares with other channels; "" for one of its own, of its own name
    changes: tuple[str, ...] | None = None  # kinds of change that may alter it; None for all of them
    local: tuple[str, ...] = ()  # those of them after which a refill of what they touched is enough
    static: bool = False  # told by the tables alone: no change alters it

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


class Filling(typing.TypedDict, total=False):
    """What channels that are filled together have in common: keywords of ``Channel``."""

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
        ValueError: two channels of one name, a channel whose range is none, or one that declares a change that the
            layout does not name or contradicts itself.
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
        """Copied and pickled by what is declared; what is worked out from it is worked out again."""
        return Layout, tuple(getattr(self, field.name) for field in dataclasses.fields(self))

    def _check_changes(self, channel: Channel) -> None:
        """Raise the ValueError of a channel whose changes are wrong."""
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

    @functools.cached_property
    def first(self) -> typing.Any:
        """Named tuple: offset of the first number of each channel, in the flat array or in its row of ``before``."""
        places = {channel.name: self.at(channel.name) * math.prod(self.after) for channel in self.channels}
        return collections.namedtuple("first", places)(**places)

    def written_by(self, filler: str) -> tuple[int, ...]:
        """Offsets, as ``first`` has them, of all channels that ``filler`` writes, each of a group counted."""
        channels = [channel for channel in self.channels if filler == (channel.filler or channel.name)]
        indices = [self.at(channel.name) + k for channel in channels for k in range(channel.n)]
        return tuple(index * math.prod(self.after) for index in indices)

    @functools.cached_property
    def refills(self) -> typing.Any:
        """Named tuple by filler, of bit masks: after which changes, by code, it must write all of its channels."""
        return self._masks("refills", self._whole)

    @functools.cached_property
    def local_refills(self) -> typing.Any:
        """As ``refills``: after which other changes it is enough that it writes what they touched."""
        masks = self._masks("local_refills", lambda channel: self._bits(channel.local))
        return masks._replace(**{name: getattr(masks, name) & ~mask for name, mask in self.refills._asdict().items()})

    @functools.cached_property
    def runs(self) -> np.ndarray:
        """int64 (codes, most, 2): by change, first number and end of each run of channels that are written as a whole.

        For an array without ``before``; runs that are not needed are empty.  Zeros written run by run, before any
        filler starts, go through memory in order: a clear of each filler's own was slower.
        """
        codes = range(FIRST_CHANGE + len(self.changes))
        runs = [self._runs_after(change) for change in codes]
        most = max(map(len, runs))
        return np.array([found + [(0, 0)] * (most - len(found)) for found in runs], np.int64)

    def _runs_after(self, change: int) -> list[tuple[int, int]]:
        """The runs of one change, in order."""
        found: list[tuple[int, int]] = []
        for channel in self.channels:
            first = self.at(channel.name) * math.prod(self.after)
            end = first + channel.n * math.prod(self.after)
            if getattr(self.refills, channel.filler or channel.name) >> change & 1:
                joined = found and found[-1][1] == first
                found[-1:] = [(found[-1][0], end)] if joined else [*found[-1:], (first, end)]
        return found

    def _whole(self, channel: Channel) -> int:
        """Bit mask of the changes after which all of ``channel`` must be written anew."""
        if channel.static:
            return 1 << NEW
        declared = self.changes if channel.changes is None else channel.changes
        return 1 << NEW | 1 << ANY | self._bits(set(declared) - set(channel.local))

    def _bits(self, changes: typing.Iterable[str]) -> int:
        return sum(1 << FIRST_CHANGE + self.changes.index(change) for change in changes)

    def _masks(self, name: str, mask_of: typing.Callable[[Channel], int]) -> typing.Any:
        """Named tuple by filler: the masks of all its channels together."""
        masks: dict[str, int] = {}
        for channel in self.channels:
            filler = channel.filler or channel.name
            masks[filler] = masks.get(filler, 0) | mask_of(channel)
        return collections.namedtuple(name, masks)(**masks)

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
