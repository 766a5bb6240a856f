"""A wrong keyword is answered with all there are and the nearest, wherever an environment is made."""

import importlib

import gymnasium
import pytest

from ctv_env.envs.aec import env as aec_env
from ctv_env.envs.batch import BatchGames
from ctv_env.envs.parallel import parallel_env
from ctv_env.envs.sb3 import SB3VecEnv

DUEL_ID = "ctv_env/Duel1937-v0"
MAKERS = {
    "make": lambda **more: gymnasium.make(DUEL_ID, **more),
    "make_vec": lambda **more: gymnasium.make_vec(DUEL_ID, 2, **more),
    "sb3": lambda **more: SB3VecEnv(2, **more),
    "aec": aec_env,
    "parallel": parallel_env,
    "batch": lambda **more: BatchGames(2, **more),
}
OWN = {
    "make": ("illegal_action", "mask_in_obs", "render_mode"),
    "make_vec": ("autoreset_mode", "max_episode_steps", "threads"),
    "sb3": ("opponent", "illegal_action", "side", "threads"),
    "aec": ("mask_in_obs", "max_cycles"),
    "parallel": ("max_cycles", "render_mode"),
    "batch": ("threads", "autoreset"),
}


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(
    ("wrong", "nearest"),
    [("observation", "obs"), ("rewards", "reward"), ("senario", "scenario"), ("Record", "record"), ("fogg", "fog")],
)
def test_a_wrong_keyword(name, wrong, nearest):
    with pytest.raises(ValueError, match=f"unknown keyword {wrong!r}; did you mean {nearest!r}") as told:
        MAKERS[name](**{wrong: "flat"})
    listed = str(told.value).split("; there are ")[1].replace(", and the rules options ", ", ").split(", ")
    everywhere = {"scenario", "obs", "dtype", "reward", "record", "game", "fog", "edition", "data_dir"}
    assert everywhere | {*OWN[name]} <= {*listed}
    assert not {"self", "kwargs", "options", "n"} & {*listed} - ({"n"} if name == "batch" else set())
    assert len(listed) == len({*listed})


@pytest.mark.parametrize("name", MAKERS)
def test_one_that_resembles_nothing(name):
    with pytest.raises(ValueError, match="unknown keyword 'zzz'; there are "):
        MAKERS[name](zzz=1)


def test_what_the_vecenv_decides_itself_is_not_offered():
    with pytest.raises(ValueError, match="unknown keyword 'zzz'") as told:
        SB3VecEnv(2, zzz=1)
    assert " autoreset," not in str(told.value)


@pytest.mark.rllib
def test_rllib_too():
    make = importlib.import_module("ctv_env.envs.rllib").RLlibEnv
    with pytest.raises(ValueError, match="unknown keyword 'observation'; did you mean 'obs'"):
        make({"observation": "flat"})
