"""The compiled opponents: legal in every game, each stronger than the one before."""

import numpy as np
import pytest
from support.players import whole_games

from ctv_env import new_game
from ctv_env.agents.evaluation.records import Setting
from ctv_env.core.jit import records
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.policies import POLICIES, STAFF
from ctv_env.games.arriba.spec import SPEC

ALL_OPTIONS = dict.fromkeys(("guerrillas", "forts", "blockade", "doctrine", "variable_set_up", "command"), True)


def play(seed: int, policies: tuple[str, str], scenario: str = "campaign", **options):
    """A game of two policies; yields it at every node."""
    game = new_game("arriba", scenario, seed=seed, **options)
    states, scratch = records(1, game.spec.state), records(1, game.spec.scratch)
    scratch["rng"] = seed + 1
    yield game
    while game.to_move is not None:
        if game.to_move == "chance":
            game.roll()
        else:
            states[0] = game.record
            policy = policies[game.spec.sides.index(game.to_move)]
            game.step(int(SPEC.advise(states, 0, game.tables.record, scratch, POLICIES.index(policy))))
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


@pytest.mark.whole_games
def test_staff_plays_whole_games_legally_with_and_without_options():
    """``play`` refuses an illegal action."""
    for seed, options in enumerate(({}, ALL_OPTIONS)):
        *_, game = play(seed, ("staff", "staff"), **options)
        assert game.winner in game.spec.sides


@pytest.mark.whole_games
def test_asking_leaves_the_position_alone_and_equal_positions_get_the_same_answer():
    game = new_game("arriba", "rising", seed=3)
    scratch = np.zeros(1, game.spec.scratch)
    while game.to_move is not None:
        if game.to_move == "chance":
            game.roll()
            continue
        before, states = game.record.tobytes(), game.record.copy().reshape(1)
        answers = [SPEC.advise(states, 0, game.tables.record, scratch, STAFF) for scratch["rng"] in (5, 5)]
        assert states[0].tobytes() == before
        assert answers[0] == answers[1]
        game.step(answers[0])


@pytest.mark.slow
@pytest.mark.parametrize("side", ["government", "rebel"])
def test_staff_beats_greedy_on_either_side(side):
    """In three games of four at least, far below what it wins: 80 % for the Rebel, and all for the Government."""
    seats = ("staff", "greedy") if side == "government" else ("greedy", "staff")
    setting = Setting("arriba")
    winners = [played.winner for played in whole_games(seats, list(range(200)), setting)]
    assert np.mean([winner == seats.index("staff") for winner in winners]) > 0.7


@pytest.mark.slow
def test_a_thousand_games_reach_almost_every_decision():
    """With all options, by all players: no crash, no empty mask, no game without an end."""
    seen = set()
    for seed in range(1000):
        pair = (POLICIES[seed % 3], POLICIES[seed // 3 % 3])
        for game in play(seed, pair, **(ALL_OPTIONS if seed % 8 < 4 else {})):
            seen.add(game.node)
            assert game.to_move is None or game.action_mask().any()
        assert game.winner in game.spec.sides
    # Hardly ever does Germany turn away after its legion has come; test_r05_political.py has that node.
    assert {kind.code.name for kind in NODES.values()} - seen <= {"LEGION_LEAVES"}
