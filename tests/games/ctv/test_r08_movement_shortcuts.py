"""Rules 8.1, 8.1.1: the shortcuts of movement, each against the naive reimplementation of the rule."""

import random

import pytest
from naive import board, movement
from naive.position import enemy
from naive.supply import Lines
from naive.zoc import zone
from support.boards import Board, some_boards
from support.scene import scene

from ctv_env.core.bitboard import holds
from ctv_env.games.ctv.model.codes import COLUMNS, END_SC, FIRST_PIECE, OFF, SIDE_NAMES
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.r06_supply import stays_connected, supplied_without
from ctv_env.games.ctv.rules.r08_movement import (
    can_move,
    has_room_to_move,
    is_destination,
    mark_movers,
    mark_open_neighbours,
    why_not_move,
)
from ctv_env.games.ctv.rules.r08_paths import reach

SIDES = (0, 1)
CROWD = (
    ("LIT 1", "LIT 2", "FN 3", "Cel", "HQ CTV", "N SC 1", "FIN 8", "Ar"),
    ("CLXVI", "CLXVII", "CLXX", "CLXXI", "CLXXVI", "DC", "HQ XV", "R SC 1"),
)


@pytest.fixture(scope="module", name="boards")
def _boards() -> list[Board]:
    return some_boards()


def held_alone(here: Board):
    """(piece, side, cell) of units whose hex carries a line only because of them: alone in an enemy ZoC."""
    for unit in here.position.on_map():
        others = here.position.units_at(unit.hex)
        if unit.counter.is_ground and len(others) == 1 and unit.hex in zone(here.position, enemy(unit.side)):
            yield unit, SIDE_NAMES.index(unit.side), here.cells[unit.hex]


def test_8_1_1_R_17_supply_on_entry_in_a_net_that_the_unit_itself_held(boards):
    """Where the net stays connected without it, the current one without its hex gives the answer of the rule."""
    answers = []
    for here in boards:
        board.lay_out(here.scenario)
        for unit, side, c in held_alone(here):
            here.trace(side)
            if not stays_connected(here.s, here.t, here.w, side, c):
                continue
            mover = movement.Mover(here.position, unit)
            for b in board.neighbours(unit.hex):
                expected = mover.lines(mover.taken(frozenset(), b)).reach(b)
                p = here.pieces[unit.name]
                answers.append(bool(supplied_without(here.s, here.t, here.w, p, c, here.cells[b])))
                assert answers[-1] == expected, (unit.name, b)
    assert {True, False} <= set(answers)


def test_8_1_open_neighbours_are_those_of_empty_hexes_in_supply(boards):
    for here in boards:
        board.lay_out(here.scenario)
        side = here.position.phasing
        here.trace(SIDE_NAMES.index(side))
        mark_open_neighbours(here.s, here.t, here.w)
        lines = Lines(here.position, side)
        taken = {piece.hex for piece in here.position.on_map() if piece.counter.kind != "trench"}
        open_hexes = {code for code in here.cells if lines.reach(code) and code not in taken}
        marked = {code for code, c in here.cells.items() if holds(here.w["beside_open"], COLUMNS, c)}
        assert marked == {code for code in here.cells if open_hexes & set(board.neighbours(code))}


def test_8_1_those_may_move_who_have_somewhere_to_go(boards):
    """The mask, the check of one piece and the cheap check, which may only say yes where the rule does."""
    n_cheap = n_unable = 0
    for here in boards:
        board.lay_out(here.scenario)
        side = here.position.phasing
        able = {unit.name for unit in here.position.on_map(side) if movement.destinations(here.position, unit)}
        here.trace(SIDE_NAMES.index(side))
        here.w["mask"][:] = 0
        here.w["beside_open"][:] = -1  # what an earlier search has left
        assert mark_movers(here.s, here.t, here.w) == len(able)
        assert {name for name, p in here.pieces.items() if here.w["mask"][FIRST_PIECE + p]} == able
        for unit in here.position.on_map(side):
            p = here.pieces[unit.name]
            if p >= END_SC:
                continue  # a trench
            here.trace(SIDE_NAMES.index(side))
            assert bool(can_move(here.s, here.t, here.w, p)) == (unit.name in able)
            here.trace(SIDE_NAMES.index(side))
            assert (why_not_move(here.s, here.t, here.w, p) == WHY.LEGAL) == (unit.name in able)
            mark_open_neighbours(here.s, here.t, here.w)
            if here.s["piece_mp"][p] and has_room_to_move(here.s, here.t, here.w, p):
                assert unit.name in able
                n_cheap += 1
            n_unable += unit.name not in able
    assert n_cheap > 20
    assert n_unable > 20


def crowded(seed: int) -> Board:
    """A small area full of units of both sides, many of them cut off or short of movement points."""
    rng = random.Random(seed)
    hexes = iter(rng.sample(sorted(board.within("1910", 3)), 16))
    side = seed % 2
    at = {name: (next(hexes), {"mp": rng.choice((2, 2, 3))} if k == side else {}) for k in SIDES for name in CROWD[k]}
    return Board(scene(at, side=SIDE_NAMES[side], weather=("fair", "rain")[seed // 2 % 2]))


@pytest.mark.parametrize("seed", range(24))
def test_8_1_8_1_1_in_a_crowd_too_those_may_move_who_can_go_somewhere(seed):
    here = crowded(seed)
    side = SIDE_NAMES.index(here.position.phasing)
    for unit in here.position.on_map(here.position.phasing):
        p = here.pieces[unit.name]
        reach(here.s, here.t, here.w, p, OFF)
        able = any(is_destination(here.s, here.t, here.w, p, c) for c in range(OFF))
        here.trace(side)
        assert bool(can_move(here.s, here.t, here.w, p)) == able, unit.name
        here.trace(side)
        mark_open_neighbours(here.s, here.t, here.w)
        assert able or not here.s["piece_mp"][p] or not has_room_to_move(here.s, here.t, here.w, p), unit.name


ONE_WAY = {  # units with points for one hex, most of them too dear
    "into a hex that only its own hex feeds": (
        {"CLXVI": ("1503", {"mp": 1}), "FN 3": "1303", "Ar": "1301", "LIT 1": "1602"},
        {"CLXVI": True},
    ),
    "into a hex that only the unit itself keeps in supply": (
        {"FN 3": ("2604", {"mp": 2}), "CLXX": "2402", "CLXVI": "2504", "CLXVII": "2607"},
        {"FN 3": False},
    ),
    "into no hex at all": (
        {"CLXVI": "1113", "CLXVII": "1113", "LIT 1": "1213", "LIT 2": "1214"},
        {"CLXVI": False, "CLXVII": False},
    ),
    "into no hex at all, after a search for another that ended in its own": (
        {"HQ CTV": "1211", "HQ FIN": "1210", "HQ XXIII M": "1110", "CLXIII": "1310"},
        {"HQ CTV": False, "HQ FIN": True, "HQ XXIII M": False},
    ),
}


@pytest.mark.parametrize("name", ONE_WAY)
def test_8_1_8_1_1_who_has_one_hex_to_go_to(name):
    at, expected = ONE_WAY[name]
    side = SIDE_NAMES[int("CLXVI" in expected)]
    here = Board(scene(at, side=side))
    board.lay_out(here.scenario)
    for unit in here.position.on_map(side):
        assert bool(movement.destinations(here.position, unit)) == expected[unit.name]
    here.trace(SIDE_NAMES.index(side))
    here.w["beside_open"][:] = -1  # what an earlier search has left
    assert mark_movers(here.s, here.t, here.w) == sum(expected.values())
    assert {name: bool(here.w["mask"][FIRST_PIECE + here.pieces[name]]) for name in expected} == expected
