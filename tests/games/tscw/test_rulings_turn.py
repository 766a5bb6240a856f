"""Rulings on the administrative phase, arrivals, landings and reserves that no chapter's tests name."""

import dataclasses

import pytest
from naive_tscw.board import hexes, is_town
from support.tscw_scene import scene

from ctv_env import new_game
from ctv_env.games.tscw.model.codes import Stage, Where

RING = {"3609": "1N", "3608": "1A", "3508": "2A", "3509": "3A", "3610": "4A", "3708": "5A"}
"""1N in the Republican rear, without supply."""


def test_T_118_the_check_at_the_end_of_the_turn_sets_flags_and_destroys_nobody():
    game = scene(None, RING)
    assert game.supply("1N") == "full"
    game.begin(Stage.CONDITIONS)
    assert (game.supply("1N"), game.at("1N")) == ("out", "3609")


def test_T_134_units_that_lacked_supply_when_strategic_movement_began_must_wait():
    units = {"3311": "1N", **{code: names for code, names in RING.items() if code != "3609"}, "3609": "2N 3N"}
    game = scene(Stage.TRANSPORT_N, units)
    for code in ("3608", "3508", "3509", "3610", "3708"):
        game.clear(code)
    assert game.refusal("PIECE", "2N") == "NOT_SUPPLIED"


def test_T_135_arrivals_exert_their_zone_at_once():
    game = scene(None, {"3614": "CH"}, scenario="1937", turn=10)
    game.box("6N", Where.LATER)
    game.begin(Stage.ARRIVALS_N)
    assert not game.zoc("N", "3614")
    game.act("HEX", "3513")
    assert game.zoc("N", "3614")


def test_T_152_delayed_remnants_come_with_the_free_arrivals_before_rebuilt_units():
    game = scene(None, {}, control={"N": "3613"}, turn=10)
    game.box("A B", Where.DUE)
    game.box("1A", Where.REBUILT)
    game.begin(Stage.ARRIVALS_R)
    order = []
    while game.node == "ARRIVE":
        order.append(game.tables.pieces.names[int(game.s["piece"])])
        game.act("HEX", min(game.legal()))
    assert order == ["A", "B", "1A"]


def test_T_153_a_waiting_unit_is_converted_or_withdrawn_as_in_the_box():
    game = scene(None, {}, scenario="1937", turn=7)
    game.box("DRT AM3", Where.REBUILT)
    game.begin(Stage.CHANGES_R)
    p = game.piece("DRT")
    assert (int(game.s["face"][p]), game.steps("DRT"), game.where("DRT")) == (1, 1, Where.REBUILT)
    game = scene(None, {}, turn=8)
    game.box("AM3", Where.REBUILT)
    assert game.begin(Stage.CHANGES_R).where("AM3") == Where.GONE


def test_T_156_a_draw_with_one_outcome_is_still_a_draw():
    game = new_game("tscw", seed=1)
    game = type(game).from_dict(game.to_dict() | {"cup": {}})
    for _ in range(2):
        assert (game.node, game.to_move, game.legal_actions()) == ("EVENT_DRAW", "chance", [0])
        game.roll()
    assert game.node != "EVENT_DRAW"


def test_T_162_a_landing_may_cut_a_line_and_supply_states_stay_until_the_next_check():
    units = {"3615": "1N", "3608": "3A", "3707": "N-81", "3507": "N-83"}
    game = scene(Stage.TRANSPORT_N, units)
    assert game.supply("3A") == "full"
    game.act("OPTION", 0)
    game.act("HEX", "3609")
    game.act("PIECE", "1N")
    assert (game.owner("3609"), game.supply("3A")) == ("N", "full")
    game.begin(Stage.MOVEMENT_N)
    assert game.supply("3A") != "full"


def test_T_169_chit_28_takes_a_unit_that_is_to_leave_this_turn_out_of_the_game():
    game = scene(None, {"3711": "1BA- 2BA-"}, turn=8, control={"N": "3613"})
    game.tables = dataclasses.replace(game.tables, record=game.tables.record.copy())
    game.t["change_turn"][0, game.piece("1BA")] = 8
    game.s["strength"][[game.piece("1BA"), game.piece("2BA")]] = 1
    game.s["cup"][28] = 1
    game.begin(Stage.EVENTS_N)
    game.roll(28, 6, 6)
    assert (game.where("1BA"), game.where("2BA")) == (Where.GONE, Where.DEAD)


@pytest.mark.parametrize(("landed", "reason"), [("", "LEGAL"), ("1N", "MAY_NOT_MOVE")])
def test_T_170_landed_units_use_no_strategic_movement_in_the_next_turn(landed, reason):
    game = scene(Stage.TRANSPORT_N, {"3311": "1N"}, landed=landed)
    if game.node == "SEA_PIECE":
        game.done()
    assert game.refusal("PIECE", "1N") == reason


def test_T_172_the_set_up_keeps_room_for_units_with_a_printed_hex():
    game = new_game("tscw", "north-1937", 1, setup="placement", play_forced=False)
    while game.to_move == "republican":
        game.step(game.legal_actions()[0])
    wanted = game.encode("HEX", "3513")
    while game.node == "SETUP_PLACE":
        actions = game.legal_actions()
        game.step(wanted if wanted in actions else actions[0])
    stacks = game.text("nationalist").split("Nationalists:")[1]
    (line,) = (line for line in stacks.splitlines() if "(3513)" in line)
    assert "5N" in line
    assert "6N" in line


def test_T_178_an_evacuated_unit_stays_this_turn_but_attacks():
    units = {"3420": "R-43", "3323": "BPE", "3324": "R-3"}
    game = scene(Stage.MOVEMENT_R, units, scenario="1937", control={"R": "3420"})
    game.act("OPTION", 1)
    game.act("PIECE", "R-43")
    assert game.at("R-43") == "3324"
    assert game.refusal("PIECE", "R-43") == "MAY_NOT_MOVE"
    game.done()
    game.act("HEX", "3323")
    assert game.legal("PIECE") == {"R-43", "R-3"}


def test_T_179_landed_units_may_be_placed_in_reserve():
    game = scene(Stage.RESERVES_N, {"3311": "HQ-NAV 1N"}, landed="1N")
    game.act("PIECE", "HQ-NAV")
    assert game.legal("PIECE") == {"1N"}
    game.act("PIECE", "1N")
    assert int(game.s["landed"][game.piece("1N")]) != 0


def test_13_13_4_borders_of_regions_cost_nothing():
    assert (hexes()["3510"]["region"], hexes()["3411"]["terrain"], is_town("3411")) == ("Santander", "clear", False)
    game = scene(Stage.MOVEMENT_N, {"3510": "1N"})
    game.move("1N")
    before = int(game.s["mf_left"])
    game.act("HEX", "3411")
    assert before - int(game.s["mf_left"]) == 1
