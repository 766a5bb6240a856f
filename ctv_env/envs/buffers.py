"""Arrays that are handed out, and used again once nobody holds them any more.

A batch of observations takes tens of megabytes, and memory that is new to the process costs more than to fill it.
"""

import sys

import numpy as np

_MOST = 4
"""Arrays kept for reuse: those of the last steps.  Whoever holds more, such as a rollout, gets new ones."""


class Buffers:
    """Arrays of one shape and dtype, not cleared.

    An array is in use while anything refers to it: a view of it, or a tensor that shares its memory, does so too.
    """

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype):
        self._shape, self._dtype = shape, dtype
        self._kept: list[np.ndarray] = []
        self._references_if_free = _references([np.empty(0)], 0)

    def take(self) -> np.ndarray:
        """Return an array that nobody else uses; its values are arbitrary."""
        for k in range(len(self._kept)):
            if _references(self._kept, k) == self._references_if_free:
                return self._kept[k]
        new = np.empty(self._shape, self._dtype)
        if len(self._kept) < _MOST:
            self._kept.append(new)
        return new

    def __getstate__(self) -> tuple[tuple[int, ...], np.dtype]:
        """Leave the arrays out: a copy makes its own."""
        return self._shape, self._dtype

    def __setstate__(self, state: tuple[tuple[int, ...], np.dtype]) -> None:
        Buffers.__init__(self, *state)


def _references(arrays: list[np.ndarray], k: int) -> int:
    return sys.getrefcount(arrays[k])
