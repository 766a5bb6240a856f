"""Rule 5: support, purges, attempts to influence powers, PSP for foreign aid, and the worked cases about them."""

import pytest
from support.arriba_scene import act, area_code, done, group, groups, legal, may_pass, refusal, roll, said, scene, value

from ctv_env.games.arriba.model.codes import Power
from ctv_env.games.arriba.model.events import EVENTS

START = {"GE": 1, "IT": 1, "PO": 1, "USSR": -1}


def attempts(side: str = "government", **more):
    """At INFLUENCE, in the part of ``side``; a government that is first has passed its purges."""
    game = scene(stage="POLITICAL", side=side, **more)
    if game.node == "PURGE":
        done(game)
    assert (game.node, game.to_move) == ("INFLUENCE", side)
    return game


def attempt(game, power: str, bought: int, *dice: int) -> None:
    act(game, "POWER", power)
    act(game, "AMOUNT", str(bought))
    roll(game, *dice)


def box(game, power: str) -> int:
    return value(game, "power_at")[Power[power]]


# -- 5.2.2: purges ---------------------------------------------------------------------------------------------


def test_C_39_5_2_2_A_123_a_purge_costs_three_dice_once():
    game = scene(stage="POLITICAL", turn=3, ps=(40, 50))
    act(game, "FACTION", "poum")
    roll(game, 3, 4)
    assert value(game, "ps") == [40, 50]  # applied after the last die
    roll(game, 5)
    assert value(game, "ps") == [28, 50]
    assert refusal(game, "FACTION", "poum") == "IS_PURGED"
    assert legal(game, "FACTION") == {"anarchist", "catalonia", "asturias", "basque", "santander"}


def test_C_40_5_2_2_A_146_nobody_is_purged_in_1936_and_never_by_the_Rebel():
    assert scene(stage="POLITICAL", turn=2).node == "INFLUENCE"
    assert scene(stage="POLITICAL", turn=3).node == "PURGE"
    assert scene(stage="POLITICAL", turn=3, side="rebel").node == "INFLUENCE"


@pytest.mark.parametrize(("ps", "offered"), [(3, False), (4, True)])
def test_A_26_a_purge_is_offered_if_the_least_cost_leaves_something(ps, offered):
    game = scene(stage="POLITICAL", ps=(ps, 50))
    assert bool(legal(game, "FACTION")) == offered
    assert offered or refusal(game, "FACTION", "poum") == "TOO_LITTLE_SUPPORT"
    assert may_pass(game)


def test_A_26_the_dice_of_a_purge_may_end_the_game():
    game = scene(stage="POLITICAL", ps=(4, 50))
    act(game, "FACTION", "poum")
    roll(game, 1, 1, 2)
    assert (game.node, game.winner) == ("OVER", "rebel")


def test_A_27_a_purge_freezes_for_its_turn_only():
    game = scene(stage="POLITICAL", turn=4)
    act(game, "FACTION", "anarchist")
    roll(game, 1, 1, 1)
    assert value(game, "purged")[0] == 2
    turned = scene(stage="EVENTS", turn=3, purged={"anarchist": 2})
    assert value(turned, "purged")[0] == 1


# -- 5.3.1: attempts -------------------------------------------------------------------------------------------


def test_C_01_5_3_1_three_bought_dice_and_an_opposed_power_that_backs_the_enemy():
    game = attempts(powers={"USSR": -1, "IT": 1})
    act(game, "POWER", "USSR")
    act(game, "AMOUNT", "3")
    assert value(game, "ps") == [48, 50]  # 2 PSP at once
    roll(game, 6, 4)
    assert value(game, "ps") == [48, 50]
    roll(game, 3)
    assert value(game, "ps") == [35, 50]
    roll(game, 5)
    assert said(game, EVENTS.INFLUENCE_DIE, die=5, bought=3, opposed=1, target=0, score=9, boxes=2)
    act(game, "TOWARD", "government")
    assert box(game, "USSR") == -3


def test_C_02_5_3_1_a_score_of_1_backfires():
    game = attempts(powers={"FR": -1})
    attempt(game, "FR", 0, 1)
    assert box(game, "FR") == 0
    assert value(game, "ps") == [48, 50]
    assert game.node == "INFLUENCE"


def test_5_3_1_that_of_the_Rebel_backfires_toward_the_Government():
    game = attempts("rebel")
    attempt(game, "BR", 0, 1)
    assert box(game, "BR") == -1


def test_C_03_5_3_1_scores_of_2_to_5_do_nothing():
    game = attempts()
    attempt(game, "BR", 0, 5)
    assert box(game, "BR") == 0
    assert game.node == "INFLUENCE"


@pytest.mark.parametrize(("end", "to"), [("government", -1), ("rebel", 1)])
def test_C_04_5_3_1_a_score_of_6_moves_a_box_either_way(end, to):
    game = attempts()
    attempt(game, "BR", 0, 6)
    act(game, "TOWARD", end)
    assert box(game, "BR") == to


def test_C_05_5_3_1_a_target_that_backs_the_enemy_costs_1_and_an_opposed_friend_gives_nothing():
    game = attempts(powers={"GE": 1, "USSR": -1})
    attempt(game, "GE", 0, 6)
    assert said(game, EVENTS.INFLUENCE_DIE, opposed=0, target=-1, score=5)
    assert box(game, "GE") == 1


def test_C_06_5_3_1_the_same_for_the_Rebel():
    game = attempts("rebel", powers={"USSR": -1, "GE": 1})
    attempt(game, "USSR", 0, 2)
    assert box(game, "USSR") == -2
    assert value(game, "ps") == [50, 48]


def test_C_07_A_30_two_opposed_powers_count_once():
    game = attempts(powers={"USSR": -1, "GE": 1, "IT": 1})
    attempt(game, "USSR", 0, 5)
    act(game, "TOWARD", "government")
    assert box(game, "USSR") == -2


def test_C_08_A_25_modifiers_look_at_the_boxes_at_the_start_of_the_phase():
    game = scene(stage="POLITICAL_ORDER", turn=2, powers={"USSR": -1, "IT": 1})
    roll(game, 1)
    attempt(game, "IT", 0, 6)  # 6 - 1
    assert box(game, "IT") == 1
    again = scene(stage="POLITICAL_ORDER", turn=2, powers={"USSR": -1, "IT": 1})
    roll(again, 1)
    attempt(again, "IT", 1, 1, 6)
    act(again, "TOWARD", "government")
    assert box(again, "IT") == 0
    attempt(again, "USSR", 0, 5)
    assert again.node == "INFLUENCE_WAY"


def test_A_25_the_boxes_of_the_start_are_forgotten_with_the_phase():
    game = scene(stage="STRATEGIC_ORDER", power_before=[1] * 6)
    assert value(game, "power_before") == [0] * 6


def test_C_09_A_31_the_end_box_stops_the_marker():
    game = attempts(powers={"USSR": -2, "GE": 3})
    attempt(game, "USSR", 3, 1, 1, 1, 6)
    act(game, "TOWARD", "government")
    assert box(game, "USSR") == -3
    assert value(game, "ps") == [45, 50]


def test_C_10_A_29_an_attempt_must_leave_something():
    game = attempts(ps=(3, 50))
    act(game, "POWER", "BR")
    assert legal(game, "AMOUNT") == {"0"}
    assert refusal(game, "AMOUNT", "1") == "TOO_LITTLE_SUPPORT"
    poor = attempts(ps=(2, 50))
    assert refusal(poor, "POWER", "BR") == "TOO_LITTLE_SUPPORT"


def test_5_3_1_three_dice_at_most():
    game = attempts()
    act(game, "POWER", "BR")
    assert legal(game, "AMOUNT") == {"0", "1", "2", "3"}


def test_5_3_1_A_151_both_ends_are_open_also_that_at_which_the_marker_stands():
    game = attempts(powers={"USSR": -3})
    attempt(game, "USSR", 0, 6)
    assert legal(game, "TOWARD") == {"government", "rebel"}
    act(game, "TOWARD", "government")
    assert (box(game, "USSR"), game.node) == (-3, "INFLUENCE")


def test_C_11_5_1_1_A_105_the_price_may_end_the_game_before_the_die():
    game = attempts(ps=(10, 50))
    attempt(game, "FR", 3, 4, 3, 2)
    assert (game.node, game.winner) == ("OVER", "rebel")
    assert value(game, "ps") == [0, 50]


def test_5_3_1_a_power_is_tried_once_a_turn():
    game = attempts()
    attempt(game, "BR", 0, 3)
    assert refusal(game, "POWER", "BR") == "TRIED_BEFORE"
    assert "FR" in legal(game, "POWER")
    done(game)
    roll(game, 1)
    assert game.to_move == "rebel"
    assert "BR" in legal(game, "POWER")  # each side for itself


def test_14_2_b_A_13_A_146_no_attempts_on_the_first_turn():
    assert scene(stage="POLITICAL", turn=1).node == "AID_DIE"


# -- 5.4: PSP for aid ------------------------------------------------------------------------------------------


def aid(powers: dict, *dice: int, ps=(50, 50), side="government"):
    game = attempts(side, powers=powers, ps=ps)
    done(game)
    roll(game, *dice)
    return value(game, "ps")[0 if side == "government" else 1]


def test_C_12_5_4_1_support_gives_a_die_once():
    assert aid({"USSR": -1, "FR": -2}, 4) == 54


def test_C_13_5_4_2_5_1_1_A_105_intervention_gives_two_dice_and_99_is_the_top():
    assert aid({"USSR": -3, "FR": -1}, 3, 4, ps=(97, 50)) == 99


def test_C_14_5_4_3_no_aid_costs_a_die():
    assert aid({"GE": 2}, 5) == 45


def test_5_4_the_Rebel_is_backed_from_his_end():
    assert aid({"GE": 3}, 3, 4, side="rebel") == 57
    assert aid({"USSR": -3}, 3, side="rebel") == 47


def test_5_4_A_32_aid_follows_the_players_own_attempts_and_outlasts_those_of_the_opponent():
    game = attempts()
    attempt(game, "BR", 0, 6)
    act(game, "TOWARD", "government")
    done(game)
    roll(game, 4)
    assert value(game, "ps")[0] == 50 - 2 + 4
    attempt(game, "BR", 0, 6)
    act(game, "TOWARD", "rebel")
    assert (box(game, "BR"), value(game, "ps")[0]) == (0, 52)


def test_5_4_3_the_want_of_aid_may_end_the_game():
    game = attempts(ps=(3, 50))
    done(game)
    roll(game, 3)
    assert game.winner == "rebel"


# -- 5.4.2: legions that leave ---------------------------------------------------------------------------------


def test_C_18_A_34_all_Italians_leave_when_Italy_turns_neutral():
    rebel = {"malaga": "city: 3 It d1, armour", "seville": "field: It b!", "granada": "pool: Nat b"}
    game = attempts(rebel=rebel, powers={"IT": 1}, legions={"IT"})
    attempt(game, "IT", 1, 1, 6)
    act(game, "TOWARD", "government")
    assert said(game, EVENTS.LEGION_GONE, power=int(Power.IT))
    assert sum(value(game, "area_units")[1]) == 1
    assert value(game, "ps") == [47, 50]
    area = game.tables.places.areas.index("malaga")
    assert value(game, "bg_armour")[1][area][:2] == [0, 1]  # the armour is at large
    assert value(game, "legion")[Power.IT] == 2


def test_A_34_a_legion_that_is_still_backed_stays():
    game = attempts(rebel={"malaga": "city: It d1"}, powers={"IT": 3}, legions={"IT"})
    attempt(game, "IT", 2, 1, 1, 6)
    act(game, "TOWARD", "government")
    assert box(game, "IT") == 2
    assert sum(value(game, "area_units")[1]) == 1


def test_A_34_the_Portuguese_leave():
    game = attempts(rebel={"badajoz": "pool: Por d1"}, powers={"PO": 1}, legions={"PO"})
    free = sum(value(game, "counters_free"))
    attempt(game, "PO", 1, 1, 6)
    act(game, "TOWARD", "government")
    assert sum(value(game, "area_units")[1]) == 0
    assert sum(value(game, "counters_free")) == free + 1


def germans(rebel: dict, **more):
    game = attempts(rebel=rebel, powers={"GE": 1}, legions={"GE"}, **more)
    attempt(game, "GE", 1, 1, 6)
    act(game, "TOWARD", "government")
    return game


def test_A_34_A_35_the_Germans_take_an_air_and_an_armour_AP_from_an_area_of_the_Rebels_choice():
    rebel = {"seville": "city: Nat b, 2 armour", "burgos": "field: armour", "cadiz": "pool: artillery"}
    game = germans(rebel, air_ready=(0, 1))
    assert (game.node, game.to_move) == ("LEGION_LEAVES", "rebel")
    assert legal(game, "AREA") == {"seville", "burgos"}
    assert refusal(game, "AREA", "cadiz") == "NO_AP_THERE"
    free = value(game, "ap_free")[1]
    act(game, "AREA", "seville")
    assert value(game, "bg_armour")[1][game.tables.places.areas.index("seville")][0] == 1
    assert value(game, "air_ready") == [0, 0]
    assert value(game, "ap_free")[1] == free
    assert (game.node, game.to_move) == ("INFLUENCE", "government")


def test_A_35_what_the_Rebel_does_not_have_leaves_his_limit():
    game = germans({"seville": "city: Nat b"})
    assert game.node == "INFLUENCE"
    assert value(game, "ap_free")[1] == [9, 9, 10]


def test_A_34_A_122_a_battlegroup_of_the_armour_alone_is_gone_with_the_Germans():
    game = germans({"burgos": "field: Nat d1; field: armour; field: artillery"}, air_ready=(0, 1))
    act(game, "AREA", "burgos")
    a = area_code(game, "burgos")
    assert groups(game, "rebel", "burgos") == {"1": "Nat d1", "2": "artillery"}
    assert value(game, "at_large")[1][a] == 2
    assert said(game, EVENTS.AP_REMOVED, side=1, ap=1, at=a)
    assert said(game, EVENTS.AP_REMOVED, side=1, ap=0, at=-1)


def test_A_34_Italians_leave_every_kind_of_place_and_no_gap_stays():
    game = attempts(
        rebel={"burgos": "city: It b; field: It d1; field: Nat b", "morocco": "pool: It b, Col b"},
        powers={"IT": 1},
        legions={"IT"},
    )
    attempt(game, "IT", 1, 1, 6)
    act(game, "TOWARD", "government")
    assert groups(game, "rebel", "burgos") == {"1": "Nat b"}
    assert group(game, "rebel", "morocco", "pool") == "Col b"
    assert value(game, "at_large")[1][area_code(game, "burgos")] == 1
