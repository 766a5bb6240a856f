"""Rules 8.1, 8.2, R-17, R-20 to R-23: every way of a piece and its cost, against the naive reimplementation."""

import pytest
from naive import advance, board, movement, supply
from naive.position import read_position, written
from support.players import copy_of, scratch_of
from support.scene import scene

from ctv_env.core.bitboard import as_rows
from ctv_env.games.ctv.model.codes import OFF, SOURCE
from ctv_env.games.ctv.rules.r06_supply import CITY_BIT, REP_BIT
from ctv_env.games.ctv.rules.r08_paths import FAR, cost_to, find_path, reach

AT_THE_CITY = {"LIT 1": "1209", "LIT 2": "1309", "FIN 8": "1310"}
TAKEN = {"side": "republican", "control": {"nationalist": ["1211"]}}
CUT = {"LIT 1": "1302"}  # beside the Republican source on the western edge
BREAK_IN = {"side": "republican", "node": "ADVANCE_TO", "piece": "CLXVI", "result_def": "B"}
COLUMNS_NEAR = {"N SC 1": "2110", "N SC 2": "2111", "R SC 1": "2010", "CLXX": "2008"}
IN_CONTACT = {"HQ CTV": "2110", "LIT 1": "2111", "CLXVI": "2009", "CLXVII": "1911"}
JUST_COME = {"began_zoc": False, "mp": 6}
WIDE = {"HQ CTV": "2305", "FN 3": "2110", "Cel": "2211", "CLXVI": "1708", "R SC 1": "2010"}
MIXED = {"republican": ["2109", "2009", "2112", "2210"], "nationalist": ["1909", "1910", "2010"]}
FREE = {"CLXX": "1908", "CLXXI": "2107"}


def won(code: str, target: str, result: str = "B", piece: str = "LIT 1", **more) -> tuple:
    """An advance of a unit from ``code`` to the vacated ``target``."""
    at = {piece: (code, {"role": "attacks", "from": code, **more.pop("unit", {})})}
    return FREE | at, piece, {"node": "ADVANCE_TO", "piece": piece, "target": target, "result_def": result, **more}


CASES = {
    "an advance": won("2010", "2009", 2),
    "a breakthrough": won("2010", "2009", control=MIXED),
    "a breakthrough, one hex on": won("2010", "2009", unit={"at": "2009", "advanced": 1}),
    "a breakthrough by road": won("2110", "2010"),
    "a breakthrough through the city": won("1210", "1211", piece="CLXVI", **TAKEN),
    "the city feeds whoever takes it": (AT_THE_CITY | {"CLXVI": ("1210", {"mp": 4})}, "CLXVI", TAKEN),
    "the city, with another exit closed": ({"LIT 1": "1302", "CLXVI": ("1210", {"mp": 4})}, "CLXVI", TAKEN),
    "the city in own hands": (AT_THE_CITY | {"CLXVI": ("1210", {"mp": 4})}, "CLXVI", {"side": "republican"}),
    "a dead end beyond the city": (
        CUT | {"CLXVI": ("1210", {"mp": 4})},
        "CLXVI",
        {"side": "republican", "control": {"nationalist": ["1211", "1110"]}},
    ),
    "an advance past the western edge": won("1402", "1302", 2, "CLXVI", side="republican"),
    "a breakthrough into the city opens it": (
        CUT | {"CLXVI": ("1210", {"role": "attacks", "from": "1210"})},
        "CLXVI",
        BREAK_IN | TAKEN | {"target": "1211"},
    ),
    "cut off beyond a ZoC": ({"LIT 1": "1313", "CLXVI": "1212"}, "CLXVI", {"side": "republican"}),
    "the western edge": ({"LIT 1": "1302", "CLXVI": "1303", "CLXVII": "1402"}, "LIT 1", {}),
    "the western edge in supply": ({"CLXVI": "1302", "LIT 1": "1708"}, "CLXVI", {"side": "republican"}),
    "a column takes no city": (AT_THE_CITY | {"R SC 1": "1210"}, "R SC 1", TAKEN),
    "the enemy takes no city": ({"LIT 1": "1210", "CLXVI": "1412"}, "LIT 1", {}),
    "an enemy column bars a column": (COLUMNS_NEAR, "N SC 1", {}),
    "and no unit": (COLUMNS_NEAR | {"LIT 1": "2211"}, "LIT 1", {}),
    "roads": (WIDE, "HQ CTV", {}),
    "roads in rain": (WIDE, "HQ CTV", {"weather": "rain"}),
    "rivers": (WIDE, "HQ CTV", {"rivers": True}),
    "rivers on foot in rain": (WIDE, "FN 3", {"rivers": True, "weather": "rain"}),
    "control decides": (WIDE, "FN 3", {"control": MIXED}),
    "no road out of a ZoC": (IN_CONTACT, "HQ CTV", {}),
    "nor for who has just come into it": (IN_CONTACT | {"HQ CTV": ("2110", JUST_COME)}, "HQ CTV", {}),
    "a ZoC ends it": (IN_CONTACT, "LIT 1", {"control": MIXED}),
    "out of a ZoC": (IN_CONTACT, "CLXVI", {"side": "republican", "control": MIXED}),
}


INLAND = {  # with a city source in 1511 and some other sources, as own data may have them
    "of two exits of a city the one with new control": (
        {"CLXVI": ("1510", {"mp": 4})},
        "CLXVI",
        {"side": "republican", "control": {"nationalist": ["1511", "1412"]}},
        set(),
    ),
    "new control by a hex that only the city feeds": (
        {"LIT 1": "1310", "LIT 2": "1513", "CLXVI": ("1612", {"role": "attacks", "from": "1612"})},
        "CLXVI",
        BREAK_IN | {"target": "1511", "control": {"nationalist": ["1511", "1412"]}},
        {"1311", "1411", "1512"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_8_1_R_17_each_hex_in_reach_its_cost_and_the_best_way_to_it(name):
    at, mover, more = CASES[name]
    game = scene(at, **more)
    board.lay_out(game.tables.scenario)
    compare(game, mover, game.tables.record[0])


@pytest.mark.parametrize("name", INLAND)
def test_8_1_R_17_the_best_way_through_an_inland_city(name, monkeypatch):
    at, mover, more, sources = INLAND[name]
    game = scene(at, **more)
    board.lay_out(game.tables.scenario)
    t, grid = game.tables.record.copy()[0], game.tables.grid
    for bit, kind, codes in ((REP_BIT, SOURCE.REP, sources), (CITY_BIT, SOURCE.REP_CITY, {"1511"})):
        t["source"] &= ~kind
        t["source"][[grid.cell(code) for code in codes]] |= kind
        t["source_rows"][bit] = as_rows(grid, (t["source"] & kind) != 0)
    for module in (board, movement, supply, advance):
        monkeypatch.setattr(module, "CITY_SOURCES", {"1511"})
    monkeypatch.setitem(board.EDGE_SOURCES, "republican", sources)
    compare(game, mover, t)


def compare(game, mover, t):
    """Compare every cost and way of the mover with the naive ones."""
    position = read_position(written(game))
    unit = position.pieces[mover]
    if game.node == "ADVANCE_TO":
        expected, costs = advance.paths(position, unit), 1  # a step of an advance costs 1
    else:
        expected, costs = movement.Mover(position, unit).paths(), 2  # costs in half movement points
    s, w = copy_of(game)[0], scratch_of(0)[0]
    grid, p = game.tables.grid, game.tables.piece_index[mover]
    reach(s, t, w, p, OFF)
    assert expected or mover == "R SC 1"
    found = {code: cost_to(w, grid.cell(code)) for code in position.control}
    for code, cost in found.items():
        total, _, way = expected.get(code, (FAR / costs, 0, ()))
        if code == unit.hex:
            continue
        assert cost / costs == total, code
        if way:
            c = grid.cell(code)
            reach(s, t, w, p, c)  # as far as the goal, as a move does
            find_path(s, t, w, p, c)
            assert tuple(grid.code(int(cell)) for cell in w["queue"][: w["n_queue"]]) == way
