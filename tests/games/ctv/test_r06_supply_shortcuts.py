"""Rules 6.2, 6.2.1: the shortcuts of supply, each against the naive reimplementation of the rule."""

import pytest
from naive import board
from naive.supply import sources
from support.boards import Board, some_boards
from support.scene import scene

from ctv_env.games.ctv.model.codes import BOARD_ROWS, SIDE_NAMES
from ctv_env.games.ctv.rules.r06_supply import is_source, stays_connected

SIDES = (0, 1)
CARRIERS, SOURCES, NET = range(3)  # rows of ``w.traced``


@pytest.fixture(scope="module", name="boards")
def _boards() -> list[Board]:
    return some_boards()


CITY_LOST = {"LIT 1": "1211", "CLXVI": "1909"}


@pytest.mark.parametrize("at", [{"LIT 1": "2110", "CLXVI": "1211"}, CITY_LOST])
def test_6_2_R_14_each_hex_is_known_to_be_a_source_or_not(at):
    control = {"nationalist": ["1211"]} if at is CITY_LOST else {}
    here = Board(scene(at, control=control))
    for side in SIDES:
        known = {code for code, c in here.cells.items() if is_source(here.s, here.t, side, c)}
        assert known == sources(here.position, SIDE_NAMES[side]) & set(here.cells)


def arcs(net: set[str], code: str) -> int:
    """Number of connected parts that the hexes of ``net`` beside ``code`` form among themselves."""
    left, parts = net & set(board.neighbours(code)), 0
    while left:
        parts += 1
        ahead = [left.pop()]
        while ahead:
            linked = left & set(board.neighbours(ahead.pop()))
            left -= linked
            ahead += linked
    return parts


def test_6_2_1_a_net_stays_connected_without_a_hex_whose_neighbours_are(boards):
    n_answers = {True: 0, False: 0}
    for here in boards:
        board.lay_out(here.scenario)
        for side in SIDES:
            here.trace(side)
            net = here.net(side)
            fixed = sources(here.position, SIDE_NAMES[side])
            for code in sorted(net):
                stays = bool(stays_connected(here.s, here.t, here.w, side, here.cells[code]))
                assert stays == (code not in fixed and arcs(net, code) <= 1), code
                n_answers[stays] += 1
    assert min(n_answers.values()) > 20


def test_6_2_1_a_net_is_traced_again_only_if_a_carrier_a_source_or_the_map_differs():
    here = Board(scene({"LIT 1": "2110", "CLXVI": "1909", "Ar": "2310"}))
    here.trace(0)
    traced, real = here.w["traced"], here.net(0)

    def traced_after(row: int, r: int) -> bool:
        """Whether the net is traced again after a change of the lowest bit of that row of what was last traced."""
        traced[row, r] ^= 1
        traced[NET] = 0
        here.trace(0)
        found = here.net(0)
        assert found in (set(), real)
        here.trace(1)
        here.trace(0)
        return found == real

    assert not traced_after(NET, 1)
    for r in range(BOARD_ROWS - 1):  # row 0 of the carriers has the key of the map
        assert traced_after(CARRIERS, r), r
        assert traced_after(SOURCES, r) == (r > 0), r
