"""Rule 6.7: transport by air and sea, with the worked cases C-41 to C-45."""

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
    said,
    scene,
    value,
)

from ctv_env.games.arriba.model.codes import NO_UNIT
from ctv_env.games.arriba.model.events import EVENTS

ALL = ("anarchist", "poum", "catalonia", "asturias", "basque", "santander")


def lifting(side="government", **more):
    """At the menu of lifts, purchases over."""
    game = scene(stage="STRATEGIC", side=side, purged=ALL, **more)
    assert game.node == "SUPPLY_MENU", game.node
    done(game)
    assert game.node == "LIFT_MENU"
    return game


def ways(game, verb: str, start: str) -> set[str]:
    """Where a lift from there can lead."""
    twin = game.clone()
    if verb not in legal(twin, "VERB"):
        return set()
    act(twin, "VERB", verb)
    if start not in legal(twin, "AREA"):
        return set()
    act(twin, "AREA", start)
    return legal(twin, "AREA")


def lift(game, verb: str, start: str, goal: str, unit: str) -> None:
    act(game, "VERB", verb)
    act(game, "AREA", start, goal)
    act(game, "UNIT", unit)


def test_C_41_6_7_1_6_7_2_A_40_from_Africa_by_air_and_by_the_lift_between_ports():
    game = lifting("rebel", rebel={"cadiz": "city: Nat b", "morocco": "pool: Col b, Col d1"})
    assert legal(game, "VERB") == {"air_lift", "sea_lift"}
    assert refusal(game, "VERB", "africa_lift") == "LIFT_EMPTY"
    act(game, "VERB", "air_lift")
    assert legal(game, "AREA") == {"morocco"}
    act(game, "AREA", "morocco", "cadiz")
    assert legal(game, "UNIT") == {"Col b"}  # brigades alone
    act(game, "UNIT", "Col b")
    assert refusal(game, "VERB", "air_lift") == "LIFT_USED"
    lift(game, "sea_lift", "morocco", "cadiz", "Col d1")
    assert group(game, "rebel", "cadiz", "pool") == "Col b, Col d1"
    assert value(game, "pool_in_city")[1][game.tables.places.areas.index("cadiz")] == 1
    done(game)
    assert value(game, "lifts_used") == [0, 0, 0]


def test_6_7_2_the_lift_from_Africa_leads_to_Mediterranean_ports():
    game = lifting("rebel", rebel={"malaga": "city: Nat b", "cadiz": "city: Nat b", "morocco": "pool: Col d1"})
    assert ways(game, "africa_lift", "morocco") == {"malaga"}
    assert ways(game, "sea_lift", "morocco") == {"malaga", "cadiz"}
    assert ways(game, "africa_lift", "malaga") == set()


def test_6_7_2_6_4_A_45_a_port_that_a_converted_unit_holds_alone_is_a_port_still():
    rebel = {"cadiz": "city pool: Nat b", "morocco": "pool: Col b"}
    game = scene(stage="STRATEGIC", side="rebel", rebel=rebel, powers={"BR": 1}, ep=(0, 1))
    act(game, "VERB", "convert")
    act(game, "AREA", "cadiz")
    act(game, "UNIT", "Nat b")
    done(game)
    assert ways(game, "sea_lift", "morocco") == {"cadiz"}


def test_8_2_1_nothing_returns_to_Africa():
    game = lifting("rebel", rebel={"malaga": "city: Nat b", "morocco": "pool: Col b"})
    for verb in ("air_lift", "sea_lift"):
        assert "morocco" not in ways(game, verb, "malaga")


def test_C_42_14_2_d_the_Rebels_lifts_are_doubled_on_the_first_turn():
    rebel = {"cadiz": "city: Nat b", "seville": "city: Nat b", "morocco": "pool: 6 Col b"}
    game = scene(stage="EVENTS", turn=0, rebel=rebel)
    assert value(game, "lift_factor") == [1, 2]
    game = lifting("rebel", rebel=rebel, turn=1, lift_factor=(1, 2))
    for verb in ("air_lift", "air_lift", "sea_lift", "sea_lift"):
        lift(game, verb, "morocco", "cadiz", "Col b")
    assert legal(game, "VERB") == set()
    assert group(game, "rebel", "morocco", "pool") == "2 Col b"


def test_14_2_d_A_14_each_of_the_doubled_lifts_has_ends_of_its_own():
    cities = {city: "city: Nat b" for city in ("cadiz", "malaga", "seville")}
    game = lifting("rebel", rebel=cities | {"morocco": "pool: 6 Col b"}, turn=1, lift_factor=(1, 2))
    for verb, goals in (
        ("air_lift", ("seville", "cadiz")),
        ("africa_lift", ("malaga", "malaga")),
        ("sea_lift", ("cadiz", "malaga")),
    ):
        for goal in goals:
            lift(game, verb, "morocco", goal, "Col b")
        assert refusal(game, "VERB", verb) == "LIFT_USED"
    landed = {city: group(game, "rebel", city, "pool") for city in cities}
    assert landed == {"cadiz": "2 Col b", "malaga": "3 Col b", "seville": "Col b"}


def test_4_1_an_event_may_stop_the_lifts():
    game = lifting("rebel", rebel={"cadiz": "city: Nat b", "morocco": "pool: Col b"}, lift_factor=(1, 0))
    assert refusal(game, "VERB", "air_lift") == "LIFT_USED"


def test_6_7_1_by_air_between_any_two_cities_of_the_Rebel():
    where = {"burgos": "city: Nat b", "leon": "city: Nat d1", "toledo": "field: Nat b"}
    game = lifting("rebel", rebel=where)
    assert ways(game, "air_lift", "burgos") == {"leon"}
    assert ways(game, "air_lift", "leon") == set()  # a division
    assert ways(game, "air_lift", "toledo") == set()  # not in the city


def test_6_7_1_6_7_2_the_Government_has_no_air_lift_and_one_lift_by_sea():
    game = lifting(government={"barcelona": "city: PA b", "valencia": "city: PA b"})
    assert legal(game, "VERB") == {"sea_lift"}
    lift(game, "sea_lift", "barcelona", "valencia", "PA b")
    assert refusal(game, "VERB", "sea_lift") == "LIFT_USED"


def test_C_43_8_2_2_A_64_Gobernitos_keep_to_their_regions():
    ports = ("tarragona", "castellon", "valencia", "alicante", "murcia", "almeria", "malaga")
    where = {port: "city: PA b" for port in ports} | {"barcelona": "city: Cat b"}
    game = lifting(government=where)
    assert ways(game, "sea_lift", "barcelona") == {"tarragona", "castellon", "valencia", "alicante"}
    act(game, "VERB", "sea_lift")
    act(game, "AREA", "valencia", "murcia")
    assert legal(game, "UNIT") == {"PA b"}


def test_C_44_6_7_2_the_Government_lifts_between_Mediterranean_ports():
    where = {"bilbao": "city: PA b", "valencia": "city: PA b", "alicante": "city: PA d1", "murcia": "city: IB b!"}
    game = lifting(government=where)
    assert ways(game, "sea_lift", "bilbao") == set()
    assert ways(game, "sea_lift", "valencia") == {"alicante", "murcia"}
    assert ways(game, "sea_lift", "alicante") == set()  # brigades alone
    assert ways(game, "sea_lift", "murcia") == {"valencia", "alicante"}  # a disrupted one too


def test_C_45_A_54_A_125_any_number_of_AP_go_with_the_lift_between_ports():
    game = lifting("rebel", rebel={"cadiz": "city: Nat d1, 2 armour", "malaga": "city: Nat b"})
    lift(game, "sea_lift", "cadiz", "malaga", "Nat d1")
    assert (game.node, legal(game, "AP"), may_pass(game)) == ("LIFT_AP", {"armour"}, True)
    act(game, "AP", "armour", "armour")
    assert legal(game, "AP") == set()
    assert group(game, "rebel", "cadiz", "city") == "Nat d1, 2 armour"  # they go when all is named
    done(game)
    assert groups(game, "rebel", "malaga") == {"city": "Nat b", "pool": "Nat d1, 2 armour"}
    assert groups(game, "rebel", "cadiz") == {}


def test_A_54_AP_alone_use_up_the_lift():
    game = lifting("rebel", rebel={"cadiz": "city: Nat d1; city pool: artillery", "malaga": "city: Nat b"})
    act(game, "VERB", "sea_lift")
    act(game, "AREA", "cadiz", "malaga")
    done(game)
    assert (game.node, may_pass(game)) == ("LIFT_AP", False)
    act(game, "AP", "artillery")
    done(game)
    assert groups(game, "rebel", "malaga") == {"city": "Nat b", "pool": "artillery"}
    assert groups(game, "rebel", "cadiz") == {"city": "Nat d1"}
    assert refusal(game, "VERB", "sea_lift") == "LIFT_USED"


def test_A_54_no_AP_by_air_and_none_at_large():
    where = {"cadiz": "city: Nat b, armour; field: artillery", "malaga": "city: Nat b"}
    game = lifting("rebel", rebel=where)
    lift(game, "air_lift", "cadiz", "malaga", "Nat b")
    assert game.node == "LIFT_MENU"
    assert groups(game, "rebel", "cadiz") == {"1": "armour", "2": "artillery"}
    game = lifting("rebel", rebel=where)
    lift(game, "sea_lift", "cadiz", "malaga", "Nat b")
    assert legal(game, "AP") == {"armour"}


def test_A_53_A_118_units_just_built_are_lifted_those_of_the_pool_first():
    game = lifting(government={"valencia": "city: PA b; city pool: PA b", "alicante": "city: PA b"})
    lift(game, "sea_lift", "valencia", "alicante", "PA b")
    assert groups(game, "government", "valencia") == {"city": "PA b"}


def test_A_55_a_lift_that_empties_a_city_leaves_it_at_once():
    game = lifting("rebel", rebel={"cadiz": "city: Nat b", "malaga": "city: Nat b"})
    lift(game, "air_lift", "cadiz", "malaga", "Nat b")
    assert legal(game, "VERB") == set()  # nothing is left in Cadiz, and nowhere to go to from Malaga


@pytest.mark.parametrize(("units", "goals"), [(22, {"alicante", "murcia"}), (23, {"murcia"})])
def test_A_44_a_lift_needs_room(units, goals):
    where = {"valencia": "city: IB b", "alicante": f"city: PA b; pool: {units} PA b", "murcia": "city: PA b"}
    assert ways(lifting(government=where), "sea_lift", "valencia") == goals


def test_6_7_A_118_what_leaves_and_what_lands_is_logged_and_leaves_nothing_behind():
    ports = {"cadiz": "city: Nat d1, armour; city pool: armour, artillery", "malaga": "city: Nat b"}
    game = lifting("rebel", rebel=ports)
    start, goal = area_code(game, "cadiz"), area_code(game, "malaga")
    twin = game.clone()
    lift(game, "sea_lift", "cadiz", "malaga", "Nat d1")
    act(game, "AP", "armour", "armour")
    done(game)
    assert said(
        game, EVENTS.LIFTED, side=1, lift=2, start=start, goal=goal, unit=class_of("Nat d1"), armour=2, artillery=0
    )
    assert groups(game, "rebel", "cadiz") == {"pool": "artillery"}
    assert value(game, "pool_in_city")[1][start] == 0
    act(twin, "VERB", "sea_lift")
    act(twin, "AREA", "cadiz", "malaga")
    done(twin)
    act(twin, "AP", "armour")
    done(twin)
    assert said(twin, EVENTS.LIFTED, unit=NO_UNIT, armour=1, artillery=0)
    assert groups(twin, "rebel", "cadiz") == {"city": "Nat d1, armour", "pool": "artillery"}, "that of the pool"
    for one in (game, twin):
        left = [value(one, name) for name in ("verb", "unit", "lift_from", "lift_to", "lift_armour", "lift_artillery")]
        assert left == [-1, -1, -1, -1, 0, 0]
