"""Rule 7, rulings R-18 and R-19: which pieces exert a zone of control, and its effects on movement."""

import pytest
from support.frontline import around
from support.scene import done, goals, in_zoc, move, refusal, scene, unit

from ctv_env.games.ctv.model.codes import OFF

ALL_LAND = {code for row in range(10, 27) for column in range(1, 21) if around(code := f"{row}{column:02d}")}

# -- 7.1: which pieces -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "side"),
    [("LIT 1", "nationalist"), ("FN As", "nationalist"), ("3Pz1", "nationalist"), ("DC", "republican")],
)
def test_7_1_a_combat_unit_exerts_a_ZoC_into_the_six_adjacent_hexes(name, side):
    game = scene({name: "2110"})
    zone = {code for code in ALL_LAND if in_zoc(game, code, side)}
    assert zone == {"2010", "2011", "2109", "2111", "2210", "2211"}


@pytest.mark.parametrize("name", ["HQ CTV", "HQ XV", "N SC 1"])
def test_R_18_HQs_and_supply_columns_exert_none(name):
    """Italian edition 7.1: combat units do."""
    game = scene({name: "2110"})
    assert not any(in_zoc(game, code, side) for code in around("2110") for side in ("nationalist", "republican"))


def test_7_1_1_units_out_of_supply_exert_no_ZoC():
    game = scene({"LIT 1": ("2110", {"supplied": False}), "LIT 2": "2310"})
    assert not in_zoc(game, "2109", "nationalist")
    assert in_zoc(game, "2309", "nationalist")


def test_7_1_1_a_unit_that_is_in_supply_again_exerts_its_ZoC_again():
    game = scene({"LIT 1": ("2110", {"supplied": False}), "CLXVI": "1301"})
    assert not in_zoc(game, "2109", "nationalist")
    done(game)
    assert unit(game, "LIT 1").supplied
    assert in_zoc(game, "2109", "nationalist")


def test_7_1_no_ZoC_is_counted_beyond_the_edge_of_the_map():
    """What the edge holds would make equal positions differ."""
    game = scene({"LIT 1": "2620", "CLXVI": "1301"})
    assert not game.record["zoc"][:, OFF].any()


@pytest.mark.parametrize(
    ("code", "closed"), [("1314", {"1215"}), ("1212", {"1211"}), ("1310", {"1211"}), ("1311", {"1211"})]
)
def test_R_18_no_ZoC_across_an_impassable_hexside(code, closed):
    game = scene({"LIT 1": code})
    assert not any(in_zoc(game, other, "nationalist") for other in closed)
    assert all(in_zoc(game, other, "nationalist") for other in around(code) - closed)


def test_7_1_several_units_exert_one_ZoC_each():
    """One of two leaves 2110; the ZoC stays until the other goes too."""
    game = scene({"LIT 1": "2110", "LIT 2": "2110"})
    move(game, "LIT 1", "2613")
    assert in_zoc(game, "2109", "nationalist")
    move(game, "LIT 2", "2613")
    assert not in_zoc(game, "2109", "nationalist")
    assert in_zoc(game, "2612", "nationalist")


# -- 7.2: movement ---------------------------------------------------------------------------------------------


def test_7_2_a_unit_that_enters_an_enemy_ZoC_moves_no_further_this_turn():
    game = scene({"FN 3": "2210", "CLXVI": "2009"})
    move(game, "FN 3", "2109")
    assert unit(game, "FN 3").mp == 0
    assert goals(game, "FN 3") == set()
    assert "no movement points left" in refusal(game, "PIECE", "FN 3")


def test_7_2_no_way_leads_on_through_an_enemy_ZoC():
    """Two points take FN 3 from 2110 to 2108 by 2109 alone."""
    at = {"FN 3": ("2110", {"mp": 2})}
    assert {"2109", "2108"} <= goals(scene(at), "FN 3")
    barred = goals(scene(at | {"CLXVI": "2009"}), "FN 3")
    assert "2109" in barred
    assert "2108" not in barred


def test_7_2_leaving_an_enemy_ZoC_costs_one_point_more():
    """2110 lies in the ZoC of CLXVI in 2010; 2211 is a hill, one point on foot."""
    at = {"FN 3": "2110", "LIT 1": "2310"}
    game = scene(at | {"CLXVI": "2010"})
    move(game, "FN 3", "2211")
    assert unit(game, "FN 3").mp == 2
    game = scene(at)
    move(game, "FN 3", "2211")
    assert unit(game, "FN 3").mp == 3


def test_7_2_who_cannot_pay_for_leaving_stays():
    at = {"FN 3": ("2110", {"mp": 1}), "LIT 1": "2310"}
    assert goals(scene(at | {"CLXVI": "2010"}), "FN 3") == set()
    assert "2211" in goals(scene(at), "FN 3")


def test_7_2_the_point_is_paid_once_for_the_first_hex():
    game = scene({"FN 3": "2110", "CLXVI": "2010"})
    move(game, "FN 3", "2211", "2212")
    assert unit(game, "FN 3").mp == 1


def test_R_19_from_one_enemy_ZoC_straight_into_another():
    """From 2110 to 2109, both beside CLXVI: one point for the hill, one for leaving; there it must stop."""
    at = {"LIT 1": "2310", "CLXVI": "2010"}
    game = scene(at | {"FN 3": ("2110", {"mp": 3})})
    assert "2109" in goals(game, "FN 3")
    assert "2108" not in goals(game, "FN 3")
    move(game, "FN 3", "2109")
    assert unit(game, "FN 3").mp == 0
    assert "2109" not in goals(scene(at | {"FN 3": ("2110", {"mp": 1.5})}), "FN 3")


def test_R_18_friendly_units_do_not_negate_enemy_ZoC_for_movement():
    game = scene({"FN 3": "2210", "LIT 1": "2109", "CLXVI": "2009"})
    move(game, "FN 3", "2109")
    assert unit(game, "FN 3").mp == 0


@pytest.mark.parametrize("name", ["HQ CTV", "N SC 1", "3Pz1"])
def test_R_19_every_moving_piece_is_bound_columns_too(name):
    game = scene({name: "2110", "CLXVI": "2009"})
    assert unit(game, name).mp >= 6
    move(game, name, "2109")
    assert unit(game, name).mp == 0


@pytest.mark.parametrize("name", ["HQ CTV", "N SC 1", "3Pz1"])
def test_R_19_every_piece_pays_for_leaving(name):
    game = scene({name: "2110", "LIT 1": "2210", "CLXVI": "2010"})
    before = unit(game, name).mp
    move(game, name, "2111")  # a hill, two points motorised; no road rate out of a ZoC
    assert unit(game, name).mp == before - 3
