"""Rule 7: the Organisation Phase and stacking, with the worked cases C-46 to C-49 and C-103."""

import pytest
from support.arriba_scene import act, area_code, done, groups, in_hand, legal, may_pass, refusal, scene, value


def organising(area: str, side="government", **more):
    """At FORM in an area of ``side``."""
    game = scene(stage="ORGANISATION", side=side, **more)
    act(game, "AREA", area)
    assert game.node == "FORM"
    return game


def form(game, *pieces: str, post: str | None = None) -> None:
    """Units and AP join the battlegroup; with ``post`` it is closed and stands there."""
    for piece in pieces:
        act(game, "AP" if piece in ("armour", "artillery") else "UNIT", piece)
    if post:
        done(game)
        act(game, "POST", post)


# -- 7.1: areas ------------------------------------------------------------------------------------------------


def test_7_1_A_56_all_of_an_area_is_put_together_and_each_area_is_named_once():
    where = {"madrid": "city: 2 PA b; field: PA b!, armour; pool: IB b", "toledo": "field: PA b"}
    game = organising("madrid", government=where)
    assert groups(game, "government", "madrid") == {"pool": "2 PA b, PA b!, IB b, armour"}
    form(game, "PA b", "PA b!", "IB b", post="city")
    form(game, "PA b", "armour", post="country")
    assert groups(game, "government", "madrid") == {"city": "PA b, PA b!, IB b", "1": "PA b, armour"}
    assert (game.node, refusal(game, "AREA", "madrid")) == ("ORGANISE", "ORGANISED_BEFORE")
    done(game)
    assert value(game, "organised") == [0] * 47


def test_6_2_A_56_every_pool_must_be_formed():
    game = scene(stage="ORGANISATION", government={"madrid": "city: PA b", "murcia": "pool: PA b"})
    assert legal(game, "AREA") == {"madrid", "murcia"}
    assert not may_pass(game)
    assert refusal(game, "DONE") == "POOLS_LEFT"
    act(game, "AREA", "murcia")
    form(game, "PA b", post="country")
    assert may_pass(game)
    assert groups(game, "government", "madrid") == {"city": "PA b"}  # not named: as it was


def test_C_103_A_56_nothing_is_formed_in_Morocco():
    game = scene(stage="ORGANISATION", side="rebel", rebel={"morocco": "pool: Col b"})
    assert legal(game, "AREA") == set()
    assert may_pass(game)
    assert refusal(game, "AREA", "morocco") == "NOBODY_TO_ORGANISE"


def test_3_0_d_each_player_organises_his_own():
    where = {"government": {"madrid": "city: PA b"}, "rebel": {"burgos": "city: Nat b"}}
    game = scene(stage="ORGANISATION", **where)
    assert (game.to_move, legal(game, "AREA")) == ("government", {"madrid"})
    done(game)
    assert (game.to_move, legal(game, "AREA")) == ("rebel", {"burgos"})


def test_A_59_organisation_needs_no_supply_and_puts_disrupted_and_fresh_units_together():
    regions = ("new_castile", "old_castile", "extremadura")
    game = organising(
        "toledo",
        government={"toledo": "field: PA b!; field: PA b"},
        rebel={"toledo": "city: Nat b"},
        control={region: "rebel" for region in regions},
    )
    form(game, "PA b!", "PA b", post="country")
    assert groups(game, "government", "toledo") == {"1": "PA b, PA b!"}


def test_A_152_while_an_area_is_organised_its_units_stand_in_no_city():
    game = organising("madrid", government={"madrid": "city: PA b; city pool: IB b"})
    assert value(game, "pool_in_city")[0][area_code(game, "madrid")] == 0
    form(game, "PA b", post="city")
    assert groups(game, "government", "madrid") == {"city": "PA b", "pool": "IB b"}


# -- 7.1.1: what a battlegroup is made of ----------------------------------------------------------------------


def test_C_46_7_1_1_A_57_militias_and_armies_do_not_mix_Gobernitos_do_with_either():
    where = {"barcelona": "pool: PA b, 2 Cat b, 2 An b, POUM b, IB b"}
    game = organising("barcelona", government=where)
    form(game, "An b")
    assert legal(game, "UNIT") == {"An b", "POUM b", "Cat b"}
    assert refusal(game, "UNIT", "PA b") == refusal(game, "UNIT", "IB b") == "MAY_NOT_MIX"
    form(game, "An b", "POUM b", post="country")
    form(game, "Cat b", "PA b")
    assert legal(game, "UNIT") == {"Cat b", "IB b"}
    form(game, "Cat b", post="country")
    other = organising("barcelona", government=where)
    form(other, "An b", "Cat b", "POUM b")
    assert in_hand(other) == "An b, POUM b, Cat b"


def test_C_47_7_1_1_Italians_stand_alone_and_the_Rebel_forms_four_units():
    game = organising("malaga", "rebel", rebel={"malaga": "pool: 4 Nat d1, Car b, It d1, Col b"})
    form(game, "Nat d1")
    assert refusal(game, "UNIT", "It d1") == "MAY_NOT_MIX"
    form(game, "Nat d1", "Nat d1", "Car b")
    assert refusal(game, "UNIT", "Col b") == "GROUP_FULL"
    done(game)
    act(game, "POST", "country")
    form(game, "It d1")
    assert legal(game, "UNIT") == set()


def test_7_1_1_the_Government_forms_three_units():
    game = organising("madrid", government={"madrid": "pool: 4 PA b"})
    form(game, "PA b", "PA b", "PA b")
    assert refusal(game, "UNIT", "PA b") == "GROUP_FULL"


def test_7_1_1_any_number_of_AP():
    game = organising("madrid", government={"madrid": "pool: PA b, 3 armour, 2 artillery"})
    form(game, "PA b", *["armour"] * 3, *["artillery"] * 2, post="city")
    assert groups(game, "government", "madrid") == {"city": "PA b, 3 armour, 2 artillery"}


def test_A_56_AP_alone_are_a_battlegroup_when_no_unit_is_left():
    game = organising("madrid", government={"madrid": "pool: PA b, 2 armour"})
    assert refusal(game, "DONE") == "NOT_A_GROUP"
    form(game, "armour")
    assert refusal(game, "DONE") == "NOT_A_GROUP"  # a unit is left
    form(game, "PA b", post="city")
    form(game, "armour")
    done(game)
    assert legal(game, "POST") == {"country"}
    assert refusal(game, "POST", "city") == "CITY_TAKEN"


# -- 7.2: city and country -------------------------------------------------------------------------------------


def test_C_48_7_2_one_battlegroup_in_a_city():
    game = organising("madrid", government={"madrid": "pool: 2 PA b"})
    form(game, "PA b", post="city")
    form(game, "PA b")
    done(game)
    assert legal(game, "POST") == {"country"}
    assert refusal(game, "POST", "city") == "CITY_TAKEN"


def test_A_58_the_city_of_AP_alone():
    game = organising("madrid", government={"madrid": "pool: PA b; field: armour"})
    form(game, "PA b", post="country")
    form(game, "armour")
    done(game)
    assert legal(game, "POST") == {"country"}


@pytest.mark.parametrize("holders", ["city: Ast b", "city pool: Ast b"])
def test_C_49_A_58_no_posting_in_a_city_that_the_enemy_holds(holders):
    game = organising("oviedo", "rebel", government={"oviedo": holders}, rebel={"oviedo": "pool: Nat b"})
    form(game, "Nat b")
    done(game)
    assert legal(game, "POST") == {"country"}


def test_A_112_a_city_that_units_enter_loses_its_enemy_fort():
    fort = [3] * 47
    game = scene(stage="ORGANISATION", government={"madrid": "pool: PA b"}, fort=fort, forts_free=7)
    game.s["fort"][game.tables.places.areas.index("madrid")] = 1
    act(game, "AREA", "madrid")
    form(game, "PA b", post="city")
    assert (value(game, "fort"), value(game, "forts_free")) == ([3] * 47, 8)


# -- the rest must fit ---------------------------------------------------------------------


ENEMY_CITY = {"barcelona": "city: Nat b"}


def test_A_44_a_battlegroup_is_not_closed_if_the_rest_would_not_fit():
    """24 units, a city that the enemy holds: 11 places at large, for three units each at most."""
    where = {"madrid": "pool: 24 PA b"}
    game = organising("madrid", government=where, rebel={"madrid": "city: Nat b"})
    for _ in range(4):
        form(game, "PA b", post="country")  # 20 are left for 7 places
    form(game, "PA b")
    assert refusal(game, "DONE") == "REST_WOULD_NOT_FIT"  # 19 need 7 of 6 places
    form(game, "PA b", "PA b", post="country")
    assert game.node == "FORM"


def test_A_126_a_unit_that_would_leave_too_many_groups_is_not_offered():
    """Two places: militias and armies need one each, and Gobernitos must not take the wrong seats."""
    where = {"barcelona": "pool: 3 An b, 3 PA b"}
    game = organising("barcelona", government=where, rebel=ENEMY_CITY)
    game.s["at_large"][0, 13] = 9  # as if nine were formed
    assert legal(game, "UNIT") == {"An b", "PA b"}
    form(game, "An b", "An b")
    assert refusal(game, "DONE") == "REST_WOULD_NOT_FIT"
    form(game, "An b")
    assert may_pass(game)
    where = {"barcelona": "pool: 3 An b, 2 PA b, Cat b"}
    game = organising("barcelona", government=where, rebel=ENEMY_CITY)
    game.s["at_large"][0, 13] = 9
    form(game, "An b", "An b")
    assert refusal(game, "UNIT", "Cat b") == "REST_WOULD_NOT_FIT"  # the third militia would need a group of its own


def test_A_126_a_seat_among_armies_is_none_for_a_militia():
    """Two places: beside PA b the rest would need one for An b, and one for the other armies."""
    game = organising("barcelona", government={"barcelona": "pool: An b, 2 Cat b, 3 PA b"}, rebel=ENEMY_CITY)
    game.s["at_large"][0, 13] = 9
    form(game, "Cat b")
    assert refusal(game, "UNIT", "PA b") == "REST_WOULD_NOT_FIT"
    form(game, "An b")
    assert legal(game, "UNIT") == {"Cat b"}


def test_A_127_the_last_place_at_large_is_kept_for_AP_where_the_enemy_has_the_city():
    game = organising("barcelona", government={"barcelona": "pool: PA b, armour"}, rebel=ENEMY_CITY)
    game.s["at_large"][0, 13] = 10
    assert refusal(game, "UNIT", "PA b") == "REST_WOULD_NOT_FIT"
    form(game, "armour", "PA b")
    assert may_pass(game)


def test_A_127_AP_alone_keep_a_place_at_large():
    where = {"barcelona": "pool: PA b, armour"}
    game = organising("barcelona", government=where)
    game.s["at_large"][0, 13] = 10
    form(game, "PA b")
    done(game)
    assert legal(game, "POST") == {"city"}
    assert refusal(game, "POST", "country") == "NO_PLACE_AT_LARGE"


def test_A_127_no_place_at_large_is_left():
    game = organising("barcelona", government={"barcelona": "pool: PA b"})
    game.s["at_large"][0, 13] = 11
    form(game, "PA b")
    done(game)
    assert legal(game, "POST") == {"city"}


@pytest.mark.parametrize(
    ("formed", "pool", "posts"),
    [
        (9, "PA b, armour", {"city", "country"}),  # the armour has the eleventh place
        (10, "PA b", {"city", "country"}),
        (10, "2 PA b", {"city", "country"}),  # the other unit can have the city
        (10, "PA b, armour", {"city"}),
        (11, "PA b", {"city"}),
    ],
)
def test_A_44_A_127_the_last_place_at_large_is_for_whoever_needs_it(formed, pool, posts):
    game = organising("barcelona", government={"barcelona": f"pool: {pool}"})
    game.s["at_large"][0, area_code(game, "barcelona")] = formed
    form(game, "PA b")
    done(game)
    assert legal(game, "POST") == posts


@pytest.mark.parametrize(
    ("pool", "formed", "closes"),
    [
        ("It b, 4 Nat b", 4, True),
        ("It b, 4 Nat b", 3, False),
        ("4 It b, Nat b", 1, True),
        ("4 It b, 2 Nat b", 1, False),
    ],
)
def test_A_126_the_rest_of_Italians_and_others_needs_a_place_for_each(pool, formed, closes):
    """Two places, for four units each; the enemy holds the city."""
    game = organising("malaga", "rebel", rebel={"malaga": f"pool: {pool}"}, government={"malaga": "city: PA b"})
    game.s["at_large"][1, area_code(game, "malaga")] = 9
    form(game, *["Nat b"] * formed)
    assert may_pass(game) == closes
    assert closes or refusal(game, "DONE") == "REST_WOULD_NOT_FIT"


# -- order ----------------------------------------------------------------------------------------------


def test_A_122_battlegroups_at_large_are_sorted_however_they_were_formed():
    where = {"madrid": "pool: 2 PA b, IB b, PA d1, 2 armour, artillery"}
    one, other = (organising("madrid", government=where) for _ in range(2))
    parts = (("PA b",), ("PA b", "armour"), ("IB b",), ("PA d1", "armour"), ("artillery",))
    for game, order in ((one, parts), (other, (parts[3], parts[1], parts[0], parts[2], parts[4]))):
        for part in order:
            form(game, *part, post="country")
    assert list(groups(one, "government", "madrid").values()) == [
        *("PA b, armour", "PA b", "PA d1, armour", "IB b", "artillery")
    ]
    assert one.states.tobytes() == other.states.tobytes()


def test_A_122_more_of_a_class_come_first_and_unmarked_before_marked():
    game = scene(stage="ORGANISATION", government={"madrid": "field: PA b; field: 2 PA b; field: PA b, IB b"})
    found = groups(game, "government", "madrid")
    assert list(found.values()) == ["2 PA b", "PA b, IB b", "PA b"]
