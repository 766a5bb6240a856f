"""Rule 3: the sequence of play, what each phase allows, and the end of a turn (ruling R-09)."""

import itertools

import pytest
from support.scene import act, done, hexes, may_pass, move, pass_until, pieces, roll, scene, unit

from ctv_env import new_game

NAT, REP = "nationalist", "republican"
DICE = {"WEATHER_DIE": 1, "OFFENSIVE_DIE": 5, "OFFENSIVE_SUCCESS_DIE": 1, "BASQUE_DIE": 6, "FACTORY_DIE": 1}
PLAY = ["MOVE", "TARGET"]


def nodes_by_turn(game) -> dict[int, list[str]]:
    """Nodes met while nobody does more than required, repeats of one left out."""
    met = []
    while game.to_move:
        met.append((game.turn, game.node))
        game.step(DICE[game.node] if game.to_move == "chance" else game.legal_actions()[0])
    turns = itertools.groupby(met, key=lambda turn_and_node: turn_and_node[0])
    return {turn: [node for (_, node), _ in itertools.groupby(nodes)] for turn, nodes in turns}


def test_3_the_sequence_of_play_of_seven_turns():
    """Weather but on turn 1; offensive from turn 3 (12), new columns (9.3), factory from turn 4 (14.2)."""
    weather, factory = ["WEATHER_DIE"], ["FACTORY_DIE"]
    assert nodes_by_turn(new_game(seed=1, play_forced=False)) == {
        1: PLAY + PLAY,
        2: weather + ["PLACE_SC"] + PLAY + PLAY,
        3: weather + ["OFFENSIVE_DIE", "PLACE_SC"] + PLAY + PLAY,
        4: weather + ["OFFENSIVE_SUCCESS_DIE", "WITHDRAW", "PLACE_SC"] + PLAY + factory + PLAY,
        5: weather + ["PLACE_SC"] + PLAY + factory + PLAY,
        6: weather + PLAY + factory + PLAY,  # eight columns are on the map
        7: weather + PLAY + factory + PLAY,
    }


def test_3_B_the_Nationalist_phase_comes_before_the_Republican_one():
    game = scene({"LIT 1": "2110", "CLXVI": "1909"})
    deciders = []
    for _ in range(4):
        deciders.append((game.node, game.to_move))
        done(game)
    assert deciders == [("MOVE", NAT), ("TARGET", NAT), ("MOVE", REP), ("TARGET", REP)]


def test_3_A_the_weather_is_rolled_before_anything_else_of_a_turn():
    game = scene({"LIT 1": "2110", "CLXVI": "1909"}, node="TARGET", side=REP, turn=4)
    done(game)
    assert (game.turn, game.node) == (5, "WEATHER_DIE")


def test_3_B_2_the_Nationalist_moves_all_some_or_none_of_his_own_units():
    game = scene({"LIT 1": "2110", "LIT 2": "2111", "CLXVI": "1909"})
    assert pieces(game) == {"LIT 1", "LIT 2"}
    assert may_pass(game)
    move(game, "LIT 1", "2011")
    assert pieces(game) == {"LIT 1", "LIT 2"}
    assert may_pass(game)


@pytest.mark.parametrize(("side", "column"), [(NAT, "N SC 1"), (REP, "R SC 1")])
def test_3_B_2_3_C_2_a_supply_column_that_moves_is_flipped(side, column):
    own = "2110" if side == NAT else "1909"
    game = scene({"LIT 1": "2310", "CLXVI": "1709", column: own}, side=side)
    assert not unit(game, column).moved
    move(game, column, "2010")
    assert unit(game, column).moved


def test_3_C_2_the_Republican_moves_all_some_or_none_of_his_own_units():
    game = scene({"LIT 1": "2110", "CLXVI": "1909", "CLXVII": "1908"}, side=REP)
    assert pieces(game) == {"CLXVI", "CLXVII"}
    assert may_pass(game)


@pytest.mark.parametrize(("side", "target", "own"), [(NAT, "2109", "LIT 1"), (REP, "2110", "CLXVI")])
def test_3_B_3_3_C_3_units_of_the_phasing_side_may_attack_or_not(side, target, own):
    game = scene({"LIT 1": "2110", "CLXVI": "2109"}, node="TARGET", side=side)
    assert hexes(game) == {target}
    assert may_pass(game)
    act(game, "HEX", target)
    assert pieces(game) == {own}


def test_3_B_3_no_unit_moves_in_a_combat_segment():
    game = scene({"LIT 1": "2110", "CLXVI": "1909"})
    done(game)
    assert game.node == "TARGET"
    assert pieces(game) == set()
    assert unit(game, "LIT 1").mp == 0


def test_3_C_1_the_Basque_surrender_is_rolled_before_Republican_movement():
    """No Basque brigade is near column 18."""
    game = scene({"LIT 1": "2110", "CLVII": "1909"}, node="TARGET")
    done(game)
    assert game.node == "BASQUE_DIE"
    roll(game, 5)
    assert (game.node, game.to_move) == ("MOVE", REP)


# -- D. end of turn --------------------------------------------------------------------------------------------


def end_turn(pieces: dict, **more):
    """The position after the end of a turn in which the scene was the last Republican combat segment."""
    game = scene(pieces, node="TARGET", side=REP, **more)
    done(game)
    return game


@pytest.mark.parametrize("level", ["DSG", "DSG1", "DSG2"])
def test_3_D_R_09_all_DSG_markers_are_withdrawn(level):
    game = end_turn({"LIT 1": ("2110", {"dsg": level}), "CLXVI": ("1909", {"dsg": level})})
    assert unit(game, "LIT 1").dsg == unit(game, "CLXVI").dsg == 0


def test_R_09_with_option_15_3_each_DSG_goes_down_one_level():
    """Printed example: a DSG2 becomes a DSG1."""
    at = {"LIT 1": ("2110", {"dsg": "DSG2"}), "LIT 2": ("2110", {"dsg": "DSG1"}), "CLXVI": ("1909", {"dsg": "DSG"})}
    game = end_turn(at, dsg_reduction=True)
    assert [unit(game, name).dsg for name in ("LIT 1", "LIT 2", "CLXVI")] == [2, 1, 0]


def test_3_D_HQs_are_turned_to_their_operative_side():
    game = end_turn({"HQ CTV": ("2110", {"used": True}), "HQ XV": ("1909", {"used": True})})
    assert not unit(game, "HQ CTV").used
    assert not unit(game, "HQ XV").used


def test_3_D_used_air_units_are_available_again_and_absent_ones_are_not():
    """Italian edition for the boxes."""
    absent = ("air_absent", {"return": 4})
    game = end_turn({"LK 1": "air_used", "FARE 1": "air_used", "LK 2": absent, "LIT 1": "2110"})
    assert [unit(game, name).at for name in ("LK 1", "FARE 1", "LK 2")] == ["air_ready", "air_ready", "air_absent"]


def test_3_D_supply_columns_are_turned_to_their_combat_side():
    game = end_turn({"N SC 1": ("2110", {"moved": True}), "R SC 1": ("1909", {"moved": True})})
    assert not unit(game, "N SC 1").moved
    assert not unit(game, "R SC 1").moved


def test_3_D_the_turn_marker_advances():
    game = end_turn({"LIT 1": "2110"}, turn=3)
    assert (game.turn, game.winner) == (4, None)


def test_3_D_after_the_last_turn_the_victor_is_determined():
    game = end_turn({"LIT 1": "2110"}, turn=7)
    assert (game.turn, game.node, game.to_move, game.winner) == (7, "OVER", None, REP)
    held = {"LIT 1": "1211", "LIT 2": "2006", "Ar": "1408", "Cel": "1215"}
    assert end_turn(held, turn=7).winner == NAT


def test_3_a_unit_attacks_again_in_the_next_turn_and_not_before():
    game = scene({"LIT 1": ("2110", {"attacked": True}), "CLXVI": "2109"}, node="TARGET", turn=1)
    assert hexes(game) == set()
    pass_until(game, "WEATHER_DIE")
    roll(game, 1)
    pass_until(game, "TARGET")
    assert hexes(game) == {"2109"}
