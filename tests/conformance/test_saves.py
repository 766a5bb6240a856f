"""Saved games and records of games: each restores exactly the same game."""

import copy
import json
import pickle
import random
import zlib

import numpy as np
import pytest
from conformance.subjects import some_nodes, step_at_random, walk
from fuzz.play_on import use

from ctv_env.core.game import Game, SaveError
from ctv_env.core.replay.format import SUFFIXES
from ctv_env.core.replay.playback import Playback, verify
from ctv_env.core.replay.reader import ReplayError
from ctv_env.core.replay.recording import RecordedGame

SAVES = {
    "bytes": lambda game: Game.from_bytes(game.to_bytes()),
    "dictionary": lambda game: Game.from_dict(json.loads(json.dumps(game.to_dict()))),
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    "clone": lambda game: game.clone(),
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("way", SAVES)
def test_a_saved_game_goes_on_as_it_would_have(way, subject):
    for game in some_nodes(subject, each=1):
        again = SAVES[way](game)
        assert again.to_bytes() == game.to_bytes()
        assert again.state_hash() == game.state_hash()
        *_, one = walk(game.clone(), 3)
        *_, other = walk(again, 3)
        assert one.to_bytes() == other.to_bytes()


def test_damaged_saves_are_refused(subject):
    data = bytearray(subject.new().to_bytes())
    data[-1] ^= 1
    for wrong in (bytes(data), data[:20], b"", b"nonsense"):
        with pytest.raises(SaveError):
            Game.from_bytes(wrong)


def crafted(game: Game, name: str, number: int) -> bytes:
    """A save in which a field of the position has another number, with the right checksum."""
    data, size = game.to_bytes(), game.spec.state.itemsize
    states = np.frombuffer(bytearray(data[-size:]), game.spec.state).copy()
    states[name] = number
    body = data[12:-size] + states.tobytes()
    return data[:8] + zlib.crc32(body).to_bytes(4, "little") + body


def test_a_crafted_save_is_refused_or_plays_on(subject):
    """Compiled code trusts the numbers of a position, so a wrong one could crash it or keep it busy for ever."""
    chooser, refused = random.Random(0), 0
    fields = [name for name in subject.spec.state.names if subject.spec.state[name].itemsize]
    games = some_nodes(subject, each=1)[:2]
    for game in games:
        for name in fields:
            bounds = np.iinfo(subject.spec.state[name].base)
            for number in (bounds.min, bounds.max, 3):
                try:
                    loaded = Game.from_bytes(crafted(game, name, number))
                except SaveError:
                    refused += 1
                    continue
                use(loaded, chooser)
    assert refused > 0.7 * 3 * len(games) * len(fields)


def test_a_crafted_save_is_refused_in_a_pickle_too(subject):
    game = subject.new()
    data, events = game.__getstate__()
    wrong = crafted(game, "to_move", 99)
    for state in ((wrong, events), (data, None), (data, events.astype(np.float64))):
        with pytest.raises(SaveError):
            Game.__new__(Game).__setstate__(state)


def with_header(game: Game, header: bytes) -> bytes:
    """A save with another header, and the right checksum."""
    body = len(header).to_bytes(4, "little") + header + game.to_bytes()[-game.spec.state.itemsize :]
    return game.to_bytes()[:8] + zlib.crc32(body).to_bytes(4, "little") + body


@pytest.mark.parametrize(
    "change", [{"game": 5}, {"options": []}, {"scenario": None}, {"data_dir": 1}, {"x": 1}, {"rules": "0"}]
)
def test_a_wrong_header_of_a_save_is_refused(change, subject):
    game = subject.new()
    size = int.from_bytes(game.to_bytes()[12:16], "little")
    header = json.loads(game.to_bytes()[16 : 16 + size])
    assert Game.from_bytes(with_header(game, json.dumps(header).encode())).to_bytes() == game.to_bytes()
    for wrong in (json.dumps(header | change).encode(), b"[" * 100_000, b"\xff", b"null", b"{}"):
        with pytest.raises(SaveError):
            Game.from_bytes(with_header(game, wrong))


@pytest.mark.parametrize("value", [5, [], None, "x", {"fog": 3}, {"scenario": "x"}, {"data_dir": "x"}])
def test_wrong_options_of_a_position_are_refused(value, subject):
    with pytest.raises(ValueError, match=r"option|fog"):
        Game.from_dict(subject.new().to_dict() | {"options": value})


def test_positions_with_unknown_keys_or_values_are_refused(subject):
    data = subject.new().to_dict()
    assert data["game"] == subject.spec.name
    for wrong in ({"weathercock": 1}, {"scenario": "atlantis"}, {"turn": 1000}, {"turn": "x"}, {"options": {"x": 1}}):
        with pytest.raises(ValueError, match=r"weathercock|atlantis|turn|x"):
            Game.from_dict(data | wrong)


def record(subject, file, seed: int = 3, steps: int = 10_000) -> Game:
    """Play a random game, up to a number of steps, and record it."""
    players = dict(zip(subject.spec.sides, ("one", "another"), strict=True))
    game, chooser = RecordedGame(subject.new(seed), file, players, seed), random.Random(seed)
    while game.to_move is not None and steps:
        step_at_random(game, chooser)
        steps -= 1
    game.close()
    return game


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_record_is_the_game(suffix, subject, tmp_path):
    file = tmp_path / f"game{suffix}"
    game = record(subject, file)
    result = verify(file)
    assert (result["winner"], result["turn"], result[subject.spec.score.key]) == (game.winner, game.turn, game.score())
    playback = Playback(file)
    steps = list(playback)
    assert result["steps"] == len(steps)
    assert playback.game.state_hash() == game.state_hash()
    assert playback.game.log == game.log


def test_a_record_can_begin_anywhere(subject, tmp_path):
    for k, game in enumerate(some_nodes(subject, each=1)):
        if game.to_move is not None:
            file = tmp_path / f"{k}.jsonl"
            one = RecordedGame(game.clone(), file, {}, None)
            chooser = random.Random(0)
            while one.to_move is not None:
                step_at_random(one, chooser)
            assert verify(file)["winner"] == one.winner


def test_a_record_that_was_changed_is_found_out(subject, tmp_path):
    file = tmp_path / "game.jsonl"
    record(subject, file)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines[2]["hash"] = "0" * 16
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(ReplayError, match="line 3"):
        verify(file)
