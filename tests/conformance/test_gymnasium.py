"""Gymnasium's single and vector environments of every game."""

import warnings

import gymnasium
import numpy as np
import pytest
from conformance.subjects import Subject
from gymnasium.utils.env_checker import check_env
from support.own_agents import BOLD

from ctv_env.core.game import IllegalActionError

pytestmark = pytest.mark.usefixtures("registered")

N = 3


@pytest.fixture(autouse=True)
def _strict():
    """Every warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def make(subject: Subject, **settings) -> gymnasium.Env:
    return gymnasium.make(subject.environment, **({"opponent": "random"} | settings))


def play(env: gymnasium.Env, seed: int) -> list[tuple]:
    """A random game: observation, reward, end and info of every step."""
    chooser = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    steps = []
    while not steps or not steps[-1][2]:
        seen, reward, ended, cut, info = env.step(int(chooser.choice(np.flatnonzero(info["action_mask"]))))
        assert not cut
        steps.append((seen, reward, ended, info))
    return steps


def test_the_library_finds_nothing_wrong(subject):
    for kind in subject.tables.observations:
        check_env(make(subject, obs=kind, illegal_action="random").unwrapped, skip_render_check=True)


def test_a_game_is_played_to_its_end_and_told(subject):
    env = make(subject)
    earlier = []
    for seed in range(3):
        *before, (_, reward, ended, info) = play(env, seed)
        earlier += before
        assert ended
        assert info["winner"] in (None, *subject.spec.sides)
        assert info["is_success"] == (info["winner"] == info["side"])
        assert info[subject.spec.score.key] == env.unwrapped.game.score()
        assert info["decisions"] == len(before) + 1
        assert {"action_mask", "side", "node", "turn"} <= info.keys()
        assert np.isfinite(reward)
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(0)
    assert earlier
    assert not any("winner" in info for *_, info in earlier)


def test_the_same_seed_gives_the_same_episode(subject):
    env = make(subject, side="random", reward="shaped")
    one, other, third = ([step[1] for step in play(env, seed)] for seed in (4, 4, 5))
    assert one == other != third


def test_each_side_and_each_kind_of_reward_can_be_chosen(subject):
    for side in subject.spec.sides:
        for reward in (subject.spec.score.key, "win", "shaped"):
            env = make(subject, side=side, reward=reward)
            steps = play(env, 1)
            assert all(info["side"] == side for *_, info in steps)
            parts = steps[-1][3]["reward_components"]
            assert set(parts) == {subject.spec.score.key, "result", "potential"}
            total = sum(reward for _, reward, _, _ in steps)
            if reward == "win":
                assert total == {None: 0, side: 1}.get(steps[-1][3]["winner"], -1)


def test_an_illegal_action_is_penalised_and_explained(subject):
    env = make(subject)
    _, info = env.reset(seed=0)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, _, info = env.step(illegal)
    assert reward < 0
    assert not ended
    assert len(info["illegal_action"].split()) > 2
    env = make(subject, illegal_action="raise")
    env.reset(seed=0)
    with pytest.raises(IllegalActionError):
        env.step(illegal)


def test_options_of_the_rules_reach_the_game(subject):
    option = next(one for one in subject.spec.options if isinstance(one.default, bool))
    env = make(subject, **{option.name: not option.default})
    env.reset(seed=0)
    assert env.unwrapped.game.tables.options[option.name] is not option.default
    with pytest.raises((ValueError, TypeError), match="sneak"):
        make(subject, sneak=True)


def test_what_the_learner_sees_is_rendered(subject):
    env = make(subject, render_mode="ansi")
    env.reset(seed=0)
    assert env.render() == env.unwrapped.game.text(env.unwrapped.side)
    env = make(subject, render_mode="svg")
    env.reset(seed=0)
    assert env.render().startswith("<svg")


@pytest.mark.parametrize("opponent", ["random", BOLD], ids=["policy", "own"])
def test_many_environments_in_lockstep(opponent, subject):
    envs = gymnasium.make_vec(subject.environment, N, vectorization_mode="vector_entry_point", opponent=opponent)
    _, infos = envs.reset(seed=0)
    chooser, ends = np.random.default_rng(0), np.zeros(N, int)
    for _ in range(1000):
        actions = np.array([chooser.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        seen, rewards, ended, cut, infos = envs.step(actions)
        assert seen in envs.observation_space
        assert rewards.shape == (N,)
        assert not cut.any()
        ends += ended
        if ends.min() > 1:
            break
    assert ends.min() > 1
    envs.close()


@pytest.mark.parametrize("opponent", ["random", BOLD], ids=["policy", "own"])
def test_the_vector_environment_plays_what_the_single_one_does(opponent, subject):
    envs = gymnasium.make_vec(subject.environment, 1, vectorization_mode="vector_entry_point", opponent=opponent)
    env = make(subject, opponent=opponent)
    seen, infos = envs.reset(seed=[6])
    alone, info = env.reset(seed=6)
    ended = False
    while not ended:
        for one, other in zip(_arrays(seen), _arrays(alone), strict=True):
            assert np.array_equal(one[0], other)
        action = int(np.flatnonzero(info["action_mask"])[0])
        seen, rewards, _, _, infos = envs.step(np.array([action]))
        alone, reward, ended, _, info = env.step(action)
        assert rewards[0] == reward
    assert subject.spec.side_name(int(infos["winner"][0])) == info["winner"]


def _arrays(seen) -> list[np.ndarray]:
    return list(seen.values()) if isinstance(seen, dict) else [seen]
