"""Sets of hexes as bits, compared with naive sets of cells on random boards with any hexsides closed."""

import dataclasses

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctv_env.core.bitboard import add_disk, along, around, as_rows, beside, flood, holds, put
from ctv_env.core.hexgrid import N_DIRECTIONS, HexGrid, hex_distance

WEST, EAST = 2, 3
COLUMNS = st.sampled_from((1, 2, 5, 20, 31))
EXAMPLES = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@dataclasses.dataclass
class Board:
    """A grid, for each direction the cells whose hexside there lets through, and two sets of cells."""

    grid: HexGrid
    open: list[set[int]]
    start: set[int]
    room: set[int]

    def rows(self, cells: set[int]) -> np.ndarray:
        return as_rows(self.grid, np.isin(np.arange(self.grid.n_cells + 1), sorted(cells)))

    def sides(self) -> np.ndarray:
        return np.stack([self.rows(cells) for cells in self.open])

    def next_to(self, cells: set[int], directions=range(N_DIRECTIONS)) -> set[int]:
        """Cells out of which an open hexside leads to one of ``cells``."""
        table = self.grid.neighbours
        return {c for d in directions for c in self.open[d] if int(table[c, d]) in cells}


def cells_of(board: Board, rows: np.ndarray) -> set[int]:
    """The set back; nothing may lie outside the board."""
    assert rows[0] == rows[-1] == 0
    assert (rows >> board.grid.columns == 0).all()
    return {c for c in range(board.grid.n_cells) if rows[c // board.grid.columns + 1] >> c % board.grid.columns & 1}


def row_by_row(board: Board, function) -> set[int]:
    """The set whose row ``r`` is ``function(r)``."""
    numbers = [int(function(r)) for r in range(1, board.grid.rows + 1)]
    return cells_of(board, np.array([0, *numbers, 0], np.int64))


@st.composite
def boards(draw, most_rows: int = 7) -> Board:
    """A random board; hexsides may let through one way only."""
    grid = HexGrid(draw(st.integers(0, 11)), 1, draw(st.integers(1, most_rows)), draw(COLUMNS))
    chance = np.random.default_rng(draw(st.integers(0, 2**32)))
    table, everywhere = grid.neighbours, range(grid.n_cells)
    closed = draw(st.sampled_from((0.0, 0.2, 0.6)))
    let_through = [
        {c for c in everywhere if table[c, d] < grid.n_cells and chance.random() >= closed} for d in range(6)
    ]
    start, room = draw(st.sampled_from((0.02, 0.2))), draw(st.sampled_from((1.0, 0.8, 0.5)))
    some = [{c for c in everywhere if chance.random() < share} for share in (start, room)]
    return Board(grid, let_through, some[0] or {0}, some[1])


@EXAMPLES
@given(boards())
def test_a_set_is_the_bits_of_its_rows(board):
    rows = board.rows(board.start)
    assert (rows.dtype, rows.shape) == (np.int32, (board.grid.rows + 2,))
    assert cells_of(board, rows) == board.start
    held = {c for c in range(board.grid.n_cells + 1) if holds(rows, board.grid.columns, c)}
    assert held == board.start  # the sentinel off the map is in no set


@EXAMPLES
@given(boards(), st.data())
def test_cells_are_put_in_and_taken_out_one_by_one(board, data):
    rows, expected = board.rows(board.start), set(board.start)
    cell = st.integers(0, board.grid.n_cells - 1)
    for c, flag in data.draw(st.lists(st.tuples(cell, st.booleans()), max_size=30)):
        put(rows, board.grid.columns, c, flag)
        expected = expected | {c} if flag else expected - {c}
        assert cells_of(board, rows) == expected


@EXAMPLES
@given(boards())
def test_around_are_the_cells_with_an_open_hexside_to_the_set(board):
    rows, sides, first = board.rows(board.start), board.sides(), board.grid.first_row
    found = row_by_row(board, lambda r: around(rows, sides, first, r))
    assert found == board.next_to(board.start)


@EXAMPLES
@given(boards())
def test_beside_looks_to_the_other_rows_and_along_within_the_row(board):
    rows, sides, first = board.rows(board.start), board.sides(), board.grid.first_row
    found = row_by_row(board, lambda r: beside(rows, sides, (first + r - 1) & 1, r))
    assert found == board.next_to(board.start, (0, 1, 4, 5))
    assert row_by_row(board, lambda r: along(int(rows[r]), sides, r)) == board.next_to(board.start, (WEST, EAST))


@EXAMPLES
@given(boards())
def test_a_flood_goes_everywhere_that_is_connected_within_the_room_and_nowhere_else(board):
    rows = board.rows(board.start)
    flood(rows, board.rows(board.room), board.sides(), board.grid.first_row)
    expected, wave = set(board.start), set(board.start)
    while wave:
        wave = (board.next_to(wave) & board.room) - expected
        expected |= wave
    assert cells_of(board, rows) == expected


def test_a_flood_goes_back_and_forth_through_a_maze():
    """A corridor of one hex that turns at each end: every row is passed in the other direction."""
    grid = HexGrid(10, 1, 9, 31)
    table = grid.neighbours
    corridor = {c for c in range(grid.n_cells) if c // 31 % 2 == 0 or c % 31 == (30 if c // 31 % 4 == 1 else 0)}
    board = Board(
        grid, [{c for c in range(grid.n_cells) if table[c, d] < grid.n_cells} for d in range(6)], {0}, corridor
    )
    rows = board.rows(board.start)
    flood(rows, board.rows(corridor), board.sides(), grid.first_row)
    assert cells_of(board, rows) == corridor
    cut = corridor - {4 * 31 + 15}
    rows = board.rows(board.start)
    flood(rows, board.rows(cut), board.sides(), grid.first_row)
    assert max(cells_of(board, rows)) == 4 * 31 + 14


@EXAMPLES
@given(boards(most_rows=17), st.integers(0, 9), st.data())
def test_a_disk_holds_every_cell_as_near_as_its_radius_whatever_is_closed(board, radius, data):
    grid = board.grid
    centre = data.draw(st.integers(0, grid.n_cells - 1))
    rows = board.rows(board.start)
    add_disk(rows, grid.columns, grid.first_row, centre, radius)
    near = {c for c in range(grid.n_cells) if hex_distance(grid.columns, grid.first_row, c, centre) <= radius}
    assert cells_of(board, rows) == board.start | near


@pytest.mark.parametrize("first_row", [10, 11])
def test_a_disk_of_one_hex_is_a_hex_and_its_neighbours(first_row):
    grid = HexGrid(first_row, 1, 5, 6)
    board = Board(grid, [set()] * 6, set(), set())
    for centre in range(grid.n_cells):
        rows = board.rows(set())
        add_disk(rows, grid.columns, first_row, centre, 1)
        beside_it = {int(n) for n in grid.neighbours[centre] if n < grid.n_cells}
        assert cells_of(board, rows) == beside_it | {centre}
