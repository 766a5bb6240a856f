"""Chapter 15: why a hex is no target and a unit no attacker, and each part of the odds and of the steps of a battle."""

import itertools

import pytest
from naive_tscw.board import around
from naive_tscw.odds import ladder
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import NO_LIMIT, ROLE, Stage, Where
from ctv_env.games.tscw.rules import r15_odds
from ctv_env.games.tscw.rules.r15_odds import step_of

N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R
FRONT = {"3513": "1N 2N", "3614": "1BA", "3613": "2BA"}
BATTLE = [
    "role",
    "battle_rows",
    "target",
    "hq",
    "artillery",
    "naval",
    "aa_left",
    "pick",
    "chit_drm",
    "elan",
    "dice_left",
    "column",
    "drm",
    "loss_att",
    "loss_def",
    "result_att",
    "result_def",
    "target_steps",
    "surplus",
    "lone_hq",
    "piece",
    "cell",
    "mode",
    "mf_left",
    "stepped",
    "passed",
    "n_named",
]


def why(game, *names, segment="PIECE"):
    return [game.refusal(segment, name) for name in names]


def named(units, target, attackers="", stage=N_FIGHTS, **more):
    """An attack whose attackers are being named."""
    game = scene(stage, units, **more)
    game.act("HEX", target)
    if attackers:
        game.act("PIECE", *attackers.split())
    return game


# -- 15.2, 15.3 ---------------------------------------------------------------------------------------------------


def test_15_2_T_73_why_a_hex_is_no_target():
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "1BA 3BA", "3613": "2BA", "3707": "1A", "3409": "AGC"})
    assert why(game, "3614", "3613", segment="HEX") == ["LEGAL", "LEGAL"]
    assert why(game, "3513", "3612", "3707", segment="HEX") == ["NO_ENEMY_THERE", "NO_ENEMY_THERE", "ODDS_TOO_LOW"]
    game.s["attacks_left"] = 0
    assert why(game, "3614", segment="HEX") == ["NO_ATTACKS_LEFT"]
    game.s["attacks_left"] = 1
    game.attack("3614", "1N")
    assert int(game.s["attacks_left"]) == 0
    game.fix("1:1")
    game.roll(6)
    game.lose()
    assert why(game, "3614", "3613", segment="HEX") == ["ATTACKED_BEFORE", "NO_ATTACKS_LEFT"]


def test_15_3_T_73_why_a_unit_is_no_attacker():
    units = {"3513": "1N 2N HQ-NAV 3N", "3512": "4N", "3614": "1BA", "3613": "2BA"}
    game = named(units, "3614", "1N", reserve="3N", used="HQ-NAV", support="AIR-LC", box="AV")
    assert why(game, "2N", "1N", "HQ-NAV", "3N") == ["LEGAL", "NAMED_BEFORE", "HAS_ATTACKED", "HAS_ATTACKED"]
    assert why(game, "4N", "1BA", "AIR-LC", "AV") == ["NOT_ADJACENT", "OTHER_SIDE", "NOT_ON_MAP", "NOT_ON_MAP"]


def test_15_3_11_8_landed_units_take_no_part():
    game = named({"3609": "1N 2N", "3608": "CH"}, "3608", "1N")
    game.s["landed"][game.piece("2N")] = 1
    assert why(game, "2N") == ["HAS_ATTACKED"]


def test_14_2_T_72_only_eligible_units_attack_in_exploitation_combat():
    game = scene(None, {"3513": "RC AGC", "3614": "CH"}).begin(Stage.EXPLOIT_COMBAT_N)
    assert why(game, "3614", segment="HEX") == ["ODDS_TOO_LOW"]
    game.s["eligible"][game.piece("RC")] = 1
    game.act("HEX", "3614")
    assert why(game, "RC", "AGC") == ["LEGAL", "HAS_ATTACKED"]
    game.act("PIECE", "RC")
    game.done()
    game.roll(6)
    while game.node != "TARGET":
        game.lose() if game.node.startswith("LOSS") else game.done()
    game.done()
    assert not game.s["eligible"].any()


def test_15_6_T_74_a_unit_that_keeps_the_attack_below_1_to_3_for_ever_is_not_named():
    # DRT and MRX never attack together; MRX alone is too weak for N-53 with a friend.
    units = {"2918": "DRT LEN", "2818": "MRX", "2917": "N-53"}
    game = named(units, "2917", stage=R_FIGHTS, scenario="1937")
    assert why(game, "DRT", "LEN", "MRX") == ["LEGAL", "LEGAL", "ODDS_TOO_LOW"]
    game.act("PIECE", "DRT")
    assert why(game, "MRX", "LEN") == ["PARTIES_DIFFER", "LEGAL"]
    assert game.refusal("DONE") == "ODDS_TOO_LOW"
    game.act("PIECE", "LEN")
    assert game.refusal("DONE") == "LEGAL"


def test_15_20_T_117_units_without_a_factor_come_second_and_only_then():
    units = {"3614": "BM1 1BA AM1", "3513": "AGC"}
    game = named(units, "3513", stage=R_FIGHTS)
    assert why(game, "BM1", "AM1", "1BA") == ["NO_FACTOR_YET", "NO_FACTOR_YET", "LEGAL"]
    assert game.refusal("DONE") == "NOT_DONE_YET"
    game.act("PIECE", "1BA")
    assert why(game, "BM1") == ["LEGAL"]


def test_15_2_15_3_the_declaration_is_told_and_marks_units_and_hexes():
    game = named({**FRONT, "3615": "4N"}, "3614", "1N 4N")
    game.done()
    names = game.tables.pieces.names
    assert [names[one["piece"]] for one in game.said("ATTACKER")] == ["1N", "4N"]
    for field in ("attacked", "fought"):
        assert {names[p] for p in game.s[field].nonzero()[0]} == {"1N", "4N"}
    rows = game.s["battle_rows"].tolist()
    columns = int(game.t["n_columns"])
    marked = {
        code for code in game.tables.grid.names if rows[game.cell(code) // columns + 1] >> game.cell(code) % columns & 1
    }
    assert marked == {"3513", "3615"}
    assert int(game.s["attacks_left"]) == NO_LIMIT


def test_15_2_15_3_segments_begin_with_a_clean_slate():
    game = scene(N_FIGHTS, {**FRONT, "3614": "1BA 3BA"})
    game.attack("3614", "1N")
    game.fix("1:1")
    game.roll(6)
    game.lose()
    game.done()
    for field in ("attacked", "attacked_rows", "struck_rows"):
        assert not game.s[field].any(), field
    game.s["attacked"][game.piece("1N")] = 1
    rows = slice(int(game.t["n_rows"]) + 2)
    game.s["attacked_rows"][rows], game.s["struck_rows"][rows] = 1, 1
    game.begin(N_FIGHTS)
    for field in ("attacked", "attacked_rows", "struck_rows"):
        assert not game.s[field].any(), field
    assert int(game.s["attacks_left"]) == NO_LIMIT


def test_15_6_nothing_of_a_battle_is_left_when_it_is_over():
    units = {"3513": "1N 2N RC J88", "3514": "HQ-NAV", "3614": "1BA", "3613": "2BA HQ-N"}
    game = scene(N_FIGHTS, units, support="AIR-LC AIR-N NAV-N1", rp={"NAT": 2}, hand=(23, 1))
    before = {field: game.s[field].tolist() for field in BATTLE}
    answers = {"HQ_ATT": "HQ-NAV", "ARTILLERY_ATT": 1, "HQ_DEF": "HQ-N", "AIR_ATT": "AIR-LC", "AIR_DEF": "AIR-N"}
    game.attack("3614", "1N 2N J88", AA_PICK="AIR-N", CHIT_ATT=23, CHIT_DEF=1, NAVAL_ATT="NAV-N1", **answers)
    game.fix("7:1")
    game.roll(4)
    while game.node.startswith("LOSS"):
        game.act("PIECE", min(game.legal("PIECE") - {"HQ-N"}, default="HQ-N"))
    assert game.node == "ADVANCE"
    game.act("PIECE", "1N")
    game.act("HEX", "3614")
    game.done()
    game.done()
    assert game.node == "TARGET"
    assert {field: game.s[field].tolist() for field in BATTLE} == before


# -- 15.6: odds -------------------------------------------------------------------------------------------------------


def test_15_6_T_83_C_64_the_ladder_for_all_small_sums():
    for attack, defence in itertools.product(range(1, 31), range(31)):
        assert step_of(attack, defence) == (99 if defence == 0 else ladder(attack, defence) - 2), (attack, defence)
    assert (step_of(500, 2), step_of(99, 1), step_of(100, 1)) == (99, 99, 99)


@pytest.mark.parametrize("stage", [N_FIGHTS, R_FIGHTS])
def test_12_1_3_an_hq_attacks_with_its_attack_and_defends_with_its_defence(stage):
    game = scene(None, {"3513": "1N 2N HQ-NAV", "3614": "1A 2A", "3613": "2BA"})
    game.print_factors("HQ-NAV", 2, 5)
    game.begin(stage)
    if stage == N_FIGHTS:
        game.attack("3614", "1N 2N", HQ_ATT="HQ-NAV")
        assert game.strengths == (10 + 2, 11)
    else:
        game.attack("3513", "1A 2A", HQ_DEF="HQ-NAV")
        assert game.strengths == (7, 12 + 5)


def test_15_22_T_84_a_city_on_clear_ground_leaves_no_choice():
    game = scene(N_FIGHTS, {"2711": "N-12", "2712": "R-3"}, scenario="1937")
    game.act("HEX", "2712")
    game.act("PIECE", "N-12")
    game.done()
    assert (game.node, game.shifts) == ("COMBAT_DIE", {"city": -2})
    back = scene(R_FIGHTS, {"2711": "R-3 R-4", "2712": "N-12"}, scenario="1937")
    back.attack("2712", "R-3 R-4")
    assert back.shifts == {"city": -1}


@pytest.mark.parametrize(("answer", "shifts", "terrain"), [(0, {"city": -1}, 0), (1, {}, -1)])
def test_15_22_T_84_the_defender_chooses_the_city_or_its_ground(answer, shifts, terrain):
    game = scene(N_FIGHTS, {"3512": "1N", "3613": "1BA"})
    game.act("HEX", "3613")
    game.act("PIECE", "1N")
    game.done()
    assert (game.node, int(game.s["to_move"]), game.legal("OPTION")) == ("TERRAIN_PICK", 1, {"0", "1"})
    assert game.refusal("OPTION", 2) == "NO_SUCH_OPTION"
    game.act("OPTION", answer)
    assert game.shifts == shifts
    assert sum(one["change"] for one in game.said("DRM") if one["modifier"] == 2) == terrain


RING = around("3409")
SPACES = [RING[k] for k in (0, 1, 3, 5, 4, 2)]  # in order around the hex


@pytest.mark.parametrize("size", range(1, 7))
def test_15_19_T_86_every_way_to_stand_around_a_hex(size):
    game = scene(None, {"3409": "1A"})
    units = ["1N", "2N", "3N", "4N", "AV", "1/81"]
    for name, code in zip(units, SPACES, strict=True):
        game.put(code, name)
    game.begin(N_FIGHTS)
    game.s["target"] = game.cell("3409")
    for chosen in itertools.combinations(range(6), size):
        game.s["role"][:] = 0
        for k in chosen:
            game.s["role"][game.piece(units[k])] = ROLE.ATTACKS
        opposite = any((b - a) == 3 for a, b in itertools.combinations(chosen, 2))
        apart = size == 3 and all((b - a) % 6 not in (1, 5) for a, b in itertools.combinations(chosen, 2))
        assert bool(r15_odds.is_concentric(game.s, game.t)) == (opposite or apart or size >= 4), chosen


def test_12_2_6_naval_units_of_both_sides_cancel():
    game = scene(N_FIGHTS, {"1410": "N-31 N-33", "1411": "R-3"}, scenario="1937", support="NAV-N1 NAV-N2 NAV-R1")
    game.attack("1411", "N-31 N-33", NAVAL_ATT=["NAV-N1", "NAV-N2"], NAVAL_DEF="NAV-R1")
    assert game.drms["12.2.6"] == 1
    assert game.s["naval"].tolist() == [2, 1]


def test_15_6_15_7_what_is_told_of_the_odds():
    game = scene(N_FIGHTS, {**FRONT, "3514": "HQ-NAV"}, rp={"NAT": 1})
    game.attack("3614", "1N 2N", HQ_ATT="HQ-NAV", ARTILLERY_ATT=1)
    assert game.said("STRENGTH") == [{"side": 0, "units": 10, "support": 4}, {"side": 1, "units": 3, "support": 0}]
    assert game.said("ODDS") == [{"attack": 14, "defence": 3, "step": 4}]
    assert game.said("COLUMN") == [{"column": 6 + 1, "drm": game.drm}]
    assert (game.column, game.drms) == ("5:1", {"15.22": game.drm})


# -- the windows of a battle -----------------------------------------------------------------------------------------


def test_15_6_each_window_looks_at_supply_and_range_afresh():
    """An HQ cut off and air units without a base are asked in none of the windows, whatever was answered before."""
    ring = {"3609": "1A HQ-N", "3608": "1N", "3508": "2N", "3509": "3N HQ-NAV", "3610": "4N", "3708": "AV"}
    for answer in ("no", "yes", "artillery"):
        game = scene(N_FIGHTS, ring, rp={"NAT": 3})
        game.act("HEX", "3609")
        game.act("PIECE", "1N", "3N")
        game.done()
        assert game.node == "HQ_ATT"
        if answer == "no":
            game.done()
        else:
            game.act("PIECE", "HQ-NAV")
            game.act("OPTION", int(answer == "artillery"))
        assert game.node == "COMBAT_DIE"


TOWNS = "2009 2107 2109 2110 2211 2212 2312 2511 2111 2112 2210"


def test_12_2_2_T_111_air_without_a_base_is_not_asked_after_the_hqs():
    units = {"2310": "R-3 R-4", "2309": "N-71", "2308": "HQ-MRC"}
    game = scene(R_FIGHTS, units, scenario="1937", support="AIR-R1 AIR-LC", control={"N": TOWNS})
    game.act("HEX", "2309")
    game.act("PIECE", "R-3", "R-4")
    game.done()
    assert game.node == "HQ_DEF"
    game.done()
    assert game.node == "AIR_DEF"  # not AIR_ATT
    game.done()
    assert game.node == "COMBAT_DIE"


def test_12_2_4_every_air_unit_is_named_by_itself_attacker_first():
    game = scene(N_FIGHTS, FRONT, support="AIR-LC AIR-AL AIR-BAH AIR-N")
    game.act("HEX", "3614")
    game.act("PIECE", "1N")
    game.done()
    seen = []
    while game.node != "COMBAT_DIE":
        seen.append((game.node, int(game.s["to_move"]), len(game.legal("PIECE"))))
        game.act("PIECE", sorted(game.legal("PIECE"))[0])
    assert seen == [("AIR_ATT", 0, 3), ("AIR_ATT", 0, 2), ("AIR_ATT", 0, 1), ("AIR_DEF", 1, 1)]


def test_12_2_6_T_81_every_ship_is_named_by_itself_attacker_first():
    game = scene(N_FIGHTS, {"1410": "N-31 N-33", "1411": "R-3"}, scenario="1937", support="NAV-N1 NAV-N2 NAV-R1")
    game.act("HEX", "1411")
    game.act("PIECE", "N-31", "N-33")
    game.done()
    seen = []
    while game.node.startswith("NAVAL"):
        seen.append((game.node, int(game.s["to_move"]), len(game.legal("PIECE"))))
        game.act("PIECE", sorted(game.legal("PIECE"))[0])
    assert seen == [("NAVAL_ATT", 0, 2), ("NAVAL_ATT", 0, 1), ("NAVAL_DEF", 1, 1)]


# -- chits in a battle -----------------------------------------------------------------------------------------------


def chits(node, units, target, attackers, stage=N_FIGHTS, **more):
    game = scene(stage, units, **more)
    game.act("HEX", target)
    game.act("PIECE", *attackers.split())
    game.done()
    while game.node != node:
        game.act("OPTION", 0) if game.node == "TERRAIN_PICK" else game.done()
    return game


def test_6_4_15_12_why_a_chit_is_not_played_here():
    game = chits("CHIT_ATT", FRONT, "3614", "1N", hand=(1, 2, 22, 23, 25, 30, 32, 37))
    assert why(game, 23, 32, 37, 25, 30, segment="CHIT") == ["LEGAL"] + ["CHIT_NOT_NOW"] * 4
    assert why(game, 1, 22, 31, segment="CHIT") == ["NOT_HELD"] * 3
    game.done()
    assert game.node == "CHIT_DEF"
    assert why(game, 1, 22, 2, segment="CHIT") == ["LEGAL", "LEGAL", "CHIT_NOT_NOW"]
    assert why(game, 23, 11, segment="CHIT") == ["NOT_HELD"] * 2


def test_6_4_T_15_the_attacker_is_asked_first_whichever_side_he_is():
    game = scene(R_FIGHTS, {"3614": "1A 2A", "3513": "LTR"}, hand=(2, 32))
    game.act("HEX", "3513")
    game.act("PIECE", "1A", "2A")
    game.done()
    assert (game.node, int(game.s["to_move"]), game.legal("CHIT")) == ("CHIT_ATT", 1, {"2"})
    game.done()
    assert (game.node, int(game.s["to_move"]), game.legal("CHIT")) == ("CHIT_DEF", 0, {"32"})


def test_6_4_T_15_chits_of_both_sides_add_up_and_are_spent():
    game = chits("CHIT_ATT", FRONT, "3614", "1N", hand=(23, 1, 22))
    game.act("CHIT", 23)
    assert game.said("PLAYED") == [{"side": 0, "chit": 23}]
    assert game.node == "CHIT_DEF"
    game.act("CHIT", 1)
    assert (game.node, game.legal("CHIT")) == ("CHIT_DEF", {"22"})
    game.act("CHIT", 22)
    assert game.node == "COMBAT_DIE"
    assert game.drms["15.12"] == 1 - 1 - 1
    assert not game.s["hand"].any()


@pytest.mark.parametrize(
    ("attackers", "target", "place", "offered"),
    [("3A 1A", "3607", "3608", True), ("1S 2S", "3607", "3608", False)],
)
def test_6_4_T_18_chit_11_needs_an_asturian_in_the_battle(attackers, target, place, offered):
    units = {place: attackers, target: "OG", "3707": "2A"}
    game = scene(R_FIGHTS, units, hand=(11,))
    game.act("HEX", target)
    game.act("PIECE", *attackers.split())
    game.done()
    if game.node == "TERRAIN_PICK":
        game.act("OPTION", 0)
    assert (game.node == "CHIT_ATT") == offered


# -- 15.25.1 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("die", range(1, 7))
def test_15_25_1_T_90_the_columns_die_is_told_and_only_a_1_cancels(die):
    game = scene(R_FIGHTS, {"3614": "1A 2A AM1", "3513": "N-61"})
    game.attack("3513", "1A 2A AM1")
    assert game.node == "COLUMN_DIE"
    game.roll(die)
    assert [one["die"] for one in game.said("COLUMNS_DIE")] == [die]
    assert (game.node == "TARGET") == (die == 1) == bool(game.said("CANCELLED"))
    if die > 1:
        assert game.drms.get("15.25.1", 0) == int(game.t["columns_die"][die])
    else:
        assert why(game, "3513", segment="HEX") == ["ATTACKED_BEFORE"]


# -- 15.8, 15.9 ------------------------------------------------------------------------------------------------------


def test_15_8_T_92_why_a_unit_does_not_take_the_loss():
    units = {"3513": "1N 2N LTR", "3514": "HQ-NAV", "3614": "1BA 2BA", "3615": "HQ-GLC 3N"}
    game = scene(N_FIGHTS, units)
    game.attack("3614", "1N LTR", HQ_ATT="HQ-NAV")
    game.fix("1:1")
    game.roll(5)  # 2/1
    assert why(game, "1N", "LTR", "HQ-NAV") == ["LEGAL", "TWO_STEPS_FIRST", "TWO_STEPS_FIRST"]
    assert why(game, "2N", "HQ-GLC", "3N", "1BA") == ["NOT_IN_BATTLE"] * 4
    game.act("PIECE", "1N")
    assert why(game, "1N", "LTR", "HQ-NAV") == ["LEGAL"] * 3
    assert game.said("REDUCED") == [{"piece": game.piece("1N"), "cell": game.cell("3513")}]


def test_15_8_T_92_an_hq_in_the_target_loses_last_and_counts():
    game = scene(N_FIGHTS, {"3513": "1N 2N 3N", "3614": "1BA HQ-N", "3613": "2BA"}, used="HQ-N")
    game.attack("3614", "1N 2N 3N")
    game.fix("4:1")
    game.roll(3)  # 0/2
    assert (game.node, game.legal("PIECE")) == ("LOSS_DEF", {"1BA", "HQ-N"})
    assert why(game, "2BA") == ["NOT_IN_BATTLE"]


def test_15_8_T_94_the_steps_lost_are_counted():
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "1BA 2BA", "3613": "3BA"})
    game.attack("3614", "1N 2N")
    game.fix("1:1")
    game.roll(5)  # 2/1
    game.lose()
    assert game.s["steps_lost"].tolist() == [2, 1]


@pytest.mark.parametrize(("die", "net"), [(1, 0), (6, 5)])
def test_15_13_a_net_die_is_never_below_0(die, net):
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "1BA 2BA"})
    game.attack("3614", "1N 2N")
    game.fix("1:1", -1)
    game.roll(die)
    assert game.said("COMBAT_DIE")[0]["net"] == net
    low = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "1BA 2BA"})
    low.attack("3614", "1N 2N")
    low.fix("1:1", -9)
    low.roll(6)
    assert low.said("COMBAT_DIE")[0]["net"] == 0


def test_15_8_an_elimination_takes_every_step_of_the_hex():
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "1BA 2BA BM1"})
    game.attack("3614", "1N 2N")
    game.fix("7:1", 2)
    game.roll(6)
    assert {game.where(name) for name in ("1BA", "2BA", "BM1")} == {Where.DEAD}
    assert (int(game.s["surplus"]), int(game.s["loss_def"])) == (4, 0)
