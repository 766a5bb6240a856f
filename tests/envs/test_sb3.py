"""The VecEnv of Stable-Baselines3: what its algorithms, wrappers and MaskablePPO rely on."""

import concurrent.futures
import functools

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecMonitor
from support.choices import choose_each

from ctv_env.envs.sb3 import SB3VecEnv

N = 5


def envs(**more):
    """Five games against the random policy, as the Republican, who has the shorter games."""
    return SB3VecEnv(N, **({"opponent": "random", "side": "republican"} | more))


def random_step(env, step):
    """One legal step of every game."""
    return env.step(choose_each(get_action_masks(env), step))


def test_masks_come_as_one_array():
    env = envs()
    env.reset()
    assert is_masking_supported(env)
    masks = get_action_masks(env)
    assert (masks.shape, masks.dtype) == ((N, 469), bool)
    assert env.env_method("action_masks", indices=[1, 3]).shape == (2, 469)
    assert (env.env_method("action_masks", indices=2)[0] == masks[2]).all()
    assert not is_masking_supported(NoMasks(N, opponent="random"))


class NoMasks(SB3VecEnv):
    """A VecEnv that has no masks."""

    def get_attr(self, attr_name, indices=None):
        """No attribute but what the base class asks for."""
        if attr_name != "render_mode":
            raise AttributeError(attr_name)
        return super().get_attr(attr_name, indices)


def test_seeds_are_used_by_the_next_reset_only():
    env = envs()
    assert env.seed(20) == [20, 21, 22, 23, 24]
    first = env.reset()
    steps = [random_step(env, k)[0] for k in range(50)]
    second = env.reset()
    env.seed(20)
    assert (env.reset() == first).all()
    assert all((random_step(env, k)[0] == steps[k]).all() for k in range(50))
    assert (env.reset() == second).all()
    other = SB3VecEnv(1, opponent="random", side="republican")
    other.seed(22)
    assert (other.reset()[0] == first[2]).all()


def test_reset_options_are_refused():
    env = VecMonitor(envs())
    for options in ({"scenario": "duel"}, [{}] * (N - 1) + [{"fog": False}]):
        with pytest.raises(ValueError, match="reset options are not supported: give"):
            env.set_options(options)
    for nothing in (None, {}, [{}] * N):
        env.set_options(nothing)
    env.reset()


def test_what_a_step_returns_is_kept_from_later_steps():
    env = envs()
    env.reset()
    obs, rewards, dones, infos = random_step(env, 0)
    kept = obs.copy(), rewards.copy(), dones.copy()
    for k in range(1, 400):
        random_step(env, k)
    assert (obs == kept[0]).all()
    assert (rewards == kept[1]).all()
    assert (dones == kept[2]).all()
    assert rewards.dtype == np.float32
    assert infos == [{}] * N


def test_an_end_comes_with_its_facts_and_the_first_observation_of_the_next_game():
    env = envs(reward="vp")
    env.seed(1)
    env.reset()
    total, length, ends = np.zeros(N), np.zeros(N, int), 0
    for k in range(900):
        obs, rewards, dones, infos = random_step(env, k)
        total += rewards
        length += 1
        for i in np.flatnonzero(dones):
            info = infos[i]
            assert set(info) == {
                "terminal_observation", "episode", "is_success", "vp", "winner", "TimeLimit.truncated"
            }  # fmt: skip
            assert info["episode"] == {"r": pytest.approx(total[i], abs=1e-4), "l": length[i]}
            assert info["is_success"] == (info["winner"] == "republican")
            assert env.observation_space.contains(info["terminal_observation"])
            assert (info["terminal_observation"] != obs[i]).any()
            total[i] = length[i] = 0
            ends += 1
        assert all(infos[i] == {} for i in np.flatnonzero(~dones))
    assert ends > N


def test_a_step_before_the_first_reset_is_refused():
    env = envs()
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"no games have begun: call reset\(\) first"):
        env.step(np.zeros(N, int))
    env.reset()
    random_step(env, 0)


@pytest.mark.parametrize("method", ["reset", "step"])
def test_an_environment_in_use_by_another_thread_says_so(method):
    class Meddler:
        """Lets another thread use the environment while it decides."""

        asked, error = False, None

        def act_many(self, observations, masks):
            if self.asked:
                return masks.argmax(axis=1)
            self.asked = True
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                use = env.reset if method == "reset" else functools.partial(env.step, masks.argmax(axis=1))
                self.error = pool.submit(use).exception()
            return masks.argmax(axis=1)

    opponent = Meddler()
    env = SB3VecEnv(1, opponent, scenario="duel", side="nationalist")
    env.reset()
    while not opponent.asked:
        env.step(env.action_masks().argmax(axis=1))
    assert isinstance(opponent.error, RuntimeError)
    assert "this SB3VecEnv is in use by another thread" in str(opponent.error)
    env.reset()  # and it can be used afterwards


def test_attributes_are_those_of_the_whole():
    env = envs()
    assert env.get_attr("num_envs") == [N] * N
    assert env.get_attr("render_mode", indices=[0, 2]) == [None, None]
    with pytest.raises(AttributeError):
        env.get_attr("no_such_thing")
    assert not env.has_attr("no_such_thing")
    env.set_attr("label", "x")
    assert env.get_attr("label", 1) == ["x"]
    with pytest.raises(ValueError, match="same for all games"):
        env.set_attr("label", "y", indices=[0])
    assert env.env_is_wrapped(Monitor) == [False] * N
    env.env_method("set_opponent", "staff", indices=0)
    with pytest.raises(ValueError, match="autoreset"):
        envs(autoreset=False)
    env.close()


def test_wrappers_see_the_same_episodes():
    env = VecMonitor(envs())
    env.seed(3)
    env.reset()
    infos = [info for k in range(700) for info in random_step(env, k)[3] if info]
    assert infos
    assert all(info["episode"]["l"] > 50 for info in infos)


@pytest.mark.parametrize("obs", ["flat", "planes"])
def test_maskable_ppo_learns_a_few_steps(obs):
    env = envs(obs=obs, reward="shaped")
    policy = "MlpPolicy" if obs == "flat" else "MultiInputPolicy"
    model = MaskablePPO(policy, env, n_steps=16, batch_size=40, n_epochs=1, seed=1, policy_kwargs={"net_arch": [8]})
    before = [weights.detach().clone() for weights in model.policy.parameters()]
    model.learn(2 * 16 * N)
    assert any((old != new).any() for old, new in zip(before, model.policy.parameters(), strict=True))
    masks = get_action_masks(env)
    actions, _ = model.predict(model._last_obs, action_masks=masks)
    assert masks[np.arange(N), actions].all()


def test_a_maskable_policy_is_evaluated_over_whole_games():
    env = envs(reward="win")
    model = MaskablePPO("MlpPolicy", env, policy_kwargs={"net_arch": [8]}, seed=1)
    returns, lengths = evaluate_policy(model, VecMonitor(env), 6, deterministic=False, return_episode_rewards=True)
    assert set(returns) <= {-1.0, 1.0}
    assert min(lengths) > 50
