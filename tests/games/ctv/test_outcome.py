"""Evaluation of a position: the potential for reward shaping."""

import numpy as np
import pytest
from support.scene import scene

import ctv_env
from ctv_env.core.jit import records
from ctv_env.games.ctv.engine.outcome import potential
from ctv_env.games.ctv.model.state import SCRATCH


def phi(game):
    """The potential of the Nationalist."""
    return potential(game.record, game.tables.record[0], records(1, SCRATCH)[0])


@pytest.mark.whole_games
def test_the_potential_is_bounded_and_0_at_the_end():
    values = []
    for seed in (2, 3):
        game, rng = ctv_env.new_game("ctv", seed=seed), np.random.default_rng(seed)
        while game.to_move is not None:
            if game.to_move == "chance":
                game.roll()
                continue
            values.append(phi(game))
            assert -1 <= values[-1] <= 1
            game.step(rng.choice(game.legal_actions()))
        assert phi(game) == 0
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
