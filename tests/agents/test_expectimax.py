"""Combat averaged over its dice: against plain recursion, and in a game."""

import itertools

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.agents.scripted.policy import GamePolicy
from ctv_env.agents.search.expectimax import WORLDS, ExpectimaxAgent, Fights
from ctv_env.agents.search.playouts import Playouts
from ctv_env.agents.search.solver import after
from ctv_env.core.dice import FACES
from ctv_env.core.game import Game
from ctv_env.core.terms import CHANCE_NAME
from ctv_env.core.view import View
from ctv_env.games.ctv.policies.search import SEARCH

SIDES = ("nationalist", "republican")
EXACT = (SEARCH.fight_rows - 3) // 2  # dice of a line, all of which the agent averages over
STAFF = GamePolicy("staff")


def fights(n: int, nodes: tuple[str, ...]) -> list[Game]:
    """Positions of games of the staff in which a side chooses in a combat, with open cards and no forced choices."""
    found = []
    for seed in itertools.count():
        game = new_game(seed=seed, scenario="last-stand", fog=False, play_forced=False, dice="keyed")
        while game.to_move is not None:
            if len(found) == n:
                return found
            if game.to_move == CHANCE_NAME:
                game.roll()
                continue
            if game.node in nodes and len(game.legal_actions()) > 1:
                found.append(game.clone())
            game.step(STAFF.advise(game))
    return found


def plain(game: Game, playouts: Playouts, turn: int, dice: int = 0) -> float | None:
    """The Nationalist's value by the definition; None for a tree that the agent may not weigh whole."""
    if game.record["target"] < 0:
        return playouts.values(game.clone()._states, turn, SIDES[0])[0]
    if game.to_move != CHANCE_NAME:
        return plain(after(game, STAFF.advise(game)), playouts, turn, dice)
    if dice == EXACT or game.node == "ATTRITION_DIE":
        return None
    values = [plain(after(game, face), playouts, turn, dice + 1) for face, _ in game.chance_outcomes()]
    assert len(values) == FACES
    return None if None in values else sum(values) / FACES


def test_a_choice_is_worth_what_plain_recursion_over_all_dice_says():
    compared, differ = 0, 0
    for game in fights(12, ("SUPPORT_ATT", "SUPPORT_DEF", "LOSS_ATT", "LOSS_DEF", "RETREAT")):
        playouts, turn = Playouts(game, 0), game.turn + 1
        worth = Fights(playouts)
        values = {action: plain(after(game, action), playouts, turn) for action in game.legal_actions()}
        for action, value in values.items():
            if value is not None:
                assert worth.value(game.record, action, turn) == pytest.approx(value)
                compared += 1
        differ += len(set(values.values())) > 1
    assert compared > 20
    assert differ > 3


def test_the_best_choice_is_taken_and_that_of_the_staff_if_it_is_as_good():
    taken = set()
    for game in fights(40, SEARCH.fight_nodes):
        agent, view = ExpectimaxAgent(), View(game, game.to_move)
        agent.reset(0)
        staff, values = STAFF.advise(game), Fights(Playouts(view.determinize(0), 0)).values(view)
        chosen = agent.act(None, game.action_mask(), {"view": view})
        better = max(values.values()) > values[staff]
        assert chosen == (max(values, key=values.get) if better else staff)
        taken.add(better)
    assert taken == {True, False}


def test_a_choice_is_tried_in_several_worlds_and_what_is_good_for_one_side_is_bad_for_the_other():
    for game in fights(6, SEARCH.fight_nodes):
        view = View(game, game.to_move)
        playouts = Playouts(game, 3)
        worlds = [playouts.draw(view, 1)[0] for _ in range(WORLDS)]
        worth, sign, turns = Fights(playouts), *((1, 1) if view.side == SIDES[0] else (-1, 2))
        for action, value in Fights(Playouts(game, 3)).values(view).items():
            assert value == pytest.approx(
                sign * np.mean([worth.value(one, action, game.turn + turns) for one in worlds])
            )
