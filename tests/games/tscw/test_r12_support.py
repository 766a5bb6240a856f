"""Chapter 12.2: air units, anti-aircraft, naval units."""

import pytest
from naive_tscw.board import is_town, on_board, within
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage, Where

N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R
BILBAO = {"3513": "1N", "3614": "1BA", "3613": "2BA"}


def declared(stage, units, target, attackers, **more):
    """An attack just declared."""
    game = scene(stage, units, **more)
    game.act("HEX", target)
    game.act("PIECE", *attackers.split())
    game.done()
    return game


def asked(game):
    """The units that may be named at the first node, by node."""
    return {} if game.node == "COMBAT_DIE" else {game.node: game.legal("PIECE")}


# -- 12.2.1, 12.2.2: once a turn, range -----------------------------------------------------------------------------


def test_12_2_1_T_116_an_air_unit_supports_one_battle_a_turn():
    game = scene(N_FIGHTS, {**BILBAO, "3512": "2N"}, support="AIR-LC")
    game.attack("3614", "1N", AIR_ATT="AIR-LC")
    game.roll(1)
    while game.node.startswith("LOSS"):
        game.act("PIECE", sorted(game.legal("PIECE"))[0])
    game.act("HEX", "3613")
    game.act("PIECE", "2N")
    game.done()
    assert game.node == "TERRAIN_PICK"  # past the air units


def test_12_2_1_used_units_become_available_at_the_end_of_the_turn():
    game = scene(Stage.CONDITIONS, BILBAO, support="AIR-LC NAV-N1", used="AIR-LC NAV-N1")
    assert int(game.s["used"].sum()) == 0


def test_12_2_2_range_of_three_hexes_from_a_supplied_town():
    # Ciudad Real (2211) and others are near.
    units = {"2310": "R-3 R-4", "2309": "N-71"}
    game = declared(R_FIGHTS, units, "2309", "R-3 R-4", scenario="1937", support="AIR-R1")
    assert game.node == "AIR_ATT"


NO_TOWNS = "2009 2107 2109 2110 2211 2212 2312 2511 2111 2112 2210"
"""Nationalist, so that the nearest Republican town is four hexes from 2309."""


@pytest.mark.parametrize(("more", "flies"), [({}, False), ({"2411": "HQ-CEN"}, True), ({"2213": "HQ-CEN"}, False)])
def test_12_2_2_bases_further_than_three_hexes_do_not_count_but_hqs_do(more, flies):
    units = {"2310": "R-3 R-4", "2309": "N-71", **more}
    support = {"support": "AIR-R1", "control": {"N": NO_TOWNS}, "used": "HQ-CEN"}
    game = declared(R_FIGHTS, units, "2309", "R-3 R-4", scenario="1937", **support)
    assert (game.node == "AIR_ATT") == flies


def test_12_2_2_in_the_north_too_an_hq_off_the_map_is_no_base():
    lost = " ".join(code for code in within("3610", 3) & on_board("north-1937") if is_town(code))
    units = {"3509": "1N 2N", "3610": "1S"}
    game = declared(N_FIGHTS, units, "3610", "1N 2N", support="AIR-AL", control={"R": lost})
    assert game.node == "COMBAT_DIE"


@pytest.mark.parametrize(
    ("more", "flies"), [({}, True), ({"2211": "BPE"}, False), ({"2211": "BPE", "2212": "CH"}, True)]
)
def test_12_2_2_T_111_a_town_in_zoc_without_a_friend_is_no_base(more, flies):
    # Manzanares (2212) is the only Republican town in range.
    taken = " ".join(set(NO_TOWNS.split()) - {"2212"})
    units = {"2310": "R-3 R-4", "2309": "N-71", **more}
    support = {"support": "AIR-R1", "control": {"N": taken}}
    game = declared(R_FIGHTS, units, "2309", "R-3 R-4", scenario="1937", **support)
    assert (game.node == "AIR_ATT") == flies


HQ_N = {"3312": "R-3", "3311": "AGC", "3413": "HQ-N"}
"""HQ-N in full supply from Bilbao, two hexes from an attack of the south, with no other base in range."""


@pytest.mark.parametrize(("cut", "flies"), [({}, True), ({"3512": "1N"}, False)])
def test_12_2_2_T_183_the_northern_hq_in_full_supply_is_a_base_of_the_air_units_of_the_south(cut, flies):
    more = {"support": "AIR-R1 AIR-N", "control": {"R": "3512"}, "used": "HQ-N"}
    game = declared(R_FIGHTS, HQ_N | cut, "3311", "R-3", scenario="1937", **more)
    assert asked(game) == ({"AIR_ATT": {"AIR-R1"}} if flies else {})


@pytest.mark.parametrize(("hq", "flies"), [("HQ-EST", False), ("HQ-N", True)])
def test_12_2_3_T_183_of_hqs_off_the_northern_lines_only_that_of_the_north_is_a_base_of_its_air_unit(hq, flies):
    # Bilbao feeds 3511 by a first leg over Nationalist hexes, and is four hexes from 3409.
    lost = {code for code in within("3409", 3) & on_board("1937") if is_town(code)} | {"3512", "3612", "3611", "3510"}
    units = {"3408": "N-81 N-82", "3409": "1S", "3511": hq}
    more = {"support": "AIR-N", "control": {"N": " ".join(lost)}, "used": hq}
    game = declared(N_FIGHTS, units, "3409", "N-81 N-82", scenario="1937", **more)
    assert asked(game) == ({"AIR_DEF": {"AIR-N"}} if flies else {})


def test_12_2_3_T_168_the_northern_hq_beside_a_battle_does_not_make_it_one_of_northern_units():
    units = {"3312": "R-3", "3311": "AGC", "3412": "HQ-N"}
    game = scene(R_FIGHTS, units, scenario="1937", support="AIR-R1 AIR-N", control={"R": "3412 3512", "N": "3413"})
    game.act("HEX", "3311")
    game.act("PIECE", "R-3")
    game.done()
    game.act("PIECE", "HQ-N")
    while game.node != "AIR_ATT":
        game.act("OPTION", 0)
    assert game.legal("PIECE") == {"AIR-R1"}


# -- 12.2.3: the north ---------------------------------------------------------------------------------------------


def test_12_2_3_C_57_northern_air_for_battles_with_northern_units_only():
    units = {"2711": "N-12", "2712": "R-3"}
    game = declared(N_FIGHTS, units, "2712", "N-12", scenario="1937", support="AIR-N AIR-R1 AIR-R2")
    assert asked(game) == {"AIR_DEF": {"AIR-R1", "AIR-R2"}}


def test_12_2_3_C_57_other_air_never_for_battles_with_northern_units():
    game = declared(N_FIGHTS, BILBAO, "3614", "1N", scenario="1937", support="AIR-N AIR-R1 AIR-R2")
    assert asked(game) == {"AIR_DEF": {"AIR-N"}}


def test_12_2_3_T_79_one_northern_unit_keeps_the_others_away():
    game = declared(N_FIGHTS, {"2711": "N-12", "2712": "R-3 1BA"}, "2712", "N-12", scenario="1937", support="AIR-R1")
    assert game.node in ("COMBAT_DIE", "TERRAIN_PICK")


def test_12_2_3_C_92_the_northern_air_unit_leaves_with_the_last_port():
    game = scene(Stage.MOVEMENT_N, {"3512": "1N"}, control={"N": "3707 3710"}, support="AIR-N", lines={0: 2})
    assert game.where("AIR-N") == Where.ON_MAP
    game.move("1N")
    game.act("HEX", "3613")
    assert game.where("AIR-N") == Where.GONE


# -- 12.2.4: factors ----------------------------------------------------------------------------------------------


def test_12_2_4_C_52_the_example():
    units = {"3513": "1N 2N N-61", "3614": "1BA", "3613": "2BA"}
    game = scene(N_FIGHTS, units, support="AIR-AL AIR-BAH AIR-N")
    game.attack("3614", "1N 2N N-61", AIR_ATT=["AIR-AL", "AIR-BAH"], AIR_DEF="AIR-N")
    assert game.strengths == (20, 6)
    assert game.column == "3:1"


def test_12_2_4_all_some_or_none():
    game = declared(N_FIGHTS, BILBAO, "3614", "1N", support="AIR-LC AIR-AL")
    assert asked(game) == {"AIR_ATT": {"AIR-LC", "AIR-AL"}}
    game.act("PIECE", "AIR-AL")
    assert asked(game) == {"AIR_ATT": {"AIR-LC"}}
    game.done()
    assert game.node == "COMBAT_DIE"
    assert game.strengths == (10, 3)


def test_12_2_4_the_attacker_commits_first():
    game = declared(N_FIGHTS, BILBAO, "3614", "1N", support="AIR-LC AIR-N")
    assert game.node == "AIR_ATT"
    game.done()
    assert game.node == "AIR_DEF"


# -- 12.2.5: Legion Condor -------------------------------------------------------------------------------------------


def test_12_2_5_15_21_C_59_condor_and_artillery_shift_a_column_each():
    units = {**BILBAO, "3514": "HQ-NAV"}
    game = scene(N_FIGHTS, units, support="AIR-LC", rp={"NAT": 1})
    game.attack("3614", "1N", HQ_ATT="HQ-NAV", ARTILLERY_ATT=1, AIR_ATT="AIR-LC")
    assert game.shifts == {"Legion": 1, "artillery": 1}


def test_12_2_5_15_21_C_59_in_defence_a_column_to_the_left():
    game = scene(R_FIGHTS, {"3614": "1A", "3513": "1N"}, support="AIR-LC")
    game.attack("3513", "1A", AIR_DEF="AIR-LC")
    assert game.shifts == {"Legion": -1}


def test_12_2_5_other_air_units_do_not_shift():
    game = scene(N_FIGHTS, BILBAO, support="AIR-AL")
    game.attack("3614", "1N", AIR_ATT="AIR-AL")
    assert game.shifts == {}


# -- 12.2.6: naval units ------------------------------------------------------------------------------------------


def test_12_2_6_C_60_a_naval_unit_adds_1_on_the_coast():
    units = {"3512": "1N", "3613": "1BA", "3614": "2BA"}
    game = scene(N_FIGHTS, units, support="NAV-N1")
    game.attack("3613", "1N", NAVAL_ATT="NAV-N1")
    assert game.drms["12.2.6"] == 1


def test_12_2_6_C_60_not_inland():
    game = declared(N_FIGHTS, {"3510": "1N", "3611": "1S"}, "3611", "1N", support="NAV-N1")
    assert game.node == "COMBAT_DIE"


def test_12_2_6_in_defence_it_takes_1_from_the_die():
    game = scene(R_FIGHTS, {"3614": "1A", "3615": "AV"}, support="NAV-N1")
    game.attack("3615", "1A", NAVAL_DEF="NAV-N1")
    assert game.drms["12.2.6"] == -1


@pytest.mark.parametrize(
    ("target", "start", "units", "node"),
    [
        ("3613", "3614", "R-3", "COMBAT_DIE"),  # Cantabrian
        ("1412", "1413", "R-3", "NAVAL_ATT"),  # Mediterranean
    ],
)
def test_12_2_6_republican_ships_in_the_mediterranean_only(target, start, units, node):
    foe = "BPE"
    game = declared(R_FIGHTS, {start: units, target: foe}, target, units, scenario="1937", support="NAV-R1")
    while game.node in ("TERRAIN_PICK", "AIR_DEF"):
        game.act("OPTION", 0)
    assert game.node == node


def test_12_2_6_nationalist_ships_not_in_the_atlantic():
    game = declared(N_FIGHTS, {"1606": "N-21", "1605": "R-3"}, "1605", "N-21", scenario="1937", support="NAV-N1 NAV-N2")
    assert game.node == "COMBAT_DIE"


def test_12_2_6_T_81_each_unit_counts():
    units = {"1410": "N-31 N-33", "1411": "R-3"}
    game = scene(N_FIGHTS, units, scenario="1937", support="NAV-N1 NAV-N2")
    game.attack("1411", "N-31 N-33", NAVAL_ATT=["NAV-N1", "NAV-N2"])
    assert game.drms["12.2.6"] == 2


# -- 12.2.7: anti-aircraft -----------------------------------------------------------------------------------------


def test_12_2_7_C_58_aa_halves_an_enemy_air_unit():
    game = scene(N_FIGHTS, {"3513": "1N J88", "3614": "1BA", "3613": "2BA"}, support="AIR-N")
    game.attack("3614", "1N J88", AIR_DEF="AIR-N", AA_PICK="AIR-N")
    assert game.strengths == (7, 5)


def test_12_2_7_only_if_it_is_in_the_battle():
    game = scene(N_FIGHTS, {"3513": "1N J88", "3614": "1BA", "3613": "2BA"}, support="AIR-N")
    game.attack("3614", "1N", AIR_DEF="AIR-N")
    assert game.strengths == (5, 6)


def test_12_2_7_in_defence_too():
    game = scene(R_FIGHTS, {"3614": "1A 2A", "3613": "2BA", "3513": "J88"}, support="AIR-N")
    game.attack("3513", "1A 2A", AIR_ATT="AIR-N", AA_PICK="AIR-N")
    assert game.strengths == (9, 4)


def test_12_2_7_C_58_T_80_the_half_is_rounded_up_before_the_cap_and_the_condor_still_shifts():
    # No Republican AA unit is printed: a Nationalist one in the attack shows the half, CH as AA the shift.
    game = scene(None, {"3513": "1N", "3614": "1BA CH", "3613": "2BA"}, support="AIR-LC")
    game.print_factors("CH", 1, 1)
    game.t["kind"][game.piece("CH")] = 5
    game.begin(N_FIGHTS).attack("3614", "1N", AIR_ATT="AIR-LC", AA_PICK="AIR-LC")
    assert game.strengths == (7, 4)
    assert game.shifts == {"Legion": 1}
