"""Rules 9.4.3 and 9.5: which pieces a bombardment disorganises, the levels of disorganisation, and recovery."""

import pytest
from support.fights import FIELD, fight, lose, next_turn, odds, retreat, strike
from support.scene import act, attack, done, pass_until, roll, said, scene, unit

# CLXX in the field is cut off: the ZoCs of these two cover every hex around it.
POCKET = {"LIT 1": "1908", "LIT 2": "2109"}
AIR = {"AL 1": "air_ready"}


def bombed(level: str, supplied: bool, **more):
    """Level of CLXX after one DSG result, None if it is eliminated by it."""
    standing = POCKET if not supplied else {"LIT 1": "2108"}
    brigade = {"CLXX": (FIELD, {"dsg": level, "supplied": supplied})}
    game = fight(standing | brigade | AIR, FIELD, ["LIT 1"], ["AL 1"], **more)
    roll(game, 6)
    return unit(game, "CLXX").dsg if unit(game, "CLXX").at == FIELD else None


@pytest.mark.parametrize(("before", "after"), [("none", 1), ("DSG", 2), ("DSG1", 3), ("DSG2", None)])
def test_R_08_9_5_1_dsg_results_add_up_and_the_fourth_eliminates(before, after):
    assert bombed(before, True) == after


@pytest.mark.parametrize(("before", "after"), [("none", 2), ("DSG", None), ("DSG1", None)])
def test_R_08_6_3_1_a_unit_out_of_supply_takes_two_levels(before, after):
    """The printed example goes to DSG1; from DSG to DSG2, where a unit out of supply surrenders (9.5.1)."""
    assert bombed(before, False) == after


def test_R_08_9_5_1_a_unit_at_dsg2_surrenders_at_the_supply_check_that_finds_it_cut_off():
    standing = POCKET | {"CLXX": (FIELD, {"dsg": "DSG2"})}
    game = scene(standing, node="TARGET")
    attack(game, FIELD, ["LIT 1"])
    assert unit(game, "CLXX").at == "eliminated"
    assert said(game, "DSG2 and out of supply")
    game = scene(standing | {"CLXX": (FIELD, {"dsg": "DSG1"})}, node="TARGET")
    attack(game, FIELD, ["LIT 1"])
    assert unit(game, "CLXX").at == FIELD


def test_R_08_9_5_1_the_check_before_a_movement_segment_finds_it_too():
    game = scene(POCKET | {"CLXX": (FIELD, {"dsg": "DSG2"})}, node="TARGET")
    done(game)
    assert unit(game, "CLXX").at == "eliminated"


def test_R_10_9_4_a_result_on_the_defenders_takes_every_ground_unit_there_and_no_other():
    standing = {"LIT 1": "2108", "CLXX": FIELD, "CLXXI": FIELD, "HQ XV": FIELD, "CLXXII": "1909", "HQ XIV": "1909"}
    flying = dict.fromkeys(("AL 1", "AL 2", "AL 3"), "air_ready")
    game = fight(standing | flying, FIELD, ["LIT 1"], list(flying), ["HQ XIV"])
    roll(game, 6)
    levels = {name: unit(game, name).dsg for name in standing}
    assert levels == {"LIT 1": 0, "CLXX": 1, "CLXXI": 1, "HQ XV": 1, "CLXXII": 0, "HQ XIV": 0}


def test_R_10_9_4_3_a_result_on_the_attackers_takes_all_of_them_in_every_hex_and_nobody_else():
    standing = {"LIT 1": "2108", "FIN 8": "2108", "LIT 2": "2109", "HQ LIT": "2109", "CLXX": FIELD, "HQ XV": "1909"}
    game = fight(standing, FIELD, ["LIT 1", "LIT 2"], ["HQ LIT"], ["HQ XV"])
    roll(game, 6)
    levels = {name: unit(game, name).dsg for name in standing}
    assert levels == {"LIT 1": 1, "FIN 8": 0, "LIT 2": 1, "HQ LIT": 0, "CLXX": 0, "HQ XV": 0}


def test_9_5_attack_is_halved_down_and_defence_up():
    """Attack 5 becomes 2, defence 3 becomes 2."""
    fresh = {"LIT 1": "2108", "CLXXVII": FIELD}
    assert odds(fight(fresh, FIELD, ["LIT 1"])).__dict__ == {"attack": 5, "defence": 3, "column": 2, "drm": 0}
    shaken = {name: (at, {"dsg": "DSG"}) for name, at in fresh.items()}
    terms = odds(fight(shaken, FIELD, ["LIT 1"]))
    assert (terms.attack, terms.defence) == (2, 2)


def test_9_5_half_of_three_is_one_in_attack_and_two_in_defence():
    """Printed example, Italian edition.  CLXXVI attacks with 3, CLXXVII defends with 3."""
    terms = odds(fight({"CLXXVI": (FIELD, {"dsg": "DSG"}), "LIT 1": "2108"}, "2108", ["CLXXVI"], side="republican"))
    assert terms.attack == 1
    terms = odds(fight({"LIT 1": "2108", "CLXXVII": (FIELD, {"dsg": "DSG"})}, FIELD, ["LIT 1"]))
    assert terms.defence == 2


@pytest.mark.parametrize("level", ["DSG", "DSG1", "DSG2"])
def test_R_06_9_5_the_movement_allowance_is_halved_up_at_every_level(level):
    game = scene({"FIN 8": ("2110", {"dsg": level}), "CLXX": "1301"})
    assert unit(game, "FIN 8").mp == 3


def test_R_06_6_3_1_an_hq_that_was_bombed_moves_at_half():
    game = scene({"HQ CTV": ("2110", {"dsg": "DSG"}), "CLXX": "1301"})
    assert unit(game, "HQ CTV").mp == 3


@pytest.mark.parametrize(("option", "left"), [(False, [0, 0, 0, 0]), (True, [0, 0, 1, 2])])
def test_R_09_15_3_recovery_at_the_end_of_the_turn(option, left):
    """All levels go; with the option DSG goes, DSG1 becomes DSG and DSG2 becomes DSG1."""
    units = {"LIT 1": "none", "LIT 2": "DSG", "FIN 8": "DSG1", "FIN 10": "DSG2"}
    standing = {name: (f"21{12 + k}", {"dsg": level}) for k, (name, level) in enumerate(units.items())}
    game = scene(standing | {"CLXX": "1301"}, node="TARGET", side="republican", dsg_reduction=option)
    assert [unit(game, name).dsg for name in units] == [0, 1, 2, 3]
    next_turn(game)
    assert [unit(game, name).dsg for name in units] == left


def test_R_09_3_levels_stay_until_the_turn_ends():
    game = scene({"LIT 1": ("2112", {"dsg": "DSG"}), "CLXX": "1301"}, node="TARGET")
    done(game)
    pass_until(game, "TARGET")
    assert unit(game, "LIT 1").dsg == 1
    done(game)
    assert (game.node, unit(game, "LIT 1").dsg) == ("WEATHER_DIE", 0)


def test_9_5_1_a_retreat_adds_a_level_to_those_already_disorganised():
    standing = {"LIT 1": "2108", "LIT 2": "2108", "CLXX": (FIELD, {"dsg": "DSG"}), "CLXXI": FIELD}
    game = fight(standing, FIELD, ["LIT 1", "LIT 2"])
    strike(game, "1/1")
    lose(game, "LIT 1")
    roll(game, 1)
    retreat(game, "1908")
    assert (unit(game, "CLXX").dsg, unit(game, "CLXXI").dsg) == (2, 1)
    act(game, "DONE")
    assert game.node == "TARGET"
