"""The search functions of this game: plans under orders, the outlook, and whole games by the searching agents."""

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.agents.base import play
from ctv_env.agents.registry import make_agent
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.search.expectimax import Fights
from ctv_env.agents.search.mcts import HORIZON_TURNS, Node
from ctv_env.agents.search.playouts import END, Playouts
from ctv_env.agents.search.solver import after
from ctv_env.core.game import Game
from ctv_env.core.view import View
from ctv_env.games.arriba.engine.node_table import NODES
from ctv_env.games.arriba.model import codes
from ctv_env.games.arriba.policies.outlook import outlook
from ctv_env.games.arriba.policies.search import SEARCH

MOVE_NODES = ("MOVE", "MOVE_BG", "MOVE_TO", "DROP", "DROP_POST")
FIGHT_NODES = [
    node.kind.name
    for code, node in NODES.items()
    if codes.NODE.ATTACK < code <= codes.NODE.COUNTER_TARGET and code != codes.NODE.COUNTER
]
EXACT = (SEARCH.fight_rows - 3) // 2  # dice of a line, all of which are averaged over
STAFF = GamePolicy("staff", "arriba")


def at_move(seed: int, turn: int = 2) -> Game:
    """The start of a Movement Phase in a game of the staff against itself."""
    game = new_game("arriba", "first-year", seed=seed)
    while game.node != "MOVE" or game.turn < turn:
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
    side, turn = game.to_move, game.turn
    for action in plan:
        assert game.node in MOVE_NODES
        assert STAFF.advise(game) == action
        game.step(action)
    assert (game.to_move, game.turn) != (side, turn) or game.node not in MOVE_NODES


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


def test_the_outlook_grows_with_support_and_strength_and_is_the_result_at_the_end():
    game = at_move(4)
    t, s = game.tables.record[0], game.record.copy()
    now = outlook(s, t)
    assert -1 < now < 1
    s["ps"][0] += 10
    assert outlook(s, t) > now
    s["ps"][0] -= 10
    weaker = s.copy()
    weaker["bg_units"][0] = 0
    assert outlook(weaker, t) < now
    for winner, value in ((0, 1), (1, -1)):
        s["winner"] = winner
        assert outlook(s, t) == value


@pytest.mark.whole_games
def test_playouts_to_the_end_are_won_or_lost_and_good_for_one_is_bad_for_the_other():
    game = at_move(5)
    playouts = Playouts(game, 0)
    draws = playouts.draw(View(game, game.to_move), 4)
    own, other = (playouts.values(draws.copy(), END, side) for side in ("government", "rebel"))
    assert set(np.abs(own).tolist()) == {1.0}
    assert own.tolist() == (-other).tolist()


@pytest.mark.whole_games
@pytest.mark.parametrize("name", ["expectimax", "rollout:16", "mcts:16"])
def test_searching_agents_play_whole_games_and_the_same_again(name):
    hashes = []
    for _ in range(2):
        game = new_game("arriba", "rising", seed=6)
        play(game, {side: make_agent(name, "arriba", "rising", side) for side in game.spec.sides}, 5)
        hashes.append(game.state_hash())
    assert game.winner
    assert hashes[0] == hashes[1]


def test_a_simulation_of_mcts_is_valued_by_the_outlook_two_turns_ahead_alone():
    game = at_move(7)
    view, agent = View(game, game.to_move), make_agent("mcts:2", "arriba", "first-year", game.to_move)
    agent.reset(1)
    agent.act(None, game.action_mask(), {"view": view})
    draws = agent.playouts.draw(view, 1)
    agent.playouts.follow(draws, agent.playouts.plans(view, 1)[0])
    soon = agent.playouts.values(draws.copy(), game.turn + HORIZON_TURNS, view.side)
    assert agent._simulate(view, Node(), draws.copy()) == soon[0]
    assert abs(soon[0]) < 1


@pytest.mark.whole_games
def test_plans_tried_on_the_same_draws_share_most_of_their_luck():
    """Two plans end better in the same worlds: without keyed dice the mean correlation of their values is about 0.2."""
    correlations = []
    for seed in (8, 9, 10):
        game = at_move(seed)
        playouts = Playouts(game, 0)
        view = View(game, game.to_move)
        draws, values = playouts.draw(view, 60), []
        for plan in playouts.plans(view, 4):
            states = draws.copy()
            playouts.follow(states, plan)
            values.append(playouts.values(states, game.turn + 2, view.side))
        correlations.append(np.corrcoef(values)[0, 1:].mean())
    assert np.mean(correlations) > 0.45


def test_each_planner_chooses_from_as_many_plans_as_the_game_says():
    for name, n, budget in zip(("rollout", "mcts"), SEARCH.plans, SEARCH.budgets, strict=True):
        agent = make_agent(name, "arriba", "campaign", "rebel")
        assert (agent.plans, agent.budget.amount) == (n, budget)


def plain(game: Game, playouts: Playouts, turn: int, dice: int = 0) -> float | None:
    """The Government's value by the definition; None for a tree that is not averaged over whole."""
    if game.node not in FIGHT_NODES:
        return playouts.values(game.clone()._states, turn, "government")[0]
    if game.to_move != "chance":
        return plain(after(game, STAFF.advise(game)), playouts, turn, dice)
    if dice == EXACT:
        return None
    values = [plain(after(game, face), playouts, turn, dice + 1) for face, _ in game.chance_outcomes()]
    return None if None in values else sum(values) / len(values)


@pytest.mark.whole_games
def test_an_attack_is_worth_what_plain_recursion_over_its_dice_says():
    compared, worths = 0, set()
    for seed in range(3):
        game = new_game("arriba", "rising", seed=seed, play_forced=False)
        while game.to_move is not None and compared < 4 * (seed + 1):
            if game.to_move == "chance":
                game.roll()
                continue
            action = STAFF.advise(game)
            if game.node == "TARGET":
                playouts = Playouts(game, 0)
                value = plain(after(game, action), playouts, game.turn + 1)
                if value is not None:
                    assert Fights(playouts).value(game.record, action, game.turn + 1) == pytest.approx(value)
                    compared += 1
                    worths.add(value)
            game.step(action)
    assert compared == 12
    assert len(worths) > 6
