"""Sets of hexes as one whole number a row: spreading over a board takes a few shifts instead of a queue.

A board of ``rows`` x ``columns`` hexes, at most 31 columns, is an int32 array of ``rows + 2`` numbers: bit ``k`` of
number ``r + 1`` is the cell in row ``r``, column ``k``.  The first and last number are a margin that stays 0, so that
no bounds are tested and the sentinel cell *off the map* is in no set.
"""

import numpy as np

from ctv_env.core.hexgrid import HexGrid
from ctv_env.core.jit import jit


def as_rows(grid: HexGrid, member: np.ndarray) -> np.ndarray:
    """int32 (rows + 2,): the set of the cells whose entry in ``member``, (n_cells + 1,), is true."""
    rows = np.zeros(grid.rows + 2, np.int32)
    for cell in np.flatnonzero(member[: grid.n_cells]).tolist():
        rows[cell // grid.columns + 1] |= 1 << (cell % grid.columns)
    return rows


@jit
def holds(rows, columns, c):
    """True if cell ``c``, or the sentinel, is in the set ``rows``."""
    return (int(rows[c // columns + 1]) >> (c % columns)) & 1 == 1


@jit
def put(rows, columns, c, flag):
    """Put cell ``c`` into the set ``rows``, or take it out."""
    r = c // columns + 1
    bit = 1 << (c % columns)
    rows[r] = (int(rows[r]) | bit) if flag else (int(rows[r]) & ~bit)


@jit
def add_disk(rows, columns, first_row, c, radius):
    """Put every cell at most ``radius`` hexes from cell ``c`` into the set ``rows``, over any hexside."""
    centre = c // columns
    odd = (first_row + centre) & 1
    for row in range(max(centre - radius, 0), min(centre + radius, rows.shape[0] - 3) + 1):
        away = abs(row - centre)
        # In half hexes: the row is as long as a hexagon is wide there, and shifted as its parity says.
        first = c % columns + (odd - ((first_row + row) & 1) + away) // 2 - radius
        last = min(first + 2 * radius - away, columns - 1)
        first = max(first, 0)
        if first <= last:
            rows[row + 1] = int(rows[row + 1]) | ((1 << (last + 1)) - (1 << first))


@jit
def beside(rows, sides, odd, r):
    """The cells of row ``r`` (1 to rows) next to a cell of the set ``rows`` in another row.

    Args:
        sides: (6, rows + 2), by direction the cells whose hexside there lets through.
        odd: 1 if the row stands half a hex further east.
    """
    north, south = int(rows[r - 1]), int(rows[r + 1])
    west = 1 - odd  # how far the shift to the north-west and south-west neighbour goes
    found = (north << west) & int(sides[0, r]) | (north >> odd) & int(sides[1, r])
    return found | (south << west) & int(sides[4, r]) | (south >> odd) & int(sides[5, r])


@jit
def along(bits, sides, r):
    """The cells of row ``r`` next to a cell of ``bits`` in the same row, as ``beside``."""
    return (bits << 1) & int(sides[2, r]) | (bits >> 1) & int(sides[3, r])


@jit
def around(rows, sides, first_row, r):
    """The cells of row ``r`` next to a cell of the set ``rows``; ``first_row`` is the number of the first row."""
    return beside(rows, sides, (first_row + r - 1) & 1, r) | along(int(rows[r]), sides, r)


@jit
def spread(rows, room, sides, first_row):
    """Add to the set ``rows`` the cells next to it; ``room`` is a set to work in."""
    last = rows.shape[0] - 2
    for r in range(1, last + 1):
        room[r] = int(rows[r]) | around(rows, sides, first_row, r)
    for r in range(1, last + 1):
        rows[r] = room[r]


@jit
def flood(rows, room, sides, first_row):
    """Spread the set ``rows`` over every cell of the set ``room`` that is connected with it."""
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
