"""Chapters 13, 13.8, 13.10 and 14: why a unit does not move, or does not end its move there."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LANDING, MODE, Stage, Where

N_MOVES, R_MOVES = Stage.MOVEMENT_N, Stage.MOVEMENT_R
EUSKADI = "3413 3414 3512 3513 3613 3614 3615"


def why(game, *names, segment="PIECE"):
    return [game.refusal(segment, name) for name in names]


# -- who moves --------------------------------------------------------------------------------------------------------


def test_13_1_why_a_unit_does_not_move():
    units = {"3311": "1N HQ-NAV 2N", "3313": "3N HQ-GLC", "3707": "1A"}
    game = scene(N_MOVES, units, reserve="1N", used="HQ-NAV HQ-GLC", support="AIR-LC", box="AV")
    assert why(game, "2N", "3N", "HQ-GLC") == ["LEGAL"] * 3
    assert why(game, "1N", "HQ-NAV") == ["IN_RESERVE"] * 2
    assert why(game, "1A", "AIR-LC", "AV") == ["OTHER_SIDE", "NOT_ON_MAP", "NOT_ON_MAP"]
    game.move("2N")
    game.act("HEX", "3310")
    game.done()
    assert why(game, "2N", "3N") == ["HAS_MOVED", "LEGAL"]


@pytest.mark.parametrize(("field", "value"), [("landed", LANDING.NOW), ("landed", LANDING.BEFORE), ("halted", 1)])
def test_11_8_13_8_landed_and_evacuated_units_do_not_move(field, value):
    game = scene(N_MOVES, {"3311": "1N 2N"})
    game.s[field][game.piece("1N")] = value
    assert why(game, "1N", "2N") == ["MAY_NOT_MOVE", "LEGAL"]


@pytest.mark.parametrize("name", ["1A", "HQ-N"])
def test_9_2_T_45_a_unit_that_could_only_end_out_of_supply_does_not_move(name):
    # Columns hold the two towns in reach.
    game = scene(R_MOVES, {"3316": name, "3314": "SG", "3416": "MG"})
    assert game.legal("PIECE") == set()
    assert game.refusal("PIECE", name) == "NO_WAY"


def test_13_3_T_64_a_unit_for_which_every_step_is_too_dear_may_still_take_one():
    game = scene(N_MOVES, {"3404": "HQ-GLC", "3504": "2BA"})
    assert game.legal("PIECE") == {"HQ-GLC"}
    game.act("PIECE", "HQ-GLC")
    assert game.legal() == {"3304"}


def test_8_2_13_2_a_unit_leaves_through_a_full_hex_if_that_is_its_only_way():
    game = scene(N_MOVES, {"3316": "5N", "3315": "1N 2N 3N 4N AV 1/81", "3416": "CH"})
    assert "5N" in game.legal("PIECE")
    game.move("5N")
    assert game.refusal("HEX", "3315") == "STACK_FULL"
    assert "3314" in game.legal()


@pytest.mark.parametrize(("abroad", "legal"), [("1BA", True), ("1BA 2BA", False)])
def test_13_10_a_unit_whose_only_way_leads_abroad_does_not_move_beyond_the_limit(abroad, legal):
    foes = {"3511": "AGC", "3512": "SG", "3513": "RC", "3614": "J88"}
    game = scene(R_MOVES, {"3613": "4BA", "3711": abroad, **foes})
    assert ("4BA" in game.legal("PIECE")) == legal
    assert game.refusal("PIECE", "4BA") == ("LEGAL" if legal else "NO_WAY")


def test_14_1_T_71_who_is_not_eligible_does_not_move_in_exploitation():
    game = scene(Stage.EXPLOIT_N, {"3311": "1N RC HQ-NAV", "3513": "AGC", "3614": "CH"})
    assert why(game, "RC", "HQ-NAV", "1N", "AGC") == ["LEGAL", "LEGAL", "NOT_ELIGIBLE", "NOT_ELIGIBLE"]


def test_13_2_a_unit_with_nowhere_to_go():
    # Every neighbour of 3609 holds an enemy combat unit.
    ring = {"3608": "CH", "3508": "1A", "3509": "2A", "3610": "3A", "3708": "4A"}
    game = scene(N_MOVES, {"3609": "1N", "3513": "2N", **ring})
    assert why(game, "1N", "2N") == ["NO_WAY", "LEGAL"]


def test_13_11_T_65_a_march_alone_is_open_where_the_regular_move_is_not_asked():
    game = scene(N_MOVES, {"3311": "1N RC"})
    game.act("PIECE", "1N")
    assert (game.node, game.legal("OPTION")) == ("MOVE_MODE", {"0", "1"})
    assert game.refusal("OPTION", 2) == "NO_SUCH_OPTION"
    game.act("OPTION", MODE.MARCH)
    assert (game.node, int(game.s["mf_left"]), int(game.s["mode"])) == ("MOVE_TO", 10, MODE.MARCH)


def test_13_2_T_63_T_147_why_a_move_does_not_end_there():
    game = scene(N_MOVES, {"3311": "1N", "3310": "N-61 2N 3N 4N AV C1", "3613": "1BA"})
    game.move("1N")
    assert why(game, "3310", "3410", "3311", "3613", segment="HEX") == [
        "STACK_FULL",
        "LEGAL",
        "SAME_HEX",
        "OUT_OF_REACH",
    ]
    assert game.refusal("DONE") == "NO_MOVE_YET"
    game.act("HEX", "3410")
    assert game.refusal("DONE") == "LEGAL"
    assert why(game, "3410", segment="HEX") == ["SAME_HEX"]


def test_13_2_the_limits_of_a_hex_are_looked_at_where_the_unit_is_now():
    game = scene(N_MOVES, {"3311": "N-61", "3410": "N-81 N-82 N-83 N-13"})
    game.move("N-61")
    assert why(game, "3410", segment="HEX") == ["TOO_MANY_DIVISIONS"]
    hq = scene(N_MOVES, {"3311": "HQ-NAV", "3410": "HQ-GLC"})
    hq.move("HQ-NAV")
    assert why(hq, "3410", segment="HEX") == ["TWO_HQS"]


def test_13_2_factors_are_spent_step_by_step():
    game = scene(N_MOVES, {"3409": "1N"})
    game.move("1N")
    left = [int(game.s["mf_left"])]
    for code in ("3308", "3307", "3306"):
        game.act("HEX", code)
        left.append(int(game.s["mf_left"]))
        assert game.at("1N") == code
    assert left == [5, 4, 2, 1]
    assert int(game.s["stepped"]) == 1


def test_13_2_the_move_ends_with_the_last_factor():
    game = scene(N_MOVES, {"3409": "1N"})
    game.move("1N")
    game.s["mf_left"] = 1
    game.act("HEX", "3308")
    assert game.node == "MOVE_PIECE"
    assert int(game.s["piece"]) == -1


def test_13_3_T_64_T_145_the_minimum_move_takes_all_factors_and_is_the_first_step_only():
    game = scene(N_MOVES, {"3509": "RC"})  # motorized: 3 factors for a mountain
    game.move("RC")
    game.s["mf_left"] = 2
    assert "3609" in game.legal()
    game.act("HEX", "3609")
    assert (game.node, game.at("RC")) == ("MOVE_PIECE", "3609")
    second = scene(N_MOVES, {"3409": "RC"})
    second.move("RC")
    second.act("HEX", "3408")
    second.s["mf_left"] = 1
    assert not {"3508", "3507"} & second.legal()


# -- marks of the segment --------------------------------------------------------------------------------------------


def test_9_2_13_11_14_1_what_a_movement_segment_notes_when_it_begins():
    units = {"3311": "1N RC", "3513": "2N AGC", "3614": "CH", "3609": "3N"}
    ring = {"3608": "1A", "3508": "2A", "3509": "3A", "3610": "4A", "3708": "5A"}
    game = scene(None, {**units, **ring})
    for field in ("moved", "bonus", "may_march", "eligible"):
        game.s[field][: int(game.t["n_nationalist"])] = 1
    game.begin(N_MOVES)
    names = {
        field: {n for n in ["1N", "2N", "3N", "RC", "AGC"] if game.s[field][game.piece(n)]}
        for field in ("moved", "bonus", "may_march", "eligible")
    }
    assert names == {"moved": set(), "bonus": set(), "may_march": {"1N"}, "eligible": set()}
    game.begin(Stage.EXPLOIT_N)
    assert {n for n in ["1N", "2N", "3N", "RC", "AGC"] if game.s["eligible"][game.piece(n)]} == {"RC"}


def test_14_1_reserves_are_not_eligible():
    game = scene(Stage.EXPLOIT_N, {"3311": "HQ-NAV RC AGC"}, reserve="RC", used="HQ-NAV")
    assert [int(game.s["eligible"][game.piece(name)]) for name in ("RC", "AGC")] == [0, 1]


def test_13_2_what_a_movement_segment_forgets_when_it_ends():
    game = scene(N_MOVES, {"3311": "1N 2N"})
    game.move("1N")
    game.act("HEX", "3310")
    game.done()
    game.s["bonus"][game.piece("2N")] = 1
    game.done()
    for field in ("moved", "bonus", "may_march", "held_rows"):
        assert not game.s[field].any(), field


def test_11_8_T_62_landings_end_with_the_next_operational_segment_of_their_side_only():
    def landed(stage, mark=LANDING.BEFORE):
        game = scene(None, {"3609": "1N"})
        game.s["landed"][game.piece("1N")] = mark
        return int(game.begin(stage).s["landed"][game.piece("1N")])

    assert landed(N_MOVES) == 0
    assert landed(N_MOVES, LANDING.NOW) == LANDING.NOW
    assert landed(Stage.EXPLOIT_N) == LANDING.BEFORE
    assert landed(R_MOVES) == LANDING.BEFORE
    assert landed(Stage.CONDITIONS, LANDING.NOW) == LANDING.BEFORE


@pytest.mark.parametrize(
    ("stage", "unit", "bonus", "mode", "factors"),
    [
        (N_MOVES, "1N", 0, 0, 5),
        (N_MOVES, "1N", 1, 0, 6),
        (N_MOVES, "1N", 1, 1, 12),
        (R_MOVES, "1A", 0, 0, 5),
        (R_MOVES, "1A", 0, 1, 10),
    ],
)
def test_9_3_13_11_1_T_129_movement_factors(stage, unit, bonus, mode, factors):
    game = scene(stage, {"3311": "1N", "3707": "1A"})
    game.s["bonus"][game.piece(unit)] = bonus
    game.move(unit, mode)
    assert int(game.s["mf_left"]) == factors


# -- 13.8: evacuation ------------------------------------------------------------------------------------------------


def evacuation(units, **more):
    return scene(R_MOVES, units, scenario="1937", **more)


def test_13_8_T_69_T_178_why_a_unit_is_not_evacuated():
    units = {"3515": "1BA 2BA HQ-N 3BA 1A", "3415": "4BA", "3324": "R-3", "3314": "N-61"}
    game = evacuation(units, control={"R": "3515"}, reserve="3BA", used="HQ-N", box="5BA", support="AIR-R1")
    assert (game.node, game.legal("OPTION")) == ("EVACUATE", {"0", "1"})
    assert game.refusal("OPTION", 2) == "NO_SUCH_OPTION"
    game.act("OPTION", 1)
    assert (game.node, int(game.s["evacuated"])) == ("EVACUATE_UNIT", 1)
    assert game.refusal("DONE") == "NOT_DONE_YET"
    assert why(game, "1BA", "HQ-N", "3BA") == ["LEGAL", "MAY_NOT_MOVE", "MAY_NOT_MOVE"]
    assert why(game, "4BA", "R-3", "5BA", "AIR-R1", "N-61") == [
        "NOT_AT_BORDER",
        "NOT_AT_BORDER",
        "NOT_ON_MAP",
        "NOT_ON_MAP",
        "OTHER_SIDE",
    ]
    game.act("PIECE", "1BA")
    assert game.said("EVACUATED") == [{"piece": game.piece("1BA"), "start": game.cell("3515")}]
    assert int(game.s["n_named"]) == 1
    game.act("PIECE", "1A")
    assert int(game.s["n_named"]) == 3
    assert game.refusal("DONE") == "LEGAL"
    game.done()
    assert (game.node, int(game.s["n_named"])) == ("MOVE_PIECE", 0)
    assert why(game, "1BA", "2BA") == ["MAY_NOT_MOVE", "LEGAL"]


def test_13_8_two_divisions_are_the_most():
    game = evacuation({"3515": "1A 2A 3A 1BA"}, control={"R": "3515"})
    game.act("OPTION", 1)
    game.act("PIECE", "1A", "1BA")
    assert why(game, "2A") == ["NO_CAPACITY" if int(game.s["n_named"]) + 2 > 4 else "LEGAL"]
    two = evacuation({"3515": "1A 2A 3A 1BA"}, control={"R": "3515"})
    two.act("OPTION", 1)
    two.act("PIECE", "1A", "2A")
    assert two.node == "MOVE_PIECE"


def test_13_8_T_178_the_evacuation_ends_when_nobody_else_can_follow():
    game = evacuation({"3515": "1BA"}, control={"R": "3515"})
    game.act("OPTION", 1)
    game.act("PIECE", "1BA")
    assert game.node == "MOVE_PIECE"


def test_13_8_T_114_not_into_a_full_hex():
    full = {"3324": "R-3 R-4 R-5 R-6 TH GI"}
    assert evacuation({"3515": "1BA", **full}, control={"R": "3515"}).node == "MOVE_PIECE"
    four = {"3324": "R-3 R-4 R-5 R-6"}
    game = evacuation({"3515": "1BA 1A", **four}, control={"R": "3515"})
    game.act("OPTION", 1)
    assert why(game, "1BA", "1A") == ["LEGAL", "TOO_MANY_DIVISIONS"]


def test_13_8_landed_units_are_not_evacuated():
    game = scene(None, {"3515": "1BA 2BA"}, scenario="1937", control={"R": "3515"})
    game.s["landed"][game.piece("1BA")] = LANDING.NOW
    game.begin(R_MOVES)
    game.act("OPTION", 1)
    assert why(game, "1BA", "2BA") == ["MAY_NOT_MOVE", "LEGAL"]


# -- 13.10: steps abroad ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lost", "reason"), [("", "BEYOND_REGION"), (EUSKADI, "LEGAL")])
def test_13_10_T_68_a_group_above_its_limit_regains_no_step_unless_it_has_lost_its_region(lost, reason):
    # No northern unit has two steps: 3BA is given some.
    game = scene(None, {"3611": "1BA 2BA 3BA"}, control={"N": lost} if lost else {}, rp={"NOR": 3})
    game.print_factors("3BA", 1, 1)
    game.t["steps"][0, game.piece("3BA")] = 2
    game.s["supply"][:] = 0
    game.begin(Stage.RESOURCES_R)
    assert why(game, "3BA") == [reason]


def test_13_10_T_68_below_the_limit_at_home_and_elsewhere_a_step_comes_back():
    for units, reason in (
        ({"3611": "3BA"}, "LEGAL"),
        ({"3611": "3BA 1BA"}, "BEYOND_REGION"),
        ({"3613": "3BA", "3611": "1BA 2BA"}, "LEGAL"),
        ({"3511": "3BA", "3611": "1BA 2BA"}, "LEGAL"),
    ):
        game = scene(None, units, rp={"NOR": 3}, control={"R": "3511"})
        game.print_factors("3BA", 1, 1)
        game.t["steps"][0, game.piece("3BA")] = 2
        game.begin(Stage.RESOURCES_R)
        assert why(game, "3BA") == [reason], units


def test_13_10_only_units_on_the_map_count_as_abroad():
    game = scene(R_MOVES, {"3611": "1BA", "3613": "4BA"}, box="2BA 3BA")
    game.move("4BA")
    assert why(game, "3612", segment="HEX") == ["LEGAL"]
    dead = scene(R_MOVES, {"3612": "1BA 2BA", "3613": "4BA"}, box="3BA")
    dead.move("4BA")
    assert why(dead, "3612", segment="HEX") == ["BEYOND_REGION"]
    assert dead.where("3BA") == Where.DEAD


def test_12_1_3_T_60_a_lone_hq_is_open_to_combat_units_but_not_to_hqs():
    game = scene(N_MOVES, {"3513": "HQ-NAV 1N", "3614": "HQ-N"})
    start = game.states.copy()
    game.move("1N")
    assert why(game, "3614", segment="HEX") == ["LEGAL"]
    game.states[:] = start
    game.move("HQ-NAV")
    assert why(game, "3614", segment="HEX") == ["OUT_OF_REACH"]
    empty = scene(N_MOVES, {"3513": "HQ-NAV 1N"})
    empty.move("HQ-NAV")
    assert why(empty, "3614", segment="HEX") == ["LEGAL"]
