"""Rules 8, 10.8 and 11.3, rulings R-20 to R-26: the cost of moves, their destinations, and changes on the way."""

import heapq

import pytest
from support.frontline import GRID, T
from support.scene import act, control, done, goals, may_pass, move, pieces, refusal, scene, unit

from ctv_env.games.ctv.model.codes import TERRAIN

ON_FOOT, MOTORISED = "FN 3", "LIT 1"  # 4 and 8 MPs
STEPS = {"clear": ("2209", "2108"), "city": ("1905", "2006"), "hill": ("2209", "2208"), "mountain": ("2106", "2105")}
"""A step into each terrain, along no road."""


def cost(name: str, start: str, *codes: str, **more) -> float:
    """Movement points of a way, hex by hex."""
    at = {name: start} | more.pop("others", {})
    game = scene(at, **more)
    before = unit(game, name).mp
    move(game, name, *codes)
    return before - unit(game, name).mp


# -- 8.1: points -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "on_foot", "motorised"), [("clear", 1, 1), ("city", 1, 1), ("hill", 1, 2), ("mountain", 2, 3)]
)
def test_8_1_entering_a_hex_costs_points_by_its_terrain(terrain, on_foot, motorised):
    assert cost(ON_FOOT, *STEPS[terrain]) == on_foot
    assert cost(MOTORISED, *STEPS[terrain]) == motorised


def test_8_1_no_more_points_than_the_allowance():
    """Three mountains cost six: FN 3 has four points, FIN 8 five."""
    assert "1805" in goals(scene({"FN 3": "1803"}), "FN 3")
    assert "1806" not in goals(scene({"FN 3": "1803"}), "FN 3")
    assert "1806" not in goals(scene({"FIN 8": "1803"}), "FIN 8")


def test_8_1_a_unit_need_not_use_all_its_points_and_keeps_what_is_left():
    game = scene({"FN 3": "2110"})
    move(game, "FN 3", "2109")
    assert unit(game, "FN 3").mp == 3
    assert may_pass(game)


def test_8_1_points_are_not_transferred_to_another_unit():
    game = scene({"FN 3": ("2110", {"mp": 1}), "FN 4": ("2110", {"mp": 1})})
    move(game, "FN 3", "2109")
    assert pieces(game) == {"FN 4"}
    assert unit(game, "FN 4").mp == 1


def test_R_23_a_unit_moves_in_several_goes_and_units_in_any_order():
    game = scene({"FN 3": "2110", "FN 4": "2110"})
    move(game, "FN 3", "2109")
    move(game, "FN 4", "2111")
    move(game, "FN 3", "2108")
    move(game, "FN 4", "2012")
    assert (unit(game, "FN 3").at, unit(game, "FN 4").at) == ("2108", "2012")
    assert unit(game, "FN 3").mp == unit(game, "FN 4").mp == 2


def test_R_24_there_is_no_minimum_move_of_one_hex():
    """1704 lies among mountains: one point leads nowhere, two do."""
    game = scene({"FN 3": ("1704", {"mp": 1}), "FN 4": ("1704", {"mp": 2})})
    assert pieces(game) == {"FN 4"}
    assert "no hex that it could move to" in refusal(game, "PIECE", "FN 3")


def test_R_24_a_unit_may_always_stay():
    game = scene({"FN 3": "2110"})
    done(game)
    assert (game.node, unit(game, "FN 3").at) == ("TARGET", "2110")


def by_hand(start: str, points: float, costs: dict, road: float | None) -> set[str]:
    """Hexes within reach without enemies: cheapest first, from the printed table alone."""
    best, queue = {}, [(0.0, GRID.cell(start))]
    while queue:
        spent, cell = heapq.heappop(queue)
        if cell in best:
            continue
        best[cell] = spent
        for d, other in enumerate(map(int, T["nbr"][cell])):
            if T["terrain"][other]:
                step = road if road and T["road"][cell, d] else costs[int(T["terrain"][other])]
                if spent + step <= points:
                    heapq.heappush(queue, (spent + step, other))
    return {GRID.code(cell) for cell in best} - {start}


@pytest.mark.parametrize("start", ["2110", "1408", "1909", "1815", "2620"])
def test_8_1_8_2_all_hexes_within_reach_and_no_others(start):
    foot = {TERRAIN.CLEAR: 1, TERRAIN.CITY: 1, TERRAIN.HILL: 1, TERRAIN.MOUNTAIN: 2}
    motorised = {TERRAIN.CLEAR: 1, TERRAIN.CITY: 1, TERRAIN.HILL: 2, TERRAIN.MOUNTAIN: 3}
    assert goals(scene({"FN 3": start}), "FN 3") == by_hand(start, 4, foot, None)
    assert goals(scene({"HQ CTV": start}), "HQ CTV") == by_hand(start, 6, motorised, 0.5)


# -- 8.2: roads ------------------------------------------------------------------------------------------------


def test_8_2_R_22_a_road_step_costs_a_motorised_unit_half_a_point():
    assert cost("LIT 1", "2110", "2010") == 0.5
    assert cost("LIT 1", "2010", "1909", "1809") == 1  # over mountains
    assert cost("LIT 1", "2110", "2211") == 2  # no road: a hill


@pytest.mark.parametrize("name", ["HQ CTV", "3Pz1", "Ar", "N SC 1"])
def test_8_2_R_26_all_motorised_pieces_use_roads(name):
    assert cost(name, "2010", "1909") == 0.5


def test_8_2_units_on_foot_have_no_road_rate():
    assert cost("FN 3", "2010", "1909") == 2


def test_8_2_a_unit_alternates_road_and_other_movement():
    """By road to 2010 and up the mountain 1910; from the hill 2211 to clear 2110 and on by road."""
    assert cost("LIT 1", "2110", "1910") == 3.5
    assert cost("LIT 1", "2211", "2010") == 1.5


def test_8_2_a_road_step_does_not_end_in_an_enemy_ZoC():
    """CLXVI in 1910 has 2010 in its ZoC, not 2110."""
    game = scene({"LIT 1": ("2110", {"mp": 0.5}), "CLXVI": "1910"})
    assert "2010" not in goals(game, "LIT 1")
    assert "2010" in goals(scene({"LIT 1": ("2110", {"mp": 1}), "CLXVI": "1910"}), "LIT 1")


def test_R_22_only_the_step_into_the_ZoC_is_none_of_the_road():
    """Half a point each to 2210 and 2109, one for clear 2010 in the ZoC."""
    at = {"LIT 1": ("2310", {"mp": 2}), "CLXVI": "1910"}
    assert "2010" in goals(scene(at), "LIT 1")
    assert "2010" not in goals(scene(at | {"LIT 1": ("2310", {"mp": 1.5})}), "LIT 1")


def test_8_2_no_road_rate_for_who_began_the_segment_in_an_enemy_ZoC():
    """English edition: from 2110 to the hill 2111 three points, with one for leaving; the road on to 2012 costs two."""
    at = {"LIT 1": "2110", "CLXVI": "2009", "CLXVII": "2109"}
    assert cost("LIT 1", "2110", "2111", "2012", others=at) == 5


def test_8_2_R_22_began_in_a_ZoC_is_remembered_for_the_segment():
    assert cost("LIT 1", "2110", "2010") == 0.5
    game = scene({"LIT 1": ("2110", {"began_zoc": True})})
    move(game, "LIT 1", "2010")
    assert unit(game, "LIT 1").mp == 7


def test_8_2_R_22_the_Italian_edition_bars_the_road_rate_only_in_hexes_in_an_enemy_ZoC():
    """The same way: three points to the hill 2111, half a point by the road to 2012."""
    at = {"LIT 1": "2110", "CLXVI": "2009", "CLXVII": "2109"}
    assert cost("LIT 1", "2110", "2111", "2012", others=at, edition="it") == 3.5
    moved = scene({"LIT 1": ("2110", {"began_zoc": True})}, edition="it")
    move(moved, "LIT 1", "2010")
    assert unit(moved, "LIT 1").mp == 7.5


@pytest.mark.parametrize("edition", ["en", "it"])
def test_8_2_a_road_step_does_not_begin_in_an_enemy_ZoC(edition):
    """Though it had not begun there: a hill and the point for leaving."""
    game = scene({"LIT 1": ("2110", {"began_zoc": False}), "CLXVI": "2109"}, edition=edition)
    move(game, "LIT 1", "2111")
    assert unit(game, "LIT 1").mp == 5


def test_R_22_rain_does_not_change_the_road_rate():
    assert cost("LIT 1", "2010", "1909", weather="rain") == 0.5


def test_7_2_8_1_who_cannot_pay_for_leaving_a_ZoC_may_not_be_chosen():
    """One point for the ZoC, one for the hex."""
    for points, movers in ((1, set()), (2, {"FN 3"})):
        assert pieces(scene({"FN 3": ("2110", {"mp": points}), "CLXX": "2109"})) == movers


def test_8_1_R_12_who_cannot_get_past_the_hexes_where_he_may_not_stop_may_not_be_chosen():
    """Both hexes beside 1113 hold armour, and FT-17 has points for one hex."""
    game = scene({"FT-17": ("1113", {"mp": 1}), "BA-6": "1213", "T-N": "1214"}, side="republican")
    assert pieces(game) == {"BA-6", "T-N"}


def test_R_11_R_20_a_column_passes_another_of_its_own():
    """Along the road from 2110 over 2111 to 2012 with one point."""
    game = scene({"N SC 1": ("2110", {"mp": 1}), "N SC 2": "2111"})
    assert "2012" in goals(game, "N SC 1")
    assert "2111" not in goals(game, "N SC 1")


def test_R_21_half_points_are_exact():
    game = scene({"LIT 1": ("2110", {"mp": 0.5})})
    assert goals(game, "LIT 1") == {"2010", "2111"}


# -- enemies ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("enemy", ["CLXVI", "HQ XV", "FT-17"])
def test_R_20_no_move_into_a_hex_with_an_enemy_ground_unit(enemy):
    game = scene({"LIT 1": "2110", enemy: "2109"})
    assert "2109" not in goals(game, "LIT 1")


def test_R_20_no_move_through_a_hex_with_an_enemy_ground_unit():
    """An HQ has no ZoC, but 2109 is the only way to 2108 in two points."""
    at = {"FN 3": ("2110", {"mp": 2})}
    assert "2108" in goals(scene(at), "FN 3")
    assert "2108" not in goals(scene(at | {"HQ XV": "2109"}), "FN 3")


@pytest.mark.parametrize("name", ["LIT 1", "HQ CTV", "3Pz1"])
def test_9_3_R_20_an_enemy_column_alone_is_eliminated_by_the_unit_that_enters(name):
    game = scene({name: "2110", "R SC 1": "2109"})
    move(game, name, "2109")
    assert unit(game, "R SC 1").at == "eliminated"


def test_9_3_an_enemy_column_is_eliminated_in_passing_too():
    game = scene({"FN 3": ("2110", {"mp": 2}), "R SC 1": "2109"})
    move(game, "FN 3", "2108")
    assert unit(game, "R SC 1").at == "eliminated"


def test_9_3_own_columns_are_not():
    game = scene({"FN 3": "2110", "N SC 1": "2109"})
    move(game, "FN 3", "2109")
    assert unit(game, "N SC 1").at == "2109"


@pytest.mark.parametrize("enemy", ["CLXVI", "HQ XV", "R SC 1"])
def test_R_20_a_column_enters_no_hex_with_an_enemy_unit_or_column(enemy):
    game = scene({"N SC 1": "2110", enemy: "2109"})
    assert "2109" not in goals(game, "N SC 1")
    assert "2010" in goals(game, "N SC 1")


# -- rivers (option) -------------------------------------------------------------------------------------


def test_R_21_rivers_cost_points_with_the_option_only():
    """The Ebro runs between 2208 and 2207, both hills."""
    assert cost("FN 3", "2208", "2207") == 1
    assert cost("FN 3", "2208", "2207", rivers=True) == 2
    assert cost("LIT 1", "2208", "2207") == 2
    assert cost("LIT 1", "2208", "2207", rivers=True) == 4


def test_R_22_rivers_cost_nothing_at_the_road_rate():
    """The road from 2310 to 2410 crosses the Ebro."""
    assert cost("FN 3", "2310", "2410", rivers=True) == 2
    assert cost("LIT 1", "2310", "2410", rivers=True) == 0.5


# -- 10.8: control ---------------------------------------------------------------------------------------------


def test_10_8_R_25_a_ground_unit_controls_the_hex_it_enters_and_keeps_it():
    game = scene({"LIT 1": "2110"})
    assert control(game, "2109") == "republican"
    move(game, "LIT 1", "2109", "2110")
    assert control(game, "2109") == "nationalist"


def test_10_8_R_25_also_in_passing():
    game = scene({"FN 3": ("2110", {"mp": 2})})
    move(game, "FN 3", "2108")
    assert (control(game, "2109"), control(game, "2108")) == ("nationalist", "nationalist")
    assert control(game, "2209") == "republican"


def test_10_8_each_side_takes_control():
    game = scene({"CLXVI": "2109"}, side="republican")
    move(game, "CLXVI", "2110")
    assert control(game, "2110") == "republican"


def test_10_8_R_25_HQs_do_and_columns_do_not():
    game = scene({"HQ CTV": "2110", "N SC 1": "2210"})
    move(game, "HQ CTV", "2109")
    move(game, "N SC 1", "2209")
    assert (control(game, "2109"), control(game, "2209")) == ("nationalist", "republican")


def test_10_8_R_25_by_retreat():
    at = {"LIT 1": ("2110", {"role": "attacks"}), "CLXVI": "2111"}
    game = scene(at, node="RETREAT", target="2111", owed_def=1, result_def=1)
    game.step(game.encode("HEX", "2112"))
    assert (unit(game, "CLXVI").at, control(game, "2112")) == ("2112", "republican")


def test_10_8_R_25_by_advance():
    at = {"LIT 1": ("2110", {"role": "attacks", "from": "2110"})}
    game = scene(at, node="ADVANCE", target="2109")
    assert control(game, "2109") == "republican"
    move(game, "LIT 1", "2109")
    assert control(game, "2109") == "nationalist"


# -- supply columns --------------------------------------------------------------------------------------


def test_R_26_a_column_has_an_allowance_of_six_and_moves_motorised():
    game = scene({"N SC 1": "2110", "N SC 2": ("2111", {"moved": True})})
    assert unit(game, "N SC 1").mp == 6
    assert cost("N SC 1", "2209", "2208") == 2
    assert cost("N SC 1", "2106", "2105") == 3


def test_9_3_2_R_26_once_moved_a_column_cannot_be_used():
    """It moves back to where it was: it stays on its movement side."""
    game = scene({"N SC 1": "2210", "N SC 2": "2211", "HQ CTV": "2210", "LIT 1": "2110", "CLXVI": "2109"})
    move(game, "N SC 2", "2111", "2211")
    done(game)
    for kind, name in (("HEX", "2109"), ("PIECE", "LIT 1"), ("DONE", None), ("PIECE", "HQ CTV")):
        game.step(game.encode(kind, name))
    done(game)
    done(game)
    assert game.node == "SUPPLY_COLUMN_ATT"
    assert pieces(game) == {"N SC 1"}
    assert "movement side" in refusal(game, "PIECE", "N SC 2")


# -- reasons ---------------------------------------------------------------------------------------------------


def test_8_1_8_1_1_R_11_why_a_piece_may_not_go_to_a_hex():
    far = scene({"LIT 1": "2110", "CLXVI": "1708"})
    assert "not something this decision asks for" in refusal(far, "PIECE", "LK 1")  # the first after the columns
    act(far, "PIECE", "LIT 1")
    assert "out of reach" in refusal(far, "HEX", "2620")
    cut_off = scene({"LIT 1": "1313", "CLXVI": "1212"}, side="republican")
    act(cut_off, "PIECE", "CLXVI")
    assert "would be out of supply" in refusal(cut_off, "HEX", "1113")
    columns = scene({"N SC 1": "2110", "N SC 2": "2111", "CLXVI": "1708"})
    act(columns, "PIECE", "N SC 1")
    assert "already holds a supply column" in refusal(columns, "HEX", "2111")
