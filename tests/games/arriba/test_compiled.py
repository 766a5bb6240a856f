"""Compiled and interpreted, the rules play the same games."""

import os
import subprocess
import sys

import pytest
from conformance.subjects import Subject, walk

from ctv_env import new_game

SUBJECT = Subject("arriba", "rising")
_CODE = "from games.arriba.test_compiled import digests; print(*digests({seed}, {steps}))"


def digests(seed: int, steps: int) -> list[str]:
    """Hash of the position at each of the first nodes of a random game."""
    found = []
    for game in walk(SUBJECT.new(seed), seed):
        found.append(game.state_hash())
        if len(found) > steps:
            break
    return found


def _interpreted(seed: int, steps: int) -> list[str]:
    """The same in a process that compiles nothing."""
    path = os.pathsep.join([os.path.join(os.path.dirname(__file__), "..", ".."), *filter(None, sys.path)])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    code = _CODE.format(seed=seed, steps=steps)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    return told.stdout.split()


def test_a_random_game_is_the_same_compiled_and_interpreted():
    assert digests(1, 60) == _interpreted(1, 60)


def test_another_game_does_not_pay_for_it():
    """What is not imported is not compiled."""
    code = (
        "import sys, ctv_env; ctv_env.list_games(); ctv_env.new_game('ctv', 'duel', seed=0); "
        "print([name for name in sys.modules if name.startswith('ctv_env.games.arriba.')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


@pytest.mark.slow
def test_whole_random_games_are_the_same_compiled_and_interpreted():
    for seed in range(6):
        assert digests(seed, 10_000) == _interpreted(seed, 10_000)


@pytest.mark.whole_games
def test_a_hundred_random_games_come_to_an_end():
    for seed in range(100):
        *_, end = walk(new_game("arriba", "campaign", seed), seed)
        assert end.winner in end.spec.sides
