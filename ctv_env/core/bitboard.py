"""Sets of hexes as one integer per row: flooding a board takes a few shifts instead of a queue.

A set on a board of ``rows`` x ``columns`` hexes, at most 31 columns, is an int32 array of ``rows + 2`` numbers: bit
``k`` of number ``r + 1`` is the cell in row ``r``, column ``k``.  The first and last numbers are a margin that stays 0,
so that bounds need no test and the sentinel cell *off the map* is never in a set.
"""

import numpy as np

from ctv_env.core.hexgrid import HexGrid
from ctv_env.core.jit import jit


def as_rows(grid: HexGrid, member: np.ndarray) -> np.ndarray:
    """Return the set, int32 (rows + 2,), of the cells whose entry in ``member``, (n_cells + 1,), is true."""
    rows = np.zeros(grid.rows + 2, np.int32)
    for cell in np.flatnonzero(member[: grid.n_cells]).tolist():
        rows[cell // grid.columns + 1] |= 1 << (cell % grid.columns)
    return rows


@jit
def holds(rows, columns, c):
    """Return True if cell ``c``, which may be the sentinel, is in the set ``rows``."""
    return (int(rows[c // columns + 1]) >> (c % columns)) & 1 == 1


@jit
def put(rows, columns, c, flag):
    """Add cell ``c`` to the set ``rows``, or remove it."""
    r = c // columns + 1
    bit = 1 << (c % columns)
    rows[r] = (int(rows[r]) | bit) if flag else (int(rows[r]) & ~bit)


@jit
def add_disk(rows, columns, first_row, c, radius):
    """Add every cell at most ``radius`` hexes from cell ``c`` to the set ``rows``, across any hexside."""
    centre = c // columns
    odd = (first_row + centre) & 1
    for row in range(max(centre - radius, 0), min(centre + radius, rows.shape[0] - 3) + 1):
        away = abs(row - centre)
        # In half hexes: the width of the disk in this row, shifted according to the parity of the row.
        first = c % columns + (odd - ((first_row + row) & 1) + away) // 2 - radius
        last = min(first + 2 * radius - away, columns - 1)
        first = max(first, 0)
        if first <= last:
            rows[row + 1] = int(rows[row + 1]) | ((1 << (last + 1)) - (1 << first))


@jit
def beside(rows, sides, odd, r):
    """Return the cells of row ``r`` (1 to rows) that are next to a cell of the set ``rows`` in another row.

    Args:
        sides: (6, rows + 2), by direction the cells whose hexside in that direction can be crossed.
        odd: 1 if the row is shifted half a hex to the east.
    """
    north, south = int(rows[r - 1]), int(rows[r + 1])
    west = 1 - odd  # bits to shift for the north-west and south-west neighbours
    found = (north << west) & int(sides[0, r]) | (north >> odd) & int(sides[1, r])
    return found | (south << west) & int(sides[4, r]) | (south >> odd) & int(sides[5, r])


@jit
def along(bits, sides, r):
    """Return the cells of row ``r`` that are next to a cell of ``bits`` in the same row; see ``beside``."""
    return (bits << 1) & int(sides[2, r]) | (bits >> 1) & int(sides[3, r])


@jit
def around(rows, sides, first_row, r):
    """Return the cells of row ``r`` next to a cell of the set ``rows``; ``first_row`` is the first printed row."""
    return beside(rows, sides, (first_row + r - 1) & 1, r) | along(int(rows[r]), sides, r)


@jit
def spread(rows, room, sides, first_row):
    """Add the neighbouring cells to the set ``rows``; ``room`` is a set used as scratch."""
    last = rows.shape[0] - 2
    for r in range(1, last + 1):
        room[r] = int(rows[r]) | around(rows, sides, first_row, r)
    for r in range(1, last + 1):
        rows[r] = room[r]


@jit
def flood(rows, room, sides, first_row):
    """Extend the set ``rows`` to every cell of the set ``room`` that is connected with it."""
    last = rows.shape[0] - 2
    inside = (1 << (last + 1)) - 2
    todo = inside  # rows that may grow, as bits
    down = True
    while todo:
        for k in range(1, last + 1):
            r = k if down else last + 1 - k
            if not (todo >> r) & 1:
                continue
            todo &= ~(1 << r)
            space = int(room[r])
            bits = int(rows[r])
            more = bits | (around(rows, sides, first_row, r) & space)
            if more == bits:
                continue
            while more != bits:
                bits = more
                more |= along(bits, sides, r) & space
            rows[r] = bits
            todo |= (5 << (r - 1)) & inside
        down = not down
