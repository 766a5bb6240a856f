"""Chapter 11: strategic movement by rail and sea, landings."""

import pytest
from naive_tscw.board import hexes, is_town, on_board, within
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage

N_CARRIES, R_CARRIES = Stage.TRANSPORT_N, Stage.TRANSPORT_R


def by_rail(units, stage=N_CARRIES, **more):
    """The choice of a unit to go by rail."""
    game = scene(stage, units, **more)
    if game.node == "SEA_PIECE":
        game.done()
    return game


def stations(units, name, **more):
    game = by_rail(units, **more)
    game.act("PIECE", name)
    return game.legal()


# -- 11.2, 11.3 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "halves"),
    [("N-61", 2), ("1N", 1), ("SG", 1), ("AGC", 1), ("RC", 1), ("HQ-NAV", 4)],
)
def test_2_9_11_2_11_3_C_45_T_08_T_50_capacity_in_halves_of_a_unit(unit, halves):
    game = by_rail({"3311": f"{unit} FN"})
    assert int(game.s["rail"][0]) == 4
    game.act("PIECE", unit)
    game.act("HEX", "3412")
    assert int(game.s["rail"][0]) == 4 - halves


def test_11_2_C_45_no_unit_beyond_the_capacity():
    game = by_rail({"3311": "N-61 1N HQ-NAV N-81"})
    game.act("PIECE", "1N")
    game.act("HEX", "3412")
    assert game.legal("PIECE") == {"N-61", "N-81"}  # three halves left
    assert game.refusal("PIECE", "HQ-NAV") == "NO_CAPACITY"


def test_11_2_one_strategic_move_a_unit_and_turn_C_47_not_rail_after_sea():
    game = scene(N_CARRIES, {"3615": "1N 2N"})
    game.act("PIECE", "1N")
    game.act("HEX", "3704")
    game.done()
    assert game.node == "RAIL_PIECE"
    assert game.refusal("PIECE", "1N") == "TRANSPORTED"


# -- 11.4 -----------------------------------------------------------------------------------------------------------


def test_11_4_from_a_railway_hex_to_any_joined_by_friendly_railways():
    found = stations({"3311": "1N"}, "1N")
    assert {"3412", "3413", "3512", "3513", "3514", "3515", "3416", "3313", "3615"} <= found
    assert not {"3312", "3409"} & found  # no railway
    assert not {"3408", "3306"} & found  # joined by lines outside the board only


def test_11_4_a_unit_off_the_railway_does_not_go():
    assert by_rail({"3312": "1N"}).refusal("PIECE", "1N") == "NOT_ON_RAIL"


def test_11_4_not_through_or_to_enemy_hexes():
    assert not {"3413", "3513"} & stations({"3311": "1N"}, "1N", control={"R": "3413"})


def test_11_4_C_46_a_hex_next_to_an_enemy_only_with_a_friend_there():
    assert "3513" not in stations({"3311": "1N", "3613": "1BA"}, "1N")
    assert "3413" in stations({"3311": "1N", "3613": "1BA"}, "1N")
    assert "3513" in stations({"3311": "1N", "3613": "1BA", "3513": "AGC"}, "1N")


@pytest.mark.parametrize(("chit", "found"), [(0, True), (1, False)])
def test_11_4_T_150_T_187_under_chit_14_no_northern_unit_leaves_the_north_on_its_way(chit, found):
    # San Sebastian is joined to Vitoria (3513) by Alsasua (3514) alone, which is not in the north.
    game = scene(None, {"3613": "1BA"}, scenario="1937", control={"R": "3512 3413 3513 3514 3615", "N": "3614"})
    game.s["north_rail_only"] = chit
    game.s["sea"][:] = 0
    game.begin(R_CARRIES)
    game.act("PIECE", "1BA")
    assert ("3513" in game.legal(), "3615" in game.legal()) == (True, found)


@pytest.mark.parametrize(("cut", "found"), [("", True), ("3314", False)])
def test_7_12_1_11_4_T_149_T_187_nobody_from_elsewhere_passes_the_north_by_rail(cut, found):
    # From Alsasua to Miranda (3313): by 3314, or through the north by Vitoria.
    land = " ".join(code for code in on_board("1937") if code != cut)
    game = scene(None, {"3514": "R-3"}, scenario="1937", control={"R": land, "N": cut})
    game.s["sea"][:] = 0
    game.begin(R_CARRIES)
    game.act("PIECE", "R-3")
    assert ("3313" in game.legal()) == found
    assert not {"3513", "3413"} & game.legal()


@pytest.mark.parametrize("enemy", ["CH", "HQ-N", "BM1"])
def test_11_4_T_128_next_to_any_enemy_unit(enemy):
    assert "3513" not in stations({"3311": "1N", "3613": enemy}, "1N")


def test_11_4_not_through_such_a_hex_but_through_zoc_with_friends_in_it():
    # Alsasua lies behind Vitoria, which is next to Bilbao; the line by Pamplona is cut.
    units, cut = {"3413": "1N", "3613": "1BA"}, {"R": "3315 3416"}
    assert "3514" not in stations(units, "1N", control=cut)
    assert "3514" in stations({**units, "3513": "AGC"}, "1N", control=cut)


def test_11_4_C_46_a_unit_leaves_a_hex_in_zoc_even_alone():
    assert "3413" in stations({"3513": "1N", "3613": "1BA"}, "1N")


def test_9_3_11_4_only_units_in_full_supply():
    ring = {"3612": "1S", "3512": "1A", "3513": "2A", "3614": "3BA"}
    assert by_rail({"3613": "1N", **ring}).refusal("PIECE", "1N") == "NOT_SUPPLIED"


def test_11_4_C_47_T_54_T_125_a_unit_that_went_by_rail_marches_moves_and_attacks():
    game = by_rail({"3311": "1N", "3513": "AGC", "3614": "1BA"})
    game.act("PIECE", "1N")
    game.act("HEX", "3513")
    game.begin(Stage.COMBAT_N)
    game.act("HEX", "3614")
    assert "1N" in game.legal("PIECE")
    moving = by_rail({"3311": "1N"})
    moving.act("PIECE", "1N")
    moving.act("HEX", "3412")
    moving.begin(Stage.MOVEMENT_N)
    moving.act("PIECE", "1N")
    assert moving.node == "MOVE_MODE"


def test_12_1_4_T_136_reserves_and_their_hq_do_not_go_by_rail():
    game = by_rail({"3311": "1N 2N HQ-NAV"}, reserve="1N", used="HQ-NAV")
    assert game.legal("PIECE") == {"2N"}


def near_towns(*codes):
    return {near for code in codes for near in within(code, 3) if near in hexes() and is_town(near)}


@pytest.mark.parametrize(("unit", "goes"), [("N-81", False), ("HQ-MRC", True)])
def test_9_2_11_4_T_45_no_strategic_move_ends_out_of_supply_but_an_hq_may_be_its_own_source(unit, goes):
    # All towns near the railway between Salamanca and Avila are lost, the hexes between them are not.
    taken = " ".join(near_towns("2808", "2908"))
    game = scene(None, {"2808": unit}, scenario="1937", control={"R": taken})
    game.begin(N_CARRIES)
    game.s["supply"][game.piece(unit)] = 0
    if game.node == "SEA_PIECE":
        game.done()
    assert (unit in game.legal("PIECE")) == goes
    if goes:
        assert game.supply(unit) == "full"
        game.act("PIECE", unit)
        assert game.legal() == {"2908"}


# -- 11.5 to 11.7 ---------------------------------------------------------------------------------------------------


def test_11_5_C_48_T_52_from_port_to_port():
    game = scene(N_CARRIES, {"3615": "N-61", "3705": "2N", "3513": "3N"})
    assert game.legal("PIECE") == {"N-61"}  # Luarca has no anchor, Vitoria no coast
    game.act("PIECE", "N-61")
    assert game.legal() == {"3704"}
    game.act("HEX", "3704")
    assert int(game.s["sea"][0]) == 0


def test_11_5_to_friendly_ports_only():
    game = scene(N_CARRIES, {"3615": "1N"}, control={"N": "3710"})
    game.act("PIECE", "1N")
    assert game.legal() == {"3704", "3710"}


def test_11_3_hqs_do_not_go_by_sea():
    game = scene(N_CARRIES, {"3615": "HQ-NAV 1N"}, scenario="1937")
    assert game.refusal("PIECE", "HQ-NAV") in ("NOT_BY_SEA", "NO_CAPACITY")
    assert game.legal("PIECE") == {"1N"}


def test_11_7_nationalists_change_seas():
    game = scene(N_CARRIES, {"3615": "1N"}, scenario="1937")
    game.act("PIECE", "1N")
    assert {"3701", "1305", "1410"} <= game.legal()


def test_11_6_republicans_in_the_mediterranean_only():
    game = scene(R_CARRIES, {"2318": "R-3", "3613": "1BA"}, scenario="1937")
    assert game.legal("PIECE") == {"R-3"}
    game.act("PIECE", "R-3")
    assert "3023" in game.legal()
    assert not {"3613", "3710"} & game.legal()


def test_11_6_C_48_no_republican_sea_movement_in_the_north():
    assert scene(R_CARRIES, {"3707": "1A"}).node == "RAIL_PIECE"


# -- 11.8 -----------------------------------------------------------------------------------------------------------


def landing(units, stage=N_CARRIES, **more):
    game = scene(stage, units, **more)
    game.act("OPTION", 0)
    return game


def test_11_8_C_49_two_brigades_land_and_use_all_capacity():
    game = landing({"3615": "1N 2N 3N"})
    assert game.legal() == {"3609", "3610"}
    game.act("HEX", "3609")
    game.act("PIECE", "1N", "2N")
    assert (game.at("1N"), game.at("2N"), game.owner("3609")) == ("3609", "3609", "N")
    assert (int(game.s["sea"][0]), game.node) == (0, "RAIL_PIECE")
    assert not game.zoc("N", "3610", "any")
    assert game.supply("1N") == "full"


def test_11_8_one_division_or_one_or_two_smaller_units_also_from_different_ports():
    game = landing({"3615": "N-61 1N", "3704": "2N"})
    game.act("HEX", "3609")
    assert game.legal("PIECE") == {"N-61", "1N", "2N"}
    game.act("PIECE", "1N")
    assert game.legal("PIECE") == {"2N"}
    game.done()
    assert int(game.s["sea"][0]) == 0
    division = landing({"3615": "N-61 1N"})
    division.act("HEX", "3609")
    division.act("PIECE", "N-61")
    assert division.node == "RAIL_PIECE"


def test_11_8_C_50_no_towns_no_occupied_hexes_no_friendly_ones():
    game = landing({"3615": "1N", "3610": "CH"})
    assert game.legal() == {"3609"}
    assert game.refusal("HEX", "3612") == "BEACH_NOT_OPEN"


def test_11_8_C_50_not_after_a_sea_move():
    game = scene(N_CARRIES, {"3615": "1N 2N"})
    game.act("PIECE", "1N")
    game.act("HEX", "3704")
    assert game.refusal("OPTION", 0) == "SEA_USED"


def test_11_8_T_171_republicans_land_on_the_mediterranean_only_nationalists_not_on_the_atlantic():
    r = landing({"2318": "R-3"}, R_CARRIES, scenario="1937", control={"N": "1415 3610"})
    assert "1415" in r.legal()
    assert not {"3609", "3610"} & r.legal()
    n = landing({"1305": "N-21"}, scenario="1937", control={"R": "1306"})
    assert "1306" not in n.legal()
    assert {"3609", "1415"} <= n.legal()


def test_11_8_T_161_no_landing_without_a_beach():
    assert scene(N_CARRIES, {"3615": "1N"}, control={"N": "3609 3610"}).refusal("OPTION", 0) == "NO_LANDING"


def test_11_8_C_49_landed_units_defend_with_half_this_turn():
    game = scene(Stage.COMBAT_R, {"3609": "1N 2N", "3608": "1A 2A", "3610": "3A"}, landed="1N 2N")
    game.attack("3609", "1A 2A")
    assert game.strengths[1] == 6
    assert "15.17" not in game.drms  # they are supplied


def test_11_8_T_62_they_are_ordinary_from_the_next_turns_operational_segment():
    game = landing({"3615": "1N"})
    game.act("HEX", "3609")
    game.act("PIECE", "1N")
    assert game.node == "RAIL_PIECE"  # nobody else can land
    game.begin(Stage.MOVEMENT_N)
    assert "1N" not in game.legal("PIECE")
    game.begin(Stage.CONDITIONS)
    game.begin(Stage.MOVEMENT_N)
    assert game.zoc("N", "3610")
    assert int(game.s["landed"].sum()) == 0


@pytest.mark.parametrize(("sea", "rail", "node"), [(1, 1, "SEA_PIECE"), (0, 1, "RAIL_PIECE")])
def test_11_2_11_3_the_capacity_for_half_a_unit_is_asked_for(sea, rail, node):
    game = scene(None, {"3513": "1N"})
    game.s["sea"][0], game.s["rail"][0] = sea, rail
    game.begin(Stage.TRANSPORT_N)
    assert (game.node, game.stage) == (node, Stage.TRANSPORT_N)
