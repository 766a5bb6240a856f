"""Rule 3: the sequence of play, and who is first."""

import dataclasses

import numpy as np
import pytest
from support.arriba_scene import act, done, roll, scene, value

from ctv_env.games.arriba.model.codes import Stage
from ctv_env.games.arriba.model.events import EVENTS
from ctv_env.games.arriba.rules.r03_sequence import begin, next_stage


def stages(game) -> list[str]:
    return [Stage(event.stage).name for event in game.events if isinstance(event, EVENTS.STAGE_BEGUN)]


def test_3_0_the_stages_follow_one_another():
    game = scene(stage="EVENTS", turn=2, ps=(60, 50), play_forced=True)
    while "INTER_PHASE" not in stages(game) and game.winner is None:
        mask = np.flatnonzero(game.mask())
        game.step(int(mask[0]))  # DONE wherever it is legal, else the first there is
    names = stages(game)
    assert names[: len(Stage) - 2] == [stage.name for stage in Stage][1:-1]


@pytest.mark.parametrize(("die", "side"), [(1, "government"), (3, "government"), (4, "rebel"), (6, "rebel")])
def test_3_0_A_08_the_order_die_says_who_is_first_in_a_phase(die, side):
    game = scene(stage="POLITICAL_ORDER", turn=2)
    roll(game, die)
    assert (game.node, game.to_move) == ("INFLUENCE", side)


def test_3_0_b_then_the_other_player():
    game = scene(stage="POLITICAL_ORDER", turn=2)
    roll(game, 6)
    act(game, "DONE")
    roll(game, 1)
    assert (game.node, game.to_move) == ("INFLUENCE", "government")


@pytest.mark.parametrize(("ps", "first"), [((51, 50), 0), ((50, 51), 1)])
def test_3_0_A_17_the_higher_level_has_the_first_player_turn(ps, first):
    game = scene(stage="FIRST_PLAYER", side="government", ps=ps)
    assert (game.node, value(game, "first_player")) == ("ORDER_DIE", first)  # the die of the organisation
    assert value(game, "stage") == Stage.ORGANISATION_ORDER


def test_3_0_a_tie_is_resolved_by_a_die():
    game = scene(stage="FIRST_PLAYER")
    assert value(game, "stage") == Stage.FIRST_PLAYER
    roll(game, 4)
    assert value(game, "first_player") == 1


def test_A_12_on_the_first_turn_a_die_decides_whatever_the_levels():
    game = scene(stage="FIRST_PLAYER", turn=1, ps=(70, 50))
    assert value(game, "stage") == Stage.FIRST_PLAYER
    roll(game, 5)
    assert value(game, "first_player") == 1


def test_3_0_A_18_each_side_moves_and_attacks_once_and_counterattacks_in_the_others_turn():
    game = scene(stage="MOVEMENT", side="rebel")
    asked = []
    while game.node in ("MOVE", "ATTACK", "COUNTER"):
        asked.append((game.node, game.to_move))
        done(game)
    assert asked == [
        *(("MOVE", "rebel"), ("ATTACK", "rebel"), ("COUNTER", "government")),
        *(("MOVE", "government"), ("ATTACK", "government"), ("COUNTER", "rebel")),
    ]


@pytest.mark.parametrize(("play_forced", "node"), [(False, "ATTACK"), (True, "EVENT_TENS")])
def test_A_136_a_node_with_one_action_is_shown_with_the_switch_off_and_else_played(play_forced, node):
    """Nobody is there to attack: all that is left of the turn is to pass on."""
    assert scene(stage="COMBAT", play_forced=play_forced).node == node


def test_3_0_what_holds_for_a_turn_ends_with_it():
    game = scene(stage="EVENTS", turn=3, side="rebel", guerrilla_used=1, lift_factor=(2, 0))
    assert value(game, "guerrilla_used") == 0
    assert value(game, "lift_factor") == [1, 1]
    assert value(game, "first_player") == 0
    game = scene(stage="FIRST_PLAYER", side="rebel", ps=(60, 50))
    assert value(game, "phase_first") == 0  # until the die of the organisation


def test_3_0_14_1_a_game_begins_on_the_first_turn_of_its_scenario():
    game = scene(stage="RECOVERY")
    game.tables = dataclasses.replace(game.tables, record=game.tables.record.copy())
    game.t["first_turn"] = 5
    game.states[:] = 0
    begin(game.s, game.t)
    for stage, turn in ((Stage.SETUP, 4), (Stage.EVENTS, 5)):
        next_stage(game.s)
        assert (value(game, "stage"), value(game, "turn")) == (stage, turn)
