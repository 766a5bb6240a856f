"""Rules 3, 13 and 14: the sequence of play, who is first, set-up and its dice."""

import dataclasses

import numpy as np
import pytest
from support.arriba_scene import Scene, act, area_code, done, groups, roll, said, scene, value

from ctv_env.core.dice import stream
from ctv_env.core.jit import records
from ctv_env.games.arriba.engine import hooks
from ctv_env.games.arriba.loading.load import load
from ctv_env.games.arriba.model.codes import Kind, Stage
from ctv_env.games.arriba.model.events import DoctrineDie, StageBegun


def new_game(seed: int = 1, **options) -> Scene:
    """A game from its beginning."""
    return begun(load(**({"play_forced": False} | options)), seed)


def begun(tables, seed: int = 1) -> Scene:
    """A game from its beginning with tables that may be one's own."""
    states = records(1, hooks.STATE)
    states[0]["rng"] = stream(seed)
    game = Scene(states, tables)
    game.engine.start(game.states, 0, game.tables.record, game.scratch)
    game._note()
    return game


def brigades(game) -> dict[str, int]:
    """Units in pools by kind."""
    found: dict[str, int] = {}
    for side in range(2):
        for area in range(48):
            for c in game.s["pool_unit"][side, area][: game.s["pool_units"][side, area]]:
                kind = Kind(int(game.t["pair_kind"][c // 4])).name
                found[kind] = found.get(kind, 0) + 1
    return found


def stages(game) -> list[str]:
    return [Stage(event.stage).name for event in game.events if isinstance(event, StageBegun)]


# -- 14: set-up ------------------------------------------------------------------------------------------------


def test_C_100_14_1_A_19_the_brigades_of_both_sides_and_air_AP_that_are_ready():
    game = new_game()
    assert brigades(game) == {
        **{"POPULAR_ARMY": 22, "ANARCHIST": 3, "POUM": 1, "CATALONIA": 3, "ASTURIAS": 3, "BASQUE": 3, "SANTANDER": 2},
        **{"NATIONALIST": 27, "CARLIST": 3, "COLONIAL": 6},
    }
    assert value(game, "ps") == [50, 50]
    assert value(game, "ep") == [0, 0]
    assert value(game, "air_ready") == [1, 1]
    assert value(game, "ap_free") == [[9, 10, 10]] * 2
    assert value(game, "power_at") == [0, 0, 1, 1, 1, -1]


def test_14_1_A_11_the_side_of_the_chart_stands_in_the_city_unorganised():
    game = new_game()
    oviedo, madrid = area_code(game, "oviedo"), area_code(game, "madrid")
    assert groups(game, "government", "oviedo") == {"pool": "3 Ast b"}
    assert (value(game, "pool_in_city")[0][oviedo], value(game, "pool_in_city")[1][oviedo]) == (1, 0)
    assert value(game, "pool_in_city")[0][madrid] == 1


def test_14_2_f_all_regions_are_contested():
    assert value(new_game(), "control") == [3] * 14


def test_14_2_a_the_first_turn_begins_with_the_Political_Phase():
    game = new_game()
    assert (game.node, value(game, "turn")) == ("ORDER_DIE", 1)
    assert stages(game) == ["SETUP", "EVENTS", "POLITICAL_ORDER"]


# -- 3.0 -------------------------------------------------------------------------------------------------------


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


# -- 13, 5.1.1 -------------------------------------------------------------------------------------------------


def test_C_95_13_after_the_last_turn_the_Government_has_won():
    game = scene(stage="ORGANISATION_2", turn=14, play_forced=True)
    assert (game.node, game.winner) == ("OVER", "government")


def test_13_not_before():
    game = scene(stage="ORGANISATION_2", turn=13, play_forced=True)
    assert game.winner is None
    assert value(game, "turn") == 14


# -- 15.5, 15.6 ------------------------------------------------------------------------------------------------


def test_15_6_A_115_a_die_for_each_brigade_of_the_two_armies():
    game = new_game(variable_set_up=True)
    assert game.node == "REVOLT_DIE"
    roll(game, 5, 6)  # the two of La Coruna: up to 5 rebel
    assert groups(game, "rebel", "la_coruna") == {"pool": "Nat b"}
    assert groups(game, "government", "la_coruna") == {"pool": "PA b"}
    assert game.node == "CITY_DIE"
    roll(game, 3)
    area = area_code(game, "la_coruna")
    assert [value(game, "pool_in_city")[side][area] for side in range(2)] == [1, 0]
    assert game.node == "REVOLT_DIE"
    roll(game, 1)  # Lugo: one brigade, which holds the city
    lugo = area_code(game, "lugo")
    assert [value(game, "pool_in_city")[side][lugo] for side in range(2)] == [0, 1]


def test_15_6_A_115_C_108_areas_without_a_number_and_other_kinds_are_exempt():
    game = new_game(variable_set_up=True)
    assert groups(game, "rebel", "pamplona") == {"pool": "3 Car b"}
    assert groups(game, "rebel", "morocco") == {"pool": "6 Col b"}
    dice = 0
    while game.node in ("REVOLT_DIE", "CITY_DIE"):
        dice += game.node == "REVOLT_DIE"
        roll(game, 1)
    assert dice == 49
    assert game.node == "ORDER_DIE"
    assert brigades(game)["NATIONALIST"] == 34  # C-108: no counter is left, so the others join the Popular Army
    assert brigades(game)["POPULAR_ARMY"] == 15


def test_15_6_A_115_of_a_city_without_a_number_the_chart_names_the_holder_whoever_else_is_there():
    tables = load(variable_set_up=True, play_forced=False)
    tables = dataclasses.replace(tables, record=tables.record.copy())
    pamplona = tables.places.areas.index("pamplona")
    tables.record[0]["start_brigades"][pamplona, Kind.BASQUE] = 1
    game = begun(tables)
    while game.node in ("REVOLT_DIE", "CITY_DIE"):
        assert (game.node, int(game.s["area"])) != ("CITY_DIE", pamplona)
        roll(game, 1)
    assert [value(game, "pool_in_city")[side][pamplona] for side in range(2)] == [0, 1]


def test_15_5_A_114_eight_dice_for_each_side_the_Government_first():
    game = new_game(doctrine=True)
    roll(game, 1, 2, 3, 4, 5, 6, 1, 3)
    assert value(game, "doctrine") == [[1, 2, 3, 4, 5, 6, 1, 3], [0] * 8]
    assert said(game, DoctrineDie, side=0, column=7, die=3)
    roll(game, *[6] * 8)
    assert value(game, "doctrine")[1] == [6] * 8
    assert value(game, "doctrine_until") == [4, 5]  # turn 1 and 3 or 4 turns
    assert game.node == "ORDER_DIE"


def test_15_5_A_114_a_whole_new_doctrine_is_rolled_in_the_Strategic_Phase():
    game = scene(stage="STRATEGIC", doctrine=True, government={"madrid": "city: PA b"})
    game.s["doctrine_until"] = 4, 4
    act(game, "VERB", "doctrine")
    roll(game, 6, 5, 4, 3, 2, 1, 6, 1)
    assert value(game, "doctrine")[0] == [6, 5, 4, 3, 2, 1, 6, 1]
    assert value(game, "doctrine_until") == [6, 4]
    assert game.node == "SUPPLY_MENU"
    assert value(game, "cursor") == 0
