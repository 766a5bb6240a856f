"""Rule 13, ruling R-48: when the Basques surrender, and what they leave."""

import pytest
from support.scene import act, done, may_pass, pass_until, pieces, refusal, roll, scene, trench, unit

# 2208 is cut off by the two beside it; 1717 by the two beside that (column 17, near 18).
RING = {"I N/1": "2207", "I N/2": "2209"}
EASTERN_RING = {"I N/1": "1716", "I N/2": "1718"}
FAR = "1408"


def threatened(at: dict) -> bool:
    """Whether the surrender die is rolled when the Republican phase begins."""
    game = scene(at, node="TARGET")
    done(game)
    assert game.node in ("BASQUE_DIE", "MOVE")
    return game.node == "BASQUE_DIE"


# -- 13.2: when ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "die"), [("1414", False), ("1413", True), ("2620", False), ("1515", False)])
def test_13_1_13_2_R_48_no_Basque_brigade_within_four_hexes_of_column_18(code, die):
    assert threatened({"CLVII": code, "CLVIII": FAR}) == die


def test_13_2_the_brigade_near_column_18_must_be_in_supply():
    at = {"CLVII": "1717", "CLVIII": FAR, "CLXIII": FAR}
    assert not threatened(at)
    assert threatened(at | EASTERN_RING)


@pytest.mark.parametrize(("away", "die"), [(("CLVIII",), False), (("CLVIII", "CLXIII"), True)])
def test_13_2_more_than_half_of_the_Basque_brigades_out_of_supply(away, die):
    """CLVII is in supply near column 18; half is not enough."""
    assert threatened(RING | dict.fromkeys(away, "2208") | {"CLVII": "1515"}) == die


@pytest.mark.parametrize("other", ["HQ XIV", "BA-6", "R1", "CLXVI"])
def test_13_2_R_48_only_Basque_brigades_count(other):
    """Near column 18 they hold nothing, and out of supply they weigh nothing."""
    assert threatened({"CLVII": FAR, other: "1515"})
    assert not threatened(RING | {"CLVII": "1515", other: "2208"})


def test_13_2_without_Basque_brigades_nothing_is_rolled():
    assert not threatened({"R1": FAR, "HQ XIV": FAR, "CLVII": "eliminated"})


@pytest.mark.parametrize(("die", "surrender"), [(1, True), (4, True), (5, False), (6, False)])
def test_13_2_they_surrender_on_1_to_4(die, surrender):
    game = scene({"CLVII": FAR, "CLVIII": "1507"}, node="BASQUE_DIE", side="republican")
    roll(game, die)
    places = {unit(game, name).at for name in ("CLVII", "CLVIII")}
    assert places == ({"surrendered"} if surrender else {FAR, "1507"})
    assert (game.node, game.to_move) == ("MOVE", "republican")


def test_13_2_R_48_they_roll_on_each_turn_on_which_the_condition_holds():
    """CLVII walks back to column 14 after it fought on."""
    game = scene({"LIT 1": "2110", "CLVII": "1413"}, node="TARGET", turn=1)
    done(game)
    roll(game, 5)
    twin = game.clone()
    act(game, "PIECE", "CLVII")
    act(game, "HEX", "1414")
    for played, node in ((game, "MOVE"), (twin, "BASQUE_DIE")):
        pass_until(played, "WEATHER_DIE")
        roll(played, 1)
        pass_until(played, "TARGET")
        done(played)
        assert (played.node, played.turn) == (node, 2)


# -- 13.3: what happens ----------------------------------------------------------------------------------------


def surrender(at: dict):
    game = scene(at, node="BASQUE_DIE", side="republican")
    roll(game, 1)
    return game


def test_13_3_each_brigade_leaves_one_battalion_in_its_hex():
    game = surrender({"CLVII": FAR, "CLVIII": FAR, "CLXIII": ("1507", {"steps": 1})})
    assert [unit(game, name).at for name in ("CLVII", "CLVIII", "CLXIII")] == ["surrendered"] * 3
    assert sorted(unit(game, f"R{n}").at for n in (1, 2, 3)) == [FAR, FAR, "1507"]
    assert {unit(game, f"R{n}").at for n in (4, 5)} == {"waiting"}
    assert unit(game, "R1").steps == 1


SIX = {"CLVII": "1408", "CLVIII": "1507", "CLXIII": "1406", "CLIX": "1405", "CLXII": "1403", "CLIV": "1304"}


def test_13_3_with_five_brigades_all_leave_one():
    five = {name: code for name, code in SIX.items() if name != "CLIV"}
    game = surrender(five)
    assert game.node == "MOVE"
    assert {unit(game, f"R{n}").at for n in range(1, 6)} == set(five.values())


def test_13_3_R_48_with_more_than_five_the_Republican_names_those_that_do():
    game = surrender(SIX | {"CLXVI": "1301"})
    assert (game.node, game.to_move) == ("BREAKDOWN", "republican")
    assert pieces(game) == set(SIX)
    assert not may_pass(game)
    assert "not a Basque brigade" in refusal(game, "PIECE", "CLXVI")
    act(game, "PIECE", "CLIV")
    assert pieces(game) == set(SIX) - {"CLIV"}
    act(game, "PIECE", "CLVII", "CLVIII", "CLIX", "CLXII")
    assert game.node == "MOVE"
    assert {unit(game, name).at for name in SIX} == {"surrendered"}
    assert not game.record["piece_role"].any()
    assert {unit(game, f"R{n}").at for n in range(1, 6)} == {"1304", "1408", "1507", "1405", "1403"}


def test_13_3_other_Republicans_stay():
    game = surrender({"CLVII": FAR, "CLXVI": FAR, "BA-6": FAR, "HQ XIV": FAR})
    assert {unit(game, name).at for name in ("CLXVI", "BA-6", "HQ XIV", "R1")} == {FAR}


def test_R_48_a_battalion_comes_whatever_the_stacking_there():
    """Seven points on a mountain, eight while the brigade is still there: nobody is eliminated."""
    stack = ("CLVII", "CLXVI", "CLXVII", "DC")
    game = surrender(dict.fromkeys(stack, "1909"))
    assert {unit(game, name).at for name in (*stack[1:], "R1")} == {"1909"}


def test_R_34_an_HQ_left_alone_by_a_brigade_without_a_battalion_is_eliminated():
    game = surrender(SIX | {"HQ XIV": "1304"})
    act(game, "PIECE", *[name for name in SIX if name != "CLIV"])
    assert unit(game, "HQ XIV").at == "eliminated"
    game = surrender(SIX | {"HQ XIV": "1304"})
    act(game, "PIECE", *[name for name in SIX if name != "CLVII"])
    assert unit(game, "HQ XIV").at == "1304"


@pytest.mark.parametrize(("name", "stays"), [("CLIV", False), ("CLVII", True)])
def test_R_60_a_trench_goes_with_a_brigade_that_leaves_no_battalion(name, stays):
    game = surrender(SIX | {"Trench 1": "1304"})  # the hex of CLIV
    act(game, "PIECE", *[other for other in SIX if other != name])
    assert trench(game, "1304") == stays


def test_13_3_a_battalion_moves_in_the_same_phase():
    game = surrender({"CLVII": FAR})
    assert pieces(game) == {"R1"}
    assert unit(game, "R1").mp == 4
