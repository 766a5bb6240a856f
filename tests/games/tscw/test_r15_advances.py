"""Chapters 15.23, 15.24: advance after combat, breakthrough, pursuit."""

import pytest
from naive_tscw.board import hexes, is_town, on_board, within
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LANDING, Stage, Where
from ctv_env.games.tscw.rules.r10_control import enter

N_FIGHTS, R_FIGHTS = Stage.COMBAT_N, Stage.COMBAT_R


def won(units, target, attackers, result=("7:1", 4), stage=N_FIGHTS, **more):
    """A battle after all losses: column and die of a table without modifiers."""
    game = scene(stage, units, **more)
    game.attack(target, attackers)
    if game.node == "COLUMN_DIE":
        game.roll(4)
    game.fix(result[0])
    game.roll(result[1])
    game.lose()
    return game


# -- 15.23: the emptied hex -----------------------------------------------------------------------------------------


def test_15_23_C_78_exactly_enough_losses_empty_the_hex_without_breakthrough():
    game = won({"3513": "1N 2N", "3614": "1BA 2BA", "3613": "3BA"}, "3614", "1N 2N", ("4:1", 3))  # 0/2
    assert (game.node, int(game.s["surplus"])) == ("ADVANCE", 0)
    game.act("PIECE", "1N")
    assert game.legal() == {"3614"}
    game.act("HEX", "3614")
    assert game.legal() == set()
    game.done()
    assert game.legal("PIECE") == {"2N"}


def test_15_23_no_advance_into_a_hex_that_holds():
    game = won({"3513": "1N 2N", "3614": "1BA 2BA 3BA"}, "3614", "1N 2N", ("4:1", 3))
    assert game.node == "TARGET"


def test_15_23_advance_is_voluntary_for_each_unit():
    game = won({"3513": "1N 2N", "3614": "1BA 2BA", "3613": "3BA"}, "3614", "1N 2N", ("4:1", 3))
    game.done()
    assert (game.node, game.at("1N")) == ("TARGET", "3513")


def test_15_23_the_emptied_hex_costs_nothing_and_only_attackers_enter():
    game = won({"3513": "1N 2N HQ-NAV", "3614": "CH"}, "3614", "1N", ("7:1", 4))  # 0/5, surplus 4
    assert game.legal("PIECE") == {"1N"}  # neither 2N nor the HQ
    game.act("PIECE", "1N")
    assert int(game.s["mf_left"]) == 3  # half of 5
    game.act("HEX", "3614")
    assert int(game.s["mf_left"]) == 3


def test_15_23_T_132_the_hex_keeps_its_owner_until_somebody_enters():
    game = won({"3513": "1N", "3614": "CH"}, "3614", "1N")
    game.done()
    assert game.owner("3614") == "R"


# -- 15.23: breakthrough -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "factors"), [(1, 2), (2, 3), (4, 3)])
def test_15_23_extra_losses_become_factors_up_to_half_the_allowance(die, factors):
    game = won({"3513": "1N 2N", "3614": "CH"}, "3614", "1N 2N", ("7:1", die))
    game.act("PIECE", "1N")
    assert int(game.s["mf_left"]) == factors


@pytest.mark.parametrize(("defenders", "surplus"), [("CH", 3), ("CH 1BA", 2), ("CH 1BA 2BA", 1), ("CH 1BA 2BA 3BA", 0)])
def test_15_23_surplus_is_what_exceeds_the_steps_in_the_hex(defenders, surplus):
    game = won({"3513": "1N 2N", "3614": defenders}, "3614", "1N 2N", ("7:1", 3))  # 0/4
    assert int(game.s["surplus"]) == surplus


def test_15_23_T_94_an_hq_in_the_hex_counts_as_a_step():
    game = won({"3513": "1N 2N", "3614": "CH HQ-N"}, "3614", "1N 2N", ("7:1", 3), used="HQ-N")
    assert int(game.s["surplus"]) == 2


def test_15_23_T_94_losses_of_a_supporting_hq_outside_reduce_nothing():
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "1BA", "3613": "2BA HQ-N"})
    game.attack("3614", "1N 2N", HQ_DEF="HQ-N")
    game.fix("4:1")
    game.roll(3)  # 0/2
    game.act("PIECE", "HQ-N", "1BA")
    assert int(game.s["surplus"]) == 1


def test_15_23_C_81_half_of_an_allowance_of_3_is_2():
    game = won({"3608": "OG 1N", "3707": "CH"}, "3707", "OG 1N", ("7:1", 4))  # 0/5: surplus 4
    game.act("PIECE", "OG")
    assert int(game.s["mf_left"]) == 2


def test_15_23_C_83_an_elimination_gives_up_to_4_factors_of_the_whole_allowance():
    game = scene(N_FIGHTS, {"3513": "1N 2N LTR", "3614": "1BA 2BA"})
    game.attack("3614", "1N 2N LTR")
    game.fix("7:1", 1)
    game.roll(6)  # 0/E
    for name, factors in (("1N", 4), ("LTR", 4)):
        game.act("PIECE", name)
        assert int(game.s["mf_left"]) == factors
        game.act("HEX", "3614")
        game.done()


def test_15_23_T_95_after_an_elimination_with_losses_of_the_attacker_half_the_allowance():
    game = scene(N_FIGHTS, {"3513": "1N 2N 3N 4N", "3614": "1BA 2BA 3BA 4BA"})
    game.attack("3614", "1N 2N 3N 4N")
    game.fix("7:1", 1)
    game.roll(6)  # 0/E
    game.fix("7:1")
    game.roll(1)  # 1/3
    game.lose()
    game.act("PIECE", "2N")
    assert int(game.s["mf_left"]) == 3


def test_9_3_15_23_T_95_attackers_out_of_supply_have_half_even_after_an_elimination():
    ring = {"3609": "1N 2N", "3608": "CH", "3508": "2A", "3509": "3A", "3610": "4A", "3708": "5A"}
    game = scene(N_FIGHTS, ring)
    game.attack("3608", "1N 2N")
    game.fix("7:1", 1)
    game.roll(6)
    game.act("PIECE", "1N")
    assert int(game.s["mf_left"]) == 3


def test_15_23_C_79_the_example():
    units = {"2920": "R-4 R-14", "3020": "R-15 R-11 HQ-CEN", "2919": "N-50"}
    game = scene(None, units, scenario="1937", turn=10)
    for name, attack in (("R-4", 10), ("R-14", 10), ("R-15", 10), ("R-11", 6)):
        game.print_factors(name, attack, 6)
    game.begin(R_FIGHTS).attack("2919", "R-4 R-14 R-15 R-11", HQ_ATT="HQ-CEN")
    assert game.strengths == (40, 5)
    assert (game.column, game.drm) == ("7:1", -2)
    game.roll(4)
    assert game.said("RESULT") == [{"attacker": 1, "defender": 4}]
    game.act("PIECE", "R-4", "N-50", "N-50")
    game.act("PIECE", "R-11")
    game.act("HEX", "2919")
    assert {"2918", "2819"} <= game.legal()
    assert game.refusal("HEX", "3019") == "OUT_OF_REACH"


def test_15_23_C_80_breakthrough_ends_where_the_unit_is_supplied():
    towns = {code for end in ("2309", "2409") for code in within(end, 3) if code in hexes() and is_town(code)}
    taken = (towns | {"2506", "2607", "2709"}) - {"2206"}
    units = {"2206": "CST ASN BAR SER MC-N N-21", "2207": "HZ"}
    for montanchez, far in ((False, False), (True, True)):
        lost = " ".join(taken - ({"2306"} if montanchez else set()))
        game = scene(N_FIGHTS, units, scenario="1937", control={"R": lost, "N": "2306"} if montanchez else {"R": lost})
        game.attack("2207", "CST ASN BAR SER MC-N N-21")
        game.fix("7:1")
        game.roll(6)  # 0/6
        game.lose()
        game.act("PIECE", "CST")
        assert int(game.s["mf_left"]) == 3
        assert {"2207", "2307", "2208", "2308"} <= game.legal()
        assert ({"2309", "2409"} <= game.legal()) == far


def test_15_23_no_minimum_move():
    # One factor does not buy the mountain behind.
    game = won({"3409": "1N 2N", "3508": "1A 2A 3A"}, "3508", "1N 2N", ("7:1", 3))  # 0/4: surplus 1
    game.act("PIECE", "1N")
    assert not {"3608", "3609"} & game.legal()


def test_9_2_15_23_T_45_the_way_of_an_advance_is_no_line_of_supply_through_enemy_zones():
    # 3313 lies in the ZOC of AV: a line of supply from 3315 cannot pass it, though AE has passed it.
    units = {"3414": "AE 1BA 2BA", "3313": "AGC", "3413": "AV"}
    game = scene(R_FIGHTS, units, control={"N": "3614", "R": "3512"})
    game.attack("3313", "AE 1BA 2BA")
    game.fix("7:1", 2)
    game.roll(6)
    game.lose()
    game.act("PIECE", "AE")
    assert [game.refusal("HEX", code) for code in ("3312", "3315")] == ["LEGAL", "UNSUPPLIED_THERE"]


def test_9_2_15_23_T_45_an_advance_back_over_the_hex_it_leaves_has_no_line_through_it():
    # 4N alone kept the ZOC of 1S and 2S from cutting lines through 3407, which it leaves.
    units = {"3407": "4N", "3307": "CH", "3506": "1S", "3306": "2S"}
    for friends, reason in (("", "UNSUPPLIED_THERE"), (" LTR", "LEGAL")):
        there = units | {"3407": f"4N{friends}"}
        game = won(there, "3307", "4N", ("4:1", 5), control={"R": "3404 3405"})  # 0/3: surplus 2
        game.act("PIECE", "4N")
        assert game.refusal("HEX", "3406") == reason


def test_15_23_no_hex_with_enemy_combat_units():
    game = won({"3513": "1N 2N", "3614": "CH", "3613": "1BA"}, "3614", "1N 2N")
    game.act("PIECE", "1N")
    assert "3613" not in game.legal()


def test_13_12_8_C_81_T_96_motorized_units_do_not_advance_over_a_major_river_foot_does():
    units = {"2920": "BT R-4", "2919": "SER"}
    game = won(units, "2919", "BT R-4", stage=R_FIGHTS, scenario="1937")
    assert game.legal("PIECE") == {"R-4"}
    assert game.refusal("PIECE", "BT") == "RIVER_TOO_WIDE"


def test_13_12_8_T_96_a_motorized_unit_alone_behind_a_major_river_is_not_asked():
    game = won({"2920": "BT", "2919": "SER"}, "2919", "BT", stage=R_FIGHTS, scenario="1937")
    assert game.node == "TARGET"


def test_7_12_1_T_149_no_advance_from_elsewhere_through_a_northern_hex():
    south = {"R": "3409 3310 3309 3210 3311 3411"}
    units = {"3410": "R-4 R-14", "3510": "SER", "3309": "BT"}
    game = won(units, "3510", "R-4 R-14", ("7:1", 6), R_FIGHTS, scenario="1937", control=south)
    assert game.refusal("PIECE", "R-4") == "NO_WAY"  # though 3411 lies beyond
    assert game.legal("PIECE") == {"BT"}  # which may pursue as far as 3410


def test_15_23_T_98_who_has_advanced_does_not_attack_in_that_segment():
    game = won({"3513": "1N 2N", "3614": "CH", "3613": "1BA"}, "3614", "1N")
    game.act("PIECE", "1N")
    game.act("HEX", "3614")
    game.done()
    assert game.node == "TARGET"
    game.act("HEX", "3613")
    assert game.legal("PIECE") == {"2N"}


def test_12_1_3_15_23_an_advance_kills_the_hq_left_alone():
    game = scene(N_FIGHTS, {"3513": "1N 2N", "3614": "CH HQ-N"}, used="HQ-N")
    game.attack("3614", "1N 2N")
    game.fix("1:1")
    game.roll(6)  # 1/1
    game.act("PIECE", "1N", "CH")
    game.act("PIECE", "2N")
    game.act("HEX", "3614")
    assert game.where("HQ-N") == Where.DEAD


# -- 15.24: pursuit -------------------------------------------------------------------------------------------------

EBRO = {"2920": "R-4 R-14", "3020": "R-15 R-11", "2919": "N-50"}


def pursuers(extra, die=4, column="7:1", fought="", reserve=""):
    """Units that may pursue after 1/4 or the like on two steps."""
    game = scene(R_FIGHTS, {**EBRO, **extra}, scenario="1937", turn=10, reserve=reserve)
    for name in fought.split():
        game.s["fought"][game.piece(name)] = 1
    game.attack("2919", "R-4 R-14 R-15 R-11")
    game.fix(column)
    game.roll(die)
    game.lose()
    return game.legal("PIECE") - {"R-4", "R-14", "R-15", "R-11"}


def test_15_24_C_82_cavalry_and_motorized_units_near_the_attackers_pursue():
    assert pursuers({"3021": "2CAV 3/2T R-5 HQ-EST"}) == {"2CAV", "3/2T"}


def test_15_24_C_82_the_example():
    game = scene(R_FIGHTS, {**EBRO, "3021": "2CAV 3/2T"}, scenario="1937", turn=10)
    game.attack("2919", "R-4 R-14 R-15 R-11")
    game.fix("7:1", -2)
    game.roll(4)  # 1/4: surplus 2
    game.lose()
    for name, ways in (("2CAV", {"2920", "3020", "3120", "2921"}), ("3/2T", {"2920", "3020", "3120"})):
        game.act("PIECE", name)
        assert int(game.s["mf_left"]) == 2
        assert game.legal() == ways
        game.act("HEX", "3020")
        game.done()


def test_15_24_not_without_a_breakthrough():
    assert pursuers({"3021": "2CAV"}, column="4:1", die=3) == set()  # 0/2: no surplus
    assert pursuers({"3021": "2CAV"}, column="1:1", die=1) == set()


def test_15_24_who_does_not_pursue_has_no_part_in_the_battle():
    for result, reason in ((("4:1", 3), "NOT_IN_BATTLE"), (("7:1", 1), "LEGAL")):  # 0/2: no surplus; 1/3
        game = won({**EBRO, "3021": "2CAV"}, "2919", "R-4 R-14 R-15 R-11", result, R_FIGHTS, scenario="1937")
        assert (game.node, game.refusal("PIECE", "2CAV")) == ("ADVANCE", reason)


@pytest.mark.parametrize(("field", "value"), [("landed", LANDING.NOW), ("attacked", 1)])
def test_15_24_T_98_not_who_has_landed_nor_who_has_pursued_before(field, value):
    game = scene(R_FIGHTS, {**EBRO, "3021": "2CAV 3/2T"}, scenario="1937", turn=10)
    game.s[field][game.piece("2CAV")] = value
    game.attack("2919", "R-4 R-14 R-15 R-11")
    game.fix("7:1")
    game.roll(4)
    game.lose()
    assert game.legal("PIECE") == {"R-4", "R-14", "R-15", "R-11", "3/2T"}


def test_15_24_not_from_the_edge_of_the_board():
    assert won({"3513": "1N 2N", "3614": "CH", "3304": "RC"}, "3614", "1N 2N").legal("PIECE") == {"1N", "2N"}


def test_15_24_not_who_attacked_this_turn():
    assert pursuers({"3021": "2CAV 3/2T"}, fought="2CAV") == {"3/2T"}


def test_15_24_not_from_further_than_one_hex():
    assert pursuers({"3022": "2CAV"}) == set()


def test_15_24_not_next_to_an_enemy():
    assert pursuers({"3021": "2CAV", "3120": "SER"}) == set()


def test_15_24_not_from_reserve():
    assert pursuers({"3021": "2CAV HQ-EST"}, reserve="2CAV") == set()


def test_15_24_T_130_enemies_just_destroyed_do_not_count():
    assert pursuers({"2920": "R-4 R-14 2CAV"}) == {"2CAV"}


def test_15_24_T_142_a_pursuer_stops_only_where_the_rule_lets_it():
    game = scene(R_FIGHTS, {**EBRO, "3021": "2CAV"}, scenario="1937", turn=10)
    game.attack("2919", "R-4 R-14 R-15 R-11")
    game.fix("7:1", -2)
    game.roll(4)
    game.lose()
    game.act("PIECE", "2CAV")
    assert game.refusal("DONE") == "NO_MOVE_YET"
    game.act("HEX", "3120")
    assert game.refusal("DONE") == "PURSUIT_MUST_PASS"
    game.act("HEX", "3020")
    assert game.refusal("DONE") == "LEGAL"


def test_15_24_T_97_a_pursuer_has_its_full_allowance_and_may_pass_the_emptied_hex():
    # From 3513, the attackers' hex: 3614 costs 1, Bilbao beyond it 1 more.
    game = scene(R_FIGHTS, {"2918": "R-11 R-4 2CAV", "2917": "SER"}, scenario="1937", turn=10)
    game.attack("2917", "R-11 R-4")
    game.fix("7:1", 0)
    game.roll(6)  # 0/6: surplus 5
    game.lose()
    game.act("PIECE", "2CAV")
    assert int(game.s["mf_left"]) == 5
    assert "2917" in game.legal()
    game.act("HEX", "2917")
    assert int(game.s["mf_left"]) == 4  # it pays for every hex
    assert game.refusal("DONE") == "LEGAL"
    game.act("HEX", "2916")
    assert game.legal()
    assert game.refusal("DONE") == "LEGAL"  # T-142: it has passed the emptied hex


def test_9_3_15_24_T_97_a_pursuer_out_of_supply_has_half_its_allowance():
    towns = {code for code in within("2918", 3) & on_board("1937") if is_town(code)}
    lost = " ".join((towns | within("2918", 1)) - {"2918", "2917"})
    units = {"2918": "R-11 R-4 2CAV", "2917": "SER"}
    game = won(units, "2917", "R-11 R-4", ("7:1", 6), R_FIGHTS, scenario="1937", control={"N": lost})
    game.act("PIECE", "2CAV")
    assert int(game.s["mf_left"]) == 4  # of 7, though the surplus is 5


def test_15_24_T_98_a_unit_pursues_once_in_a_segment():
    units = {"2918": "R-11 R-4 2CAV", "2917": "SER", "2818": "R-14 R-15", "2817": "N-50"}
    game = won(units, "2917", "R-11 R-4", ("7:1", 6), R_FIGHTS, scenario="1937")
    game.act("PIECE", "2CAV")
    game.act("HEX", "2917")
    game.done()
    game.done()
    game.attack("2817", "R-14 R-15")
    game.fix("7:1")
    game.roll(6)
    game.lose()
    assert (game.node, game.refusal("PIECE", "2CAV")) == ("ADVANCE", "NOT_IN_BATTLE")


FOUR = "N-11 N-12 N-14 N-15"


def marsh(die, full):
    """LT at 1406: by 1407 to the emptied hex 1507 for 1 factor each; to the attackers' marsh behind a river for 4."""
    game = won({"1506": FOUR, "1507": "R-3", "1406": "LT"}, "1507", FOUR, ("7:1", die), scenario="1937")
    for name in FOUR.split() if full else ():  # as if they had advanced
        enter(game.s, game.t, game.w, game.piece(name), game.cell("1507"))
    return game


def test_15_24_T_97_a_pursuer_may_pass_an_emptied_hex_that_is_full_again():
    game = marsh(4, True)
    game.act("PIECE", "LT")
    assert int(game.s["mf_left"]) == 4
    assert "1407" in game.legal()
    assert game.refusal("HEX", "1507") == "TOO_MANY_DIVISIONS"
    game.act("HEX", "1407")
    assert game.refusal("DONE") == "PURSUIT_MUST_PASS"
    assert "1608" in game.legal()


@pytest.mark.parametrize(("full", "reason"), [(False, "LEGAL"), (True, "NO_WAY")])
def test_15_24_T_97_T_143_a_way_point_must_leave_the_factors_for_an_end(full, reason):
    game = marsh(1, full)  # 2 factors: enough for 1507, not to pass it
    assert (int(game.s["surplus"]), game.refusal("PIECE", "LT")) == (2, reason)
    if not full:
        game.act("PIECE", "LT")
        assert "1407" in game.legal()


@pytest.mark.parametrize(("lost", "reason"), [(False, "LEGAL"), (True, "NO_WAY")])
def test_9_2_15_24_T_97_nor_in_one_without_supply(lost, reason):
    # With 2 factors LT reaches Seville (1607) and 1608 behind it.
    units = {"1508": "N-11 N-12", "1608": "R-3", "1507": "LT"}
    all_around = " ".join((within("1508", 5) & on_board("1937")) - units.keys())
    game = won(units, "1608", "N-11 N-12", ("7:1", 1), scenario="1937", control={"R": all_around if lost else ""})
    assert (int(game.s["surplus"]), game.refusal("PIECE", "LT")) == (2, reason)
