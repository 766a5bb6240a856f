"""Chapter 6.4: operation chits and held chits."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage, Where

N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R

# -- operation chits (T-14) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "rml"), [(False, 48), (True, 50)])
def test_6_4_T_14_T_17_oviedo_must_be_attacked_or_morale_falls_by_2(attack, rml):
    game = scene(Stage.MOVEMENT_R, {"3707": "1A 2A", "3607": "OG"}, hand=(6,), rml=50)
    assert game.s["hand"][6] == 0  # played by itself before the first move
    game.done()
    if attack:
        game.attack("3607", "1A 2A")
        game.fix("1:1")
        game.roll(6)
        game.lose()
    game.done()
    assert int(game.s["rml"]) == rml


def test_6_4_T_17_T_159_a_cancelled_attack_counts_as_declared():
    game = scene(Stage.MOVEMENT_R, {"3707": "1A 2A AM1", "3607": "OG"}, hand=(6,), rml=50)
    game.done()
    game.attack("3607", "1A 2A AM1")
    game.roll(1)
    game.done()
    assert int(game.s["rml"]) == 50


def test_6_4_T_17_no_possibility_to_attack_is_no_excuse():
    game = scene(Stage.MOVEMENT_R, {"3711": "1A", "3607": "OG"}, hand=(6,), rml=50)
    game.done()
    game.done()
    assert int(game.s["rml"]) == 48


def test_6_4_chit_6_is_void_if_oviedo_is_republican():
    game = scene(Stage.MOVEMENT_R, {"3607": "1A", "3513": "1N"}, hand=(6,), rml=50)
    assert game.s["hand"][6] == 0
    game.done()
    game.done()
    assert int(game.s["rml"]) == 50


def test_6_4_T_129_T_157_chit_36_gives_up_to_four_units_of_a_hex_another_factor():
    game = scene(Stage.MOVEMENT_N, {"3311": "1N 2N 3N 4N AV", "3513": "1/81"}, hand=(36,))
    assert (game.node, game.legal()) == ("CHIT_HEX", {"3311", "3513"})
    game.act("HEX", "3311")
    assert game.legal("DONE") == {"DONE"}
    game.act("PIECE", "1N", "2N", "3N", "4N")
    assert game.node == "MOVE_PIECE"
    game.move("1N")
    assert int(game.s["mf_left"]) == 6


def test_6_4_T_129_chit_36_counts_before_doubling():
    game = scene(Stage.MOVEMENT_N, {"3311": "1N"}, hand=(36,))
    game.act("HEX", "3311")
    game.act("PIECE", "1N")
    game.move("1N", 1)
    assert int(game.s["mf_left"]) == 12


def test_6_4_T_157_chit_36_goes_on_while_a_unit_of_the_hex_is_left():
    game = scene(Stage.MOVEMENT_N, {"3311": "HQ-NAV 1N"}, hand=(36,))
    game.act("HEX", "3311")
    game.act("PIECE", "1N")
    assert (game.node, game.legal("PIECE")) == ("CHIT_UNITS", {"HQ-NAV"})
    game.act("PIECE", "HQ-NAV")
    assert game.node == "MOVE_PIECE"


def test_6_4_chit_39_four_attacks_at_most():
    units = {"3513": "1N", "3512": "2N", "3607": "N-83", "3509": "N-61", "3511": "3N"}
    targets = {"3614": "1BA", "3613": "2BA", "3608": "3A", "3610": "4A", "3611": "1S"}
    game = scene(Stage.MOVEMENT_N, units | targets, hand=(39,))
    game.done()
    assert int(game.s["attacks_left"]) == 4
    for attacker, target in (("1N", "3614"), ("2N", "3613"), ("N-83", "3608"), ("N-61", "3610")):
        game.attack(target, attacker)
        game.fix("1:1")
        game.roll(1)
        game.lose()
    assert game.refusal("HEX", "3611") == "NO_ATTACKS_LEFT"
    game.done()
    assert int(game.s["attacks_left"]) == -1


# -- held chits at the start of combat (T-15, T-19, T-140) ----------------------------------------------------------


@pytest.mark.parametrize("stage", [N_FIGHTS, R_FIGHTS])
def test_6_4_T_19_chit_12_rain_is_offered_in_either_operational_combat_segment(stage):
    game = scene(stage, {"3513": "1N", "3614": "1A", "3613": "2BA"}, hand=(12,), support="AIR-LC AIR-N")
    assert (game.node, int(game.s["to_move"]), game.legal("CHIT")) == ("EVENT_PLAY", 1, {"12"})
    game.act("CHIT", 12)
    target, attacker = ("3614", "1N") if stage == N_FIGHTS else ("3513", "1A")
    game.attack(target, attacker)
    assert game.node == "COMBAT_DIE"  # nobody may fly


def test_6_4_chit_12_not_in_exploitation_combat_but_it_rains_until_the_phase_ends():
    assert scene(Stage.EXPLOIT_COMBAT_N, {"3513": "1N"}, hand=(12,)).node == "TARGET"
    game = scene(N_FIGHTS, {"3513": "1N"}, hand=(12,))
    game.act("CHIT", 12)
    game.done()
    assert int(game.s["no_air"]) == 1
    while game.stage != Stage.MOVEMENT_R:
        game.done()
    assert int(game.s["no_air"]) == 0


def test_6_4_chit_12_rains_in_the_north_only():
    units = {"2711": "N-12", "2712": "R-3"}
    game = scene(N_FIGHTS, units, scenario="1937", hand=(12,), support="AIR-LC")
    game.act("CHIT", 12)
    game.act("HEX", "2712")
    game.act("PIECE", "N-12")
    game.done()
    assert game.node == "AIR_ATT"


@pytest.mark.parametrize(("chit", "stage", "hq"), [(13, R_FIGHTS, "HQ-N"), (35, N_FIGHTS, "HQ-NAV")])
def test_6_4_chits_13_and_35_refresh_a_committed_hq_in_supply_without_reserves(chit, stage, hq):
    units = {"3513": "HQ-NAV 1N", "3707": "HQ-N 1A"}
    game = scene(stage, units, hand=(chit,), used="HQ-NAV HQ-N")
    game.act("CHIT", chit)
    assert (game.node, game.legal("PIECE")) == ("CHIT_PIECE", {hq})
    game.act("PIECE", hq)
    assert int(game.s["used"][game.piece(hq)]) == 0
    kept = scene(stage, units, hand=(chit,), used="HQ-NAV HQ-N", reserve="1N 1A")
    assert kept.node == "TARGET"


def test_6_4_chit_13_only_in_the_own_operational_combat_35_also_in_exploitation():
    units = {"3513": "HQ-NAV 1N", "3707": "HQ-N 1A"}
    assert scene(Stage.EXPLOIT_COMBAT_R, units, hand=(13,), used="HQ-N").node == "TARGET"
    assert scene(Stage.EXPLOIT_COMBAT_N, units, hand=(35,), used="HQ-NAV").node == "EVENT_PLAY"
    assert scene(R_FIGHTS, units, hand=(35,), used="HQ-NAV").node == "TARGET"


def test_6_4_chit_30_refreshes_a_naval_unit():
    game = scene(N_FIGHTS, {"3513": "1N"}, hand=(30,), support="NAV-N1", used="NAV-N1")
    game.act("CHIT", 30)
    game.act("PIECE", "NAV-N1")
    assert int(game.s["used"][game.piece("NAV-N1")]) == 0
    assert scene(N_FIGHTS, {"3513": "1N"}, hand=(30,), support="NAV-N1").node == "TARGET"


# -- held chits in a battle (T-15, T-18) ------------------------------------------------------------------------------


def asked(stage, units, target, attackers, hand, **more):
    """Chits that attacker and defender may play."""
    game = scene(stage, units, hand=hand, **more)
    game.act("HEX", target)
    game.act("PIECE", *attackers.split())
    game.done()
    found = {}
    while game.node not in ("COMBAT_DIE", "COLUMN_DIE"):
        if game.node in ("CHIT_ATT", "CHIT_DEF"):
            found[game.node] = {int(chit) for chit in game.legal("CHIT")}
        if game.node == "TERRAIN_PICK":
            game.act("OPTION", 0)
        elif game.node == "AIR_ATT" and more.get("support"):
            game.act("PIECE", more["support"])
        else:
            game.done()
    return found


ALL = (1, 2, 11, 22, 23, 25, 31, 32, 37)
CITY = {"3512": "1N", "3613": "1BA"}


def test_6_4_T_18_who_may_play_what_where():
    open_country = {"3513": "1N", "3614": "1BA", "3613": "2BA"}
    assert asked(N_FIGHTS, open_country, "3614", "1N", ALL) == {"CHIT_ATT": {23}, "CHIT_DEF": {1, 22}}
    assert asked(R_FIGHTS, {"3614": "1BA 2BA", "3513": "LTR"}, "3513", "1BA 2BA", ALL) == {
        "CHIT_ATT": {2},
        "CHIT_DEF": {32},
    }


def test_6_4_chit_37_needs_a_city():
    assert 37 in asked(N_FIGHTS, CITY, "3613", "1N", ALL)["CHIT_ATT"]


def test_6_4_chit_25_needs_the_legion_condor_in_the_attack():
    assert 25 in asked(N_FIGHTS, CITY, "3613", "1N", ALL, support="AIR-LC")["CHIT_ATT"]
    assert 25 not in asked(N_FIGHTS, CITY, "3613", "1N", ALL, support="AIR-AL")["CHIT_ATT"]


def test_6_4_chit_11_needs_an_asturian_unit_and_works_for_its_side():
    units = {"3608": "3A", "3607": "N-83"}
    assert 11 in asked(N_FIGHTS, units, "3608", "N-83", ALL)["CHIT_DEF"]
    assert 11 in asked(R_FIGHTS, {**units, "3707": "1A"}, "3607", "3A 1A", ALL)["CHIT_ATT"]
    for stage, target, attackers, drm in ((N_FIGHTS, "3608", "N-83", -1), (R_FIGHTS, "3607", "3A 1A", 1)):
        game = scene(stage, {**units, "3707": "1A"}, hand=(11,))
        answer = {"CHIT_DEF" if stage == N_FIGHTS else "CHIT_ATT": 11}
        game.attack(target, attackers, **answer)
        assert game.drms["15.12"] == drm


@pytest.mark.parametrize("bilbao", ["N", "R"])
def test_6_4_T_18_chit_31_needs_bilbao_and_a_northern_hex(bilbao):
    units = {"3511": "1N", "3611": "1S"}
    found = asked(N_FIGHTS, units, "3611", "1N", ALL, control={bilbao: "3613"})
    assert (31 in found["CHIT_ATT"]) == (bilbao == "N")
    outside = {"3410": "1N", "3411": "1S"}
    assert 31 not in asked(N_FIGHTS, outside, "3411", "1N", ALL, control={"N": "3613"})["CHIT_ATT"]


# -- chit 9 ------------------------------------------------------------------------------------------------------


def test_6_4_T_158_chit_9_brings_divisions_a_and_b_into_the_santander_region():
    game = scene(None, {}, control={"N": "3613"}, hand=(9,))
    game.box("A B", Where.AT_EVENT)
    game.begin(Stage.ARRIVALS_R)
    assert game.node == "REMNANTS"
    game.act("CHIT", 9)
    assert game.legal() == {"3510", "3610", "3611", "3612", "3710", "3711"}
    game.act("HEX", "3711")
    game.act("HEX", "3612")
    assert (game.at("A"), game.at("B")) == ("3711", "3612")


def test_6_4_T_129_chit_9_obeys_13_10():
    # Two Basque steps are out already: both divisions wait.
    game = scene(None, {"3710": "1BA 2BA"}, control={"N": "3613"}, hand=(9,))
    game.box("A B", Where.AT_EVENT)
    game.begin(Stage.ARRIVALS_R)
    game.act("CHIT", 9)
    assert (game.where("A"), game.where("B")) == (Where.DUE, Where.DUE)


def test_6_4_T_18_chit_9_is_not_offered_while_bilbao_is_republican():
    game = scene(None, {}, hand=(9,))
    game.box("A B", Where.AT_EVENT)
    assert game.begin(Stage.ARRIVALS_R).node != "REMNANTS"
    assert game.s["hand"][9] == 1
