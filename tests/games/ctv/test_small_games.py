"""The small scenarios played in full and checked in every respect; short enough for interpreted rules."""

import numpy as np
import pytest
from support.audit import SOUND, audit
from support.knowledge import SIDES, knowledge
from support.players import ask, copy_of, decisions

from ctv_env import new_game
from ctv_env.core.game import Game

GAMES = (
    ("duel", {}),
    ("escudo", {"rivers": True, "play_forced": False}),
    ("reinosa", {"edition": "it", "air_combat": True, "dsg_reduction": True}),
    ("last-stand", {"dice": "keyed"}),
)
EVERY = 50  # decisions
REFUSALS = 47  # one refusal in this many is read


@pytest.mark.parametrize(("name", "options"), GAMES, ids=[name for name, _ in GAMES])
def test_a_small_game_is_sound_from_all_sides(name, options):
    game, rng = new_game(seed=2, scenario=name, **options), np.random.default_rng(2)
    for k, _ in enumerate(decisions(game)):
        if k % EVERY == 0:
            look(game, rng)
    assert game.winner
    assert len(game.log) > 10


def look(game: Game, rng: np.random.Generator) -> None:
    """The position is sound, is saved and written whole, and fog hides from each side what may be redrawn."""
    assert audit(copy_of(game), game.tables.record) == SOUND
    for twin in (Game.from_dict(game.to_dict()), Game.from_bytes(game.to_bytes())):
        assert twin.state_hash() == game.state_hash()
    for side in SIDES:
        assert knowledge(game.determinize(side, rng), side, REFUSALS) == knowledge(game, side, REFUSALS), game


def test_the_staff_sets_up_the_first_pieces_of_a_side():
    """The whole set-up takes too long interpreted."""
    game = new_game(seed=2, setup="placement")
    placed = 0
    for _ in decisions(game):
        placed += game.node == "PLACE"
        if placed == 12:
            break
    assert (ask(copy_of(game), game.tables) in game.legal_actions(), game.turn) == (True, 0)
