"""What libraries let a program set for itself: the environments, and opponents by name, play on as they did."""

import warnings

import gymnasium
import numpy as np
import pytest
import torch

from ctv_env.envs.sb3 import SB3VecEnv
from ctv_env.envs.single import SingleSideEnv
from ctv_env.envs.vector import VectorEnv

SETTINGS = {
    "numpy raises": lambda: np.seterr(all="raise"),
    "torch float64": lambda: torch.set_default_dtype(torch.float64),
    "torch float16": lambda: torch.set_default_dtype(torch.float16),
    "torch on another device": lambda: torch.set_default_device("meta"),
    "torch without gradients": lambda: torch.set_grad_enabled(False),
    "torch deterministic": lambda: torch.use_deterministic_algorithms(True),
    "gymnasium warns of nothing": lambda: setattr(gymnasium.logger, "min_level", gymnasium.logger.ERROR),
}


@pytest.fixture(params=[lambda: None, *SETTINGS.values()], ids=["none", *SETTINGS])
def _setting(request):
    numbers, dtype, level = np.geterr(), torch.get_default_dtype(), gymnasium.logger.min_level
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        request.param()
        yield
    np.seterr(**numbers)
    torch.set_default_dtype(dtype)
    torch.set_default_device(None)
    torch.set_grad_enabled(True)
    torch.use_deterministic_algorithms(False)
    gymnasium.logger.min_level = level


@pytest.mark.usefixtures("_setting")
@pytest.mark.parametrize("opponent", ["staff", "learned", "expectimax"])
def test_games_are_played_under_any_setting(opponent):
    env = SingleSideEnv("last-stand", opponent=opponent, reward="shaped")
    _, info = env.reset(seed=1)
    for _ in range(25):
        _, _, ended, _, info = env.step(int(info["action_mask"].argmax()))
        if ended:
            break
    many = VectorEnv(2, scenario="last-stand", opponent=opponent)
    _, infos = many.reset(seed=1)
    for _ in range(5):
        *_, infos = many.step(infos["action_mask"].argmax(1))
    vec = SB3VecEnv(2, scenario="last-stand", side="nationalist", opponent=opponent)
    vec.reset()
    for _ in range(5):
        vec.step(vec.action_masks().argmax(1))
    for one in (env, many, vec):
        one.close()


def test_a_generator_of_the_user_s_decides_the_games_that_follow():
    """``env.np_random`` may be set, by Gymnasium's documentation."""

    def games(seed):
        env = SingleSideEnv("last-stand", opponent="random", side="random")
        env.reset(seed=1)
        env.np_random = np.random.default_rng(seed)
        env.reset()
        first = env.game.to_bytes()
        env.reset()  # goes on with the dice of the same generator
        return first, env.game.to_bytes()

    one, same, other = games(5), games(5), games(6)
    assert one == same
    assert one[0] != other[0]
    assert one[0] != one[1]


def test_the_dice_of_a_seed_go_on_if_nothing_is_set():
    def games(look):
        env = SingleSideEnv("last-stand", opponent="random")
        env.reset(seed=1)
        if look:
            env.np_random.random()
        env.reset()
        return env.game.to_bytes()

    assert games(True) == games(False)
