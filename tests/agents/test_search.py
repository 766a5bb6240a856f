"""The agents that search: legal, repeatable, within their budget, and blind to what fog hides (5.2)."""

import zlib

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.registry import make_agent, names
from ctv_env.agents.search.budget import Budget
from ctv_env.agents.search.expectimax import ExpectimaxAgent
from ctv_env.agents.search.mcts import HORIZON_TURNS, MctsAgent, Node
from ctv_env.agents.search.playouts import END, Playouts
from ctv_env.agents.search.rollout import RolloutAgent
from ctv_env.agents.search.sequential_halving import halve
from ctv_env.core.game import Game
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import NoSearchError
from ctv_env.core.view import View
from ctv_env.games.ctv.spec import SPEC

SMALL = Budget(6)
SEARCHES = (RolloutAgent, MctsAgent)
SIDES = ("nationalist", "republican")
NO_LEAK = 0.3  # at most 1: allows for the noise of a few samples


def positions(side: str, seed: int, n: int, nodes=("MOVE", "TARGET", "RETREAT"), scenario="last-stand") -> list[Game]:
    """The first ``n`` of: the start of each segment of ``side`` in a game of the staff, and its retreats."""
    game, staff = new_game(seed=seed, scenario=scenario), make_agent("staff", "ctv", scenario, side)
    found: dict = {}
    while game.to_move is not None and len(found) < n:
        if game.to_move == "chance":
            game.roll()
            continue
        if game.to_move == side and game.node in nodes:
            found.setdefault((game.turn, game.node), game.clone())
        game.step(staff.act(None, None, {"view": View(game, game.to_move)}))
    return list(found.values())


def act(agent, game, seed: int, view=View) -> int:
    agent.reset(seed)
    return agent.act(None, game.action_mask(), {"view": view(game, game.to_move)})


@pytest.mark.whole_games
@pytest.mark.parametrize("kind", SEARCHES)
def test_a_search_plays_whole_games_and_the_same_again(kind):
    hashes = []
    for _ in range(2):
        game = new_game(seed=2, scenario="last-stand")
        play(game, {side: kind(SMALL) for side in SIDES}, 5)
        hashes.append(game.state_hash())
    assert game.winner
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.parametrize("side", SIDES)
def test_a_plan_is_followed_to_the_end_of_the_segment(kind, side):
    game, agent = positions(side, 3, 1, ("MOVE",))[0], kind(SMALL)
    turn, searches = game.turn, []
    agent.reset(1)
    find = agent.search
    agent.search = lambda *arguments: searches.append(game.node) or find(*arguments)
    while game.turn == turn and game.to_move == side and game.node in ("MOVE", "MOVE_TO"):
        game.step(agent.act(None, game.action_mask(), {"view": View(game, side)}))
    assert searches == ["MOVE"]


@pytest.mark.parametrize("kind", SEARCHES)
def test_in_combat_a_search_decides_as_expectimax(kind):
    differ = 0
    staff = make_agent("staff", "ctv", "campaign", "republican")
    for game in positions("republican", 4, 7, ("RETREAT",), "campaign"):
        chosen = act(kind(SMALL), game, 0)
        assert chosen == act(ExpectimaxAgent(), game, 0)
        differ += chosen != act(staff, game, 0)
    assert differ


def test_different_orders_give_different_marches_and_plain_orders_come_first():
    game = positions("nationalist", 5, 1, scenario="campaign")[0]
    view = View(game, "nationalist")
    plans = Playouts(game, 1).plans(view, 8)
    assert len(plans) > 5
    assert plans[0] == Playouts(game, 2).plans(view, 1)[0]
    for plan in plans:
        twin = game.clone()
        for action in plan:
            twin.step(action)
        assert (twin.node, twin.turn) != ("MOVE", game.turn)


def test_a_draw_is_used_with_several_dice():
    game = positions("republican", 5, 1)[0]
    states = Playouts(game, 1).draw(View(game, "republican"), 5)
    assert len(set(states["rng"].tolist())) == 5
    assert len({state["piece_hex"].tobytes() for state in states}) == 1
    assert int(game.record["rng"]) not in states["rng"].tolist()


def test_searches_key_their_dice_by_events_and_leave_those_of_the_game_alone():
    game = positions("republican", 5, 1)[0]
    playouts = Playouts(game, 1)
    assert (playouts.tables.record["keyed_dice"][0], game.tables.record["keyed_dice"][0]) == (1, 0)


def test_what_is_good_for_one_side_is_bad_for_the_other():
    game = positions("nationalist", 6, 1)[0]
    playouts = Playouts(game, 1)
    states = playouts.draw(View(game, "nationalist"), 3)
    mine, other = (playouts.values(states.copy(), 7, side) for side in SIDES)
    assert mine.tolist() == (-other).tolist()
    assert np.abs(mine).max() <= 1
    ends = playouts.values(states.copy(), END, "nationalist")
    assert set(np.abs(ends).tolist()) == {1.0}


def test_the_second_side_is_answered_on_the_next_turn():
    game = positions("nationalist", 6, 1)[0]
    playouts = Playouts(game, 0)
    assert [playouts.horizon(View(game, side)) for side in SIDES] == [game.turn + 1, game.turn + 2]


def test_a_tree_widens_with_its_visits_and_prefers_what_pays_for_who_decides():
    node = Node()
    assert node.pick(["a", "b", "c"], 1) == "a"
    for key, value in (("a", 0.9), ("b", -0.9)):
        child = node.child(key)
        child.visits, child.total = 20, 20 * value
    node.visits = 40
    assert node.pick(["a", "b", "c"], 1) == "a"
    node.visits = 50
    assert node.pick(["a", "b", "c"], 1) == "c"
    assert node.pick(["a", "b"], 1) == "a"
    assert node.pick(["a", "b"], -1) == "b"
    node.child("a").visits, node.visits = 10**6, 10**6
    node.child("a").total = 0.0
    assert node.pick(["a", "b"], 1) == "a"


def test_halving_tries_all_on_the_same_draws_and_spends_more_and_more_on_the_better():
    tried, drawn = [], []

    def draw(n):
        drawn.append(n)
        return np.full(n, len(drawn))

    def worth(candidate, states):
        tried.append((candidate, int(states[0]), len(states)))
        states[:] = 0
        return float(candidate[0] * len(states))

    candidates = [(value,) for value in (3, 8, 1, 6, 5, 2, 7, 4)]
    assert halve(candidates, Budget(48), draw, worth) == (8,)
    spent = {one: sum(n for other, _, n in tried if other == one) for one in candidates}
    assert spent == {(1,): 2, (2,): 2, (3,): 2, (4,): 2, (5,): 6, (6,): 6, (7,): 14, (8,): 14}
    assert sum(drawn) == 14
    assert all(number > 0 for _, number, _ in tried)


def test_halving_remembers_the_values_of_the_rounds_before():
    drawn = []

    def draw(n):
        drawn.append(n)
        return np.full(n, len(drawn))

    def worth(candidate, states):
        first, later = {(1,): (0, 0), (2,): (5, 2), (3,): (0, 0), (4,): (9, 1)}[candidate]
        return float(np.where(states == 1, first, later).sum())

    assert halve([(1,), (2,), (3,), (4,)], Budget(48), draw, worth) == (4,), "36 + 8 against 20 + 16"
    assert drawn == [4, 4, 4]


def test_one_candidate_needs_no_search():
    assert halve([(4, 2)], Budget(9), lambda n: pytest.fail("drawn"), lambda one, states: 0.0) == (4, 2)


def test_a_simulation_of_mcts_is_valued_by_the_outlook_before_long_and_the_result():
    game = positions("republican", 6, 1, ("MOVE",))[0]
    view, agent = View(game, "republican"), MctsAgent(SMALL)
    agent.act(None, game.action_mask(), {"view": view})
    draws = agent.playouts.draw(view, 4)
    plan, top = agent.playouts.plans(view, 1)[0], Node()
    agent.playouts.follow(draws, plan)
    soon = agent.playouts.values(draws.copy(), game.turn + HORIZON_TURNS, "republican")
    ends = agent.playouts.values(draws.copy(), END, "republican")
    assert agent._simulate(view, top, draws[:1].copy()) == (soon[0] + ends[0]) / 2
    for i in range(1, 4):
        agent._simulate(view, top, draws[i : i + 1].copy())
    assert (top.visits, len(top.children) > 0) == (4, True)
    assert sum(child.visits for child in top.children.values()) == 3


@pytest.mark.parametrize("side", SIDES)
def test_in_the_tree_the_enemy_does_what_is_worst_for_the_searcher(side):
    game, agent = positions("republican", 4, 1, ("RETREAT",), "campaign")[0], MctsAgent(SMALL)
    view, node = View(game, side), Node()
    agent._prepare(view)
    actions = game.legal_actions()
    worst, best = actions[:2]
    for action in actions:
        child = node.child(action)
        child.visits, child.total = 100, {worst: -90.0, best: 90.0}.get(action, 0.0)
    node.visits = 100 * len(actions)
    path = [node]
    agent._descend(view, game.clone(), path)
    assert path[-1] is node.children[best if side == game.to_move else worst]


@pytest.mark.parametrize("side", SIDES)
def test_rollouts_value_a_plan_at_the_horizon(side):
    game, agent = positions(side, 6, 1, ("MOVE",), "campaign")[0], RolloutAgent(SMALL)
    view = View(game, side)
    agent._prepare(view)
    (plan, *_), draws = agent.playouts.plans(view, 1), agent.playouts.draw(view, 4)
    ends = draws.copy()
    agent.playouts.follow(ends, plan)
    soon, late = (agent.playouts.values(ends.copy(), turn, side) for turn in (agent.playouts.horizon(view), END))
    assert agent._worth(view, plan, draws) == soon.sum() != late.sum()


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_plan_that_cannot_go_on_is_left_to_the_policy(kind):
    game, agent = positions("republican", 5, 1, ("MOVE",))[0], kind(SMALL)
    mask, view = game.action_mask(), View(game, "republican")
    agent.act(None, mask, {"view": view})
    agent._plan = [int(np.flatnonzero(mask == 0)[0])]
    assert agent.act(None, mask, {"view": view}) == agent.fighter.policy.choose(view)


@pytest.mark.parametrize("text", ["12", "0.5s", "2s"])
def test_a_budget_is_read(text):
    budget = Budget.parse(text)
    assert (budget.amount, budget.in_seconds) == (float(text.rstrip("s")), text.endswith("s"))


@pytest.mark.parametrize("text", ["", "0", "0s", "-1", "1.5", "s", "1m", "many"])
def test_what_is_no_budget_is_refused(text):
    with pytest.raises(ValueError, match=f"no budget '{text}': it is a number of playouts such as 120, or seconds"):
        Budget.parse(text)


def test_a_purse_is_emptied_by_playouts_or_by_the_clock(monkeypatch):
    meter = Budget(5).times(2).open()
    meter.spend(9)
    assert not meter.is_empty
    meter.spend(1)
    assert meter.is_empty
    clock = iter([10.0, 10.4, 10.6])
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))
    meter = Budget(0.5, in_seconds=True).open()
    assert [meter.is_empty, meter.is_empty] == [False, True]


def test_names_lead_to_agents_and_budgets():
    for name in names(SPEC):
        assert make_agent(name, "ctv", "campaign", "nationalist").name == name
    agent = make_agent("mcts:0.5s", "ctv", "campaign", "nationalist")
    assert (agent.name, agent.budget) == ("mcts", Budget(0.5, True))


def test_a_game_that_offers_nothing_to_searches_has_none_and_says_so():
    toy = "toygame.spec:SPEC"
    assert names(spec_of(toy)) == ("random", "greedy")
    for name in ("expectimax", "rollout", "mcts:24"):
        with pytest.raises(NoSearchError, match=r"^the game toy offers nothing to search agents$"):
            make_agent(name, toy, None, "azure")


# -- fog ---------------------------------------------------------------------------------------------------------------


def leak(make, side: str, view=View) -> float:
    """How much the choices in positions that differ only in fog differ, less how much they do anyway by chance.

    For each position along a game the agent decides often in it and often in one that its side cannot tell from it:
    the distance between both distributions of actions, less that between two halves of the same.
    """
    rng, excess = np.random.default_rng(7), []
    for game in positions(side, 8, 5):
        twin = game.determinize(side, rng)
        samples = ((game, range(4)), (game, range(4, 8)), (twin, range(8, 12)))
        one, two, other = ([act(make(), where, seed, view) for seed in seeds] for where, seeds in samples)
        excess.append(distance(one, other) - distance(one, two))
    return float(np.mean(excess))


def distance(one: list, two: list) -> float:
    """Total variation between two samples of actions."""
    return sum(abs(one.count(key) - two.count(key)) for key in {*one, *two}) / (2 * len(one))


class Cheat:
    """Acts by where a determinization has the enemy: blind behind a sound view, a cheat behind one with a hole."""

    name, observation = "cheat", None

    def reset(self, seed):
        self.seed = seed

    def act(self, observation, mask, info):
        view = info["view"]
        places = view.determinize(self.seed).record["piece_hex"]
        actions = view.legal_actions()
        return actions[zlib.crc32(places.tobytes()) % len(actions)]


class Hole(View):
    """A view with a hole in the fog: what it draws is the true position."""

    def determinize(self, seed):
        return self._game.clone_for_search(seed)


@pytest.mark.whole_games
@pytest.mark.parametrize("name", names(SPEC))
@pytest.mark.parametrize("side", SIDES)
def test_5_2_no_agent_tells_positions_apart_that_differ_only_in_fog(name, side):
    budget = ":6" if name in ("rollout", "mcts") else ""
    assert leak(lambda: make_agent(name + budget, "ctv", "campaign", side), side) < NO_LEAK


@pytest.mark.whole_games
@pytest.mark.parametrize("side", SIDES)
def test_5_2_an_agent_that_is_given_the_truth_through_a_hole_in_the_fog_is_found_out(side):
    assert leak(Cheat, side, Hole) > NO_LEAK
    assert leak(Cheat, side) < NO_LEAK
