"""Rule 12, ruling R-47: the Republican offensive elsewhere and the Nationalist units that it draws away."""

import pytest
from support.scene import act, may_pass, pieces, refusal, roll, scene, trench, unit

INFANTRY = {"FIN 8": "2110", "FN 3": "2110", "I N/1": "2111", "I N/2": "2111", "I C/1": "2211"}
AIR = {name: "air_ready" for name in ("LK 1", "AL 1", "FAN 1", "FAN 2")}
OTHERS = {"LIT 1": "2310", "3Pz1": "2310", "HQ CTV": "2310", "CLXVI": "1408", "FARE 1": "air_ready"}
EVERYBODY = INFANTRY | AIR | OTHERS


def new_turn(turn: int, **more):
    """The start of a turn, its weather rolled."""
    game = scene(EVERYBODY, node="WEATHER_DIE", turn=turn, **more)
    roll(game, 1)
    return game


# -- 12.2: when ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "die", "begins"), [(3, 4, False), (3, 5, True), (3, 6, True), (4, 3, False), (4, 4, True), (4, 6, True)]
)
def test_12_2_R_47_the_offensive_begins_on_5_to_6_on_turn_3_and_4_to_6_on_turn_4(turn, die, begins):
    game = new_turn(turn)
    assert game.node == "OFFENSIVE_DIE"
    roll(game, die)
    assert int(game.record["offensive_turn"]) == (turn if begins else 0)
    assert game.node == "PLACE_SC"  # its effect comes on the following turn


def test_12_1_12_2_on_turn_5_it_begins_by_itself():
    game = new_turn(5)
    assert game.node == "PLACE_SC"
    assert int(game.record["offensive_turn"]) == 5


def test_12_2_it_is_not_rolled_before_turn_3():
    assert new_turn(2).node == "PLACE_SC"


def test_12_1_12_2_it_begins_only_once():
    game = new_turn(4, offensive_turn=3)
    assert game.node == "OFFENSIVE_SUCCESS_DIE"
    game = new_turn(5, offensive_turn=3)
    assert game.node == "PLACE_SC"
    assert int(game.record["offensive_turn"]) == 3


# -- 12.3: units drawn away ------------------------------------------------------------------------------------


@pytest.mark.parametrize("began", [3, 4, 5])
def test_12_3_success_is_rolled_on_the_following_turn_only(began):
    assert new_turn(began + 1, offensive_turn=began).node == "OFFENSIVE_SUCCESS_DIE"
    assert new_turn(began + 2, offensive_turn=began).node != "OFFENSIVE_SUCCESS_DIE"


@pytest.mark.parametrize(("die", "infantry", "air"), [(1, 2, 2), (4, 2, 2), (5, 4, 3), (6, 4, 3)])
def test_12_3_two_infantry_and_two_air_units_or_four_and_three(die, infantry, air):
    game = scene(EVERYBODY, node="OFFENSIVE_SUCCESS_DIE", turn=4, offensive_turn=3)
    roll(game, die)
    assert (game.node, game.to_move) == ("WITHDRAW", "nationalist")
    act(game, "PIECE", *list(INFANTRY)[:infantry])
    assert pieces(game) == set(AIR)  # enough infantry
    assert "enough" in refusal(game, "PIECE", "I C/1").lower()
    act(game, "PIECE", *list(AIR)[:air])
    assert game.node == "PLACE_SC"


def withdrawal(pieces: dict, infantry: int = 2, air: int = 2):
    return scene(pieces, node="WITHDRAW", turn=4, offensive_turn=3, owed_infantry=infantry, owed_air=air)


def test_12_3_R_47_Italian_Italo_Spanish_and_Spanish_infantry_and_available_air_units_leave():
    """Not mechanised units, armour, HQs, pieces off the map, used or absent air units, nor Republicans."""
    away = {"FIN 10": "eliminated", "AL 2": "air_used", "AL 3": ("air_absent", {"return": 5})}
    game = withdrawal(EVERYBODY | away)
    assert pieces(game) == set(INFANTRY) | set(AIR)
    assert not may_pass(game)
    assert "neither infantry on the map nor an available air unit" in refusal(game, "PIECE", "LIT 1")
    assert "other side" in refusal(game, "PIECE", "FARE 1")


def test_12_3_infantry_and_air_units_are_named_in_any_order():
    game = withdrawal(EVERYBODY)
    act(game, "PIECE", "LK 1", "FIN 8", "FAN 1")
    assert pieces(game) == set(INFANTRY) - {"FIN 8"}
    act(game, "PIECE", "I N/1")
    assert game.node == "PLACE_SC"


@pytest.mark.parametrize(("infantry", "air"), [(1, 4), (5, 0), (0, 1)])
def test_R_47_as_many_as_there_are_if_fewer(infantry, air):
    present = dict(list(INFANTRY.items())[:infantry]) | dict(list(AIR.items())[:air])
    game = scene(present | OTHERS, node="OFFENSIVE_SUCCESS_DIE", turn=4, offensive_turn=3)
    roll(game, 6)
    named = 0
    while game.node == "WITHDRAW":
        act(game, "PIECE", sorted(pieces(game))[0])
        named += 1
    assert named == min(infantry, 4) + min(air, 3)


def test_R_47_nobody_is_there_to_leave():
    game = scene(OTHERS, node="OFFENSIVE_SUCCESS_DIE", turn=4, offensive_turn=3)
    roll(game, 6)
    assert game.node == "PLACE_SC"


def test_R_47_withdrawn_units_are_out_for_good():
    game = withdrawal(EVERYBODY, 1, 1)
    act(game, "PIECE", "FIN 8", "LK 1")
    assert unit(game, "FIN 8").at == unit(game, "LK 1").at == "withdrawn"


@pytest.mark.parametrize("company", [True, False])
def test_R_34_an_HQ_whose_last_combat_unit_is_withdrawn_is_eliminated(company):
    at = {"FIN 8": "2110", "HQ FIN": "2110"} | ({"3Pz1": "2110"} if company else {})
    game = withdrawal(at, 1, 0)
    act(game, "PIECE", "FIN 8")
    assert unit(game, "HQ FIN").at == ("2110" if company else "eliminated")


@pytest.mark.parametrize(("edition", "stays"), [("en", False), ("it", True)])
def test_R_60_the_trench_of_a_hex_goes_with_its_last_combat_unit(edition, stays):
    """English edition; in the Italian one it goes when a Nationalist enters, and so it had gone before."""
    at = {"FIN 8": "2109", "Trench 1": "2109"}
    game = scene(at, node="WITHDRAW", turn=4, offensive_turn=3, owed_infantry=1, edition=edition)
    act(game, "PIECE", "FIN 8")
    assert trench(game, "2109") == stays
