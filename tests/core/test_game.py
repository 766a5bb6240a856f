"""The Python object of a game: errors and their messages, dice, copies; on the smallest scenario."""

import os
import pickle
import subprocess
import sys
import zlib

import numpy as np
import pytest

from ctv_env import new_game
from ctv_env.core.game import Game, IllegalActionError, SaveError, checked_seed


@pytest.fixture
def game() -> Game:
    return new_game(seed=1, scenario="duel")


@pytest.fixture
def at_a_die(game) -> Game:
    while game.to_move != "chance":
        game.step(game.legal_actions()[-1])
    return game


@pytest.fixture
def over(game) -> Game:
    while game.to_move is not None:
        if game.to_move == "chance":
            game.roll()
        else:
            game.step(game.legal_actions()[0])
    return game


@pytest.mark.parametrize("action", [-1, 10**6, 1.5, True, None, "DONE"])
def test_what_is_no_action_is_refused_in_words_and_changes_nothing(game, action):
    raw = game.to_bytes()
    assert f"action {action!r} is not a whole number from 0 to " in game.explain_illegal(action)
    with pytest.raises(IllegalActionError, match="not a whole number"):
        game.step(action)
    assert game.to_bytes() == raw


def test_an_illegal_action_is_refused_with_its_node_and_reason(game):
    action = int(np.flatnonzero(game.action_mask() == 0)[0])
    with pytest.raises(IllegalActionError, match=f"^{game.node}: .* is illegal: ."):
        game.step(action)


def test_after_the_end_nothing_is_legal(over):
    assert (over.legal_actions(), over.chance_outcomes()) == ([], [])
    with pytest.raises(IllegalActionError, match=f"over .{over.winner} has won"):
        over.step(0)
    with pytest.raises(IllegalActionError, match="nobody decides"):
        over.roll()
    assert f"won by {over.winner}" in repr(over)


def test_a_die_has_six_even_faces_and_is_rolled_only_where_it_is_due(game):
    assert game.chance_outcomes() == []
    with pytest.raises(IllegalActionError, match="no die is due at MOVE: nationalist decides"):
        game.roll()


def test_a_rolled_die_is_applied(at_a_die):
    assert at_a_die.chance_outcomes() == [(face, 1 / 6) for face in range(1, 7)]
    assert repr(at_a_die).startswith("<Game ctv/duel turn 7: chance to decide ")
    twin = at_a_die.clone()
    face = at_a_die.roll()
    twin.step(face)
    assert twin.state_hash() == at_a_die.state_hash()


def test_interpreted_rules_have_the_same_chances(at_a_die):
    script = f"from ctv_env.core.game import Game; print(Game.from_dict({at_a_die.to_dict()}).chance_outcomes())"
    settings = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=settings)
    assert done.stdout.strip() == str(at_a_die.chance_outcomes()), done.stderr


def test_a_pickled_game_keeps_its_log_and_its_dice(at_a_die):
    twin = pickle.loads(pickle.dumps(at_a_die))
    assert (twin.to_bytes(), twin.log) == (at_a_die.to_bytes(), at_a_die.log)
    assert (twin.roll(), twin.log) == (at_a_die.roll(), at_a_die.log)


def test_a_hand_made_position_must_be_a_dictionary(game):
    assert Game.from_dict(game.to_dict()).state_hash() == game.state_hash()
    with pytest.raises(SaveError, match="a position is a dictionary, not list"):
        Game.from_dict([])
    with pytest.raises(ValueError, match="no game 'chess'; the games are ctv"):
        Game.from_dict({"game": "chess"})


def test_sides_have_names(game):
    with pytest.raises(ValueError, match="no side 'red'; the sides are nationalist, republican"):
        game.observation("red")


@pytest.mark.parametrize("seed", [-1, 1.5, True, "1"])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="a seed is a whole number from 0 up, not"):
        checked_seed(seed)


def _changed(raw: bytes, old: bytes, new: bytes) -> bytes:
    """A save whose header says something else, with a checksum that fits."""
    body = raw[12:].replace(old, new, 1)
    assert body != raw[12:]
    return raw[:8] + zlib.crc32(body).to_bytes(4, "little") + body


def test_a_save_that_is_none_or_damaged_or_of_other_rules_is_refused(game):
    raw = game.to_bytes()
    version, data = game.spec.version.encode(), game.tables.data_hash.encode()
    for bad, message in (
        (b"nothing", "not a saved game"),
        ("text", "not a saved game"),
        (raw[:-1], "damaged"),
        (raw[:40] + bytes([raw[40] ^ 1]) + raw[41:], "damaged"),
        (_changed(raw, b'"rules": "' + version, b'"rules": "' + version[:-1] + b"?"), "saved under rules"),
        (_changed(raw, data, data[:-1] + b"?"), "other game data"),
    ):
        with pytest.raises(SaveError, match=message):
            Game.from_bytes(bad)
