"""Chapter 8: where battlegroups can go, how they end a move, who may not move."""

import pytest
from support.arriba_scene import act, done, group, groups, legal, refusal, said, scene, value

from ctv_env.games.arriba.model.events import EVENTS


def movement(side="government", **more):
    return scene(stage="MOVEMENT", side=side, **more)


def name(game, area, bg="1"):
    """Take a battlegroup in hand."""
    act(game, "AREA", area)
    act(game, "BG", bg)


def move(game, start, goal, post="country", bg="1"):
    """A whole move."""
    name(game, start, bg)
    if goal != start:
        act(game, "AREA", goal)
    act(game, "POST", post)


def test_8_1_C_50_a_battlegroup_moves_any_number_of_areas_through_areas_free_of_enemies():
    game = movement(government={"almeria": "field: PA b"}, rebel={"granada": "city: Nat b"})
    name(game, "almeria")
    assert "barcelona" in legal(game, "AREA")
    act(game, "AREA", "barcelona")
    act(game, "POST", "city")
    assert groups(game, "government", "barcelona") == {"city": "PA b"}
    assert groups(game, "government", "almeria") == {}
    assert said(game, EVENTS.MOVED, post=0)


def test_8_2_C_51_a_battlegroup_stops_in_the_first_area_with_enemy_units():
    blocked = {"saragossa": "city: Nat b", "teruel": "city: Nat b"}
    wall = {area: "city: Nat b" for area in ("castellon", "cuenca", "albacete", "alicante")}
    game = movement(government={"valencia": "field: PA b"}, rebel=blocked | wall)
    name(game, "valencia")
    assert "teruel" in legal(game, "AREA")
    assert refusal(game, "AREA", "saragossa") == "OUT_OF_REACH"
    by_the_coast = movement(government={"valencia": "field: PA b"}, rebel=blocked)
    name(by_the_coast, "valencia")
    assert {"teruel", "saragossa"} <= legal(by_the_coast, "AREA")


def test_8_2_C_52_no_battlegroup_moves_directly_from_one_enemy_occupied_area_to_another():
    near = ("saragossa", "teruel", "soria", "segovia", "madrid")
    beyond_cuenca = ("valencia", "albacete", "ciudad_real", "toledo")
    walls = {area: "city: Nat b" for area in (*near, *beyond_cuenca)}
    game = movement(government={"guadalajara": "field: PA b"}, rebel=walls | {"guadalajara": "city: Nat b"})
    name(game, "guadalajara")
    assert refusal(game, "AREA", "saragossa") == "OUT_OF_REACH"
    assert "cuenca" in legal(game, "AREA")
    assert "teruel" in legal(game, "AREA"), "by Cuenca"
    walls["cuenca"] = "city: Nat b"
    shut_in = movement(government={"guadalajara": "field: PA b"}, rebel=walls | {"guadalajara": "city: Nat b"})
    assert refusal(shut_in, "AREA", "guadalajara") == "NO_GROUP_TO_MOVE"


def test_8_2_A_61_C_53_asset_points_alone_stop_nobody():
    wall = {area: "city: PA b" for area in ("burgos", "logrono", "saragossa", "segovia", "madrid")}
    for content, through in (("field: armour", True), ("field: PA b", False)):
        game = movement("rebel", rebel={"soria": "field: Nat b"}, government=wall | {"guadalajara": content})
        name(game, "soria")
        assert ("madrid" in legal(game, "AREA")) == through


def test_8_2_1_nobody_enters_spanish_morocco():
    game = movement("rebel", rebel={"malaga": "field: Nat b"})
    name(game, "malaga")
    assert refusal(game, "AREA", "morocco") == "OUT_OF_REACH"


def test_8_2_2_C_54_gobernitos_stay_within_a_region_of_that_of_their_capital():
    game = movement(government={"bilbao": "city: Bas b"})
    name(game, "bilbao", "city")
    places = game.tables.places
    regions = {"basque", "santander", "navarre", "old_castile"}
    codes = {places.regions.index(region) for region in regions}
    expected = {places.areas[a] for a in range(47) if int(game.t["region"][a]) in codes} - {"bilbao"}
    assert legal(game, "AREA") == expected
    assert refusal(game, "AREA", "leon") == "OUT_OF_ZONE"


def test_8_2_2_A_64_a_gobernito_binds_the_whole_battlegroup_and_does_not_pass_other_regions():
    game = movement(government={"bilbao": "city: PA b", "santander": "field: San b, PA b"})
    name(game, "santander")
    assert refusal(game, "AREA", "teruel") == "OUT_OF_ZONE"
    walled = movement(
        government={"oviedo": "field: Ast b"},
        rebel={"leon": "city: Nat b", "lugo": "city: Nat b", "burgos": "city: Nat b", "bilbao": "city: Nat b"},
    )
    name(walled, "oviedo")
    assert "palencia" not in legal(walled, "AREA"), "in no region beside Asturias"


def test_8_1_A_60_each_battlegroup_moves_once_in_a_phase():
    game = movement(government={"toledo": "field: PA b"})
    move(game, "toledo", "cuenca")
    assert refusal(game, "AREA", "cuenca") == "NO_GROUP_TO_MOVE"


def test_8_1_A_60_a_moved_battlegroup_is_not_to_be_taken_for_one_that_has_not_moved():
    game = movement(government={"toledo": "field: PA b", "cuenca": "field: PA b"})
    move(game, "toledo", "cuenca")
    act(game, "AREA", "cuenca")
    assert legal(game, "BG") == {"1"}
    assert refusal(game, "BG", "2") == "HAS_MOVED"
    assert refusal(game, "BG", "3") == "NO_SUCH_GROUP"


def test_A_120_the_mark_of_movement_goes_with_the_phase():
    game = movement(government={"toledo": "field: PA b"})
    move(game, "toledo", "cuenca")
    done(game)
    assert sum(value(game, "bg_marks")[0][game.tables.places.areas.index("cuenca")]) == 0
    assert game.node == "ATTACK"


def test_8_1_A_62_a_battlegroup_ends_in_an_open_city_or_in_the_country():
    game = movement(government={"toledo": "field: PA b", "madrid": "city: PA b"})
    name(game, "toledo")
    act(game, "AREA", "madrid")
    assert legal(game, "POST") == {"country"}
    assert refusal(game, "POST", "city") == "CITY_TAKEN"


def test_8_1_A_62_no_battlegroup_ends_in_a_city_with_enemy_units():
    game = movement(government={"toledo": "field: PA b"}, rebel={"cuenca": "city: Nat b"})
    name(game, "toledo")
    act(game, "AREA", "cuenca")
    assert refusal(game, "POST", "city") == "CITY_TAKEN"


def test_7_2_A_58_asset_points_alone_never_hold_a_city():
    game = movement(government={"toledo": "field: armour"})
    name(game, "toledo")
    assert refusal(game, "POST", "city") == "CITY_TAKEN"


def test_8_1_A_65_asset_points_alone_move_like_others():
    game = movement(government={"toledo": "field: armour"}, rebel={"cuenca": "field: Nat b"})
    name(game, "toledo")
    act(game, "AREA", "cuenca")
    assert refusal(game, "AREA", "valencia") == "OUT_OF_REACH", "enemy units stop them"
    assert legal(game, "POST") == {"country"}
    act(game, "POST", "country")
    assert groups(game, "government", "cuenca") == {"1": "armour"}


def test_8_2_the_map_ends_where_the_areas_do():
    game = movement("rebel", rebel={"cadiz": "field: Nat b"})
    name(game, "cadiz")
    assert refusal(game, "AREA", "morocco") == "OUT_OF_REACH"


def test_9_2_3_A_121_disrupted_units_move_occupy_and_stop_the_enemy():
    game = movement(government={"toledo": "field: PA b!"})
    move(game, "toledo", "guadalajara", "city")
    assert groups(game, "government", "guadalajara") == {"city": "PA b!"}
    wall = {area: "city: PA b" for area in ("burgos", "logrono", "saragossa", "segovia", "madrid")}
    game = movement("rebel", rebel={"soria": "field: Nat b"}, government=wall | {"guadalajara": "city: PA b!"})
    name(game, "soria")
    assert "guadalajara" in legal(game, "AREA")
    assert refusal(game, "AREA", "madrid") == "OUT_OF_REACH"
    act(game, "AREA", "guadalajara")
    assert refusal(game, "POST", "city") == "CITY_TAKEN"


WALLS = dict.fromkeys(("avila", "badajoz", "caceres", "ciudad_real", "cuenca", "madrid", "toledo"), "field: Nat b")


@pytest.mark.parametrize(("stands", "post", "ends"), [("field", "city", "city"), ("city", "country", "1")])
def test_8_1_A_62_a_battlegroup_may_change_between_city_and_country_beside_enemies_too(stands, post, ends):
    game = movement(government={"toledo": f"{stands}: PA b"}, rebel=WALLS)
    move(game, "toledo", "toledo", post, "city" if stands == "city" else "1")
    assert group(game, "government", "toledo", ends) == "PA b"
    assert refusal(game, "AREA", "toledo") == "NO_GROUP_TO_MOVE"


def test_7_2_A_58_A_65_asset_points_alone_that_can_go_nowhere_do_not_move_into_their_city():
    game = movement(government={"toledo": "field: armour", "valencia": "city: PA b"}, rebel=WALLS)
    assert refusal(game, "AREA", "toledo") == "NO_GROUP_TO_MOVE"


def test_8_1_A_62_no_battlegroup_leaves_its_city_for_a_country_that_is_full():
    game = movement(government={"toledo": "city: PA b"}, rebel=WALLS)
    assert refusal(game, "AREA", "toledo") == "LEGAL"
    game.s["at_large"][0, game.tables.places.areas.index("toledo")] = 11
    assert refusal(game, "AREA", "toledo") == "NO_GROUP_TO_MOVE"


def test_A_132_a_battlegroup_may_end_its_move_where_it_stood():
    game = movement(government={"toledo": "city: PA b"})
    move(game, "toledo", "toledo", "city", "city")
    assert groups(game, "government", "toledo") == {"city": "PA b"}


def test_A_44_A_170_no_battlegroup_ends_in_an_area_without_room_for_it():
    eleven = "; ".join(["field: PA b"] * 11)
    game = movement(government={"toledo": "field: armour", "madrid": eleven})
    name(game, "toledo")
    assert refusal(game, "AREA", "madrid") == "NO_ROOM"
    assert "guadalajara" in legal(game, "AREA"), "it may pass"
    with_a_unit = movement(government={"toledo": "field: PA b", "madrid": eleven})
    name(with_a_unit, "toledo")
    assert "madrid" in legal(with_a_unit, "AREA"), "the city is open to a unit"


def test_A_44_no_more_than_24_units_of_a_side_in_an_area():
    full = "; ".join(["field: 3 PA b"] * 8)
    game = movement(government={"toledo": "field: IB b", "madrid": full})
    name(game, "toledo")
    assert refusal(game, "AREA", "madrid") == "NO_ROOM"


def test_15_3_A_112_a_fort_goes_when_enemy_units_enter_its_city():
    game = movement("rebel", rebel={"toledo": "field: Nat b"}, forts=True)
    a = game.tables.places.areas.index("madrid")
    game.s["fort"][a] = 0
    move(game, "toledo", "madrid")
    assert value(game, "fort")[a] == 0
    game = movement("rebel", rebel={"toledo": "field: Nat b"}, forts=True)
    game.s["fort"][a] = 0
    move(game, "toledo", "madrid", "city")
    assert value(game, "fort")[a] == 3


# -- frozen factions (5.2.2) -----------------------------------------------------------------------------------


def purge(faction):
    marks = [0] * 6
    marks[["anarchist", "poum", "catalonia", "asturias", "basque", "santander"].index(faction)] = 2
    return marks


def test_5_2_2_A_27_a_battlegroup_of_a_purged_faction_does_not_move():
    game = movement(government={"lerida": "field: An b"})
    game.s["purged"] = purge("anarchist")
    assert refusal(game, "AREA", "lerida") == "NO_GROUP_TO_MOVE"
    game.s["purged"] = [1, 0, 0, 0, 0, 0]
    assert "lerida" in legal(game, "AREA"), "purged in an earlier turn"


def test_5_2_2_A_66_C_56_A_171_frozen_units_are_dropped_before_the_others_move():
    game = movement(government={"lerida": "field: An b, Cat b"})
    game.s["purged"] = purge("anarchist")
    name(game, "lerida")
    assert refusal(game, "AREA", "barcelona") == "FROZEN_GROUP"
    assert refusal(game, "POST", "city") == "FROZEN_GROUP"
    act(game, "VERB", "drop_pieces")
    act(game, "UNIT", "An b")
    done(game)
    assert refusal(game, "POST", "city") == "NOTHING_TO_DROP", "the frozen part stays where it stood"
    act(game, "POST", "country")
    act(game, "AREA", "barcelona")
    act(game, "POST", "city")
    assert groups(game, "government", "lerida") == {"1": "An b"}
    assert groups(game, "government", "barcelona") == {"city": "Cat b"}


def test_A_133_no_drop_leaves_a_frozen_mover_without_its_place():
    game = movement(government={"lerida": "city: 2 An b, Cat b"})
    game.s["purged"] = purge("anarchist")
    name(game, "lerida", "city")
    act(game, "VERB", "drop_pieces")
    act(game, "UNIT", "An b")
    assert refusal(game, "DONE") == "NOTHING_TO_DROP", "the other one would have to stand in the city too"
    act(game, "UNIT", "An b")
    done(game)
    assert legal(game, "POST") == {"city"}


def test_A_133_frozen_units_alone_in_a_city_are_not_divided():
    game = movement(government={"lerida": "city: 2 An b"})
    game.s["purged"] = purge("anarchist")
    assert refusal(game, "AREA", "lerida") == "NO_GROUP_TO_MOVE"


# -- command (15.7) --------------------------------------------------------------------------------------------


def test_15_7_A_116_A_173_on_turn_1_half_of_two_dice_is_the_number_of_battlegroups_that_move():
    game = movement(government={"toledo": "field: PA b", "cuenca": "field: PA b"}, turn=1, command=True)
    assert game.node == "COMMAND_DIE"
    for die in (1, 1):
        game.step(die)
    assert value(game, "command_left") == 1
    name(game, "toledo")
    assert value(game, "command_left") == 0
    act(game, "POST", "city")
    assert refusal(game, "AREA", "cuenca") == "NO_COMMAND"
    done(game)
    assert value(game, "command_left") == -1


def test_15_7_A_09_the_half_is_rounded_up():
    game = movement(government={"toledo": "field: PA b"}, turn=1, command=True)
    for die in (3, 2):
        game.step(die)
    assert value(game, "command_left") == 3


@pytest.mark.parametrize(("turn", "command"), [(2, True), (1, False)])
def test_15_7_the_option_holds_in_the_first_turn_only(turn, command):
    assert movement(turn=turn, command=command).node == "MOVE"
