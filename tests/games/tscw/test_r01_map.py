"""Chapters 1 and 2: the grid, named hexes, printed counters."""

import pytest
from naive_tscw.board import around, hexes, neighbours
from support.tscw_scene import scene

from ctv_env.games.tscw.loading.load import load
from ctv_env.games.tscw.model.codes import Stage


def near(tables, code, table="nbr"):
    cells = tables.record[0][table][tables.grid.cell(code)].tolist()
    return {tables.grid.code(cell) for cell in cells if cell < tables.grid.n_cells}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("2919", {"2918", "2920", "2819", "2820", "3019", "3020"}),
        ("3706", {"3705", "3707", "3606", "3607"}),  # and two of sea
        ("3614", {"3613", "3615", "3513", "3514"}),
    ],
)
def test_2_2_T_01_C_01_neighbours(code, expected):
    assert near(load("1937"), code) == expected


@pytest.mark.parametrize("scenario", ["north-1937", "1937"])
def test_2_2_T_02_every_open_hexside_of_the_board(scenario):
    tables = load(scenario)
    for code in hexes():
        if code in tables.grid.names and tables.record[0]["land"][tables.grid.cell(code)]:
            assert near(tables, code) == set(neighbours(scenario, code)), code


def test_2_2_C_02_sources_and_places():
    sources = {code: one["source"] for code, one in hexes().items() if "source" in one}
    north = dict.fromkeys(("3613", "3707", "3710"), "RN")
    centre = dict.fromkeys(("3023", "2318", "1717", "3324"), "R")
    assert sources == {"1305": "N", "3701": "N"} | north | centre
    assert {code: hexes()[code]["name"] for code in ("2318", "3613", "3707", "3710")} == {
        "2318": "Valencia",
        "3613": "Bilbao",
        "3707": "Gijon",
        "3710": "Santander",
    }


def test_11_8_C_03_1615_is_coastal():
    t = load("1937")
    assert t.record[0]["coast"][t.grid.cell("1615")] != 0


def test_3_3_C_03_gibraltar_portugal_france_and_andorra_are_no_hexes_of_the_game():
    t = load("1937")
    for code in ("1208", "2601", "3520", "3201"):
        assert t.record[0]["land"][t.grid.cell(code)] == 0
    assert "1208" in around("1207")


def test_2_4_2_10_2_11_2_14_C_88_counters_of_the_rulebook():
    tables = load("1937")
    t, names = tables.record[0], tables.pieces.names
    p = names.index("R-11")
    printed = (t["attack"][0, 2, p], t["defence"][0, 2, p], t["ma"][0, p], t["steps"][0, p], t["entry"][p])
    assert tuple(map(int, printed)) == (7, 11, 5, 2, 7)
    hq = names.index("HQ-CTV")
    assert (int(t["attack"][0, 1, hq]), int(t["ma"][0, hq]), int(t["artillery"][hq])) == (6, 4, 1)


def test_2_3_2_13_C_87_the_first_29th_division_leaves_in_turn_8():
    game = scene(Stage.CHANGES_R, {"2712": "R-29a"}, scenario="1937", turn=8)
    assert game.at("R-29a") is None
    assert game.where("LEN").name == "GONE"


def test_2_12_a_two_step_unit_is_reduced_then_eliminated():
    game = scene(Stage.COMBAT_N, {"3513": "1N", "3614": "1BA 2BA"})
    game.attack("3614", "1N")
    game.fix("1:1")
    game.roll(5)  # 2/1
    game.act("PIECE", "1N")
    assert (game.steps("1N"), game.at("1N")) == (1, "3513")
    game.act("PIECE", "1N")
    assert (game.where("1N").name, game.at("1N")) == ("DEAD", None)
