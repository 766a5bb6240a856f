"""Boards: named spaces and their adjacency; ``hexgrid.py`` builds on this."""

import functools
from collections.abc import Iterable, Sequence

import numpy as np


class Board:
    """Spaces and their neighbours.

    A space is an index.  The index n, one past the last space, is a sentinel for *off the board*, so that looking up a
    neighbour needs no bounds test.

    Args:
        names: names of the n spaces.
        neighbours: integers (n + 1, most neighbours): the neighbours of each space, padded with n.

    Raises:
        ValueError: a repeated name, or a table of the wrong shape.
    """

    def __init__(self, names: Sequence[str], neighbours: np.ndarray):
        self.names = tuple(names)
        self.n = len(self.names)
        self.neighbours = neighbours.astype(np.int16)
        if len(set(self.names)) < self.n or neighbours.shape[0] != self.n + 1:
            raise ValueError(f"a board needs distinct names and a row for each, plus one, not {neighbours.shape}")

    @classmethod
    def of_links(cls, names: Sequence[str], links: Iterable[tuple[str, str]]) -> "Board":
        """Return the board on which each of ``links`` joins two named spaces; ValueError for an unknown name."""
        names = tuple(names)
        beside: list[list[int]] = [[] for _ in names]
        for one, other in links:
            a, b = (_position(names, name) for name in (one, other))
            beside[a].append(b)
            beside[b].append(a)
        table = np.full((len(names) + 1, max(map(len, beside), default=0)), len(names), np.int16)
        for space, found in enumerate(beside):
            table[space, : len(found)] = sorted(found)
        return cls(names, table)

    def space(self, name: str) -> int:
        """Return the space of that name; ValueError if there is none."""
        return _position(self.names, name)

    @functools.cached_property
    def distances(self) -> np.ndarray:
        """int16 (n, n): number of steps from one space to another, n where they are not connected."""
        found = np.full((self.n, self.n), self.n, np.int16)
        for start in range(self.n):
            found[start, start], front, steps = 0, [start], 0
            while front:
                steps += 1
                beside = {int(b) for a in front for b in self.neighbours[a] if b < self.n}
                front = [space for space in beside if found[start, space] == self.n]
                found[start, front] = steps
        return found


def _position(names: Sequence[str], name: str) -> int:
    if name not in names:
        raise ValueError(f"no space {name!r}: there are {', '.join(names[:8])}{' ...' if len(names) > 8 else ''}")
    return names.index(name)
