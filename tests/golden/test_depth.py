"""Counts of decision sequences, dice among them, from the start of the small scenarios: any change of a mask shows."""

import pytest

from agents.expectimax import after
from ctv_env import new_game
from ctv_env.core.game import Game

COUNTS = {
    ("duel", "en"): [0] * 6,
    ("escudo", "en"): [0] * 3,
}


def sequences(game: Game, depth: int) -> int:
    """Sequences of ``depth`` actions and faces; those that end the game earlier are none."""
    actions = game.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(sequences(after(game, action), depth - 1) for action in actions)
