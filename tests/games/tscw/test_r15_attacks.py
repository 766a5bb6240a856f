"""Chapters 15.1 to 15.6, 15.20, 15.25.3: who attacks what, and the least odds."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage, Where

N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R


def test_15_1_attacking_is_voluntary():
    game = scene(N_FIGHTS, {"3513": "1N", "3614": "1BA"})
    game.done()
    assert game.stage == Stage.EXPLOIT_N


def test_15_2_units_attack_from_one_some_or_all_hexes_around():
    units = {"3513": "1N", "3514": "2N", "3615": "4N", "3413": "3N", "3614": "1BA", "3613": "2BA"}
    game = scene(N_FIGHTS, units)
    game.act("HEX", "3614")
    assert game.legal("PIECE") == {"1N", "2N", "4N"}  # 3N is not adjacent
    assert game.refusal("PIECE", "3N") == "NOT_ADJACENT"
    game.act("PIECE", "2N")
    assert game.legal("DONE") == {"DONE"}


def test_15_2_no_attack_across_a_closed_hexside():
    game = scene(N_FIGHTS, {"1406": "N-21", "1505": "R-3"}, scenario="1937")
    assert game.legal() == set()


def test_15_2_all_units_of_the_hex_defend_together():
    game = scene(N_FIGHTS, {"3512": "1N 2N", "3613": "1BA 2BA BM1 CH"})
    game.attack("3613", "1N 2N")
    assert game.strengths == (10, 9)


def test_15_2_a_hex_is_attacked_once_in_a_segment():
    game = scene(N_FIGHTS, {"3513": "1N 2N 3N", "3614": "1BA 2BA 3BA", "3613": "4BA"})
    game.attack("3614", "1N")
    game.fix("1:1")
    game.roll(6)  # 1/1
    game.lose()
    assert game.refusal("HEX", "3614") == "ATTACKED_BEFORE"
    assert game.legal() == {"3613"}


def test_15_3_T_73_a_unit_attacks_once_in_a_segment_its_neighbours_in_the_stack_may_attack_elsewhere():
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "1BA 2BA", "3613": "3BA"})
    game.attack("3614", "1N")
    game.fix("1:1")
    game.roll(6)
    game.lose()
    game.act("HEX", "3613")
    assert game.legal("PIECE") == {"2N"}
    assert game.refusal("PIECE", "1N") == "HAS_ATTACKED"


def test_15_4_T_109_any_number_of_attacks_in_any_order():
    game = scene(N_FIGHTS, {"3513": "1N", "3607": "N-83", "3614": "1BA", "3608": "3A"})
    assert game.legal() == {"3614", "3608"}
    game.attack("3608", "N-83")
    game.fix("1:1")
    game.roll(6)
    game.lose()
    game.done()  # no advance
    assert game.legal() == {"3614"}


def test_12_1_3_15_4_T_75_after_a_lone_hq_the_next_attack_is_an_ordinary_one():
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "HQ-N", "3613": "1BA"})
    game.act("HEX", "3614")
    game.act("PIECE", "1N")
    game.done()
    assert (game.where("HQ-N"), game.node) == (Where.DEAD, "ADVANCE")
    game.act("PIECE", "1N")
    assert (int(game.s["mf_left"]), game.legal()) == (0, {"3614"})
    game.act("HEX", "3614")
    assert game.legal() == set()  # and no further
    game.done()
    game.attack("3613", "2N")
    assert (game.node, game.strengths) == ("COMBAT_DIE", (5, 3))


def test_12_1_3_12_1_5_12_2_6_15_4_15_12_what_supported_one_attack_does_not_count_in_the_next():
    units = {"3512": "1N 2N", "3613": "1BA", "3513": "3N HQ-NAV", "3614": "2BA"}
    game = scene(N_FIGHTS, units, hand=(23,), rp={"NAT": 1}, support="NAV-N1")
    game.attack("3613", "1N 2N", HQ_ATT="HQ-NAV", ARTILLERY_ATT=1, NAVAL_ATT="NAV-N1", CHIT_ATT=23)
    assert (game.drms["12.2.6"], game.drms["15.12"]) == (1, 1)
    game.roll(2)
    game.lose()
    while game.node != "TARGET":
        game.done()
    game.attack("3614", "3N")
    assert not {"12.2.6", "15.12"} & game.drms.keys()
    assert "artillery" not in game.shifts
    assert game.strengths[0] == 5


def test_11_8_landed_units_do_not_attack():
    game = scene(None, {"3609": "1N", "3608": "CH"}).begin(N_FIGHTS)
    assert game.legal() == {"3608"}
    game.s["landed"][game.piece("1N")] = 1
    assert game.legal() == set()


# -- 15.6: the least odds ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("defenders", "legal"), [("1BA 2BA", True), ("1BA 2BA BM2", False)])
def test_15_6_the_attack_needs_1_to_3(defenders, legal):
    game = scene(N_FIGHTS, {"3513": "LTR", "3614": defenders, "3613": "4BA"})  # 2 against 6, or 7
    assert ("3614" in game.legal()) == legal


def test_15_6_T_74_support_does_not_count_for_them():
    units = {"3513": "LTR HQ-NAV", "3614": "1BA 2BA BM2", "3613": "4BA"}
    game = scene(N_FIGHTS, units, support="AIR-LC AIR-AL", rp={"NAT": 3})
    assert game.refusal("HEX", "3614") == "ODDS_TOO_LOW"


def test_15_6_T_74_nor_does_the_defenders_hq():
    units = {"3513": "LTR", "3614": "1BA 2BA HQ-N", "3613": "4BA"}
    assert "3614" in scene(N_FIGHTS, units).legal()


def test_15_6_T_74_halvings_count():
    # 1BA and 2BA in reserve defend with 3: 1 suffices.
    units = {"3513": "SG", "3614": "1BA 2BA 3BA HQ-N", "3613": "4BA"}
    assert "3614" not in scene(N_FIGHTS, units).legal()  # 2 against 9
    reserves = scene(N_FIGHTS, units, reserve="1BA 2BA 3BA", used="HQ-N")
    assert "3614" in reserves.legal()  # 2 against 5


def test_15_6_T_74_not_done_before_the_odds_are_reached():
    game = scene(N_FIGHTS, {"3513": "LTR 1N", "3614": "1BA 2BA BM2", "3613": "4BA"})
    game.act("HEX", "3614")
    game.act("PIECE", "LTR")
    assert game.refusal("DONE") == "ODDS_TOO_LOW"
    game.act("PIECE", "1N")
    assert game.refusal("DONE") == "LEGAL"


# -- 15.20: units without a factor --------------------------------------------------------------------------------


def test_15_20_a_unit_with_attack_0_does_not_attack_alone():
    game = scene(R_FIGHTS, {"3614": "AM1 BM1", "3513": "AGC"})
    assert game.legal() == set()


def test_15_20_T_117_it_rides_along_once_another_attacks():
    game = scene(R_FIGHTS, {"3614": "BM1 1BA", "3513": "AGC"})
    game.act("HEX", "3513")
    assert game.refusal("PIECE", "BM1") == "NO_FACTOR_YET"
    game.act("PIECE", "1BA", "BM1")
    game.done()
    assert game.node == "COLUMN_DIE"


def test_15_25_1_the_columns_die_of_one_attack_does_not_count_in_the_next():
    game = scene(R_FIGHTS, {"3614": "BM1 1BA", "3513": "AGC", "3608": "3A", "3507": "AGCS"}, scenario="1937")
    game.attack("3513", "1BA BM1")
    game.roll(6)
    assert game.drms["15.25.1"] > 0
    game.roll(1)
    game.lose()
    while game.node != "TARGET":
        game.done()
    game.attack("3507", "3A")
    assert "15.25.1" not in game.drms


# -- 15.25.3: parties -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("other", "legal"), [("MRX", False), ("MC-R", False), ("LEN", True), ("VLB", True)])
def test_15_25_3_C_44_parties_that_do_not_agree_do_not_attack_together_from_two_hexes(other, legal):
    units = {"2918": "DRT", "2818": other, "2917": "BPE"}
    game = scene(R_FIGHTS, units, scenario="1937")
    game.act("HEX", "2917")
    game.act("PIECE", "DRT")
    assert (other in game.legal("PIECE")) == legal
    if not legal:
        assert game.refusal("PIECE", other) == "PARTIES_DIFFER"


def test_15_25_3_a_party_that_cannot_reach_the_odds_with_its_friends_is_not_offered():
    # 1 + 1 against 5 reaches 1:3, 1 alone does not: no target, if the two may not join.
    together = scene(R_FIGHTS, {"2918": "DRT", "2818": "LEN", "2917": "N-53"}, scenario="1937")
    apart = scene(R_FIGHTS, {"2918": "DRT", "2818": "MRX", "2917": "N-53"}, scenario="1937")
    assert together.legal() == {"2917"}
    assert apart.legal() == set()
