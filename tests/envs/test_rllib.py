"""RLlib's interface of the game: keys and types, which agents are asked and rewarded, and self-play that learns.

Ray is imported by fixtures, so that these tests can be collected without it, and excluded by their marker.
"""

import importlib
import itertools
import random

import gymnasium
import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.core.game import IllegalActionError
from ctv_env.games.ctv.model.codes import DONE

pytestmark = pytest.mark.rllib

AGENTS = ["nationalist_0", "republican_0"]
FIGHTING_SPIRIT = 0.8  # how often passing is excluded when something else can be done


@pytest.fixture(scope="module")
def make():
    """Makes environments, of the duel unless told otherwise."""
    env = importlib.import_module("ctv_env.envs.rllib").RLlibEnv
    return lambda **config: env({"scenario": "duel"} | config)


@pytest.fixture(scope="module")
def ray():
    """Ray, running in this process's own cluster."""
    importlib.import_module("torch").set_num_threads(1)
    module = importlib.import_module("ray")
    module.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    yield module
    module.shutdown()


def play(env, chooser, **reset):
    """A game at random: observations, rewards, ends and infos of the reset and of each step, with who acted."""
    obs, infos = env.reset(**reset)
    history = [(None, obs, {}, {"__all__": False}, infos)]
    while not history[-1][3]["__all__"]:
        (agent,) = obs
        legal = np.flatnonzero(obs[agent]["action_mask"]).tolist()
        if len(legal) > 1 and chooser.random() < FIGHTING_SPIRIT:
            legal = [action for action in legal if action != DONE]
        action = chooser.choice(legal)
        obs, rewards, ends, truncated, infos = env.step({agent: action})
        assert not any(truncated.values())
        history.append((agent, obs, rewards, ends, infos))
    return history


# -- what it returns -----------------------------------------------------------------------------------------------


def test_it_is_an_environment_of_the_new_stack(make):
    env = make()
    assert isinstance(env, importlib.import_module("ray.rllib.env.multi_agent_env").MultiAgentEnv)
    assert env.agents == env.possible_agents == AGENTS
    assert list(env.observation_spaces) == list(env.action_spaces) == AGENTS
    for agent in AGENTS:
        space = env.get_observation_space(agent)
        assert set(space.spaces) == {"observations", "action_mask"}  # what the action-masking module reads
        assert space["action_mask"] == gymnasium.spaces.Box(0.0, 1.0, (469,), np.float32)
        assert env.get_action_space(agent) == gymnasium.spaces.Discrete(469)
    assert make().observation_spaces == env.observation_spaces


@pytest.mark.parametrize(("scenario", "obs"), [("last-stand", "flat"), ("duel", "planes")])
def test_spaces_hold_what_is_seen_and_masks_are_never_empty(make, scenario, obs):
    env = make(scenario=scenario, obs=obs)
    for _, seen, _, _, infos in play(env, random.Random(1), seed=1):
        assert set(infos) == set(seen) <= set(AGENTS)
        for agent, observation in seen.items():
            assert env.observation_spaces[agent].contains(observation)
            assert observation["action_mask"].dtype == np.float32
            assert set(np.unique(observation["action_mask"])) == {0.0, 1.0}


def test_only_the_agent_to_move_is_asked_and_both_see_the_end(make):
    env, several_in_a_row, askers = make(scenario="last-stand"), 0, []
    history = play(env, random.Random(2), seed=2)
    for _, seen, _, ends, _ in history[:-1]:
        assert len(seen) == 1
        assert ends["__all__"] is False
        askers += seen
    several_in_a_row = sum(one == two for one, two in itertools.pairwise(askers))
    assert several_in_a_row
    assert set(askers) == set(AGENTS)
    _, seen, _, ends, infos = history[-1]
    assert list(seen) == AGENTS
    assert ends == {"nationalist_0": True, "republican_0": True, "__all__": True}
    for agent in AGENTS:
        assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == [0]
        assert infos[agent]["winner"] in AGENTS
        side = agent.removesuffix("_0")
        assert (seen[agent]["observations"] == env._seats.game.observation(side, "flat", "float32")).all()
    assert (seen[AGENTS[0]]["observations"] != seen[AGENTS[1]]["observations"]).any()


def test_it_shows_each_agent_his_own_side_of_the_game_by_the_rules(make):
    env = make(scenario="last-stand")
    obs, infos = env.reset(seed=3)
    chooser, looked = random.Random(3), 0
    for _ in range(40):
        (agent,) = obs
        game = env._seats.game
        assert f"{game.to_move}_0" == agent
        assert infos[agent] == {"node": game.node, "turn": game.turn}
        assert (obs[agent]["action_mask"] == game.action_mask()).all()
        assert (obs[agent]["observations"] == game.observation(game.to_move, "flat", "float32")).all()
        action = chooser.choice(game.legal_actions())
        obs, *_, infos = env.step({agent: action})
        game.step(action)
        while game.to_move == "chance":
            game.roll()
        assert env._seats.game.state_hash() == game.state_hash()
        looked += 1
    assert looked == 40


def test_what_is_returned_is_kept_from_later_steps(make):
    env = make(scenario="last-stand")
    obs, _ = env.reset(seed=1)
    (agent,) = obs
    kept = {name: array.copy() for name, array in obs[agent].items()}
    play(env, random.Random(1))
    assert all((obs[agent][name] == kept[name]).all() for name in kept)


# -- rewards -------------------------------------------------------------------------------------------------------


def test_the_winner_gets_one_and_the_loser_minus_one_whoever_moved_last(make):
    env, chooser, outcomes = make(), random.Random(4), set()
    for seed in range(60):
        history = play(env, chooser, seed=seed)
        assert all(set(rewards) == set(AGENTS) for _, _, rewards, _, _ in history[1:])
        assert all(set(rewards.values()) == {0.0} for _, _, rewards, _, _ in history[1:-1])
        last, _, rewards, _, infos = history[-1]
        winner = infos[last]["winner"]
        assert rewards == {agent: 1.0 if agent == winner else -1.0 for agent in AGENTS}
        outcomes.add((winner, last))
    assert {winner for winner, _ in outcomes} == set(AGENTS)
    assert any(winner != last for winner, last in outcomes)


@pytest.mark.parametrize("reward", ["vp", "shaped"])
def test_rewards_add_up_to_what_they_say(make, reward):
    env = make(scenario="last-stand", reward=reward)
    totals, n_paid = [], 0
    for seed in range(5):
        history = play(env, random.Random(seed), seed=seed)
        paid = np.array([[rewards[agent] for agent in AGENTS] for _, _, rewards, _, _ in history[1:]])
        assert (paid.sum(1) == 0).all()
        n_paid += (paid[:-1] != 0).any(1).sum()
        game = env._seats.game
        result = 1 if game.winner == "nationalist" else -1
        vp = game.score() / int(game.tables.record[0]["vp_to_win"])
        totals.append(paid[:, 0].sum() - result - (vp if reward == "vp" else 0.0))
    # "vp" counts from the first position; "shaped" adds up to the value of the first position, whatever was played.
    assert n_paid > 1
    assert totals == pytest.approx([totals[0]] * len(totals), abs=1e-9)
    assert abs(totals[0]) <= 1


# -- errors and seeds ----------------------------------------------------------------------------------------------


def test_wrong_actions_are_refused_and_move_nothing(make):
    env = make()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step({AGENTS[0]: 0})
    obs, _ = env.reset(seed=1)
    before = env._seats.game.state_hash()
    illegal = int(np.flatnonzero(obs[AGENTS[0]]["action_mask"] == 0)[-1])
    for action in (illegal, 469, -1):
        with pytest.raises(IllegalActionError, match=r"nationalist_0: action .* is illegal"):
            env.step({AGENTS[0]: action})
    for wrong in ({}, {AGENTS[1]: 0}, {AGENTS[0]: 0, AGENTS[1]: 0}):
        with pytest.raises(ValueError, match="only nationalist_0 is to move"):
            env.step(wrong)
    assert env._seats.game.state_hash() == before
    play(env, random.Random(1))
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step({AGENTS[0]: 0})


def test_an_array_without_dimensions_is_an_action(make):
    env, twin = make(), make()
    (obs, _), _ = env.reset(seed=1), twin.reset(seed=1)
    (agent,) = obs
    action = int(np.flatnonzero(obs[agent]["action_mask"])[0])
    env.step({agent: np.array(action)})
    twin.step({agent: action})
    assert env._seats.game.state_hash() == twin._seats.game.state_hash()


@pytest.mark.parametrize(
    "config", [{"scenario": "dual"}, {"obs": "compact"}, {"reward": "wins"}, {"edition": "es"}, {"fgo": True}]
)
def test_unknown_settings_are_refused(make, config):
    with pytest.raises(ValueError, match=f"{next(iter(config.values()))!r}|{next(iter(config))!r}"):
        make(**config)


def test_a_seed_alone_reproduces_this_game_and_those_after_it(make):
    def trace(env, **reset):
        return [
            (agent, rewards, [(name, o["observations"].tobytes()) for name, o in obs.items()])
            for agent, obs, rewards, _, _ in play(env, random.Random(1), **reset)
        ]

    one, two = make(scenario="last-stand"), make(scenario="last-stand")
    play(two, random.Random(9), seed=99)
    first = trace(one, seed=7)
    assert first == trace(two, seed=7)
    assert trace(one) == trace(two) != first
    assert trace(make(scenario="last-stand")) != trace(make(scenario="last-stand"))


def test_options_of_the_rules_are_taken(make):
    game = make(scenario="escudo", edition="it", fog=False)
    game.reset(seed=1)
    assert game._seats.game.tables.options["edition"] == "it"
    assert new_game("ctv", "escudo", 0, edition="it", fog=False).tables is game._seats.game.tables


# -- learning ------------------------------------------------------------------------------------------------------


def test_self_play_with_masks_trains_and_pays_both(ray):
    torch = importlib.import_module("torch")
    example = importlib.import_module("ctv_env.agents.training.rllib_selfplay")
    algorithm = example.self_play("duel", steps=200).build_algo()
    before = [weights.detach().clone() for weights in algorithm.get_module(example.SHARED).parameters()]
    for _ in range(2):
        result = algorithm.train()
    after = list(algorithm.get_module(example.SHARED).parameters())
    assert any((old != new).any() for old, new in zip(before, after, strict=True))
    assert all(torch.isfinite(weights).all() for weights in after)
    returns = result["env_runners"]["agent_episode_returns_mean"]
    assert returns["nationalist_0"] == -returns["republican_0"]
    for episode in algorithm.env_runner.sample(num_episodes=8, random_actions=False):
        paid = [episode.agent_episodes[agent].get_return() for agent in AGENTS]
        assert sorted(paid) == [-1.0, 1.0]
        for agent in AGENTS:
            seat = episode.agent_episodes[agent]
            masks = seat.get_observations()["action_mask"][: len(seat)]
            assert masks[np.arange(len(seat)), seat.get_actions()].all()
    algorithm.stop()
