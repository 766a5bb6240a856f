"""A finished game stays finished: nothing revives it, pays again, or looks at a side that does not exist."""

import gymnasium
import numpy as np
import pytest
from support.choices import choose_each

from ctv_env.core.batch import OBSERVE
from ctv_env.envs.batch import BatchGames
from ctv_env.envs.two_player import TwoPlayerGame


def finished(subject, side) -> BatchGames:
    """Two games without autoreset, of which at least one is over."""
    games = BatchGames(2, subject.scenario, side, "random", autoreset=False, dtype="uint8", game=subject.game)
    games.reset([1, 2])
    step = 0
    while not games.episodes["done"].any():
        games.step(choose_each(games.masks, step))
        step += 1
    return games


@pytest.mark.parametrize("side", ["random", "both"])
def test_a_finished_game_of_a_batch_does_not_go_on(side, smallest):
    games = finished(smallest, side)
    before = games.batch.states.tobytes(), games.episodes.tobytes()
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"game \d is over: call reset"):
        games.step(games.masks.argmax(1))
    assert (games.batch.states.tobytes(), games.episodes.tobytes()) == before
    games.reset(which=games.episodes["done"] != 0)
    games.step(games.masks.argmax(1))


def test_a_look_at_a_finished_game_shows_what_its_learner_sees(smallest):
    games = finished(smallest, "random")
    over = games.episodes["done"] != 0
    seen, masks = games.rows.copy(), games.masks.copy()
    games.run(np.where(over, OBSERVE, 0))
    assert set(games.episodes["observer"][over]) <= {0, 1}
    assert np.array_equal(games.rows[over], seen[over])
    assert np.array_equal(games.masks[over], masks[over])


def test_a_finished_game_of_two_players_does_not_pay_again(smallest):
    seats = TwoPlayerGame(smallest.scenario, game=smallest.game)
    seats.reset(1, {})
    while not seats.over:
        seats.step(int(np.flatnonzero(seats.mask())[-1]))
    before = seats.infos()
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"the game is over: call reset\(\) first"):
        seats.step(seats.idle)
    assert seats.infos() == before
    assert seats.over
