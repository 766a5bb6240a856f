"""Orders for purchases: the staff's own under plain ones, other purchases under others, sought once for each phase."""

import pytest

from ctv_env import new_game
from ctv_env.agents.registry import make_agent
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.search import planner
from ctv_env.agents.search.playouts import Playouts
from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.search_playouts import PLAIN_ORDERS
from ctv_env.core.view import View
from ctv_env.games.arriba.model.actions import FIRST_VERB
from ctv_env.games.arriba.model.codes import VERB
from ctv_env.games.arriba.policies.orders import NO_CADRES, THRIFTY, habit
from ctv_env.games.arriba.policies.search import SEARCH

STAFF = GamePolicy("staff", "arriba")


def at_purchases(seed: int, turn: int = 2) -> Game:
    """The start of a side's purchases in a game of the staff against itself."""
    game = new_game("arriba", "first-year", seed=seed)
    while game.node != "SUPPLY_MENU" or game.turn < turn:
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(STAFF.advise(game))
    return game


def test_purchases_under_plain_orders_are_those_of_the_staff():
    game = at_purchases(11)
    playouts, side, seen = Playouts(game, 0), game.to_move, set()
    while game.to_move in (side, "chance") and game.node not in ("ORGANISE", "MOVE"):
        if game.to_move == "chance":
            game.roll()
            continue
        assert game.node in SEARCH.order_nodes
        action = STAFF.advise(game)
        assert playouts.heed(View(game, side), PLAIN_ORDERS) == action
        seen.add(game.node)
        game.step(action)
    assert len(seen) > 3


def test_orders_are_obeyed_to_the_end_of_the_purchases_and_others_than_plain_ones_lead_elsewhere():
    game = at_purchases(12)
    playouts = Playouts(game, 0)
    draws, ends = playouts.draw(View(game, game.to_move), 1), set()
    for (orders,) in playouts.orders(12):
        states = draws.copy()
        playouts.obey(states, orders)
        assert states["stage"][0] > game.record["stage"]
        states["rng"] = 0
        ends.add(states.tobytes())
    assert len(ends) > 3


def test_orders_to_be_thrifty_save_ep():
    saved = []
    for seed in (18, 19, 22):
        game = at_purchases(seed)
        playouts, side = Playouts(game, 0), game.spec.sides.index(game.to_move)
        plain_end, thrifty_end = (playouts.draw(View(game, game.to_move), 1) for _ in range(2))
        playouts.obey(plain_end, PLAIN_ORDERS)
        playouts.obey(thrifty_end, orders_of(THRIFTY))
        saved.append(int(thrifty_end["ep"][0, side]) - int(plain_end["ep"][0, side]))
    assert max(saved) > 2


def test_orders_without_cadres_improve_none():
    improve, compared = FIRST_VERB + VERB.IMPROVE, 0
    for seed in range(17, 23):
        game = new_game("arriba", "first-year", seed=seed)
        playouts = Playouts(game, 0)
        while game.to_move is not None:
            if game.to_move == "chance":
                game.roll()
                continue
            action = STAFF.advise(game)
            if action == improve:
                assert playouts.heed(View(game, game.to_move), orders_of(NO_CADRES)) != improve
                compared += 1
            game.step(action)
    assert compared > 3


def orders_of(wanted: int) -> int:
    """Orders with that habit of purchase."""
    w = records(1, new_game("arriba").spec.scratch)[0]
    for orders in range(1, 200):
        w["orders"] = orders
        if habit(w) == wanted:
            return orders
    raise AssertionError(f"no orders with habit {wanted}")


@pytest.mark.parametrize("name", ["rollout:24", "mcts:24"])
def test_orders_for_purchases_are_sought_once_and_kept_to_their_end(name, monkeypatch):
    game = at_purchases(16)
    side, agent, sought = game.to_move, make_agent(name, "arriba", "first-year", game.to_move), []

    def find(candidates, *others):
        sought.append(game.node)
        return candidates[-1]

    monkeypatch.setattr(planner, "halve", find)
    agent.reset(1)
    playouts = Playouts(game, 0)
    while game.node in SEARCH.order_nodes or game.to_move == "chance":
        if game.to_move == "chance":
            game.roll()
            continue
        if game.to_move != side:
            break
        view = View(game, side)
        action = agent.act(None, game.action_mask(), {"view": view})
        assert action == playouts.heed(view, agent._orders)
        game.step(action)
    assert sought == ["SUPPLY_MENU"]
    assert agent._orders != PLAIN_ORDERS
