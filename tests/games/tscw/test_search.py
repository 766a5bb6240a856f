"""The search functions of this game: plans under orders, the outlook, and whole games by the searching agents."""

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.registry import make_agent
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.search.playouts import END, Playouts
from ctv_env.core.bitboard import put
from ctv_env.core.game import Game
from ctv_env.core.view import View
from ctv_env.games.tscw.model.codes import SIDE
from ctv_env.games.tscw.policies.outlook import outlook
from ctv_env.games.tscw.policies.search import SEARCH

GAME = "tscw"
HIDDEN = {"fog": True, "chits": "closed", "air": "simultaneous"}
STAFF = GamePolicy("staff", GAME)


def at_move(seed: int, side: str = "nationalist", scenario: str = "north-1937", **options) -> Game:
    """The start of the second operational movement of a side in a game of the staff against itself."""
    game = new_game(GAME, scenario, seed=seed, **options)
    while game.node != "MOVE_PIECE" or game.to_move != side or game.turn < 8:
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(STAFF.advise(game))
    return game


def plans_of(game: Game, n: int) -> list[tuple[int, ...]]:
    return Playouts(game, 0).plans(View(game, game.to_move), n)


def test_the_plan_by_plain_orders_is_what_the_staff_does():
    game = at_move(1)
    plan, *_ = plans_of(game, 1)
    for action in plan:
        assert game.node in SEARCH.plan_nodes
        assert STAFF.advise(game) == action
        game.step(action)
    assert game.node not in SEARCH.plan_nodes or game.to_move != "nationalist" or plan[-1] == 0


@pytest.mark.whole_games
def test_other_orders_give_other_legal_plans_and_the_same_orders_the_same():
    game = at_move(2)
    plans = plans_of(game, 8)
    assert len(plans) > 3
    assert plans == plans_of(game, 8)
    for plan in plans:
        copy = game.clone()
        for action in plan:
            copy.step(action)  # refuses an illegal action


@pytest.mark.whole_games
def test_orders_are_forgotten_when_the_plan_is_made():
    """The same playout before and after a plan under orders."""
    game = at_move(3)
    playouts = Playouts(game, 0)
    draws = playouts.draw(View(game, game.to_move), 2)
    before = playouts.values(draws.copy(), game.turn + 2, game.to_move)
    playouts.plans(View(game, game.to_move), 8)
    assert playouts.values(draws.copy(), game.turn + 2, game.to_move).tolist() == before.tolist()


@pytest.mark.parametrize("scenario", ["north-1937", "1937"])
def test_the_outlook_grows_with_strength_and_is_the_result_at_the_end(scenario):
    game = at_move(4, scenario=scenario)
    t, s = game.tables.record[0], game.record.copy()
    now = outlook(s, t)
    assert -1 < now < 1
    weaker = s.copy()
    weaker["where"][int(t["n_nationalist"]) : int(t["n_pieces"])] = 0
    assert outlook(weaker, t) > now
    for winner, value in ((SIDE.NATIONALIST, 1), (SIDE.REPUBLICAN, -1)):
        s["winner"] = winner
        assert outlook(s, t) == value


def test_the_outlook_in_the_north_grows_with_each_port():
    game = at_move(4)
    t, s = game.tables.record[0], game.record.copy()
    for side in range(2):
        for cell in t["port_cell"]:
            put(s["control_rows"][side], int(t["n_columns"]), int(cell), side == SIDE.REPUBLICAN)
    values = [outlook(s, t)]
    for cell in t["port_cell"]:
        put(s["control_rows"][SIDE.NATIONALIST], int(t["n_columns"]), int(cell), True)
        values.append(outlook(s, t))
    assert values == sorted(set(values))


@pytest.mark.whole_games
def test_playouts_to_the_end_are_won_or_lost_and_good_for_one_is_bad_for_the_other():
    game = at_move(5)
    playouts = Playouts(game, 0)
    draws = playouts.draw(View(game, game.to_move), 4)
    own, other = (playouts.values(draws.copy(), END, side) for side in game.spec.sides)
    assert set(np.abs(own).tolist()) == {1.0}
    assert own.tolist() == (-other).tolist()


@pytest.mark.whole_games
@pytest.mark.parametrize("options", [{}, HIDDEN], ids=["open", "hidden"])
@pytest.mark.parametrize("name", ["expectimax", "rollout:16", "mcts:16"])
def test_searching_agents_play_whole_games_and_the_same_again(name, options):
    hashes = []
    for _ in range(2):
        game = new_game(GAME, "north-1937", seed=6, **options)
        play(game, {side: make_agent(name, GAME, "north-1937", side) for side in game.spec.sides}, 5)
        hashes.append(game.state_hash())
    assert game.winner
    assert hashes[0] == hashes[1]


def test_each_planner_chooses_from_as_many_plans_as_the_game_says():
    for name, n, budget in zip(("rollout", "mcts"), SEARCH.plans, SEARCH.budgets, strict=True):
        agent = make_agent(name, GAME, "north-1937", "nationalist")
        assert (agent.plans, agent.budget.amount) == (n, budget)
