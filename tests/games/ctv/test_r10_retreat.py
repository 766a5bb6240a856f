"""Rule 10.5: retreat after combat, its destinations and its price."""

import pytest
from support.fights import FIELD, fight, lose, retreat, strike
from support.scene import control, done, hexes, may_pass, refusal, roll, scene, trench, unit

from ctv_env.core.game import Game

ATTACKERS = {"LIT 1": "2108", "LIT 2": "2108"}
HOLD, FLEE = 1, 6  # morale dice with the marker at 0


def beaten(defenders, result="1/1", die=HOLD, ground=ATTACKERS, target=FIELD, **more) -> Game:
    """Republican defenders at ``RETREAT``, or past it if they have nowhere to go."""
    units = defenders if isinstance(defenders, dict) else dict.fromkeys(defenders, target)
    game = fight(ground | units, target, ["LIT 1", "LIT 2"], **more)
    strike(game, result)
    if game.node == "LOSS_ATT":
        lose(game, "LIT 1")
    roll(game, die)
    return game


# -- the trade (10.5) ------------------------------------------------------------------------------------------------


def test_10_5_one_step_may_be_traded_for_a_hex_as_in_the_printed_example():
    game = beaten(["CLXXVII"])
    retreat(game, "1909")
    assert (unit(game, "CLXXVII").at, unit(game, "CLXXVII").steps) == ("1909", 2)
    game = beaten(["CLXXVII"])
    done(game)
    lose(game, "CLXXVII")
    assert (unit(game, "CLXXVII").at, unit(game, "CLXXVII").steps, unit(game, "CLXXVII").dsg) == (FIELD, 1, 0)


def test_R_42_10_5_no_more_than_one_step_is_traded():
    game = beaten(["CLXX", "CLXXI"], "1/2")
    retreat(game, "1909")
    assert game.node == "LOSS_DEF"
    lose(game, "CLXX")
    assert (unit(game, "CLXX").at, unit(game, "CLXXI").at, game.node) == ("1909", "1909", "ADVANCE")


def test_R_42_10_5_a_stack_that_nobody_survives_retreats_nowhere():
    game = beaten({"DC": FIELD}, "0/3")
    retreat(game, "1909")
    assert game.node == "LOSS_DEF"
    lose(game, "DC")
    assert (unit(game, "DC").at, game.node) == ("eliminated", "ADVANCE")


def test_10_5_nationalists_retreat_too():
    standing = {"CLXXVI": FIELD, "CLXXVII": FIELD, "LIT 1": "2108"}
    game = fight(standing, "2108", ["CLXXVI", "CLXXVII"], side="republican")
    strike(game, "1/1")
    lose(game, "CLXXVI")
    roll(game, HOLD)
    assert (game.to_move, may_pass(game)) == ("nationalist", True)
    retreat(game, "2208")
    assert (unit(game, "LIT 1").at, unit(game, "LIT 1").steps, unit(game, "LIT 1").dsg) == ("2208", 2, 1)


def test_10_5_without_a_loss_there_is_nothing_to_trade():
    game = fight(ATTACKERS | dict.fromkeys(("CLXXVI", "CLXXVII"), "2008"), "2008", ["LIT 1", "LIT 2"])
    strike(game, "2/0")
    lose(game, "LIT 1", "LIT 2")
    assert (game.node, unit(game, "CLXXVI").at) == ("TARGET", "2008")


# -- where to (10.5.1) -----------------------------------------------------------------------------------------------


def test_10_5_1_a_stack_goes_into_one_hex_and_each_unit_takes_a_dsg():
    game = beaten({"CLXX": FIELD, "CLXXI": FIELD, "FT-17": FIELD, "DC": "1909"}, "1/2")
    retreat(game, "1909")
    lose(game, "CLXX")
    levels = {name: (unit(game, name).at, unit(game, name).dsg) for name in ("CLXX", "CLXXI", "FT-17", "DC")}
    assert levels == {"CLXX": ("1909", 1), "CLXXI": ("1909", 1), "FT-17": ("1909", 1), "DC": ("1909", 0)}


def test_R_42_R_08_10_5_1_a_retreat_at_dsg2_eliminates():
    game = beaten({"CLXXVII": (FIELD, {"dsg": "DSG2"})}, "1/2")
    retreat(game, "1909")
    lose(game, "CLXXVII")
    assert unit(game, "CLXXVII").at == "eliminated"


def test_R_42_R_08_10_5_1_a_retreat_out_of_supply_costs_two_levels():
    """CLXXI in 1909 is cut off as well, but lets the stack in."""
    ring = {"I N/1": "1908", "I N/2": "2010", "I N/3": "1910"}
    game = beaten(["CLXXVII"], "1/2", ground=ATTACKERS | ring | {"CLXXI": "1909"})
    retreat(game, "1909")
    lose(game, "CLXXVII")
    assert (unit(game, "CLXXVII").at, unit(game, "CLXXVII").dsg, unit(game, "CLXXI").dsg) == ("1909", 2, 0)


def test_10_5_1_no_retreat_into_an_enemy_or_his_zoc():
    """2008 and 2109 lie in the ZoC of the attackers, 1909 and 2010 in that of IV N/1 in 1910."""
    assert hexes(beaten(["CLXXVII"])) == {"1908", "1909", "2010"}
    game = beaten(["CLXXVII"], ground=ATTACKERS | {"IV N/1": "1910"})
    assert hexes(game) == {"1908"}
    for code in ("2008", "2108", "1909"):
        assert "held by the enemy, or in enemy ZoC" in refusal(game, "HEX", code)


@pytest.mark.parametrize("friend", ["CLXX", "HQ XV"])
def test_10_5_1_a_friend_in_the_hex_outweighs_an_enemy_zoc(friend):
    game = beaten({"CLXXVII": FIELD, friend: "2008"})
    assert hexes(game) == {"1908", "1909", "2010", "2008"}


def test_R_42_10_5_1_a_supply_column_there_is_no_friendly_unit():
    assert hexes(beaten({"CLXXVII": FIELD, "R SC 1": "2008"})) == {"1908", "1909", "2010"}


def test_R_42_1_3_2_no_retreat_over_a_closed_hexside_or_into_the_sea():
    ground = {"LIT 1": "1210", "LIT 2": "1210"}
    game = beaten(["CLXX", "CLXXI"], ground=ground, target="1211")
    assert hexes(game) == set()


def test_R_42_R_25_10_5_a_retreat_takes_control_and_overruns_a_column():
    more = {"control": {"nationalist": ["1908", "1909"]}}
    game = beaten({"CLXXVII": FIELD, "N SC 1": "1908"}, **more)
    retreat(game, "1908")
    assert control(game, "1908") == "republican"
    assert unit(game, "N SC 1").at == "eliminated"


# -- stacking (5.1, R-12) --------------------------------------------------------------------------------------------


def test_10_5_1_5_1_a_retreat_may_overstack():
    game = beaten({"CLXXVII": FIELD, "CLXX": "1909", "CLXXI": "1909"})
    retreat(game, "1909")
    assert (unit(game, "CLXXVII").at, int(game.record["cell_sp"][game.tables.grid.cell("1909")])) == ("1909", 6)


FULL = {"CLXX": FIELD, "CLXXI": FIELD, "CLXXII": "1908", "CLXXIII": "1908", "HQ XV": "1908"}


def test_R_12_5_1_1_no_retreat_to_twice_the_limit_while_another_hex_is_open():
    game = beaten(FULL)
    assert hexes(game) == {"1909", "2010"}
    assert "would be overstacked" in refusal(game, "HEX", "1908")


@pytest.mark.parametrize("edition", ["en", "it"])
def test_R_12_5_1_1_if_no_other_is_left_it_eliminates_all_or_who_comes_to_twice_the_limit(edition):
    """Six points are there: CLXX makes eight, CLXXI comes after it."""
    game = beaten(FULL | {"CLXXIV": "1908"}, ground=ATTACKERS | {"IV N/1": "1910"}, edition=edition)
    assert hexes(game) == {"1908"}
    assert may_pass(game)
    retreat(game, "1908")
    there = {name for name in (*FULL, "CLXXIV") if unit(game, name).at == "1908"}
    assert there == (set() if edition == "en" else {"CLXX", "CLXXII", "CLXXIII", "CLXXIV", "HQ XV"})
    if edition == "it":
        assert (unit(game, "CLXX").dsg, unit(game, "CLXXI").at) == (1, "eliminated")


def test_R_42_R_12_room_is_judged_with_the_units_as_they_stand_before_the_steps_are_taken():
    """DC will die, but with it eight points would stand there."""
    there = {"CLXX": FIELD, "DC": FIELD, "CLXXII": "1908", "CLXXIII": "1908"}
    assert "1908" in hexes(beaten(there, "1/2"))
    assert "1908" not in hexes(beaten(there | {"R1": "1908"}, "1/2"))


@pytest.mark.parametrize(("more", "open_to"), [({}, {"1909", "2010"}), ({"IV N/1": "1910"}, {"1908"})])
def test_R_12_two_armour_units_meet_in_a_retreat_only_if_no_other_hex_is_left_and_both_stay(more, open_to):
    game = beaten({"CLXXVII": FIELD, "FT-17": FIELD, "T-N": "1908"}, ground=ATTACKERS | more)
    assert hexes(game) == open_to
    if more:
        retreat(game, "1908")
        assert {unit(game, name).at for name in ("CLXXVII", "FT-17", "T-N")} == {"1908"}


# -- what is left behind ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("die", [HOLD, FLEE])
def test_R_34_9_2_hqs_do_not_retreat_but_die_when_the_others_do(die):
    game = beaten(["CLXXVI", "HQ XV"], die=die)
    retreat(game, "1909")
    if die == FLEE:
        lose(game, "CLXXVI")
    assert (unit(game, "CLXXVI").at, unit(game, "HQ XV").at) == ("1909", "eliminated")


def test_R_42_9_3_a_column_left_behind_is_lost_only_if_an_enemy_enters():
    game = beaten({"CLXXVII": FIELD, "R SC 1": FIELD})
    retreat(game, "1909")
    assert unit(game, "R SC 1").at == FIELD
    twin = game.clone()
    done(twin)
    assert unit(twin, "R SC 1").at == FIELD
    game.step(game.encode("PIECE", "LIT 1"))
    game.step(game.encode("HEX", FIELD))
    assert unit(game, "R SC 1").at == "eliminated"


@pytest.mark.parametrize("die", [HOLD, FLEE])
@pytest.mark.parametrize(("edition", "stays"), [("en", False), ("it", True)])
def test_R_44_10_7_a_trench_goes_with_a_retreat_willing_or_not_in_the_english_edition(edition, stays, die):
    game = beaten({"CLXXVI": FIELD, "CLXXVII": FIELD, "Trench 1": FIELD}, die=die, edition=edition)
    retreat(game, "1909")
    if die == FLEE:
        lose(game, "CLXXVI")
    assert unit(game, "CLXXVII").at == "1909"
    assert trench(game, FIELD) == stays


@pytest.mark.parametrize(("bystander", "stays"), [({"CLXX": FIELD}, True), ({}, False)])
def test_R_44_10_7_a_trench_goes_with_attackers_that_are_driven_back_unless_others_stay_in_it(bystander, stays):
    standing = {"CLXXVI": FIELD, "CLXXVII": FIELD, "LIT 1": "2108", "Trench 1": FIELD}
    game = fight(standing | bystander, "2108", ["CLXXVI", "CLXXVII"], side="republican")
    strike(game, "2/0")
    lose(game, "CLXXVI", "CLXXVII")
    roll(game, FLEE)
    retreat(game, "1909")
    assert trench(game, FIELD) == stays


def test_R_44_10_7_marching_off_leaves_the_trench():
    game = scene({"CLXX": FIELD, "Trench 1": FIELD, "LIT 1": "2610"}, side="republican")
    game.step(game.encode("PIECE", "CLXX"))
    game.step(game.encode("HEX", "1908"))
    assert trench(game, FIELD)
