"""Rules 6.1, 5.4 and 15.4: income, replacement, blockade, legions, and the penalty for factions not served."""

import pytest
from support.arriba_scene import act, done, group, legal, refusal, roll, said, scene, value

from ctv_env.games.arriba.model.codes import Power
from ctv_env.games.arriba.model.events import EVENTS

THREE = {"barcelona": "city: PA b", "bilbao": "city: Bas b", "madrid": "city: PA d1"}


def income(side="government", *dice: int, **more):
    """The Strategic Phase of a side, its dice of EP rolled."""
    game = scene(stage="STRATEGIC", side=side, **more)
    roll(game, *dice)
    return game


def ep(game, side=0) -> int:
    return value(game, "ep")[side] + value(game, "replacement_ep")[side]


def test_C_21_6_1_domestic_foreign_and_replacement_EP():
    game = income("government", 3, 4, government=THREE, powers={"USSR": -3}, lost_cf_before=(12, 0), ps=(35, 50))
    assert game.node == "SUPPLY_MENU"
    assert (value(game, "ep")[0], value(game, "replacement_ep")[0]) == (10, 2)


@pytest.mark.parametrize(("turn", "n"), [(1, 6), (2, 6), (3, 3), (14, 3)])
def test_6_1_domestic_EP_depend_on_the_date(turn, n):
    assert ep(income(government=THREE, turn=turn)) == n


def test_6_1_A_04_a_city_counts_for_who_occupies_it():
    assert ep(income(government={"madrid": "field: PA b", "barcelona": "city pool: PA b"})) == 1


def test_C_23_C_24_6_1_1_A_09_the_rate_of_replacement_follows_support():
    assert ep(income("rebel", lost_cf_before=(0, 12), ps=(50, 80)), 1) == 3
    assert ep(income("rebel", lost_cf_before=(0, 12), ps=(50, 79)), 1) == 2
    assert ep(income(lost_cf_before=(12, 0), ps=(20, 50))) == 1
    assert ep(income(lost_cf_before=(12, 0), ps=(21, 50))) == 2


def test_6_1_1_replacement_looks_at_the_turn_before():
    game = scene(stage="EVENTS", turn=3, lost_cf=(7, 8), lost_cf_before=(1, 2))
    assert (value(game, "lost_cf"), value(game, "lost_cf_before")) == ([0, 0], [7, 8])


def test_6_1_1_replacement_EP_are_spent_first_and_not_kept():
    game = income(government={"madrid": "city: PA b"}, lost_cf_before=(15, 0), ep=(2, 0), purged=ALL)
    assert (value(game, "ep")[0], value(game, "replacement_ep")[0]) == (3, 3)
    act(game, "VERB", "build")
    act(game, "UNIT", "PA b")
    act(game, "AREA", "madrid")
    assert (value(game, "ep")[0], value(game, "replacement_ep")[0]) == (3, 2)
    done(game)
    assert (value(game, "ep")[0], value(game, "replacement_ep")[0]) == (3, 0)


def test_C_26_C_27_6_1_income_of_the_first_turn():
    """Set-up as in the campaign, in both orders."""
    cities = {name: "city: PA b" for name in ("barcelona", "bilbao", "madrid")} | {"oviedo": "city: Ast b"}
    assert ep(income("government", 4, government=cities, powers={"USSR": -1}, turn=1)) == 12
    cities = {name: "city: Nat b" for name in ("seville", "saragossa", "la_coruna")}
    game = income("rebel", 2, 5, rebel=cities, powers={"GE": 1, "IT": 1, "PO": 1}, turn=1)
    assert ep(game, 1) == 14


def test_C_15_5_4_1_5_4_2_what_each_power_gives():
    rebel = {"seville": "city: Nat b"}
    game = income("rebel", 3, rebel=rebel, powers={"GE": 2, "PO": 3, "BR": 1}, turn=5, legion=[0, 0, 0, 0, 1, 0])
    assert ep(game, 1) == 6


def test_5_4_2_c_Britain_and_France_give_a_die_when_they_intervene():
    game = income("government", 5, government={"valencia": "city: PA b"}, powers={"FR": -3})
    assert ep(game) == 5


def test_6_7_3_A_124_without_a_port_nothing_comes_from_abroad():
    assert ep(income(government={"madrid": "city: PA b"}, powers={"USSR": -3})) == 1


def test_6_1_A_37_income_comes_from_home_from_abroad_power_by_power_then_for_replacement_without_limit():
    where = {"madrid": "city: PA b", "valencia": "city: PA b"}
    powers = {"USSR": -3, "FR": -3, "BR": -3}
    game = income("government", 1, 2, 3, 4, government=where, powers=powers, lost_cf_before=(10, 0), ep=(500, 0))
    earned = [(event.change, event.stock) for event in game.events if isinstance(event, EVENTS.EQUIPMENT_CHANGED)]
    assert earned == [(1, 501), (1, 502), (2, 504), (7, 511), (2, 513)]


# -- legions (5.4.2) -------------------------------------------------------------------------------------------


def test_C_16_5_4_2_b_the_Italians_land_together():
    rebel = {"malaga": "city: Nat b", "seville": "city: Nat b", "almeria": "field: Nat b"}
    game = income("rebel", 5, 6, rebel=rebel, powers={"IT": 3}, turn=3)
    assert (game.node, legal(game, "AREA")) == ("LEGION_PORT", {"malaga"})
    assert refusal(game, "AREA", "seville") == "NO_PLACE_FOR_LEGION"
    act(game, "AREA", "malaga")
    assert group(game, "rebel", "malaga", "pool") == "It b, 3 It d1"
    assert ep(game, 1) == 12
    assert value(game, "legion")[Power.IT] == 1


def test_C_17_5_4_2_b_no_port_no_troops_then_or_ever():
    game = income("rebel", 1, 1, rebel={"seville": "city: Nat b"}, powers={"IT": 3})
    assert said(game, EVENTS.LEGION_GONE, power=int(Power.IT))
    assert value(game, "legion")[Power.IT] == 2
    later = income("rebel", 1, 1, rebel={"malaga": "city: Nat b"}, powers={"IT": 3}, legion=[0, 0, 0, 2, 0, 0])
    assert later.node == "SUPPLY_MENU"


def test_5_4_2_support_alone_sends_no_legion():
    assert income("rebel", 1, rebel={"malaga": "city: Nat b"}, powers={"IT": 2}).node == "SUPPLY_MENU"


def test_C_19_A_39_the_Portuguese_may_stand_beside_the_enemy():
    where = {"badajoz": "city: PA b; field: PA b"}
    game = scene(stage="STRATEGIC", side="rebel", government=where, rebel={"burgos": "city: Nat b"}, powers={"PO": 3})
    assert {"badajoz", "caceres", "huelva", "pontevedra"} <= legal(game, "AREA")
    assert "madrid" not in legal(game, "AREA")
    act(game, "AREA", "badajoz")
    assert group(game, "rebel", "badajoz", "pool") == "Por d1"
    area = game.tables.places.areas.index("badajoz")
    assert value(game, "pool_in_city")[1][area] == 0


def test_C_20_5_4_2_b_the_Germans_bring_an_air_and_an_armour_AP():
    game = income("rebel", 1, 1, rebel={"cadiz": "city: Nat b"}, powers={"GE": 3})
    assert game.node == "LEGION_PORT"
    act(game, "AREA", "cadiz")
    assert group(game, "rebel", "cadiz", "pool") == "armour"
    assert value(game, "air_ready") == [0, 1]
    assert value(game, "ap_free")[1] == [10, 10, 10]  # the limit rises


@pytest.mark.parametrize(("port", "due"), [("malaga", ["GE", "IT", "PO"]), ("cadiz", ["GE", "PO"])])
def test_5_4_2_A_150_legions_due_together_come_in_this_order_and_one_without_a_place_never(port, due):
    game = income("rebel", 1, 1, 1, 1, rebel={port: "city: Nat b"}, powers={"GE": 3, "IT": 3, "PO": 3})
    came = []
    while game.node == "LEGION_PORT":
        came.append(Power(int(game.s["power"])).name)
        act(game, "AREA", port if port in legal(game, "AREA") else "badajoz")
    assert came == due
    assert value(game, "legion")[Power.IT] == (1 if "IT" in due else 2)


def test_A_135_an_area_without_room_is_no_place_for_a_legion():
    for others, comes in ((19, True), (20, False), (21, False)):
        rebel = {"malaga": f"pool: {others} Nat b; city: Car b"}  # the legion has four units
        game = income("rebel", 1, 1, rebel=rebel, powers={"IT": 3})
        assert said(game, EVENTS.LEGION_GONE, power=int(Power.IT)) != comes
        assert (game.node == "LEGION_PORT") == comes


def test_A_39_legions_come_in_the_Rebels_phase_only():
    game = income("government", rebel={"cadiz": "city: Nat b"}, powers={"GE": 3})
    assert game.node == "SUPPLY_MENU"


# -- factions that are not served (5.2.1) ----------------------------------------------------------------------

ALL = ("anarchist", "poum", "catalonia", "asturias", "basque", "santander")


def test_C_37_5_2_1_every_faction_that_could_be_served_costs_a_point():
    game = income(government={"madrid": "city: PA b"}, ep=(0, 0))
    done(game)
    assert value(game, "ps") == [44, 50]
    assert game.node == "LIFT_MENU"


def test_C_110_A_36_the_penalty_may_end_the_game_before_any_lift():
    game = income(ps=(5, 50))
    done(game)
    assert (game.node, game.winner) == ("OVER", "rebel")


def test_C_38_5_2_1_a_lost_capital_switches_its_faction_off():
    game = income(rebel={"bilbao": "city: Nat b"}, purged=ALL[:4] + ALL[5:], ep=(5, 0))
    done(game)
    assert value(game, "ps") == [50, 50]
    assert not said(game, EVENTS.UNSERVED)


def test_5_2_1_a_Rebel_in_the_country_does_not():
    game = income(rebel={"bilbao": "field: Nat b"}, purged=ALL[:4] + ALL[5:])
    done(game)
    assert value(game, "ps") == [49, 50]


def test_5_2_2_a_purged_faction_costs_nothing():
    game = income(purged=ALL)
    done(game)
    assert value(game, "ps") == [50, 50]


def test_A_52_a_faction_without_a_counter_costs_nothing():
    """POUM has brigades alone; of the Basques a division is left, which nobody allows now."""
    free = [5] * 29
    free[8] = free[13] = 0
    game = income(purged=("anarchist", "catalonia", "asturias", "santander"), counters_free=free)
    done(game)
    assert value(game, "ps") == [50, 50]


def test_5_2_1_an_EP_for_a_unit_serves_and_conversion_does_not():
    where = {"barcelona": "city: Cat b", "bilbao": "city: Bas b"}
    game = income(government=where, ep=(5, 0), powers={"BR": -1}, purged=("poum", "anarchist", "asturias", "santander"))
    act(game, "VERB", "build")
    act(game, "UNIT", "Cat b")
    act(game, "AREA", "barcelona")
    act(game, "VERB", "convert")
    act(game, "AREA", "bilbao")
    act(game, "UNIT", "Bas b")
    done(game)
    assert value(game, "ps") == [49, 50]
    assert said(game, EVENTS.UNSERVED, faction=4)


def test_5_2_1_the_Rebel_has_no_factions():
    game = income("rebel")
    done(game)
    assert value(game, "ps") == [50, 50]


# -- 15.4: blockade --------------------------------------------------------------------------------------------


def blockaded(powers: dict, *dice: int, side="rebel", **more):
    where = {side: {"cadiz" if side == "rebel" else "valencia": f"city: {'Nat' if side == 'rebel' else 'PA'} b"}}
    return income(side, *dice, blockade=True, powers=powers, **where, **more)


def test_15_4_neutral_naval_powers_enforce_it_weakly_against_both():
    game = blockaded({"GE": 1}, 4, 6, 5, 6)  # BR, FR, IT
    assert said(game, EVENTS.BLOCKADE_DIE, power=0, strong=0, die=6, lost=1)
    assert said(game, EVENTS.BLOCKADE_DIE, power=1, strong=0, die=5, lost=0)
    assert ep(game, 1) == 2


def test_15_4_a_power_does_not_enforce_it_against_whom_it_backs():
    game = blockaded({"IT": 1}, 4, 1, 1)
    assert game.node == "SUPPLY_MENU"


@pytest.mark.parametrize(("box", "die", "lost"), [(-3, 5, 1), (-3, 6, 2), (-2, 5, 0), (-2, 6, 1)])
def test_15_4_weakly_for_support_strongly_for_intervention(box, die, lost):
    game = blockaded({"GE": 1, "BR": box}, 4, die, 1, 1)
    assert ep(game, 1) == 4 - lost


def test_A_113_A_148_no_die_if_nothing_came_and_not_more_is_lost_than_came():
    assert blockaded({}).node == "SUPPLY_MENU"
    game = blockaded({"GE": 1, "BR": -3, "FR": -3}, 1, 6, 6, 6, ep=(0, 7))
    assert ep(game, 1) == 7


def test_C_107_A_113_AP_wait_for_the_blockade_and_the_owner_names_those_lost():
    game = blockaded({"USSR": -1, "BR": 3}, 1, 1, 1, 1, side="government", ep=(9, 0), purged=ALL)
    for ap in ("air", "armour"):
        act(game, "VERB", "buy_ap")
        act(game, "AP", ap)
        roll(game, 1)
        act(game, "YES")
    assert (game.node, value(game, "air_ready")) == ("SUPPLY_MENU", [0, 0])
    done(game)
    roll(game, 5, 3, 2)
    assert (game.node, legal(game, "AP")) == ("BLOCKADE_LOSE", {"air", "armour"})
    act(game, "AP", "air")
    assert game.node == "AP_PORT"
    act(game, "AREA", "valencia")
    assert group(game, "government", "valencia", "pool") == "armour"
    assert value(game, "ap_free")[0] == [10, 9, 10]
    assert (game.node, value(game, "ap_due")) == ("LIFT_MENU", [0, 0, 0])


def test_A_155_an_AP_that_waits_for_the_blockade_counts_against_the_limit():
    free = [[1, 1, 1], [10, 10, 10]]
    game = blockaded({"BR": -1}, 1, 1, side="government", ep=(9, 0), purged=ALL, ap_free=free)
    act(game, "VERB", "buy_ap")
    act(game, "AP", "air")
    roll(game, 1)
    act(game, "YES")
    act(game, "VERB", "buy_ap")
    assert refusal(game, "AP", "air") == "NO_AP_LEFT"
