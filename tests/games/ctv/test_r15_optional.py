"""Chapter 15: air combat (15.1) and slow recovery (15.3); the set-up zone of 15.2 is tested with chapter 4."""

import pytest
from support.fights import FIELD, fight, next_turn
from support.scene import roll, said, scene, unit

GROUND = {"LIT 1": "2108", "CLXX": FIELD}
AIR = dict.fromkeys(("LK 1", "AL 1", "AL 2", "FARE 1", "FARE 2"), "air_ready")


def duel(attack=("AL 1", "AL 2"), defence=("FARE 1",), **more):
    """A combat with air units on both sides, at its first die."""
    return fight(GROUND | AIR, FIELD, ["LIT 1"], list(attack), list(defence), **{"air_combat": True} | more)


def places(game) -> dict[str, str]:
    """Where the air units are."""
    return {name: unit(game, name).at for name in AIR}


def test_15_1_air_combat_needs_the_option_and_air_units_of_both_sides():
    assert duel().node == "AIR_COMBAT_DIE"
    assert duel(air_combat=False).node == "BOMBARD_DIE"
    assert duel(defence=()).node == "BOMBARD_DIE"
    assert duel(attack=()).node == "BOMBARD_DIE"


def test_15_1_each_air_unit_of_the_combat_rolls_before_the_bombardment():
    game = duel()
    for _ in range(3):
        assert game.node == "AIR_COMBAT_DIE"
        roll(game, 1)
    assert game.node == "BOMBARD_DIE"
    roll(game, 1)
    assert game.node == "ATTRITION_DIE"


@pytest.mark.parametrize(("dice", "gone"), [((5, 5, 5), set()), ((6, 5, 5), {"FARE 1"}), ((5, 5, 6), {"AL 1"})])
def test_15_1_a_six_eliminates_one_enemy_air_unit(dice, gone):
    game = duel()
    roll(game, *dice)
    assert {name for name, at in places(game).items() if at == "eliminated"} == gone


def test_R_50_15_1_fire_is_simultaneous():
    """FARE 1 is hit by the first die, and still hits with the last."""
    game = duel(["AL 1"], ["FARE 1"])
    roll(game, 6)
    assert (game.node, unit(game, "FARE 1").at) == ("AIR_COMBAT_DIE", "air_used")
    roll(game, 6)
    assert {name for name, at in places(game).items() if at == "eliminated"} == {"AL 1", "FARE 1"}


def test_R_58_15_1_the_first_in_the_order_of_battle_of_those_in_the_combat_are_lost():
    """LK 1 comes before AL 2, but takes no part."""
    game = duel(["AL 2", "AL 1"], ["FARE 2", "FARE 1"])
    roll(game, 1, 6, 6, 1)
    assert places(game) == {
        "LK 1": "air_ready",
        "AL 1": "eliminated",
        "AL 2": "air_used",
        "FARE 1": "eliminated",
        "FARE 2": "air_used",
    }


def test_15_1_hits_beyond_the_last_air_unit_are_void():
    game = duel()
    roll(game, 6, 6, 1)
    assert {name for name, at in places(game).items() if at == "eliminated"} == {"FARE 1"}
    assert game.node == "BOMBARD_DIE"
    assert game.record["hits"].tolist() == [0, 0]


def test_15_1_air_combat_is_told_die_by_die():
    game = duel(["AL 1"], ["FARE 1"])
    roll(game, 6, 5)
    assert game.log[-4:-1] == [
        "  Air combat (rule 15.1): AL 1 rolls 6: a hit",
        "  Air combat (rule 15.1): FARE 1 rolls 5: no hit",
        "  FARE 1 is eliminated: air combat (rule 15.1)",
    ]


def test_9_4_1_15_1_eliminated_air_units_give_no_points_and_roll_no_attrition():
    game = duel(["AL 1"], ["FARE 1"])
    roll(game, 6, 1)
    assert (game.node, said(game, "attack 1, defence 0")) == ("BOMBARD_DIE", True)
    roll(game, 1)
    assert game.node == "ATTRITION_DIE"
    roll(game, 2)
    assert game.node == "COMBAT_DIE"
    game = duel(["AL 1"], ["FARE 1"])
    roll(game, 6, 6)
    assert (game.node, said(game, "attack 0, defence 0: nobody rolls")) == ("COMBAT_DIE", True)


def test_R_50_15_1_an_eliminated_air_unit_is_out_for_good():
    game = scene(GROUND | {"AL 1": "eliminated"}, node="TARGET", side="republican", air_combat=True)
    next_turn(game)
    assert unit(game, "AL 1").at == "eliminated"


@pytest.mark.parametrize(("option", "levels"), [(True, {"LIT 1": 0, "FIN 8": 1, "CLXX": 2}), (False, {})])
def test_15_3_with_the_option_each_marker_goes_down_one_level(option, levels):
    """Printed example: DSG2 becomes DSG1.  DSG1 becomes DSG, DSG goes; without the option all go."""
    units = {"LIT 1": ("2112", "DSG"), "FIN 8": ("2113", "DSG1"), "CLXX": ("1401", "DSG2")}
    standing = {name: (at, {"dsg": level}) for name, (at, level) in units.items()}
    game = scene(standing, node="TARGET", side="republican", dsg_reduction=option)
    next_turn(game)
    assert {name: unit(game, name).dsg for name in units} == dict.fromkeys(units, 0) | levels
