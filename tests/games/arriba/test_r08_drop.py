"""Rule 8.1: battlegroups on the move drop off parts."""

import dataclasses

import pytest
from support.arriba_scene import (
    act,
    area_code,
    done,
    group,
    groups,
    in_hand,
    legal,
    may_pass,
    refusal,
    said,
    scene,
    value,
)

from ctv_env.games.arriba.model.events import EVENTS


def movement(side="government", **more):
    return scene(stage="MOVEMENT", side=side, **more)


def name(game, area, bg="1"):
    act(game, "AREA", area)
    act(game, "BG", bg)


def drop(game, *pieces, post="country"):
    """Drop pieces where the mover is."""
    act(game, "VERB", "drop_pieces")
    for piece in pieces:
        act(game, "AP" if piece in ("armour", "artillery") else "UNIT", piece)
    done(game)
    act(game, "POST", post)


def test_8_1_A_60_C_55_after_a_drop_on_the_way_the_rest_goes_on_and_the_part_stays():
    game = movement("rebel", rebel={"burgos": "field: 4 Nat b"})
    name(game, "burgos")
    act(game, "AREA", "palencia")
    assert refusal(game, "AREA", "leon") == "OUT_OF_REACH", "without a drop there is no second leg"
    drop(game, "Nat b")
    act(game, "AREA", "leon")
    act(game, "POST", "country")
    assert group(game, "rebel", "palencia", 1) == "Nat b"
    assert group(game, "rebel", "leon", 1) == "3 Nat b"
    assert refusal(game, "AREA", "palencia") == "NO_GROUP_TO_MOVE"
    assert said(game, EVENTS.DROPPED, post=1)


def test_8_1_A_60_a_drop_in_one_area_does_not_let_the_rest_go_on_from_the_next():
    game = movement("rebel", rebel={"burgos": "field: 3 Nat b"})
    name(game, "burgos")
    act(game, "AREA", "palencia")
    drop(game, "Nat b")
    act(game, "AREA", "leon")
    assert legal(game, "AREA") == set()


def test_8_1_a_part_dropped_at_the_start_is_a_battlegroup_of_its_own():
    game = movement("rebel", rebel={"burgos": "field: 2 Nat b, Nat d1"})
    name(game, "burgos")
    drop(game, "Nat d1", post="city")
    assert groups(game, "rebel", "burgos") == {"city": "Nat d1"}
    assert in_hand(game) == "2 Nat b"
    assert value(game, "verb") == -1, "where the move began a drop changes nothing"
    drop(game, "Nat b")
    assert groups(game, "rebel", "burgos") == {"city": "Nat d1", "1": "Nat b"}


def test_A_63_C_104_what_is_dropped_may_take_the_city_that_the_mover_stood_in():
    game = movement(government={"toledo": "city: 2 PA b, armour"})
    name(game, "toledo", "city")
    drop(game, "PA b", post="city")
    act(game, "AREA", "cuenca")
    act(game, "POST", "country")
    assert groups(game, "government", "toledo") == {"city": "PA b"}
    assert group(game, "government", "cuenca", 1) == "PA b, armour"


def test_A_63_one_piece_at_least_stays_with_the_mover():
    game = movement(government={"toledo": "field: PA b, armour"})
    name(game, "toledo")
    act(game, "VERB", "drop_pieces")
    act(game, "UNIT", "PA b")
    assert refusal(game, "AP", "armour") == "LAST_PIECE"
    units = movement(government={"toledo": "field: PA b, armour"})
    name(units, "toledo")
    act(units, "VERB", "drop_pieces")
    act(units, "AP", "armour")
    assert refusal(units, "UNIT", "PA b") == "LAST_PIECE"
    done(game)
    act(game, "POST", "city")
    assert in_hand(game) == "armour"
    assert refusal(game, "VERB", "drop_pieces") == "NOTHING_TO_DROP"
    assert refusal(game, "UNIT", "PA b") == "NOT_HERE"


def test_A_63_a_part_needs_a_piece():
    game = movement(government={"toledo": "field: 2 PA b"})
    name(game, "toledo")
    act(game, "VERB", "drop_pieces")
    assert not may_pass(game)
    assert refusal(game, "UNIT", "PA d1") == "NOT_IN_GROUP"
    assert refusal(game, "AP", "artillery") == "NOT_IN_GROUP"
    assert refusal(game, "AP", "air") == "NOT_IN_GROUP"


def test_8_1_a_battlegroup_does_not_pick_up_units_on_its_way():
    game = movement(government={"toledo": "field: PA b", "cuenca": "field: PA b"})
    name(game, "toledo")
    act(game, "AREA", "cuenca")
    act(game, "POST", "country")
    assert groups(game, "government", "cuenca") == {"1": "PA b", "2": "PA b"}


def test_A_132_parts_may_be_dropped_where_enemies_stop_the_mover_but_it_does_not_go_on():
    game = movement(government={"toledo": "field: 2 PA b"}, rebel={"cuenca": "city: Nat b"})
    name(game, "toledo")
    act(game, "AREA", "cuenca")
    drop(game, "PA b")
    assert refusal(game, "AREA", "valencia") == "OUT_OF_REACH"
    act(game, "POST", "country")
    assert groups(game, "government", "cuenca") == {"1": "PA b", "2": "PA b"}


def test_8_2_2_the_rest_goes_where_dropped_gobernitos_could_not():
    game = movement(government={"bilbao": "field: Bas b, PA b"})
    name(game, "bilbao")
    assert refusal(game, "AREA", "leon") == "OUT_OF_ZONE"
    drop(game, "Bas b")
    assert "leon" in legal(game, "AREA")


def test_A_133_A_172_no_drop_takes_the_last_place_from_a_mover_that_cannot_leave():
    """Ten others in the country, the city Rebel, enemies all round: there is one place left, and two would need one."""
    walls = {area: "field: Nat b" for area in ("avila", "badajoz", "caceres", "ciudad_real", "cuenca", "madrid")}
    ten = "; ".join(["field: PA b"] * 10)
    game = movement(government={"toledo": f"field: IB b, armour; {ten}"}, rebel=walls | {"toledo": "city: Nat b"})
    assert "toledo" not in legal(game, "AREA")
    open_way = dict(walls)
    del open_way["cuenca"]
    game = movement(government={"toledo": f"field: IB b, armour; {ten}"}, rebel=open_way | {"toledo": "city: Nat b"})
    act(game, "AREA", "toledo")
    act(game, "BG", next(place for place, what in groups(game, "government", "toledo").items() if "IB" in what))
    drop(game, "armour")
    assert legal(game, "POST") == set()
    assert "cuenca" in legal(game, "AREA")


@pytest.mark.parametrize(
    ("mover", "units"),
    [("Bas b, PA b", {"Bas b"}), ("2 Bas b, PA b", {"Bas b"}), ("2 Bas b, 2 PA b", {"Bas b", "PA b"})],
)
def test_A_133_8_2_2_where_only_the_rest_could_go_on_all_gobernitos_are_dropped(mover, units):
    """In Santander one place is left, and the only way on leads to Leon, out of the zone of the Basques."""
    ten = "; ".join(["field: PA b"] * 10)
    game = movement(government={"bilbao": f"field: {mover}", "santander": f"city: PA b; {ten}"})
    bilbao, santander, leon = (area_code(game, one) for one in ("bilbao", "santander", "leon"))
    game.tables = dataclasses.replace(game.tables, record=game.tables.record.copy())
    game.t["border"][[bilbao, santander, leon]] = -1
    game.t["border"][bilbao, 0], game.t["border"][santander, 0] = santander, leon
    name(game, "bilbao")
    act(game, "AREA", "santander")
    act(game, "VERB", "drop_pieces")
    assert legal(game, "UNIT") == units
    act(game, "UNIT", *["Bas b"] * (mover.count("2 Bas") + 1))
    done(game)
    act(game, "POST", "country")
    assert legal(game, "AREA") == {"leon"}


def test_A_44_parts_are_dropped_only_where_a_place_is_left():
    eleven = "; ".join(["field: PA b"] * 11)
    game = movement(government={"toledo": "field: IB b, armour", "cuenca": eleven})
    name(game, "toledo")
    act(game, "AREA", "cuenca")
    act(game, "VERB", "drop_pieces")
    assert refusal(game, "AP", "armour") == "NOTHING_TO_DROP", "it cannot have the city, and the country is full"
    act(game, "UNIT", "IB b")
    done(game)
    assert legal(game, "POST") == {"city"}
    act(game, "POST", "city")
    assert legal(game, "POST") == set()
    assert "valencia" in legal(game, "AREA")


def test_A_63_no_air_AP_is_dropped_whatever_else_is_there():
    game = movement(government={"toledo": "field: PA b, armour, artillery"})
    name(game, "toledo")
    act(game, "VERB", "drop_pieces")
    assert legal(game, "AP") == {"armour", "artillery"}
    assert refusal(game, "AP", "air") == "NOT_IN_GROUP"


def enclosed(mover="IB b, armour", others=10, **more):
    """A mover in Toledo that cannot leave: enemies all round, and in Toledo in the country."""
    walls = {area: "field: Nat b" for area in ("avila", "badajoz", "caceres", "ciudad_real", "cuenca", "madrid")}
    rest = "".join(["; field: PA b"] * others)
    game = movement(government={"toledo": f"field: {mover}{rest}"}, rebel=walls | {"toledo": "field: Nat b"}, **more)
    act(game, "AREA", "toledo")
    act(game, "BG", next(place for place, what in groups(game, "government", "toledo").items() if what == mover))
    return game


def test_A_133_A_58_of_the_last_place_in_the_country_and_the_city_a_unit_can_have_either():
    game = enclosed()
    twin = game.clone()
    act(game, "VERB", "drop_pieces")
    act(game, "AP", "armour")
    done(game)
    assert legal(game, "POST") == {"country"}
    act(game, "POST", "country")
    assert legal(game, "POST") == {"city"}, "for the unit"
    act(twin, "VERB", "drop_pieces")
    act(twin, "UNIT", "IB b")
    done(twin)
    assert legal(twin, "POST") == {"city"}, "the armour needs the country"


def one_way_out(mover):
    """A mover in Toledo with one place in the country left, the city Rebel; all leads to Cuenca, its country full."""
    eleven, ten = "; ".join(["field: PA b"] * 11), "; ".join(["field: PA b"] * 10)
    game = movement(government={"toledo": f"field: {mover}; {ten}", "cuenca": eleven}, rebel={"toledo": "city: Nat b"})
    toledo, cuenca = area_code(game, "toledo"), area_code(game, "cuenca")
    game.tables = dataclasses.replace(game.tables, record=game.tables.record.copy())
    game.t["border"][[toledo, cuenca]] = -1
    game.t["border"][toledo, 0], game.t["border"][cuenca, 0] = cuenca, toledo
    act(game, "AREA", "toledo")
    act(game, "BG", next(place for place, what in groups(game, "government", "toledo").items() if what == mover))
    return game


@pytest.mark.parametrize("ap", ["armour", "artillery", "armour, artillery"])
def test_A_133_A_58_where_a_unit_alone_could_go_on_the_AP_is_what_is_dropped(ap):
    game = one_way_out(f"IB b, {ap}")
    act(game, "VERB", "drop_pieces")
    assert (legal(game, "UNIT"), legal(game, "AP")) == (set(), set(ap.split(", ")))
    act(game, "AP", *ap.split(", "))
    done(game)
    act(game, "POST", "country")
    act(game, "AREA", "cuenca")
    act(game, "POST", "city")
    assert group(game, "government", "cuenca", "city") == "IB b"


def test_A_133_A_171_frozen_units_that_are_left_in_a_city_are_not_divided():
    game = movement(government={"lerida": "city: 2 An b, Cat b"})
    game.s["purged"] = [2, 0, 0, 0, 0, 0]
    name(game, "lerida", "city")
    drop(game, "Cat b")
    assert in_hand(game) == "2 An b"
    assert refusal(game, "VERB", "drop_pieces") == "NOTHING_TO_DROP"


def test_A_132_A_133_the_Rebel_too_drops_only_where_his_rest_can_end_its_move():
    eleven = "; ".join(["field: Car b"] * 11)
    for enemy, units in ({}, {"Nat b"}), ({"burgos": "field: PA b"}, set()):
        game = movement("rebel", rebel={"palencia": "field: Nat b, armour", "burgos": eleven}, government=enemy)
        name(game, "palencia")
        act(game, "AREA", "burgos")
        if units:
            act(game, "VERB", "drop_pieces")
        else:
            assert refusal(game, "VERB", "drop_pieces") == "NOTHING_TO_DROP", "enemies stop the rest"
        assert legal(game, "UNIT") == units


def test_A_171_A_133_a_frozen_unit_of_the_mover_needs_the_place_of_one_already_in_the_part():
    game = movement(government={"lerida": "city: 2 An b, Cat b, armour"})
    game.s["purged"] = [2, 0, 0, 0, 0, 0]
    name(game, "lerida", "city")
    act(game, "VERB", "drop_pieces")
    act(game, "UNIT", "An b")
    act(game, "AP", "armour")
    assert refusal(game, "UNIT", "Cat b") == "NOTHING_TO_DROP", "the other frozen one would be left for the same city"
    act(game, "UNIT", "An b")
    done(game)
    assert legal(game, "POST") == {"city"}


def test_A_171_A_133_the_last_AP_does_not_leave_a_frozen_unit_for_a_city_that_the_part_needs():
    game = movement(government={"lerida": "city: 2 An b, armour"})
    game.s["purged"] = [2, 0, 0, 0, 0, 0]
    name(game, "lerida", "city")
    act(game, "VERB", "drop_pieces")
    act(game, "UNIT", "An b")
    assert refusal(game, "AP", "armour") == "NOTHING_TO_DROP"
