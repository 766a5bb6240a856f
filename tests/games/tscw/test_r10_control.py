"""Chapter 10: zones of control and control of hexes."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage

N_MOVES, R_MOVES = Stage.MOVEMENT_N, Stage.MOVEMENT_R

# -- 10.1: who has a ZOC ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "kind"),
    [
        ("N-61", "full"),  # division
        ("1/81", "full"),  # brigade
        ("J88", "none"),  # battalion
        ("RC", "none"),  # regiment
        ("HQ-NAV", "none"),
        ("SG", "limited"),  # column without a town
    ],
)
def test_10_1_C_34_T_46_divisions_and_brigades_have_a_zoc_columns_a_limited_one_others_none(unit, kind):
    game = scene(N_MOVES, {"3509": unit})
    assert (game.zoc("N", "3510"), game.zoc("N", "3510", "any")) == (kind == "full", kind != "none")


def test_10_1_C_34_zoc_without_supply():
    # 1/81 in 3609 is cut off.
    ring = {"3608": "1A", "3508": "2A", "3509": "3A", "3610": "4A", "3708": "5A", "3609": "1/81"}
    game = scene(N_MOVES, ring)
    assert game.supply("1/81") == "out"
    assert game.zoc("N", "3708")


def test_10_1_zoc_reaches_all_six_hexes_and_no_further():
    game = scene(N_MOVES, {"3509": "N-61"})
    assert all(game.zoc("N", code) for code in ("3409", "3410", "3508", "3510", "3609", "3610"))
    assert not game.zoc("N", "3608")
    assert not game.zoc("N", "3408")


def test_10_1_zoc_does_not_cross_a_closed_hexside():
    game = scene(N_MOVES, {"1505": "N-21"}, scenario="1937")
    assert game.zoc("N", "1506")
    assert not game.zoc("N", "1406")


def test_10_1_C_33_10_6_a_column_in_a_supplied_town_has_a_full_zoc():
    assert scene(N_MOVES, {"3614": "BM1"}).zoc("R", "3513")


def test_10_6_C_33_T_44_a_column_in_a_town_cut_off_has_a_limited_zoc():
    # Nationalists on three sides of Eibar: no line, and both Vitoria and Alsasua lie in limited ZOC only.
    game = scene(N_MOVES, {"3614": "BM1", "3613": "1N", "3513": "2N", "3514": "3N", "3615": "4N"})
    assert game.supply("BM1") == "town"
    assert game.zoc("R", "3513", "any")
    assert not game.zoc("R", "3513")
    game.move("2N")
    assert "3514" in game.legal()  # from limited to limited ZOC, freely


def test_10_6_T_44_the_zoc_of_a_column_follows_its_supply_at_the_check():
    game = scene(None, {"3614": "BM1", "3613": "1N", "3513": "2N", "3514": "3N", "3615": "4N"})
    assert game.zoc("R", "3513")  # full until supply is checked
    game.begin(Stage.COMBAT_N)
    assert game.zoc("R", "3513")
    game.begin(N_MOVES)
    assert not game.zoc("R", "3513")


# -- 10.2, 10.5: ZOC and movement -------------------------------------------------------------------------------


@pytest.mark.parametrize("friend", ["", "1N"])
def test_10_2_C_32_T_47_no_move_from_zoc_straight_to_zoc_even_if_friends_are_there(friend):
    units = {"3614": "1BA", "3514": "N-61"} | ({"3513": friend} if friend else {})
    game = scene(N_MOVES, units)
    game.move("N-61")
    game.s["mf_left"] = 1  # enough for the step, and the minimum move does not help
    assert "3513" not in game.legal()
    game.s["mf_left"] = 2  # 3514 - 3414 - 3513, and there it stops
    game.act("HEX", "3513")
    assert game.at("N-61") == "3513"
    assert game.node == "MOVE_PIECE"


def test_10_2_T_126_a_unit_stops_in_the_first_hex_of_a_zoc():
    game = scene(N_MOVES, {"3614": "1BA", "3413": "N-61"})
    game.move("N-61")
    game.act("HEX", "3513")
    assert game.node == "MOVE_PIECE"
    assert "N-61" not in game.legal("PIECE")


def test_10_6_C_26_a_limited_zoc_does_not_stop_a_move():
    game = scene(N_MOVES, {"3609": "BM1", "3408": "N-61"})
    game.move("N-61")
    game.act("HEX", "3508")
    assert game.node == "MOVE_TO"


def test_10_5_a_unit_leaves_by_a_first_hex_without_zoc():
    game = scene(N_MOVES, {"3613": "1BA", "3614": "2BA", "3513": "N-61"})
    game.move("N-61")
    game.s["mf_left"] = 1
    assert game.legal() == {"3413", "3414"}


# -- 10.7: control ---------------------------------------------------------------------------------------------


def test_10_7_C_04_every_hex_of_a_move_changes_hands():
    game = scene(N_MOVES, {"3509": "1/81"}, control={"N": "3510 3710"})
    game.move("1/81")
    game.act("HEX", "3609")
    game.act("HEX", "3610")
    assert (game.owner("3609"), game.owner("3610")) == ("N", "N")


def test_10_7_C_04_hexes_passed_on_the_way_change_hands_too():
    game = scene(N_MOVES, {"3604": "N-61"}, control={"R": "3605"})
    game.move("N-61")
    game.act("HEX", "3606")
    assert game.owner("3605") == "N"


def test_10_7_C_04_a_zoc_gives_no_control():
    game = scene(N_MOVES, {"3608": "N-61"})
    assert game.zoc("N", "3708")
    assert game.owner("3708") == "R"


def test_10_7_T_49_an_hq_takes_control():
    game = scene(N_MOVES, {"3609": "1N", "3508": "HQ-NAV"}, control={"R": "3608"})
    game.move("HQ-NAV")
    game.act("HEX", "3608")
    assert game.owner("3608") == "N"


def test_10_4_advances_ignore_zoc():
    game = scene(Stage.COMBAT_N, {"3513": "N-61 2N 3N 4N", "3614": "CH", "3613": "1BA"})
    game.attack("3614", "N-61 2N 3N 4N")
    game.roll(6)
    while game.node.startswith("LOSS"):
        game.act("PIECE", sorted(game.legal("PIECE"))[0])
    game.act("PIECE", "N-61")
    assert "3614" in game.legal()
