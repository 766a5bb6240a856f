"""Chapters 12.1.3, 12.1.5 and 12.2: who may support a battle, and the reason why others may not."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import KIND, Stage, Where

N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R
FRONT = {"3513": "1N", "3614": "1BA", "3613": "2BA"}


def asked(node, units, target, attackers, stage=N_FIGHTS, **more):
    """A battle, when that node is reached; support before it is declined."""
    game = scene(stage, units, **more)
    return at_node(game, node, target, attackers)


def at_node(game, node, target, attackers):
    game.act("HEX", target)
    game.act("PIECE", *attackers.split())
    game.done()
    while game.node != node:
        assert game.node not in ("COMBAT_DIE", "COLUMN_DIE"), f"{node} was never asked"
        if game.node == "TERRAIN_PICK":
            game.act("OPTION", 0)
        else:
            game.done()
    return game


def why(game, *names):
    return [game.refusal("PIECE", name) for name in names]


# -- HQs ----------------------------------------------------------------------------------------------------------


def test_12_1_3_T_76_why_an_hq_does_not_support_the_attack():
    units = {**FRONT, "3514": "HQ-NAV", "3412": "HQ-GLC", "3512": "HQ-CTV 2N", "3615": "HQ-N"}
    game = asked("HQ_ATT", units, "3614", "1N", used="HQ-CTV", box="HQ-MRC", scenario="1937")
    assert why(game, "HQ-NAV", "HQ-CTV", "HQ-GLC") == ["LEGAL", "HQ_COMMITTED", "HQ_CANNOT_SUPPORT"]
    assert why(game, "HQ-N", "2N", "HQ-MRC") == ["OTHER_SIDE", "NOT_AN_HQ", "NOT_AN_HQ"]


@pytest.mark.parametrize(
    ("place", "able"), [("3513", True), ("3413", True), ("3514", True), ("3615", True), ("3511", False)]
)
def test_12_1_3_T_76_an_attacking_hq_stands_with_or_beside_an_attacker(place, able):
    # 2N in 3512 is beside 3511, but takes no part.
    units = {"3513": "1N", "3615": "4N", "3512": "2N", "3614": "1BA", "3613": "2BA"}
    units[place] = f"{units.get(place, '')} HQ-NAV".strip()
    game = scene(N_FIGHTS, units)
    game.act("HEX", "3614")
    game.act("PIECE", "1N", "4N")
    game.done()
    assert (game.node == "HQ_ATT") == able


def test_12_1_3_T_76_a_defending_hq_next_to_the_target_only():
    game = scene(N_FIGHTS, {"3513": "1N", "3614": "1BA", "3612": "HQ-N", "3613": "2BA"})
    game.act("HEX", "3614")
    game.act("PIECE", "1N")
    game.done()
    assert game.node == "COMBAT_DIE"  # beside a friend, not beside the target


def test_12_1_3_T_76_the_defenders_hq_is_his_own_and_supplied():
    game = asked("HQ_DEF", {"3513": "1N HQ-NAV", "3614": "1BA", "3613": "HQ-N"}, "3614", "1N")
    assert why(game, "HQ-N", "HQ-NAV") == ["LEGAL", "OTHER_SIDE"]
    assert game.refusal("DONE") == "LEGAL"  # it stands beside the target, and may decline


def test_12_1_3_C_53_the_hq_in_the_target_comes_before_its_neighbours():
    units = {"2411": "R-1 HQ-AND", "2410": "N-11", "2412": "HQ-CEN"}
    game = asked("HQ_DEF", units, "2411", "N-11", scenario="1937")
    assert why(game, "HQ-CEN", "HQ-AND") == ["HQ_IN_TARGET_FIRST", "LEGAL"]
    assert game.refusal("DONE") == "HQ_IN_TARGET_FIRST"
    committed = asked("HQ_DEF", units, "2411", "N-11", scenario="1937", used="HQ-AND")
    assert why(committed, "HQ-CEN", "HQ-AND") == ["LEGAL", "HQ_COMMITTED"]
    assert committed.refusal("DONE") == "LEGAL"


def test_12_1_3_support_commits_the_hq_and_tells_its_factor():
    game = asked("HQ_ATT", {**FRONT, "3514": "HQ-NAV HQ-GLC"}, "3614", "1N")
    game.act("PIECE", "HQ-GLC")
    assert {"piece": game.piece("HQ-GLC"), "factor": 3} in game.said("HQ")
    assert [int(game.s["used"][game.piece(name)]) for name in ("HQ-GLC", "HQ-NAV")] == [1, 0]


def test_14_2_T_137_defending_hqs_need_not_be_eligible_in_exploitation_combat():
    game = scene(None, {"3513": "RC", "3614": "CH", "3613": "HQ-N"}).begin(Stage.EXPLOIT_COMBAT_N)
    game.s["eligible"][game.piece("RC")] = 1
    at_node(game, "HQ_DEF", "3614", "RC")
    assert game.refusal("PIECE", "HQ-N") == "LEGAL"


# -- artillery ------------------------------------------------------------------------------------------------------


def test_12_1_5_artillery_is_a_yes_or_a_no_and_costs_an_rp():
    game = asked("HQ_ATT", {**FRONT, "3514": "HQ-NAV"}, "3614", "1N", rp={"NAT": 2, "ITA": 2})
    game.act("PIECE", "HQ-NAV")
    assert (game.node, game.legal("OPTION")) == ("ARTILLERY_ATT", {"0", "1"})
    assert game.refusal("OPTION", 2) == "NO_SUCH_OPTION"
    game.act("OPTION", 1)
    assert (game.purse("NAT"), game.purse("ITA")) == (1, 2)
    assert game.said("ARTILLERY") == [{"piece": game.piece("HQ-NAV"), "columns": 1}]
    assert game.shifts == {"artillery": 1}


def test_12_1_5_in_defence_the_defenders_purse_pays():
    game = asked(
        "HQ_DEF", {"2411": "R-1", "2410": "N-11", "2412": "HQ-MNV"}, "2411", "N-11", scenario="1937", rp={"REP": 1}
    )
    game.act("PIECE", "HQ-MNV")
    assert (game.node, int(game.s["to_move"])) == ("ARTILLERY_DEF", 1)
    game.act("OPTION", 1)
    assert (game.purse("REP"), game.shifts) == (0, {"defending": -1})


# -- air units --------------------------------------------------------------------------------------------------------


def test_12_2_1_why_an_air_unit_does_not_fly():
    more = {"support": "AIR-LC AIR-AL NAV-N1", "used": "AIR-AL", "box": "AIR-BAH"}
    game = asked("AIR_ATT", FRONT, "3614", "1N", **more)
    assert why(game, "AIR-LC", "AIR-AL", "AIR-BAH") == ["LEGAL", "UNIT_USED", "NOT_AN_AIR_UNIT"]
    assert why(game, "NAV-N1", "1N", "AIR-N") == ["NOT_AN_AIR_UNIT", "NOT_AN_AIR_UNIT", "OTHER_SIDE"]
    game.s["where"][game.piece("AIR-BAH")] = Where.ON_MAP
    game.act("PIECE", "AIR-LC")
    assert why(game, "AIR-LC", "AIR-BAH") == ["UNIT_USED", "LEGAL"]


def test_12_2_1_why_an_air_unit_does_not_fly_in_defence():
    game = asked("AIR_DEF", FRONT, "3614", "1N", support="AIR-LC AIR-N")
    assert why(game, "AIR-N", "AIR-LC") == ["LEGAL", "OTHER_SIDE"]


def test_6_4_T_19_it_rains_on_the_north_only():
    game = asked("AIR_ATT", FRONT, "3614", "1N", support="AIR-LC")
    game.s["no_air"] = 1
    assert why(game, "AIR-LC") == ["RAIN"]
    south = asked("AIR_ATT", {"2711": "N-12", "2712": "R-3"}, "2712", "N-12", support="AIR-LC", scenario="1937")
    south.s["no_air"] = 1
    assert why(south, "AIR-LC") == ["LEGAL"]


@pytest.mark.parametrize(
    ("units", "north", "other"),
    [
        ("R-3", "WRONG_ZONE", "LEGAL"),
        ("R-3 1BA", "LEGAL", "WRONG_ZONE"),
        ("1BA R-3", "LEGAL", "WRONG_ZONE"),
    ],
)
def test_12_2_3_T_79_northern_air_flies_for_northern_units_only_and_no_other_does(units, north, other):
    """In attack and in defence; the range is not looked at before."""
    for stage, target in ((R_FIGHTS, "2711"), (N_FIGHTS, "2712")):
        attackers = units if stage == R_FIGHTS else "N-12"
        game = scene(stage, {"2711": "N-12", "2712": units, "2812": "R-4"}, scenario="1937", support="AIR-N AIR-R1")
        game.act("HEX", target)
        game.act("PIECE", *attackers.split())
        game.done()
        game.s["node"], game.s["to_move"] = (37, 1) if stage == R_FIGHTS else (38, 1)
        found = why(game, "AIR-N", "AIR-R1")
        expected = [north, other]
        assert [one.replace("OUT_OF_RANGE", "LEGAL") for one in found] == expected, stage


def test_12_2_3_T_79_a_northern_unit_beside_the_battle_does_not_count():
    units = {"2711": "N-12", "2712": "R-3 1BA"}
    game = asked("AIR_ATT", units, "2711", "R-3", R_FIGHTS, scenario="1937", support="AIR-R1 AIR-N")
    assert why(game, "AIR-R1", "AIR-N") == ["LEGAL", "WRONG_ZONE"]


def test_12_2_3_nationalist_air_flies_everywhere():
    game = asked("AIR_DEF", {"3614": "1A", "3513": "1N"}, "3513", "1A", R_FIGHTS, support="AIR-LC")
    assert why(game, "AIR-LC") == ["LEGAL"]


FAR = {"2310": "R-3 R-4", "2309": "N-71"}
TOWNS = "2009 2107 2109 2110 2211 2212 2312 2511 2111 2112 2210"
"""Nationalist, so that the nearest Republican town is four hexes from 2309."""


@pytest.mark.parametrize(("place", "flies"), [("2411", True), ("2312", True), ("2213", False)])
def test_12_2_2_T_78_an_hq_three_hexes_away_is_a_base(place, flies):
    game = scene(
        R_FIGHTS,
        {**FAR, place: "HQ-CEN"},
        scenario="1937",
        support="AIR-R1 AIR-R2",
        used="HQ-CEN",
        control={"N": TOWNS},
    )
    game.act("HEX", "2309")
    game.act("PIECE", "R-3", "R-4")
    game.done()
    assert (game.node == "AIR_ATT") == flies


def test_12_2_2_an_hq_off_the_map_or_out_of_supply_is_none():
    ring = {
        "2411": "HQ-CEN",
        "2410": "N-11",
        "2412": "N-12",
        "2511": "N-14",
        "2510": "N-15",
        "2311": "N-16",
        "2310": "R-3 R-4",
    }
    game = scene(
        R_FIGHTS, {**ring, "2309": "N-71"}, scenario="1937", support="AIR-R1", used="HQ-CEN", control={"N": TOWNS}
    )
    game.act("HEX", "2309")
    game.act("PIECE", "R-3", "R-4")
    game.done()
    assert game.node != "AIR_ATT"


def test_12_2_4_T_176_air_units_are_used_up_and_told_when_both_have_named_theirs():
    game = asked("AIR_ATT", FRONT, "3614", "1N", support="AIR-LC AIR-AL AIR-N")
    game.act("PIECE", "AIR-LC")
    assert int(game.s["used"][game.piece("AIR-LC")]) == 0
    game.done()
    assert game.node == "AIR_DEF"
    game.act("PIECE", "AIR-N")
    told = game.said("AIR")
    assert told == [{"piece": game.piece("AIR-LC"), "factor": 4}, {"piece": game.piece("AIR-N"), "factor": 4}]
    assert [int(game.s["used"][game.piece(name)]) for name in ("AIR-LC", "AIR-AL", "AIR-N")] == [1, 0, 1]


# -- anti-aircraft ----------------------------------------------------------------------------------------------------


def with_aa(attack, defence, units="1BA CH", stage=N_FIGHTS, foes="1N 2N"):
    """CH is an AA unit of the Republicans, who have none."""
    game = scene(None, {"3513": foes, "3614": units, "3613": "2BA"}, support="AIR-AL")
    game.print_factors("CH", attack, defence)
    game.t["kind"][game.piece("CH")] = KIND.AA
    return game.begin(stage)


@pytest.mark.parametrize(("defence", "halves"), [(1, True), (0, False)])
def test_12_2_7_T_174_aa_in_the_target_counts_with_its_defence(defence, halves):
    game = with_aa(0 if halves else 1, defence)
    at_node(game, "AIR_ATT", "3614", "1N 2N")
    game.act("PIECE", "AIR-AL")
    assert (game.node == "AA_PICK") == halves


@pytest.mark.parametrize(("attack", "halves"), [(1, True), (0, False)])
def test_12_2_7_T_174_aa_in_the_attack_counts_with_its_attack(attack, halves):
    game = with_aa(attack, 0 if halves else 1, stage=R_FIGHTS, foes="AGC")
    at_node(game, "AIR_DEF", "3513", "1BA CH")
    game.act("PIECE", "AIR-AL")
    assert (game.node == "AA_PICK") == halves


def test_12_2_7_aa_beside_the_battle_does_not_count():
    game = with_aa(1, 1, units="1BA")
    game.put("3612", "CH")
    game.begin(N_FIGHTS)
    at_node(game, "AIR_ATT", "3614", "1N 2N")
    game.act("PIECE", "AIR-AL")
    assert game.node == "COMBAT_DIE"
    attack = with_aa(1, 1, stage=R_FIGHTS, foes="AGC")
    at_node(attack, "AIR_DEF", "3513", "1BA")
    attack.act("PIECE", "AIR-AL")
    assert attack.node == "COMBAT_DIE"


def test_12_2_7_T_80_the_half_of_5_is_3():
    game = with_aa(1, 1)
    game.attack("3614", "1N 2N", AIR_ATT="AIR-AL", AA_PICK="AIR-AL")
    assert game.strengths == (10 + 3, 4)


def test_12_2_7_aa_halves_enemy_air_units_that_fly_and_none_twice():
    game = scene(None, {"3513": "1N J88", "3614": "1BA CH", "3613": "2BA"}, support="AIR-LC AIR-AL AIR-BAH AIR-N")
    game.print_factors("CH", 1, 1)
    game.t["kind"][game.piece("CH")] = KIND.AA
    game.begin(N_FIGHTS)
    at_node(game, "AIR_ATT", "3614", "1N J88")
    game.act("PIECE", "AIR-LC", "AIR-AL")
    game.done()
    game.act("PIECE", "AIR-N")
    assert (game.node, int(game.s["to_move"]), game.legal("PIECE")) == ("AA_PICK", 0, {"AIR-N"})
    assert why(game, "AIR-LC", "AIR-BAH") == ["NOT_AN_AIR_UNIT", "NOT_AN_AIR_UNIT"]
    game.act("PIECE", "AIR-N")
    assert game.said("HALVED") == [{"piece": game.piece("AIR-N")}]
    assert (game.node, int(game.s["to_move"]), game.legal("PIECE")) == ("AA_PICK", 1, {"AIR-LC", "AIR-AL"})
    assert why(game, "AIR-BAH", "AIR-N", "1N") == ["NOT_AN_AIR_UNIT"] * 3
    game.act("PIECE", "AIR-LC")
    assert game.node == "COMBAT_DIE"  # one AA unit halves one


# -- naval units -


def test_12_2_6_why_a_naval_unit_does_not_support():
    units = {"1410": "N-31 N-33", "1411": "R-3"}
    more = {"support": "NAV-N1 NAV-N2 NAV-R1 AIR-LC", "used": "NAV-N2"}
    game = asked("NAVAL_ATT", units, "1411", "N-31 N-33", scenario="1937", **more)
    assert why(game, "NAV-N1", "NAV-N2", "NAV-R1") == ["LEGAL", "UNIT_USED", "OTHER_SIDE"]
    assert why(game, "AIR-LC", "N-31") == ["NOT_A_NAVAL_UNIT", "NOT_A_NAVAL_UNIT"]
    game.s["where"][game.piece("NAV-N1")] = Where.LATER
    assert why(game, "NAV-N1") == ["NOT_A_NAVAL_UNIT"]


def test_12_2_6_a_naval_unit_that_does_not_reach_the_sea_of_the_hex():
    game = asked("NAVAL_ATT", {"3512": "1N", "3613": "1BA", "3614": "2BA"}, "3613", "1N", support="NAV-N1")
    assert why(game, "NAV-N1") == ["LEGAL"]
    game.s["target"] = game.cell("3611")  # inland
    assert why(game, "NAV-N1") == ["NOT_COASTAL"]


def test_12_2_6_a_naval_unit_is_used_when_named_and_told():
    game = asked("NAVAL_ATT", {"3512": "1N", "3613": "1BA", "3614": "2BA"}, "3613", "1N", support="NAV-N1")
    game.act("PIECE", "NAV-N1")
    assert int(game.s["used"][game.piece("NAV-N1")]) == 1
    assert game.said("NAVAL") == [{"piece": game.piece("NAV-N1")}]
    assert game.node == "TERRAIN_PICK"
