"""Rewards by a function of one's own, in every environment."""

import gymnasium
import numpy as np
import pytest
from support.choices import choose, choose_each

from ctv_env.envs.aec import raw_env
from ctv_env.envs.parallel import parallel_env
from ctv_env.envs.referee import ILLEGAL_PENALTY
from ctv_env.envs.sb3 import SB3VecEnv
from ctv_env.envs.single import SingleSideEnv
from ctv_env.envs.vector import VectorEnv

DUEL = {"scenario": "duel", "obs": "flat"}
N = 4


def mixed(parts):
    """Each component with a weight of its own, and a cost of time."""
    assert list(parts) == ["vp", "result", "potential"]
    assert all(part.dtype == np.float64 and part.ndim == 1 for part in parts.values())
    return parts["result"] + 0.5 * parts["vp"] + 0.25 * parts["potential"] - 0.001


def by_hand(parts):
    return parts["result"] + 0.5 * parts["vp"] + 0.25 * parts["potential"] - 0.001


def test_one_game_is_paid_by_its_components():
    env, shaped = (SingleSideEnv(**DUEL, opponent="random", reward=reward) for reward in (mixed, "shaped"))
    for seed in range(5):
        _, info = env.reset(seed=seed)
        shaped.reset(seed=seed)
        ended, potentials = False, 0
        while not ended:
            action = choose(info["action_mask"], seed)
            _, reward, ended, _, info = env.step(action)
            _, paid, *_, same = shaped.step(action)
            parts = info["reward_components"]
            assert parts == same["reward_components"]
            assert paid == pytest.approx(parts["result"] + parts["potential"])
            assert reward == pytest.approx(by_hand(parts))
            potentials += parts["potential"] != 0
        assert potentials


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("opponent", ["random", "expectimax"])
def test_many_games_are_paid_what_each_alone_is(mode, opponent):
    env = VectorEnv(N, **DUEL, opponent=opponent, reward=mixed, autoreset_mode=mode)
    _, infos = env.reset(seed=1)
    ends = 0
    for step in range(30):
        before = env._ended.copy()
        _, rewards, ended, _, infos = env.step(choose_each(infos["action_mask"], step))
        parts = {name: infos["reward_components"][name] for name in ("vp", "result", "potential")}
        assert rewards[~before] == pytest.approx(by_hand(parts)[~before])
        assert (rewards[before] == 0).all()
        ends += ended.sum()
    assert ends


def test_returns_of_stable_baselines_are_sums_of_own_rewards_and_penalties(tmp_path):
    for record in (None, tmp_path):
        env = SB3VecEnv(N, **DUEL, side="nationalist", opponent="random", reward=mixed, record=record)
        env.seed(1)
        env.reset()
        totals, ends = np.zeros(N), 0
        for step in range(40):
            actions = choose_each(env.action_masks(), step)
            actions[step % N] = 468
            _, rewards, dones, infos = env.step(actions)
            assert rewards[step % N] == pytest.approx(ILLEGAL_PENALTY)
            totals += rewards
            for i in np.flatnonzero(dones):
                assert infos[i]["episode"]["r"] == pytest.approx(totals[i], abs=1e-5)
                totals[i], ends = 0, ends + 1
        assert ends
        env.close()


def test_both_agents_are_paid_the_negative_of_each_other():
    for env in (raw_env(**DUEL, reward=mixed), parallel_env(**DUEL, reward=mixed)):
        env.reset(seed=1)
        for _ in range(3):
            if hasattr(env, "agent_selection"):
                env.step(choose(env.last()[0]["action_mask"], 0))
                rewards = env.rewards
            else:
                mask = env._masks()
                rewards = env.step({agent: choose(mask[agent], 0) for agent in env.agents})[1]
            assert sum(rewards.values()) == 0
            assert any(rewards.values())


def test_it_goes_through_the_registry():
    env = gymnasium.make("ctv_env/Duel1937-v0", reward=lambda parts: parts["result"] * 2, opponent="random")
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, reward, ended, _, info = env.step(choose(info["action_mask"], 0))
    assert abs(reward) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        lambda parts: None,
        lambda parts: parts["result"] * np.nan,
        lambda parts: [1.0, 2.0],
        lambda parts: "much",
        lambda parts: parts,
    ],
)
def test_a_function_that_returns_no_rewards_is_reported(wrong):
    env = SingleSideEnv(**DUEL, opponent="random", reward=wrong)
    _, info = env.reset(seed=1)
    with pytest.raises(ValueError, match="the function of reward must return 1 finite numbers, not"):
        env.step(choose(info["action_mask"], 0))


def test_what_is_neither_name_nor_function_is_refused():
    with pytest.raises(ValueError, match="reward is a name or a function of the components, not 3"):
        SingleSideEnv(**DUEL, reward=3)
    with pytest.raises(ValueError, match="reward cannot be 'shapd': it is one of 'vp', 'win', 'shaped'"):
        SingleSideEnv(**DUEL, reward="shapd")
