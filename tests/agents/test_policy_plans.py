"""Plans of a policy: sampled by its probabilities, and played as the policy itself would play them."""

import numpy as np
import pytest
from support.plans import at_plan
from support.policies import save_random_policy

from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.checkpoint import identity_of, save
from ctv_env.agents.learned.plan_trials import OBSERVATION, PlanTrials
from ctv_env.agents.learned.policy_agent import PolicyAgent, sampled
from ctv_env.agents.learned.policy_plans import (
    PLAN_VALUES,
    PolicyPlans,
    has_plan_values,
    is_planning,
    plan_nodes_of,
    plan_values_in,
)
from ctv_env.core.batch import ACT
from ctv_env.core.jit import records
from ctv_env.games.ctv.spec import SPEC

SIDES = SPEC.sides


@pytest.fixture(scope="module")
def policy(tmp_path_factory):
    file = tmp_path_factory.mktemp("policy") / "model.zip"
    save_random_policy(file, "random")
    return PolicyAgent(file, "ctv", "last-stand")


def _copies(game, n: int) -> np.ndarray:
    states = records(n, SPEC.state)
    states[:] = game.record
    return states


def _plans(policy, side: str, n: int) -> PolicyPlans:
    return PolicyPlans(policy, SIDES.index(side), n, "ctv", "last-stand")


@pytest.mark.parametrize("side", SIDES)
def test_without_temperature_a_plan_is_what_the_policy_does(side, policy):
    game, taken = at_plan(side), []
    ends, plans = _plans(policy, side, 5).sample(_copies(game, 3), np.zeros(3), np.random.default_rng(1))
    while game.node in ("MOVE", "MOVE_TO") and game.to_move == side:
        seen = game.observation(side, policy.observation, "float32")
        taken.append(policy.act(seen, game.action_mask(), {}))
        game.step(taken[-1])
    assert len(taken) > 3
    assert plans == [taken] * 3
    assert (ends["piece_hex"] == game.record["piece_hex"]).all()


@pytest.mark.parametrize("side", SIDES)
def test_plans_differ_with_temperature_and_lead_to_where_their_actions_lead(side, policy):
    game = at_plan(side)
    before = game.state_hash()
    ends, plans = _plans(policy, side, 6).sample(_copies(game, 6), np.full(6, 1.0), np.random.default_rng(2))
    assert game.state_hash() == before
    assert len({tuple(plan) for plan in plans}) == 6
    for end, plan in zip(ends, plans, strict=True):
        again = at_plan(side)
        for action in plan:
            assert again.node in ("MOVE", "MOVE_TO")
            again.step(action)
        assert (again.node, again.to_move) != ("MOVE", side)
        assert (end["piece_hex"] == again.record["piece_hex"]).all()


def test_a_plan_ends_with_its_turn(policy, monkeypatch):
    plans = _plans(policy, "republican", 1)
    run, now = plans._games.run, plans._games.batch.states

    def next_turn(tasks):
        run(tasks)
        if (tasks & ACT).any():
            now["turn"] += 1

    monkeypatch.setattr(plans._games, "run", next_turn)
    _, [taken] = plans.sample(_copies(at_plan("republican"), 1), np.zeros(1), np.random.default_rng(1))
    assert len(taken) == 1


@pytest.mark.parametrize("side", SIDES)
def test_positions_after_plans_are_seen_as_those_after_the_plans_of_a_manager(side):
    trials = PlanTrials(SPEC, SPEC.load("last-stand"), 1)
    found = trials.outcomes(_copies(at_plan(side), 1), np.array([[0, 5, 6]]))
    again = trials.after(found.states, SIDES.index(side))
    assert (again.rows == found.rows).all()
    assert again.outlooks == pytest.approx(found.outlooks)
    assert len(set(found.outlooks.tolist())) > 1
    assert (again.states == found.states).all()


def test_samples_follow_the_probabilities_and_are_legal():
    logits = np.log(np.array([0.6, 0.3, 0.1], np.float32))
    many = np.tile(np.append(logits, -np.inf), (20_000, 1))
    random = np.random.default_rng(3)
    shares = np.bincount(sampled(many, np.ones(20_000), random), minlength=4) / 20_000
    assert shares == pytest.approx([0.6, 0.3, 0.1, 0.0], abs=0.015)
    assert shares[3] == 0
    assert set(sampled(many, np.zeros(20_000), random)) == {0}
    hotter = np.bincount(sampled(many, np.full(20_000, 3.0), random), minlength=4) / 20_000
    assert 0.15 < hotter[2] < hotter[1] < hotter[0] < 0.5


def test_a_side_plans_where_it_moves_at_a_node_of_plans():
    nodes = plan_nodes_of(SPEC)
    assert [SPEC.node_name(k) for k in nodes] == ["MOVE", "MOVE_TO"]
    states = _copies(at_plan("republican"), 3)
    states["to_move"][1] = 0
    states["node"][2] = nodes.max() + 1
    assert is_planning(states, nodes, 1).tolist() == [True, False, False]


def test_the_value_network_of_a_checkpoint(tmp_path):
    with_values, without = tmp_path / "with.zip", tmp_path / "without.zip"
    save_random_policy(with_values, "republican")
    save_random_policy(without, "republican", with_values=False)
    assert has_plan_values(with_values)
    assert not has_plan_values(without)
    assert plan_values_in(with_values, SPEC.load("last-stand"))
    identity = identity_of("ctv", "last-stand", OBSERVATION, "republican")
    save(without, {"identity": identity}, **{PLAN_VALUES: {"0.weight": np.zeros((1, 3), np.float32)}})
    with pytest.raises(CheckpointError, match=r"without\.zip cannot be used to search: "):
        plan_values_in(without, SPEC.load("last-stand"))
