"""Rules 9.1 to 9.1.5: odds, cadre, support, terrain, winter."""

import dataclasses

import pytest
from support.arriba_battle import attack, column, combat, odds, result, strike, table
from support.arriba_scene import act, groups, legal, roll, scene

from ctv_env.games.arriba.loading.load import load
from ctv_env.games.arriba.rules.r09_odds import column_of, halved

COLUMNS = {"1:5": -2, "1:4": -1, "1:3": 0, "1:2": 1, "1:1": 2, "3:2": 3, "2:1": 4, "3:1": 5, "4:1": 6, "5:1": 7}


@pytest.mark.parametrize(
    ("attack_cf", "defence_cf", "name"),
    [
        (7, 5, "1:1"),
        (4, 5, "1:2"),
        (9, 6, "3:2"),
        (8, 6, "1:1"),
        (5, 6, "1:2"),
        (1, 3, "1:3"),
        (1, 4, "1:4"),
        (2, 7, "1:4"),
        (1, 5, "1:5"),
        (4, 1, "4:1"),
        (5, 1, "5:1"),
        (6, 1, "5:1"),
        (13, 2, "5:1"),
    ],
)
def test_9_1_A_79_odds_are_rounded_to_a_column_in_the_defenders_favour(attack_cf, defence_cf, name):
    assert column_of(load().record[0], attack_cf, defence_cf) == COLUMNS[name]


@pytest.mark.parametrize(("cf", "beyond"), [(7, 1), (8, 2), (9, 3), (20, 14)])
def test_9_2_2_A_79_nine_to_one_is_three_columns_beyond_five_to_one(cf, beyond):
    assert column_of(load().record[0], cf, 1) == 7 + beyond
    assert column_of(load().record[0], 2 * cf + 1, 2) == 7 + beyond


def test_9_1_1_A_09_half_is_rounded_up():
    assert [halved(cf) for cf in (9, 8, 5, 1)] == [5, 4, 3, 1]


def shifted(attacker, defender, **more):
    """Columns between the odds and the column of the die."""
    game = combat(attacker, defender, **more)
    target = more.get("target", "city" if defender.startswith("city") else "1")
    attack(game, target=target, area=more.get("area", "toledo"))
    return order(column(game)) - order(odds(game))


def order(name):
    left, right = map(int, name.split(":"))
    return COLUMNS.get(name, 1 + left if right == 1 else 3 - right)


# -- cadre (9.1.2) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "defender", "turn", "expected"),
    [
        ("Nat b", "PA b", 4, 0),
        ("Nat b, Col b", "PA b, PA b", 4, 1),
        ("Nat b", "IB b", 4, -1),
        ("Car b", "Cat b", 4, 0),
        ("It b", "PA b", 4, 0),
        ("Nat b+", "PA b", 4, 1),
        ("Col b+", "PA b", 4, 2),
        ("Nat b", "PA b+", 4, -1),
        ("Nat b, Nat b", "An b", 2, 1),
        ("Nat b, Nat b", "An b", 3, 0),
        ("Nat b", "POUM b, PA b", 2, 0),
    ],
)
def test_9_1_2_A_78_the_best_levels_are_compared_and_militias_are_worse_in_1936(attacker, defender, turn, expected):
    winter = -1 if turn == 3 else 0
    assert shifted(f"field: {attacker}", f"field: {defender}", turn=turn) - winter == expected


def test_9_1_2_C_68_a_national_brigade_against_a_basque_one_in_1936():
    game = combat("field: Nat b", "field: Bas b", turn=2)
    strike(game, 6)
    assert table(game) == ("3:2", 6, (2, 3))
    act(game, "UNIT", "Nat b")
    act(game, "UNIT", "Bas b")
    assert groups(game, "rebel", "toledo") == groups(game, "government", "toledo") == {}


def test_9_1_2_C_69_an_anarchist_brigade_against_a_colonial_one_in_1936():
    game = combat("field: An b", "field: Col b", side="government", turn=2)
    strike(game, 4)
    assert table(game) == ("1:3", 4, (4, 1))
    act(game, "UNIT", "An b")
    act(game, "UNIT", "Col b")
    assert groups(game, "rebel", "toledo") == groups(game, "government", "toledo") == {}


# -- support (9.1.3), terrain (9.1.4), winter (9.1.5) ---------------------------------------------------------------


@pytest.mark.parametrize(("level", "expected"), [(20, -1), (21, 0), (79, 0), (80, 1)])
def test_9_1_3_a_high_level_of_the_attacker_shifts_right_and_a_low_one_left(level, expected):
    assert shifted("field: Nat b", "field: PA b", ps=(50, level)) == expected
    assert shifted("field: Nat b", "field: PA b", ps=(level, 50)) == 0


def test_9_1_3_C_70_a_government_of_low_support_attacks_a_column_worse():
    game = combat("field: PA d1", "field: 2 Nat b", side="government", ps=(20, 50))
    strike(game, 4)
    assert table(game) == ("3:2", 4, (98, 98))


def test_9_1_4_a_city_shifts_left():
    assert shifted("field: Nat b", "city: PA b") == -1
    assert shifted("field: Nat b", "city: PA d1; field: PA b") == -1


def test_9_1_4_the_city_helps_only_those_in_it():
    game = combat("field: Nat b", "city: PA d1; field: PA b")
    attack(game, target="1")
    assert column(game) == odds(game)


def test_9_1_4_mountains_shift_left():
    assert shifted("field: Nat b", "field: PA b", area="teruel") == -1
    assert shifted("field: Nat b", "city: PA b", area="teruel") == -2


def test_9_1_4_15_3_a_fort_of_the_defender_shifts_left_for_those_in_the_city():
    for holder, target, expected in ((0, "city", -2), (1, "city", -1), (0, "1", 0)):
        game = combat("field: Nat b", "city: PA b; field: PA b", forts=True)
        game.s["fort"][game.tables.places.areas.index("toledo")] = holder
        attack(game, target=target)
        assert order(column(game)) - order(odds(game)) == expected


@pytest.mark.parametrize("turn", range(1, 15))
def test_9_1_5_A_96_winter_shifts_left_in_turns_3_8_and_13(turn):
    assert shifted("field: Nat b", "field: PA b", turn=turn) == (-1 if turn in (3, 8, 13) else 0)


def test_9_1_5_C_64_city_mountains_and_winter_add_up():
    game = combat("field: 3 Nat d1", "city: 3 PA b", area="teruel", turn=8, ep=(0, 1))
    strike(game, 4, area="teruel", target="city", offensive="pay")
    assert odds(game) == "4:1"
    assert table(game) == ("3:2", 4, (98, 98))
    assert game.node == "LOSS_ATT"


# -- beyond the table (9.2.2) ------------------------------------------------------------------------------------


def test_9_2_2_C_65_a_column_left_of_the_table_takes_1_off_the_defenders_loss():
    game = combat("field: PA b", "field: Nat d1", side="government")
    strike(game, 5)
    assert (odds(game), table(game)) == ("1:4", ("1:4", 5, (3, 1)))
    assert result(game) == (3, 0)
    act(game, "UNIT", "PA b")
    assert groups(game, "government", "toledo") == {}
    assert groups(game, "rebel", "toledo") == {"1": "Nat d1"}


@pytest.mark.parametrize(("taken", "expected"), [(0, (2, 6)), (1, (1, 5)), (2, (0, 4))])
def test_9_2_2_C_66_the_attacker_splits_the_columns_right_of_the_table(taken, expected):
    game = combat("field: 2 Nat d1, Nat b", "field: PA b", ep=(0, 1))
    strike(game, 2, offensive="pay")
    assert (odds(game), table(game)) == ("9:1", ("9:1", 2, (2, 3)))
    assert legal(game, "AMOUNT") == {"0", "1", "2"}
    act(game, "AMOUNT", str(taken))
    assert result(game) == expected


def test_9_2_2_C_67_shifts_lead_beyond_the_table():
    game = combat("field: Col d1", "field: PA b", ps=(50, 80))
    strike(game, 3)
    assert (odds(game), table(game)) == ("4:1", ("7:1", 3, (1, 4)))
    act(game, "AMOUNT", "1")
    assert result(game) == (0, 4)


def test_9_2_2_A_81_without_a_loss_of_his_own_the_attacker_has_no_choice():
    game = combat("field: 2 Nat d1, Nat b", "field: PA b", ep=(0, 1))
    strike(game, 6, offensive="pay")
    assert result(game) == (0, 8)
    assert game.node == "LOSS_DEF"


def test_A_80_the_row_is_held_to_0_and_9():
    game = combat("field: 3 Nat b", "field: PA b", air_ready=(0, 3))
    strike(game, 6, air=3)
    assert table(game) == ("3:1", 9, (0, 99))
    game = combat("field: PA b", "field: 3 Nat d1", side="government", air_ready=(0, 3))
    strike(game, 1, air_def=3)
    assert table(game)[1] == 0


def test_A_139_beside_an_elimination_all_columns_lower_the_attackers_number():
    game = combat("field: 2 Nat d1, Nat b", "field: PA b", ep=(0, 1))
    game.tables = dataclasses.replace(game.tables, record=game.tables.record.copy())
    game.t["crt_att"][7, 5], game.t["crt_def"][7, 5] = 4, 99
    strike(game, 5, offensive="pay")
    assert result(game) == (1, 99)
    act(game, "UNIT", "Nat b")
    assert groups(game, "government", "toledo") == {}


def test_9_2_2_A_82_C_78_whoever_attacks_disrupted_units_only_loses_1_less():
    game = combat("field: 3 Nat b", "field: 2 PA b!")
    strike(game, 5)
    assert (table(game)[2], result(game)) == ((2, 3), (1, 3))
    half = combat("field: 3 Nat b", "field: PA b!, PA b")
    strike(half, 5)
    assert result(half) == (2, 3)


def test_A_129_the_split_offers_what_the_disrupted_defender_has_left_of_the_number():
    game = combat("field: 2 Nat d1, Nat b", "field: PA b!", ep=(0, 1))
    strike(game, 2, offensive="pay")
    assert legal(game, "AMOUNT") == {"0", "1"}


def test_9_1_C_57_the_odds_of_the_example():
    game = scene(
        rebel={"toledo": "field: 2 Nat d1, Col b, artillery"},
        government={"toledo": "city: PA d1, 2 PA b"},
        stage="COMBAT",
        side="rebel",
        ep=(0, 1),
        air_ready=(2, 0),
    )
    attack(game, target="city", offensive="pay", air_def=2)
    roll(game, 6)
    assert (odds(game), table(game)) == ("3:2", ("3:2", 5, (2, 3)))
