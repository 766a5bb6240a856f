"""Rule 9.1: who attacks whom, offensives, air and ground asset points, guerrillas (15.1)."""

import pytest
from support.arriba_battle import (
    FIELD,
    PASS,
    attack,
    attack_strength,
    column,
    combat,
    drm,
    odds,
    strength,
    strike,
    sums,
    table,
)
from support.arriba_scene import act, done, groups, legal, refusal, roll, said, scene, value, yes

from ctv_env.games.arriba.model.events import EVENTS


def test_9_1_a_battlegroup_attacks_once_in_a_phase_and_one_target():
    game = combat("field: 4 Nat b; field: Car b", "field: 2 PA b; city: PA b")
    strike(game, 6)
    act(game, "UNIT", "Nat b", "PA b", "PA b")
    act(game, "AREA", FIELD)
    assert refusal(game, "BG", "1") == "HAS_ATTACKED"
    assert legal(game, "BG") == {"2"}


def test_9_1_A_71_several_battlegroups_may_attack_one_and_a_city_shields_nobody():
    game = combat("field: Nat b; field: Col b", "field: 2 PA b; city: PA d1")
    act(game, "AREA", FIELD)
    assert legal(game, "BG") == {"1", "2"}
    act(game, "BG", "2")
    assert legal(game, "BG") == {"city", "1"}
    assert refusal(game, "BG", "2") == "NO_TARGET"


def test_9_1_nobody_attacks_where_no_enemy_is():
    game = combat("field: Nat b", "field: PA b")
    assert legal(game, "AREA") == {FIELD}
    assert refusal(game, "AREA", "madrid") == "NOBODY_TO_ATTACK"


def test_9_2_3_A_72_a_battlegroup_with_a_disrupted_unit_does_not_attack():
    game = combat("field: Nat b, Nat b!; field: Nat b", "field: PA b")
    act(game, "AREA", FIELD)
    assert sum(refusal(game, "BG", place) == "DISRUPTED_GROUP" for place in ("1", "2")) == 1


def test_7_1_1_asset_points_alone_do_not_attack():
    game = combat("field: armour; field: Nat b", "field: PA b")
    act(game, "AREA", FIELD)
    assert refusal(game, "BG", "2") == "NO_UNITS"


def test_5_2_2_A_27_C_56_a_battlegroup_with_a_frozen_unit_does_not_attack():
    game = scene(government={"lerida": "field: An b, Cat b"}, rebel={"lerida": "field: Nat b"}, stage="COMBAT")
    game.s["purged"] = [2, 0, 0, 0, 0, 0]
    assert refusal(game, "AREA", "lerida") == "NOBODY_TO_ATTACK"
    game.s["purged"] = [1, 0, 0, 0, 0, 0]
    assert "lerida" in legal(game, "AREA")


def test_9_1_7_A_73_C_82_asset_points_without_units_are_eliminated_without_a_die():
    game = combat("field: Nat b", "field: armour, artillery", air_ready=(2, 2), ep=(1, 1))
    act(game, "AREA", FIELD)
    act(game, "BG", "1", "1")
    assert game.node == "ATTACK"
    assert groups(game, "government", FIELD) == {}
    assert sums(game) == {"government": 0, "rebel": 2}
    assert groups(game, "rebel", FIELD) == {"1": "Nat b"}
    assert refusal(game, "AREA", FIELD) == "NOBODY_TO_ATTACK"


# -- offensives (9.1.1) ----------------------------------------------------------------------------------------


EXAMPLE = ("field: 2 Nat d1, Col b, artillery", "city: PA d1, 2 PA b")


def test_9_1_1_C_60_two_divisions_without_an_offensive_are_halved_and_rounded_up():
    game = combat(*EXAMPLE, ep=(0, 1), air_ready=(2, 0))
    attack(game, target="city", offensive=PASS, air_def=2)
    assert (strength(game), odds(game), column(game)) == ((5, 6), "1:2", "1:2")
    roll(game, 6)
    assert table(game) == ("1:2", 5, (3, 1))
    assert value(game, "ep") == [0, 1]


def test_9_1_1_an_offensive_costs_an_ep_and_gives_full_cf():
    game = combat(*EXAMPLE, ep=(0, 1))
    attack(game, target="city", offensive="pay")
    assert strength(game) == (9, 6)
    assert value(game, "ep") == [0, 0]


def test_9_1_1_A_74_A_146_without_an_ep_nothing_is_asked():
    game = combat(*EXAMPLE)
    act(game, "AREA", FIELD)
    act(game, "BG", "1", "city")
    assert game.node == "COMBAT_DIE"
    assert attack_strength(game).halved == 1


def test_9_1_1_C_62_one_division_needs_no_offensive():
    game = combat("field: Nat d1, 3 Nat b", "field: PA d1, PA b", ep=(0, 3))
    strike(game, 3)
    assert (strength(game), odds(game)) == ((7, 5), "1:1")
    assert table(game) == ("1:1", 3, (3, 2))
    assert value(game, "ep") == [0, 3]


def test_2_2_3_A_03_a_remnant_is_no_division():
    game = combat("field: Nat d1, Nat rem", "field: PA d1", ep=(0, 3))
    attack(game)
    assert strength(game) == (6, 4)


# -- supply (11.1.2) -------------------------------------------------------------------------------------------


FOREIGN = {"new_castile": "government", "old_castile": "government", "extremadura": "government"}


def test_11_1_2_A_10_C_61_out_of_supply_and_without_an_offensive_is_halved_twice():
    game = combat(*EXAMPLE, control=FOREIGN, air_ready=(2, 0))
    attack(game, target="city", air_def=2)
    assert strength(game) == (3, 6)
    roll(game, 6)
    assert table(game) == ("1:2", 5, (3, 1))


def test_11_1_2_a_battlegroup_out_of_supply_attacks_at_half_rounded_up():
    game = combat("field: Nat d1, Nat b", "field: PA b", control=FOREIGN)
    attack(game)
    assert strength(game) == (3, 1)


def test_A_75_defenders_are_never_halved_and_each_unit_is_judged_by_itself():
    isolated = {"basque": "rebel", "navarre": "rebel", "old_castile": "rebel", "santander": "rebel", "leon": "rebel"}
    game = scene(
        government={"bilbao": "city: Bas b", "burgos": "field: Bas b, 2 PA b"},
        rebel={"burgos": "field: Nat b"},
        stage="COMBAT",
        control=isolated,
    )
    attack(game, area="burgos")
    assert (attack_strength(game).supplied, attack_strength(game).unsupplied) == (1, 2)
    assert strength(game) == (2, 1)
    other = scene(
        government={"burgos": "field: 2 PA b"},
        rebel={"burgos": "field: Nat b"},
        stage="COMBAT",
        side="rebel",
        control=isolated,
    )
    attack(other, area="burgos")
    assert strength(other) == (1, 2)


# -- air (9.1.6) -----------------------------------------------------------------------------------------------


def test_9_1_6_A_76_C_74_no_more_air_ap_than_units_and_than_are_ready():
    game = combat("field: 2 Nat b", "field: PA b, Cat b", air_ready=(5, 1))
    act(game, "AREA", FIELD)
    act(game, "BG", "1", "1")
    assert legal(game, "AMOUNT") == {"0", "1"}
    assert refusal(game, "AMOUNT", "2") == "TOO_MANY_AP"
    act(game, "AMOUNT", "1")
    assert (game.node, game.to_move) == ("AIR_DEF", "government")
    assert legal(game, "AMOUNT") == {"0", "1", "2"}, "case C-74"
    game = combat("field: 2 Nat b", "field: PA b", air_ready=(0, 5))
    act(game, "AREA", FIELD)
    act(game, "BG", "1", "1")
    assert (game.node, legal(game, "AMOUNT")) == ("AIR_ATT", {"0", "1", "2"})


def test_9_1_6_A_76_each_air_ap_adds_1_in_attack_and_takes_1_in_defence_and_is_used():
    game = combat("field: 3 Nat b", "field: 2 PA b", air_ready=(5, 3))
    attack(game, air=3, air_def=1)
    assert drm(game) == 2
    assert (value(game, "air_ready"), value(game, "air_used")) == ([4, 0], [1, 3])


def test_9_1_6_A_76_C_73_a_natural_six_costs_each_side_that_used_any_an_air_ap():
    game = combat("field: 2 Nat b", "field: PA b", air_ready=(1, 2))
    strike(game, 6, air=2, air_def=1)
    assert table(game) == ("2:1", 7, (1, 4))
    assert value(game, "air_used") == [0, 1]
    assert sums(game) == {"government": 1, "rebel": 1}


def test_9_1_6_a_six_costs_nobody_who_used_none_and_a_modified_six_nobody():
    game = combat("field: 2 Nat b", "field: PA b", air_ready=(1, 2))
    strike(game, 6, air=1)
    assert value(game, "air_used") == [0, 0]
    assert value(game, "air_ready") == [1, 1]
    game = combat("field: 2 Nat b", "field: PA b", air_ready=(0, 1))
    strike(game, 5, air=1)
    assert value(game, "air_used") == [0, 1]


# -- armour and artillery (9.1.7) --------------------------------------------------------------------------------


def test_9_1_7_A_77_C_75_one_ap_supports_one_unit_armour_first_then_artillery():
    game = combat("field: 2 Nat b, 2 armour, 2 artillery", "field: PA b")
    act(game, "AREA", FIELD)
    act(game, "BG", "1", "1")
    assert legal(game, "AMOUNT") == {"0", "1", "2"}
    act(game, "AMOUNT", "1")
    assert drm(game) == 2


def test_9_1_7_no_more_armour_than_units():
    game = combat("field: 2 Nat b, 3 armour", "field: PA b")
    act(game, "AREA", FIELD)
    act(game, "BG", "1", "1")
    assert refusal(game, "AMOUNT", "3") == "TOO_MANY_AP"


def test_9_1_7_artillery_takes_1_in_defence_for_each_unit_and_armour_nothing():
    game = combat("field: 2 Nat b", "field: 2 PA b!, 3 artillery, armour")
    attack(game)
    assert drm(game) == -2


def test_15_5_A_114_doctrine_replaces_the_modifiers_and_the_best_ap_fill_the_places_in_defence():
    doctrine = [[0, 0, 0, 5, 0, 3, 0, 0], [6, 0, 1, 0, 1, 0, 0, 0]]
    game = combat(
        "field: 2 Nat b, armour, artillery",
        "field: PA b, armour, artillery",
        air_ready=(0, 1),
    )
    game.s["doctrine"] = doctrine
    attack(game, air=1, armour=1)
    assert drm(game) == 2 + 0 + 0 - 1
    assert value(game, "required_armour") == 0, "it gave nothing"


# -- guerrillas (15.1) -------------------------------------------------------------------------------------------


def guerrillas(**more):
    settings = {"guerrillas": True, "turn": 7, "ep": (1, 0), "control": {"old_castile": "rebel"}} | more
    return scene(
        government={"toledo": "field: PA b"},
        rebel={"avila": "city: Nat b; field: Nat b, Nat b!", "toledo": "field: 2 Nat b"},
        stage="COMBAT",
        **settings,
    )


def test_15_1_A_111_for_an_ep_once_a_turn_where_rebels_are_in_a_region_not_of_the_government():
    game = guerrillas(control={"new_castile": "government", "old_castile": "rebel"})
    assert legal(game, "AREA") == {"avila"}
    assert refusal(game, "AREA", "toledo") == "NO_GUERRILLAS"
    assert refusal(game, "AREA", "soria") == "NO_GUERRILLAS"
    act(game, "AREA", "avila")
    assert value(game, "ep") == [0, 0]
    roll(game, 3)
    assert said(game, EVENTS.GUERRILLA_DIE, die=3, success=0)
    assert game.node == "ATTACK"
    assert value(game, "guerrilla_used") == 1


def test_15_1_the_government_may_do_without_guerrillas():
    game = guerrillas()
    done(game)
    assert (game.node, value(game, "ep")) == ("ATTACK", [1, 0])


@pytest.mark.parametrize(
    "changed", [{"turn": 6}, {"ep": (0, 3)}, {"guerrillas": False}, {"side": "rebel"}, {"guerrilla_used": 1}]
)
def test_15_1_from_october_1937_on_with_an_ep_in_the_governments_phase(changed):
    assert guerrillas().node == "GUERRILLA"
    assert guerrillas(**changed).node == "ATTACK"


def test_15_1_A_141_they_may_disrupt_a_battlegroup():
    game = guerrillas()
    act(game, "AREA", "avila")
    roll(game, 4)
    assert legal(game, "VERB") == {"freeze", "disrupt"}
    assert legal(game, "BG") == set()
    act(game, "VERB", "disrupt")
    assert legal(game, "VERB") == set()
    assert legal(game, "BG") == {"city", "1"}
    act(game, "BG", "1")
    assert groups(game, "rebel", "avila") == {"city": "Nat b", "1": "2 Nat b!"}
    assert (game.node, value(game, "verb"), value(game, "area")) == ("ATTACK", -1, -1)


def test_15_1_frozen_rebels_do_not_counterattack_in_this_player_turn():
    game = guerrillas(control={"old_castile": "rebel"})
    act(game, "AREA", "toledo")
    roll(game, 4)
    act(game, "VERB", "freeze")
    game.s["bg_marks"][1, :, 1] = 0
    done(game)
    assert game.node == "COUNTER"
    a = game.tables.places.areas.index("toledo")
    game.s["bg_marks"][0, a, 1] = 2
    assert refusal(game, "AREA", "toledo") == "NO_COUNTERATTACK"
    game.s["frozen_area"] = -1
    assert refusal(game, "AREA", "toledo") == "LEGAL"
    game.s["frozen_area"] = a
    done(game)
    assert value(game, "frozen_area") == -1


def test_15_1_A_179_guerrillas_are_not_asked_for_where_no_area_can_be_named():
    assert guerrillas(control={"new_castile": "government", "old_castile": "government"}).node == "ATTACK"


def test_9_1_1_the_offensive_is_the_attackers_choice():
    game = combat(*EXAMPLE, ep=(0, 1))
    act(game, "AREA", FIELD)
    act(game, "BG", "1", "city")
    assert (game.node, game.to_move) == ("OFFENSIVE", "rebel")
    yes(game)
    assert game.node == "COMBAT_DIE"
