"""Rules 10.1 and 10.2, first steps: attackers, targets, who takes part, and combats that end before the roll."""

import pytest
from support.fights import FIELD, fight, lose, next_turn, play_on, retreat, strike
from support.scene import act, attack, done, hexes, may_pass, pieces, refusal, roll, said, scene, trench, unit

# -- targets (10.1) --------------------------------------------------------------------------------------------------


def test_10_1_only_adjacent_enemies_are_attacked_and_nobody_must_attack():
    game = scene({"LIT 1": "2108", "CLXX": FIELD, "CLXXI": "1908", "R SC 1": "2008", "II C/1": "2109"}, node="TARGET")
    assert hexes(game) == {FIELD}
    assert may_pass(game)
    assert "no enemy ground unit" in refusal(game, "HEX", "2008")
    assert "no enemy ground unit" in refusal(game, "HEX", "2109")
    assert "can still attack" in refusal(game, "HEX", "1908")


def test_10_1_all_units_in_the_attacked_hex_are_attacked_but_not_all_in_reach():
    game = fight({"LIT 1": "2108", "CLXX": FIELD, "CLXXI": FIELD, "CLXXII": "2109"}, FIELD, ["LIT 1"])
    assert game.record["strength_def"] == 4


def test_10_1_a_unit_attacks_once_a_segment():
    standing = {"LIT 1": "2108", "LIT 2": "2108", "CLXX": FIELD, "CLXXI": FIELD, "CLXXII": "2107"}
    game = fight(standing, FIELD, ["LIT 1"])
    strike(game, "1/1")
    lose(game, "LIT 1")
    roll(game, 1)
    done(game)
    lose(game, "CLXX")
    assert hexes(game) == {FIELD, "2107"}
    act(game, "HEX", "2107")
    assert pieces(game) == {"LIT 2"}
    assert "has attacked in this segment" in refusal(game, "PIECE", "LIT 1")


def test_10_1_a_unit_that_attacked_is_free_again_in_the_next_turn():
    game = fight({"LIT 1": "2108", "I N/1": "2109", "CLXX": FIELD, "CLXXI": FIELD}, FIELD, ["LIT 1", "I N/1"])
    strike(game, "1/1")
    lose(game, "LIT 1")
    roll(game, 1)
    done(game)
    lose(game, "CLXX")
    assert unit(game, "I N/1").attacked
    assert not hexes(game)
    next_turn(game)
    done(game)
    assert hexes(game) == {FIELD}


def test_R_35_10_1_a_hex_may_be_attacked_again_by_others_and_targets_need_no_plan():
    game = fight({"LIT 1": "2108", "I N/1": "2109", "CLXX": FIELD, "CLXXI": FIELD}, FIELD, ["LIT 1"])
    strike(game, "2/0")
    lose(game, "LIT 1", "LIT 1")
    assert hexes(game) == {FIELD}
    act(game, "HEX", FIELD)
    assert pieces(game) == {"I N/1"}


@pytest.mark.parametrize(("dice", "counts"), [("keyed", [0, 1, 2]), ("stream", [0, 0, 0])])
def test_R_35_10_1_combats_on_a_hex_are_counted_for_keyed_dice(dice, counts):
    game = scene({"LIT 1": "2108", "I N/1": "2109", "CLXX": FIELD, "CLXXI": FIELD}, node="TARGET", dice=dice)
    found = [int(game.record["cell_fights"].sum())]
    attack(game, FIELD, ["LIT 1"])
    found.append(int(game.record["cell_fights"].sum()))
    strike(game, "2/0")
    lose(game, "LIT 1", "LIT 1")
    act(game, "HEX", FIELD)
    found.append(int(game.record["cell_fights"][game.tables.grid.cell(FIELD)]))
    assert found == counts


def test_10_1_units_of_several_hexes_and_divisions_attack_together():
    game = fight({"LIT 1": "2108", "I N/1": "2109", "FN 3": "2010", "CLXX": FIELD}, FIELD, ["LIT 1", "I N/1", "FN 3"])
    assert (game.node, int(game.record["strength_att"])) == ("COMBAT_DIE", 14)


# -- attackers (10.1) ------------------------------------------------------------------------------------------------


def test_R_35_10_1_attackers_are_adjacent_own_combat_units():
    standing = {"LIT 1": "2108", "FIN 8": "2107", "HQ CTV": "2108", "N SC 1": "2108", "CLXX": FIELD}
    game = scene(standing, node="TARGET")
    act(game, "HEX", FIELD)
    assert pieces(game) == {"LIT 1"}
    assert not may_pass(game)
    assert "something must be named" in refusal(game, "DONE")
    assert "not adjacent" in refusal(game, "PIECE", "FIN 8")
    assert "not a combat unit" in refusal(game, "PIECE", "HQ CTV")
    assert "not a combat unit" in refusal(game, "PIECE", "N SC 1")
    assert "other side" in refusal(game, "PIECE", "CLXX")
    act(game, "PIECE", "LIT 1")
    assert may_pass(game)
    assert "named already" in refusal(game, "PIECE", "LIT 1")


def test_R_35_10_1_a_unit_without_an_attack_factor_does_not_attack():
    game = scene({"DC": FIELD, "LIT 1": "2108"}, node="TARGET", side="republican")
    assert not hexes(game)
    game = scene({"DC": FIELD, "CLXX": FIELD, "LIT 1": "2108"}, node="TARGET", side="republican")
    act(game, "HEX", "2108")
    assert pieces(game) == {"CLXX"}
    assert "attack factor" in refusal(game, "PIECE", "DC")


@pytest.mark.parametrize("at", ["1110", "1210", "1212", "1310", "1311"])
def test_R_35_1_3_2_santander_is_attacked_from_1110_and_1210_only(at):
    game = scene({"LIT 1": at, "CLXX": "1211"}, node="TARGET")
    assert hexes(game) == ({"1211"} if at in ("1110", "1210") else set())


def test_R_35_1_3_2_nobody_attacks_across_a_closed_hexside_from_beside_another_attacker():
    game = scene({"LIT 1": "1210", "LIT 2": "1310", "CLXX": "1211"}, node="TARGET")
    act(game, "HEX", "1211")
    assert pieces(game) == {"LIT 1"}
    assert "passable hexside" in refusal(game, "PIECE", "LIT 2")


def test_R_36_10_1_no_more_stacking_points_attack_out_of_a_hex_than_the_target_may_hold():
    """The printed example: four points from each hex against a mountain."""
    standing = {"LIT 1": "2009", "LIT 2": "2009", "Ar": "2009", "L3/35": "2009", "FIN 8": "2008", "CLXX": "1908"}
    game = scene(standing, node="TARGET")
    act(game, "HEX", "1908")
    act(game, "PIECE", "LIT 1")
    assert pieces(game) == {"LIT 2", "Ar", "L3/35", "FIN 8"}
    act(game, "PIECE", "Ar")
    assert pieces(game) == {"L3/35", "FIN 8"}
    assert "more SP would attack" in refusal(game, "PIECE", "LIT 2")
    act(game, "PIECE", "L3/35", "FIN 8")
    assert not pieces(game)


def test_R_36_10_1_six_points_attack_a_clear_hex():
    game = scene({"LIT 1": "2108", "LIT 2": "2108", "FIN 8": "2108", "CLXX": FIELD}, node="TARGET")
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1", "LIT 2", "FIN 8")
    assert not pieces(game)


def test_10_2_attackers_may_be_named_in_any_order():
    standing = {"LIT 1": "2108", "Ar": "2108", "I N/1": "2109", "CLXX": FIELD}
    names = ["LIT 1", "Ar", "I N/1"]
    one, other = (fight(standing, FIELD, order) for order in (names, names[::-1]))
    assert one.state_hash() == other.state_hash()


# -- the course of a combat (10.2) -----------------------------------------------------------------------------------


def test_10_2_the_nodes_of_a_combat_come_in_order():
    standing = {"LIT 1": "2108", "LIT 2": "2108", "HQ CTV": "2108", "N SC 1": "2108", "CLXX": FIELD, "CLXXI": FIELD}
    standing["AL 1"] = "air_ready"
    game = scene(standing, node="TARGET")
    nodes = []

    def note(kind, *names):
        nodes.append(game.node)
        act(game, kind, *names)

    note("HEX", FIELD)
    for names in (["LIT 1", "LIT 2"], ["HQ CTV", "AL 1"], [], ["N SC 1"], []):
        if names:
            act(game, "PIECE", *names)
        note("DONE")
    for die in (1, 2, 4):
        nodes.append(game.node)
        roll(game, die)
    note("PIECE", "LIT 1")
    nodes.append(game.node)
    roll(game, 1)
    note("DONE")
    note("PIECE", "CLXX")
    assert nodes == [
        "TARGET",
        "ATTACKERS",
        "SUPPORT_ATT",
        "SUPPORT_DEF",
        "SUPPLY_COLUMN_ATT",
        "SUPPLY_COLUMN_DEF",
        "BOMBARD_DIE",
        "ATTRITION_DIE",
        "COMBAT_DIE",
        "LOSS_ATT",
        "MORALE_DIE",
        "RETREAT",
        "LOSS_DEF",
    ]
    assert game.node == "TARGET"


def test_R_15_10_2_supply_of_those_involved_is_judged_when_the_attackers_are_named():
    """CLXX is cut off, but only a check sets its flag; CLXXII, not involved and cut off too, keeps its own."""
    standing = {"LIT 1": "1908", "LIT 2": "2109", "CLXX": FIELD, "CLXXII": "2008"}
    game = scene(standing | {"FIN 8": "2107"}, node="TARGET")
    act(game, "HEX", FIELD)
    act(game, "PIECE", "LIT 1")
    assert unit(game, "CLXX").supplied
    done(game)
    assert not unit(game, "CLXX").supplied
    assert unit(game, "CLXXII").supplied


# -- no defender left (R-34a) ----------------------------------------------------------------------------------------

POCKET = {"LIT 1": "1908", "LIT 2": "2109"}


def test_R_34a_10_4_a_supply_check_that_takes_the_last_defender_leaves_an_advance_of_one_hex():
    game = fight(POCKET | {"CLXX": (FIELD, {"dsg": "DSG2"}), "HQ XV": FIELD, "Trench 1": FIELD}, FIELD, ["LIT 2"])
    assert game.node == "ADVANCE"
    assert (unit(game, "HQ XV").at, trench(game, FIELD)) == ("eliminated", False)
    act(game, "PIECE", "LIT 2")
    assert hexes(game) == {FIELD}
    act(game, "HEX", FIELD)
    assert not pieces(game)


def test_R_34a_a_bombardment_that_takes_the_last_defender_spares_the_combat_die_not_the_attrition_die():
    standing = {"LIT 1": "2108", "CLXX": (FIELD, {"dsg": "DSG2"}), "HQ XV": FIELD, "AL 1": "air_ready"}
    game = fight(standing, FIELD, ["LIT 1"], ["AL 1"])
    roll(game, 6)
    assert (unit(game, "CLXX").at, unit(game, "HQ XV").at) == ("eliminated", "eliminated")
    assert game.node == "ATTRITION_DIE"
    roll(game, 2)
    assert (game.node, said(game, "No Republican is left to fight for")) == ("ADVANCE", True)
    assert pieces(game) == {"LIT 1"}


def test_R_34a_10_6_1_a_hex_won_without_a_die_moves_the_morale_marker():
    standing = {"CLXX": FIELD, "LIT 1": ("2010", {"dsg": "DSG2"}), "FARE 1": "air_ready"}
    game = fight(standing, "2010", ["CLXX"], ["FARE 1"], side="republican", morale=3)
    roll(game, 6, 2)
    assert said(game, "No Nationalist is left to fight for 2010")
    act(game, "PIECE", "CLXX")
    act(game, "HEX", "2010")
    assert game.record["morale"] == 2


def test_R_34a_a_bombardment_that_takes_the_last_attacker_ends_the_combat():
    standing = {"LIT 1": ("2108", {"dsg": "DSG2"}), "HQ CTV": "2108", "CLXX": FIELD, "HQ XV": "1909"}
    game = fight(standing, FIELD, ["LIT 1"], defence=["HQ XV"])
    roll(game, 5)
    assert (unit(game, "LIT 1").at, unit(game, "HQ CTV").at) == ("eliminated", "eliminated")
    assert (game.node, unit(game, "CLXX").at) == ("TARGET", FIELD)
    assert said(game, "No Nationalist is left to fight for")
    assert int(game.record["target"]) == -1


def test_R_34a_an_attacker_left_of_two_fights_on():
    standing = {"LIT 1": ("2108", {"dsg": "DSG2"}), "LIT 2": "2109", "CLXX": FIELD, "HQ XV": "1909"}
    game = fight(standing, FIELD, ["LIT 1", "LIT 2"], defence=["HQ XV"])
    roll(game, 5)
    assert (game.node, int(game.record["strength_att"])) == ("COMBAT_DIE", 2)


# -- a lone HQ (R-34) ------------------------------------------------------------------------------------------------


def test_R_34_9_2_an_hq_attacked_alone_dies_of_any_loss_without_a_morale_roll():
    game = fight({"FIN 8": "2108", "HQ XV": FIELD}, FIELD, ["FIN 8"])
    strike(game, "1/1")
    lose(game, "FIN 8")
    assert (game.node, unit(game, "HQ XV").at) == ("ADVANCE", "eliminated")


def test_R_34_9_2_an_hq_attacked_alone_survives_a_result_without_loss():
    game = fight({"FIN 8": "2108", "HQ XV": FIELD}, FIELD, ["FIN 8"])
    strike(game, "2/1")
    assert unit(game, "HQ XV").at == FIELD
    lose(game, "FIN 8", "FIN 8")
    assert unit(game, "HQ XV").at == "eliminated"
    game = fight({"R9M": "2108", "HQ XV": FIELD, "HQ CTV": "2108"}, FIELD, ["R9M"])
    strike(game, "2/0")
    lose(game, "R9M")
    assert unit(game, "HQ CTV").at == "2108"
    lose(game, "R9M")
    assert (unit(game, "HQ XV").at, unit(game, "HQ CTV").at) == (FIELD, "eliminated")


def test_R_34_an_hq_left_alone_by_a_move_stays():
    game = scene({"CLXX": "2008", "HQ XV": "2008", "LIT 1": "2610"}, side="republican")
    act(game, "PIECE", "CLXX")
    act(game, "HEX", "1907")
    play_on(game, lambda g: g.node == "WEATHER_DIE")
    assert unit(game, "HQ XV").at == "2008"


def test_R_44_R_34_10_7_the_trench_of_a_lone_hq_goes_with_it():
    game = fight({"FIN 8": "2108", "HQ XV": FIELD, "Trench 1": FIELD}, FIELD, ["FIN 8"])
    strike(game, "1/1")
    lose(game, "FIN 8")
    assert unit(game, "HQ XV").at == "eliminated"
    assert not trench(game, FIELD)


def test_R_42_10_5_a_retreated_stack_attacked_again_in_the_segment_defends_normally():
    standing = {"LIT 1": "2108", "LIT 2": "2108", "I N/1": "1910", "CLXXVII": FIELD, "CLXXII": "1909"}
    game = fight(standing, FIELD, ["LIT 1", "LIT 2"])
    strike(game, "1/1")
    lose(game, "LIT 1")
    roll(game, 1)
    retreat(game, "1909")
    done(game)
    assert hexes(game) == {"1909"}
    attack(game, "1909", ["I N/1"])
    assert int(game.record["strength_def"]) == (2 + 2) * 2
