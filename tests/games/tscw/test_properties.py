"""Random games of both scenarios: no dead ends, exactly the masked actions are legal, positions stay consistent."""

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.core.dice import stream
from ctv_env.core.entries import entries
from ctv_env.core.game import Game
from ctv_env.core.jit import COMPILED, records
from ctv_env.core.terms import CHANCE_NAME
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.loading.load import load
from ctv_env.games.tscw.model.codes import MAX_TURNS, NODE, ROLE, SIDE, Node
from ctv_env.games.tscw.serialization.position import from_dict, to_dict

ENGINE = entries(RULES)
LONGEST = 4000
GAMES = {"north-1937": 40 if COMPILED else 1, "1937": 10 if COMPILED else 1}


def play(scenario, seed, each, **options):
    """Play a random game; ``each`` is called at every node."""
    tables, states, scratch = load(scenario, **options), records(1, RULES.STATE), records(1, RULES.SCRATCH)
    chooser = np.random.default_rng(seed)
    states[0]["rng"] = stream(seed)
    ENGINE.start(states, 0, tables.record, scratch)
    for n in range(LONGEST):
        if states[0]["node"] == NODE.OVER:
            return n
        mask = np.flatnonzero(scratch[0]["mask"][: tables.actions.n])
        assert len(mask) > 0, Node(int(states[0]["node"])).name
        each(tables, states, scratch, mask, n)
        if states[0]["to_move"] == SIDE.CHANCE:
            action = ENGINE.draw(states, 0, tables.record)
        else:
            action = int(chooser.choice(mask))
        ENGINE.step(states, 0, tables.record, scratch, action)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("options", [{}, {"setup": "placement", "play_forced": False}], ids=("fixed", "free"))
@pytest.mark.parametrize("scenario", GAMES)
def test_random_games_end_and_never_lack_an_action(scenario, options):
    for seed in range(GAMES[scenario]):
        play(scenario, seed, lambda *_: None, **options)


@pytest.mark.parametrize("scenario", GAMES)
def test_exactly_the_masked_actions_are_legal(scenario):
    def each(tables, states, scratch, mask, n):
        if n % 37 == 0:
            legal = [a for a in range(tables.actions.n) if ENGINE.reason(states, 0, tables.record, scratch, a) == 0]
            assert legal == mask.tolist()
            ENGINE.mask(states, 0, tables.record, scratch)

    play(scenario, 5, each)


@pytest.mark.parametrize("scenario", GAMES)
def test_positions_survive_writing_and_morale_and_steps_stay_in_bounds(scenario):
    def each(tables, states, scratch, mask, n):
        assert 0 <= states[0]["rml"] <= 99
        assert states[0]["turn"] <= MAX_TURNS
        if n % 41 == 0:
            _, again = from_dict(to_dict(tables, states[0]))
            assert again[0].tobytes() == states[0].tobytes()

    for seed in range(3):
        play(scenario, seed, each)


def test_a_position_without_a_battle_in_which_a_unit_has_a_part_in_one_is_refused():
    game = new_game("tscw", seed=7)
    while game.node != "MOVE_PIECE":
        if game.to_move == CHANCE_NAME:
            game.roll()
        else:
            game.step(game.legal_actions()[0])
    position = game.to_dict() | {"role": {"1N": ["attacks"]}}
    with pytest.raises(ValueError, match=r"role: it says something at MOVE_PIECE; leave it out; .* ATTACKER"):
        Game.from_dict(position)


@pytest.mark.parametrize(("seed", "node"), [(48, "RELEASE_UNIT"), (16, "RELEASE_HQ")])
def test_12_1_4_a_game_can_be_saved_while_reserves_are_released(seed, node):
    game, chooser = new_game("tscw", seed=seed), np.random.default_rng(seed)
    while game.node != node or not (game.record["role"] & ROLE.RELEASED).any():
        if game.to_move == CHANCE_NAME:
            game.roll()
        else:
            game.step(int(chooser.choice(game.legal_actions())))
    assert Game.from_dict(game.to_dict()).state_hash() == game.state_hash()
