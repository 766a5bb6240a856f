"""Hex grids with printed numbers: pointy-topped hexes in rows, odd rows shifted half a hex to the east (ruling R-01).

A *code* is the printed four-digit number RRCC.  A *cell* is the flat index of a hex, row by row.  The index ``n_cells``
is the sentinel *off the map*, so that looking up a neighbour needs no bounds test.
"""

import numpy as np

from ctv_env.core.board import Board
from ctv_env.core.jit import jit

N_DIRECTIONS = 6
"""Directions in ascending order of the neighbours' codes: NW, NE, W, E, SW, SE; the opposite of ``d`` is ``5 - d``."""

_STEPS_EVEN = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0))
_STEPS_ODD = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1))


class HexGrid(Board):
    """A rectangle of ``rows`` x ``columns`` hexes whose top left hex has the code ``first_row``, ``first_column``.

    Its spaces are cells and their names printed codes; ``neighbours`` has a column for each direction.
    """

    def __init__(self, first_row: int, first_column: int, rows: int, columns: int):
        self.first_row, self.first_column, self.rows, self.columns = first_row, first_column, rows, columns
        codes = [
            f"{first_row + row:02d}{first_column + column:02d}" for row in range(rows) for column in range(columns)
        ]
        super().__init__(codes, self._neighbours())

    @property
    def n_cells(self) -> int:
        """Number of cells; also the sentinel *off the map*."""
        return self.rows * self.columns

    def cell(self, code: str) -> int:
        """Return the cell of a printed code.

        Raises:
            ValueError: the code does not have four digits, or is outside the grid.
        """
        if len(code) != 4 or not code.isdigit():
            raise ValueError(f"hex code {code!r} is not four digits RRCC")
        row, column = int(code[:2]) - self.first_row, int(code[2:]) - self.first_column
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise ValueError(f"hex {code} is outside the board {self.names[0]}..{self.names[-1]}")
        return row * self.columns + column

    def code(self, cell: int | np.integer) -> str:
        """Return the printed code of a cell."""
        return self.names[int(cell)]

    def _neighbours(self) -> np.ndarray:
        """int16 (n_cells + 1, 6): the neighbour in each direction, ``n_cells`` where there is none."""
        table = np.full((self.n_cells + 1, N_DIRECTIONS), self.n_cells, np.int16)
        for cell in range(self.n_cells):
            row, column = divmod(cell, self.columns)
            steps = _STEPS_ODD if (row + self.first_row) % 2 else _STEPS_EVEN
            for d, (dr, dc) in enumerate(steps):
                if 0 <= row + dr < self.rows and 0 <= column + dc < self.columns:
                    table[cell, d] = (row + dr) * self.columns + column + dc
        return table

    def centre(self, cell: int) -> tuple[float, float]:
        """Return the centre of a cell in hex widths, x to the east and y to the south."""
        row, column = divmod(int(cell), self.columns)
        return column + 0.5 * ((row + self.first_row) % 2), row * 0.75**0.5


@jit
def hex_distance(columns, first_row, a, b):
    """Return the distance between two cells in hexes, over any terrain (ruling R-02)."""
    row_a = a // columns
    row_b = b // columns
    # Axial column: odd rows are shifted half a hex to the east.
    axial_a = a % columns - (row_a - ((row_a + first_row) & 1)) // 2
    axial_b = b % columns - (row_b - ((row_b + first_row) & 1)) // 2
    dq = axial_a - axial_b
    dr = row_a - row_b
    return max(abs(dq), abs(dr), abs(dq + dr))
