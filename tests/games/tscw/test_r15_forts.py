"""Chapter 15.14: fortified lines."""

import pytest
from support.tscw_scene import scene

from ctv_env.games.tscw.model.codes import LINE, Stage

N_MOVES, N_FIGHTS = Stage.MOVEMENT_N, Stage.COMBAT_N


def is_destroyed(game, code="3613"):
    return bool(game.s["destroyed_rows"].any()) and game.owner(code) == "N"


def entered(state):
    game = scene(N_MOVES, {"3512": "1N"}, lines={0: state})
    game.move("1N")
    game.act("HEX", "3613")
    return game


def test_15_14_1_T_100_all_lines_begin_inactive():
    for scenario in ("north-1937", "1937"):
        assert set(scene(None, {}, scenario=scenario).s["line"].tolist()) == {LINE.INACTIVE}


@pytest.mark.parametrize(("turn", "state"), [(7, LINE.INACTIVE), (8, LINE.ACTIVE)])
def test_15_14_1_T_99_the_iron_belt_becomes_active_at_the_start_of_turn_8(turn, state):
    game = scene(Stage.EVENTS_N, {}, turn=turn)
    assert game.s["line"][0] == state
    assert game.s["line"][1:].tolist() == [LINE.INACTIVE, LINE.INACTIVE]


def test_15_14_1_T_99_not_if_it_is_neutralised():
    assert scene(Stage.EVENTS_N, {}, turn=8, lines={0: LINE.NEUTRALISED}).s["line"][0] == LINE.NEUTRALISED


def test_15_14_2_C_86_nationalists_neutralise_an_inactive_line_whole():
    assert entered(LINE.INACTIVE).s["line"][0] == LINE.NEUTRALISED


def test_15_14_2_one_hex_of_a_longer_line_is_enough():
    game = scene(N_MOVES, {"2416": "N-52"}, scenario="1937", control={"N": "2516 2517"})
    game.move("N-52")
    game.act("HEX", "2417")
    assert game.s["line"][1] == LINE.NEUTRALISED


def test_15_14_2_republicans_neutralise_nothing():
    game = scene(Stage.MOVEMENT_R, {"3614": "1BA"})
    game.move("1BA")
    game.act("HEX", "3613")
    assert game.s["line"][0] == LINE.INACTIVE


def test_15_14_3_C_86_an_active_line_is_destroyed_hex_by_hex():
    game = entered(LINE.ACTIVE)
    assert game.s["line"][0] == LINE.ACTIVE
    assert is_destroyed(game)


def test_15_14_3_a_destroyed_hex_has_no_effect_any_more():
    game = scene(None, {"3613": "1BA", "3512": "1N"}, lines={0: LINE.ACTIVE})
    row, column = divmod(game.cell("3613"), 13)
    game.s["destroyed_rows"][row + 1] |= 1 << column
    game.begin(N_FIGHTS).attack("3613", "1N")
    assert "15.14.4" not in game.drms


@pytest.mark.parametrize("state", [LINE.INACTIVE, LINE.ACTIVE, LINE.NEUTRALISED])
def test_15_14_4_nationalists_attack_across_an_active_side_with_1_less(state):
    game = scene(N_FIGHTS, {"3613": "1BA", "3512": "1N"}, lines={0: state})
    game.attack("3613", "1N")
    assert ("15.14.4" in game.drms) == (state == LINE.ACTIVE)


def test_15_14_4_not_across_the_other_sides_of_the_hex():
    game = scene(N_FIGHTS, {"3613": "1BA", "3612": "1N"}, lines={0: LINE.ACTIVE})
    game.attack("3613", "1N")
    assert "15.14.4" not in game.drms


def test_15_14_4_T_85_one_attacker_across_is_enough_and_it_counts_once():
    game = scene(N_FIGHTS, {"3613": "1BA", "3612": "1N", "3512": "2N", "3513": "3N"}, lines={0: LINE.ACTIVE})
    game.attack("3613", "1N 2N 3N")
    assert game.drms["15.14.4"] == -1


def test_15_14_4_T_85_republicans_attack_across_their_line_freely():
    game = scene(Stage.COMBAT_R, {"3613": "1N", "3614": "1BA 2BA 3BA"}, lines={0: LINE.ACTIVE})
    game.attack("3613", "1BA 2BA 3BA")
    assert "15.14.4" not in game.drms


def test_15_14_4_the_side_belongs_to_the_line_hex_only():
    # From Bilbao outward the belt does not help 3512.
    game = scene(N_FIGHTS, {"3613": "1N 2N", "3512": "1BA"}, lines={0: LINE.ACTIVE})
    game.attack("3512", "1N 2N")
    assert "15.14.4" not in game.drms
