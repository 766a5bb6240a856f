"""Wrong arguments and wrong use of the environments: an error in words, and nothing has changed."""

import threading

import gymnasium
import numpy as np
import pytest

from ctv_env.core.game import Game, IllegalActionError
from ctv_env.envs.aec import GameAEC
from ctv_env.envs.parallel import GameParallel
from ctv_env.envs.single import SingleSideEnv
from ctv_env.envs.vector import VectorEnv

DUEL = {"scenario": "duel"}
WRONG_SEEDS = [True, -1, 1.5, "7", np.float64(3)]


def vector(**more) -> VectorEnv:
    return VectorEnv(num_envs=3, **DUEL, **more)


@pytest.mark.parametrize("seed", WRONG_SEEDS)
def test_a_wrong_seed_is_named(seed):
    for env in (SingleSideEnv(**DUEL), vector(), GameAEC(**DUEL), GameParallel(**DUEL)):
        with pytest.raises(ValueError, match="a seed is a whole number from 0 up, not"):
            env.reset(seed=seed)


def test_seeds_of_numpy_are_seeds():
    assert_same(SingleSideEnv(**DUEL).reset(seed=np.int64(3))[0], SingleSideEnv(**DUEL).reset(seed=3)[0])
    for seeds in (np.int64(3), [3, 4, 5], (3, 4, 5), np.array([3, 4, 5]), [np.int64(3), 4, 5]):
        env, same = vector(), vector()
        env.reset(seed=seeds)
        same.reset(seed=3)
        assert [env.games.game(i).to_bytes() for i in range(3)] == [same.games.game(i).to_bytes() for i in range(3)]


def assert_same(one, other) -> None:
    for a, b in zip(*(value.values() if isinstance(value, dict) else (value,) for value in (one, other)), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("seeds", [[1, 2], [1, 2, 3, 4], [], [1, 2, True], [1, None, -1]])
def test_a_wrong_list_of_seeds_changes_nothing(seeds):
    env = vector()
    env.reset(seed=1)
    streams = env.games.episodes["rng"].copy()
    with pytest.raises(ValueError, match=r"3 games need 3 seeds, not|a seed is a whole number"):
        env.reset(seed=seeds)
    assert (env.games.episodes["rng"] == streams).all()


@pytest.mark.parametrize("mode", ["svg", "rgb_array", "ansi"])
@pytest.mark.parametrize("kind", [SingleSideEnv, GameAEC, GameParallel])
def test_nothing_is_shown_before_the_first_game(kind, mode):
    env = kind(**DUEL, render_mode=mode)
    for look in (env.render, lambda: env.game):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\) first"):
            look()
    env.reset(seed=1)
    assert isinstance(env.game, Game)
    if mode != "rgb_array":
        assert env.render()


def test_a_folder_of_records_is_a_path():
    for make in (SingleSideEnv, vector, GameAEC):
        with pytest.raises(ValueError, match="record must be a folder or None, not 3"):
            make(**({} if make is vector else DUEL), record=3)


@pytest.mark.parametrize("game", [{}, [], 3, "chess"])
def test_a_position_of_no_game(game):
    with pytest.raises(ValueError, match="no game"):
        Game.from_dict({"game": game})


class Last:
    """An opponent that plays the last legal action, or raises ``error`` at its decision number ``fails``."""

    observation = None

    def __init__(self, fails=0, error=None):
        self.fails, self.error, self.decisions = fails, error, 0

    def act(self, observation, mask, info):
        self.decisions += 1
        if self.decisions != self.fails:
            return int(np.flatnonzero(mask)[-1])
        if self.error is not None:
            raise self.error
        return int(mask.argmin())


@pytest.mark.parametrize("opponent", ["random", "expectimax"])
@pytest.mark.parametrize(
    "refused",
    [
        {"opponent": 5},
        {"opponent": "stockfish"},
        {"side": 1},
        {"scenario": "1937", "opponent": "random"},
        {"scenario": "1937", "opponent": Last()},
    ],
)
def test_a_refused_reset_leaves_the_game_in_play_as_it_was(opponent, refused):
    env, twin = (SingleSideEnv(game="tscw", opponent=opponent, illegal_action="random") for _ in range(2))
    env.reset(seed=1)
    twin.reset(seed=1)
    with pytest.raises(ValueError, match=r"opponent is|no agent|side cannot be|other actions or observations"):
        env.reset(seed=7, options=refused)
    assert env.opponent == opponent
    for _ in range(8):
        one, other = env.step(-1), twin.step(-1)  # a random legal action
        assert_same(one[0], other[0])
        assert one[1:3] == other[1:3]
        assert env.game.to_bytes() == twin.game.to_bytes()
    env.reset()
    twin.reset()
    assert env.game.to_bytes() == twin.game.to_bytes()


@pytest.mark.parametrize("method", ["reset", "step"])
@pytest.mark.parametrize("error", [None, ConnectionError("no network"), KeyboardInterrupt()])
def test_nobody_plays_on_for_an_opponent_that_failed(error, method):
    opponent = Last(error=error)
    env = SingleSideEnv("escudo", side="republican", opponent=opponent)

    def play():
        if method == "reset":
            opponent.fails = 1
        env.reset(seed=1)
        opponent.fails = opponent.decisions + 1
        while True:
            env.step(int(env.action_masks().argmax()))

    with pytest.raises(IllegalActionError if error is None else type(error)):
        play()
    assert (opponent.decisions == 1) == (method == "reset")
    for _ in range(2):
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"the opponent has failed: call reset"):
            env.step(int(env.action_masks().argmax()))
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    env.reset(options={"opponent": "random"})
    while not env.step(int(env.action_masks().argmax()))[2]:
        pass
    with pytest.raises(gymnasium.error.ResetNeeded, match="no game is in play"):
        env.step(0)


class Slow:
    """An opponent during whose decision another thread uses the environment."""

    observation = None

    def __init__(self, use):
        self._use, self.errors = use, []

    def act(self, observation, mask, info):
        def use():
            try:
                self._use()
            except RuntimeError as error:
                self.errors.append(str(error))

        other = threading.Thread(target=use)
        other.start()
        other.join()
        return int(mask.argmax())


@pytest.mark.parametrize("method", ["reset", "step"])
def test_an_environment_in_use_by_another_thread_says_so(method):
    opponent = Slow(lambda: env.reset() if method == "reset" else env.step(0))
    env = SingleSideEnv("escudo", opponent=opponent)
    _, info = env.reset(seed=1)
    for _ in range(40):
        _, _, ended, _, info = env.step(int(info["action_mask"].argmax()))
        if ended or opponent.errors:
            break
    assert "this SingleSideEnv is in use by another thread" in opponent.errors[0]
    env.reset(seed=2)  # and it can be used afterwards


@pytest.mark.parametrize("make", [SingleSideEnv, GameAEC])
def test_four_threads_that_share_an_environment_are_reported(make):
    env, messages = make(**DUEL), []
    env.reset(seed=1)

    def play():
        for number in range(3000):
            try:
                env.reset(seed=number)
            except RuntimeError as error:
                messages.append(str(error))
            if messages:
                return

    threads = [threading.Thread(target=play) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert "in use by another thread" in messages[0]
    env.reset(seed=1)
