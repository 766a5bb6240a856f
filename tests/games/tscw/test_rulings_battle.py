"""Rulings on battles, advances and pursuits that no chapter's tests name."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import KIND, Stage

N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R


def test_6_3_T_140_any_number_of_chits_also_two_of_a_kind():
    game = scene(N_FIGHTS, {"3513": "1N", "3614": "1BA", "3613": "2BA"}, hand=(23, 23))
    game.attack("3614", "1N", CHIT_ATT=[23, 23])
    assert game.drms["15.12"] == 2


def test_T_140_the_phasing_side_plays_its_chits_first():
    game = scene(N_FIGHTS, {"3513": "1N", "3614": "1A"}, hand=(12, 30), support="NAV-N1", used="NAV-N1")
    asked = []
    while game.node == "EVENT_PLAY":
        asked.append((int(game.s["to_move"]), game.legal("CHIT")))
        game.done()
    assert asked == [(0, {"30"}), (1, {"12"})]


@pytest.mark.parametrize(
    ("more", "factors"), [({}, 9), ({"landed": "1BA"}, 8), ({"landed": "1BA", "reserve": "2BA"}, 6)]
)
def test_15_2_T_112_the_landed_and_the_reserves_defend_too_halved_together(more, factors):
    game = scene(N_FIGHTS, {"3512": "1N 2N", "3613": "1BA 2BA 3BA HQ-N"}, used="HQ-N", **more)
    game.attack("3613", "1N 2N")
    assert game.strengths[1] == factors


@pytest.mark.parametrize(("units", "hq", "sum_of_both"), [("1N 2N", "HQ-CTV", 10 + 6), ("23M", "HQ-NAV", 5 + 4)])
def test_T_122_any_nationalist_hq_supports_any_nationalist_battle(units, hq, sum_of_both):
    game = scene(N_FIGHTS, {"3513": f"{units} {hq}", "3614": "1BA", "3613": "2BA"})
    game.attack("3614", units, HQ_ATT=hq)
    assert game.strengths[0] == sum_of_both


def test_T_127_who_has_advanced_may_be_attacked_in_the_enemys_phase():
    game = scene(N_FIGHTS, {"3513": "1N", "3614": "CH", "3613": "1BA 2BA 3BA"})
    game.attack("3614", "1N")
    game.fix("7:1")
    game.roll(4)
    game.lose()
    game.act("PIECE", "1N")
    game.act("HEX", "3614")
    while game.stage != Stage.COMBAT_R:
        game.done()
    assert game.legal() == {"3614"}


def test_T_168_the_northern_hq_makes_a_battle_northern():
    battle = {"scenario": "1937", "support": "AIR-R1", "used": "HQ-N"}
    for defenders, asked in (("R-3", "AIR_DEF"), ("R-3 HQ-N", "TERRAIN_PICK")):
        game = scene(N_FIGHTS, {"2711": "N-12", "2712": defenders}, **battle)
        game.act("HEX", "2712")
        game.act("PIECE", "N-12")
        game.done()
        assert (game.node == "AIR_DEF") == (asked == "AIR_DEF")


@pytest.mark.parametrize(("opened", "factors"), [(False, 3), (True, 3)])
def test_T_173_supply_for_the_advance_is_judged_when_the_attack_is_declared(opened, factors):
    ring = {"3609": "1N 2N", "3608": "CH", "3508": "2A", "3509": "3A", "3610": "4A", "3708": "5A"}
    game = scene(N_FIGHTS, ring)
    game.attack("3608", "1N 2N")
    if opened:
        for code in ("3508", "3509", "3610", "3708"):
            game.clear(code)
    game.fix("7:1", 1)
    game.roll(6)  # 0/E
    game.act("PIECE", "1N")
    assert int(game.s["mf_left"]) == factors  # half of 5; the whole would give 4


def test_T_174_each_aa_unit_halves_one_air_unit_and_none_twice():
    game = scene(None, {"2711": "N-12 J88 LT", "2712": "R-3"}, scenario="1937", support="AIR-R1 AIR-R2")
    game.print_factors("LT", 2, 2)
    game.t["kind"][game.piece("LT")] = KIND.AA
    game.begin(N_FIGHTS)
    game.attack("2712", "N-12 J88 LT", AIR_DEF=["AIR-R1", "AIR-R2"], AA_PICK=["AIR-R1", "AIR-R2"])
    halves = sum((int(game.t["factor"][game.piece(name)]) + 1) // 2 for name in ("AIR-R1", "AIR-R2"))
    assert game.strengths[1] == int(game.t["defence"][0, 1, game.piece("R-3")]) + halves


def test_T_176_air_units_committed_unseen_are_used_when_both_sides_have_committed_theirs():
    units = {"3513": "1N", "3614": "1BA", "3613": "2BA"}
    game = scene(N_FIGHTS, units, support="AIR-LC AIR-N", air="simultaneous")
    game.act("HEX", "3614")
    game.act("PIECE", "1N")
    game.done()
    game.act("PIECE", "AIR-LC")
    assert (game.node, int(game.s["used"].sum())) == ("AIR_DEF", 0)
    game.done()
    assert int(game.s["used"][game.piece("AIR-LC")]) == 1


# -- advances and pursuits -----------------------------------------------------------------------------------------

SIX = ("R-3 R-5 R-6 R-7 BT CH", "1A 2A 3A 4A 5A AM1", "1BA 2BA 3BA 4BA 5BA BM1")
"""Full hexes."""
EBRO = {"2920": "R-4 R-14", "3020": "R-15 R-11", "2919": "N-50"}


def broken_through(extra):
    """A pursuit of two factors: the emptied hex is 2919, the attack came from 2920 and 3020."""
    game = scene(R_FIGHTS, {**EBRO, **extra}, scenario="1937", turn=10)
    game.attack("2919", "R-4 R-14 R-15 R-11")
    game.fix("7:1", -2)
    game.roll(4)  # 1/4
    game.lose()
    return game


def test_T_141_pursuers_and_attackers_go_in_any_order():
    game = broken_through({"3021": "2CAV"})
    game.act("PIECE", "R-11")
    game.act("HEX", "2919")
    game.done()
    game.act("PIECE", "2CAV")
    game.act("HEX", "3020")
    game.done()
    assert {"R-14", "R-15"} <= game.legal("PIECE")


def test_T_141_an_advance_may_pass_the_emptied_hex_where_it_could_not_stop():
    units = {"3513": "1N 2N 3N 4N 5N 6N", "3514": "LTR", "3614": "CH"}
    game = scene(N_FIGHTS, units)
    game.attack("3614", "1N 2N 3N 4N 5N 6N LTR")
    game.fix("7:1", 1)
    game.roll(6)  # 0/E
    for name in ("1N", "2N", "3N", "4N", "5N", "6N"):
        game.act("PIECE", name)
        game.act("HEX", "3614")
        game.done()
    game.act("PIECE", "LTR")
    assert game.refusal("HEX", "3614") == "STACK_FULL"
    game.act("HEX", "3613")
    assert game.at("LTR") == "3613"


def test_T_143_a_full_hex_is_no_way_point_of_a_pursuit():
    assert "3120" in _ways(broken_through({"3021": "2CAV"}))
    assert "3120" not in _ways(broken_through({"3021": "2CAV", "3120": SIX[0]}))


def _ways(game):
    game.act("PIECE", "2CAV")
    return game.legal()


def test_T_165_a_pursuer_without_a_legal_end_stops_where_it_is():
    game = broken_through({"3021": "2CAV"})
    game.act("PIECE", "2CAV")
    game.act("HEX", "3120")
    assert game.refusal("DONE") == "PURSUIT_MUST_PASS"
    for code, units in zip(("2919", "2920", "3020"), SIX, strict=True):
        game.clear(code)
        game.put(code, units)
    assert game.refusal("DONE") == "LEGAL"
