"""Chapters 13.3, 13.12 to 13.14: movement factors, costs of terrain, the minimum move."""

import pytest
from naive_tscw.board import has_rail, hexes, read
from support.tscw_scene import scene

from ctv_env.games.tscw.loading.load import load
from ctv_env.games.tscw.model.codes import LINE, MODE, Stage

N_MOVES, R_MOVES = Stage.MOVEMENT_N, Stage.MOVEMENT_R


def price(game, unit, goal, mode=MODE.REGULAR):
    """Factors that a move to a hex takes."""
    game.move(unit, mode)
    before = int(game.s["mf_left"])
    game.act("HEX", goal)
    return before - int(game.s["mf_left"])


def north(unit, start, goal, **more):
    more.setdefault("control", {"N": start})
    return price(scene(N_MOVES, {start: unit}, **more), unit, goal)


def spain(unit, start, goal, **more):
    return price(scene(N_MOVES, {start: unit}, scenario="1937", **more), unit, goal)


# -- 13.12: terrain -----------------------------------------------------------------------------------------------


def test_13_12_2_clear_costs_1_to_all():
    assert north("1N", "3308", "3307") == 2  # and a minor river
    assert north("1N", "3309", "3308") == 1
    assert north("RC", "3309", "3308") == 1


def test_13_12_3_rough_costs_1_and_motorized_units_2():
    assert north("1N", "3311", "3312") == 1
    assert north("RC", "3311", "3312") == 2


def test_13_12_4_mountains_cost_2_and_motorized_units_3():
    assert north("1N", "3409", "3509") == 2
    assert north("RC", "3409", "3509") == 3


def test_13_12_5_C_31_marsh_costs_3_cavalry_2_motorized_units_4():
    assert spain("N-21", "1507", "1506") == 3
    assert spain("1CAV", "1507", "1506") == 2
    assert spain("AGCS", "1507", "1506") == 4


def test_13_12_7_C_29_C_30_a_minor_river_costs_1_more_and_motorized_units_2():
    assert north("N-82", "3705", "3706") == 2
    assert north("N-83", "3607", "3606") == 3  # T-03: mountain 2, not 3
    assert north("RC", "3614", "3615") == 4
    assert north("RC", "3607", "3606") == 5


def test_13_12_8_C_31_a_major_river_costs_2_more_and_motorized_units_3():
    assert spain("N-21", "1606", "1506") == 5
    assert spain("1CAV", "1606", "1506") == 4
    assert spain("AGCS", "1606", "1506") == 7


def test_13_13_3_C_29_a_city_costs_1_whatever_its_terrain():
    assert north("1N", "3612", "3613") == 2
    assert north("RC", "3612", "3613") == 3
    assert north("RC", "3512", "3613") == 1


def test_13_14_towns_and_railways_cost_nothing():
    assert north("1N", "3409", "3410") == 1
    assert north("RC", "3412", "3413") == 4  # rough and river, although a railway crosses it


def test_13_13_6_nationalists_pay_1_more_into_an_active_fortified_hex_over_any_side():
    inactive, active = {"lines": {0: LINE.NEUTRALISED}}, {"lines": {0: LINE.ACTIVE}}
    assert (north("1N", "3512", "3613", **inactive), north("1N", "3512", "3613", **active)) == (1, 2)
    assert (north("1N", "3612", "3613", **inactive), north("1N", "3612", "3613", **active)) == (2, 3)


def test_13_13_6_republicans_pay_only_the_terrain():
    game = scene(R_MOVES, {"3614": "1BA"}, lines={0: LINE.ACTIVE})
    assert price(game, "1BA", "3613") == 1


def test_13_13_6_a_destroyed_hex_costs_nothing_more():
    game = scene(N_MOVES, {"3613": "2N", "3512": "1N"}, lines={0: LINE.ACTIVE}, control={"N": "3613"})
    cell = game.cell("3613")
    game.s["destroyed_rows"][cell // 13 + 1] |= 1 << (cell % 13)
    assert price(game, "1N", "3613") == 1


def test_13_14_T_67_the_costs_of_a_path_add_up():
    assert spain("N-21", "1607", "1606") == 3  # clear and the Guadalquivir
    assert north("1N", "3309", "3307") == 3  # clear, river and clear: 3308, 3307


# -- 13.2, 13.3 -----------------------------------------------------------------------------------------------


def test_13_2_no_hex_without_the_factors_for_it():
    game = scene(N_MOVES, {"3409": "1N"})
    game.move("1N")
    game.s["mf_left"] = 2
    game.s["stepped"] = 1
    assert "3509" in game.legal()
    game.s["mf_left"] = 1
    assert game.refusal("HEX", "3509") == "OUT_OF_REACH"


def test_13_3_C_36_the_minimum_move_takes_all_factors():
    game = scene(R_MOVES, {"3607": "HQ-N"})  # MA 3; 3606 costs 5
    game.move("HQ-N")
    game.act("HEX", "3606")
    assert game.at("HQ-N") == "3606"
    assert game.node == "MOVE_PIECE"


def test_13_3_T_64_only_as_the_first_step():
    game = scene(R_MOVES, {"3707": "HQ-N"})
    game.move("HQ-N")
    game.act("HEX", "3607")  # a city: 1 of 3 factors
    assert int(game.s["mf_left"]) == 2
    assert game.refusal("HEX", "3606") == "OUT_OF_REACH"


def test_13_3_C_36_not_from_zoc_to_zoc():
    # N-82 and N-83 cover both hexes.
    game = scene(R_MOVES, {"3607": "HQ-N", "3706": "N-82"}, control={"R": "3608"})
    game.move("HQ-N")
    assert "3606" not in game.legal()
    assert "3608" in game.legal()


def test_13_3_T_64_not_in_a_march():
    # 3605 is a mountain across no river: a march of 1 factor cannot enter it.
    game = scene(N_MOVES, {"3604": "1N"})
    game.move("1N", MODE.MARCH)
    game.s["mf_left"] = 1
    assert "3605" not in game.legal()


def test_13_3_T_145_the_minimum_move_is_not_used_where_factors_suffice():
    assert north("1N", "3409", "3509") == 2


# -- 13.13: what men have made ------------------------------------------------------------------------------------


def test_13_13_2_a_town_costs_what_its_terrain_costs():
    t, grid = load("1937").record[0], load("1937").grid
    terrain = read("charts.yaml")["terrain"]
    towns = [code for code, one in hexes().items() if one.get("place") == "town"]
    assert {hexes()[code]["terrain"] for code in towns} >= {"clear", "rough", "mountain"}
    for code in towns:
        assert t["cost"][:, grid.cell(code)].tolist() == terrain[hexes()[code]["terrain"]]["cost"], code


def test_13_13_5_a_railway_changes_no_cost():
    # 3412 is entered over two sides without a river, one of them with a railway.
    assert has_rail("3311", "3412")
    assert not has_rail("3312", "3412")
    assert north("1N", "3311", "3412") == north("1N", "3312", "3412") == 1


# -- 13.11: march ---------------------------------------------------------------------------------------------


def test_13_11_13_11_1_C_37_a_march_has_twice_the_allowance():
    for goal, left in (("3416", 5), ("3404", 1)):
        game = scene(N_MOVES, {"3311": "1N"})
        game.move("1N", MODE.MARCH)
        assert int(game.s["mf_left"]) == 10
        game.act("HEX", goal)
        assert int(game.s["mf_left"]) == left


def test_13_11_2_C_37_a_march_crosses_a_bridged_river_for_nothing():
    assert north("1N", "3413", "3313") == 2
    assert price(scene(N_MOVES, {"3413": "1N"}), "1N", "3313", MODE.MARCH) == 1


def test_13_11_2_not_a_river_without_a_railway():
    assert price(scene(N_MOVES, {"3413": "1N"}), "1N", "3312", MODE.MARCH) == 2


@pytest.mark.parametrize(("enemy", "bridged"), [("HQ-N", True), ("1S", False)])
def test_13_11_2_T_66_not_into_a_hex_in_zoc(enemy, bridged):
    # The railway to Reinosa (3510) crosses the Pisuerga between 3310 and 3410.
    game = scene(N_MOVES, {"3410": "2N", "3510": enemy, "3310": "3N"})
    game.move("3N", MODE.MARCH)
    game.s["mf_left"] = 1
    assert ("3410" in game.legal()) == bridged


@pytest.mark.parametrize("owner", ["N", "R"])
def test_13_11_2_T_66_both_hexes_must_be_friendly(owner):
    # 3N stands on the near side, which turns Republican under it.
    game = scene(N_MOVES, {"3310": "3N"})
    game.move("3N", MODE.MARCH)
    game.take("NR".index(owner), "3310")
    game.s["mf_left"] = 1
    assert ("3410" in game.legal()) == (owner == "N")
