"""Chapters 12.1.1 to 12.1.3 and 12.1.5: HQs in battles."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage, Where

N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R
FRONT = {"3513": "1N", "3512": "2N", "3614": "1BA"}
"""Two brigades of 5 that can attack, and one of 3 that defends."""


def attack(units, attackers="1N", target="3614", stage=N_FIGHTS, more=None, **answers):
    game = scene(stage, units, **(more or {}))
    game.attack(target, attackers, **answers)
    return game


# -- 12.1.3: ground support --------------------------------------------------------------------------------------


def test_12_1_3_C_51_an_hq_adds_its_factor_and_is_committed():
    units = {"2411": "R-1 R-2 R-8", "2511": "HQ-EXT", "2410": "N-71"}
    more = {"scenario": "1937", "support": "AIR-R1"}
    game = attack(units, "R-1 R-2 R-8", "2410", R_FIGHTS, more, HQ_ATT="HQ-EXT")
    assert game.strengths[0] == 10
    assert int(game.s["used"][game.piece("HQ-EXT")]) == 1


def test_12_1_3_C_51_T_77_hq_and_air_together_add_no_more_than_the_units_have():
    units = {"2411": "R-1 R-2 R-8", "2511": "HQ-EXT", "2410": "N-71"}
    more = {"scenario": "1937", "support": "AIR-R1"}
    game = attack(units, "R-1 R-2 R-8", "2410", R_FIGHTS, more, HQ_ATT="HQ-EXT", AIR_ATT="AIR-R1")
    assert game.strengths[0] == 12


def test_12_1_3_C_51_in_defence_too():
    units = {"2411": "R-1 R-2 R-8 HQ-EXT", "2410": "N-11"}
    game = attack(units, "N-11", "2411", N_FIGHTS, {"scenario": "1937"}, HQ_DEF="HQ-EXT")
    assert game.strengths[1] == 16


def test_12_1_3_one_hq_a_side():
    game = scene(N_FIGHTS, {"3513": "1N HQ-NAV", "3514": "HQ-CTV", "3614": "1BA"})
    game.act("HEX", "3614")
    game.act("PIECE", "1N")
    game.done()
    assert game.legal("PIECE") == {"HQ-NAV", "HQ-CTV"}
    game.act("PIECE", "HQ-NAV")
    assert game.node == "COMBAT_DIE"


def test_12_1_3_only_available_hqs():
    game = attack({**FRONT, "3514": "HQ-NAV"}, more={"used": "HQ-NAV"})
    assert game.strengths[0] == 5  # not even asked


def test_12_1_3_T_76_only_supplied_hqs():
    ring = {"3609": "1A HQ-N", "3608": "1N", "3508": "2N", "3509": "3N", "3610": "4N", "3708": "AV"}
    game = scene(R_FIGHTS, ring)
    game.act("HEX", "3708")
    game.act("PIECE", "1A")
    game.done()
    assert game.node == "COMBAT_DIE"


def test_12_1_3_only_hqs_beside_the_battle():
    game = attack({**FRONT, "3412": "HQ-NAV"})
    assert game.strengths[0] == 5
    near = scene(N_FIGHTS, {**FRONT, "3413": "HQ-NAV"})
    near.act("HEX", "3614")
    near.act("PIECE", "1N")
    near.done()
    assert near.node == "HQ_ATT"  # next to an attacker, not to the target


def test_12_1_3_T_76_a_defending_hq_is_in_or_next_to_the_target():
    for place, node in (("3613", "HQ_DEF"), ("3612", "COMBAT_DIE")):
        game = scene(N_FIGHTS, {**FRONT, place: "HQ-N"})
        game.act("HEX", "3614")
        game.act("PIECE", "1N")
        game.done()
        assert game.node == node


def test_12_1_3_C_53_an_able_hq_in_the_target_must_support():
    game = scene(N_FIGHTS, {"3513": "1N", "3614": "1BA HQ-N", "3613": "2BA"})
    game.act("HEX", "3614")
    game.act("PIECE", "1N")
    game.done()
    assert (game.node, game.legal("DONE"), game.legal("PIECE")) == ("HQ_DEF", set(), {"HQ-N"})
    assert game.refusal("DONE") == "HQ_IN_TARGET_FIRST"


def test_12_1_3_C_53_a_committed_one_adds_0_and_leaves_the_place_to_a_neighbour():
    units = {"2411": "R-1", "2410": "N-11", "2511": "HQ-EST", "2412": "HQ-CEN"}
    units["2411"] += " HQ-AND"
    game = scene(N_FIGHTS, units, scenario="1937", used="HQ-AND")
    game.attack("2411", "N-11", HQ_DEF="HQ-CEN")
    assert game.strengths[1] == 8


def test_12_1_3_C_54_T_113_an_hq_whose_hex_was_attacked_supports_no_other_battle():
    units = {"3614": "1BA HQ-N", "3613": "2BA", "3513": "1N 3N", "3512": "2N"}
    game = scene(N_FIGHTS, units, used="HQ-N")
    game.attack("3614", "1N")
    game.roll(1)
    game.act("PIECE", "1N", "1N")
    game.s["used"][game.piece("HQ-N")] = 0
    game.act("HEX", "3613")
    game.act("PIECE", "2N")
    game.done()
    assert game.node == "TERRAIN_PICK"  # the defender is not asked for an HQ


def test_12_1_3_C_55_a_stronger_hq_adds_what_the_units_have():
    more = {"support": "AIR-AL", "rp": {"ITA": 1}}
    game = attack(FRONT | {"3514": "HQ-CTV"}, more=more, HQ_ATT="HQ-CTV", ARTILLERY_ATT=1, AIR_ATT="AIR-AL")
    assert game.strengths[0] == 10
    assert game.shifts["artillery"] == 1
    assert game.purse("ITA") == 0


# -- 12.1.2, 12.1.5: artillery ------------------------------------------------------------------------------------


def test_12_1_2_C_55_T_25_artillery_needs_an_rp_of_the_hqs_purse():
    game = scene(N_FIGHTS, FRONT | {"3514": "HQ-CTV"}, rp={"NAT": 5})
    game.act("HEX", "3614")
    game.act("PIECE", "1N")
    game.done()
    game.act("PIECE", "HQ-CTV")
    assert game.node == "COMBAT_DIE"


def test_12_1_5_artillery_is_optional():
    game = attack(FRONT | {"3514": "HQ-NAV"}, more={"rp": {"NAT": 1}}, HQ_ATT="HQ-NAV", ARTILLERY_ATT=0)
    assert "artillery" not in game.shifts
    assert game.purse("NAT") == 1


def test_12_1_5_defending_artillery_shifts_left():
    units = {"3614": "1A", "3513": "1N HQ-NAV"}
    more = {"rp": {"NAT": 1}}
    game = attack(units, "1A", "3513", R_FIGHTS, more, HQ_DEF="HQ-NAV", ARTILLERY_DEF=1)
    assert game.shifts == {"defending": -1}


def test_12_1_5_hqs_without_artillery_are_not_asked():
    units = FRONT | {"3514": "HQ-GLC"}
    game = scene(N_FIGHTS, units, rp={"NAT": 5})
    game.act("HEX", "3614")
    game.act("PIECE", "1N")
    game.done()
    game.act("PIECE", "HQ-GLC")
    assert game.node == "COMBAT_DIE"


# -- 12.1.3: lone HQs ----------------------------------------------------------------------------------------------


def test_12_1_3_C_56_T_75_an_attack_on_a_lone_hq_needs_no_die():
    game = scene(N_FIGHTS, {"3513": "1N", "3614": "HQ-N"}, support="AIR-N AIR-LC")
    game.act("HEX", "3614")
    game.act("PIECE", "1N")
    game.done()
    assert game.where("HQ-N") == Where.DEAD
    assert game.node == "ADVANCE"
    game.act("PIECE", "1N")
    assert game.legal() == {"3614"}
    game.act("HEX", "3614")
    assert game.legal() == set()  # and no further


def test_12_1_3_T_148_T_117_any_number_of_attackers_but_one_with_a_factor():
    game = scene(R_FIGHTS, {"3614": "AM1 1BA 2BA", "3513": "HQ-NAV"})
    game.act("HEX", "3513")
    assert game.legal("PIECE") == {"1BA", "2BA"}
    game.act("PIECE", "1BA", "2BA")
    assert game.refusal("PIECE", "AM1") == "LEGAL"


def test_12_1_3_T_06_hqs_never_attack():
    game = scene(N_FIGHTS, {"3513": "HQ-NAV", "3614": "HQ-N"})
    assert game.legal() == set()


# -- 12.1, A.V a ---------------------------------------------------------------------------------------------------


def test_12_1_T_55_supplied_hqs_become_available_at_the_start_of_the_segment():
    units = {"3513": "HQ-NAV", "3707": "HQ-N", "3609": "HQ-GLC"}
    ring = {"3608": "1A", "3508": "2A", "3509": "3A", "3610": "4A", "3708": "5A"}
    game = scene(Stage.RESERVES_N, units | ring, used="HQ-NAV HQ-N HQ-GLC")
    used = [int(game.s["used"][game.piece(name)]) for name in ("HQ-NAV", "HQ-N", "HQ-GLC")]
    assert used == [0, 0, 1]


def test_12_1_T_57_an_hq_that_holds_reserves_stays_committed():
    game = scene(Stage.RESERVES_N, {"3513": "HQ-NAV 1N"}, used="HQ-NAV", reserve="1N")
    assert int(game.s["used"][game.piece("HQ-NAV")]) == 1


@pytest.mark.parametrize("stage", [N_FIGHTS, Stage.MOVEMENT_N, Stage.CONDITIONS])
def test_12_1_hqs_do_not_become_available_elsewhere(stage):
    game = scene(stage, {"3513": "HQ-NAV", "3614": "1BA"}, used="HQ-NAV")
    assert int(game.s["used"][game.piece("HQ-NAV")]) == 1


def test_14_2_T_137_in_exploitation_combat_an_attacking_hq_must_be_eligible():
    units = {"3513": "RC", "3514": "HQ-NAV", "3614": "CH"}
    for eligible in (False, True):
        game = scene(None, units).begin(Stage.EXPLOIT_COMBAT_N)
        game.s["eligible"][game.piece("RC")] = 1
        game.s["eligible"][game.piece("HQ-NAV")] = eligible
        game.act("HEX", "3614")
        game.act("PIECE", "RC")
        game.done()
        assert game.node == ("HQ_ATT" if eligible else "COMBAT_DIE")
