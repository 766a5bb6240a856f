"""What the sides hide: fog of war (15.5), held chits (T-107), air units committed unseen (12.2.4, T-78)."""

import random

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.core.dice import stream
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.games import spec_of
from ctv_env.games.tscw.observation.layout import H

TSCW = "tscw"


def walk(seed, **options):
    """A random game of North 1937, node by node."""
    game, chooser = new_game(TSCW, "north-1937", seed, **options), random.Random(seed)
    while game.to_move is not None:
        yield game
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(chooser.choice(game.legal_actions()))


def seen(game: Game, states: np.ndarray, side: int) -> dict[str, bytes]:
    """The observation of a side, and its text."""
    spec = game.spec
    scratch = records(1, spec.scratch)
    spec.engine.mask(states, 0, game.tables.record, scratch)
    arrays = spec.observe(states, 0, game.tables, scratch, side, "board", "uint8")
    return {name: array.tobytes() for name, array in arrays.items()}


@pytest.mark.parametrize("options", [{"fog": True}, {"chits": "closed"}, {"air": "simultaneous"}], ids=str)
def test_15_5_T_78_T_106_T_107_a_side_sees_no_difference_when_what_it_does_not_know_is_redrawn(options):
    spec, changed = spec_of(TSCW), 0
    for number, game in enumerate(walk(3, **options)):
        if number % 3 and game.node != "AIR_DEF":
            continue
        for side in range(2):
            states, scratch = records(1, spec.state), records(1, spec.scratch)
            states[0] = game.record
            scratch[0]["rng"] = stream(number)
            before = seen(game, states, side)
            spec.engine.determinize(states, 0, game.tables.record, scratch, side)
            changed += states[0].tobytes() != game.record.tobytes()
            if game.to_move != spec.sides[1 - side]:
                assert seen(game, states, side) == before, (number, game.node, side)
            spec.from_dict(spec.to_dict(game.tables, states[0]))
    assert changed > 0


def test_T_107_the_log_does_not_name_a_chit_that_the_enemy_holds():
    spec = spec_of(TSCW)
    tables = spec.load("north-1937", chits="closed")
    from ctv_env.games.tscw.model.events import EV_DRAWN

    events = np.zeros((2, 10), np.int16)
    events[:, :3] = [(EV_DRAWN, 1, 1), (EV_DRAWN, 1, 5)]  # a held chit, and one that is played at once
    own = spec.language.log(tables, spec.language.visible_events(tables, events, 1))
    other = spec.language.log(tables, spec.language.visible_events(tables, events, 0))
    assert "determination" in own[0]
    assert "determination" not in other[0]
    assert own[1] == other[1]


def test_15_5_T_106_in_fog_the_enemy_sees_the_top_unit_of_a_stack():
    game = new_game(TSCW, "north-1937", 1, fog=True)
    text = game.text("republican")
    assert "Vitoria (3513): 1N 5-6-5, more" in text
    assert "HQ-NAV" not in text.split("Nationalists:")[1].split("Republicans:")[0]


@pytest.mark.parametrize("fog", [False, True])
def test_15_5_T_177_in_fog_the_zones_of_the_enemy_are_not_shown(fog):
    game = new_game(TSCW, "north-1937", 1, fog=fog)
    for side in game.spec.sides:
        hexes = game.observation(side, "board", "uint8")["hexes"]
        own, enemy = (hexes[:, H.full_zoc + k].any() for k in range(2))
        assert own
        assert enemy != fog
        own, enemy = (hexes[:, H.zoc + k].any() for k in range(2))
        assert own
        assert enemy != fog
