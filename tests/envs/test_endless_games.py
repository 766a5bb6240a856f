"""Policies that never do anything legal, and limits on steps: every game comes to an end, and its info says why."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import EvalCallback
from stable_baselines3.common.evaluation import evaluate_policy
from stable_baselines3.common.monitor import Monitor

from ctv_env.core.game import IllegalActionError
from ctv_env.core.terms import NOBODY
from ctv_env.envs.referee import ILLEGAL_PENALTY, PATIENCE, STUBBORN
from ctv_env.envs.sb3 import SB3VecEnv
from ctv_env.envs.single import SingleSideEnv
from ctv_env.envs.vector import VectorEnv

DUEL = {"scenario": "duel", "obs": "flat", "opponent": "random"}
DUEL_ID = "ctv_env/Duel1937-v0"
SEA = 468  # the last hex is never legal
N = 3
MODES = list(AutoresetMode)


def legal(mask, step=0):
    return int(np.flatnonzero(mask)[step % np.count_nonzero(mask)])


def vector(mode=AutoresetMode.NEXT_STEP, **more):
    env = VectorEnv(N, autoreset_mode=mode, **(DUEL | more))
    _, infos = env.reset(seed=1)
    return env, infos


# -- one game ------------------------------------------------------------------------------------------------------


def test_a_policy_that_repeats_an_illegal_action_is_cut_off():
    env = SingleSideEnv(**DUEL)
    for _ in range(2):
        env.reset(seed=1)
        steps = [env.step(SEA) for _ in range(PATIENCE)]
        assert not any(terminated for _, _, terminated, _, _ in steps)
        assert [cut for *_, cut, _ in steps] == [False] * (PATIENCE - 1) + [True]
        assert all("truncation" not in info for *_, info in steps[:-1])
        info = steps[-1][4]
        assert info["truncation"] == STUBBORN
        assert info["illegal_action"]
        assert (info["winner"], info["is_success"], info["decisions"]) == (None, False, 0)
        assert np.flatnonzero(info["action_mask"]).tolist() == [0]  # the idle action
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(0)


def test_a_legal_action_starts_the_count_anew():
    env = SingleSideEnv(**DUEL)
    _, info = env.reset(seed=1)
    for _ in range(2):
        for _ in range(PATIENCE - 1):
            *_, cut, info = env.step(SEA)
            assert not cut
        _, _, terminated, cut, info = env.step(legal(info["action_mask"]))
        assert not cut
        if terminated:
            return


# -- many games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_stubborn_games_of_many_are_cut_off_each_by_its_own_count(mode):
    env, infos = vector(mode)
    for step in range(PATIENCE):
        actions = np.full(N, SEA)
        if step == 0:
            actions[1] = legal(infos["action_mask"][1])
        _, rewards, ended, cut, infos = env.step(actions)
        assert not ended.any()
        assert cut.tolist() == ([True, False, True] if step == PATIENCE - 1 else [False] * N)
    assert rewards.tolist() == [ILLEGAL_PENALTY] * N
    final = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
    assert final["truncation"].tolist() == [STUBBORN, None, STUBBORN]
    assert final["_winner"].tolist() == [True, False, True]
    assert (final["winner"][cut] == NOBODY).all()
    assert not final["is_success"][cut].any()
    assert infos["illegal_action"].all()
    _goes_on_after(env, mode, cut, infos)


def _goes_on_after(env, mode, cut, infos):
    """The games that were cut off begin again as the mode says; the others go on."""
    if mode == AutoresetMode.DISABLED:
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(np.full(N, SEA))
        _, infos = env.reset(options={"reset_mask": cut})
    elif mode == AutoresetMode.NEXT_STEP:
        assert all(np.flatnonzero(mask).tolist() == [0] for mask in infos["action_mask"][cut])
        _, rewards, *_, infos = env.step(np.full(N, SEA))
        assert rewards[cut].tolist() == [0, 0]
    else:
        assert all(len(np.flatnonzero(mask)) > 1 for mask in infos["action_mask"][cut])
        assert infos["final_obs"][0].shape == (1160,)
    lengths = env.games.episodes["length"]
    assert (lengths[cut] == 0).all()
    _, _, _, cut, infos = env.step([legal(mask) for mask in infos["action_mask"]])
    assert not cut.any()


@pytest.mark.parametrize("mode", MODES)
def test_many_games_are_lost_by_illegal_actions(mode):
    env, infos = vector(mode, illegal_action="terminate", side="random")
    sides = infos["side"].copy()
    actions = [SEA, legal(infos["action_mask"][1]), SEA]
    _, rewards, ended, cut, infos = env.step(actions)
    assert ended.tolist() == [True, False, True]
    assert not cut.any()
    assert rewards[ended].tolist() == [-1, -1]
    assert infos["reward_components"]["result"][ended].tolist() == [-1, -1]
    assert infos["acted"].tolist() == sides.tolist()
    final = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
    assert (final["winner"][ended] == 1 - sides[ended]).all()
    if mode == AutoresetMode.NEXT_STEP:
        assert env.step(actions)[1][ended].tolist() == [0, 0]


def test_random_actions_are_played_instead_and_depend_on_the_seed():
    games = []
    for seed in (1, 1, 2):
        env, _ = vector(illegal_action="random")
        env.reset(seed=seed)
        for _ in range(4):
            _, rewards, *_, infos = env.step(np.full(N, SEA))
        assert "illegal_action" in infos or not infos["action_mask"][:, 1:].any()
        assert (rewards != ILLEGAL_PENALTY).all()
        games.append(env.games.batch.states.tobytes())
    assert games[0] == games[1] != games[2]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("opponent", ["random", "expectimax"])
def test_an_opponent_outside_the_compiled_code_is_treated_alike(mode, opponent):
    env, infos = vector(mode, max_episode_steps=2, opponent=opponent)
    for step in range(2):
        *_, cut, infos = env.step([SEA, SEA, legal(infos["action_mask"][2])])
        assert cut.tolist() == [step == 1] * N
    final = infos["final_info"] if mode == AutoresetMode.SAME_STEP else infos
    assert final["truncation"].tolist() == ["max_episode_steps=2 is reached"] * N


# -- limits on steps -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 3, 7])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_all_ways_to_make_many_games_cut_them_off_alike(mode, limit):
    """One of the games takes illegal actions only: they count."""
    made = {
        "vector_entry_point": {"autoreset_mode": mode},
        "sync": {"vector_kwargs": {"autoreset_mode": mode}},
        "async": {"vector_kwargs": {"autoreset_mode": mode}},
    }
    runs = []
    for how, more in made.items():
        env = gymnasium.make_vec(
            DUEL_ID, N, vectorization_mode=how, max_episode_steps=limit, obs="flat", opponent="random", **more
        )
        _, infos = env.reset(seed=1)
        run = []
        for step in range(25):
            actions = [SEA, *(legal(mask, step) for mask in infos["action_mask"][1:])]
            obs, rewards, ended, cut, infos = env.step(np.array(actions))
            run.append((obs.tobytes(), rewards.tolist(), ended.tolist(), cut.tolist()))
        assert any(any(cut) for *_, cut in run)
        runs.append(run)
        env.close()
    assert runs[0] == runs[1] == runs[2]


def test_each_id_has_its_limit_in_every_mode_and_minus_one_takes_it_away():
    env = gymnasium.make_vec(DUEL_ID, 2)
    assert env.unwrapped.spec.kwargs["max_episode_steps"] == gymnasium.spec(DUEL_ID).max_episode_steps
    gymnasium.make_vec(DUEL_ID, 2, max_episode_steps=-1).close()


# -- Stable-Baselines3 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vec", [False, True])
def test_an_evaluation_that_knows_no_masks_ends(vec, tmp_path):
    train = SB3VecEnv(2, **DUEL, side="nationalist")
    model = MaskablePPO("MlpPolicy", train, n_steps=4, batch_size=8, n_epochs=1, seed=1)
    env = SB3VecEnv(2, **DUEL, side="nationalist") if vec else Monitor(SingleSideEnv(**DUEL))
    callback = EvalCallback(env, n_eval_episodes=2, eval_freq=4, warn=False, verbose=0, log_path=str(tmp_path))
    model.learn(8, callback=callback)
    found = np.load(tmp_path / "evaluations.npz")
    assert (found["ep_lengths"] <= PATIENCE + 100).all()


def test_plain_ppo_and_a_policy_without_masks_learn():
    env = SB3VecEnv(2, **DUEL, side="nationalist")
    PPO("MlpPolicy", env, n_steps=16, batch_size=8, n_epochs=1).learn(32)
    model = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=8, n_epochs=1)
    model.learn(32, use_masking=False)
    assert evaluate_policy(model, Monitor(SingleSideEnv(**DUEL)), 1, warn=False)[0] < 1


def test_stubborn_games_of_the_vecenv_are_cut_off_and_bootstrapped():
    env = SB3VecEnv(N, **DUEL, side="nationalist")
    env.seed(1)
    first = env.reset()
    for step in range(PATIENCE):
        _, rewards, dones, infos = env.step(np.full(N, SEA))
        assert dones.all() == (step == PATIENCE - 1)
        assert all(info["illegal_action"] is True for info in infos)
    assert rewards.tolist() == [pytest.approx(ILLEGAL_PENALTY)] * N
    for i, info in enumerate(infos):
        assert info["TimeLimit.truncated"] is True
        assert info["truncation"] == STUBBORN
        assert (info["terminal_observation"] == first[i]).all()
        assert info["episode"] == {"r": pytest.approx(PATIENCE * ILLEGAL_PENALTY), "l": 0}
        assert (info["winner"], info["is_success"]) == (None, False)
    assert (env.games.masks.sum(1) > 1).all()


def test_the_vecenv_has_all_answers_to_illegal_actions():
    env = SB3VecEnv(N, **DUEL, side="nationalist", illegal_action="raise")
    env.reset()
    with pytest.raises(IllegalActionError, match="action 468 of game 0 is illegal"):
        env.step(np.full(N, SEA))
    env = SB3VecEnv(N, **DUEL, side="nationalist", illegal_action="terminate")
    env.reset()
    _, rewards, dones, infos = env.step(np.full(N, SEA))
    assert dones.all()
    assert rewards.tolist() == [-1] * N
    assert all(info["winner"] == "republican" and not info["TimeLimit.truncated"] for info in infos)
    assert all(info["episode"]["r"] == -1 for info in infos)
    env = SB3VecEnv(N, **DUEL, side="nationalist", illegal_action="random")
    env.reset()
    while not env.step(np.full(N, SEA))[2].any():
        pass
    with pytest.raises(ValueError, match="illegal_action cannot be 'forgive'"):
        SB3VecEnv(N, **DUEL, illegal_action="forgive")


def test_the_vecenv_cuts_off_after_a_number_of_steps():
    env = SB3VecEnv(N, **DUEL, side="nationalist", max_episode_steps=2)
    env.reset()
    for step in range(4):
        _, _, dones, infos = env.step([SEA, *(legal(mask) for mask in env.action_masks()[1:])])
        assert dones.all() == (step % 2 == 1)
    assert infos[0]["truncation"] == "max_episode_steps=2 is reached"
    assert infos[0]["TimeLimit.truncated"] is True
