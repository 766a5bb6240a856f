"""Dice and chits of searches, keyed by their place in the game: fair, and the same whatever was rolled before."""

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.agents.search.playouts import Playouts
from ctv_env.core.dice import FACES, roll_d6, stream
from ctv_env.core.jit import records
from ctv_env.core.view import View
from ctv_env.games.tscw.engine.machine import RULES
from ctv_env.games.tscw.model.codes import NODE, OFF, STAGE
from ctv_env.games.tscw.model.state import STATE
from ctv_env.games.tscw.model.tables import TABLES

LIMIT_5, LIMIT_35 = 20.5, 66.6  # chi squared with 5 and 35 degrees of freedom: exceeded once in a thousand


def keyed(is_keyed: bool = True):
    t = records(1, TABLES)[0]
    t["keyed_dice"] = is_keyed
    return t


def at(seed: int, turn: int = 8, stage: int = STAGE.COMBAT_N, target: int = 20):
    s = records(1, STATE)[0]
    s["rng"], s["turn"], s["stage"], s["target"], s["node"] = stream(seed), turn, stage, target, NODE.COMBAT_DIE
    return s


def roll(s, n: int) -> list[int]:
    t = keyed()
    return [RULES.draw_outcome(s, t) for _ in range(n)]


def test_the_dice_of_a_battle_do_not_depend_on_how_many_were_rolled_before_it():
    few, many = at(1), at(1)
    assert roll(few, 2) == roll(many, 9)[:2]
    few["target"] = many["target"] = 21
    assert roll(few, 30) == roll(many, 30)


def test_each_battle_has_dice_of_its_own():
    places = [
        (turn, stage, cell) for turn in (7, 10) for stage in (STAGE.COMBAT_N, STAGE.COMBAT_R) for cell in (0, 20, OFF)
    ]
    dice = [roll(at(1, *place), 30) for place in places]
    assert len(set(map(tuple, dice))) == len(places)


def test_keyed_dice_are_fair_and_a_die_says_nothing_of_the_next():
    dice = np.array([roll(at(seed), 4) for seed in range(6000)])
    for number in range(4):
        counts = np.bincount(dice[:, number], minlength=FACES + 1)[1:]
        assert counts.sum() == 6000
        assert (((counts - 1000) ** 2) / 1000).sum() < LIMIT_5
    pairs = np.zeros((FACES, FACES))
    np.add.at(pairs, (dice[:, 0] - 1, dice[:, 1] - 1), 1)
    assert ((pairs - 6000 / 36) ** 2 / (6000 / 36)).sum() < LIMIT_35


def test_without_keys_the_dice_are_those_of_the_stream():
    s, other, t = at(2), at(2), keyed(False)
    assert [RULES.draw_outcome(s, t) for _ in range(20)] == [roll_d6(other) for _ in range(20)]


@pytest.mark.parametrize("is_keyed", [True, False])
def test_chits_are_drawn_by_their_weight(is_keyed):
    game = new_game("tscw", "north-1937", seed=1)
    assert (game.node, int(game.record["stage"])) == ("EVENT_DRAW", STAGE.EVENTS_N)
    t = game.tables.record.copy()
    t["keyed_dice"] = is_keyed
    weights = dict(game.chance_outcomes())
    drawn = []
    for seed in range(4000):
        s = game.record.copy()
        s["rng"] = stream(seed)
        drawn.append(RULES.draw_outcome(s, t[0]))
    assert set(drawn) <= set(weights)
    for chit, weight in weights.items():
        assert abs(drawn.count(chit) / 4000 - weight) < 4 * (weight / 4000) ** 0.5


def test_searches_key_their_dice_and_leave_those_of_the_game_alone():
    game = new_game("tscw", "north-1937", seed=1)
    assert (Playouts(game, 1).tables.record["keyed_dice"][0], game.tables.record["keyed_dice"][0]) == (1, 0)
    assert View(game, "nationalist").determinize(1).tables.record["keyed_dice"][0] == 0
