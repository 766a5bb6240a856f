"""RLlib's interface of every game; Ray is imported by a fixture, so that the marker can exclude these tests."""

import importlib

import numpy as np
import pytest

pytestmark = pytest.mark.rllib


@pytest.fixture(scope="module")
def make():
    """Makes the environment of a subject."""
    env = importlib.import_module("ctv_env.envs.rllib").RLlibEnv
    return lambda subject, **config: env({"game": subject.game, "scenario": subject.scenario} | config)


def test_a_game_from_turn_to_turn(make, subject):
    env, chooser = make(subject, reward=subject.spec.score.key), np.random.default_rng(0)
    agents = [f"{side}_0" for side in subject.spec.sides]
    assert sorted(env.possible_agents) == sorted(agents)
    for seed in range(2):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            (agent,) = seen
            assert seen[agent] in env.observation_spaces[agent]
            action = int(chooser.choice(np.flatnonzero(seen[agent]["action_mask"])))
            seen, rewards, ends, cuts, infos = env.step({agent: action})
            assert sum(rewards.values()) == 0
            assert not any(cuts.values())
            over = ends["__all__"]
        assert set(seen) == set(agents)
        assert infos[agents[0]]["winner"] in (None, *agents)
        assert subject.spec.score.key in infos[agents[0]]


def test_the_same_seed_gives_the_same_game(make, subject):
    games = []
    for _ in range(2):
        env = make(subject)
        seen, _ = env.reset(seed=5)
        steps_seen = []
        for _ in range(10):
            (agent,) = seen
            action = int(np.flatnonzero(seen[agent]["action_mask"])[0])
            seen, *_ = env.step({agent: action})
            steps_seen.append((agent, action, sorted(seen)))
            if len(seen) == 2:
                break
        games.append(steps_seen)
    assert games[0] == games[1]
