"""Chapters 7.2 to 7.6, 7.12: resource points, withdrawals, conversions, replenishing, rebuilding."""

import pytest
from naive_tscw.board import read
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage, Where

RING = {"3612": "1S", "3512": "1A", "3513": "2A", "3614": "3BA"}  # around Bilbao


def waiting(game, *names):
    """Units whose turn of entry is to come."""
    for name in names:
        game.box(name, Where.LATER)
    return game


# -- 7.2 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["north-1937", "1937"])
@pytest.mark.parametrize("turn", [7, 8, 9, 10])
def test_7_2_every_purse_receives_the_points_of_the_schedule(scenario, turn):
    listed = read(f"scenarios/{scenario}.yaml")["resource_points"][str(turn)]
    n = scene(Stage.RESOURCES_N, {"3513": "1N"}, scenario=scenario, turn=turn)
    r = scene(Stage.RESOURCES_R, {"3707": "1A"}, scenario=scenario, turn=turn)
    assert [n.purse("NAT"), n.purse("ITA")] == listed[:2]
    assert [r.purse("REP"), r.purse("NOR")] == listed[2:]


def test_7_2_C_11_unused_points_above_10_are_lost_at_the_end_of_the_phase():
    game = scene(Stage.RESOURCES_N, {"3513": "1N-"}, turn=10, rp={"NAT": 9, "REP": 12, "NOR": 10, "ITA": 0})
    game.act("PIECE", "1N")
    assert game.purse("NAT") == 14
    while game.stage != Stage.MOVEMENT_N:
        game.done()
    assert [game.purse(name) for name in ("NAT", "REP", "NOR")] == [10, 10, 10]


def spends(units, purse, n=1, side="N", **more):
    stage = Stage.RESOURCES_N if side == "N" else Stage.RESOURCES_R
    game = scene(None, units, **more)
    for k in range(4):
        game.s["purse"][k] = 0
    game.begin(stage)
    for k in range(4):
        game.s["purse"][k] = 0
    game.s["purse"][("NAT", "ITA", "REP", "NOR").index(purse)] = n
    return game


@pytest.mark.parametrize(
    ("purse", "payable"),
    [("NAT", {"1N", "MG", "FN"}), ("ITA", {"23M", "FN"})],
)
def test_7_2_T_25_nationalist_purses(purse, payable):
    game = spends({"3513": "1N- 23M- FN-"}, purse)
    assert game.legal("PIECE") == payable - {"MG"}  # 7.3: a white dot


@pytest.mark.parametrize(("purse", "payable"), [("REP", {"R-4", "TH"}), ("NOR", set())])
def test_7_2_7_12_T_25_republican_purses(purse, payable):
    game = spends({"2712": "R-4- TH- R-3"}, purse, side="R", scenario="1937")
    assert game.legal("PIECE") == payable


def test_7_12_northern_points_are_for_northern_units_only():
    game = spends({"3710": "1S"}, "NOR", side="R", scenario="1937", box="2S HQ-N R-3")
    assert game.legal("PIECE") == {"2S", "HQ-N"}
    assert spends({"3710": "1S"}, "REP", side="R", scenario="1937", box="2S HQ-N R-3").legal("PIECE") == {"R-3"}


# -- 7.3 ----------------------------------------------------------------------------------------------------------


def test_7_3_C_13_white_dots_are_never_replenished_nor_rebuilt():
    game = spends({"2913": "FIN- DLV- ASN- LT-"}, "NAT", 5, scenario="1937", box="CST FN")
    game.s["purse"][1] = 5
    assert game.legal("PIECE") == {"LT", "FN"}
    assert {game.refusal("PIECE", name) for name in ("FIN", "DLV", "ASN", "CST")} == {"WHITE_DOT"}


# -- 7.6 -----------------------------------------------------------------------------------------------------------


def test_7_6_C_12_a_reduced_unit_in_full_supply_is_replenished_for_a_point():
    game = spends({"3513": "1N-"}, "NAT")
    game.act("PIECE", "1N")
    assert (game.steps("1N"), game.purse("NAT")) == (2, 0)


def test_7_6_C_12_not_in_town_supply():
    game = spends({"3613": "1N-", **RING}, "NAT")
    assert game.refusal("PIECE", "1N") == "NOT_SUPPLIED"


def test_7_6_T_26_rebuilding_a_two_step_unit_reduced_or_with_a_second_point_full():
    for n, answer, steps in ((1, None, 1), (2, 0, 1), (2, 1, 2)):
        game = spends({"3513": "1N"}, "NAT", n, box="2N")
        game.act("PIECE", "2N")
        assert (game.node == "RP_FULL") == (n == 2)
        if answer is not None:
            game.act("OPTION", answer)
        assert (game.where("2N"), game.steps("2N")) == (Where.REBUILT, steps)
        assert game.purse("NAT") == n - (1 if steps == 1 else 2)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_7_2_7_6_C_13_flechas_are_paid_by_either_purse(first, second):
    game = spends({"3513": "1N"}, "NAT", 1, box="FN")
    game.s["purse"][1] = 1
    game.act("PIECE", "FN")
    assert game.node == "RP_PURSE"
    game.act("OPTION", first)
    assert [game.purse("NAT"), game.purse("ITA")] == [first, second]
    game.act("OPTION", 1)  # made full: the other purse is the only one left
    assert (game.steps("FN"), game.purse("NAT"), game.purse("ITA")) == (2, 0, 0)


def test_7_6_T_115_hqs_are_rebuilt_available():
    game = spends({"3513": "1N"}, "NAT", 1, box="HQ-NAV")
    game.act("PIECE", "HQ-NAV")
    assert game.node == "ARRIVE"  # the purse is empty
    game.act("HEX", "3513")
    assert (game.at("HQ-NAV"), int(game.s["used"][game.piece("HQ-NAV")])) == ("3513", 0)


def test_7_6_C_10_a_converted_column_comes_back_as_the_new_unit_only():
    game = scene(Stage.CHANGES_R, {"3707": "1A"}, turn=8, box="AM1 SM2", rp={"NOR": 1})
    assert game.legal("PIECE") == {"AM1"}
    game.act("PIECE", "AM1")
    game.act("HEX", "3707")
    assert game.at("11A") == "3707"
    assert game.where("SM2") == Where.GONE


def test_7_6_T_27_no_rebuild_without_a_hex():
    towns = "3306 3308 3311 3314 3404 3405 3408 3410 3413 3416 3508 3511 3513 3514 3606 3607 3615 3704 3705"
    game = spends({"3409": "2N"}, "NAT", 1, box="1N", control={"R": towns})
    assert game.refusal("PIECE", "1N") == "NO_HEX_TO_ENTER"


def test_7_7_spending_is_not_mandatory():
    game = spends({"3513": "1N-"}, "NAT")
    game.done()
    assert (game.steps("1N"), game.purse("NAT")) == (1, 1)


# -- 7.4, 7.5 ------------------------------------------------------------------------------------------------------


def test_7_4_C_07_two_withdrawn_columns_give_two_slots():
    game = waiting(scene(None, {"2613": "HZ VLB"}, scenario="1937", turn=7), "R-10", "R-11")
    game.begin(Stage.CHANGES_R)
    assert (game.where("HZ"), game.where("VLB")) == (Where.GONE, Where.GONE)
    while game.node != "ARRIVE":
        game.done()
    game.act("HEX", "2613")  # no town
    game.act("HEX", "2613")
    assert (game.at("R-10"), game.at("R-11")) == ("2613", "2613")


def test_7_4_7_8_each_slot_takes_one_unit():
    game = waiting(scene(None, {"2613": "VLB"}, scenario="1937", turn=7), "R-10", "R-11")
    game.begin(Stage.CHANGES_R)
    while game.node != "ARRIVE":
        game.done()
    game.act("HEX", "2613")
    assert "2613" not in game.legal()


def test_7_4_T_23_T_124_slots_lapse_with_the_segment():
    game = scene(Stage.CHANGES_R, {"2613": "VLB"}, scenario="1937", turn=7)
    assert game.s["slots"][game.cell("2613")] == 1
    while game.stage < Stage.TRANSPORT_N:
        game.done()
    assert not game.s["slots"].any()


def test_7_5_T_23_conversions_give_no_slot():
    game = waiting(scene(None, {"2613": "DRT"}, scenario="1937", turn=7), "R-10")
    game.begin(Stage.CHANGES_R)
    while game.node != "ARRIVE":
        game.done()
    assert "2613" not in game.legal()


def test_7_4_C_08_a_new_and_a_rebuilt_unit_take_the_slots():
    game = waiting(scene(None, {"2811": "CST MC-N"}, scenario="1937", turn=7, box="MNT"), "N-13")
    game.begin(Stage.CHANGES_N)
    game.act("PIECE", "MNT")
    game.done()
    game.act("HEX", "2811")
    game.act("HEX", "2811")
    assert (game.at("N-13"), game.at("MNT")) == ("2811", "2811")


def test_7_4_C_09_T_20_a_withdrawal_needs_full_supply_then_and_later():
    ring = {"3608": "N-81", "3508": "N-82", "3509": "N-83", "3610": "N-61", "3708": "1N"}
    assert scene(Stage.CHANGES_R, {"3609": "AM3", **ring}, turn=8).at("AM3") == "3609"
    assert scene(Stage.CHANGES_R, {"3609": "AM3"}, turn=9).where("AM3") == Where.GONE


def test_7_4_withdrawn_units_are_not_rebuilt():
    game = spends({"3707": "1A"}, "NOR", side="R")
    game.box("AM3", Where.GONE)
    assert "AM3" not in game.legal("PIECE")


@pytest.mark.parametrize("units", [{"2611": "DRT"}, {"2509": "DRT", "2508": "N-71", "2610": "N-11", "2510": "N-14"}])
def test_7_5_C_06_T_11_a_column_converts_supplied_or_not_at_full_strength_in_its_hex(units):
    code = next(iter(units))
    game = scene(Stage.CHANGES_R, units, scenario="1937", turn=7)
    assert (game.at("R-26"), game.steps("R-26")) == (code, 1)


def test_7_5_T_22_eliminated_excess_may_be_rebuilt():
    units = {"2712": "R-3 R-5 R-6 R-7 DRT"}
    game = scene(Stage.CHANGES_R, units, scenario="1937", turn=7)
    assert (game.node, game.legal("PIECE")) == ("EXCESS", {"R-3", "R-5", "R-6", "R-7", "DRT"})
    game.act("PIECE", "R-3")
    assert game.where("R-3") == Where.DEAD
    assert (game.node, game.refusal("PIECE", "R-3")) == ("RP_SPEND", "LEGAL")


# -- 7.12 ---------------------------------------------------------------------------------------------------------

PORTS = {"N": "3613 3707 3710"}


def test_7_12_T_33_a_lost_north_loses_its_points_and_adds_its_schedule_to_the_nationalists():
    n = scene(Stage.RESOURCES_N, {"3513": "1N"}, scenario="1937", control=PORTS)
    assert n.purse("NAT") == 6 + 3
    r = scene(Stage.RESOURCES_R, {"2712": "R-3"}, scenario="1937", control=PORTS, rp={"NOR": 4})
    assert r.purse("NOR") == 0


def test_7_12_T_33_T_168_not_while_a_northern_unit_or_hq_or_port_is_left():
    for units, control in (({"3711": "1BA"}, PORTS), ({"3711": "HQ-N"}, PORTS), ({}, {"N": "3613 3707"})):
        game = scene(Stage.RESOURCES_N, {"3513": "1N", **units}, scenario="1937", control=control)
        assert game.purse("NAT") == 6
