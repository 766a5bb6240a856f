"""Rows of a batch in which only what has changed is written again."""

from collections.abc import Iterator

import numpy as np
import pytest

from ctv_env.core.jit import records
from ctv_env.envs.batch import BatchGames

N = 8
HIDDEN = [{}, {"fog": True}, {"chits": "closed"}, {"air": "simultaneous"}]
PLAYERS = [("both", "random"), ("random", "staff")]


def play(steps: int, **how) -> Iterator[BatchGames]:
    """Random games of the learner, step by step."""
    games = BatchGames(N, game="tscw", dtype="uint8", **how)
    games.batch.episodes["choice_rng"] = np.arange(1, N + 1)
    games.reset(range(N))
    for _ in range(steps):
        yield games
        games.step(games.draw_actions())


def anew(games: BatchGames, i: int, scratch: np.ndarray) -> np.ndarray:
    """What the learner of a game sees, in a new row."""
    side = int(games.episodes["learner"][i])
    arrays = games.spec.observe(games.batch.states, i, games.tables, scratch, side, games.obs, "uint8")
    return np.concatenate([array.ravel() for array in arrays.values()])


@pytest.mark.whole_games
@pytest.mark.parametrize(("side", "opponent"), PLAYERS)
@pytest.mark.parametrize("options", HIDDEN, ids=str)
@pytest.mark.parametrize("obs", ["board", "flat"])
def test_a_renewed_row_is_as_if_it_were_written_anew(obs, options, side, opponent):
    ends = 0
    for games in play(700, obs=obs, side=side, opponent=opponent, **options):
        scratch = records(1, games.spec.scratch)
        ends += int(games.episodes["done"].sum())
        for i in range(N):
            assert np.array_equal(games.batch.rows[i], anew(games, i, scratch))
    assert ends > 0, "rows must be right after the next game begins, too"


@pytest.mark.whole_games
def test_a_renewed_row_of_all_spain_is_as_if_it_were_written_anew():
    for games in play(400, scenario="1937", obs="board", side="both"):
        scratch = records(1, games.spec.scratch)
        for i in range(N):
            assert np.array_equal(games.batch.rows[i], anew(games, i, scratch))


def test_most_rows_are_renewed():
    renewed, counted = 0, 0
    for step, games in enumerate(play(90, obs="board", side="both")):
        if step % 3 == 1:
            games.episodes["has_map"] = 0  # set by whoever writes the row anew
        if step % 3 == 2:
            renewed, counted = renewed + int((games.episodes["has_map"] == 0).sum()), counted + N
            games.episodes["has_map"] = 1
    assert renewed > 0.7 * counted


def test_a_row_is_written_anew_where_something_is_hidden():
    for options in ({"fog": True}, {"air": "simultaneous"}):
        for step, games in enumerate(play(20, obs="board", side="both", **options)):
            if step > 0:
                assert games.episodes["has_map"].all()
            games.episodes["has_map"] = 0
