"""Chapters 7.8 to 7.10, 7.12.1: where units enter."""

import pytest
from naive_tscw.board import hexes, is_town, within
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import Stage, Where

N_ENTERS, R_ENTERS = Stage.ARRIVALS_N, Stage.ARRIVALS_R
SIX = "1N 2N 3N 4N AV 1/81"


def entering(name, units=None, where=Where.LATER, turn=10, side="N", **more):
    """The segment in which a unit enters."""
    game = scene(None, units or {}, turn=turn, **more)
    game.box(name, where)
    game.s["strength"][game.piece(name)] = 1
    return game.begin(N_ENTERS if side == "N" else R_ENTERS)


# -- 7.8 ------------------------------------------------------------------------------------------------------------


def test_7_8_a_unit_with_a_printed_hex_enters_there():
    assert entering("6N", scenario="1937").legal() == {"3513"}


@pytest.mark.parametrize("more", [{"control": {"R": "3513"}}, {"units": {"3513": SIX}}], ids=["lost", "full"])
def test_7_8_T_29_C_14_if_it_is_lost_or_full_within_two_hexes(more):
    found = entering("6N", scenario="1937", **more).legal()
    assert {"3413", "3514", "3414"} <= found <= within("3513", 2)
    assert "3513" not in found


def test_7_8_C_14_T_119_T_121_delayed_while_all_of_these_are_lost():
    near = " ".join(within("3513", 2) & set(hexes()))
    game = entering("6N", scenario="1937", control={"R": near})
    assert game.where("6N") == Where.DUE
    game.take(0, "3414")
    game.s["turn"] = 9
    assert game.begin(N_ENTERS).legal() == {"3414"}


def test_7_8_not_before_the_turn_of_entry():
    assert entering("6N", scenario="1937", turn=7).where("6N") == Where.LATER


def test_7_8_free_units_enter_in_supplied_towns_of_theirs():
    game = entering("R-11", {"2509": "N-71"}, scenario="1937", side="R")
    found = game.legal()
    assert found
    assert all(is_town(code) and hexes()[code]["control"] == "R" for code in found)
    assert not {code for code in found if hexes()[code]["region"] in ("Asturias", "Santander", "Euskadi")}  # 7.12.1


def test_7_8_T_30_not_in_a_town_cut_off():
    free = entering("R-11", scenario="1937", side="R")
    assert "2813" in free.legal()
    cut = entering("R-11", {"2913": "N-11", "2912": "N-14", "2814": "N-12", "2713": "N-15"}, scenario="1937", side="R")
    assert "2813" not in cut.legal()


def test_8_2_7_8_T_114_not_into_a_full_hex():
    assert "3311" in entering("N-13").legal()
    assert "3311" not in entering("N-13", {"3311": SIX}).legal()


def test_7_8_a_rebuilt_unit_ignores_its_printed_hex():
    game = entering("5N", scenario="1937", where=Where.REBUILT)
    assert {"3513", "3311", "1607"} <= game.legal()


def test_7_9_T_35_arrivals_are_supplied_and_move_at_once():
    game = entering("N-13")
    game.act("HEX", "3311")
    assert game.supply("N-13") == "full"
    while game.node != "RAIL_PIECE":
        game.done()
    assert "N-13" in game.legal("PIECE")


def test_7_1_T_28_fixed_units_first_then_free_ones_then_rebuilt_ones():
    game = scene(None, {}, turn=10)
    game.box("C2 N-13 LT", Where.LATER)
    game.box("1N", Where.REBUILT)
    game.begin(N_ENTERS)
    order = []
    while game.node == "ARRIVE":
        order.append(game.tables.pieces.names[int(game.s["piece"])])
        game.act("HEX", "3311" if "3311" in game.legal() else min(game.legal()))
    assert order == ["C2", "N-13", "LT", "1N"]


def test_12_2_1_T_138_air_and_naval_units_come_without_a_hex():
    game = scene(None, {}, scenario="1937", turn=9)
    game.box("AIR-BAH2", Where.LATER)
    game.begin(N_ENTERS)
    assert game.where("AIR-BAH2") == Where.ON_MAP


# -- 7.12.1 ---------------------------------------------------------------------------------------------------------


def basque(units, name="D1BA", **more):
    return entering(name, units, side="R", **more)


def test_7_12_1_C_15_basque_units_enter_in_or_beside_bilbao():
    assert basque({}).legal() == {"3612", "3613", "3614"}


def test_7_12_1_C_15_13_10_also_abroad_within_the_limit():
    full = {"3613": "1BA 2BA 3BA 4BA 5BA 6BA", "3614": "7BA 8BA 9BA BM1 BM2 10BA"}
    assert basque({**full, "3711": "13BA"} | {"3711": "D2BA"}).legal() == {"3612"}
    assert basque({**full, "3711": "D2BA D3BA"}).where("D1BA") == Where.DUE


def test_7_12_1_C_16_a_hex_cut_off_takes_nobody():
    # Bilbao is lost: Eibar has no line, Castro Urdiales has.
    game = basque({"3613": "1N"}, "1BA", where=Where.REBUILT)
    assert game.legal() == {"3612"}


@pytest.mark.parametrize(
    ("name", "area"),
    [
        ("4S", {"3710", "3610", "3611", "3711"}),
        ("6A", {"3706", "3707", "3608", "3708"}),
    ],
)
def test_7_12_1_santander_and_asturian_units(name, area):
    game = entering(name, side="R")
    assert game.legal() <= area | {"3607"}
    assert {"3710" if name == "4S" else "3707"} <= game.legal()


def test_7_12_1_T_32_the_northern_hq_enters_in_any_of_the_three_areas():
    game = entering("HQ-N", side="R", where=Where.REBUILT)
    assert {"3613", "3710", "3707", "3612", "3708"} <= game.legal()
    assert "3510" not in game.legal()


def test_7_12_1_units_from_elsewhere_never_enter_in_the_north():
    game = entering("R-11", scenario="1937", side="R")
    assert not {"3707", "3710", "3613"} & game.legal()


# -- 7.10 -----------------------------------------------------------------------------------------------------------


def mobilization(scenario="1937", rml=50, **more):
    game = scene(None, {}, scenario=scenario, turn=8, rml=rml, **more)
    if scenario == "1937":
        game.box("R-201 R-202 R-203", Where.MOBILIZED_LATER)
    return game.begin(Stage.MOBILIZATION)


def test_7_10_C_17_general_mobilization_at_morale_50():
    game = mobilization()
    assert game.node == "MOBILIZE"
    game.act("OPTION", 1)
    assert (game.purse("REP"), int(game.s["rml"])) == (3, 44)
    for centre in ("2318", "2712", "3120"):
        assert centre in game.legal()
        assert all(abs(int(code[:2]) - int(centre[:2])) <= 2 for code in game.legal())
        game.act("HEX", centre)
    assert [game.at(name) for name in ("R-201", "R-202", "R-203")] == ["2318", "2712", "3120"]
    assert game.stage > Stage.MOBILIZATION


def test_7_10_C_17_T_34_not_above_50_not_twice_and_not_in_the_north():
    assert mobilization(rml=51).node != "MOBILIZE"
    assert mobilization("north-1937", rml=10).node != "MOBILIZE"
    game = mobilization()
    game.act("OPTION", 1)
    game.act("HEX", "2318")
    game.act("HEX", "2712")
    game.act("HEX", "3120")
    assert game.begin(Stage.MOBILIZATION).node != "MOBILIZE"


def test_7_10_it_may_be_declined():
    game = mobilization()
    game.act("OPTION", 0)
    assert (game.purse("REP"), int(game.s["rml"]), int(game.s["mobilized"])) == (0, 50, 0)
    assert game.stage > Stage.MOBILIZATION


def test_7_10_T_151_a_division_without_a_hex_is_delayed():
    game = mobilization(control={"N": " ".join(within("3120", 2) & set(hexes()))})
    game.act("OPTION", 1)
    game.act("HEX", "2318")
    game.act("HEX", "2712")
    assert game.where("R-203") == Where.DUE


def test_7_10_other_delayed_units_do_not_come_with_the_mobilization():
    game = scene(None, {}, scenario="1937", turn=8, rml=50)
    game.box("R-201", Where.MOBILIZED_LATER)
    game.box("R-11", Where.DUE)
    game.begin(Stage.MOBILIZATION)
    game.act("OPTION", 1)
    game.act("HEX", "2318")
    assert game.stage > Stage.MOBILIZATION
    assert game.where("R-11") == Where.DUE


def test_7_8_T_28_a_delayed_unit_of_the_other_side_waits_for_its_own_segment():
    game = scene(None, {}, scenario="1937", turn=8)
    game.box("R-11", Where.DUE)
    game.begin(N_ENTERS)
    assert game.stage > N_ENTERS
    assert game.where("R-11") == Where.DUE
