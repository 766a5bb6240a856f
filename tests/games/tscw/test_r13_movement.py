"""Chapters 8, 10, 13 and 14: costs, zones of control, marches, stacking, northern limits, exploitation."""

from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LINE, Stage, Where

N_MOVES, R_MOVES = Stage.MOVEMENT_N, Stage.MOVEMENT_R
REGULAR, MARCH = 0, 1


def move(game, name, *hexes, mode=REGULAR):
    """Move a unit through hexes, and stop it."""
    game.act("PIECE", name)
    if game.node == "MOVE_MODE":
        game.act("OPTION", mode)
    for code in hexes:
        game.act("HEX", code)
    if game.node == "MOVE_TO":
        game.done()


def cost(units, name, goal, stage=N_MOVES, **more):
    """Movement factors of a step."""
    game = scene(stage, units, **more)
    game.act("PIECE", name)
    if game.node == "MOVE_MODE":
        game.act("OPTION", REGULAR)
    before = int(game.s["mf_left"])
    game.act("HEX", goal)
    return before - int(game.s["mf_left"])


def test_13_12_C_29_costs_of_terrain_and_rivers():
    assert cost({"3705": "1N"}, "1N", "3706", control={"N": "3706"}) == 2  # rough 1, minor river 1
    assert cost({"3614": "RC"}, "RC", "3615") == 4  # rough 2, minor river 2
    assert cost({"3612": "1N"}, "1N", "3613", control={"N": "3613"}) == 2  # city 1, river 1
    assert cost({"3612": "RC"}, "RC", "3613", control={"N": "3613"}) == 3  # city 1, river 2
    assert cost({"3607": "RC"}, "RC", "3606") == 5  # mountain 3, river 2


def test_13_12_4_T_03_C_30_foot_pays_three_for_a_mountain_behind_a_minor_river():
    assert cost({"3607": "1N"}, "1N", "3606") == 3


def test_13_12_5_13_12_8_C_31_marsh_and_major_rivers():
    assert cost({"1607": "N-21"}, "N-21", "1506", scenario="1937") == 3
    assert cost({"1606": "N-21"}, "N-21", "1506", scenario="1937") == 5
    assert cost({"1606": "MNT"}, "MNT", "1506", scenario="1937") == 4
    assert cost({"1606": "RC"}, "RC", "1506", scenario="1937") == 7


def test_13_13_6_an_active_fortified_hex_costs_one_more():
    held = {"R": "3613"}
    assert cost({"3512": "1N"}, "1N", "3613", control=held, lines={0: LINE.INACTIVE}) == 1
    assert cost({"3512": "1N"}, "1N", "3613", control=held, lines={0: LINE.ACTIVE}) == 2


def test_15_14_2_C_86_entering_an_inactive_line_neutralises_it():
    game = scene(N_MOVES, {"3512": "1N"})
    move(game, "1N", "3613")
    assert game.s["line"][0] == LINE.NEUTRALISED


def test_15_14_3_entering_an_active_line_destroys_the_hex():
    game = scene(N_MOVES, {"3512": "1N"}, lines={0: LINE.ACTIVE})
    move(game, "1N", "3613")
    assert game.s["line"][0] == LINE.ACTIVE
    assert game.s["destroyed_rows"].any()


def test_10_2_10_5_C_32_units_do_not_go_from_zoc_to_zoc_and_stop_in_it():
    game = scene(N_MOVES, {"3514": "1N", "3614": "1A"})
    game.act("PIECE", "1N")
    game.act("HEX", "3513")  # by way of 3414
    assert game.node == "MOVE_PIECE"  # stopped at once, though factors were left
    # With EZOC in every hex around it, it cannot leave.
    around = scene(N_MOVES, {"3514": "1N", "3614": "1A", "3415": "2A"}, control={"R": "3515 3615"})
    assert around.refusal("PIECE", "1N") == "NO_WAY"


def test_10_2_no_path_leads_through_an_enemy_zone_of_control():
    # The only way from Villarcayo to Santona within 5 factors is 3612, in the ZOC of Bilbao; the battalion has none.
    game = scene(N_MOVES, {"3511": "1N", "3611": "CH", "3613": "1BA"})
    game.act("PIECE", "1N")
    if game.node == "MOVE_MODE":
        game.act("OPTION", REGULAR)
    assert "3612" in game.legal()
    assert "3711" not in game.legal()
    free = scene(N_MOVES, {"3511": "1N", "3611": "CH"})
    free.act("PIECE", "1N")
    if free.node == "MOVE_MODE":
        free.act("OPTION", REGULAR)
    assert "3711" in free.legal()


def test_10_1_C_33_a_column_in_a_supplied_town_has_a_full_zoc():
    game = scene(N_MOVES, {"3514": "1N", "3614": "BM1", "3613": "CH"})
    assert game.zoc("R", "3513")
    game = scene(N_MOVES, {"3514": "1N", "3614": "BM1", "3613": "AV", "3615": "2N"})
    assert not game.zoc("R", "3513")
    assert game.zoc("R", "3513", "any")


def test_10_1_C_34_battalions_hqs_and_regiments_have_no_zoc():
    game = scene(N_MOVES, {"3611": "J88", "3509": "HQ-NAV", "3411": "RC"})
    for code in ("3610", "3508", "3412"):
        assert not game.zoc("N", code, "any")
    assert scene(N_MOVES, {"3611": "1/81"}).zoc("N", "3610")


def test_13_3_C_36_the_minimum_move():
    game = scene(R_MOVES, {"3607": "HQ-N"}, control={"N": "3706 3707 3608 3708", "R": "3606"})
    assert game.supply("HQ-N") == "town"
    game.act("PIECE", "HQ-N")
    assert game.s["mf_left"] == 2
    game.act("HEX", "3606")  # 5 factors
    assert game.node == "MOVE_PIECE"


def test_13_11_1_C_37_a_march_doubles_the_factors():
    game = scene(N_MOVES, {"3311": "1N"})
    game.act("PIECE", "1N")
    assert game.node == "MOVE_MODE"
    game.act("OPTION", MARCH)
    assert game.s["mf_left"] == 10
    assert {"3416", "3404"} <= game.legal()
    game.act("HEX", "3404")
    assert game.s["mf_left"] == 1


def test_13_11_2_C_37_a_march_crosses_a_bridged_river_for_nothing():
    assert cost({"3413": "1N"}, "1N", "3313") == 2
    game = scene(N_MOVES, {"3413": "1N"})
    game.act("PIECE", "1N")
    game.act("OPTION", MARCH)
    game.act("HEX", "3313")
    assert game.s["mf_left"] == 9


def test_13_11_1_C_38_no_march_from_beside_an_enemy_even_an_hq():
    assert scene(N_MOVES, {"3513": "1N"}).s["may_march"].any()
    assert not scene(N_MOVES, {"3513": "1N", "3614": "HQ-N"}).s["may_march"].any()


def test_13_11_1_C_38_a_march_enters_a_hex_beside_enemies_only_if_a_friend_stands_there():
    game = scene(N_MOVES, {"3413": "1N", "3614": "1A"})
    game.act("PIECE", "1N")
    game.act("OPTION", MARCH)
    assert "3513" not in game.legal()
    game = scene(N_MOVES, {"3413": "1N", "3513": "J88", "3614": "1A"})
    game.act("PIECE", "1N")
    game.act("OPTION", MARCH)
    game.act("HEX", "3513")
    assert game.node == "MOVE_PIECE"  # it must stop in the EZOC


def test_13_11_1_T_65_a_march_stays_in_hexes_held_from_the_start_of_the_segment():
    game = scene(N_MOVES, {"3705": "1N"})
    game.act("PIECE", "1N")
    game.act("OPTION", MARCH)
    assert "3706" not in game.legal()


def test_12_1_3_C_40_a_lone_hq_dies_when_a_combat_unit_enters_but_no_hq_may():
    game = scene(R_MOVES, {"3608": "CH HQ-N", "3507": "HQ-GLC"})
    game.act("PIECE", "HQ-N")
    assert "3507" not in game.legal()
    move_on = sorted(game.legal())[0]
    game.act("HEX", move_on)
    if game.node == "MOVE_TO":
        game.done()
    move(game, "CH", "3507")
    assert game.where("HQ-GLC") == Where.DEAD
    assert game.at("CH") == "3507"


def test_10_7_C_04_control_follows_units_never_zones():
    game = scene(N_MOVES, {"3510": "AV"})
    move(game, "AV", "3610")
    assert game.owner("3610") == "N"
    assert game.zoc("N", "3710")
    assert game.owner("3710") == "R"


def test_4_2_1_C_05_morale_follows_marked_towns():
    game = scene(N_MOVES, {"3513": "1N"}, rml=58)
    move(game, "1N", "3613")
    assert game.s["rml"] == 54
    game = scene(R_MOVES, {"3614": "1BA"}, control={"N": "3613"}, rml=54)
    move(game, "1BA", "3613")
    assert game.s["rml"] == 58
    game = scene(R_MOVES, {"1613": "R-22"}, scenario="1937", rml=50)
    move(game, "R-22", "1612")
    assert game.s["rml"] == 52


def test_12_2_3_C_92_the_northern_air_unit_goes_with_the_last_port():
    game = scene(N_MOVES, {"3608": "1N"}, control={"N": "3613 3710"}, support="AIR-N")
    move(game, "1N", "3707")
    assert game.where("AIR-N") == Where.GONE


# -- stacking and parties ------------------------------------------------------------------------------------


def test_8_2_C_43_four_divisions_six_units_and_one_hq_fill_a_hex():
    full = "N-81 N-82 N-83 N-61 1N 2N HQ-NAV"
    game = scene(N_MOVES, {"3413": full, "3412": "3N HQ-GLC"})
    game.act("PIECE", "3N")
    game.act("OPTION", REGULAR)
    assert game.refusal("HEX", "3413") == "STACK_FULL"
    game.act("HEX", "3312")
    game.done()
    game.act("PIECE", "HQ-GLC")
    assert game.refusal("HEX", "3413") == "TWO_HQS"
    four = scene(N_MOVES, {"3413": "N-81 N-82 N-83 N-61 HQ-NAV", "3412": "23M 3N"})
    four.act("PIECE", "23M")
    four.act("OPTION", REGULAR)
    assert four.refusal("HEX", "3413") == "TOO_MANY_DIVISIONS"
    assert "3413" not in four.legal()


def test_15_25_3_C_44_anarchists_stack_with_poum_not_with_communists_or_catalans():
    def refused(guest, host):
        game = scene(R_MOVES, {"3120": guest, "3119": host}, scenario="1937")
        game.act("PIECE", guest)
        if game.node == "MOVE_MODE":
            game.act("OPTION", REGULAR)
        return game.refusal("HEX", "3119")

    assert refused("DRT", "LEN") == "LEGAL"
    assert refused("DRT", "MRX") == "PARTIES_DIFFER"
    assert refused("DRT", "MC-R") == "PARTIES_DIFFER"
    assert refused("MRX", "LEN") == "PARTIES_DIFFER"
    assert refused("DRT", "TB") == "LEGAL"


# -- the north (13.10) ---------------------------------------------------------------------------------------


def test_13_10_C_42_two_basque_steps_may_be_outside_their_region():
    game = scene(R_MOVES, {"3612": "1BA 2BA", "3613": "4BA"})
    game.act("PIECE", "4BA")
    if game.node == "MOVE_MODE":
        game.act("OPTION", REGULAR)
    assert game.refusal("HEX", "3612") == "BEYOND_REGION"
    assert "3614" in game.legal()


def test_13_10_T_68_those_outside_may_move_on_outside():
    game = scene(R_MOVES, {"3612": "1BA 2BA 3BA"})
    game.act("PIECE", "1BA")
    if game.node == "MOVE_MODE":
        game.act("OPTION", REGULAR)
    assert "3611" in game.legal()


def test_13_10_C_41_a_group_without_its_region_is_free():
    lost = "3413 3414 3512 3513 3613 3614 3615"
    game = scene(R_MOVES, {"3612": "1BA 2BA", "3611": "3BA 4BA", "3710": "5BA"}, control={"N": lost})
    game.act("PIECE", "5BA")
    if game.node == "MOVE_MODE":
        game.act("OPTION", REGULAR)
    assert "3611" in game.legal()


def test_7_12_1_T_149_units_from_elsewhere_do_not_enter_the_north():
    game = scene(R_MOVES, {"3409": "R-3", "3410": "R-4"}, scenario="1937", control={"R": "3510"})
    game.act("PIECE", "R-4")
    if game.node == "MOVE_MODE":
        game.act("OPTION", REGULAR)
    assert "3510" not in game.legal()
    assert game.refusal("HEX", "3510") == "OUT_OF_REACH"


# -- exploitation (14) ---------------------------------------------------------------------------------------


def test_14_1_C_89_motorized_units_away_from_enemies_move_again():
    units = {"3513": "RC 1N", "3514": "AGC", "3614": "1A", "3413": "J88"}
    game = scene(Stage.EXPLOIT_N, units)
    assert game.legal("PIECE") == {"J88"}
    assert game.refusal("PIECE", "RC") == "NOT_ELIGIBLE"
    assert game.refusal("PIECE", "1N") == "NOT_ELIGIBLE"


def test_14_1_1_republicans_move_half():
    game = scene(Stage.EXPLOIT_R, {"2713": "BT"}, scenario="1937")
    game.act("PIECE", "BT")
    assert game.s["mf_left"] == 4


def test_13_11_3_C_39_released_units_march_with_their_printed_factors():
    game = scene(Stage.EXPLOIT_R, {"3707": "HQ-N 4A"}, used="HQ-N", reserve="4A", rp={"NOR": 1})
    game.act("PIECE", "HQ-N")
    game.act("PIECE", "4A")
    game.act("PIECE", "4A")
    game.act("OPTION", MARCH)
    assert game.s["mf_left"] == 5
    game = scene(Stage.EXPLOIT_R, {"3707": "HQ-N 4A"}, used="HQ-N", reserve="4A", rp={"NOR": 1})
    game.act("PIECE", "HQ-N", "4A", "4A")
    game.act("OPTION", REGULAR)
    assert game.s["mf_left"] == 3


def test_13_11_3_a_march_may_take_all_factors_in_one_step():
    # From 2821 over the Ebro into a marsh: 5 factors; no other hex around is Republican.
    units = {"2821": "HQ-EST R-3"}
    more = {"scenario": "1937", "used": "HQ-EST", "reserve": "R-3", "rp": {"REP": 1}}
    game = scene(Stage.EXPLOIT_R, units, control={"N": "2820 2920 2921"}, **more)
    game.act("PIECE", "HQ-EST", "R-3", "R-3")
    assert game.node == "MOVE_MODE"
    game.act("OPTION", MARCH)
    assert (int(game.s["mf_left"]), game.legal()) == (5, {"2720"})


def test_13_8_evacuation_brings_two_divisions_to_3324():
    units = {"3420": "R-43 R-3 R-4"}
    game = scene(R_MOVES, units, scenario="1937", control={"R": "3420"})
    assert game.node == "EVACUATE"
    game.act("OPTION", 1)
    game.act("PIECE", "R-43", "R-3")
    assert game.node == "MOVE_PIECE"
    assert (game.at("R-43"), game.at("R-3"), game.at("R-4")) == ("3324", "3324", "3420")
    assert game.refusal("PIECE", "R-43") == "MAY_NOT_MOVE"


def test_T_63_of_the_cheapest_paths_the_engine_takes_the_one_that_takes_most():
    # Over 3509, a friendly mountain, or 3510, an enemy town behind a river: 4 factors either way.
    game = scene(N_MOVES, {"3410": "1N"})
    game.act("PIECE", "1N")
    if game.node == "MOVE_MODE":
        game.act("OPTION", REGULAR)
    game.act("HEX", "3610")
    assert (game.owner("3510"), game.owner("3610"), game.s["mf_left"]) == ("N", "N", 1)
