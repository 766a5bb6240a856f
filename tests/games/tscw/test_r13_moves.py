"""Chapter 13: who moves, marches, lone HQs, the engine's path."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LANDING, MODE, Stage, Where

N_MOVES, R_MOVES = Stage.MOVEMENT_N, Stage.MOVEMENT_R


# -- 13.1, 13.2 -------------------------------------------------------------------------------------------------


def test_13_2_T_61_each_unit_moves_once_and_ends_its_move_before_the_next():
    game = scene(N_MOVES, {"3311": "1N", "3312": "2N"})
    game.move("1N")
    game.act("HEX", "3310")
    assert game.legal("PIECE") == set()  # 1N moves on or stops
    game.done()
    assert game.legal("PIECE") == {"2N"}


def test_13_2_T_63_no_move_without_a_hex():
    game = scene(N_MOVES, {"3311": "1N"})
    game.move("1N")
    assert game.refusal("DONE") == "NO_MOVE_YET"


def test_13_1_13_2_movement_is_voluntary():
    game = scene(N_MOVES, {"3311": "1N", "3614": "1BA"})
    game.done()
    assert game.stage == Stage.COMBAT_N


def test_13_2_13_12_6_C_03_neutral_land_sea_and_gibraltar_are_never_entered():
    game = scene(N_MOVES, {"1207": "N-31", "3301": "N-61"}, scenario="1937")
    game.move("N-31")
    assert "1208" not in game.legal()
    assert game.refusal("HEX", "1208") == "NOT_HERE"
    game.act("HEX", "1307")
    game.done()
    game.move("N-61")
    assert not {"3201", "3202"} & game.legal()


def test_13_2_no_hex_with_enemy_units():
    game = scene(R_MOVES, {"3608": "CH", "3607": "AGC"})
    game.move("CH")
    assert "3607" not in game.legal()


def test_13_2_closed_hexsides_are_not_crossed():
    game = scene(N_MOVES, {"1406": "N-21"}, scenario="1937")
    game.move("N-21")
    game.s["mf_left"] = 3
    assert "1505" not in game.legal()  # marsh: 3 factors if the side were open


@pytest.mark.parametrize("stage", [N_MOVES, Stage.EXPLOIT_N])
def test_13_9_landed_units_do_not_move_this_turn(stage):
    game = scene(None, {"3609": "RC"})
    assert "RC" in scene(stage, {"3609": "RC"}, control={"N": "3508"}).legal("PIECE")
    game.s["landed"][game.piece("RC")] = LANDING.NOW
    assert game.begin(stage).legal("PIECE") == set()


# -- 13.8: evacuation -------------------------------------------------------------------------------------------


def evacuation(units, **more):
    return scene(R_MOVES, units, scenario="1937", **more)


def test_13_8_evacuation_brings_two_divisions_or_their_equivalent_to_3324():
    game = evacuation({"3515": "1BA 2BA 3BA 1A 2A"}, control={"R": "3515"})
    assert game.node == "EVACUATE"
    game.act("OPTION", 1)
    game.act("PIECE", "1A", "1BA")
    assert game.legal("PIECE") == {"2BA", "3BA"}  # half a division is left
    game.act("PIECE", "2BA")
    assert {game.at(name) for name in ("1A", "1BA", "2BA")} == {"3324"}
    assert game.node == "MOVE_PIECE"
    assert not {"1A", "1BA", "2BA"} & game.legal("PIECE")  # no further movement this turn


def test_13_8_once_a_game():
    game = evacuation({"3515": "1BA", "3318": "R-3"}, control={"R": "3515"})
    game.s["evacuated"] = 1
    game.begin(R_MOVES)
    assert game.node == "MOVE_PIECE"


def test_13_8_1_not_if_the_nationalists_hold_3324():
    assert evacuation({"3515": "1BA"}, control={"N": "3324"}).node == "MOVE_PIECE"


def test_13_8_1_only_from_hexes_beside_france():
    assert evacuation({"3415": "1BA"}).node == "MOVE_PIECE"


def test_13_8_T_69_not_in_the_north():
    assert scene(R_MOVES, {"3515": "1BA"}).node == "MOVE_PIECE"


def test_13_8_only_in_the_operational_segment_of_the_republicans():
    game = scene(Stage.MOVEMENT_N, {"3515": "1BA"}, scenario="1937", control={"R": "3515"})
    assert game.node == "MOVE_PIECE"


def test_13_8_declined_evacuation_may_still_be_declared_later():
    game = evacuation({"3515": "1BA"})
    game.act("OPTION", 0)
    assert int(game.s["evacuated"]) == 0


# -- 13.11: march ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("neighbour", ["1BA", "HQ-N", "BM1", "CH"])
def test_13_11_1_C_38_no_march_from_a_hex_next_to_an_enemy(neighbour):
    game = scene(N_MOVES, {"3513": "1N", "3614": neighbour, "3311": "2N"})
    game.act("PIECE", "1N")
    assert game.node == "MOVE_TO"
    assert int(game.s["mf_left"]) == 5


def test_13_11_1_motorized_units_do_not_march():
    game = scene(N_MOVES, {"3311": "RC"})
    game.act("PIECE", "RC")
    assert game.node == "MOVE_TO"


def test_13_11_1_T_65_only_hexes_that_were_friendly_when_the_segment_began():
    game = scene(N_MOVES, {"3409": "1N", "3410": "2N"}, control={"R": "3309"})
    game.move("2N")
    game.act("HEX", "3309")
    assert game.owner("3309") == "N"
    if game.node == "MOVE_TO":
        game.done()
    game.move("1N", MODE.MARCH)
    assert "3309" not in game.legal()
    assert "3408" in game.legal()


def test_13_11_1_C_38_next_to_enemies_only_where_a_friend_is():
    alone = scene(N_MOVES, {"3413": "1N", "3614": "1BA"})
    alone.move("1N", MODE.MARCH)
    assert "3513" not in alone.legal()
    joined = scene(N_MOVES, {"3413": "1N", "3614": "1BA", "3513": "HQ-NAV"})
    joined.move("1N", MODE.MARCH)
    joined.act("HEX", "3513")
    assert joined.node == "MOVE_PIECE"  # the brigade's ZOC stops it


def test_13_11_1_C_38_a_column_without_zoc_next_door_does_not_stop_the_march():
    game = scene(N_MOVES, {"3413": "1N", "3612": "HQ-N", "3512": "HQ-NAV"})
    game.move("1N", MODE.MARCH)
    game.act("HEX", "3512")
    assert game.node == "MOVE_TO"


def test_13_11_1_the_friend_may_leave_later():
    game = scene(N_MOVES, {"3413": "1N", "3614": "1BA", "3513": "HQ-NAV"})
    game.move("1N", MODE.MARCH)
    game.act("HEX", "3513")
    assert "HQ-NAV" in game.legal("PIECE")


def test_13_11_3_march_and_regular_movement_are_not_mixed():
    game = scene(N_MOVES, {"3409": "1N"})
    game.move("1N", MODE.MARCH)
    game.act("HEX", "3410")
    assert game.refusal("HEX", "3510") == "OUT_OF_REACH"  # enemy country


# -- 12.1.3: lone HQs -------------------------------------------------------------------------------------------


def test_12_1_3_C_40_a_lone_hq_dies_when_a_combat_unit_enters_and_does_not_stop_it():
    game = scene(R_MOVES, {"3608": "CH", "3507": "HQ-GLC"})
    game.move("CH")
    game.act("HEX", "3507")
    assert game.where("HQ-GLC") == Where.DEAD
    assert game.node == "MOVE_TO"


def test_12_1_3_C_40_T_60_an_enemy_hq_does_not_enter():
    game = scene(R_MOVES, {"3608": "HQ-N", "3507": "HQ-GLC"})
    game.move("HQ-N")
    assert "3507" not in game.legal()


# -- T-63: the engine's path --------------------------------------------------------------------------------------


def test_13_2_T_63_of_the_cheapest_paths_the_engine_takes_the_one_that_takes_most_hexes():
    # 3409 to 3307 costs 3 by 3308 and by 3408.
    for taken in ("3308", "3408"):
        game = scene(N_MOVES, {"3409": "1N"}, control={"R": taken})
        game.move("1N")
        game.act("HEX", "3307")
        assert game.owner(taken) == "N"


def test_13_2_T_63_and_of_these_the_one_of_lowest_codes():
    game = scene(N_MOVES, {"3409": "1N"}, control={"R": "3308 3408"})
    game.move("1N")
    game.act("HEX", "3307")
    assert (game.owner("3308"), game.owner("3408")) == ("N", "R")


def test_13_2_T_147_a_hex_left_earlier_may_be_entered_again():
    game = scene(N_MOVES, {"3311": "1N"})
    game.move("1N")
    game.act("HEX", "3310")
    assert "3311" in game.legal()
    assert "3310" not in game.legal()
