"""PettingZoo's parallel environment of a game whose sides decide in turn."""

import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import parallel_api_test
from support.choices import choose, fight

from ctv_env.envs.aec import raw_env
from ctv_env.envs.parallel import GameParallel, parallel_env

AGENTS = ["nationalist_0", "republican_0"]
SMALL = {"scenario": "last-stand", "obs": "flat", "dtype": "uint8"}
SEA = 468  # the last hex is never legal


@pytest.fixture(autouse=True)
def strict():
    """Every warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def twins(**more):
    """A parallel environment with its first observations, and an AEC environment of the same game."""
    one, other = parallel_env(**(SMALL | more)), raw_env(**(SMALL | more))
    other.reset(seed=1)
    return one, one.reset(seed=1)[0], other


def actions_of(observations, step, chooser=choose):
    """An action of each agent, one that its mask allows."""
    return {agent: chooser(seen["action_mask"], step) for agent, seen in observations.items()}


@pytest.mark.parametrize("more", [{}, {"obs": "planes"}, {"scenario": "campaign"}], ids=str)
def test_pettingzoo_finds_nothing_wrong(more):
    parallel_api_test(parallel_env(**(SMALL | more)), num_cycles=1000)


def test_the_registry_makes_it():
    pytest.importorskip("pettingzoo", "1.27")  # the first with a registry
    made = pettingzoo.make("parallel", "ctv/santander1937-v0", **SMALL)
    assert isinstance(made, GameParallel)
    assert made.metadata["name"] == "santander1937_v0"
    made.reset(seed=1)
    assert made.game.tables.scenario == "last-stand"


def test_it_is_the_game_of_the_aec_environment_and_only_the_mover_counts():
    game, observations, twin = twins(reward="vp")
    steps = 0
    while game.agents:
        mover = twin.agent_selection
        (other,) = set(AGENTS) - {mover}
        assert np.flatnonzero(observations[other]["action_mask"]).tolist() == [0]  # DONE, the idle action
        for agent in AGENTS:
            assert observations[agent] in game.observation_space(agent)
            assert (observations[agent]["observation"] == twin.observe(agent)["observation"]).all()
        assert (observations[mover]["action_mask"] == twin.observe(mover)["action_mask"]).all()
        actions = actions_of(observations, steps, fight) | {other: SEA}
        observations, rewards, terminations, truncations, infos = game.step(actions)
        twin.step(actions[mover])
        assert rewards == twin.rewards
        assert (terminations, truncations, infos) == (twin.terminations, twin.truncations, twin.infos)
        steps += 1
    assert all(terminations.values())
    assert infos[AGENTS[0]]["decisions"] == steps > 20
    assert all(np.flatnonzero(seen["action_mask"]).tolist() == [0] for seen in observations.values())
    assert game.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("action", [SEA, -1, 10**6, float(SEA), np.array([SEA])])
def test_an_illegal_action_loses_and_moves_nothing(action):
    game, _, twin = twins()
    loser, before = twin.agent_selection, game.game.to_bytes()
    observations, rewards, terminations, _, infos = game.step(dict.fromkeys(AGENTS, action))
    assert all(np.flatnonzero(seen["action_mask"]).tolist() == [0] for seen in observations.values())
    (winner,) = set(AGENTS) - {loser}
    assert {info["winner"] for info in infos.values()} == {winner}
    assert [agent for agent in AGENTS if "illegal_action" in infos[agent]] == [loser]
    assert len(infos[loser]["illegal_action"].split()) > 3
    assert rewards == {loser: -1.0, winner: 1.0}
    assert all(terminations.values())
    assert game.game.to_bytes() == before
    assert game.agents == []
    game.reset(seed=1)
    assert game.agents == AGENTS


def test_an_array_without_dimensions_is_an_action():
    game, observations, twin = twins()
    for step in range(5):
        action = choose(observations[twin.agent_selection]["action_mask"], step)
        observations, _, terminations, *_ = game.step(dict.fromkeys(AGENTS, np.array(action)))
        twin.step(action)
        assert not any(terminations.values())
        assert game.game.to_bytes() == twin.game.to_bytes()


def test_max_cycles_truncates_after_so_many_decisions():
    game, observations, _ = twins(max_cycles=5)
    for step in range(5):
        observations, _, terminations, truncations, _ = game.step(actions_of(observations, step))
        assert not any(terminations.values())
        assert all(truncations.values()) == (step == 4)
    assert game.agents == []
    with pytest.raises(ValueError, match="max_cycles must be None or a whole number from 1 up"):
        parallel_env(max_cycles=0)


def test_a_seed_decides_the_game_and_what_is_returned_is_not_written_to_again():
    kept = []
    for _ in range(2):
        game, observations, _ = twins()
        for step in range(60):
            kept.append((observations, observations[AGENTS[0]]["observation"].copy()))
            observations, *_ = game.step(actions_of(observations, step))
    assert all((seen[AGENTS[0]]["observation"] == copy).all() for seen, copy in kept)
    for one, two in zip(kept[:60], kept[60:], strict=True):
        assert gymnasium.utils.env_checker.data_equivalence(one[0], two[0])


def test_reset_options_and_rendering():
    game = parallel_env(**SMALL, render_mode="ansi")
    game.reset(seed=1, options={"scenario": "duel", "edition": "it", "options": 1})
    assert (game.game.tables.scenario, game.game.tables.options["edition"]) == ("duel", "it")
    assert game.render().startswith("turn 7 of 7")
    game.close()
