"""The compiled opponents."""

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.policies import POLICIES
from ctv_env.games.arriba.policies.choose import advise


def play(seed: int, policies: tuple[str, str], scenario: str = "campaign", **options):
    """A game of two policies; yields it at every node."""
    game = new_game("arriba", scenario, seed=seed, **options)
    states, scratch = game.record.copy().reshape(1), np.zeros(1, game.spec.scratch)
    scratch["rng"] = seed + 1
    yield game
    while game.to_move is not None:
        if game.to_move == "chance":
            game.roll()
        else:
            states[0] = game.record
            policy = policies[game.spec.sides.index(game.to_move)]
            game.step(int(advise(states, 0, game.tables.record, scratch, POLICIES.index(policy))))
        yield game


@pytest.mark.whole_games
def test_two_greedy_players_fight_the_war_to_its_end():
    for seed in range(2):
        *_, game = play(seed, ("greedy", "greedy"))
        assert game.turn == 14


@pytest.mark.whole_games
def test_greedy_beats_random_on_either_side():
    for side, policies in (("government", ("greedy", "random")), ("rebel", ("random", "greedy"))):
        ends = [list(play(seed, policies))[-1].winner for seed in range(4)]
        assert ends == [side] * 4


@pytest.mark.slow
def test_a_thousand_games_reach_almost_every_decision():
    """With all options, by greedy and random players: no crash, no empty mask, no game without an end."""
    options = dict.fromkeys(("guerrillas", "forts", "blockade", "doctrine", "variable_set_up", "command"), True)
    seen = set()
    for seed in range(1000):
        pair = (POLICIES[seed % 2], POLICIES[seed // 2 % 2])
        for game in play(seed, pair, **(options if seed % 8 < 4 else {})):
            seen.add(game.node)
            assert game.to_move is None or game.action_mask().any()
        assert game.winner in game.spec.sides
    # Hardly ever does Germany turn away after its legion has come; test_r05_political.py has that node.
    assert {kind.code.name for kind in NODES.values()} - seen <= {"LEGION_LEAVES"}
