"""What stands where: the order of an area, and what becomes of places that empty (rulings A-119, A-122, A-137)."""

import pytest
from support.arriba_scene import area_code, class_of, group, groups, scene, value

from ctv_env.games.arriba.model.codes import CITY, HAND, POOL, POST
from ctv_env.games.arriba.rules import pieces


def standing(where: str, **more):
    """Units of the Government in Madrid, and the place of Madrid."""
    game = scene(stage="ORGANISATION", government={"madrid": where}, **more)
    return game, area_code(game, "madrid")


@pytest.mark.parametrize("place", ["city", "field"])
def test_an_emptied_place_keeps_no_marks(place):
    game, madrid = standing(f"{place}: PA b; field: armour")
    b = CITY if place == "city" else 1
    game.s["bg_marks"][0, madrid, b] = 6
    pieces.take_unit(game.s, 0, madrid, b, class_of("PA b"))
    pieces.settle(game.s, 0, madrid)
    assert groups(game, "government", "madrid") == {"1": "armour"}
    assert value(game, "bg_marks")[0][madrid] == [0] * 12


def test_A_119_AP_that_no_unit_keeps_in_the_city_stand_at_large_with_its_marks():
    game, madrid = standing("city: PA b, armour; field: IB b")
    game.s["bg_marks"][0, madrid, CITY] = 4
    pieces.take_unit(game.s, 0, madrid, CITY, class_of("PA b"))
    pieces.settle(game.s, 0, madrid)
    assert groups(game, "government", "madrid") == {"1": "IB b", "2": "armour"}
    assert value(game, "bg_marks")[0][madrid][:3] == [0, 0, 4]


def test_A_119_without_a_place_they_join_the_last_battlegroup_there():
    game, madrid = standing("city: PA b, artillery; " + "; ".join(["field: IB b"] + ["field: PA b"] * 10))
    pieces.take_unit(game.s, 0, madrid, CITY, class_of("PA b"))
    pieces.settle(game.s, 0, madrid)
    assert group(game, "government", "madrid", 11) == "IB b, artillery"


def test_A_137_a_pool_of_AP_alone_leaves_the_city_with_the_last_unit():
    game, madrid = standing("city: PA b; city pool: armour")
    assert value(game, "pool_in_city")[0][madrid] == 1
    pieces.take_unit(game.s, 0, madrid, CITY, class_of("PA b"))
    pieces.settle(game.s, 0, madrid)
    assert value(game, "pool_in_city")[0][madrid] == 0


@pytest.mark.parametrize(("where", "in_city"), [("city: IB b", 1), ("field: IB b", 0), ("city pool: IB b", 1)])
def test_A_45_a_pool_begins_where_its_side_stands(where, in_city):
    game, madrid = standing(where)
    pieces.put_unit(game.s, 0, madrid, POOL, class_of("PA b"))
    pieces.settle(game.s, 0, madrid)
    assert value(game, "pool_in_city")[0][madrid] == in_city


def test_A_45_a_pool_that_stands_at_large_stays_there():
    game, madrid = standing("pool: IB b; city: PA b")
    pieces.put_unit(game.s, 0, madrid, POOL, class_of("PA b"))
    assert value(game, "pool_in_city")[0][madrid] == 0


def test_A_04_AP_alone_occupy_nothing():
    game, madrid = standing("city: PA b; city pool: armour")
    assert pieces.occupies(game.s, 0, madrid)
    assert not pieces.occupies(game.s, 1, madrid)
    game, madrid = standing("field: PA b; field: armour")
    assert not pieces.occupies(game.s, 0, madrid)


def test_A_122_the_battlegroups_of_a_battle_are_followed():
    game, madrid = standing("field: 2 PA b; field: PA b; field: IB b")
    game.s["battle_area"], game.s["attacker"], game.s["att_bg"] = madrid, 0, 1
    pieces.take_unit(game.s, 0, madrid, 1, class_of("PA b"))
    pieces.take_unit(game.s, 0, madrid, 1, class_of("PA b"))
    pieces.put_unit(game.s, 0, madrid, 1, class_of("IB b"))
    pieces.put_unit(game.s, 0, madrid, 1, class_of("IB b"))
    pieces.settle(game.s, 0, madrid)
    assert group(game, "government", "madrid", int(game.s["att_bg"])) == "2 IB b"
    assert int(game.s["att_bg"]) == 2


def test_A_122_of_equal_battlegroups_the_first_is_the_one_that_fights():
    game, madrid = standing("field: PA b; field: PA b; field: 2 PA b")
    game.s["battle_area"], game.s["attacker"], game.s["def_bg"] = madrid, 1, 3
    pieces.settle(game.s, 0, madrid)
    assert int(game.s["def_bg"]) == 2


def test_A_119_the_attacker_of_a_battle_is_followed_out_of_the_city():
    game, madrid = standing("city: PA b, armour")
    game.s["battle_area"], game.s["attacker"], game.s["att_bg"] = madrid, 0, CITY
    pieces.take_unit(game.s, 0, madrid, CITY, class_of("PA b"))
    pieces.settle(game.s, 0, madrid)
    assert int(game.s["att_bg"]) == 1


def test_A_177_AP_that_leave_the_city_for_another_battlegroup_are_out_of_the_battle():
    game, madrid = standing("city: PA b, armour; " + "; ".join(["field: IB b"] * 11), turn=4)
    game.s["battle_area"], game.s["attacker"], game.s["att_bg"] = madrid, 0, CITY
    pieces.take_unit(game.s, 0, madrid, CITY, class_of("PA b"))
    pieces.settle(game.s, 0, madrid)
    assert [group(game, "government", "madrid", place) for place in ("city", 1)] == ["", "IB b, armour"]
    assert int(game.s["att_bg"]) == CITY


@pytest.mark.parametrize(("post", "place"), [(POST.CITY, "city"), (POST.COUNTRY, "1")])
def test_a_battlegroup_is_picked_up_and_set_down_with_its_marks(post, place):
    game, madrid = standing("field: PA b, IB b!, armour, 2 artillery")
    game.s["bg_marks"][0, madrid, 1] = 4
    pieces.pick_up(game.s, 0, madrid, 1, HAND)
    assert groups(game, "government", "madrid") == {}
    assert value(game, "area_units")[0][madrid] == 0
    assert pieces.held(game.s, HAND) == 5
    pieces.set_down(game.s, game.scratch[0], 0, madrid, HAND, post)
    assert groups(game, "government", "madrid") == {place: "PA b, IB b!, armour, 2 artillery"}
    assert value(game, "bg_marks")[0][madrid][CITY if post == POST.CITY else 1] == 4
    assert pieces.held(game.s, HAND) == 0
    assert value(game, "hold_marks") == [0, 0]


def test_A_118_pool_then_at_large_then_city():
    game, madrid = standing("city: PA b, armour; field: PA b, armour; pool: PA b, armour")
    for where in (POOL, 1, CITY):
        assert pieces.find_unit(game.s, 0, madrid, class_of("PA b")) == where
        assert pieces.find_ap(game.s, 0, madrid, 1) == where
        pieces.take_unit(game.s, 0, madrid, where, class_of("PA b"))
        pieces.put_ap(game.s, 0, madrid, where, 1, -1)
    assert pieces.find_unit(game.s, 0, madrid, class_of("PA b")) == -1
    assert pieces.find_ap(game.s, 0, madrid, 1) == -1
