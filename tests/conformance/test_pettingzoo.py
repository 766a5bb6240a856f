"""PettingZoo's environments of every game: agents in turn (AEC), and both in every step (parallel)."""

import warnings

import numpy as np
import pytest
from conformance.subjects import Subject
from pettingzoo.test import api_test, parallel_api_test, seed_test

pytest.importorskip("ctv_env.envs.parallel")

from ctv_env.envs import aec, parallel

pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture(autouse=True)
def _strict():
    """Every warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", "Observation (space for each agent probably|is not a NumPy array)")
        yield


def settings(subject: Subject, **more) -> dict:
    return {"game": subject.game, "scenario": subject.scenario} | more


def agents_of(subject: Subject) -> list[str]:
    return [f"{side}_0" for side in subject.spec.sides]


def test_the_library_finds_nothing_wrong_with_turns(subject):
    for kind in subject.tables.observations:
        api_test(aec.env(**settings(subject, obs=kind)), num_cycles=200)


def test_the_same_seed_gives_the_same_turns(smallest):
    seed_test(lambda: aec.env(**settings(smallest)), num_cycles=50)


def test_turns_are_those_of_the_game_and_rewards_add_up_to_nothing(subject):
    env, chooser = aec.raw_env(**settings(subject, reward=subject.spec.score.key)), np.random.default_rng(0)
    env.reset(seed=2)
    totals = dict.fromkeys(agents_of(subject), 0.0)
    assert env.possible_agents == agents_of(subject)
    while not any(env.terminations.values()):
        agent = env.agent_selection
        assert env.game.to_move == agent.removesuffix("_0")
        mask = env.observe(agent)["action_mask"]
        assert np.array_equal(mask, env.game.action_mask())
        env.step(int(chooser.choice(np.flatnonzero(mask))))
        assert sum(env.rewards.values()) == 0
        totals = {one: totals[one] + env.rewards[one] for one in totals}
    info = env.infos[agents_of(subject)[0]]
    assert info["winner"] in (None, *agents_of(subject))
    assert info[subject.spec.score.key] == env.game.score()


def test_the_library_finds_nothing_wrong_with_steps_of_both(subject):
    for kind in subject.tables.observations:
        parallel_api_test(parallel.parallel_env(**settings(subject, obs=kind)), num_cycles=200)


def test_both_choose_at_once_where_the_choice_is_secret(subject):
    env, chooser = parallel.parallel_env(**settings(subject)), np.random.default_rng(1)
    seen, _ = env.reset(seed=3)
    secret = {node.name for node in subject.spec.nodes if node.secret}
    idle, at_once = subject.tables.actions.idle, 0
    while env.agents:
        free = [agent for agent in env.agents if np.flatnonzero(seen[agent]["action_mask"]).tolist() != [idle]]
        if env.game.node in secret:
            before = env.game.turn
            at_once += len(free) == 2
        actions = {agent: int(chooser.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
        node = env.game.node
        seen, rewards, *_ = env.step(actions)
        assert sum(rewards.values()) == 0
        if node in secret:
            assert env.game.turn > before or not env.agents
    assert bool(at_once) == bool(secret)
