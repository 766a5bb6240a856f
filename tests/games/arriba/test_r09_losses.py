"""Rules 9.2 and 9.2.1: losses with change in cadres, required losses, eliminations, exchanges, PSP for battle."""

import dataclasses

import pytest
from support.arriba_battle import attack, combat, lose, result, strike, sums
from support.arriba_scene import class_of, done, group, groups, legal, refusal, roll, said, scene, value, yes

from ctv_env.games.arriba.model.codes import Node
from ctv_env.games.arriba.model.events import EVENTS

EXAMPLE = ("field: 2 Nat d1, Col b, artillery", "city: PA d1, 2 PA b")


def example(**more):
    """The example of chapter 9, up to its losses."""
    game = combat(*EXAMPLE, ep=(0, 1), air_ready=(2, 0), **more)
    attack(game, target="city", offensive="pay", air_def=2)
    roll(game, 6)
    return game


def counters(game, name):
    """Free counters of a pair, named by one of its units."""
    return value(game, "counters_free")[class_of(name) // 4]


# -- the example (9) -------------------------------------------------------------------------------------------


def test_9_2_C_57_the_example_of_the_rulebook():
    game = example()
    assert legal(game, "UNIT") == {"Col b"}, "required (9.2.1)"
    lose(game, "Col b", "artillery")
    assert (game.node, game.to_move) == ("LOSS_DEF", "government")
    lose(game, "PA d1")
    assert game.node == "ATTACK"
    assert groups(game, "rebel", "toledo") == {"1": "2 Nat d1"}
    assert groups(game, "government", "toledo") == {"city": "3 PA b!"}
    assert value(game, "air_used") == [1, 0]


def test_9_2_3_C_58_the_other_choice_of_the_example_disrupts_the_attacker():
    game = example()
    lose(game, "Col b", "Nat d1", "PA d1")
    assert groups(game, "rebel", "toledo") == {"1": "Nat b!, Nat d1!, artillery"}
    assert groups(game, "government", "toledo") == {"city": "3 PA b"}


def test_A_94_C_59_psp_of_the_example_are_applied_at_the_end_of_the_phase_the_attackers_first():
    game = example()
    lose(game, "Col b", "artillery", "PA d1")
    assert sums(game) == {"government": 0, "rebel": 2}
    assert value(game, "ps") == [50, 50]
    done(game)
    assert value(game, "ps") == [50, 52]
    assert value(game, "sum_ps") == [0, 0]


# -- what a loss makes of a unit (9.2) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "left", "cf"),
    [
        ("PA b", "", 1),
        ("PA rem", "PA b", 1),
        ("PA d1", "PA b", 3),
        ("PA d2", "PA rem", 3),
        ("PA d1!", "PA b!", 3),
        ("PA d1+", "PA b", 3),
        ("PA d2+", "PA rem+", 3),
        ("PA rem+", "PA b", 1),
    ],
)
def test_9_2_A_83_A_48_A_176_what_a_loss_makes_of_a_unit_and_what_it_counts(unit, left, cf):
    game = combat("field: 4 Nat b", f"field: {unit}")
    game = with_loss(game, owed=1)
    lose(game, unit)
    found = group(game, "government", "toledo", 1).replace("!", "")
    assert found == left.replace("!", "")
    assert value(game, "lost_cf")[0] == cf


def with_loss(game, owed, defence=True):
    """The losses of one side in a battle of the first battlegroups at large of ``toledo``, begun by hand."""
    s, a = game.s, game.tables.places.areas.index("toledo")
    s["battle_area"], s["attacker"], s["att_bg"], s["def_bg"] = a, 1, 1, 1
    s["owed_def" if defence else "owed_att"] = owed
    s["node"], s["to_move"] = (Node.LOSS_DEF, 0) if defence else (Node.LOSS_ATT, 1)
    return game


def test_6_4_1_A_48_a_marker_of_improved_cadre_is_free_again_with_another_counter():
    game = with_loss(combat("field: 4 Nat b", "field: PA d1+, PA d2+"), owed=4)
    free = value(game, "improved_free")
    lose(game, "PA d2+")
    assert value(game, "improved_free") == free
    lose(game, "PA d1+")
    assert value(game, "improved_free") == free + 1


def test_A_46_a_reduced_division_takes_a_brigade_from_the_pool_and_goes_back_itself():
    game = with_loss(combat("field: 4 Nat b", "field: PA d1, PA d2"), owed=4)
    before = [counters(game, name) for name in ("PA b", "PA d1", "PA d2")]
    lose(game, "PA d1")
    assert [counters(game, name) for name in ("PA b", "PA d1", "PA d2")] == [before[0] - 1, before[1] + 1, before[2]]
    lose(game, "PA d2")
    assert counters(game, "PA d2") == before[2]


def test_9_2_A_84_C_77_without_a_brigade_the_division_dies_whole():
    game = combat("field: 3 PA d1", "field: It d1; field: It b", side="government", ep=(1, 0))
    s, a = game.s, game.tables.places.areas.index("toledo")
    place = next(p for p, what in groups(game, "rebel", "toledo").items() if what == "It d1")
    s["battle_area"], s["attacker"], s["att_bg"], s["def_bg"] = a, 0, 1, int(place)
    s["owed_def"], s["node"], s["to_move"] = 1, Node.LOSS_DEF, 1
    lose(game, "It d1")
    assert groups(game, "rebel", "toledo") == {"1": "It b"}
    assert counters(game, "It d1") == 3


def test_9_2_A_84_without_a_brigade_a_remnant_dies_for_2():
    game = combat("field: 4 Nat b", "field: PA rem, PA d2")
    game.s["counters_free"][class_of("PA b") // 4] = 0
    with_loss(game, owed=4)
    lose(game, "PA rem")
    assert value(game, "owed_def") == 2
    lose(game, "PA d2")
    assert group(game, "government", "toledo", 1) == "PA rem!", "the back of a counter needs none"


def test_9_2_A_84_C_63_the_new_brigade_may_be_lost_in_the_same_result():
    game = combat("field: PA d1", "field: Nat d2", side="government")
    strike(game, 3)
    assert result(game) == (4, 1)
    lose(game, "PA d1", "PA b", "Nat d2")
    assert groups(game, "government", "toledo") == {}
    assert groups(game, "rebel", "toledo") == {"1": "Nat rem"}


def test_9_2_A_85_what_a_side_cannot_lose_is_void():
    game = combat("field: 2 Nat b, 2 armour, 2 artillery", "field: PA b; field: PA d1")
    act_target = next(p for p, what in groups(game, "government", "toledo").items() if what == "PA b")
    strike(game, 2, target=act_target, armour=1)
    lose(game, "armour", "artillery")
    assert game.to_move == "government"
    lose(game, "PA b")
    assert (game.node, value(game, "owed_def")) == ("ATTACK", 0)


def test_9_1_7_9_2_1_C_75_ap_may_be_given_up_instead_of_units_after_the_armour():
    game = combat("field: 2 Nat b, 2 armour, 2 artillery", "field: PA b")
    strike(game, 2, armour=1)
    assert result(game) == (2, 3)
    assert legal(game, "UNIT") == set()
    assert legal(game, "AP") == {"armour"}
    assert refusal(game, "AP", "artillery") == refusal(game, "UNIT", "Nat b") == "REQUIRED_FIRST"
    lose(game, "armour")
    assert legal(game, "AP") == {"armour", "artillery"}
    assert refusal(game, "AP", "air") == "NOT_A_LOSS"
    lose(game, "artillery", "PA b")
    assert groups(game, "rebel", "toledo") == {"1": "2 Nat b!, armour, artillery"}


def test_6_1_1_A_38_only_armies_internationals_carlists_and_colonials_count_for_replacement():
    game = with_loss(combat("field: 4 Nat b", "field: PA b, IB b, Bas b"), owed=3)
    lose(game, "PA b", "IB b", "Bas b")
    assert value(game, "lost_cf") == [2, 0]


def test_6_1_1_A_38_C_25_of_all_that_is_lost_a_fifth_of_the_armys_cf_comes_back():
    game = combat("field: 4 Nat b", "field: PA d2, An d1; field: Bas d1, 2 Bas b, artillery")
    with_loss(game, owed=8)
    lose(game, "PA d2", "PA rem", "PA b", "An d1")
    with_loss(game, owed=7)
    game.s["def_bg"] = 2
    lose(game, "artillery", "Bas d1", "Bas b", "Bas b", "Bas b")
    assert groups(game, "government", "toledo") == {"1": "An b!"}
    assert value(game, "lost_cf") == [5, 0]
    income = scene(stage="STRATEGIC", government={"toledo": "field: PA b"}, lost_cf_before=value(game, "lost_cf"))
    assert value(income, "replacement_ep")[0] == 1


def test_A_73_ap_whose_last_unit_dies_in_defence_die_with_it():
    game = combat("field: 4 Nat b", "city: PA b, armour, artillery; field: armour")
    strike(game, 6, target="city")
    assert game.node == "LOSS_ATT"
    lose(game, "Nat b", "PA b")
    assert groups(game, "government", "toledo") == {"1": "armour"}
    assert sums(game)["rebel"] == 2
    assert value(game, "ap_free")[0][1:] == [9, 10]


@pytest.mark.parametrize("ap", ["armour", "artillery"])
def test_A_73_9_2_3_ap_that_die_with_their_unit_count_when_losses_are_compared(ap):
    game = combat("field: 4 Nat b", f"field: PA b, {ap}")
    with_loss(game, owed=2)
    game.s["gone_att"] = 1
    lose(game, "PA b")
    assert groups(game, "government", "toledo") == {}
    assert groups(game, "rebel", "toledo") == {"1": "4 Nat b"}, "not disrupted: 1 is less than 2"


def test_A_73_A_119_ap_whose_last_unit_dies_in_attack_stay_in_the_country():
    game = with_city_ap(combat("city: Nat b, artillery", "field: PA d1"))
    lose(game, "Nat b")
    assert groups(game, "rebel", "toledo") == {"1": "artillery"}


def with_city_ap(game):
    """The attacker, who stands in the city, has 1 CF to lose."""
    with_loss(game, owed=1, defence=False)
    game.s["att_bg"] = 0
    return game


# -- required losses (9.2.1) -------------------------------------------------------------------------------------


def test_9_2_1_A_86_A_130_C_76_with_a_number_of_1_the_attacker_chooses_which_source_pays():
    for choice in ("Col b", "armour"):
        game = combat("field: Col b, Nat b, armour", "field: PA b")
        strike(game, 5, armour=1)
        assert result(game)[0] == 1
        assert (legal(game, "UNIT"), legal(game, "AP")) == ({"Col b"}, {"armour"})
        lose(game, choice)
        assert game.node != "LOSS_ATT", "ruling A-130"


def test_9_2_1_A_86_with_2_or_more_each_source_gives_one_removal():
    game = combat("field: Col b, Nat b, armour, artillery", "field: PA b")
    strike(game, 2, armour=1)
    assert result(game)[0] == 2
    lose(game, "armour")
    assert (legal(game, "UNIT"), legal(game, "AP")) == ({"Col b"}, set())
    assert refusal(game, "AP", "artillery") == "REQUIRED_FIRST"


def test_9_2_1_who_did_not_gain_by_his_cadre_chooses_freely():
    game = combat("field: Col b, 2 Nat b", "field: IB b")
    strike(game, 3)
    assert legal(game, "UNIT") == {"Col b", "Nat b"}


def test_9_2_1_armour_that_was_not_used_is_not_required():
    game = combat("field: 3 Nat b, armour", "field: PA b")
    strike(game, 2, armour=0)
    assert legal(game, "UNIT") == {"Nat b"}


def test_9_2_1_armour_that_no_loss_asked_for_is_forgotten_after_the_battle():
    game = combat("field: 4 Nat b, armour", "field: PA b")
    attack(game, armour=1)
    assert value(game, "required_armour") == 1
    roll(game, 6)
    assert game.s["result_att"] == 0
    lose(game, "PA b")
    assert game.node == "ATTACK"
    assert value(game, "required_armour") == 0


def test_9_2_1_all_units_of_the_best_level_are_sources():
    game = combat("field: Col b, Nat b+, Nat b", "field: PA b")
    strike(game, 2)
    assert legal(game, "UNIT") == {"Col b", "Nat b+"}


# -- elimination (9.2 E) -----------------------------------------------------------------------------------------


def test_9_2_A_88_elimination_removes_all_and_substitutes_nothing():
    game = combat("field: PA d1, armour", "field: 3 Nat d1, Nat d2", side="government", air_ready=(1, 0))
    strike(game, 1, air=0, armour=0)
    assert result(game) == (99, 0)
    assert groups(game, "government", "toledo") == {}
    assert sums(game) == {"government": -1, "rebel": 2}
    assert value(game, "lost_cf") == [4, 0]
    assert groups(game, "rebel", "toledo") == {"1": "3 Nat d1, Nat d2"}


def test_9_2_the_defender_is_eliminated_after_the_attackers_losses():
    game = combat("field: 3 Nat b", "city: PA b, armour; field: PA b", air_ready=(0, 3))
    attack(game, target="1", air=3)
    roll(game, 6)
    assert result(game) == (0, 99)
    assert groups(game, "government", "toledo") == {"city": "PA b, armour"}


# -- forts (15.3) ------------------------------------------------------------------------------------------------


def test_15_3_A_140_A_175_a_fort_satisfies_1_cf_for_those_in_its_city():
    game = combat("field: 4 Nat b", "city: 2 PA b", forts=True)
    a = game.tables.places.areas.index("toledo")
    game.s["fort"][a], game.s["forts_free"] = 0, 7
    strike(game, 6, target="city")
    assert result(game) == (2, 2)
    lose(game, "Nat b", "Nat b")
    assert legal(game, "VERB") == {"fortify"}
    lose(game, "fort")
    assert (value(game, "fort")[a], value(game, "forts_free")) == (3, 8)
    assert sums(game) == {"government": 0, "rebel": 0}
    assert refusal(game, "VERB", "fortify") == "NOT_A_LOSS"


def test_15_3_a_fort_is_not_lost_for_those_outside():
    game = combat("field: 4 Nat b", "city: PA b; field: 2 PA b", forts=True)
    game.s["fort"][game.tables.places.areas.index("toledo")] = 0
    strike(game, 5, target="1")
    lose(game, *["Nat b"] * result(game)[0])
    assert legal(game, "VERB") == set()


@pytest.mark.parametrize("side", ["government", "rebel"])
def test_15_3_A_140_the_fort_that_is_given_up_is_that_of_the_defender(side):
    attacker, defender = ("4 Nat b", "2 PA b") if side == "government" else ("3 PA b", "2 Nat b")
    other = "rebel" if side == "government" else "government"
    game = combat(f"field: {attacker}", f"city: {defender}", side=other, forts=True)
    game.tables = dataclasses.replace(game.tables, record=game.tables.record.copy())
    a, code = game.tables.places.areas.index("toledo"), int(side == "rebel")
    game.s["fort"][a], game.s["forts_free"] = code, 7
    game.t["crt_att"][:, :], game.t["crt_def"][:, :] = 0, 1
    strike(game, 3, target="city")
    lose(game, "fort")
    assert said(game, EVENTS.FORT_REMOVED, side=code, area=a)
    assert group(game, side, "toledo", "city") == f"{defender}!"
    assert (value(game, "fort")[a], game.node) == (3, "ATTACK")


def test_15_3_A_140_an_attacker_out_of_his_city_may_give_up_his_fort_after_what_is_required():
    game = combat("city: Col b, 3 Nat b", "field: PA b", forts=True)
    a = game.tables.places.areas.index("toledo")
    game.s["fort"][a], game.s["forts_free"] = 1, 7
    strike(game, 2, bg="city")
    assert result(game)[0] == 2
    assert refusal(game, "VERB", "fortify") == "REQUIRED_FIRST"
    lose(game, "Col b")
    assert legal(game, "VERB") == {"fortify"}
    assert refusal(game, "VERB", "build") == "NOT_HERE"
    lose(game, "fort")
    assert (value(game, "fort")[a], value(game, "forts_free")) == (3, 8)
    assert game.node != "LOSS_ATT"


def test_15_3_A_119_A_182_an_attacker_that_leaves_its_city_with_its_last_unit_has_no_fort_to_lose():
    game = combat("city: Nat b, armour, artillery", "field: PA b", forts=True)
    game.tables = dataclasses.replace(game.tables, record=game.tables.record.copy())
    a = game.tables.places.areas.index("toledo")
    game.s["fort"][a], game.s["forts_free"] = 1, 7
    game.t["crt_att"][:, :], game.t["crt_def"][:, :] = 2, 0
    strike(game, 3, bg="city", target="1")
    assert legal(game, "VERB") == {"fortify"}
    lose(game, "Nat b")
    assert groups(game, "rebel", "toledo") == {"1": "armour, artillery"}
    assert (legal(game, "VERB"), legal(game, "AP")) == (set(), {"armour", "artillery"})
    assert refusal(game, "VERB", "fortify") == "NOT_A_LOSS"
    lose(game, "artillery")
    assert value(game, "fort")[a] == 1


# -- exchange (9.2 X) --------------------------------------------------------------------------------------------


def exchange(attacker="field: Nat d1, Nat b", defender="field: PA d1, PA b"):
    game = combat(attacker, defender)
    game.tables = dataclasses.replace(game.tables, record=game.tables.record.copy())
    game.t["crt_att"][:, :] = game.t["crt_def"][:, :] = 98
    strike(game, 3)
    return game


def test_9_2_X_C_71_the_defender_matches_what_the_attacker_removes_and_the_attacker_may_stop():
    game = exchange()
    lose(game, "Nat b")
    assert game.to_move == "government"
    lose(game, "PA b")
    assert game.node == "EXCHANGE"
    done(game)
    assert groups(game, "rebel", "toledo") == {"1": "Nat d1!"}
    assert groups(game, "government", "toledo") == {"1": "PA d1!"}


def test_9_2_X_C_71_the_defender_may_give_more():
    game = exchange()
    lose(game, "Nat b", "PA d1")
    done(game)
    assert groups(game, "rebel", "toledo") == {"1": "Nat d1"}
    assert groups(game, "government", "toledo") == {"1": "2 PA b!"}


def test_9_2_X_C_72_the_exchange_may_go_on_until_nobody_is_left():
    game = exchange()
    lose(game, "Nat b", "PA b")
    yes(game)
    lose(game, "Nat d1", "PA d1")
    yes(game)
    lose(game, "Nat b", "PA b")
    assert game.node == "ATTACK"
    assert groups(game, "rebel", "toledo") == groups(game, "government", "toledo") == {}
    assert said(game, EVENTS.EXCHANGE_ROUND, attacker_cf=5, defender_cf=5)


def test_9_2_X_A_87_the_defender_removes_until_he_has_matched_the_round():
    game = exchange(defender="field: PA d1, 2 PA b")
    lose(game, "Nat d1")
    assert value(game, "owed_def") == 3
    lose(game, "PA b", "PA b")
    assert (game.node, value(game, "owed_def")) == ("LOSS_DEF", 1)


def test_9_2_X_A_87_C_102_it_ends_when_a_side_has_no_unit_left():
    game = exchange("field: Nat b, artillery", "field: PA d1")
    lose(game, "Nat b", "PA d1")
    assert game.node == "ATTACK"
    assert groups(game, "rebel", "toledo") == {"1": "artillery"}
    assert groups(game, "government", "toledo") == {"1": "PA b!"}


def test_9_2_1_A_86_required_losses_bind_in_an_exchange_too():
    game = exchange("field: Col b, 3 Nat b", "field: PA d1")
    assert legal(game, "UNIT") == {"Col b"}
