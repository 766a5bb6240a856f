"""Chapters 6, 7, 11 and 12.1: events, conversions, resources, arrivals, transport, reserves; the set-up (3)."""

from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LINE, Stage, Where

CHANGES_R, CHANGES_N = Stage.CHANGES_R, Stage.CHANGES_N


def test_7_5_T_22_C_06_columns_convert_in_their_hex_supplied_or_not():
    game = scene(CHANGES_R, {"3219": "DRT"}, scenario="1937", turn=7)
    p = game.piece("R-26")
    assert (game.s["face"][p], game.at("R-26"), game.steps("R-26")) == (1, "3219", 1)
    cut = scene(CHANGES_R, {"2509": "DRT", "2508": "N-71", "2610": "N-11", "2510": "N-14"}, scenario="1937", turn=7)
    assert cut.s["face"][cut.piece("DRT")] == 1
    assert not cut.s["slots"].any()


def test_7_4_T_23_C_07_withdrawn_units_leave_slots():
    game = scene(CHANGES_R, {"2613": "HZ VLB"}, scenario="1937", turn=7, box="R-10", rp={"REP": 0})
    assert (game.where("HZ"), game.where("VLB")) == (Where.GONE, Where.GONE)
    assert game.s["slots"][game.cell("2613")] == 2


def test_7_8_T_23_C_08_slots_take_new_and_rebuilt_units():
    game = scene(None, {"2810": "CST MC-N"}, scenario="1937", turn=7, box="MNT", rp={"NAT": 1})
    game.box("N-13", Where.LATER)
    game.s["turn"] = 7
    game.begin(CHANGES_N)
    game.act("PIECE", "MNT")
    while game.node == "RP_SPEND":
        game.done()
    assert game.node == "ARRIVE"
    game.act("HEX", "2810")
    game.act("HEX", "2810")
    assert {game.at("N-13"), game.at("MNT")} == {"2810"}


def test_7_4_T_20_C_09_a_withdrawal_waits_for_supply_and_the_dead_stay_away():
    around = {"3607": "N-83", "3505": "N-82", "3604": "N-81"}
    game = scene(CHANGES_R, {"3605": "AM3", **around}, turn=8, control={"N": "3705 3606 3706"})
    assert game.at("AM3") == "3605"
    assert scene(CHANGES_R, {"3707": "AM3"}, turn=9).where("AM3") == Where.GONE
    fight = scene(Stage.COMBAT_N, {"3607": "1N 2N", "3608": "AM3"}, turn=8)
    fight.attack("3608", "1N 2N")
    fight.s["column"], fight.s["drm"] = 9, 0
    fight.roll(6)
    fight.act("PIECE", "AM3")
    assert fight.where("AM3") == Where.GONE


def test_7_5_T_21_C_10_scheduled_units_in_the_box():
    game = scene(CHANGES_R, {"3707": "CH"}, turn=8, box="AM1 SM2")
    assert (game.where("AM1"), game.s["face"][game.piece("AM1")]) == (Where.DEAD, 1)
    assert game.where("SM2") == Where.GONE


def test_8_1_T_22_T_163_a_conversion_may_leave_too_many_divisions():
    game = scene(CHANGES_R, {"3120": "R-3 R-4 R-5 R-6 DRT"}, scenario="1937", turn=7)
    assert game.node == "EXCESS"
    assert game.legal("PIECE") == {"R-3", "R-4", "R-5", "R-6", "DRT"}
    game.act("PIECE", "R-3")
    assert game.where("R-3") == Where.DEAD
    assert game.node != "EXCESS"


# -- resources -----------------------------------------------------------------------------------------------


def test_7_2_T_24_C_11_purses_keep_ten():
    game = scene(Stage.RESERVES_R, {"3511": "1N", "3707": "1A"}, rp={"NAT": 15, "ITA": 10})
    game.done()
    assert game.stage == Stage.MOVEMENT_N
    assert (game.purse("NAT"), game.purse("ITA")) == (10, 10)


def test_7_6_C_12_replenishing_needs_full_supply():
    game = scene(Stage.RESOURCES_N, {"3511": "1N-"})
    game.act("PIECE", "1N")
    assert (game.steps("1N"), game.purse("NAT")) == (2, 5)
    cut = scene(Stage.RESOURCES_N, {"3613": "1N-", "3612": "1A", "3614": "2A"})
    assert cut.refusal("PIECE", "1N") == "NOT_SUPPLIED"


def test_7_2_7_3_C_13_flechas_have_two_purses_and_white_dots_none():
    game = scene(Stage.RESOURCES_N, {"3511": "1N"}, box="FN FIN MG")
    assert game.refusal("PIECE", "FIN") == "WHITE_DOT"
    assert game.refusal("PIECE", "MG") == "WHITE_DOT"
    game.act("PIECE", "FN")
    game.act("OPTION", 1)
    assert (game.node, game.purse("ITA")) == ("RP_FULL", 1)
    game.act("OPTION", 1)
    game.act("OPTION", 0)
    assert (game.purse("NAT"), game.purse("ITA"), game.steps("FN")) == (5, 1, 2)


def test_7_12_T_33_a_lost_north_adds_its_points_to_the_nationalists():
    held = {"N": "3707 3710 3613"}
    game = scene(Stage.RESOURCES_N, {"2711": "N-11"}, scenario="1937", control=held)
    assert game.purse("NAT") == 6 + 3
    alive = scene(Stage.RESOURCES_N, {"2711": "N-11", "3608": "1A"}, scenario="1937", control=held)
    assert alive.purse("NAT") == 6


# -- arrivals ------------------------------------------------------------------------------------------------


def arrival(unit, units, turn=8, **more):
    game = scene(None, units, turn=turn, **more)
    game.box(unit, Where.LATER)
    return game.begin(Stage.ARRIVALS_R if unit.endswith("BA") or unit in ("R-10", "1A") else Stage.ARRIVALS_N)


def test_7_8_T_29_C_14_a_lost_hex_of_entry_is_replaced_within_two_hexes():
    game = scene(None, {"3513": "1A"}, turn=8)
    game.box("C2", Where.LATER)
    game.begin(Stage.ARRIVALS_N)
    assert game.legal() == {"3311"}
    lost = scene(None, {"3311": "1A"}, turn=8)
    lost.box("C2", Where.LATER)
    lost.begin(Stage.ARRIVALS_N)
    assert lost.legal()
    assert all(code in lost.tables.grid.names for code in lost.legal())
    assert "3314" not in lost.legal()


def test_7_12_1_T_32_C_15_basque_units_enter_in_or_beside_bilbao():
    full = {"3613": "1BA 2BA 3BA 4BA 5BA 6BA", "3614": "7BA 8BA 9BA BM1 BM2 10BA"}
    one = arrival("D1BA", {**full, "3612": "CH"}, turn=10)
    assert one.legal() == {"3612"}
    two = {**full, "3612": "CH", "3711": "A B"}
    assert arrival("D1BA", two, turn=10).where("D1BA") == Where.DUE


def test_7_8_free_units_enter_in_supplied_towns():
    game = scene(None, {"3513": "1N"}, turn=8)
    game.box("N-13", Where.LATER)
    game.begin(Stage.ARRIVALS_N)
    assert "3311" in game.legal()
    assert "3312" not in game.legal()
    assert game.refusal("HEX", "3312") == "NOT_ENTRY_HEX"


def test_7_10_C_17_mobilization():
    units = {"2712": "R-3"}
    game = scene(None, units, scenario="1937", turn=8, rml=50)
    game.box("R-201 R-202 R-203", Where.MOBILIZED_LATER)
    game.begin(Stage.MOBILIZATION)
    assert game.node == "MOBILIZE"
    game.act("OPTION", 1)
    assert (game.purse("REP"), game.s["rml"]) == (3, 44)
    assert {"2318", "2317", "2417"} <= game.legal()
    assert "2514" not in game.legal()
    game.act("HEX", "2318")
    assert game.at("R-201") == "2318"
    high = scene(None, units, scenario="1937", turn=8, rml=51).begin(Stage.MOBILIZATION)
    assert high.node != "MOBILIZE"
    north = scene(None, {"3707": "1A"}, turn=8, rml=20).begin(Stage.MOBILIZATION)
    assert north.node != "MOBILIZE"


# -- events --------------------------------------------------------------------------------------------------


def draw(chit, units=None, stage=Stage.EVENTS_R, **more):
    game = scene(None, units or {"3707": "1A", "3511": "1N"}, **more)
    game.s["cup"][chit] = 1
    game.begin(stage)
    game.step(chit)
    return game


def test_6_2_C_18_no_event_goes_back_and_void_chits_are_discarded():
    game = draw(0)
    assert game.stage != Stage.EVENTS_R
    void = draw(5, control={"N": "3613"})
    assert (void.purse("NOR"), void.s["cup"][5]) == (0, 0)
    assert draw(5).purse("NOR") == 1


def test_6_1_chits_of_this_turn_are_added_after_the_draw():
    game = draw(0, turn=8)
    assert game.s["cup"][8] == 1
    assert game.s["cup"][28] == 1
    assert draw(0, turn=9).s["cup"][8] == 0


def test_15_14_chits_7_and_27_change_the_iron_belt():
    assert draw(7).s["line"][0] == LINE.ACTIVE
    assert draw(27, stage=Stage.EVENTS_N).s["line"][0] == LINE.NEUTRALISED


def test_T_16_losses_of_rp_are_taken_after_the_income():
    game = draw(40, stage=Stage.EVENTS_N)
    assert game.purse("NAT") == 0
    assert game.s["rp_fall"][0] == 2
    game.step(0)  # the Republican draw
    assert game.stage == Stage.RESOURCES_N
    assert game.purse("NAT") == 4


def test_15_14_1_T_99_lines_become_active_in_their_turn():
    assert scene(Stage.EVENTS_N, {"3707": "1A"}, turn=8).s["line"][0] == LINE.ACTIVE
    assert scene(Stage.EVENTS_N, {"3707": "1A"}, turn=7).s["line"][0] == LINE.INACTIVE


def test_T_17_oviedo_must_be_attacked_or_morale_falls():
    game = scene(Stage.MOVEMENT_R, {"3608": "1A 2A", "3607": "LTR"}, hand=(6,), rml=50)
    game.done()
    game.done()
    assert game.s["rml"] == 48
    attacked = scene(Stage.MOVEMENT_R, {"3608": "1A 2A", "3607": "LTR"}, hand=(6,), rml=50)
    attacked.done()
    attacked.attack("3607", "1A 2A", TERRAIN_PICK=0)
    attacked.roll(1)
    while attacked.node != "TARGET":
        attacked.act("PIECE", sorted(attacked.legal("PIECE"))[0])
    attacked.done()
    assert attacked.s["rml"] == 50


# -- transport -----------------------------------------------------------------------------------------------


def test_11_2_11_3_C_45_capacity_in_halves():
    game = scene(Stage.TRANSPORT_N, {"3311": "N-81 1N 2N HQ-NAV 3N"})
    game.done()  # by sea
    assert game.s["rail"][0] == 4
    assert "HQ-NAV" in game.legal("PIECE")
    game.act("PIECE", "N-81")
    game.act("HEX", "3413")
    assert game.refusal("PIECE", "HQ-NAV") == "NO_CAPACITY"
    for name in ("1N", "2N"):
        game.act("PIECE", name)
        game.act("HEX", "3413")
    assert game.stage != Stage.TRANSPORT_N


def test_11_4_T_51_C_46_rail_beside_the_enemy_needs_a_friend():
    units = {"3311": "1N", "3613": "1A"}
    game = scene(Stage.TRANSPORT_N, units)
    game.done()
    game.act("PIECE", "1N")
    assert "3513" not in game.legal()
    assert "3413" in game.legal()
    friend = scene(Stage.TRANSPORT_N, {**units, "3513": "J88"})
    friend.done()
    friend.act("PIECE", "1N")
    assert "3513" in friend.legal()
    leaving = scene(Stage.TRANSPORT_N, {"3513": "1N", "3613": "1A"})
    leaving.done()
    leaving.act("PIECE", "1N")
    assert "3413" in leaving.legal()


def test_11_5_C_48_shipping_between_ports():
    game = scene(Stage.TRANSPORT_N, {"3615": "N-81 HQ-NAV"})
    assert game.refusal("PIECE", "HQ-NAV") in ("NOT_BY_SEA", "NO_CAPACITY")
    game.act("PIECE", "N-81")
    assert game.legal() == {"3704"}  # Ribadeo; Luarca has no anchor
    game.act("HEX", "3704")
    assert game.s["sea"][0] == 0
    assert scene(Stage.TRANSPORT_R, {"3707": "1A"}).node == "RAIL_PIECE"


def test_11_8_T_53_T_62_C_49_a_landing():
    game = scene(Stage.TRANSPORT_N, {"3615": "1N 2N", "3608": "1A"})
    game.act("OPTION", 0)
    assert game.legal() == {"3609", "3610"}
    game.act("HEX", "3609")
    game.act("PIECE", "1N", "2N")
    assert game.owner("3609") == "N"
    assert game.s["sea"][0] == 0
    assert not game.zoc("N", "3610", "any")
    while game.stage != Stage.MOVEMENT_N:
        game.done()
    assert game.refusal("PIECE", "1N") == "MAY_NOT_MOVE"
    assert game.supply("1N") == "full"


def test_11_8_T_62_landed_units_are_ordinary_in_the_next_turn():
    game = scene(Stage.MOVEMENT_N, {"3609": "1N 2N"}, landed="1N 2N", control={"N": "3508"})
    assert game.zoc("N", "3610")
    assert game.refusal("PIECE", "1N") == "LEGAL"


def test_11_8_C_50_no_landing_in_towns_on_units_or_after_shipping():
    game = scene(Stage.TRANSPORT_N, {"3615": "1N 2N", "3610": "CH"})
    game.act("OPTION", 0)
    assert game.refusal("HEX", "3612") == "BEACH_NOT_OPEN"
    assert game.refusal("HEX", "3610") == "BEACH_NOT_OPEN"
    shipped = scene(Stage.TRANSPORT_N, {"3615": "1N 2N"})
    shipped.act("PIECE", "1N")
    shipped.act("HEX", "3704")
    assert shipped.refusal("OPTION", 0) == "SEA_USED"


# -- reserves ------------------------------------------------------------------------------------------------


def test_12_1_4_T_56_C_61_reserves():
    units = {"3707": "HQ-N 4A 5A 6A 3BA 9BA", "3706": "1A"}
    game = scene(Stage.RESERVES_R, units)
    game.act("PIECE", "HQ-N")
    game.act("PIECE", "4A", "5A", "6A", "3BA", "9BA")
    assert game.s["used"][game.piece("HQ-N")] == 1
    assert game.s["reserve"].sum() == 5
    watched = scene(Stage.RESERVES_R, {**units, "3607": "N-83"})
    assert watched.refusal("PIECE", "HQ-N") == "IN_ENEMY_ZOC"


def test_12_1_T_55_supplied_hqs_become_available():
    game = scene(Stage.RESERVES_N, {"3311": "HQ-NAV 1N"}, used="HQ-NAV")
    assert game.s["used"][game.piece("HQ-NAV")] == 0
    holding = scene(Stage.RESERVES_N, {"3311": "HQ-NAV 1N"}, used="HQ-NAV", reserve="1N")
    assert holding.s["used"][holding.piece("HQ-NAV")] == 1


def test_12_1_4_T_58_release_at_the_end_of_the_turn_is_free():
    game = scene(Stage.RELEASE_N, {"3311": "HQ-NAV 1N"}, used="HQ-NAV", reserve="1N")
    game.act("PIECE", "HQ-NAV", "1N")
    assert game.s["reserve"].sum() == 0
    poor = scene(Stage.EXPLOIT_N, {"3311": "HQ-NAV 1N"}, used="HQ-NAV", reserve="1N")
    assert poor.node == "MOVE_PIECE"


def test_12_1_4_T_59_an_attack_takes_units_out_of_reserve_at_half_strength():
    units = {"3513": "1N 2N", "3614": "HQ-N 1BA 2BA 3BA"}
    game = scene(Stage.COMBAT_N, units, used="HQ-N", reserve="1BA 2BA 3BA")
    game.attack("3614", "1N 2N")
    assert game.said("STRENGTH")[1]["units"] == 5  # half of 9
    assert game.s["reserve"].sum() == 0


# -- victory -------------------------------------------------------------------------------------------------


def test_4_1_T_104_C_90_C_91_the_ports_decide():
    held = {"N": "3707 3710 3613"}
    game = scene(Stage.VICTORY, {"3511": "1N"}, turn=9, control=held)
    assert (game.node, game.s["winner"]) == ("OVER", 0)
    assert scene(Stage.VICTORY, {"3511": "1N"}, turn=10).s["winner"] == 1
    whole = scene(Stage.VICTORY, {"2711": "N-11"}, scenario="1937", turn=9, control=held)
    assert whole.node != "OVER"
    assert scene(Stage.VICTORY, {"2711": "N-11"}, scenario="1937", turn=10, control=held).s["winner"] == 0
    madrid = scene(Stage.VICTORY, {"2712": "N-11"}, scenario="1937", turn=7)
    assert madrid.s["winner"] == 0


def test_T_104_T_164_four_garrisoned_capitals_win_for_the_republicans():
    units = {"3607": "1A", "3408": "2A", "3513": "1BA", "3615": "2BA"}
    cities = {"R": "3506 3507 3407 3406 3514"}
    won = scene(Stage.VICTORY, units, control=cities)
    assert won.s["winner"] == 1
    empty = scene(Stage.VICTORY, {"3607": "1A", "3408": "2A", "3513": "1BA"}, control={"R": cities["R"] + " 3615"})
    assert empty.node != "OVER"


def test_T_103_morale_zero_wins_only_where_it_says_so():
    assert scene(Stage.VICTORY, {"3511": "1N"}, rml=0).node != "OVER"
    assert scene(Stage.VICTORY, {"3511": "1N"}, rml=0, rml_victory=True).s["winner"] == 0
    assert scene(Stage.VICTORY, {"2711": "N-11"}, rml=0, scenario="1937").s["winner"] == 0


def test_7_12_1_9_8_C_16_a_rebuilt_brigade_enters_only_where_it_is_supplied():
    game = scene(None, {"3613": "1N", "3513": "2N", "3710": "1S", "3514": "3N"}, turn=8)
    game.box("4BA", Where.REBUILT)
    game.begin(Stage.ARRIVALS_R)
    assert game.legal() == {"3612"}
    assert game.refusal("HEX", "3614") == "UNSUPPLIED_THERE"


def test_11_4_11_2_C_47_a_unit_moves_and_fights_after_its_railway():
    game = scene(Stage.TRANSPORT_N, {"3311": "1N"})
    game.done()
    game.act("PIECE", "1N")
    game.act("HEX", "3413")
    assert game.refusal("PIECE", "1N") == "TRANSPORTED"
    while game.stage != Stage.MOVEMENT_N:
        game.done()
    assert game.refusal("PIECE", "1N") == "LEGAL"


def test_11_6_republicans_ship_on_the_mediterranean_only():
    game = scene(Stage.TRANSPORT_R, {"3707": "1A", "2318": "TH", "3023": "GI"}, scenario="1937")
    assert game.legal("PIECE") == {"TH", "GI"}
    assert game.refusal("PIECE", "1A") == "NOT_IN_PORT"
    game.act("PIECE", "TH")
    assert {"3023", "1717"} <= game.legal()
    assert not {"3707", "3613"} & game.legal()
