"""The registered ids: their bounds on steps, and those with a flat observation."""

import gymnasium
import numpy as np
import pytest

from ctv_env.core.spec import spec_of
from ctv_env.envs import flat
from ctv_env.games import environments, most_decisions

IDS = [(game, scenario, name) for game, ids in environments().items() for scenario, name in ids.items()]


@pytest.mark.parametrize(("game", "scenario", "name"), IDS)
def test_the_bound_on_steps_is_that_of_the_rules(game, scenario, name):
    spec = spec_of(game)
    bound, _ = spec.max_steps(spec.load(scenario))
    assert gymnasium.spec(name).max_episode_steps == gymnasium.spec(flat(name)).max_episode_steps == bound
    assert most_decisions()[game].keys() == environments()[game].keys()


@pytest.mark.parametrize("name", [ids[next(iter(ids))] for ids in environments().values()])
def test_a_flat_id_has_one_vector_for_scripts_that_choose_nothing(name):
    env = gymnasium.make(flat(name))
    assert env.spec.id == flat(name)
    assert isinstance(env.observation_space, gymnasium.spaces.Box)
    assert len(env.observation_space.shape) == 1
    assert env.reset(seed=1)[0] in env.observation_space
    envs = gymnasium.make_vec(flat(name), 2)
    assert envs.single_observation_space.shape == env.observation_space.shape
    envs.close()


def test_the_names_of_flat_ids():
    assert flat("ctv_env/Duel1937-v0") == "ctv_env/Duel1937-flat-v0"
    assert flat("ctv/duel-very-v12") == "ctv/duel-very-flat-v12"
    assert flat("Duel") == "Duel-flat"


def test_pettingzoo_has_them_too():
    pettingzoo = pytest.importorskip("pettingzoo", "1.27")  # the first with a registry
    ids = pytest.importorskip("ctv_env.envs.aec").ids()
    for kind in ("aec", "parallel"):
        for game, name in ids.items():
            if game not in environments():
                continue
            space = pettingzoo.make(kind, flat(name)).observation_space(f"{spec_of(game).sides[0]}_0")
            assert len(space["observation"].shape) == 1
            bound = gymnasium.spec(next(iter(environments()[game].values()))).max_episode_steps
            assert pettingzoo.make(kind, name).unwrapped.max_cycles == bound


def test_a_folder_given_as_a_path_can_be_written_as_json(tmp_path):
    env = gymnasium.make("ctv_env/Duel1937-v0", record=tmp_path, opponent="random", obs="flat")
    again = type(env.spec).from_json(env.spec.to_json())
    assert again.kwargs["record"] == str(tmp_path)
    _, info = gymnasium.make(again).reset(seed=1)
    assert info["action_mask"].any()
    envs = gymnasium.make_vec("ctv_env/Duel1937-v0", 2, record=tmp_path, opponent=["random", "staff"])
    assert str(tmp_path) in envs.spec.to_json()
    envs.close()


def test_spaces_are_not_shared():
    envs = [gymnasium.make("ctv_env/Duel1937-v0", obs=obs, opponent="random") for obs in ("flat", "flat", "planes")]
    one, other = envs[0].observation_space, envs[1].observation_space
    one.seed(1)
    first = one.sample()
    one.seed(1)
    other.seed(2)
    assert np.array_equal(one.sample(), first)


@pytest.mark.parametrize("made", ["aec", "parallel"])
def test_agents_do_not_share_spaces_either(made):
    pettingzoo = pytest.importorskip("pettingzoo", "1.27")
    pytest.importorskip("ctv_env.envs.aec")
    envs = [pettingzoo.make(made, "ctv/santander1937-flat-v0", scenario="duel") for _ in range(2)]
    spaces = [env.observation_space(agent) for env in envs for agent in env.possible_agents]
    assert len({id(space) for space in spaces}) == 4
    assert len({id(space["observation"]) for space in spaces}) == 4
    assert envs[0].observation_space("nationalist_0") is spaces[0]
