"""The search by value networks: it looks past its plans, keeps to its budget, and refuses what holds no networks."""

import numpy as np
import pytest
from support.plans import ask, at_plan, row_of_plan

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.learned.archive import CheckpointError
from ctv_env.agents.learned.checkpoint import identity_of, save
from ctv_env.agents.learned.manager import KIND
from ctv_env.agents.learned.plan_trials import OBSERVATION, PlanTrials
from ctv_env.agents.learned.shipped import FOLDER
from ctv_env.agents.learned.value_network import ValueNetwork
from ctv_env.agents.registry import make_agent
from ctv_env.agents.search import net
from ctv_env.agents.search.budget import Budget
from ctv_env.agents.search.net import NetSearchAgent
from ctv_env.agents.search.playouts import Playouts
from ctv_env.core.view import View
from ctv_env.games.ctv.spec import SPEC

SIDES = ("nationalist", "republican")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The checkpoint of a manager of eight plans, whose networks are a layer of random numbers."""
    file, random = tmp_path_factory.mktemp("run") / "model.zip", np.random.default_rng(1)
    size = 1 + sum(layout.size for layout in SPEC.load("last-stand").observations[OBSERVATION])
    weights = {f"{side}/0.weight": random.normal(0, 0.1, (1, size)).astype(np.float32) for side in SIDES}
    biases = {f"{side}/0.bias": np.zeros(1, np.float32) for side in SIDES}
    identity = identity_of("ctv", "last-stand", OBSERVATION, "random")
    save(file, {"agent": KIND, "identity": identity, "plans": 8}, weights=weights | biases)
    return file


def searcher(file, side, budget=24):
    agent = make_agent(f"search:{file}:{budget}", "ctv", "last-stand", side)
    agent.reset(4)
    return agent


def chance(log_odds: float) -> float:
    return 1 / (1 + np.exp(-log_odds))


def test_it_plays_whole_games_and_the_same_again(file):
    ends = []
    for _ in range(2):
        game = new_game(seed=2, scenario="last-stand")
        play(game, {side: searcher(file, side) for side in SIDES}, 5)
        ends.append(game.state_hash())
    assert game.winner in SIDES
    assert ends[0] == ends[1]


@pytest.mark.parametrize("side", SIDES)
def test_it_plays_the_plan_that_simulations_value_most(side, file, monkeypatch):
    game, seen, played = at_plan(side), set(), []

    def simulate(self, trials, orders, states):
        seen.add(orders)
        return np.full(len(states), float(orders == max(seen)))

    monkeypatch.setattr(NetSearchAgent, "_simulate", simulate)
    plan = PlanTrials.plan
    monkeypatch.setattr(PlanTrials, "plan", lambda self, states, one: played.append(one) or plan(self, states, one))
    taken = row_of_plan(searcher(file, side), game)
    assert 1 < len(seen) <= 8
    assert played == [max(seen)]
    assert len(taken) > 1


@pytest.mark.parametrize("side", SIDES)
def test_only_plans_that_its_network_values_are_simulated(side, file, monkeypatch):
    game, agent, simulated, offered = at_plan(side), searcher(file, side), set(), []
    monkeypatch.setattr(net, "SEARCHED", 2)
    simulate, outcomes = NetSearchAgent._simulate, PlanTrials.outcomes

    def watched(self, trials, orders, states):
        simulated.add(orders)
        return simulate(self, trials, orders, states)

    monkeypatch.setattr(NetSearchAgent, "_simulate", watched)
    monkeypatch.setattr(
        PlanTrials, "outcomes", lambda self, states, orders: offered.append(orders) or outcomes(self, states, orders)
    )
    monkeypatch.setattr(ValueNetwork, "values", lambda self, found: np.arange(len(found.rows), dtype=float))
    ask(agent, game)
    assert simulated == {int(offered[0][0, k]) for k in (-1, -2)}


@pytest.mark.parametrize("side", SIDES)
def test_a_simulation_weighs_the_plan_and_the_best_answer_of_the_side_that_plans_next(side, file, monkeypatch):
    game, agent, asked = at_plan(side), searcher(file, side), []
    states = Playouts(game, 1).draw(View(game, side), 3)

    def values(self, found):
        asked.append((self, len(found.rows)))
        return np.where(np.arange(len(found.rows)) % net.ANSWERS == 3, 2.0, -1.0)

    monkeypatch.setattr(ValueNetwork, "values", values)
    found = agent._simulate(agent._ready_trials(), 0, states)
    own = SIDES.index(side)
    assert asked == [(agent._networks[own], 3), (agent._networks[1 - own], 3 * net.ANSWERS)]
    assert found == pytest.approx((chance(-1.0) + 1 - chance(2.0)) / 2)


def test_plans_share_their_dice(file):
    game, agent = at_plan("nationalist"), searcher(file, "nationalist")
    states = Playouts(game, 1).draw(View(game, "nationalist"), 1)
    ends = [agent._ready_trials().outcomes(states, np.array([[0]])).states for _ in range(2)]
    for end in ends:
        agent._ready_trials().play_on(end)
    assert ends[0].tobytes() == ends[1].tobytes()
    assert agent._ready_trials().tables["keyed_dice"][0] == 1


def test_it_explains_the_plan_that_it_plays(file):
    game = at_plan("nationalist")
    opinion = searcher(file, "nationalist").explain(None, game.action_mask(), {"view": View(game, "nationalist")})
    assert opinion.best == ask(searcher(file, "nationalist"), game)
    assert 0 < max(opinion.scores.values()) < 100


@pytest.mark.parametrize("side", SIDES)
def test_the_end_of_a_game_counts_as_it_ended(side, file):
    game = new_game(seed=5, scenario="last-stand")
    play(game, {one: make_agent("staff", "ctv", "last-stand", one) for one in SIDES}, 5)
    agent = searcher(file, side)
    assert agent._prospects(agent._ready_trials(), np.array([game.record])).tolist() == [game.winner == side]


def test_it_keeps_to_its_budget(file, monkeypatch):
    counts = []
    simulate = NetSearchAgent._simulate
    monkeypatch.setattr(
        NetSearchAgent,
        "_simulate",
        lambda self, trials, orders, states: counts.append(len(states)) or simulate(self, trials, orders, states),
    )
    for budget in (12, 48):
        counts.clear()
        ask(searcher(file, "nationalist", budget), at_plan("nationalist"))
        assert 0 < sum(counts) <= budget + 8 * 3  # each of three rounds may end with some more


def test_names_and_budgets(file):
    usual = make_agent(f"search:{file}", "ctv", "last-stand", "nationalist")
    assert (usual.name, usual.files, usual._budget) == (f"search:{file}", (file,), Budget(192))
    assert make_agent(f"search:{file.parent}:0.5s", "ctv", "last-stand", "nationalist")._budget == Budget(0.5, True)
    shipped = make_agent("search:net:24", "ctv", "campaign", "nationalist")
    assert (shipped.name, shipped.files) == ("search:net:24", (FOLDER / "ctv" / "campaign.zip",))
    assert shipped._budget == Budget(24)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("search:net:many", "no budget 'many'"),
        ("search:nowhere.zip", "no agent 'nowhere.zip'"),
        (f"search:{FOLDER / 'ctv' / 'staff-tuned-republican.zip'}", "holds no value networks to search with"),
    ],
)
def test_what_cannot_be_searched_with_is_refused_in_words(name, message):
    with pytest.raises(ValueError, match=message):
        make_agent(name, "ctv", "campaign", "republican")


def test_a_scenario_without_networks_says_which_there_are():
    with pytest.raises(CheckpointError, match=r"no value networks .* 'rising' of arriba, for none of its scenarios"):
        make_agent("search:net", "arriba", "rising", "rebel")
