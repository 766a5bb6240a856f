"""Chapters 11 and 12.1.4: why a unit does not go by rail or sea, land, or enter and leave reserve."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LANDING, Stage, Where

N_CARRIES, R_CARRIES = Stage.TRANSPORT_N, Stage.TRANSPORT_R
N_RESERVES, R_RESERVES = Stage.RESERVES_N, Stage.RESERVES_R


def why(game, *names, segment="PIECE"):
    return [game.refusal(segment, name) for name in names]


def by_rail(units, stage=N_CARRIES, **more):
    """The choice of a unit to go by rail."""
    game = scene(stage, units, **more)
    if game.node == "SEA_PIECE":
        game.done()
    return game


# -- rail -------------------------------------------------------------------------------------------------------------


def test_11_2_11_4_why_a_unit_does_not_go_by_rail():
    units = {"3311": "1N N-61", "3312": "2N", "3413": "HQ-NAV 3N", "3514": "4N", "3707": "1A", "3609": "AV"}
    ring = {"3608": "2A", "3508": "3A", "3509": "4A", "3610": "5A", "3708": "CH"}
    game = by_rail({**units, **ring}, reserve="3N", used="HQ-NAV", support="AIR-LC", box="C1")
    assert why(game, "1N", "N-61", "4N") == ["LEGAL"] * 3
    assert why(game, "2N", "3N", "HQ-NAV", "AV") == ["NOT_ON_RAIL", "IN_RESERVE", "IN_RESERVE", "NOT_SUPPLIED"]
    assert why(game, "1A", "AIR-LC", "C1") == ["OTHER_SIDE", "NOT_ON_MAP", "NOT_ON_MAP"]
    game.s["landed"][game.piece("4N")] = LANDING.BEFORE
    assert why(game, "4N") == ["MAY_NOT_MOVE"]
    game.act("PIECE", "1N")
    game.act("HEX", "3412")
    assert game.said("RAILED") == [{"piece": game.piece("1N"), "start": game.cell("3311"), "goal": game.cell("3412")}]
    assert why(game, "1N") == ["TRANSPORTED"]
    assert int(game.s["rail"][0]) == 3


def test_11_2_capacity_of_exactly_the_cost_is_enough():
    game = by_rail({"3311": "HQ-NAV N-61 1N"})
    for capacity, legal in ((4, {"HQ-NAV", "N-61", "1N"}), (3, {"N-61", "1N"}), (2, {"N-61", "1N"}), (1, {"1N"})):
        game.s["rail"][0] = capacity
        assert game.legal("PIECE") == legal


def test_11_4_the_segment_ends_with_the_capacity():
    game = by_rail({"3311": "HQ-NAV 1N"})
    game.act("PIECE", "HQ-NAV")
    game.act("HEX", "3412")
    assert (game.node == "RAIL_PIECE" and game.stage == N_CARRIES, int(game.s["rail"][0])) == (False, 0)


def test_11_4_why_a_railway_journey_does_not_end_there():
    full = {"3412": "N-81 N-82 N-83 N-13", "3513": "2N 3N 4N AV C1 1/81"}
    game = by_rail({"3311": "N-61", **full}, control={"R": "3315"})
    game.act("PIECE", "N-61")
    codes = ("3412", "3513", "3311", "3315", "3312", "3408", "3413")
    assert why(game, *codes, segment="HEX") == [
        "TOO_MANY_DIVISIONS",
        "STACK_FULL",
        "SAME_HEX",
        "NOT_OWN_HEX",
        "NOT_JOINED_BY_RAIL",
        "NOT_JOINED_BY_RAIL",
        "LEGAL",
    ]


def test_11_4_a_unit_that_can_go_nowhere_by_rail():
    assert why(by_rail({"3311": "1N"}), "1N") == ["LEGAL"]
    assert why(by_rail({"3311": "1N"}, control={"R": "3412"}), "1N") == ["NO_WAY"]


@pytest.mark.parametrize(("flag", "reason"), [(0, "LEGAL"), (1, "RAIL_IN_NORTH_ONLY")])
def test_11_4_T_150_chit_14_stops_republicans_outside_the_north_only(flag, reason):
    game = scene(None, {"2712": "R-3", "3707": "1A", "3311": "1N"}, scenario="1937")
    game.s["north_rail_only"] = flag
    game.s["sea"][:] = 0
    game.begin(R_CARRIES)
    assert why(game, "R-3", "1A") == [reason, "LEGAL"]
    game.begin(N_CARRIES)
    assert why(game, "1N") == ["LEGAL"]
    game.act("PIECE", "1N")
    assert "3412" in game.legal()  # Nationalists go where they like


def test_11_4_T_150_after_chit_14_no_republican_journey_ends_outside_the_north():
    # Reinosa is joined to Palencia by rail.
    for flag, reason in ((0, "LEGAL"), (1, "RAIL_IN_NORTH_ONLY")):
        game = scene(None, {"3510": "1S"}, control={"R": "3410 3411 3409 3310"})
        game.s["north_rail_only"] = flag
        game.begin(R_CARRIES)
        game.act("PIECE", "1S")
        assert why(game, "3611", "3410", segment="HEX") == ["LEGAL", reason]


# -- sea --------------------------------------------------------------------------------------------------------------


def test_11_3_11_5_why_a_unit_is_not_shipped():
    units = {"3615": "1N 2N HQ-NAV", "3705": "3N", "3513": "4N", "3707": "1A"}
    game = scene(N_CARRIES, units, scenario="1937", support="NAV-N1")
    game.s["sea"][0] = 4
    assert why(game, "1N", "HQ-NAV", "3N", "4N") == ["LEGAL", "NOT_BY_SEA", "NOT_IN_PORT", "NOT_IN_PORT"]
    assert why(game, "1A", "NAV-N1") == ["OTHER_SIDE", "NOT_ON_MAP"]
    game.act("PIECE", "1N")
    assert why(game, "3615", "3704", "3707", "3513", "2318", segment="HEX") == [
        "SAME_HEX",
        "LEGAL",
        "NOT_IN_PORT",
        "NOT_IN_PORT",
        "NOT_IN_PORT",
    ]
    game.act("HEX", "3704")
    assert game.said("SHIPPED") == [{"piece": game.piece("1N"), "start": game.cell("3615"), "goal": game.cell("3704")}]
    assert (int(game.s["sea"][0]), int(game.s["shipped"]), int(game.s["piece"])) == (3, 1, -1)
    assert (game.node, why(game, "1N", "2N")) == ("SEA_PIECE", ["TRANSPORTED", "LEGAL"])


def test_11_5_a_unit_without_another_port():
    units = {"3615": "1N", "3704": "N-81 N-82 N-83 N-13 2N 3N"}
    assert why(scene(N_CARRIES, units), "1N") == ["NO_WAY"]


def test_11_6_11_7_republicans_ship_in_the_mediterranean_nationalists_everywhere():
    game = scene(R_CARRIES, {"2318": "R-3"}, scenario="1937")
    game.act("PIECE", "R-3")
    assert why(game, "3023", "3710", "2318", segment="HEX") == ["LEGAL", "NOT_IN_PORT", "SAME_HEX"]


# -- landings --------------------------------------------------------------------------------------------------------


def test_11_8_T_53_T_161_why_there_is_no_landing():
    assert scene(N_CARRIES, {"3615": "1N"}).refusal("OPTION", 0) == "LEGAL"
    assert scene(N_CARRIES, {"3615": "1N"}).refusal("OPTION", 1) == "NO_SUCH_OPTION"
    assert scene(N_CARRIES, {"3513": "1N"}).refusal("OPTION", 0) == "NO_LANDING"  # no port
    assert scene(N_CARRIES, {"3615": "1N", "3609": "CH", "3610": "AE"}).refusal("OPTION", 0) == "NO_LANDING"


def test_11_8_why_a_unit_does_not_land():
    units = {"3615": "N-61 1N 2N HQ-NAV", "3704": "3N", "3513": "4N"}
    game = scene(N_CARRIES, units)
    game.s["sea"][0] = 4
    game.act("OPTION", 0)
    assert why(game, "3609", "3608", "3513", "3710", segment="HEX") == ["LEGAL"] + ["BEACH_NOT_OPEN"] * 3
    game.act("HEX", "3609")
    assert game.refusal("DONE") == "NOT_DONE_YET"
    assert why(game, "N-61", "1N", "3N", "HQ-NAV", "4N") == ["LEGAL", "LEGAL", "LEGAL", "NOT_BY_SEA", "NOT_IN_PORT"]
    game.act("PIECE", "1N")
    assert game.said("LANDED") == [{"piece": game.piece("1N"), "start": game.cell("3615"), "goal": game.cell("3609")}]
    assert game.refusal("DONE") == "LEGAL"
    assert why(game, "N-61", "1N", "2N") == ["NO_CAPACITY", "TRANSPORTED", "LEGAL"]
    game.act("PIECE", "2N")
    assert (game.node, int(game.s["sea"][0]), int(game.s["n_named"])) == ("RAIL_PIECE", 0, 0)


def test_11_8_two_halves_for_two_smaller_units():
    game = scene(N_CARRIES, {"3615": "1N 2N"})
    game.s["sea"][0] = 1
    game.act("OPTION", 0)
    game.act("HEX", "3609")
    game.act("PIECE", "1N")
    assert (game.node, int(game.s["sea"][0])) == ("RAIL_PIECE", 0)


def test_11_8_T_149_others_do_not_land_in_the_north():
    game = scene(R_CARRIES, {"2318": "R-3"}, scenario="1937", control={"N": "1415 3610"})
    game.act("OPTION", 0)
    assert why(game, "1415", "3610", segment="HEX") == ["LEGAL", "BEACH_NOT_OPEN"]


# -- reserves (12.1.4) -----------------------------------------------------------------------------------------------


def test_12_1_4_why_an_hq_places_no_reserves():
    units = {
        "3311": "HQ-NAV 1N",
        "3513": "HQ-GLC 2N",
        "3614": "1BA",
        "3312": "HQ-CTV 3N",
        "3412": "HQ-MRC 4N",
        "3314": "HQ-C",
        "3707": "HQ-N 1A",
    }
    game = scene(N_RESERVES, units, scenario="1937", support="AIR-LC", box="5N")
    game.s["used"][game.piece("HQ-MRC")] = 1
    assert why(game, "HQ-NAV", "HQ-GLC", "HQ-CTV", "HQ-MRC") == ["LEGAL", "IN_ENEMY_ZOC", "NOT_ON_RAIL", "HQ_COMMITTED"]
    assert why(game, "HQ-C", "HQ-N", "1N", "AIR-LC") == ["NO_UNITS_THERE", "OTHER_SIDE", "NOT_AN_HQ", "NOT_AN_HQ"]


def test_12_1_4_T_56_an_hq_not_joined_to_a_source():
    game = scene(N_RESERVES, {"3413": "HQ-NAV 1N"}, control={"R": "3313 3412 3512 3513"})
    assert why(game, "HQ-NAV") == ["NOT_JOINED_BY_RAIL"]
    dead = scene(N_RESERVES, {"3413": "1N"}, box="HQ-NAV")
    assert why(dead, "HQ-NAV") == ["NOT_AN_HQ"]


def test_12_1_4_T_179_which_units_go_into_reserve():
    game = scene(N_RESERVES, {"3311": "HQ-NAV 1N 2N", "3412": "3N"})
    game.act("PIECE", "HQ-NAV")
    assert game.refusal("DONE") == "NOT_DONE_YET"
    assert why(game, "1N", "2N", "3N", "HQ-NAV") == ["LEGAL", "LEGAL", "NOT_IN_HEX", "NOT_IN_HEX"]
    assert int(game.s["used"][game.piece("HQ-NAV")]) == 0
    game.act("PIECE", "1N")
    assert game.said("RESERVED") == [{"piece": game.piece("1N"), "hq": game.piece("HQ-NAV")}]
    assert int(game.s["used"][game.piece("HQ-NAV")]) == 1
    assert (why(game, "1N", "2N"), game.refusal("DONE")) == (["NOT_IN_HEX", "LEGAL"], "LEGAL")
    game.act("PIECE", "2N")
    assert (game.node, int(game.s["piece"]), int(game.s["n_named"])) == ("RESERVE_HQ", -1, 0)
    assert why(game, "HQ-NAV") == ["HQ_COMMITTED"]
    game.done()
    assert game.stage != N_RESERVES


def test_12_1_4_T_56_the_hq_of_the_republicans_needs_one_of_its_own_sources():
    game = scene(R_RESERVES, {"3707": "HQ-N 1A", "2712": "HQ-CEN R-3"}, scenario="1937")
    assert why(game, "HQ-N", "HQ-CEN") == ["LEGAL", "LEGAL"]


def test_12_1_4_T_58_T_154_why_an_hq_releases_nobody():
    units = {"3311": "HQ-NAV 1N 2N", "3412": "HQ-GLC 3N", "3513": "HQ-CTV LT", "3707": "HQ-N 1A"}
    marks = {"reserve": "1N 2N 1A LT", "used": "HQ-NAV HQ-N HQ-GLC HQ-CTV"}
    game = scene(Stage.EXPLOIT_N, units, rp={"NAT": 2}, **marks)
    assert why(game, "HQ-NAV", "HQ-GLC", "HQ-N", "1N", "HQ-CTV") == [
        "LEGAL",
        "NO_RESERVES",
        "OTHER_SIDE",
        "NOT_AN_HQ",
        "NO_RP",
    ]
    game.act("PIECE", "HQ-NAV")
    assert (game.purse("NAT"), game.legal("PIECE")) == (1, {"1N", "2N"})
    assert why(game, "3N", "HQ-NAV", "LT") == ["NOT_IN_HEX"] * 3
    game.act("PIECE", "1N")
    assert game.said("RELEASED") == [{"piece": game.piece("1N"), "hq": game.piece("HQ-NAV")}]
    assert [int(game.s["eligible"][game.piece(name)]) for name in ("1N", "2N")] == [1, 0]
    assert why(game, "1N") == ["NOT_IN_HEX"]
    game.act("PIECE", "2N")
    assert game.node == "MOVE_PIECE"  # no other HQ can release
    assert not game.s["role"].any()


def test_12_1_4_T_154_an_hq_that_has_released_is_not_asked_again():
    units = {"3311": "HQ-NAV 1N 2N", "3412": "HQ-GLC 3N"}
    game = scene(Stage.EXPLOIT_N, units, rp={"NAT": 5}, reserve="1N 2N 3N", used="HQ-NAV HQ-GLC")
    game.act("PIECE", "HQ-NAV")
    game.act("PIECE", "1N")
    if game.legal("DONE"):
        game.done()
    assert (game.node, why(game, "HQ-NAV", "HQ-GLC")) == ("RELEASE_HQ", ["RELEASED_BEFORE", "LEGAL"])
    game.done()
    assert game.node == "MOVE_PIECE"
    assert not game.s["role"].any()


@pytest.mark.parametrize(("stage", "hq", "unit"), [(Stage.RELEASE_N, "HQ-NAV", "1N"), (Stage.RELEASE_R, "HQ-N", "1A")])
def test_12_1_4_T_58_at_the_end_of_the_turn_it_is_free_and_gives_no_move(stage, hq, unit):
    units = {"3311": "HQ-NAV 1N", "3707": "HQ-N 1A"}
    game = scene(stage, units, reserve="1N 1A", used="HQ-NAV HQ-N", rp={"NAT": 0, "NOR": 0})
    assert (game.node, game.legal("PIECE")) == ("RELEASE_HQ", {hq})
    game.act("PIECE", hq)
    game.act("PIECE", unit)
    assert (int(game.s["reserve"][game.piece(unit)]), int(game.s["eligible"][game.piece(unit)])) == (0, 0)


def test_12_1_T_55_T_57_who_becomes_available():
    units = {"3513": "HQ-NAV 1N", "3311": "HQ-GLC 2N", "3707": "HQ-N", "3609": "HQ-CTV"}
    ring = {"3608": "1A", "3508": "2A", "3509": "3A", "3610": "4A", "3708": "5A"}
    game = scene(
        N_RESERVES, {**units, **ring}, used="HQ-NAV HQ-GLC HQ-N HQ-CTV 1N AIR-LC", reserve="2N", support="AIR-LC"
    )
    used = {name: int(game.s["used"][game.piece(name)]) for name in ("HQ-NAV", "HQ-GLC", "HQ-N", "HQ-CTV", "AIR-LC")}
    assert used == {"HQ-NAV": 0, "HQ-GLC": 1, "HQ-N": 0, "HQ-CTV": 1, "AIR-LC": 1}
    ready = {one["piece"] for one in game.said("HQ_READY")}
    assert ready == {game.piece("HQ-NAV"), game.piece("HQ-N")}
    assert game.where("HQ-NAV") == Where.ON_MAP


def test_12_1_T_55_not_again_in_the_republicans_segment():
    game = scene(R_RESERVES, {"3513": "HQ-NAV", "3707": "HQ-N"}, used="HQ-N HQ-NAV")
    assert [int(game.s["used"][game.piece(name)]) for name in ("HQ-N", "HQ-NAV")] == [1, 1]
