"""Chapter 5: which segment follows, and what is told of it."""

from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import SIDE, Stage


def test_5_2_each_side_moves_fights_exploits_and_fights_again_then_the_turn_ends():
    game = scene(Stage.MOVEMENT_N, {"3513": "1N", "3614": "1BA"}, turn=8)
    found = []
    while game.node != "EVENT_DRAW":
        found.append(game.stage)
        game.done()
    first, second = range(Stage.MOVEMENT_N, Stage.EXPLOIT_COMBAT_N + 1), range(Stage.MOVEMENT_R, Stage.VICTORY)
    assert found == [*first, *second]
    assert (game.stage, int(game.s["turn"]), int(game.s["to_move"])) == (Stage.EVENTS_N, 9, SIDE.CHANCE)


def test_5_2_of_segments_that_pass_in_one_step_only_the_last_is_told():
    game = scene(Stage.TRANSPORT_N, {"3513": "1N", "3614": "1BA"})
    game.s["rail"][1] = 0
    while game.stage == Stage.TRANSPORT_N:
        game.done()
    assert [one["stage"] for one in game.said("STAGE")] == [Stage.RESERVES_N]


def test_5_2_T_104_when_the_game_is_over_nobody_decides():
    game = scene(Stage.VICTORY, {"3614": "1BA"}, turn=10)
    assert (game.node, game.stage, int(game.s["to_move"])) == ("OVER", Stage.GAME_OVER, SIDE.NOBODY)


def test_5_2_13_8_the_nationalists_are_not_asked_to_evacuate():
    game = scene(Stage.MOVEMENT_N, {"3515": "1BA"}, scenario="1937", control={"R": "3515"})
    assert game.node == "MOVE_PIECE"


def test_5_2_7_10_the_mobilization_has_a_segment_of_its_own():
    game = scene(Stage.MOBILIZATION, {}, scenario="1937", turn=8, rml=50)
    assert (game.node, game.stage) == ("MOBILIZE", Stage.MOBILIZATION)
