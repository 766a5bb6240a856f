"""Chapter 9: air units, HQs and supply columns in support of a combat, and the bombardment."""

import pytest
from support.fights import FIELD, engage, fight, lose, next_turn, play_on, retreat, strike
from support.scene import (
    act,
    attack,
    done,
    goals,
    hexes,
    may_pass,
    move,
    pieces,
    refusal,
    roll,
    said,
    scene,
    unit,
)

from ctv_env import new_game

ITALIANS = {"LIT 1": "2108", "CLXX": FIELD}
READY = dict.fromkeys(("LK 1", "AL 1", "FAN 1", "FARE 1"), "air_ready")


def _finish(game):
    """The combat die costs LIT 1 a step; the defender holds and goes back."""
    strike(game, "1/1")
    lose(game, "LIT 1")
    roll(game, 1)
    retreat(game, "1908")
    done(game)


# -- air units (9.1) -------------------------------------------------------------------------------------------------


def test_9_1_air_units_support_at_any_distance_of_their_own_side():
    game = engage(ITALIANS | READY, FIELD, ["LIT 1"])
    assert pieces(game) == {"LK 1", "AL 1"}
    assert "other side" in refusal(game, "PIECE", "FARE 1")
    done(game)
    assert (game.node, pieces(game)) == ("SUPPORT_DEF", {"FARE 1"})


def test_R_29_9_1_spanish_air_units_need_a_spanish_unit_that_attacks():
    bystander = {"I N/1": "2108"}
    game = engage(ITALIANS | READY | bystander, FIELD, ["LIT 1"])
    assert "no Spanish Nationalist unit takes part" in refusal(game, "PIECE", "FAN 1")
    game = engage(ITALIANS | READY | bystander, FIELD, ["LIT 1", "I N/1"])
    assert pieces(game) == {"LK 1", "AL 1", "FAN 1"}


def test_R_04_9_1_italo_spanish_units_are_no_spaniards_for_support():
    game = engage({"FN 3": "2108", "CLXX": FIELD, "HQ N": "2107"} | READY, FIELD, ["FN 3"])
    assert pieces(game) == {"LK 1", "AL 1"}


@pytest.mark.parametrize(("companion", "spanish"), [("HQ N", True), ("HQ CTV", False)])
def test_R_29_9_1_in_the_attacked_hex_an_hq_counts_as_a_spanish_unit(companion, spanish):
    there = {"CLXX": FIELD, "LIT 1": "2010", companion: "2010", "FAN 1": "air_ready"}
    game = engage(there, "2010", ["CLXX"], side="republican")
    done(game)
    assert ("FAN 1" in pieces(game)) == spanish


def test_R_29_9_1_republican_support_knows_no_nationality():
    game = engage(ITALIANS | READY | {"HQ XIV": "1908"}, FIELD, ["LIT 1"])
    done(game)
    assert pieces(game) == {"HQ XIV", "FARE 1"}


def test_R_27_9_4_no_air_unit_flies_in_the_rain():
    game = engage(ITALIANS | READY, FIELD, ["LIT 1"], weather="rain")
    assert not pieces(game)
    assert "rain" in refusal(game, "PIECE", "AL 1")


# -- attrition (9.1.1) -----------------------------------------------------------------------------------------------


def test_9_1_1_a_one_on_turn_three_keeps_an_air_unit_away_until_turn_five():
    """Printed example."""
    game = fight(ITALIANS | {"AL 1": "air_ready"}, FIELD, ["LIT 1"], ["AL 1"], turn=3)
    roll(game, 1, 1)
    assert (unit(game, "AL 1").at, unit(game, "AL 1").back) == ("air_absent", 5)
    _finish(game)
    next_turn(game)
    assert unit(game, "AL 1").at == "air_absent"
    play_on(game, lambda g: g.turn == 5)
    assert (unit(game, "AL 1").at, unit(game, "AL 1").back) == ("air_ready", 0)
    assert said(game, "Air units back: AL 1 (rule 9.1.1)")


def test_9_1_1_a_two_leaves_the_air_unit_used_until_the_end_of_the_turn():
    game = fight(ITALIANS | {"AL 1": "air_ready"}, FIELD, ["LIT 1"], ["AL 1"])
    roll(game, 1, 2)
    assert (game.node, unit(game, "AL 1").at) == ("COMBAT_DIE", "air_used")
    assert said(game, "Attrition of AL 1: die 2: no loss")


def test_R_32_9_1_1_every_air_unit_used_rolls_after_the_bombardment_also_at_net_zero():
    flying = {"AL 1": "air_ready", "FARE 1": "air_ready", "FARE 2": "air_ready", "LK 1": "air_ready"}
    game = fight(ITALIANS | flying, FIELD, ["LIT 1"], ["AL 1"], ["FARE 2"])
    assert (game.node, said(game, "nobody rolls")) == ("ATTRITION_DIE", True)
    roll(game, 2)
    assert game.node == "ATTRITION_DIE"
    roll(game, 1)
    assert game.node == "COMBAT_DIE"
    places = {name: unit(game, name).at for name in flying}
    assert places == {"AL 1": "air_used", "FARE 2": "air_absent", "FARE 1": "air_ready", "LK 1": "air_ready"}


# -- HQs (9.2) -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "near"), [("2107", True), ("2010", True), ("2207", False), ("2211", False)])
def test_R_28_9_2_an_hq_supports_within_two_hexes_of_the_attacked_hex(at, near):
    """2207 is two hexes from the attacker, and 2211 as near to the nearest of its units; both are three from 2009."""
    game = engage(ITALIANS | {"LIT 2": "2109", "HQ CTV": at}, FIELD, ["LIT 1", "LIT 2"])
    assert ("HQ CTV" in pieces(game)) == near
    assert near or "more than two hexes" in refusal(game, "PIECE", "HQ CTV")


def test_R_28_6_3_1_an_hq_out_of_supply_does_not_support():
    game = engage(ITALIANS | {"HQ CTV": ("2107", {"supplied": False})}, FIELD, ["LIT 1"])
    assert "out of supply" in refusal(game, "PIECE", "HQ CTV")


@pytest.mark.parametrize("edition", ["en", "it"])
def test_R_29_9_2_the_littorio_hq_supports_only_littorio_units(edition):
    """Printed example, both editions."""
    standing = ITALIANS | {"FIN 8": "2108", "HQ LIT": "2108"}
    assert pieces(engage(standing, FIELD, ["LIT 1", "FIN 8"], edition=edition)) == {"HQ LIT"}
    game = engage(standing, FIELD, ["FIN 8"], edition=edition)
    assert "unit of the division of HQ LIT" in refusal(game, "PIECE", "HQ LIT")


def test_R_29_9_2_a_divisional_hq_does_not_count_for_itself():
    standing = {"CLXX": FIELD, "HQ LIT": "2010", "FIN 8": "2010"}
    game = engage(standing, "2010", ["CLXX"], side="republican")
    done(game)
    assert not pieces(game)
    game = engage(standing | {"LIT 1": "2010"}, "2010", ["CLXX"], side="republican")
    done(game)
    assert pieces(game) == {"HQ LIT"}


CASTILE = {"I N/1": "2108", "I C/1": "2108", "LIT 1": "2108", "HQ C": "2107", "CLXX": FIELD}


def test_R_29_9_2_a_spanish_divisional_hq_needs_its_division_too_in_the_Italian_edition():
    assert "division of HQ C" in refusal(engage(CASTILE, FIELD, ["I N/1"], edition="it"), "PIECE", "HQ C")
    assert pieces(engage(CASTILE, FIELD, ["I C/1"], edition="it")) == {"HQ C"}


def test_R_29_9_2_a_spanish_divisional_hq_supports_any_spaniards_in_the_English_edition():
    for attacker in ("I N/1", "I C/1"):
        assert pieces(engage(CASTILE, FIELD, [attacker])) == {"HQ C"}
    refused = refusal(engage(CASTILE, FIELD, ["LIT 1"]), "PIECE", "HQ C")
    assert "no Spanish Nationalist unit takes part" in refused


@pytest.mark.parametrize("edition", ["en", "it"])
def test_R_04_R_29_9_2_the_hq_of_the_frecce_nere_is_bound_to_them_as_an_italian_one(edition):
    standing = {"FN 3": "2108", "I N/1": "2108", "HQ FN": "2107", "CLXX": FIELD}
    assert not pieces(engage(standing, FIELD, ["I N/1"], edition=edition))
    assert pieces(engage(standing, FIELD, ["FN 3"], edition=edition)) == {"HQ FN"}


def test_9_2_a_spanish_corps_hq_needs_spaniards_and_an_italian_one_nobody():
    standing = {"LIT 1": "2108", "I N/1": "2108", "HQ N": "2107", "HQ CTV": "2208", "CLXX": FIELD}
    assert pieces(engage(standing, FIELD, ["LIT 1"])) == {"HQ CTV"}
    assert pieces(engage(standing, FIELD, ["I N/1"])) == {"HQ CTV", "HQ N"}


def test_9_2_an_hq_may_move_and_bombard_in_the_same_turn():
    game = scene(ITALIANS | {"HQ CTV": "2110"})
    move(game, "HQ CTV", "2109")
    done(game)
    attack(game, FIELD, ["LIT 1"], ["HQ CTV"])
    assert game.node == "BOMBARD_DIE"


def test_9_4_only_hqs_and_air_units_support():
    game = engage(ITALIANS | {"LIT 2": "2109", "N SC 1": "2108"}, FIELD, ["LIT 1"])
    assert not pieces(game)
    assert "neither an HQ nor an air unit" in refusal(game, "PIECE", "LIT 2")
    assert "neither an HQ nor an air unit" in refusal(game, "PIECE", "N SC 1")


def test_9_4_air_units_and_hqs_support_once_a_turn_in_attack_or_defence():
    standing = ITALIANS | {"FIN 8": "2109", "CLXXI": "2010", "HQ CTV": "2108", "AL 1": "air_ready", "HQ XV": "1909"}
    game = fight(standing, FIELD, ["LIT 1"], ["HQ CTV", "AL 1"], ["HQ XV"])
    assert unit(game, "HQ CTV").used
    assert unit(game, "HQ XV").used
    roll(game, 1, 2)
    _finish(game)
    act(game, "HEX", "2010")
    act(game, "PIECE", "FIN 8")
    done(game)
    assert not pieces(game)
    assert "has bombarded this turn" in refusal(game, "PIECE", "HQ CTV")
    assert "not in the box" in refusal(game, "PIECE", "AL 1")
    done(game)
    assert not pieces(game)


def test_3_9_4_hqs_and_air_units_are_operative_again_after_the_end_of_the_turn():
    used = {"HQ CTV": ("2108", {"used": True}), "AL 1": "air_used"}
    game = scene(ITALIANS | used, node="TARGET", side="republican")
    attack(game, "2108", ["CLXX"])
    assert (game.node, said(game, "attack 0, defence 0")) == ("COMBAT_DIE", True)
    game = scene(ITALIANS | used, node="TARGET", side="republican")
    next_turn(game)
    assert not unit(game, "HQ CTV").used
    done(game)
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1")
    done(game)
    assert pieces(game) == {"HQ CTV", "AL 1"}


# -- order and points (9.4.1, 9.4.2) ---------------------------------------------------------------------------------


def test_R_27_9_4_1_the_attacker_names_units_first_then_columns_in_the_same_order():
    columns = {"HQ CTV": "2108", "N SC 1": "2108", "HQ XV": "1909", "R SC 1": "1909"}
    game = engage(ITALIANS | columns, FIELD, ["LIT 1"])
    order = []
    for name in ("HQ CTV", "HQ XV", "N SC 1", "R SC 1"):
        order.append((game.node, game.to_move))
        assert pieces(game) == {name}
        assert may_pass(game)
        act(game, "PIECE", name)
        assert not pieces(game)
        assert "named already" in refusal(game, "PIECE", name)
        done(game)
    assert order == [
        ("SUPPORT_ATT", "nationalist"),
        ("SUPPORT_DEF", "republican"),
        ("SUPPLY_COLUMN_ATT", "nationalist"),
        ("SUPPLY_COLUMN_DEF", "republican"),
    ]


def test_R_27_9_4_1_supporters_may_be_named_in_any_order():
    standing = ITALIANS | {"HQ CTV": "2108", "AL 1": "air_ready", "AL 2": "air_ready"}
    names = ["HQ CTV", "AL 1", "AL 2"]
    one, other = (fight(standing, FIELD, ["LIT 1"], order) for order in (names, names[::-1]))
    assert one.state_hash() == other.state_hash()


@pytest.mark.parametrize(("die", "dsg"), [(4, 0), (5, 1)])
def test_9_4_2_the_printed_example_rolls_on_column_two(die, dsg):
    """Two air units, a divisional HQ and a column (4) against a corps HQ (2)."""
    attack_side = {"AL 1": "air_ready", "AL 2": "air_ready", "HQ LIT": "2108", "N SC 1": "2108"}
    support = (["AL 1", "AL 2", "HQ LIT"], ["HQ XV"], ["N SC 1"])
    game = fight(ITALIANS | attack_side | {"HQ XV": "1909"}, FIELD, ["LIT 1"], *support)
    roll(game, die)
    assert said(game, "attack 4, defence 2: net 2 against the defenders")
    assert unit(game, "CLXX").dsg == dsg


POINTS = (("LK 1", 1), ("LK 2", 1), ("LK 3", 1), ("AL 1", 1), ("AL 2", 1), ("AL 3", 1), ("HQ CTV", 2), ("N SC 1", 1))


@pytest.mark.parametrize(("net", "needed"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 3), (6, 2), (7, 2), (8, 2), (9, 2)])
def test_R_31_9_4_2_each_column_of_the_bombardment_table(net, needed):
    """The last column, 7, holds for more: here up to nine points."""
    standing = ITALIANS | {name: "air_ready" for name, _ in POINTS[:6]} | {"HQ CTV": "2108", "N SC 1": "2107"}
    names = [name for name, _ in POINTS[:6]][: net - (2 if net > 6 else 0)]
    columns = ["N SC 1"] if net > 8 else []
    support = names + (["HQ CTV"] if net > 6 else [])
    for die, dsg in ((needed - 1, 0), (needed, 1)):
        game = fight(standing, FIELD, ["LIT 1"], support, columns=columns)
        roll(game, die)
        assert said(game, f"net {net} against the defenders")
        assert unit(game, "CLXX").dsg == dsg


def test_R_31_9_4_2_the_defender_with_more_points_rolls_against_the_attackers():
    game = fight(ITALIANS | {"HQ XV": "1909", "AL 1": "air_ready"}, FIELD, ["LIT 1"], ["AL 1"], ["HQ XV"])
    roll(game, 6)
    assert (unit(game, "LIT 1").dsg, unit(game, "CLXX").dsg) == (1, 0)
    assert said(game, "Bombardment of the attackers: die 6")


@pytest.mark.parametrize(("dug_in", "dsg"), [({}, 1), ({"Trench 1": FIELD}, 0)])
def test_R_44_R_31_10_7_a_trench_takes_one_off_a_bombardment_of_those_in_it(dug_in, dsg):
    game = fight(ITALIANS | dug_in | {"AL 1": "air_ready"}, FIELD, ["LIT 1"], ["AL 1"])
    roll(game, 6)
    assert unit(game, "CLXX").dsg == dsg


def test_R_31_10_7_a_trench_does_not_protect_attackers():
    dug_in = {"Trench 1": FIELD, "Trench 2": "2010"}
    standing = {"CLXX": FIELD, "LIT 1": "2010", "HQ CTV": "2110", "Trench 1": FIELD, "Trench 2": "2010"}
    game = fight(standing | dug_in, "2010", ["CLXX"], defence=["HQ CTV"], side="republican")
    roll(game, 5)
    assert unit(game, "CLXX").dsg == 1


# -- supply columns (9.3) --------------------------------------------------------------------------------------------


def test_R_30_9_3_1_a_column_serves_an_hq_that_supports_at_distance_zero_or_one():
    standing = {"HQ CTV": "2107", "HQ LIT": "2108", "N SC 1": "2107", "N SC 2": "2007", "N SC 3": "2109"}
    game = engage(ITALIANS | standing | {"N SC 4": "2210"}, FIELD, ["LIT 1"])
    act(game, "PIECE", "HQ CTV")
    done(game)
    done(game)
    assert pieces(game) == {"N SC 1", "N SC 2"}
    assert "near" in refusal(game, "PIECE", "N SC 3") or "adjacent to a fitting HQ" in refusal(game, "PIECE", "N SC 3")
    act(game, "PIECE", "N SC 1", "N SC 2")
    done(game)
    done(game)
    assert said(game, "attack 4, defence 0")


def test_R_30_9_3_1_a_closed_hexside_does_not_part_a_column_from_its_hq():
    standing = {"LIT 1": "1411", "CLXX": "1410", "HQ XV": "1310", "R SC 1": "1211", "DC": "1211"}
    game = engage(standing, "1410", ["LIT 1"])
    done(game)
    act(game, "PIECE", "HQ XV")
    done(game)
    done(game)
    assert pieces(game) == {"R SC 1"}


def test_9_3_1_a_used_column_leaves_the_map_and_others_stay():
    standing = {"HQ CTV": "2108", "N SC 1": "2108", "N SC 2": "2107"}
    game = fight(ITALIANS | standing, FIELD, ["LIT 1"], ["HQ CTV"], columns=["N SC 2"])
    assert unit(game, "N SC 2").at == "2107"
    roll(game, 1)
    assert (unit(game, "N SC 1").at, unit(game, "N SC 2").at) == ("2108", "eliminated")


def test_9_3_1_a_column_used_at_net_zero_is_gone_too():
    standing = {"HQ LIT": "2108", "N SC 1": "2108", "HQ XV": "1909"}
    game = fight(ITALIANS | standing, FIELD, ["LIT 1"], ["HQ LIT"], ["HQ XV"], ["N SC 1"])
    assert (game.node, unit(game, "N SC 1").at) == ("COMBAT_DIE", "eliminated")


def test_R_26_9_3_2_a_column_that_moved_is_not_used_in_attack_that_turn():
    standing = ITALIANS | {"HQ CTV": "2108", "N SC 1": "2208", "N SC 2": "2107"}
    game = scene(standing)
    move(game, "N SC 1", "2108")
    assert unit(game, "N SC 1").moved
    done(game)
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1")
    done(game)
    act(game, "PIECE", "HQ CTV")
    done(game)
    done(game)
    assert pieces(game) == {"N SC 2"}
    assert "movement side" in refusal(game, "PIECE", "N SC 1")


def test_R_26_9_3_2_nor_in_defence_but_from_the_next_turn_on():
    standing = {"CLXX": FIELD, "LIT 1": "2010", "HQ CTV": "2110", "N SC 1": ("2110", {"moved": True})}
    game = engage(standing, "2010", ["CLXX"], side="republican")
    done(game)
    act(game, "PIECE", "HQ CTV")
    done(game)
    done(game)
    assert not pieces(game)
    game = scene(standing, node="TARGET", side="republican")
    next_turn(game)
    assert not unit(game, "N SC 1").moved


def test_9_3_a_column_is_lost_when_an_enemy_enters_its_hex():
    game = scene({"LIT 1": "2110", "R SC 1": "2010"})
    move(game, "LIT 1", "2009")
    assert unit(game, "R SC 1").at == "eliminated"


def test_R_33_9_3_a_new_column_comes_near_an_hq_on_the_map_in_an_own_hex_without_one():
    """The brigade's ZoC and a cut-off HQ do not matter."""
    standing = {"HQ CTV": ("2011", {"supplied": False}), "CLXX": "2010", "N SC 1": "2011", "R SC 1": "2012"}
    game = scene(standing, node="PLACE_SC")
    assert hexes(game) == {"2110", "2111"}
    assert "not under your control" in refusal(game, "HEX", "1911")
    assert "already holds a supply column" in refusal(game, "HEX", "2011")
    assert "adjacent to a fitting HQ" in refusal(game, "HEX", "2112")
    act(game, "HEX", "2110")
    assert (unit(game, "N SC 2").at, unit(game, "N SC 2").moved) == ("2110", False)


@pytest.mark.parametrize(("turn", "comes"), [(2, True), (6, True), (7, False)])
def test_R_33_9_3_new_columns_come_on_turns_two_to_six(turn, comes):
    game = scene({"HQ CTV": "2110", "LIT 1": "2110"}, node="WEATHER_DIE", turn=turn)
    roll(game, 1)
    assert game.node == ("PLACE_SC" if comes else "MOVE")


def test_R_33_9_3_no_column_comes_on_the_first_turn():
    game = new_game(seed=1, play_forced=False)
    at = [unit(game, f"N SC {n}").at for n in range(1, 9)]
    assert (game.turn, game.node) == (1, "MOVE")
    assert at.count("waiting") == 4


@pytest.mark.parametrize(("last", "comes"), [("2211", False), ("eliminated", True), ("waiting", True)])
def test_R_33_9_3_never_more_than_eight_columns_on_the_map(last, comes):
    """A counter that was used up may come again."""
    codes = ("2110", "2111", "2210", "2310", "2311", "2410", "2411")
    columns = {f"N SC {n}": code for n, code in enumerate(codes, 1)}
    game = scene(columns | {"N SC 8": last, "HQ CTV": "2212", "LIT 1": "2212"}, node="WEATHER_DIE")
    roll(game, 1)
    assert game.node == ("PLACE_SC" if comes else "MOVE")
    if comes:
        act(game, "HEX", "2212")
        assert unit(game, "N SC 8").at == "2212"


def test_R_33_9_3_a_new_column_without_a_legal_hex_is_forfeited():
    game = scene({"LIT 1": "2110"}, node="WEATHER_DIE")
    roll(game, 1)
    assert (game.node, unit(game, "N SC 1").at) == ("MOVE", "waiting")


def test_9_3_the_republican_receives_no_columns():
    game = scene({"HQ XV": "1909", "CLXX": FIELD, "LIT 1": "2610"}, node="WEATHER_DIE")
    play_on(game, lambda g: g.turn == 3)
    assert unit(game, "R SC 1").at == "waiting"
    assert goals(game, "R SC 1") == set()


@pytest.mark.parametrize(("level", "support"), [("DSG2", set()), ("DSG1", {"HQ LIT"})])
def test_R_08_R_29_9_2_who_is_lost_at_the_supply_check_of_the_combat_calls_no_HQ(level, support):
    """LIT 1 is cut off between the two Republicans; I N/1 is of another division."""
    at = {"LIT 1": ("2208", {"dsg": level}), "I N/1": "2306", "HQ LIT": "2406", "AL 1": "air_ready"}
    game = engage(at | {"CLXVI": "2207", "CLXVII": "2209"}, "2207", ["LIT 1", "I N/1"])
    assert pieces(game) == support | {"AL 1"}


# -- descriptions ----------------------------------------------------------------------------------------------------


def test_9_4_9_3_1_support_is_told_by_side():
    at = {"HQ CTV": "2107", "HQ XV": "1908", "N SC 1": "2106", "R SC 1": "1908"} | READY
    game = fight(
        ITALIANS | at, FIELD, ["LIT 1"], ["HQ CTV", "AL 1"], ["HQ XV", "FARE 1"], ["N SC 1"], ["R SC 1"], fog=False
    )
    assert [line for line in game.log if "Support" in line] == [
        "  Support of the attack: HQ CTV, AL 1",
        "  Support of the defence: HQ XV, FARE 1",
        "  Support of the attack: N SC 1",
        "  Support of the defence: R SC 1",
    ]
