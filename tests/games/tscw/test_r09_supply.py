"""Chapter 9: lines of supply, supply states, where a move may end."""

from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LINE, Stage

N_MOVES, R_MOVES = Stage.MOVEMENT_N, Stage.MOVEMENT_R
OVIEDO = {"3706": "1A", "3707": "2A", "3608": "3A", "3607": "OG"}
BILBAO = {"3613": "1N", "3612": "CH"}


def test_9_4_C_21_oviedo_is_supplied_through_an_empty_hex_outside_all_enemy_zoc():
    assert scene(N_MOVES, OVIEDO, control={"N": "3506 3606"}).supply("OG") == "full"


def test_9_6_C_22_zoc_on_every_way_out_leaves_oviedo_in_town_supply():
    assert scene(N_MOVES, OVIEDO | {"3606": "4A"}).supply("OG") == "town"


def test_10_3_C_23_a_friendly_unit_in_the_zoc_reopens_the_line():
    assert scene(N_MOVES, OVIEDO | {"3606": "4A", "3506": "AGC"}).supply("OG") == "full"


def test_9_4_a_line_does_not_enter_a_hex_with_an_enemy_unit():
    # Battalions and regiments have no ZOC, but stand in every hex around the division.
    behind = {"R": "3604 3605 3606"}
    assert scene(R_MOVES, {"3604": "3A"}, control=behind).supply("3A") == "full"
    around = {"3605": "J88", "3704": "AGC", "3504": "RC"}
    assert scene(R_MOVES, {"3604": "3A", **around}, control=behind).supply("3A") == "out"


def test_9_4_C_24_a_first_leg_crosses_empty_enemy_hexes():
    # Gijon is three hexes from 3407, over Nationalist hexes only.
    assert scene(R_MOVES, {"3407": "1A"}).supply("1A") == "full"


def test_9_4_T_39_C_24_a_second_leg_does_not_cross_enemy_hexes():
    # Reinosa, two hexes from 3412, is the only Republican town near; one empty Nationalist hex cuts it off.
    east = "3611 3612 3613 3614 3710 3711"
    assert scene(R_MOVES, {"3412": "1A"}, control={"N": east}).supply("1A") == "full"
    assert scene(R_MOVES, {"3412": "1A"}, control={"N": east + " 3610"}).supply("1A") == "out"


def test_9_4_T_38_a_first_leg_has_three_hexes_at_most():
    assert scene(R_MOVES, {"3307": "1A"}).supply("1A") == "full"  # Infiesto is three hexes away
    assert scene(R_MOVES, {"3304": "1A"}).supply("1A") == "out"  # Aviles is four


def test_9_5_C_20_an_hq_without_a_second_leg_is_no_source_even_if_it_is_supplied():
    game = scene(R_MOVES, {"3306": "HQ-N", "3304": "1A"})
    assert (game.supply("HQ-N"), game.supply("1A")) == ("full", "out")


def test_9_4_T_40_C_25_a_committed_hq_with_a_second_leg_is_a_source():
    away = {"N": "3608", "R": "3509"}
    assert scene(R_MOVES, {"3307": "1A"}, control=away).supply("1A") == "out"
    assert scene(R_MOVES, {"3307": "1A", "3509": "HQ-N"}, control=away, used="HQ-N").supply("1A") == "full"


def test_9_4_T_41_C_27_a_captured_source_is_only_a_town():
    enemies = {"3612": "1A", "3614": "2A", "3512": "3A", "3513": "4A"}
    assert scene(N_MOVES, {"3613": "1N", **enemies}).supply("1N") == "town"


def test_9_8_T_42_northern_units_trace_to_northern_sources_only():
    game = scene(R_MOVES, {"2712": "1A R-3"}, scenario="1937")
    assert (game.supply("1A"), game.supply("R-3")) == ("town", "full")


def test_15_14_5_C_86_nationalist_lines_do_not_cross_an_active_fortified_side():
    assert scene(N_MOVES, BILBAO, lines={0: LINE.INACTIVE}).supply("1N") == "full"
    assert scene(N_MOVES, BILBAO, lines={0: LINE.ACTIVE}).supply("1N") == "town"


def test_15_14_5_republican_lines_cross_them():
    units = {"3512": "1BA", "3613": "2BA"}
    assert scene(R_MOVES, units, lines={0: LINE.ACTIVE}).supply("1BA") == "full"


def test_T_31_nationalist_lines_leave_the_board_at_its_edge():
    # Burgos is an edge hex; with every other way out Republican it still feeds Villarcayo.
    game = scene(N_MOVES, {"3511": "N-61"}, control={"R": "3510 3410 3512 3413"})
    assert game.supply("N-61") == "full"


def test_T_167_a_first_leg_does_not_leave_the_board():
    # 3304 is an edge hex, but every town within three hexes of it is Republican.
    game = scene(N_MOVES, {"3304": "1N"}, control={"R": "3404 3405 3306 3606"})
    assert game.supply("1N") == "out"


def test_T_44_limited_zoc_cuts_lines_like_full_zoc():
    # The column in 3506 has no full ZOC, yet OG has no line through 3506 or the hexes around it.
    units = OVIEDO | {"3606": "AM1", "3507": "AM2"}
    assert scene(N_MOVES, units).supply("OG") == "town"


def test_9_2_T_45_C_28_a_move_without_supply_may_end_in_a_town_only():
    # All of the west is Republican: a unit from Oviedo is out of supply everywhere, but Ribadesella is a town.
    west = "3506 3507 3508 3509 3510 3511 3606 3408 3410 3405 3406 3306 3308 3407 3705 3604 3605 3704"
    game = scene(N_MOVES, {"3608": "1N", "3607": "OG"}, control={"R": west})
    assert game.supply("1N") == "town"
    game.act("PIECE", "1N")
    assert "3708" in game.legal()
    assert "3609" not in game.legal()
    assert game.refusal("HEX", "3609") == "UNSUPPLIED_THERE"


def test_9_3_C_35_an_unsupplied_unit_has_half_its_factors_and_does_not_march():
    west = "3506 3507 3508 3509 3510 3511 3606 3408 3410 3405 3406 3306 3308 3407 3705 3604 3605 3704"
    game = scene(N_MOVES, {"3607": "1N"}, control={"R": west})
    assert game.supply("1N") == "town"
    assert game.s["may_march"][game.piece("1N")] == 0
    game.act("PIECE", "1N")
    assert game.node == "MOVE_TO"
    assert game.s["mf_left"] == 3  # half of 5, rounded up


def test_9_4_C_19_a_unit_traces_through_a_city_and_a_cut_off_town_supplies_itself():
    units = {"2712": "R-3", "2713": "R-4", "2509": "R-5", "2508": "N-71", "2510": "N-14", "2610": "N-16"}
    game = scene(R_MOVES, units, scenario="1937", control={"N": "2409 2410 2408 2609"})
    assert (game.supply("R-4"), game.supply("R-5")) == ("full", "town")


def test_10_6_C_26_a_limited_zoc_stops_nobody():
    game = scene(N_MOVES, {"3509": "1N", "3608": "", "3609": "BM1"} | {"3608": "CH"})
    assert game.zoc("R", "3508", "any")
    assert not game.zoc("R", "3508")
    game.act("PIECE", "1N")
    game.act("HEX", "3508")
    assert game.node == "MOVE_TO"  # it may go on
