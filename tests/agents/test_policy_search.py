"""The search among a policy's plans: it plays the one that the value network prefers, and keeps to its budget."""

import numpy as np
import pytest
from support.plans import ask, at_plan
from support.policies import save_random_policy

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.policy_agent import PolicyAgent
from ctv_env.agents.learned.policy_plans import PolicyPlans
from ctv_env.agents.learned.value_network import ValueNetwork
from ctv_env.agents.registry import make_agent
from ctv_env.agents.search.budget import Budget
from ctv_env.agents.search.policy import PLANS, PolicySearchAgent
from ctv_env.core.view import View
from ctv_env.games.ctv.spec import SPEC

SIDES = SPEC.sides


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    file = tmp_path_factory.mktemp("run") / "model.zip"
    save_random_policy(file, "random")
    return file


def searcher(file, side, budget="12"):
    agent = make_agent(f"search:{file}:{budget}", "ctv", "last-stand", side)
    agent.reset(4)
    return agent


def answer(agent, game):
    """What the agent does in a position that it observes."""
    seen = game.observation(game.to_move, agent.observation, "float32")
    return agent.act(seen, game.action_mask(), {"view": View(game, game.to_move)})


@pytest.fixture
def sampled(monkeypatch):
    """The plans of each call that samples some."""
    calls, sample = [], PolicyPlans.sample

    def noted(self, states, temperatures, random):
        ends, plans = sample(self, states, temperatures, random)
        calls.append((states.copy(), temperatures, [list(plan) for plan in plans]))
        return ends, plans

    monkeypatch.setattr(PolicyPlans, "sample", noted)
    return calls


def test_it_plays_whole_games_and_the_same_again(file):
    ends = []
    for _ in range(2):
        game = new_game(seed=2, scenario="last-stand")
        play(game, {side: searcher(file, side) for side in SIDES}, 5)
        ends.append(game.state_hash())
    assert game.winner in SIDES
    assert ends[0] == ends[1]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("best", [0, 7])
def test_it_plays_the_plan_with_the_highest_value_and_elsewhere_as_the_policy(side, best, file, sampled, monkeypatch):
    monkeypatch.setattr(ValueNetwork, "values", lambda self, found: (np.arange(len(found.rows)) == best).astype(float))
    game, agent, policy, taken = at_plan(side), searcher(file, side), PolicyAgent(file, "ctv", "last-stand"), []
    while game.node in ("MOVE", "MOVE_TO"):
        taken.append(answer(agent, game))
        game.step(taken[-1])
    [(_, temperatures, plans)] = sampled
    assert taken == plans[best]
    assert len({tuple(plan) for plan in plans}) > 6
    assert temperatures.tolist() == [0.0] + [1.0] * 11
    other = game.to_move
    assert answer(searcher(file, other), game) == answer(policy, game)
    assert len(sampled) == 1


def test_it_values_the_positions_after_its_plans(file, monkeypatch):
    game, agent, valued = at_plan("republican"), searcher(file, "republican"), []
    monkeypatch.setattr(
        ValueNetwork, "values", lambda self, found: valued.append(found.states) or np.zeros(len(found.rows))
    )
    ask(agent, game)
    (states,) = valued
    assert len(states) == 12
    assert all((end["piece_hex"] != game.record["piece_hex"]).any() for end in states)


def test_its_plans_begin_on_determinizations_with_other_dice(file, sampled):
    game = at_plan("nationalist")
    before = game.state_hash()
    ask(searcher(file, "nationalist", "40"), game)
    assert game.state_hash() == before
    dice = [int(state["rng"][()]) for states, _, _ in sampled for state in states]
    assert len(set(dice)) == 40
    assert int(game.record["rng"][()]) not in dice


def test_it_keeps_to_its_budget(file, sampled):
    for budget, wanted in (("1", [1]), ("12", [12]), ("70", [32, 32, 6])):
        sampled.clear()
        ask(searcher(file, "republican", budget), at_plan("republican"))
        assert [len(states) for states, _, _ in sampled] == wanted
        assert [float(temperatures[0]) for _, temperatures, _ in sampled] == [0.0, 1.0, 1.0][: len(wanted)]
    sampled.clear()
    ask(searcher(file, "republican", "0.001s"), at_plan("republican"))
    assert [len(states) for states, _, _ in sampled] == [32]


def test_a_plan_that_cannot_go_on_is_left_to_the_policy(file, sampled):
    game, agent, policy = at_plan("republican"), searcher(file, "republican"), PolicyAgent(file, "ctv", "last-stand")
    game.step(answer(agent, game))
    agent._plan = [next(action for action in range(469) if not game.action_mask()[action])]
    for _ in range(3):
        chosen = answer(agent, game)
        assert chosen == answer(policy, game)
        game.step(chosen)
    assert len(sampled) == 1


@pytest.mark.parametrize("side", SIDES)
def test_the_end_of_a_game_counts_as_it_ended(side, file):
    game = new_game(seed=5, scenario="last-stand")
    play(game, {one: make_agent("staff", "ctv", "last-stand", one) for one in SIDES}, 5)
    odds = searcher(file, side)._odds(np.array([game.record]))
    assert (odds[0] > 10) == (game.winner == side)
    assert abs(odds[0]) > 10


def test_it_explains_the_plan_that_it_plays(file):
    game = at_plan("republican")
    seen, view = game.observation("republican", "flat", "float32"), View(game, "republican")
    opinion = searcher(file, "republican").explain(seen, game.action_mask(), {"view": view})
    assert opinion.best == answer(searcher(file, "republican"), game)
    assert 0 < max(opinion.scores.values()) < 100
    mover = searcher(file, "republican")
    while game.node in ("MOVE", "MOVE_TO"):
        game.step(answer(mover, game))
    seen, view = game.observation(game.to_move, "flat", "float32"), View(game, game.to_move)
    opinion = searcher(file, game.to_move).explain(seen, game.action_mask(), {"view": view})
    assert opinion.value is None
    assert opinion.best == answer(PolicyAgent(file, "ctv", "last-stand"), game)


def test_names_and_budgets(file):
    usual = make_agent(f"search:{file.parent}", "ctv", "last-stand", "nationalist")
    assert (type(usual), usual.name, usual.files) == (PolicySearchAgent, f"search:{file.parent}", (file,))
    assert usual._budget == Budget(PLANS)
    assert make_agent(f"search:{file}:0.5s", "ctv", "last-stand", "nationalist")._budget == Budget(0.5, True)


def test_other_sides_and_scenarios_and_policies_without_values_are_refused(tmp_path):
    file = tmp_path / "own.zip"
    save_random_policy(file, "republican")
    with pytest.raises(CheckpointError, match="has learned to play the republican, not the nationalist"):
        make_agent(f"search:{file}", "ctv", "last-stand", "nationalist")
    with pytest.raises(CheckpointError, match="its scenario is last-stand, here it is escudo"):
        make_agent(f"search:{file}", "ctv", "escudo", "republican")
    save_random_policy(file, "republican", with_values=False)
    with pytest.raises(CheckpointError, match=r"own\.zip holds no value network of its plans .*plan-values"):
        make_agent(f"search:{file}", "ctv", "last-stand", "republican")
