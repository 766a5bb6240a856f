"""Combat weighed over its dice: against plain recursion, and at the board."""

import itertools

import pytest

from agents.compiled import HURDLE, balance_of
from agents.expectimax import CHOICES, MARGIN, ExpectimaxAgent, Fights
from agents.scripted import GamePolicy
from agents.solver import after
from ctv_env import new_game
from ctv_env.core.dice import FACES
from ctv_env.core.game import CHANCE_NAME, Game
from ctv_env.core.view import View

SIDES = ("nationalist", "republican")
EXACT = 3  # branches of a line, all of which the agent weighs
STAFF = GamePolicy("staff")


def fights(n: int, nodes: tuple[str, ...]) -> list[Game]:
    """Positions of games of the staff in which a side chooses in a combat, with open cards and no forced choices."""
    found = []
    for seed in itertools.count():
        game = new_game(seed=seed, scenario="last-stand", fog=False, play_forced=False)
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


def balance(game: Game) -> float:
    return balance_of(game._states, 0, game.tables.record)


def plain(game: Game, branches: int = 0) -> float | None:
    """The Nationalist's value by the definition; None for a tree that the agent may not weigh whole."""
    if game.record["target"] < 0:
        return balance(game)
    is_die = game.to_move == CHANCE_NAME
    if not is_die and game.node != "RETREAT":
        return plain(after(game, STAFF.advise(game)), branches)
    if branches == EXACT or game.node == "ATTRITION_DIE":
        return None
    values = [plain(after(game, action), branches + 1) for action in game.legal_actions()]
    if None in values:
        return None
    if is_die:
        assert len(values) == FACES
        return sum(values) / FACES
    return (max if game.to_move == SIDES[0] else min)(values)


def test_a_choice_is_worth_what_plain_recursion_over_all_dice_says():
    compared, differ = 0, 0
    for game in fights(40, ("SUPPORT_ATT", "SUPPORT_DEF", "LOSS_ATT", "LOSS_DEF", "RETREAT")):
        worth = Fights(game)
        values = {action: plain(after(game, action)) for action in game.legal_actions()}
        for action, value in values.items():
            if value is not None:
                assert worth.value(game, action, SIDES[0]) == pytest.approx(value)
                assert worth.value(game, action, SIDES[1]) == pytest.approx(-value)
                compared += 1
        differ += len(set(values.values())) > 1
    assert compared > 20
    assert differ > 3


def test_the_best_choice_is_taken_and_that_of_the_staff_if_it_is_as_good():
    taken = set()
    for game in fights(80, CHOICES):
        agent = ExpectimaxAgent()
        agent.reset(0)
        staff, worth = STAFF.advise(game), Fights(game)
        values = {action: worth.value(game, action, game.to_move) for action in game.legal_actions()}
        chosen = agent.act(None, game.action_mask(), {"view": View(game, game.to_move)})
        better = max(values.values()) > values[staff] + MARGIN
        assert chosen == (max(values, key=values.get) if better else staff)
        taken.add(better)
    assert taken == {True, False}


def test_not_to_attack_is_worth_the_position_and_what_an_attack_must_promise():
    seen = set()
    for game in fights(30, ("TARGET",)):
        k = SIDES.index(game.to_move)
        value = Fights(game).value(game, 0, game.to_move)
        assert value == (1, -1)[k] * balance(game) + HURDLE[k]
        seen.add(game.to_move)
    assert seen == set(SIDES)


def test_the_balance_counts_points_hexes_and_steps():
    game = new_game(seed=1, scenario="campaign")
    before = balance(game)
    control, steps = game.record["cell_control"].copy(), game.record["unit_steps"].copy()
    cell, own, enemy = game.tables.grid.cell("1408"), 0, int(steps[48:].argmax()) + 48
    control[cell] = 0
    game._states[0]["cell_control"] = control
    gained = balance(game) - before
    assert gained == 15 + 30 * int(game.tables.record["vp"][0][cell]) > 15
    for unit, worth in ((own, -6), (enemy, 10)):
        steps[unit] -= 1
        before = balance(game)
        game._states[0]["unit_steps"] = steps
        assert balance(game) - before == (worth if game.record["piece_place"][unit] == 2 else 0)
