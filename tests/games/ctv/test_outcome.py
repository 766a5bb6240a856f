"""How a position stands: VP margin, result and the potential for reward shaping."""

import numpy as np
import pytest
from support.scene import scene

import ctv_env
from ctv_env.core.jit import records
from ctv_env.games.ctv.engine.outcome import potential, result, vp_margin
from ctv_env.games.ctv.model.state import WORK

NAT, REP = 0, 1


def phi(game, side=NAT):
    """The potential of ``side``."""
    return potential(game.record, game.tables.record[0], records(1, WORK)[0], side)


@pytest.mark.whole_games
def test_the_potential_is_zero_sum_and_bounded_and_0_at_the_end():
    values = []
    for seed in (2, 3):
        game, rng = ctv_env.new_game("ctv", seed=seed), np.random.default_rng(seed)
        while game.to_move is not None:
            if game.to_move == "chance":
                game.roll()
                continue
            values.append(phi(game))
            assert phi(game, REP) == -values[-1]
            assert -1 <= values[-1] <= 1
            game.step(rng.choice(game.legal_actions()))
        assert phi(game) == phi(game, REP) == 0
    assert len(set(values)) > 50


BASE = {"LIT 1": "2108", "LIT 2": "2208", "CLXX": "1909", "CLXXI": "1809"}


@pytest.mark.parametrize(
    ("pieces", "more"),
    [
        (BASE | {"LIT 2": "2106"}, {}),  # beside Reinosa
        (BASE | {"CLXX": ("1909", {"steps": 1})}, {}),
        (BASE, {"morale": 3}),
        (BASE, {"control": {"nationalist": ["1418"]}}),
    ],
    ids=["nearer", "enemy step lost", "morale", "objective"],
)
def test_what_is_good_for_the_nationalist_raises_it(pieces, more):
    assert phi(scene(pieces, **more)) > phi(scene(BASE))


def test_steps_lost_lower_it():
    assert phi(scene(BASE | {"LIT 1": ("2108", {"steps": 1})})) < phi(scene(BASE))


def test_the_vp_margin_is_above_or_below_what_wins():
    game = scene(BASE, control={"nationalist": ["1211", "2006"]})
    s, t = game.record, game.tables.record[0]
    assert game.vp() == 4
    assert vp_margin(s, t, NAT) == -2
    assert vp_margin(s, t, REP) == 2


def test_the_result_is_1_for_the_winner_and_minus_1_for_the_loser():
    game = scene(BASE, turn=7)
    assert result(game.record, NAT) == result(game.record, REP) == 0
    while game.to_move is not None:
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(game.legal_actions()[0])
    assert game.winner == "republican"
    assert result(game.record, REP) == 1
    assert result(game.record, NAT) == -1
