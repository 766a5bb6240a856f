"""Rules 6.2 to 6.6 and 15.3, 15.5: building, changing units, asset points, forts, doctrine."""

import pytest
from support.arriba_scene import (
    act,
    area_code,
    class_of,
    done,
    group,
    groups,
    legal,
    may_pass,
    refusal,
    roll,
    said,
    scene,
    value,
)

from ctv_env import new_game
from ctv_env.games.arriba.model.codes import Power, Verb
from ctv_env.games.arriba.model.events import EVENTS

ALL = ("anarchist", "poum", "catalonia", "asturias", "basque", "santander")
MADRID = {"madrid": "city: PA b"}


def menu(side="government", ep=9, **more):
    """At the menu of purchases, with that many EP; no dice fall before it."""
    game = scene(stage="STRATEGIC", side=side, **({"purged": ALL} | more))
    assert game.node == "SUPPLY_MENU", game.node
    game.s["ep"][0 if side == "government" else 1] = ep
    return game


def classes(game) -> set[str]:
    """Units that can be built."""
    if "build" not in legal(game, "VERB"):
        return set()
    twin = game.clone()
    act(twin, "VERB", "build")
    return legal(twin, "UNIT")


def places(game, unit: str) -> set[str]:
    """Where one can be built."""
    twin = game.clone()
    act(twin, "VERB", "build")
    act(twin, "UNIT", unit)
    return legal(twin, "AREA")


def why_not_build(game, unit: str) -> str:
    twin = game.clone()
    act(twin, "VERB", "build")
    return refusal(twin, "UNIT", unit)


def build(game, unit: str, area: str) -> None:
    act(game, "VERB", "build")
    act(game, "UNIT", unit)
    act(game, "AREA", area)


def changes(game, verb: str, area: str) -> set[str]:
    """Units of an area that can be changed so."""
    twin = game.clone()
    if verb not in legal(twin, "VERB"):
        return set()
    act(twin, "VERB", verb)
    if area not in legal(twin, "AREA"):
        return set()
    act(twin, "AREA", area)
    return legal(twin, "UNIT")


def change(game, verb: str, area: str, unit: str) -> None:
    act(game, "VERB", verb)
    act(game, "AREA", area)
    act(game, "UNIT", unit)


# -- 6.2, 6.3, 6.6: new units ----------------------------------------------------------------------------------


def test_C_30_6_2_without_foreign_support_brigades_alone_are_built():
    game = menu(government=MADRID)
    assert classes(game) == {"PA b", "IB b"}
    assert why_not_build(game, "PA d1") == "NO_SUPPORTER"
    assert refusal(game, "VERB", "buy_ap") == "NO_SUPPORTER"
    assert changes(game, "convert", "madrid") == set()
    assert changes(game, "improve", "madrid") == {"PA b"}


def test_5_4_1_a_5_4_2_a_A_42_support_allows_one_step_and_intervention_two_step_divisions():
    support = {**MADRID, "burgos": "field: PA b"}
    assert {"PA d1", "IB d1"} <= classes(menu(government=support, powers={"BR": -1}))
    assert "PA d2" not in classes(menu(government=support, powers={"BR": -2}))
    assert "PA d2" in classes(menu(government=support, powers={"BR": -3}))


def test_6_2_cost_and_the_pool_of_the_city():
    game = menu(government=MADRID, powers={"BR": -3}, ep=7)
    build(game, "PA d2", "madrid")
    assert value(game, "ep")[0] == 3
    assert classes(game) == {"PA b", "IB b", "PA d1", "IB d1"}
    build(game, "PA d1", "madrid")
    build(game, "PA b", "madrid")
    assert value(game, "ep")[0] == 0
    assert groups(game, "government", "madrid") == {"city": "PA b", "pool": "PA b, PA d1, PA d2"}
    assert refusal(game, "VERB", "build") == "TOO_DEAR"


@pytest.mark.parametrize(("side", "kinds"), [("government", range(14)), ("rebel", range(14, 29))])
def test_6_2_a_side_builds_units_of_its_own_only(side, kinds):
    """Counters of the other side alone are free."""
    free = [0 if pair in kinds else 5 for pair in range(29)]
    where = {"government": {"madrid": "city: PA b"}, "rebel": {"burgos": "city: Nat b"}}
    game = menu(side, **where)
    assert "build" in legal(game, "VERB")
    game.s["counters_free"] = free
    assert refusal(game, "VERB", "build") == "NO_COUNTER"


def test_6_2_a_city_that_own_units_occupy():
    game = menu(government={**MADRID, "toledo": "field: PA b", "murcia": "city pool: PA b"})
    assert places(game, "PA b") == {"madrid", "murcia"}
    assert why_not_build(menu(government={"toledo": "field: PA b"}, purged=()), "PA b") == "NO_PLACE"


def test_6_3_no_remnants_and_none_that_is_not_fresh():
    game = menu(government=MADRID, powers={"BR": -3})
    assert why_not_build(game, "PA rem") == "NOT_BUILT"
    assert why_not_build(game, "PA b+") == "NOT_FRESH"
    assert why_not_build(game, "Nat b") == "OTHER_SIDE"


def test_A_46_a_counter_must_be_free_and_remnants_hold_that_of_a_two_step_division():
    game = menu(government={"madrid": "city: 3 PA rem; field: 3 PA d2"}, powers={"BR": -3})
    assert why_not_build(game, "PA d2") == "NO_COUNTER"


def test_C_32_6_6_two_EP_for_each_of_four_kinds():
    game = menu("rebel", 5, rebel={"cadiz": "city: Nat b"}, powers={"BR": 1})
    build(game, "Col b", "morocco")
    assert why_not_build(game, "Col d1") == "KIND_LIMIT"
    build(game, "Col b", "morocco")
    assert why_not_build(game, "Col b") == "KIND_LIMIT"
    assert changes(game, "convert", "morocco") == {"Col b"}
    change(game, "convert", "morocco", "Col b")
    assert group(game, "rebel", "morocco", "pool") == "Col b, Col d1"
    assert value(game, "ep")[1] == 2


def test_A_47_the_limit_is_of_one_turn():
    game = menu("rebel", rebel={"burgos": "city: Nat b"})
    build(game, "Col b", "morocco")
    done(game)
    assert value(game, "kind_ep") == [0] * 13


def test_6_6_A_43_A_43a_Colonials_in_Morocco_Carlists_in_Navarre_others_in_cities():
    game = menu("rebel", rebel={"burgos": "city: Nat b"}, government={"pamplona": "city: PA b"})
    assert places(game, "Col b") == {"morocco"}
    assert places(game, "Car b") == {"pamplona"}
    assert places(game, "Nat b") == {"burgos"}
    build(game, "Car b", "pamplona")
    assert value(game, "pool_in_city")[1][9] == 0


def test_6_6_factions_at_large_at_their_capitals():
    where = {"madrid": "city: PA b", "barcelona": "field: Cat b"}
    game = menu(government=where, purged=())
    assert [places(game, f"{kind} b") for kind in ("An", "POUM", "Cat")] == [{"barcelona"}] * 3
    assert [places(game, f"{kind} b") for kind in ("Ast", "Bas", "San")] == [{"oviedo"}, {"bilbao"}, {"santander"}]


LOST = dict.fromkeys(("barcelona", "oviedo", "bilbao", "santander"), "city: Nat b")


def test_6_6_A_181_a_faction_appears_at_large_though_the_Rebel_occupies_its_capital():
    game = menu(government=MADRID, rebel=LOST, purged=())
    assert [places(game, f"{kind} b") for kind in ("An", "POUM", "Cat")] == [{"barcelona"}] * 3
    assert [places(game, f"{kind} b") for kind in ("Ast", "Bas", "San")] == [{"oviedo"}, {"bilbao"}, {"santander"}]
    build(game, "Ast b", "oviedo")
    assert (value(game, "ep")[0], group(game, "government", "oviedo", "pool")) == (8, "Ast b")
    assert value(game, "pool_in_city")[0][area_code(game, "oviedo")] == 0


def test_11_1_3_A_181_what_is_raised_beside_a_lost_capital_is_out_of_supply():
    game = menu(government=MADRID, rebel={"oviedo": "city: Nat b"}, purged=(), powers={"BR": -1})
    build(game, "Ast b", "oviedo")
    assert changes(game, "convert", "oviedo") == changes(game, "improve", "oviedo") == set()


def test_5_2_1_A_181_what_is_spent_there_is_no_duty():
    """One EP spent on the Asturians, none on the Basques, and both capitals lost."""
    game = menu(government=MADRID, rebel={**LOST, "barcelona": "field: Nat b"}, purged=ALL[:3] + ALL[5:])
    build(game, "Ast b", "oviedo")
    done(game)
    assert value(game, "ps") == [50, 50]


@pytest.mark.parametrize("place", ["city", "field"])
def test_6_6_A_181_Carlists_appear_in_Navarre_whoever_occupies_Pamplona(place):
    game = menu("rebel", rebel={"burgos": "city: Nat b"}, government={"pamplona": f"{place}: PA b"})
    assert places(game, "Car b") == {"pamplona"}


def test_2_1_6_4_A_45_a_unit_that_keeps_a_city_alone_is_changed_where_it_stands():
    """Its pool stays in the city through every change: new units may come there, and the enemy may not."""
    changed = (("convert", "PA b", "PA d1"), ("improve", "PA b", "PA b+"), ("replenish", "PA rem", "PA d2"))
    for verb, unit, into in changed:
        game = menu(government={"cordoba": f"city pool: {unit}"}, powers={"BR": -3})
        change(game, verb, "cordoba", unit)
        assert group(game, "government", "cordoba", "pool") == into
        assert value(game, "pool_in_city")[0][area_code(game, "cordoba")] == 1, verb
        assert places(game, "PA b") == {"cordoba"}


def test_2_1_6_4_A_45_as_it_happens_in_the_first_turn():
    game = new_game("arriba", seed=1)
    for die in (1, 3, 3, 1, 6):
        game.step(die)
    malaga = game.tables.places.areas.index("malaga")
    assert game.record["pool_in_city"][0, malaga] == 1
    for segment, name in (("VERB", Verb.CONVERT), ("AREA", malaga)):  # the unit is the only one
        game.step(game.tables.actions.first(segment) + int(name))
    assert game.record["pool_unit"][0, malaga, 0] == class_of("PA d1")
    assert game.record["pool_in_city"][0, malaga] == 1


def test_2_1_6_4_A_45_a_unit_at_large_is_changed_at_large():
    """The pool began in the country before its side had a unit in the city."""
    game = menu(government={"cordoba": "pool: PA b; city: IB b"}, powers={"BR": -3})
    change(game, "convert", "cordoba", "PA b")
    assert value(game, "pool_in_city")[0][area_code(game, "cordoba")] == 0


def test_A_28_no_units_of_a_purged_faction():
    game = menu(government={"barcelona": "city: Cat b"}, purged={"poum", "catalonia"}, powers={"BR": -1})
    assert why_not_build(game, "POUM b") == "FACTION_PURGED"
    assert "An b" in classes(game)
    assert changes(game, "convert", "barcelona") == changes(game, "improve", "barcelona") == set()


def test_6_6_no_International_Brigades_on_the_first_turn():
    assert why_not_build(menu(government=MADRID, turn=1), "IB b") == "NOT_IN_FIRST_TURN"
    assert "IB b" in classes(menu(government=MADRID, turn=2))


def test_A_13_divisions_and_AP_may_be_had_on_the_first_turn():
    game = menu(government=PORT, powers={"BR": -1}, turn=1)
    assert {"PA d1", "Cat d1"} & classes(game) == {"PA d1"}
    assert types(game) == {"air", "armour", "artillery"}


def test_A_41_Italians_and_Portuguese_are_rebuilt_after_their_legion_has_come():
    where = {"malaga": "city: It d1", "burgos": "city: Nat b", "almeria": "city: Nat b"}
    game = menu("rebel", rebel=where, powers={"BR": 1}, legions={"IT"})
    assert places(game, "It b") == places(game, "It d1") == {"malaga", "almeria"}
    assert why_not_build(game, "Por d1") == "LEGION_NOT_HERE"
    game = menu("rebel", rebel=where, powers={"BR": 1}, legions={"PO"})
    assert why_not_build(game, "It b") == "LEGION_NOT_HERE"
    assert places(game, "Por d1") == {*("pontevedra", "orense", "zamora", "salamanca", "caceres", "badajoz", "huelva")}


def test_A_44_an_area_holds_24_units():
    game = menu(government={"madrid": "city: PA b; pool: 22 PA b", "murcia": "city: PA b"})
    build(game, "PA b", "madrid")
    assert places(game, "PA b") == {"murcia"}


# -- 6.3, 6.4: changes -----------------------------------------------------------------------------------------


def test_C_31_5_4_2_a_6_4_2_A_42_conversion_needs_the_same_support_as_building():
    game = menu("rebel", rebel={"burgos": "city: Nat b, Nat d1"}, powers={"BR": 1})
    assert changes(game, "convert", "burgos") == {"Nat b"}
    change(game, "convert", "burgos", "Nat b")
    assert value(game, "ep")[1] == 8
    game = menu("rebel", rebel={"burgos": "city: Nat b, Nat d1, Nat d2, Nat rem"}, powers={"BR": 3})
    assert changes(game, "convert", "burgos") == {"Nat b", "Nat d1"}
    change(game, "convert", "burgos", "Nat d1")
    assert value(game, "ep")[1] == 7


def test_6_4_2_a_counter_of_the_same_kind_and_size_must_be_free():
    game = menu(government={"madrid": "city: IB b, IB d1; field: IB d1"}, powers={"BR": -3})
    assert changes(game, "convert", "madrid") == set()


def test_A_46_the_substituted_counter_is_free_again():
    game = menu(government={"madrid": "city: 3 PA b"}, powers={"BR": -1})
    before = value(game, "counters_free")
    change(game, "convert", "madrid", "PA b")
    assert [a - b for a, b in zip(value(game, "counters_free"), before, strict=True)][:4] == [1, 0, -1, 0]


def test_A_49_a_unit_may_be_converted_more_than_once():
    game = menu(government=MADRID, powers={"BR": -3})
    change(game, "convert", "madrid", "PA b")
    change(game, "convert", "madrid", "PA d1")
    assert group(game, "government", "madrid", "city") == "PA d2"
    assert value(game, "ep")[0] == 6


def test_C_33_6_3_A_42_A_49_a_disrupted_remnant_becomes_a_disrupted_two_step_division():
    game = menu(government={"madrid": "city: PA rem!"})
    assert changes(game, "replenish", "madrid") == {"PA rem!"}
    change(game, "replenish", "madrid", "PA rem!")
    assert group(game, "government", "madrid", "city") == "PA d2!"
    assert value(game, "ep")[0] == 7


def test_C_34_6_4_1_a_brigade_loses_its_improvement_when_converted():
    game = menu(government={"madrid": "city: PA b+!"}, powers={"BR": -1})
    assert value(game, "improved_free") == 13
    change(game, "convert", "madrid", "PA b+!")
    assert group(game, "government", "madrid", "city") == "PA d1!"
    assert value(game, "improved_free") == 14


def test_C_35_A_48_a_division_keeps_it():
    game = menu(government={"madrid": "city: PA d1+"}, powers={"BR": -3})
    change(game, "convert", "madrid", "PA d1+")
    assert group(game, "government", "madrid", "city") == "PA d2+"
    assert (value(game, "ep")[0], value(game, "improved_free")) == (7, 13)


def test_6_4_1_A_03_improvement_once_and_not_of_remnants():
    game = menu(government={"madrid": "city: PA b, PA b+, PA rem"})
    assert changes(game, "improve", "madrid") == {"PA b"}
    change(game, "improve", "madrid", "PA b")
    assert group(game, "government", "madrid", "city") == "2 PA b+, PA rem"
    assert (value(game, "ep")[0], value(game, "improved_free")) == (8, 12)


def test_A_48_a_marker_must_be_free():
    game = menu(government={"madrid": "city: PA b, PA rem"}, improved_free=0)
    assert changes(game, "improve", "madrid") == set()
    assert changes(game, "replenish", "madrid") == {"PA rem"}


def test_C_36_6_4_11_1_2_nothing_changes_out_of_supply():
    where = {"toledo": "field: PA b, PA rem", "madrid": "city: PA b"}
    rebels = {"toledo": "city: Nat b", "avila": "city: Nat b"}
    regions = ("old_castile", "extremadura", "new_castile", "leon")
    held = {region: "rebel" for region in regions}
    game = menu(government=where, rebel=rebels, turn=2, powers={"BR": -3}, control=held)
    for verb in ("improve", "convert", "replenish"):
        assert changes(game, verb, "toledo") == changes(game, verb, "madrid") == set()


def test_6_4_1_A_48_units_in_Morocco_are_in_supply():
    game = menu("rebel", rebel={"morocco": "pool: Col b"})
    assert changes(game, "improve", "morocco") == {"Col b"}


def test_A_118_the_unit_of_the_pool_is_changed_first_then_at_large_then_the_city():
    game = menu(government={"madrid": "city: PA b; field: PA b; pool: PA b"})
    change(game, "improve", "madrid", "PA b")
    assert groups(game, "government", "madrid") == {"city": "PA b", "1": "PA b", "pool": "PA b+"}
    change(game, "improve", "madrid", "PA b")
    assert groups(game, "government", "madrid") == {"city": "PA b", "1": "PA b+", "pool": "PA b+"}


def test_A_145_Italians_are_converted_like_others():
    game = menu("rebel", rebel={"malaga": "city: It b"}, powers={"BR": 1})
    assert changes(game, "convert", "malaga") == {"It b"}


# -- 6.5: asset points -----------------------------------------------------------------------------------------


def buy(game, ap: str, die: int) -> None:
    act(game, "VERB", "buy_ap")
    act(game, "AP", ap)
    roll(game, die)


def types(game) -> set[str]:
    if "buy_ap" not in legal(game, "VERB"):
        return set()
    twin = game.clone()
    act(twin, "VERB", "buy_ap")
    return legal(twin, "AP")


PORT = {"valencia": "city: PA b"}


def test_C_28_6_5_a_type_is_bought_until_a_price_is_too_high():
    game = menu(government=PORT, powers={"BR": -1}, ep=4)
    buy(game, "air", 3)
    act(game, "YES")
    assert (value(game, "air_ready"), value(game, "ep")[0]) == ([1, 0], 1)
    assert said(game, EVENTS.PRICE_DIE, side=0, ap=0, price=3, affordable=1)
    buy(game, "air", 2)
    assert said(game, EVENTS.PRICE_DIE, side=0, ap=0, price=2, affordable=0)
    assert refusal(game, "YES") == "TOO_DEAR"
    assert may_pass(game)
    done(game)
    assert types(game) == {"armour", "artillery"}
    buy(game, "armour", 1)
    act(game, "YES")
    act(game, "AREA", "valencia")
    assert group(game, "government", "valencia", "pool") == "armour"
    assert value(game, "ap_free")[0] == [9, 9, 10]
    assert (value(game, "ep")[0], refusal(game, "VERB", "buy_ap")) == (0, "TOO_DEAR")


def test_C_29_6_5_a_refused_price_closes_the_type_for_the_turn():
    game = menu("rebel", 6, rebel={"cadiz": "city: Nat b"}, powers={"BR": 1})
    buy(game, "artillery", 6)
    done(game)
    assert value(game, "ep")[1] == 6
    assert types(game) == {"air", "armour"}
    act(game, "VERB", "buy_ap")
    assert refusal(game, "AP", "artillery") == "AP_CLOSED"
    act(game, "AP", "air")
    roll(game, 6)
    act(game, "YES")
    done(game)
    assert value(game, "ap_closed") == [0, 0, 0]


def test_6_5_6_7_3_a_port_is_needed_even_for_air():
    game = menu(government=MADRID, powers={"BR": -1})
    assert refusal(game, "VERB", "buy_ap") == "NO_PORT_OF_YOURS"


def test_A_50_the_limit_of_AP():
    game = menu(government=PORT, powers={"BR": -1}, ap_free=[[0, 1, 1], [9, 9, 9]])
    assert types(game) == {"armour", "artillery"}


def test_A_131_a_type_is_declared_with_an_EP_at_least():
    assert types(menu(government=PORT, powers={"BR": -1}, ep=1)) == {"air", "armour", "artillery"}
    assert types(menu(government=PORT, powers={"BR": -1}, ep=0)) == set()


def test_5_4_A_33_what_a_power_allows_goes_by_its_box_at_the_moment():
    game = menu(government=PORT, powers={"BR": -1})
    assert "PA d1" in classes(game)
    assert types(game) == {"air", "armour", "artillery"}
    game.s["power_at"][Power.BR] = 0
    assert classes(game) == {"PA b", "IB b"}
    assert types(game) == set()


def test_C_22_6_7_the_example_of_a_whole_phase():
    held = {"bilbao": "city: 3 Bas b", "madrid": "city: PA d1"}
    rebels = {"oviedo": "city: Nat b", "santander": "city: Nat b"}
    game = scene(
        stage="STRATEGIC",
        government={**held, "barcelona": "city: Cat b; pool: 8 An b, 2 An d1"},
        rebel=rebels,
        powers={"USSR": -3},
        lost_cf_before=(12, 0),
        ps=(35, 50),
        purged={"poum"},
    )
    roll(game, 3, 4)
    buy(game, "air", 3)
    act(game, "YES")
    change(game, "convert", "madrid", "PA d1")
    build(game, "Cat b", "barcelona")
    assert value(game, "ep")[0] == 6
    done(game)
    assert value(game, "ps") == [34, 50]
    assert value(game, "air_ready") == [1, 0]


# -- 15.3, 15.5 ------------------------------------------------------------------------------------------------


def test_15_3_a_fort_costs_2_in_a_city_that_own_units_occupy():
    game = menu(government={"madrid": "city: PA b", "toledo": "field: PA b"}, forts=True, ep=3)
    act(game, "VERB", "fortify")
    assert legal(game, "AREA") == {"madrid"}
    act(game, "AREA", "madrid")
    assert (value(game, "ep")[0], value(game, "forts_free")) == (1, 7)
    assert value(game, "fort")[game.tables.places.areas.index("madrid")] == 0
    game.s["ep"][0] = 5
    assert refusal(game, "VERB", "fortify") == "NO_CITY_FOR_FORT"  # one in a city


@pytest.mark.parametrize(("more", "why"), [({}, "OPTION_OFF"), ({"forts": True, "ep": 1}, "TOO_DEAR")])
def test_15_3_no_fort_without_the_option_or_the_EP(more, why):
    assert refusal(menu(government=MADRID, **more), "VERB", "fortify") == why


def test_A_112_eight_forts_in_all():
    game = menu(government=MADRID, forts=True, forts_free=0)
    assert refusal(game, "VERB", "fortify") == "NO_CITY_FOR_FORT"


def test_15_5_a_new_doctrine_is_offered_when_its_time_has_come():
    assert refusal(menu(government=MADRID), "VERB", "doctrine") == "OPTION_OFF"
    game = menu(government=MADRID, doctrine_until=(5, 4), turn=4, doctrine=True)
    assert refusal(game, "VERB", "doctrine") == "NO_NEW_DOCTRINE"
