"""Agents by name, a single game, and what each agent sees and may do."""

import collections

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.learned.checkpoint import CheckpointError
from ctv_env.agents.learned.ppo import PPOAgent
from ctv_env.agents.registry import make_agent
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.scripted.uniform import UniformAgent
from ctv_env.core.view import View
from ctv_env.envs.single import SingleSideEnv


def _play(nationalist, republican, seed=3):
    game = new_game("ctv", seed=5)
    deciders = []
    play(game, {"nationalist": nationalist, "republican": republican}, seed, deciders.append)
    return game, collections.Counter(deciders)


@pytest.mark.parametrize("name", ["random", "greedy", "staff"])
def test_scripted_agents_play_a_game_to_its_end(name):
    agent = make_agent(name, "ctv", "campaign", "nationalist")
    game, decisions = _play(agent, UniformAgent())
    assert agent.name == name
    assert game.winner in game.spec.sides
    assert min(decisions[side] for side in game.spec.sides) > 20


@pytest.mark.parametrize("name", ["random", "greedy", "staff"])
def test_the_same_seed_gives_the_same_game(name):
    agents = [make_agent(name, "ctv", "campaign", side) for side in ("nationalist", "republican")]
    assert _play(*agents, seed=3)[0].state_hash() == _play(*agents, seed=3)[0].state_hash()


def test_another_seed_gives_random_agents_another_game():
    agents = [UniformAgent(), UniformAgent()]
    assert _play(*agents, seed=3)[0].state_hash() != _play(*agents, seed=4)[0].state_hash()


def test_a_policy_at_the_board_leaves_position_and_dice_alone():
    game = new_game("ctv", seed=5)
    while game.to_move == "chance":
        game.roll()
    before = game.to_bytes()
    policy = GamePolicy("staff")
    assert policy.choose(View(game, game.to_move)) in game.legal_actions()
    assert game.to_bytes() == before


def test_a_uniform_agent_takes_every_legal_action_and_no_other():
    mask = np.zeros(469, np.int8)
    mask[[3, 200, 468]] = 1
    agent = UniformAgent()
    assert {agent.act(None, mask, {}) for _ in range(100)} == {3, 200, 468}


def test_a_run_folder_and_its_model_are_agents(tiny_run):
    for name in (tiny_run, tiny_run / "model.zip"):
        agent = make_agent(str(name), "ctv", "campaign", "nationalist")
        assert agent.name == tiny_run.name
    game, decisions = _play(agent, GamePolicy("random"))
    assert game.winner in game.spec.sides
    assert decisions["nationalist"] > 20


def test_the_likeliest_action_needs_no_luck_and_a_sample_only_its_seed(tiny_run):
    file = tiny_run / "model.zip"
    best, sampling = (PPOAgent(file, "ctv", "campaign", sample) for sample in (False, True))
    observation, mask = np.zeros(best.policy.observation_space.shape, np.float32), np.ones(469, np.int8)

    def actions(agent, seed):
        agent.reset(seed)
        return [agent.act(observation, mask, {}) for _ in range(20)]

    assert len(set(actions(best, 3))) == 1
    assert len(set(actions(sampling, 3))) > 5
    assert actions(sampling, 3) == actions(sampling, 3) != actions(sampling, 4)


def test_one_observation_and_many_give_the_same_actions(tiny_run):
    agent = PPOAgent(tiny_run / "model.zip", "ctv", "campaign")
    random = np.random.default_rng(0)
    observations = random.random((5, *agent.policy.observation_space.shape), np.float32)
    masks = random.integers(0, 2, (5, 469), np.int8)
    together = agent.act_many(observations, masks)
    assert together.tolist() == [agent.act(o, m, {}) for o, m in zip(observations, masks, strict=True)]
    assert all(masks[i, action] for i, action in enumerate(together))


def test_an_unknown_agent_is_refused_with_the_names():
    with pytest.raises(ValueError, match=r"'stafff'.*random, greedy, staff, expectimax, rollout, mcts.*did you mean"):
        make_agent("stafff", "ctv", "campaign", "nationalist")


def test_a_folder_without_an_agent_is_refused(tmp_path):
    with pytest.raises(CheckpointError, match=r"holds no model\.zip"):
        make_agent(str(tmp_path), "ctv", "campaign", "nationalist")


def test_an_agent_does_not_play_the_side_that_it_has_not_learned(tiny_run):
    with pytest.raises(CheckpointError, match="has learned to play the nationalist, not the republican"):
        make_agent(str(tiny_run), "ctv", "campaign", "republican")


def test_a_checkpoint_is_an_opponent_in_the_environment(tiny_run):
    path = tiny_run / "model.zip"
    env, twin = (
        SingleSideEnv(side="republican", opponent=one, obs="pieces", dtype="uint8")
        for one in (str(path), PPOAgent(path, "ctv", "campaign"))
    )
    seen = [one.reset(seed=3)[1] for one in (env, twin)]
    for _ in range(10):
        action = int(np.flatnonzero(seen[0]["action_mask"])[-1])
        seen = [one.step(action)[4] for one in (env, twin)]
        assert env.game.state_hash() == twin.game.state_hash()
    with pytest.raises(CheckpointError, match="has learned to play the nationalist, not the republican"):
        SingleSideEnv(side="nationalist", opponent=path)
    with pytest.raises(ValueError, match=r"no agent 'nothing\.zip'"):
        SingleSideEnv(opponent="nothing.zip")


def test_a_network_tells_how_likely_it_takes_each_action(tiny_run):
    agent, game = PPOAgent(tiny_run / "model.zip", "ctv", "campaign"), new_game(seed=3)
    observation, mask = game.observation(game.to_move, agent.observation, "float32"), game.action_mask()
    chances = agent.probabilities(observation, mask)
    assert chances.sum() == pytest.approx(1.0, abs=1e-5)
    assert not chances[mask == 0].any()
    assert chances.argmax() == agent.act(observation, mask, {})
