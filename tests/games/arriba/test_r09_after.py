"""Rules 9.2.3 to 9.4: disruption, advance, breakthrough, counterattack."""

import dataclasses

import pytest
from support.arriba_battle import attack, column, combat, lose, odds, strength, support
from support.arriba_scene import act, class_of, done, group, groups, legal, refusal, roll, said, scene, value, yes

from ctv_env.games.arriba.model.codes import NO_UNIT
from ctv_env.games.arriba.model.events import EVENTS


def win(game, target="1", *, attacker_loses=0, **names):
    """Attack and make the target's loss 5 and the attacker's as wanted, by way of the table."""
    attack(game, target=target, **names)
    column = min(max(value(game, "column"), 0), 7)
    game.tables.record[0]["crt_att"][column, :] = attacker_loses
    game.tables.record[0]["crt_def"][column, :] = 5
    roll(game, 3)
    if game.node == "SPLIT":
        act(game, "AMOUNT", "0")


def own_tables(game):
    """The same game with tables of its own."""
    game.tables = dataclasses.replace(game.tables, record=game.tables.record.copy())
    return game


def battle(attacker, defender, **more):
    return own_tables(combat(attacker, defender, **more))


# -- disruption (9.2.3) ------------------------------------------------------------------------------------------


def test_9_2_3_A_89_C_79_equal_losses_disrupt_both_the_dead_count():
    game = battle("field: 4 Nat b", "field: 2 PA b")
    win(game, attacker_loses=2)
    lose(game, "Nat b", "Nat b", "PA b", "PA b")
    assert groups(game, "rebel", "toledo") == {"1": "2 Nat b!"}


def test_9_2_3_A_89_who_lost_less_is_not_disrupted_and_overshoot_counts():
    game = battle("field: Nat d1", "field: 2 PA b")
    win(game, attacker_loses=1)
    lose(game, "Nat d1", "PA b", "PA b")
    assert groups(game, "rebel", "toledo") == {"1": "Nat b!"}, "3 to 2"


def test_9_2_3_A_89_C_65_equal_losses_of_0_disrupt_nobody():
    game = battle("field: Nat b", "field: PA d1")
    attack(game)
    game.t["crt_att"][1, :] = game.t["crt_def"][1, :] = 0
    game.t["crt_att"][0, :] = game.t["crt_def"][0, :] = 0
    roll(game, 3)
    assert groups(game, "rebel", "toledo") == {"1": "Nat b"}
    assert groups(game, "government", "toledo") == {"1": "PA d1"}


def test_9_2_3_asset_points_lost_count_1_each():
    game = battle("field: 4 Nat b, artillery", "field: PA b")
    win(game, attacker_loses=2)
    lose(game, "artillery", "Nat b", "PA b")
    assert group(game, "rebel", "toledo", 1) == "3 Nat b!"


def test_9_2_3_A_174_air_ap_lost_to_a_six_disrupt_nobody():
    game = battle("field: 2 Nat b", "field: PA b", air_ready=(1, 1))
    attack(game, air=1, air_def=1)
    game.t["crt_att"][:, :] = game.t["crt_def"][:, :] = 0
    roll(game, 6)
    assert value(game, "air_used") == [0, 0]
    assert groups(game, "rebel", "toledo") == {"1": "2 Nat b"}
    assert groups(game, "government", "toledo") == {"1": "PA b"}


# -- advance (9.2.4) ---------------------------------------------------------------------------------------------


def test_9_2_4_A_90_the_attacker_may_move_into_the_city_whose_defenders_are_gone_disrupted_or_not():
    game = battle("field: 4 Nat b, artillery", "city: PA b")
    win(game, "city", attacker_loses=1)
    lose(game, "Nat b", "PA b")
    assert game.node == "ADVANCE"
    yes(game)
    assert groups(game, "rebel", "toledo") == {"city": "3 Nat b!, artillery"}
    assert game.node == "ATTACK"


def test_9_2_4_he_need_not():
    game = battle("field: 4 Nat b", "city: PA b")
    win(game, "city")
    lose(game, "PA b")
    done(game)
    assert groups(game, "rebel", "toledo") == {"1": "4 Nat b"}


def test_9_2_4_nobody_advances_while_a_defender_is_left_or_from_a_battle_in_the_country():
    game = battle("field: 4 Nat b", "city: 3 PA d1")
    win(game, "city")
    lose(game, "PA d1", "PA d1")
    assert game.node == "ATTACK"
    game = battle("field: 4 Nat b", "field: PA b")
    win(game)
    lose(game, "PA b")
    assert game.node == "ATTACK"


def test_15_3_an_advance_removes_the_fort():
    game = battle("field: 4 Nat b", "city: PA b", forts=True)
    a = game.tables.places.areas.index("toledo")
    game.s["fort"][a] = 0
    win(game, "city")
    lose(game, "PA b")
    yes(game)
    assert value(game, "fort")[a] == 3


# -- breakthrough (9.3) ------------------------------------------------------------------------------------------


BREAKING = ("field: 3 Nat b, 2 armour, artillery", "city: PA b; field: PA d1")


def test_9_3_C_80_armour_and_a_unit_for_each_attack_again_the_rest_may_advance_first():
    game = battle(*BREAKING, air_ready=(0, 3), ep=(0, 3))
    win(game, "city")
    lose(game, "PA b")
    assert game.node == "BREAKTHROUGH"
    yes(game)
    assert legal(game, "UNIT") == {"Nat b"}
    act(game, "UNIT", "Nat b", "Nat b")
    assert game.node == "ADVANCE"
    yes(game)
    assert group(game, "rebel", "toledo", "city") == "Nat b, artillery"
    assert group(game, "rebel", "toledo", 1) == "2 Nat b, 2 armour"
    assert game.node == "BREAKTHROUGH_TARGET"
    act(game, "BG", "1")
    assert legal(game, "AMOUNT") == {"0", "1"}, "one air AP at most"
    support(game, air=1, armour=2)
    assert value(game, "drm") == 3
    assert said(game, EVENTS.ATTACKED, kind=1)
    assert value(game, "ep") == [0, 3]


def test_9_3_A_92_nobody_breaks_through_twice_and_the_second_winner_may_advance():
    game = battle("field: 3 Nat b, 2 armour", "field: PA b; city: PA b; field: IB b")
    place = next(p for p, what in groups(game, "government", "toledo").items() if what == "PA b" and p != "city")
    win(game, place)
    lose(game, "PA b")
    yes(game)
    act(game, "UNIT", "Nat b", "Nat b")
    act(game, "BG", "city")
    support(game)
    game.t["crt_att"][:, :] = 0
    game.t["crt_def"][:, :] = 5
    roll(game, 3)
    lose(game, "PA b")
    assert game.node == "ADVANCE"
    yes(game)
    assert group(game, "rebel", "toledo", "city") == "2 Nat b, 2 armour"
    assert game.node == "ATTACK"
    assert refusal(game, "AREA", "toledo") == "NOBODY_TO_ATTACK", "both parts have attacked"


def test_9_3_C_81_A_91_a_disrupted_attacker_does_not_break_through_but_advances():
    game = battle(*BREAKING)
    win(game, "city", attacker_loses=1)
    lose(game, "Nat b", "PA b")
    assert game.node == "ADVANCE"


def test_9_3_C_106_where_nothing_stays_behind_the_same_battlegroup_attacks_and_nobody_advances():
    game = battle("field: 2 Nat b, 2 armour", "city: PA b; field: PA d1")
    win(game, "city")
    lose(game, "PA b")
    yes(game)
    assert game.node == "BREAKTHROUGH_TARGET"
    assert groups(game, "rebel", "toledo") == {"1": "2 Nat b, 2 armour"}


def test_9_3_A_134_when_all_units_go_none_is_chosen_and_artillery_stays():
    game = battle("field: 2 Nat b, 2 armour, artillery", "city: PA b; field: PA d1")
    win(game, "city")
    lose(game, "PA b")
    yes(game)
    assert game.node == "BREAKTHROUGH_TARGET"
    assert set(groups(game, "rebel", "toledo").values()) == {"2 Nat b, 2 armour", "artillery"}
    act(game, "BG", "1")
    assert game.node == "ARMOUR_ATT"


def test_9_3_without_armour_or_another_target_there_is_no_breakthrough():
    for attacker, defender in (
        ("field: 3 Nat b, artillery", "field: PA b; city: PA d1"),
        ("field: 3 Nat b, armour", "field: PA b"),
    ):
        game = battle(attacker, defender)
        win(game)
        lose(game, "PA b")
        assert game.node == "ATTACK"


def test_9_3_not_while_a_unit_of_the_target_is_left():
    game = battle("field: 3 Nat b, armour", "field: 3 PA d1; city: PA b")
    win(game)
    lose(game, "PA d1", "PA d1")
    assert game.node == "ATTACK"


def test_A_138_a_new_battlegroup_needs_a_place_at_large():
    ten = "; ".join(["field: Car b"] * 10)
    for others, node in ((f"; {ten}", "ADVANCE"), ("", "BREAKTHROUGH")):
        game = battle(f"field: 2 Nat b, armour{others}", "city: PA b; field: PA d1")
        place = next(p for p, what in groups(game, "rebel", "toledo").items() if "armour" in what)
        win(game, "city", bg=place)
        lose(game, "PA b")
        assert game.node == node


@pytest.mark.parametrize(("others", "node"), [(9, "BREAKTHROUGH"), (10, "ATTACK")])
def test_9_3_A_119_A_138_A_178_artillery_that_has_to_leave_the_city_needs_a_place_too(others, node):
    rest = "; ".join(["field: Nat b"] * others)
    game = battle(f"city: Nat b, armour, artillery; {rest}", "field: PA b; field: PA d1")
    win(game, place(game, "government", "PA b"), bg="city")
    lose(game, "PA b")
    assert game.node == node
    if node == "BREAKTHROUGH":
        yes(game)
        found = groups(game, "rebel", "toledo")
        assert len(found) == 11
        assert "artillery" in found.values()
        assert groups(game, "rebel", "ciudad_real") == {}


def test_9_3_A_178_all_ap_go_also_with_fewer_units_and_need_no_place_where_nothing_stays_behind():
    ten = "; ".join(["field: Car b"] * 10)
    game = battle(f"field: Nat b, 2 armour; {ten}", "city: PA b; field: PA d1")
    win(game, "city", bg=place(game, "rebel", "Nat b, 2 armour"))
    lose(game, "PA b")
    yes(game)
    assert game.node == "BREAKTHROUGH_TARGET"
    assert place(game, "rebel", "Nat b, 2 armour") == str(value(game, "att_bg"))


def test_9_3_out_of_the_city_a_breakthrough_finds_the_next_battlegroup_in_the_country():
    game = battle("city: 3 Nat b, armour", "field: PA b; field: PA d1")
    win(game, place(game, "government", "PA b"), bg="city")
    lose(game, "PA b")
    assert game.node == "BREAKTHROUGH"


def test_9_3_15_5_artillery_that_breaks_through_leaves_the_battlegroup():
    game = battle("field: 3 Nat b, armour, artillery", "field: PA b; city: PA d1")
    game.s["doctrine"][1] = [1, 1, 1, 1, 1, 1, 6, 1]
    win(game)
    lose(game, "PA b")
    yes(game)
    act(game, "UNIT", "Nat b", "Nat b")
    assert sorted(groups(game, "rebel", "toledo").values()) == ["2 Nat b, armour, artillery", "Nat b"]


def test_9_3_a_breakthrough_of_two_divisions_is_neither_paid_nor_halved():
    game = battle("field: 2 Nat d1, Nat b, 2 armour", "field: PA b; city: PA d1", ep=(0, 3))
    win(game)
    lose(game, "PA b")
    yes(game)
    act(game, "UNIT", "Nat d1", "Nat d1")
    act(game, "BG", "city")
    assert game.node == "ARMOUR_ATT"
    support(game)
    assert strength(game)[0] == 8
    assert value(game, "ep") == [0, 3]


def test_9_3_15_5_A_114_doctrine_says_which_types_break_through():
    for die, node in ((1, "ATTACK"), (3, "BREAKTHROUGH")):
        game = battle("field: 3 Nat b, armour", "field: PA b; city: PA d1", air_ready=(0, 2))
        game.s["doctrine"][1] = [1, 1, 1, 1, 1, 1, die, 1]
        win(game)
        lose(game, "PA b")
        assert game.node == node
    yes(game)
    act(game, "UNIT", "Nat b")
    act(game, "BG", "city")
    assert game.node == "ARMOUR_ATT", "air is not in the list of die 3"


def test_9_3_not_while_a_single_unit_of_the_target_is_left():
    game = battle("field: 3 Nat b, armour", "field: PA d1, 3 PA b; city: PA b")
    win(game)
    lose(game, "PA d1", "PA b", "PA b")
    assert group(game, "government", "toledo", 1) == "2 PA b!"
    game = battle("field: 3 Nat b, armour", "field: PA d1, 2 PA b; city: PA b")
    win(game)
    lose(game, "PA d1", "PA b", "PA b")
    assert groups(game, "government", "toledo") == {"city": "PA b", "1": "PA b!"}
    assert game.node == "ATTACK"


def test_9_3_A_91_a_single_disrupted_unit_does_not_break_through():
    game = battle("field: 2 Nat b, armour", "city: PA b; field: PA d1")
    win(game, "city", attacker_loses=1)
    lose(game, "Nat b", "PA b")
    assert game.node == "ADVANCE"
    assert groups(game, "rebel", "toledo") == {"1": "Nat b!, armour"}


def test_9_3_9_2_4_who_declines_the_breakthrough_may_still_advance():
    game = battle(*BREAKING)
    win(game, "city")
    lose(game, "PA b")
    done(game)
    assert game.node == "ADVANCE"
    yes(game)
    assert groups(game, "rebel", "toledo") == {"city": "3 Nat b, 2 armour, artillery"}
    game = battle("field: 3 Nat b, armour", "field: PA b; city: PA d1")
    win(game)
    lose(game, "PA b")
    done(game)
    assert game.node == "ATTACK", "nothing to advance into"


def test_9_3_a_breakthrough_is_logged_with_its_units_and_ap():
    game = battle("field: Nat b, Col b, Car b, Nat b!, armour", "city: PA b; field: PA d1")
    assert refusal(game, "AREA", "toledo") == "NOBODY_TO_ATTACK"
    game = battle("field: Nat b, Col b, Car b, Nat d1, 2 armour, artillery", "city: PA b; field: PA d1")
    win(game, "city")
    lose(game, "PA b")
    yes(game)
    act(game, "UNIT", "Col b", "Nat b")
    done(game)
    first, second = sorted(map(class_of, ("Col b", "Nat b")))
    area = game.tables.places.areas.index("toledo")
    none = dict.fromkeys(("unit_3", "unit_4"), NO_UNIT)
    assert said(
        game, EVENTS.BREAKTHROUGH, side=1, area=area, unit_1=first, unit_2=second, **none, armour=2, artillery=0
    )
    game = battle("field: Nat b, Col b, Car b, Nat d1, 4 armour", "city: PA b; field: PA d1")
    win(game, "city")
    lose(game, "PA b")
    yes(game)
    four = sorted(map(class_of, ("Nat b", "Col b", "Car b", "Nat d1")))
    units = {f"unit_{k}": c for k, c in enumerate(four, 1)}
    assert said(game, EVENTS.BREAKTHROUGH, **units, armour=4, artillery=0)


@pytest.mark.parametrize(("die", "node"), [(5, "ADVANCE"), (6, "BREAKTHROUGH")])
def test_9_3_15_5_A_138_A_178_no_place_is_needed_where_artillery_goes_too(die, node):
    ten = "; ".join(["field: Car b"] * 10)
    game = battle(f"field: 2 Nat b, armour, artillery; {ten}", "city: PA b; field: PA d1", air_ready=(0, 2))
    game.s["doctrine"][1] = [1, 1, 1, 1, 1, 1, die, 1]
    win(game, "city", bg=place(game, "rebel", "2 Nat b, armour, artillery"))
    lose(game, "PA b")
    assert game.node == node


@pytest.mark.parametrize(
    ("ap", "die", "left"),
    [
        ("armour, artillery", 6, {"1": "2 Nat b, armour, artillery"}),  # all go: the same battlegroup attacks
        ("2 artillery", 6, {"1": "2 Nat b, 2 artillery"}),
        ("armour, artillery", 3, None),  # the artillery stays
        ("2 armour, artillery", 3, {"1": "2 Nat b, 2 armour", "2": "artillery"}),
    ],
)
def test_9_3_15_5_A_178_by_doctrine_artillery_goes_too_and_then_nothing_stays_behind(ap, die, left):
    game = battle(f"field: 2 Nat b, {ap}", "field: PA b; city: PA d1", air_ready=(0, 2))
    game.s["doctrine"][1] = [1, 1, 1, 1, 1, 1, die, 1]
    win(game)
    lose(game, "PA b")
    yes(game)
    assert game.node == ("BREAKTHROUGH_TARGET" if left else "BREAKTHROUGH_UNIT")
    if left:
        assert groups(game, "rebel", "toledo") == left
    else:
        assert group(game, "rebel", "toledo", 1) == "2 Nat b, artillery"


def test_9_3_A_134_one_unit_alone_breaks_through_as_a_battlegroup():
    game = battle("field: Nat b, Nat d1, armour", "field: PA b; city: PA d1")
    win(game)
    lose(game, "PA b")
    yes(game)
    act(game, "UNIT", "Nat b")
    assert (game.node, groups(game, "rebel", "toledo")) == (
        "BREAKTHROUGH_TARGET",
        {"1": "Nat b, armour", "2": "Nat d1"},
    )
    act(game, "BG", "city")
    assert game.node == "ARMOUR_ATT"


# -- counterattack (9.4) -----------------------------------------------------------------------------------------


def counter(**more):
    """R1 has attacked G1 in the country; R2 has not attacked; G2 was not attacked; G3 is in the city (case C-83)."""
    game = scene(
        rebel={"toledo": "field: 4 Nat d1; field: Car b"},
        government={"toledo": "field: IB b; field: 2 PA d1; city: Cat b"},
        stage="COMBAT",
        side="rebel",
        control={"extremadura": "government"},
        ep=(0, 1),
        **more,
    )
    attack(game, target=place(game, "government", "IB b"), bg=place(game, "rebel", "4 Nat d1"))
    roll(game, 1)
    while game.node in ("LOSS_ATT", "LOSS_DEF", "SPLIT"):
        if game.node == "SPLIT":
            act(game, "AMOUNT", "0")
        else:
            lose(game, min(legal(game, "UNIT")))
    done(game)
    return game


def place(game, side, content):
    return next(p for p, what in groups(game, side, "toledo").items() if what == content)


def test_9_4_C_83_only_those_at_large_who_were_not_attacked_counterattack_those_who_attacked():
    game = counter()
    assert (game.node, game.to_move) == ("COUNTER", "government")
    assert legal(game, "AREA") == {"toledo"}
    act(game, "AREA", "toledo")
    assert legal(game, "BG") == {place(game, "government", "2 PA d1")}
    assert refusal(game, "BG", "city") == "WAS_ATTACKED"
    act(game, "BG", place(game, "government", "2 PA d1"))
    targets = legal(game, "BG")
    assert len(targets) == 1
    assert refusal(game, "BG", place(game, "rebel", "Car b")) == "DID_NOT_ATTACK"


def test_9_4_C_84_a_counterattack_needs_no_offensive_and_each_comes_once():
    game = counter()
    act(game, "AREA", "toledo")
    act(game, "BG", place(game, "government", "2 PA d1"))
    act(game, "BG", *legal(game, "BG"))
    assert game.node == "COMBAT_DIE"
    assert strength(game)[0] == 8
    assert value(game, "attacker") == 0
    roll(game, 6)
    while game.node in ("LOSS_ATT", "LOSS_DEF"):
        lose(game, min(legal(game, "UNIT")))
    assert game.node in ("COUNTER", "EXCHANGE")


def test_9_4_A_93_those_who_were_attacked_do_not_counterattack():
    game = scene(
        rebel={"toledo": "field: Nat b"}, government={"toledo": "field: 3 PA d1"}, stage="COMBAT", side="rebel"
    )
    game = own_tables(game)
    attack(game)
    game.t["crt_att"][:, :] = game.t["crt_def"][:, :] = 0
    roll(game, 3)
    done(game)
    assert refusal(game, "AREA", "toledo") == "NO_COUNTERATTACK"


def test_9_4_9_2_3_disrupted_battlegroups_do_not_counterattack():
    game = counter()
    a = game.tables.places.areas.index("toledo")
    game.s["bg_unit"][0, a, int(place(game, "government", "2 PA d1")), 1] = class_of("PA d1!")
    assert refusal(game, "AREA", "toledo") == "NO_COUNTERATTACK"


def test_9_4_A_143_an_attacker_of_whom_ap_alone_are_left_may_be_counterattacked():
    game = battle("field: Nat b, artillery", "field: PA d1; field: PA b")
    attack(game, target=place(game, "government", "PA d1"))
    game.t["crt_att"][:, :], game.t["crt_def"][:, :] = 1, 0
    roll(game, 3)
    lose(game, "Nat b")
    done(game)
    act(game, "AREA", "toledo")
    act(game, "BG", place(game, "government", "PA b"))
    assert legal(game, "BG") == {"1"}
    act(game, "BG", "1")
    assert groups(game, "rebel", "toledo") == {}
    assert game.node == "COUNTER"


def test_A_120_marks_of_attack_go_with_the_counterattack_phase():
    game = counter()
    assert sum(value(game, "bg_marks")[1][game.tables.places.areas.index("toledo")]) > 0
    done(game)
    assert not game.s["bg_marks"].any()


def test_A_94_in_the_counterattack_phase_the_counterattackers_psp_come_first():
    game = counter()
    game.s["ps"], game.s["sum_ps"] = (5, 5), (-5, -5)
    done(game)
    assert (game.winner, value(game, "ps")) == ("rebel", [0, 5])


def test_A_94_in_the_combat_phase_the_attackers_psp_come_first():
    game = combat("field: Nat b", "field: PA b")
    game.s["ps"], game.s["sum_ps"] = (5, 5), (-5, -5)
    done(game)
    assert (game.winner, value(game, "ps")) == ("government", [5, 0])


def test_9_1_3_A_95_psp_of_a_battle_do_not_shift_the_next_one_of_the_phase():
    game = battle("field: 4 Nat b; field: 3 Nat b", "field: PA d1; field: 2 PA b", ps=(50, 79))
    win(game, place(game, "government", "PA d1"), bg=place(game, "rebel", "4 Nat b"))
    lose(game, "PA d1", "PA b")
    attack(game, bg=place(game, "rebel", "3 Nat b"))
    assert (value(game, "sum_ps"), column(game)) == ([-1, 1], odds(game))


def test_9_4_a_counterattacker_at_each_place_of_the_country_is_found():
    """The only one fit is the first or the last at large."""
    for fit in ("PA b", "Cat d1"):
        game = scene(
            rebel={"toledo": "field: 4 Nat d1"},
            government={"toledo": f"city: IB b; field: {fit}; field: An b!"},
            stage="COMBAT",
            side="rebel",
        )
        game = own_tables(game)
        attack(game, target="city")
        game.t["crt_att"][:, :] = game.t["crt_def"][:, :] = 0
        roll(game, 3)
        done(game)
        assert legal(game, "AREA") == {"toledo"}
        act(game, "AREA", "toledo")
        assert legal(game, "BG") == {place(game, "government", fit)}


# -- the whole attack (9.1) --------------------------------------------------------------------------------------


def test_9_1_A_70_the_steps_of_an_attack_in_their_order():
    defender = "city: PA b, 2 artillery; field: PA d1"
    game = battle("field: 2 Nat d1, 2 Nat b, armour", defender, ep=(0, 1), air_ready=(1, 1))
    for node, kind, name in (
        *(("ATTACK", "AREA", "toledo"), ("ATTACK_BG", "BG", "1"), ("TARGET", "BG", "city"), ("OFFENSIVE", "YES", None)),
        *(("AIR_ATT", "AMOUNT", "1"), ("ARMOUR_ATT", "AMOUNT", "0"), ("AIR_DEF", "AMOUNT", "1")),
    ):
        assert game.node == node
        act(game, kind, *[name] * (name is not None))
    assert game.node == "COMBAT_DIE"
    game.t["crt_att"][:, :], game.t["crt_def"][:, :] = 2, 3
    roll(game, 3)
    for node, kind, name in (
        *(("SPLIT", "AMOUNT", "1"), ("LOSS_ATT", "UNIT", "Nat b"), ("LOSS_DEF", "UNIT", "PA b")),
        *(("BREAKTHROUGH", "YES", None), ("BREAKTHROUGH_UNIT", "UNIT", "Nat b"), ("ADVANCE", "YES", None)),
    ):
        assert game.node == node
        act(game, kind, *[name] * (name is not None))
    assert game.node == "BREAKTHROUGH_TARGET"
