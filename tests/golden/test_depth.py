"""Counts of decision sequences, including dice, from the start of the small scenarios; they reveal any mask change."""

import pytest

from ctv_env import new_game
from ctv_env.agents.search.solver import after
from ctv_env.core.game import Game

COUNTS = {
    "duel": [3, 8, 29, 105, 298, 786, 2062],
    "escudo": [20, 222, 4259, 46565],
    "reinosa": [7, 147, 1433, 27111],
    "last-stand": [11, 242, 1514, 23484],
}
"""By scenario, sequences of 1, 2, 3, ... actions and faces; those that end the game earlier do not count."""


def sequences(game: Game, depth: int) -> int:
    """How many sequences of ``depth`` actions and faces there are."""
    actions = game.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(sequences(after(game, action), depth - 1) for action in actions)


@pytest.mark.parametrize("scenario", COUNTS)
def test_there_are_as_many_sequences_as_there_were(scenario):
    game = new_game("ctv", scenario, 0)
    assert [sequences(game, depth + 1) for depth in range(len(COUNTS[scenario]))] == COUNTS[scenario]
