"""Chapters 5.2, 7.2 to 7.7 and 10.7: who receives points, what changes, what is left at the end of a segment."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LANDING, NO_LIMIT, Stage, Where

N_SPENDS, R_SPENDS = Stage.RESOURCES_N, Stage.RESOURCES_R
PORTS = {"N": "3613 3707 3710"}


def why(game, *names, segment="PIECE"):
    return [game.refusal(segment, name) for name in names]


def rich(units, side="N", **more):
    """The spending of a side with points in all purses."""
    return scene(
        N_SPENDS if side == "N" else R_SPENDS, units, rp=dict.fromkeys(("NAT", "ITA", "REP", "NOR"), 5), **more
    )


# -- 7.3, 7.6 ---------------------------------------------------------------------------------------------------------


def test_7_3_7_6_why_a_unit_receives_no_point():
    ring = {"3608": "1A", "3508": "2A", "3509": "3A", "3610": "4A", "3708": "5A"}
    units = {"3513": "1N- 2N FIN- AGC", "3609": "3N-", **ring}
    game = rich(units, box="AV MG", support="AIR-LC")
    game.box("C1", Where.GONE)
    game.box("C2", Where.LATER)
    assert why(game, "1N", "2N", "AGC") == ["LEGAL", "AT_FULL_STRENGTH", "AT_FULL_STRENGTH"]
    assert why(game, "3N", "FIN", "MG", "AV") == ["NOT_SUPPLIED", "WHITE_DOT", "WHITE_DOT", "LEGAL"]
    assert why(game, "1A", "AIR-LC", "C1", "C2") == ["OTHER_SIDE", "NOT_ON_MAP", "NOT_ON_MAP", "NOT_ON_MAP"]
    game.s["purse"][:] = (0, 3, 3, 3)
    assert why(game, "1N", "AV") == ["NO_RP", "NO_RP"]


def test_7_6_a_replenished_or_rebuilt_unit_is_told_and_paid_for():
    game = rich({"3513": "1N-"}, box="AV AGC")
    before = game.purse("NAT")
    game.act("PIECE", "1N")
    assert game.said("REPLENISHED") == [{"piece": game.piece("1N")}]
    game.act("PIECE", "AV")
    assert game.said("REBUILT") == [{"piece": game.piece("AV")}]
    assert (game.node, game.where("AV"), game.steps("AV")) == ("RP_FULL", Where.REBUILT, 1)
    assert (game.legal("OPTION"), game.refusal("OPTION", 2)) == ({"0", "1"}, "NO_SUCH_OPTION")
    game.act("OPTION", 1)
    assert (game.steps("AV"), game.said("REPLENISHED")) == (2, [{"piece": game.piece("AV")}])
    game.act("PIECE", "AGC")
    assert (game.node, game.steps("AGC")) == ("RP_SPEND", 1)  # it has one step only
    assert game.purse("NAT") == before - 4


@pytest.mark.parametrize(("nat", "ita", "asked"), [(2, 2, True), (2, 0, False), (0, 2, False), (1, 1, True)])
def test_7_2_C_13_flechas_are_asked_for_a_purse_only_if_both_have_points(nat, ita, asked):
    game = rich({"3513": "FN-"})
    game.s["purse"][:2] = (nat, ita)
    game.act("PIECE", "FN")
    assert (game.node == "RP_PURSE") == asked
    if asked:
        assert game.refusal("OPTION", 2) == "NO_SUCH_OPTION"
        game.act("OPTION", 0)
        assert (game.purse("NAT"), game.purse("ITA")) == (nat - 1, ita)
    else:
        assert game.purse("NAT") + game.purse("ITA") == nat + ita - 1
    assert game.steps("FN") == 2


def test_7_2_others_are_never_asked_for_a_purse():
    game = rich({"3513": "1N- 23M-"})
    nat, ita = game.purse("NAT"), game.purse("ITA")
    game.act("PIECE", "1N")
    game.act("PIECE", "23M")
    assert (game.purse("NAT"), game.purse("ITA")) == (nat - 1, ita - 1)


def test_7_7_a_side_without_points_is_not_asked():
    game = scene(None, {"2712": "R-4-"}, scenario="1937")
    game.own_tables()
    game.t["income"][7][:] = 0
    assert game.begin(R_SPENDS).stage != R_SPENDS


# -- 7.12 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "control", "more"),
    [
        ({}, PORTS, 3),
        ({"3711": "1BA"}, PORTS, 0),
        ({"3711": "HQ-N"}, PORTS, 0),
        ({"3711": "R-3"}, PORTS, 3),
        ({}, {"N": "3613 3707"}, 0),
    ],
)
def test_7_12_T_33_T_168_the_northern_points_of_a_lost_north(units, control, more):
    game = scene(
        None, {"3513": "1N", **units}, scenario="1937", control=control, rp={"NOR": 4}, box="2BA", support="AIR-N"
    )
    game.begin(N_SPENDS)
    assert game.purse("NAT") == 6 + more
    game.begin(R_SPENDS)
    lost = more == 3
    assert game.purse("NOR") == (0 if lost else 4 + int(game.t["income"][7][3]))
    assert game.purse("ITA") == int(game.t["income"][7][1])


# -- 7.4, 7.5 --------------------------------------------------------------------------------------------------------


def test_7_4_7_5_T_21_T_153_what_a_scheduled_unit_becomes_wherever_it_waits():
    game = scene(None, {"3707": "1A"}, turn=8)
    for name, where in (("AM1", Where.DUE), ("AM2", Where.REBUILT), ("SM1", Where.DEAD), ("BM1", Where.GONE)):
        game.box(name, where)
    for name, where in (("AM3", Where.DUE), ("SM2", Where.REBUILT), ("BM2", Where.DEAD)):
        game.box(name, where)
    game.begin(Stage.CHANGES_R)
    assert [int(game.s["face"][game.piece(name)]) for name in ("AM1", "AM2", "SM1")] == [1, 1, 1]
    assert [game.steps(name) for name in ("AM1", "AM2", "SM1")] == [1, 1, 0]
    assert [game.where(name) for name in ("AM1", "AM2", "SM1")] == [Where.DUE, Where.REBUILT, Where.DEAD]
    assert {game.where(name) for name in ("AM3", "SM2", "BM2")} == {Where.GONE}
    assert {game.steps(name) for name in ("AM3", "SM2", "BM2")} == {0}


def test_7_4_T_20_withdrawals_are_judged_on_the_position_at_the_start():
    units = {"3707": "AM3", "3708": "SM2"}
    game = scene(Stage.CHANGES_R, units, turn=8, rp={"NOR": 1})
    assert (game.where("AM3"), game.where("SM2")) == (Where.GONE, Where.GONE)
    assert [int(game.s["slots"][game.cell(code)]) for code in units] == [1, 1]
    assert not game.s["role"].any()


def test_7_4_not_before_its_turn_and_not_the_enemys():
    game = scene(Stage.CHANGES_R, {"3707": "AM3 AM1", "3513": "LTR"}, turn=7)
    assert (game.at("AM3"), game.at("AM1")) == ("3707", "3707")
    late = scene(Stage.CHANGES_R, {"3707": "AM3", "3513": "LTR"}, turn=8)
    assert (late.where("AM3"), late.at("LTR")) == (Where.GONE, "3513")
    assert scene(Stage.CHANGES_N, {"3513": "LTR"}, turn=8).where("LTR") == Where.GONE


def test_8_1_T_22_T_163_why_a_piece_is_not_in_excess():
    units = {"3120": "R-3 R-4 R-5 R-6 DRT HQ-EST TH", "3023": "R-7"}
    game = scene(Stage.CHANGES_R, units, scenario="1937", turn=7)
    assert why(game, "R-3", "DRT", "HQ-EST", "TH", "R-7") == ["LEGAL", "LEGAL"] + ["NOT_IN_EXCESS"] * 3
    game.act("PIECE", "DRT")
    assert (game.where("DRT"), game.steps("DRT")) == (Where.DEAD, 0)
    assert {"piece": game.piece("DRT"), "cell": game.cell("3120")} in game.said("LOST")


def test_7_4_15_6_T_20_T_182_an_overdue_division_in_excess_leaves_the_game():
    # R-29a was to leave in this turn, and is cut off; TB makes a fifth division.
    units = {"3401": "R-29a R-3 R-5 R-6 TB"}
    game = scene(Stage.CHANGES_R, units, scenario="1937", turn=8)
    assert (game.node, game.at("R-29a")) == ("EXCESS", "3401")
    other = game.states.copy()
    game.act("PIECE", "R-29a")
    assert (game.where("R-29a"), game.steps("R-29a")) == (Where.GONE, 0)
    game.states[:] = other
    game.act("PIECE", "R-3")
    assert game.where("R-3") == Where.DEAD


def test_8_1_T_163_over_full_hexes_in_ascending_order():
    units = {"3120": "R-3 R-4 R-5 R-6 DRT", "2918": "R-7 R-8 R-9 R-12 ASC ORT"}
    game = scene(Stage.CHANGES_R, units, scenario="1937", turn=7)
    seen = []
    while game.node == "EXCESS":
        seen.append(game.tables.grid.code(int(game.s["cell"])))
        game.act("PIECE", sorted(game.legal("PIECE"))[0])
    assert seen == ["2918", "2918", "3120"]


# -- 5.2: the ends of segments and turns -----------------------------------------------------------------------------


def test_5_2_12_2_1_what_the_end_of_a_turn_forgets():
    game = scene(None, {"3513": "1N HQ-NAV", "3609": "2N 3N"}, support="AIR-LC NAV-N1")
    for name in ("1N", "AIR-LC", "NAV-N1", "HQ-NAV"):
        game.s["used"][game.piece(name)] = 1
    n = int(game.t["n_pieces"])
    for field in ("carried", "halted", "fought", "eligible"):
        game.s[field][:n] = 1
    game.s["landed"][game.piece("2N")], game.s["landed"][game.piece("3N")] = LANDING.NOW, LANDING.BEFORE
    game.s["rail"][:], game.s["sea"][:] = 3, 2
    game.begin(Stage.CONDITIONS)
    assert [int(game.s["used"][game.piece(name)]) for name in ("AIR-LC", "NAV-N1", "HQ-NAV")] == [0, 0, 1]
    assert not any(game.s[field][:n].any() for field in ("carried", "halted", "fought", "eligible"))
    assert [int(game.s["landed"][game.piece(name)]) for name in ("2N", "3N")] == [LANDING.BEFORE, LANDING.BEFORE]


def test_5_2_11_2_a_turn_begins_with_its_capacities():
    game = scene(None, {"3513": "1N"}, turn=9)
    game.s["rail"][:], game.s["sea"][:], game.s["north_rail_only"] = 9, 9, 1
    game.begin(Stage.EVENTS_N)
    assert (int(game.s["turn"]), game.s["rail"].tolist(), game.s["sea"].tolist()) == (9, [6, 2], [2, 0])
    assert int(game.s["north_rail_only"]) == 0


@pytest.mark.parametrize(
    "stage", [Stage.TRANSPORT_N, Stage.MOVEMENT_N, Stage.EXPLOIT_N, Stage.MOVEMENT_R, Stage.EXPLOIT_R, Stage.CONDITIONS]
)
def test_9_2_T_43_supply_is_judged_at_the_start_of_these_segments(stage):
    game = scene(None, {"3513": "1N", "3707": "1A"})
    game.s["supply"][:] = 2
    game.begin(stage)
    assert (game.supply("1N"), game.supply("1A")) == ("full", "full")


@pytest.mark.parametrize("stage", [Stage.RESERVES_N, Stage.COMBAT_N, Stage.COMBAT_R, Stage.TRANSPORT_R])
def test_9_2_T_43_and_not_in_others(stage):
    game = scene(None, {"3513": "1N", "3707": "1A"})
    game.s["supply"][:] = 2
    game.begin(stage)
    assert (game.supply("1N"), game.supply("1A")) == ("out", "out")


def test_5_2_the_rain_and_the_limit_of_attacks_end_with_their_segments():
    game = scene(Stage.EXPLOIT_COMBAT_N, {"3513": "1N", "3614": "1BA"})
    game.s["no_air"], game.s["attacks_left"] = 1, 2
    game.done()
    assert (int(game.s["no_air"]), int(game.s["attacks_left"])) == (0, NO_LIMIT)
    own = scene(Stage.COMBAT_N, {"3513": "1N", "3614": "1BA"})
    own.s["no_air"] = 1
    own.done()
    assert int(own.s["no_air"]) == 1


def test_7_2_T_24_purses_are_cut_when_movement_begins_to_ten():
    game = scene(None, {"3513": "1N"}, rp={"NAT": 11, "ITA": 10, "REP": 9, "NOR": 30})
    game.begin(Stage.MOVEMENT_N)
    assert [game.purse(name) for name in ("NAT", "ITA", "REP", "NOR")] == [10, 10, 9, 10]


# -- 10.7, 4.2.1 -----------------------------------------------------------------------------------------------------


def test_10_7_control_that_does_not_change_tells_and_costs_nothing():
    game = scene(Stage.MOVEMENT_N, {"3311": "1N", "3512": "2N"}, rml=50)
    game.move("1N")
    game.act("HEX", "3310")
    assert game.said("CONTROL") == []
    game.done()
    game.move("2N")
    game.act("HEX", "3613")
    assert game.said("CONTROL") == [{"side": 0, "cell": game.cell("3613")}]
    value = abs(int(game.t["morale"][game.cell("3613")]))
    assert (value > 0, int(game.s["rml"])) == (True, 50 - value)


def test_12_2_3_T_79_the_northern_air_unit_stays_while_a_port_is_left():
    game = scene(Stage.MOVEMENT_N, {"3512": "1N"}, control={"N": "3707"}, support="AIR-N", used="AIR-N")
    game.move("1N")
    game.act("HEX", "3613")
    assert game.where("AIR-N") == Where.ON_MAP
    last = scene(Stage.MOVEMENT_N, {"3512": "1N"}, control={"N": "3707 3710"}, support="AIR-N AIR-LC", used="AIR-N")
    last.move("1N")
    last.act("HEX", "3613")
    assert (last.where("AIR-N"), int(last.s["used"][last.piece("AIR-N")])) == (Where.GONE, 0)
    assert last.said("AIR_GONE") == [{"piece": last.piece("AIR-N")}]
    assert last.where("AIR-LC") == Where.ON_MAP
