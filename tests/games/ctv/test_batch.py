"""The driver of many games, on the smallest scenario: it plays what a single game plays, and its rewards add up."""

import numpy as np
import pytest
from support.choices import choose_each
from support.players import whole_games

from ctv_env.agents.evaluation.records import Setting
from ctv_env.core.batch import ACT, OBSERVE, START
from ctv_env.core.jit import records
from ctv_env.core.observation import DTYPES
from ctv_env.envs.batch import BatchGames
from ctv_env.games.ctv.engine.outcome import potential
from ctv_env.games.ctv.loading.load import load
from ctv_env.games.ctv.model.channels import OBSERVATIONS
from ctv_env.games.ctv.model.state import SCRATCH
from ctv_env.games.ctv.spec import SPEC

N = 3
STEPS = 700
NAT, REP = 0, 1


def duels(**more) -> BatchGames:
    """Three duels just begun, the Nationalist's against the random policy."""
    games = BatchGames(N, scenario="duel", **({"side": "nationalist", "opponent": "random"} | more))
    games.reset(range(N))
    return games


def first_legal(games: BatchGames) -> np.ndarray:
    return games.masks.argmax(1)


def finish(games: BatchGames) -> list[tuple[np.ndarray, np.ndarray]]:
    """Rewards and ends of every step until each game has ended."""
    steps, over = [], np.zeros(N, bool)
    while not over.all():
        _, reward, done = games.step(first_legal(games))
        steps.append((reward.copy(), done))
        over |= done
    return steps


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("obs", OBSERVATIONS)
def test_the_learner_sees_and_may_do_what_the_game_says(obs, dtype):
    games = duels(obs=obs, dtype=dtype)
    for _ in range(5):
        for i in range(N):
            game = games.game(i)
            assert game.to_move == "nationalist"
            assert np.array_equal(games.masks[i], game.action_mask())
            assert same(game_of(games.observation(), i), game.observation("nationalist", obs, dtype))
        games.step(first_legal(games))


@pytest.mark.whole_games
@pytest.mark.parametrize("obs", ["planes", "both"])
@pytest.mark.parametrize("side", ["both", "republican"])
def test_an_observation_that_is_renewed_is_the_observation_written_anew(obs, side):
    games = BatchGames(N, side=side, opponent="random", obs=obs, dtype="uint8")
    games.reset(range(N))
    for step in range(STEPS):
        games.step(choose_each(games.masks, step))
        for i, episode in enumerate(games.episodes):
            wanted = games.game(i).observation(SPEC.sides[episode["learner"]], obs, "uint8")
            assert same(game_of(games.observation(), i), wanted)
            assert episode["turn"] == games.game(i).turn


def test_another_map_is_seen_from_the_next_reset_on():
    games = BatchGames(1, scenario="reinosa", side="both", obs="planes", dtype="uint8")
    games.reset([0])
    games.set_tables(load("campaign"))
    assert same(game_of(games.reset([0]), 0), games.game(0).observation(games.game(0).to_move, "planes", "uint8"))


def game_of(seen, i: int):
    """The part of game ``i`` in what all learners see."""
    return {name: array[i] for name, array in seen.items()} if isinstance(seen, dict) else seen[i]


def same(seen, wanted) -> bool:
    """Whether two observations are alike, types too."""
    if isinstance(wanted, dict):
        return seen.keys() == wanted.keys() and all(same(seen[name], wanted[name]) for name in wanted)
    return seen.dtype == wanted.dtype and np.array_equal(seen, wanted)


@pytest.mark.parametrize(
    ("reward", "total"),
    [
        ("win", lambda result, vp, start: result),
        ("vp", lambda result, vp, start: result + vp),
        ("shaped", lambda result, vp, start: result - start),
    ],
)
def test_rewards_add_up_to_the_result_and_what_was_gained_on_the_way(reward, total):
    games = duels(reward=reward)
    tables, scratch = games.tables.record[0], records(1, SCRATCH)[0]
    begun = [(games.game(i).score(), potential(games.game(i).record, tables, scratch)) for i in range(N)]
    needed = int(games.tables.record[0]["vp_to_win"])
    sums, alive = np.zeros(N), np.ones(N, bool)
    for rewards, done in finish(games):
        sums += np.where(alive, rewards, 0)
        alive &= ~done
    for i, episode in enumerate(games.episodes):
        result = 1 if episode["final_winner"] == NAT else -1
        gained = (episode["final_score"] - begun[i][0]) / needed
        assert sums[i] == pytest.approx(total(result, gained, begun[i][1]))


def test_a_finished_game_is_followed_by_the_next_of_its_seed():
    games = duels()
    finish(games)
    assert (games.episodes["final_length"] > 0).all()
    assert {games.game(i).turn for i in range(N)} == {7}
    assert games.masks.any(1).all()


@pytest.mark.parametrize("dtype", DTYPES)
def test_without_the_next_game_only_passing_is_left_and_the_last_observation_stays(dtype):
    more = {"autoreset": False, "obs": "both", "dtype": dtype}
    games = BatchGames(1, scenario="duel", side="nationalist", opponent="staff", **more)
    games.reset([0])
    while not games.episodes["done"][0]:
        games.step(first_legal(games))
    assert games.game(0).winner
    assert np.flatnonzero(games.masks[0]).tolist() == [0]
    assert same(games.final_observation(0), games.game(0).observation("nationalist", "both", dtype))


def test_from_outside_both_sides_can_be_played():
    games = BatchGames(1, scenario="duel", side="nationalist", opponent="random")
    games.leave_opponents_outside()
    games.seed([0])
    games.run(START)
    asked = set()
    while games.game(0).to_move is not None:
        games.run(OBSERVE)
        game = games.game(0)
        asked.add(game.to_move)
        assert np.array_equal(games.masks[0], game.action_mask())
        assert same(games.observation()[0], game.observation(game.to_move, "flat", "float32"))
        games.set_actions(first_legal(games))
        games.run(ACT)
    assert asked == {"nationalist", "republican"}


@pytest.mark.parametrize("seats", [("random", "staff"), ("staff", "random")], ids=lambda seats: seats[NAT])
def test_two_policies_play_whole_games_and_their_decisions_are_counted(seats):
    for played in whole_games(seats, list(range(N)), Setting(scenario="duel")):
        assert played.winner in (NAT, REP)
        assert min(played.decisions) > 0
