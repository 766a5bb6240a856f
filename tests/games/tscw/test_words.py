"""The log as a report: what it says, in which order, and what it leaves out."""

import pytest
from support.tscw_scene import scene

from ctv_env import new_game
from ctv_env.games.tscw.model.codes import Stage
from ctv_env.games.tscw.model.events import EVENTS
from ctv_env.games.tscw.text import log


def told(game) -> list[str]:
    """Lines of the last step."""
    return log.words(game.tables, game.w["event"][: int(game.w["n_event"])])


def test_the_title_names_the_scenario_and_the_reconstruction():
    for scenario, title in (("north-1937", "North 1937"), ("1937", "1937")):
        game = new_game("tscw", scenario)
        assert game.tables.title == f"The Spanish Civil War: {title}, reconstructed order of battle"
        assert game.tables.title in game.svg()
    assert game.spec.title == "The Spanish Civil War, reconstructed order of battle"


def test_segments_that_pass_without_a_decision_or_an_event_are_left_out():
    game = scene(Stage.EXPLOIT_COMBAT_R, {"3513": "1N", "3614": "1BA"}, turn=10)
    game.done()
    assert told(game) == [
        "Victory check (D.I)",
        "  The last turn is over, and no aim of the Nationalists is reached (4.1)",
        "The Republicans have won",
    ]


def test_4_1_the_log_says_why_the_game_is_over():
    game = scene(Stage.EXPLOIT_COMBAT_R, {"3513": "1N"}, control={"N": "3613 3707 3710"})
    game.done()
    assert told(game)[-2:] == ["  Bilbao, Santander and Gijon are Nationalist (4.1)", "The Nationalists have won"]


def test_the_units_of_an_attack_stand_in_one_line():
    game = scene(Stage.COMBAT_N, {"3513": "1N 2N", "3514": "3N", "3614": "1BA"})
    game.act("HEX", "3614")
    assert told(game) == ["  Nationalists attack Eibar (3614)"]
    game.act("PIECE", "1N", "3N", "2N")
    assert told(game) == []
    game.done()
    assert told(game)[0] == "    with 1N, 2N, 3N"


def test_a_move_is_told_before_what_it_takes():
    game = scene(Stage.MOVEMENT_N, {"3512": "1N"})
    game.move("1N")
    game.act("HEX", "3613")
    lines = told(game)
    assert lines.index("  1N moves from 3512 to Bilbao (3613)") < lines.index(
        "  Bilbao (3613) is taken by the Nationalists"
    )


@pytest.mark.whole_games
def test_the_log_of_a_game_is_never_rewritten():
    game, before = new_game("tscw", seed=3), []
    for _ in range(300):
        if game.to_move is None:
            break
        game.roll() if game.to_move == "chance" else game.step(game.legal_actions()[-1])
        now = game.log
        assert now[: len(before)] == before
        before = now
    assert len(before) > 20


def test_6_3_a_drawn_chit_is_told_with_what_it_does():
    game = new_game("tscw", "north-1937", seed=7)
    game.step(24)
    assert game.log[1] == "  Nationalists draw Italian reinforcement (24): 2 Italian RP"


def test_6_4_of_a_chit_that_is_void_its_effect_is_not_told():
    tables = new_game("tscw", "1937").tables
    drawn = EVENTS.DRAWN(side=1, chit=4, void=1)
    void, valid = log.TscwLog(tables).lines([drawn, drawn._replace(void=0)])
    assert void == "  Republicans draw Through the blockade (4), which is void"
    assert valid.startswith("  Republicans draw Through the blockade (4): 2 northern")
