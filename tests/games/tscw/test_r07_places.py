"""Chapters 7.8 to 7.12: which hexes take a unit that enters, why others do not, and who waits."""

import pytest
from naive_tscw.board import REGIONS, hexes, is_town, on_board, within
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage, Where

N_ENTERS, R_ENTERS = Stage.ARRIVALS_N, Stage.ARRIVALS_R
SIX_N, SIX_BA = "1N 2N 3N 4N AV 1/81", "1BA 2BA 3BA 4BA 5BA 6BA"
NORTH = {code for code, one in hexes().items() if one["region"] in REGIONS}


def entering(names, units=None, where=Where.DUE, side="N", slots="", turn=10, scenario="north-1937", **more):
    """The arrivals of some units; ``slots`` are hexes from which a unit was withdrawn."""
    game = scene(None, units or {}, turn=turn, scenario=scenario, **more)
    game.box(names, where)
    for code in slots.split():
        game.s["slots"][game.cell(code)] += 1
    return game.begin(N_ENTERS if side == "N" else R_ENTERS)


def why(game, *codes):
    return [game.refusal("HEX", code) for code in codes]


# -- free deployment (7.8) --------------------------------------------------------------------------------------------


def test_7_8_a_free_unit_enters_in_an_own_supplied_town_with_room():
    ring = {"3706": "1A", "3608": "3A", "3606": "2A"}
    game = entering("N-13", {"3311": SIX_N, **ring}, control={"R": "3506 3507"})
    assert why(game, "3513", "3512", "3613", "3311") == ["LEGAL", "NOT_ENTRY_HEX", "NOT_OWN_HEX", "STACK_FULL"]
    assert why(game, "3607") == ["UNSUPPLIED_THERE"]  # Oviedo is surrounded
    assert all(is_town(code) for code in game.legal())


def test_8_2_7_8_T_114_no_fifth_division_and_no_second_hq():
    full = {"3311": "N-81 N-82 N-83 N-61", "3513": "HQ-GLC"}
    game = entering("N-13", full)
    assert why(game, "3311", "3513") == ["TOO_MANY_DIVISIONS", "LEGAL"]
    hq = entering("HQ-NAV", full, where=Where.REBUILT)
    assert why(hq, "3311", "3513") == ["LEGAL", "TWO_HQS"]


def test_15_25_3_T_37_arrivals_keep_to_parties():
    game = entering("MRX", {"2918": "R-3", "3023": "DRT"}, where=Where.REBUILT, side="R", turn=7, scenario="1937")
    assert why(game, "3023", "2712") == ["PARTIES_DIFFER", "LEGAL"]


def test_7_12_1_T_32_T_149_units_from_elsewhere_do_not_enter_in_the_north():
    game = entering("R-11", side="R", scenario="1937")
    assert why(game, "3710", "3613", "2712") == ["NOT_OWN_HEX", "NOT_OWN_HEX", "LEGAL"]
    assert not NORTH & game.legal()


# -- slots (T-23) -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "where", "fits"),
    [
        ("N-13", Where.DUE, True),  # division
        ("AV", Where.DUE, True),  # brigade
        ("SG", Where.DUE, False),  # column
        ("SG", Where.REBUILT, True),
        ("AGC", Where.DUE, False),  # battalion
        ("AGC", Where.REBUILT, False),
        ("RC", Where.REBUILT, False),  # regiment
        ("HQ-NAV", Where.REBUILT, False),
        ("N-81", Where.REBUILT, True),
    ],
)
def test_7_8_T_23_a_slot_takes_brigades_and_divisions_and_rebuilt_columns(unit, where, fits):
    game = entering(unit, where=where, slots="3312", turn=7)
    assert ("3312" in game.legal()) == fits
    assert "3313" not in game.legal()  # nobody was withdrawn there
    assert "3311" in game.legal()


def test_7_8_T_23_an_arrival_uses_the_slot_up_but_not_in_a_town():
    game = entering("N-13 N-81", slots="3312 3311")
    game.act("HEX", "3312")
    assert game.s["slots"][game.cell("3312")] == 0
    assert "3312" not in game.legal()
    town = entering("N-13 N-81", slots="3312 3311")
    town.act("HEX", "3311")
    assert "3312" in town.legal()
    assert town.s["slots"][town.cell("3311")] == 1


def test_7_8_T_23_a_slot_helps_where_no_town_is_left():
    board = "3704 3306 3308 3404 3405 3408 3410 3508 3606 3607 3705 3413 3416 3513 3514 3615 3314 3511"
    game = entering("N-13", {"3409": "2N", "3311": SIX_N}, slots="3312", control={"R": board})
    assert game.legal() == {"3312"}
    without = entering("N-13", {"3409": "2N", "3311": SIX_N}, control={"R": board})
    assert without.where("N-13") == Where.DUE
    assert without.said("DELAYED") == [{"piece": without.piece("N-13")}]


def test_7_12_1_T_32_slots_widen_neither_the_northern_areas_nor_a_printed_hex():
    basque = entering("1BA", where=Where.REBUILT, side="R", slots="3611 3710")
    assert why(basque, "3611", "3710", "3613") == ["NOT_ITS_AREA", "NOT_ITS_AREA", "LEGAL"]
    fixed = entering("C2", slots="3312 3410")
    assert fixed.legal() == {"3311"}


def test_T_32_T_124_others_leave_the_slots_alone():
    basque = entering("1BA 2BA", where=Where.REBUILT, side="R", slots="3612")
    basque.act("HEX", "3612")
    assert basque.s["slots"][basque.cell("3612")] == 1
    game = entering("C2 N-13", {"3311": "1A"}, slots="3312")
    game.act("HEX", "3312")  # the printed hex is lost: within two hexes, slot or not
    assert game.s["slots"][game.cell("3312")] == 1


def test_7_8_T_124_slots_lapse_with_the_last_arrival():
    game = entering("N-13", slots="3312")
    game.act("HEX", "3311")
    assert not game.s["slots"].any()


# -- printed hexes (T-29) ---------------------------------------------------------------------------------------------


def test_7_8_T_29_only_the_printed_hex_while_it_serves():
    game = entering("C2")
    assert game.legal() == {"3311"}
    assert why(game, "3410", "3314", "3613") == ["NOT_ENTRY_HEX", "NOT_ENTRY_HEX", "NOT_OWN_HEX"]


@pytest.mark.parametrize(
    "more",
    [{"control": {"R": "3311"}}, {"units": {"3311": SIX_N}}, {"units": {"3311": "1A"}}],
    ids=["lost", "full", "enemy"],
)
def test_7_8_T_29_else_any_own_hex_within_two_town_or_not(more):
    game = entering("C2", **more)
    found = game.legal()
    assert {"3310", "3312"} <= found
    assert found <= within("3311", 2)
    assert "3311" not in found
    assert why(game, "3314", "3408") == ["NOT_ENTRY_HEX", "NOT_ENTRY_HEX"]  # towns three hexes away
    assert found - within("3311", 1)


def test_7_8_T_29_a_printed_hex_without_full_supply_counts_as_lost():
    ring = {"3512": "1A", "3514": "2A", "3413": "3A", "3414": "4A", "3613": "1BA", "3614": "2BA"}
    found = entering("6N", {**ring, "3515": "1N"}).legal()
    assert "3515" in found
    assert "3513" not in found
    assert found <= within("3513", 2)


def test_7_6_a_rebuilt_unit_is_free_of_its_printed_hex():
    game = entering("C2", where=Where.REBUILT)
    assert {"3311", "3314", "3615"} <= game.legal()


# -- the north (7.12.1) -----------------------------------------------------------------------------------------------


def test_7_12_1_T_32_the_area_of_a_northern_unit_is_its_centre_and_the_hexes_beside_it():
    game = entering("1BA", where=Where.REBUILT, side="R")
    assert why(game, "3613", "3612", "3614", "3611", "3710", "3513") == [
        "LEGAL",
        "LEGAL",
        "LEGAL",
        "NOT_ITS_AREA",
        "NOT_ITS_AREA",
        "NOT_OWN_HEX",
    ]
    abroad = entering("1BA", {"3710": "2BA 3BA"}, where=Where.REBUILT, side="R")
    assert why(abroad, "3612", "3613") == ["BEYOND_REGION", "LEGAL"]
    full = entering("1BA", {"3613": "7BA 8BA 9BA 10BA 2BA 3BA"}, where=Where.REBUILT, side="R")
    assert why(full, "3613", "3614") == ["STACK_FULL", "LEGAL"]


def test_7_12_1_T_32_also_around_a_lost_centre():
    game = entering("1S", {"3710": "1N"}, where=Where.REBUILT, side="R")
    assert game.legal() == {"3610", "3611", "3711"}


def test_7_12_1_T_32_a_hex_of_the_area_without_a_town_serves_when_no_other_is_left():
    game = entering("1S", {"3710": "AGC", "3611": "RC", "3711": "J88"}, where=Where.REBUILT, side="R")
    assert game.legal() == {"3610"}


def test_7_12_1_T_32_hq_n_enters_in_each_of_the_areas_and_no_others():
    game = entering("HQ-N", where=Where.REBUILT, side="R")
    areas = within("3707", 1) | within("3710", 1) | within("3613", 1)
    assert game.legal() <= areas
    assert why(game, "3707", "3711", "3612", "3510", "3608") == ["LEGAL", "LEGAL", "LEGAL", "NOT_ITS_AREA", "LEGAL"]


def test_7_12_1_T_119_a_northern_unit_without_a_hex_waits():
    held = " ".join(within("3613", 1) & set(hexes()))
    game = entering("1BA", where=Where.REBUILT, side="R", control={"N": held})
    assert game.where("1BA") == Where.REBUILT
    assert game.said("DELAYED") == [{"piece": game.piece("1BA")}]


# -- the list (7.1, T-28, T-121) --------------------------------------------------------------------------------------


def test_7_8_T_28_units_come_in_their_turn_and_never_before():
    game = scene(None, {}, turn=8)
    game.box("N-13 C2 LT FIN", Where.LATER)
    game.s["turn"] = 7
    game.begin(N_ENTERS)
    assert {game.where(name) for name in ("N-13", "C2", "LT", "FIN")} == {Where.LATER}
    game.s["turn"] = 8
    game.begin(N_ENTERS)
    assert {game.where(name) for name in ("N-13", "C2", "LT", "FIN")} == {Where.DUE}


def test_7_8_T_121_who_was_delayed_tries_again_while_others_come():
    game = entering("C2 N-13", {"3513": "2N"}, control={"R": " ".join(within("3311", 2) & on_board("north-1937"))})
    assert game.said("DELAYED") == [{"piece": game.piece("C2")}]
    game.act("HEX", "3513")
    assert (game.where("C2"), game.at("N-13")) == (Where.DUE, "3513")
    game.take(0, "3311")
    game.begin(N_ENTERS)
    assert game.legal() == {"3311"}


def test_12_2_1_T_138_air_and_naval_units_of_the_other_side_wait_for_theirs():
    game = scene(None, {}, scenario="1937", turn=10)
    game.box("AIR-BAH2 AIR-R2 NAV-R1", Where.LATER)
    game.begin(N_ENTERS)
    assert [game.where(name) for name in ("AIR-BAH2", "AIR-R2")] == [Where.ON_MAP, Where.LATER]
    game.begin(R_ENTERS)
    assert {game.where(name) for name in ("AIR-R2", "NAV-R1")} == {Where.ON_MAP}


def test_7_9_T_35_who_enters_is_fully_supplied_whatever_its_mark_was():
    game = entering("N-13")
    game.s["supply"][game.piece("N-13")] = 2
    game.act("HEX", "3311")
    assert game.supply("N-13") == "full"
    assert game.said("ARRIVED") == [{"piece": game.piece("N-13"), "cell": game.cell("3311")}]


# -- mobilization (7.10) ----------------------------------------------------------------------------------------------


def mobilized(**more):
    game = scene(None, {}, scenario="1937", turn=8, rml=50, **more)
    game.box("R-201 R-202 R-203", Where.MOBILIZED_LATER)
    game.begin(Stage.MOBILIZATION)
    game.act("OPTION", 1)
    return game


def test_7_10_T_34_on_or_within_two_hexes_of_the_printed_hex():
    game = mobilized()
    assert game.said("MOBILIZED") == [{}]
    assert "2318" in game.legal()
    assert game.legal() <= within("2318", 2)
    assert game.legal() - within("2318", 1)  # two hexes away
    assert any(not is_town(code) for code in game.legal())
    assert why(game, "2712", "2315") == ["NOT_ENTRY_HEX", "NOT_ENTRY_HEX"]


def test_7_10_T_151_a_delayed_division_comes_later_within_two_hexes():
    lost = " ".join(within("3120", 2) & set(hexes()))
    game = mobilized(control={"N": lost})
    game.act("HEX", "2318")
    game.act("HEX", "2712")
    assert game.where("R-203") == Where.DUE
    assert {"piece": game.piece("R-203")} in game.said("DELAYED")
    game.take(1, "3119")
    game.begin(R_ENTERS)
    assert (game.node, game.legal()) == ("ARRIVE", {"3119"})


def test_7_10_a_mobilized_division_that_is_rebuilt_is_free():
    game = entering("R-201", where=Where.REBUILT, side="R", turn=9, scenario="1937")
    assert {"2318", "2712", "3120"} <= game.legal()


def test_7_10_there_are_two_answers():
    game = scene(None, {}, scenario="1937", turn=8, rml=50)
    game.box("R-201 R-202 R-203", Where.MOBILIZED_LATER)
    game.begin(Stage.MOBILIZATION)
    assert game.legal("OPTION") == {"0", "1"}
    assert game.refusal("OPTION", 2) == "NO_SUCH_OPTION"
    game.act("OPTION", 0)
    assert game.where("R-201") == Where.MOBILIZED_LATER
    assert game.begin(Stage.MOBILIZATION).node == "MOBILIZE"  # in a later turn


# -- chit 9 -----------------------------------------------------------------------------------------------------------


def remnants(units=None, hand=(9,), control="3613", **more):
    game = scene(None, units or {}, control={"N": control}, hand=hand, **more)
    game.box("A B", Where.AT_EVENT)
    return game.begin(R_ENTERS)


def test_6_4_T_15_T_158_chit_9_is_offered_before_the_arrivals_and_may_be_kept():
    game = remnants(hand=(9, 1))
    assert (game.node, game.legal("CHIT"), game.legal("DONE")) == ("REMNANTS", {"9"}, {"DONE"})
    assert [game.refusal("CHIT", chit) for chit in (9, 1, 2)] == ["LEGAL", "CHIT_NOT_NOW", "NOT_HELD"]
    game.done()
    assert (game.s["hand"][9], game.where("A"), game.where("B")) == (1, Where.AT_EVENT, Where.AT_EVENT)
    assert game.node != "REMNANTS"


def test_6_4_T_158_both_divisions_are_placed_at_once_a_before_b():
    game = remnants()
    game.act("CHIT", 9)
    assert game.s["hand"][9] == 0
    assert game.said("PLAYED") == [{"side": 1, "chit": 9}]
    for name, code in (("A", "3711"), ("B", "3510")):
        assert game.node == "REMNANTS_PLACE"
        assert game.tables.pieces.names[int(game.s["piece"])] == name
        game.act("HEX", code)
        assert game.at(name) == code
    assert game.stage > R_ENTERS


def test_6_4_T_158_the_arrivals_follow_chit_9():
    game = scene(None, {}, control={"N": "3613"}, hand=(9,), turn=10)
    game.box("A B", Where.AT_EVENT)
    game.box("6A", Where.LATER)
    game.begin(R_ENTERS)
    game.act("CHIT", 9)
    game.act("HEX", "3711")
    game.act("HEX", "3711")
    assert (game.node, game.tables.pieces.names[int(game.s["piece"])]) == ("ARRIVE", "6A")
    assert int(game.s["chit"]) == 0


def test_6_4_T_152_T_139_a_remnant_without_a_hex_waits_and_comes_later_into_the_santander_region():
    game = remnants({"3711": "1BA 2BA"})
    game.act("CHIT", 9)
    assert (game.where("A"), game.where("B")) == (Where.DUE, Where.DUE)
    game.clear("3711")
    game.begin(R_ENTERS)
    assert game.node == "ARRIVE"
    assert game.legal() == {"3510", "3610", "3611", "3612", "3710", "3711"}
    assert game.refusal("HEX", "3614") == "NOT_ITS_AREA"


def test_6_4_T_158_the_second_division_waits_if_the_first_takes_the_last_step_abroad():
    game = remnants({"3711": "1BA"})
    game.act("CHIT", 9)
    game.act("HEX", "3711")
    assert (game.at("A"), game.where("B")) == ("3711", Where.DUE)
    assert game.node != "REMNANTS_PLACE"


def test_7_12_1_T_139_a_rebuilt_remnant_is_a_basque_unit_like_others():
    game = entering("A", where=Where.REBUILT, side="R")
    assert why(game, "3613", "3711") == ["LEGAL", "NOT_ITS_AREA"]


def test_6_4_T_15_chit_9_is_not_for_the_arrivals_of_the_nationalists():
    game = scene(None, {}, control={"N": "3613"}, hand=(9,), turn=10)
    game.box("A B", Where.AT_EVENT)
    game.box("N-13", Where.LATER)
    assert game.begin(N_ENTERS).node == "ARRIVE"


# -- without any source (T-30) ---------------------------------------------------------------------------------------

PORTS = "3613 3707 3710"


def test_7_8_T_30_T_158_without_a_northern_source_nobody_enters_in_the_north():
    game = remnants(control=PORTS)
    game.act("CHIT", 9)
    assert (game.where("A"), game.where("B"), game.node == "REMNANTS_PLACE") == (Where.DUE, Where.DUE, False)
    basque = entering("1BA", where=Where.REBUILT, side="R", control={"N": PORTS})
    assert basque.where("1BA") == Where.REBUILT
    assert basque.said("DELAYED") == [{"piece": basque.piece("1BA")}]


def test_7_8_T_30_T_151_without_a_source_no_mobilized_division_enters():
    sources = " ".join(code for code, one in hexes().items() if one.get("source") == "R")
    game = mobilized(control={"N": sources})
    assert {game.where(name) for name in ("R-201", "R-202", "R-203")} == {Where.DUE}
    assert len(game.said("DELAYED")) == 3
