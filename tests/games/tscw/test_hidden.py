"""What the sides hide: fog of war (15.5), held chits (T-107), air units committed unseen (12.2.4, T-78)."""

import dataclasses
import itertools
import random

import numpy as np
import pytest
from support.tscw_scene import SceneGame, scene
from support.walks import advised_walk

from ctv_env import new_game
from ctv_env.core.game import Game
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import CHANCE_NAME
from ctv_env.games.tscw.model.actions import DONE, FIRST_OPTION
from ctv_env.games.tscw.model.channels import H, P
from ctv_env.games.tscw.model.codes import Node, Stage
from ctv_env.games.tscw.rules.r15_fog import known_pieces

NORTH = "north-1937"
ALL = {"fog": True, "chits": "closed", "air": "simultaneous"}
EACH = [{name: value} for name, value in ALL.items()]
CHIT_NODES = ("EVENT_PLAY", "CHIT_ATT", "CHIT_DEF", "REMNANTS")


def seen(game: Game, side: str) -> list:
    """All that a side may look at but the log: observations, mask, text, picture, and what a page shows."""
    game = game.clone_for_search(0)
    ui, index = game.spec.ui(), game.spec.sides.index(side)
    arrays = [game.observation(side, kind, "uint8") for kind in game.tables.observations]
    rows = [array.tobytes() for one in arrays for array in (one.values() if isinstance(one, dict) else [one])]
    mask = game.action_mask().tobytes() if game.to_move == side else b""
    page = [repr(tell(game, index)) for tell in (ui.status, ui.beside, ui.marks, ui.preview, ui.stacks)]
    return [*rows, mask, game.node, game.to_move, game.score(), game.text(side), game.svg(side), *page]


def told(game: Game, side: str) -> str:
    """The same with the log, which also stands in the picture."""
    return repr((seen(game, side), game.log_of(side), game.svg(side), game.scene(side)))


# -- nothing leaks: a position redrawn for a side looks the same to it ----------------------------------------------


@pytest.mark.whole_games
@pytest.mark.parametrize(
    ("options", "advised"),
    [*((options, 0.0) for options in EACH), (ALL, 0.0), (ALL, 0.9), (ALL | {"setup": "placement"}, 0.5)],
    ids=str,
)
def test_15_5_T_78_T_106_T_107_a_side_sees_no_difference_when_what_it_does_not_know_is_redrawn(options, advised):
    changed = 0
    for number, game in enumerate(advised_walk("tscw", NORTH, 3, advised, **options)):
        if number % 20 and game.node not in ("AIR_DEF", *CHIT_NODES):
            continue
        for side in game.spec.sides:
            twin = game.determinize(side, np.random.default_rng(number))
            assert seen(twin, side) == seen(game, side), (number, game.node, side)
            changed += twin.state_hash() != game.state_hash()
            assert Game.from_dict(twin.to_dict()).state_hash() == twin.state_hash()
    assert changed > 0


@pytest.mark.whole_games
def test_15_5_T_78_T_106_T_107_nor_in_all_of_spain():
    for number, game in enumerate(advised_walk("tscw", "1937", 5, 0.5, **ALL)):
        if number % 300 == 0:
            for side in game.spec.sides:
                twin = game.determinize(side, np.random.default_rng(number))
                assert seen(twin, side) == seen(game, side), (number, game.node, side)
                assert Game.from_dict(twin.to_dict()).state_hash() == twin.state_hash()


@pytest.mark.whole_games
def test_positions_that_are_redrawn_are_played_to_the_end():
    ends = []
    for number, game in enumerate(advised_walk("tscw", NORTH, 4, **ALL)):
        if number % 25 == 0 or game.node in CHIT_NODES:
            twin = game.determinize(game.spec.sides[number % 2], np.random.default_rng(number))
            chooser = random.Random(1)
            while twin.to_move is not None:
                twin.step(chooser.choice(twin.legal_actions()))
            ends.append(twin.node)
    assert set(ends) == {"OVER"}


# -- chits (T-107, T-180) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "hand", "node"), [(Stage.COMBAT_N, (30,), "EVENT_PLAY"), (Stage.COMBAT_N, (23, 37), "CHIT_ATT")]
)
def test_T_180_where_the_enemy_is_asked_for_a_chit_its_hand_is_drawn_again_with_one_that_it_can_play(stage, hand, node):
    units = {"3512": "1N 2N HQ-NAV", "3613": "1BA"}
    position = scene(stage, units, hand=hand, support="NAV-N1", used="NAV-N1 HQ-NAV", chits="closed")
    if node == "CHIT_ATT":
        position.act("HEX", "3613")
        position.act("PIECE", "1N")
        position.done()
        while position.node != "CHIT_ATT":
            position.step(FIRST_OPTION if position.node == "TERRAIN_PICK" else DONE)
    position.s["cup"][[23, 25, 30, 31, 32, 35, 36, 37, 39]] = 1
    game = _as_game(position)
    assert game.node == node
    hands = set()
    for k in range(40):
        twin = game.determinize("republican", np.random.default_rng(k))
        hands.add(tuple(np.flatnonzero(twin.record["hand"])))
        assert int(twin.record["hand"].sum()) == len(hand)
        assert len(twin.legal_actions()) > 1
        assert not twin.record["hand"][[36, 39]].any()  # operation chits are played before
    assert len(hands) > 1


def _as_game(position: SceneGame) -> Game:
    """The position of a scene as a game."""
    return Game.from_dict(spec_of("tscw").to_dict(position.tables, position.s))


def test_T_107_the_log_does_not_name_a_chit_that_the_enemy_holds():
    spec = spec_of("tscw")
    tables = spec.load("north-1937", chits="closed")
    from ctv_env.games.tscw.model.events import EV

    events = np.zeros((2, 10), np.int16)
    events[:, :3] = [(EV.DRAWN, 1, 1), (EV.DRAWN, 1, 5)]  # a held chit, and one that is played at once
    own = spec.language.log(tables, spec.language.visible_events(tables, events, 1))
    other = spec.language.log(tables, spec.language.visible_events(tables, events, 0))
    assert "determination" in own[0]
    assert "determination" not in other[0]
    assert own[1] == other[1]


def test_T_107_the_enemys_log_is_the_same_whichever_held_chit_was_drawn():
    logs = set()
    for chit in (23, 25, 30):
        game = new_game("tscw", "north-1937", 1, chits="closed")
        game.step(chit)
        logs.add(told(game, "republican"))
    assert len(logs) == 1


# -- air units (T-78) -------------------------------------------------------------------------------------------------


def test_T_78_the_defender_is_told_nothing_of_the_air_units_of_the_attacker_before_he_has_chosen():
    outputs = set()
    for flown in ((), ("AIR-LC",), ("AIR-AL", "AIR-LC")):
        units = {"3513": "1N", "3614": "1BA", "3613": "2BA"}
        position = scene(Stage.COMBAT_N, units, support="AIR-LC AIR-AL AIR-N", air="simultaneous")
        position.act("HEX", "3614")
        position.act("PIECE", "1N")
        position.done()
        game = _as_game(position)
        for name in flown:
            game.step(game.encode("PIECE", name))
        if game.node == Node.AIR_ATT.name:
            game.step(game.tables.actions.idle)
        assert (game.node, game.to_move) == ("AIR_DEF", "republican")
        outputs.add(told(game, "republican"))
    assert len(outputs) == 1


def test_T_78_the_defender_cannot_take_back_what_showed_it_the_air_units_of_the_attacker():
    ui = spec_of("tscw").ui()
    for air in ("simultaneous", "attacker_first"):
        units = {"3513": "1N", "3614": "1BA", "3613": "2BA"}
        position = scene(Stage.COMBAT_N, units, support="AIR-LC AIR-N", air=air)
        position.act("HEX", "3614")
        position.act("PIECE", "1N")
        position.done()
        position.act("PIECE", "AIR-LC")
        before = _as_game(position)
        assert (before.node, before.to_move) == ("AIR_DEF", "republican")
        after = before.clone()
        after.step(after.tables.actions.idle)
        assert ui.reveals(before, after, 1) == (air == "simultaneous")
        assert not ui.reveals(before, after, 0)
        assert not ui.reveals(after, after, 1)


# -- fog of war (15.5, T-106, T-177) ----------------------------------------------------------------------------------


def test_15_5_T_106_in_fog_the_enemy_sees_the_top_unit_of_a_stack():
    game = new_game("tscw", "north-1937", 1, fog=True)
    text = game.text("republican")
    assert "Vitoria (3513): 1N 5-6-5, more" in text
    assert "HQ-NAV" not in text.split("Nationalists:")[1].split("Republicans:")[0]


@pytest.mark.parametrize("fog", [False, True])
def test_15_5_T_177_in_fog_the_zones_of_the_enemy_are_not_shown(fog):
    game = new_game("tscw", "north-1937", 1, fog=fog)
    for side, channel in itertools.product(game.spec.sides, (H.full_zoc, H.zoc)):
        hexes = game.observation(side, "board", "uint8")["hexes"]
        own, enemy = (hexes[:, channel + k].any() for k in range(2))
        assert own
        assert enemy != fog


@pytest.mark.parametrize("options", EACH, ids=str)
def test_the_options_hide_something(options):
    tables = spec_of("tscw").load("north-1937", **options)
    assert spec_of("tscw").hides(tables)
    assert not spec_of("tscw").hides(dataclasses.replace(tables, record=spec_of("tscw").load().record))


def test_15_5_T_106_in_fog_the_picture_and_the_log_do_not_tell_of_moves_of_the_enemy():
    game = new_game("tscw", "north-1937", 1, fog=True)
    while game.node != "MOVE_TO":
        game.roll() if game.to_move == CHANCE_NAME else game.step(game.legal_actions()[-1])
    assert game.to_move == "nationalist"
    rim = 'stroke="#d9a300"'  # of hexes that can be named
    assert rim in game.svg("nationalist")
    assert rim not in game.svg("republican")
    while game.node != "MOVE_PIECE":
        game.step(game.legal_actions()[-1])
    assert "moves" in game.log_of("nationalist")[-1]
    assert "moves" not in game.log_of("republican")[-1]
    assert game.log_of("nationalist")[-1].strip() in game.svg("nationalist")
    assert game.log_of("nationalist")[-1].strip() not in game.svg("republican")


def test_15_5_T_181_in_fog_who_fights_is_seen_until_the_battle_is_over():
    units = {"3513": "1N 2N HQ-NAV", "3614": "1BA 2BA", "3613": "3BA"}
    position = scene(Stage.COMBAT_N, units, fog=True)
    for attackers, seen_units in (((), {"1N"}), (("2N",), {"1N", "2N"})):
        position.s["role"][:] = 0
        if attackers:
            position.act("HEX", "3614")
            position.act("PIECE", *attackers)
        known = known_pieces(position.t, position.s, 1)
        assert {name for name in ("1N", "2N", "HQ-NAV") if known[position.piece(name)]} == seen_units
        pieces = _as_game(position).observation("republican", "board", "uint8")["pieces"]
        assert {name for name in ("1N", "2N", "HQ-NAV") if pieces[position.piece(name), P.known]} == seen_units
    position.done()
    position.act("PIECE", "HQ-NAV")
    assert known_pieces(position.t, position.s, 1)[position.piece("HQ-NAV")]


@pytest.mark.parametrize("fog", [False, True])
def test_15_5_T_106_in_fog_naming_a_hex_shows_its_stack_and_cannot_be_taken_back(fog):
    ui = spec_of("tscw").ui()
    units = {"3513": "1N 2N", "3614": "1BA 2BA", "3613": "3BA"}
    before = _as_game(scene(Stage.COMBAT_N, units, fog=fog))
    for name, uncovered in (("3614", fog), ("3613", False)):  # a lone unit is seen by everybody
        after = before.clone()
        after.step(after.encode("HEX", name))
        assert ui.reveals(before, after, 0) == uncovered
        assert not ui.reveals(before, after, 1)
