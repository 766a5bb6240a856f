"""Training-like stepping with a check of every mask and action, and that the check can fail."""

import re

import numpy as np
import pytest
from support.lab import refusal

from ctv_env.agents.training import soak as soaking
from ctv_env.agents.training.soak import FaultError, soak
from ctv_env.envs.sb3 import SB3VecEnv


@pytest.fixture
def env():
    made = SB3VecEnv(32, ["staff", "random"] * 16, game="ctv", threads=2)
    made.seed(1)
    yield made
    made.close()


@pytest.mark.parametrize("imitation", [0.0, 0.5])
def test_a_few_thousand_decisions_have_no_fault(env, imitation):
    assert list(soak(env, 6400, 1, imitation))[-1] == 6400


def test_a_mask_taken_before_a_step_stays_as_it_was(env):
    env.reset()
    masks = env.action_masks()
    kept = masks.copy()
    env.step(env.games.draw_actions())
    assert np.array_equal(masks, kept)
    assert not np.array_equal(env.action_masks(), kept)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda masks, now, actions: now.__setitem__((6, 1), ~now[6, 1]), "game 6 has another mask"),
        (lambda masks, now, actions: actions.__setitem__(7, np.argmin(masks[7])), "game 7 got an action"),
    ],
)
def test_each_fault_is_found(env, change, message):
    env.reset()
    masks, now = env.action_masks(), env.action_masks()
    actions = masks.argmax(axis=1)
    soaking._check(masks, now, actions)
    change(masks, now, actions)
    with pytest.raises(FaultError, match=message):
        soaking._check(masks, now, actions)


def test_a_position_without_a_legal_action_is_found_before_an_action_is_drawn(env, monkeypatch):
    masks = env.action_masks

    def without_any():
        found = masks()
        found[5] = False
        return found

    monkeypatch.setattr(env, "action_masks", without_any)
    with pytest.raises(FaultError, match="game 5 has no legal action"):
        next(soak(env, 32, 1, 0.0))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "nope"], "error: .*nope"),
        (["--scenario", "nope"], "error: no scenario 'nope'"),
        (["--decisions", "0"], "error: decisions must be at least 1, not 0"),
        (["--threads", "0"], "error: threads must be at least 1, not 0"),
    ],
)
def test_its_command_line_reports_errors_in_a_sentence(arguments, message, capsys):
    assert re.search(message, refusal(capsys, "soak", *arguments))
