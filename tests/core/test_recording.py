"""Games that record themselves."""

import contextlib
import gzip
import pickle

import pytest
from support.records import PLAYERS, lines_of, record_walk

from ctv_env import new_game
from ctv_env.core.game import IllegalActionError
from ctv_env.core.replay.playback import Playback
from ctv_env.core.replay.reader import ReplayError
from ctv_env.core.replay.recording import RecordedGame, new_file, recorded


def test_every_action_and_die_is_a_line_with_the_position_after_it(tmp_path):
    end = record_walk(tmp_path / "game.jsonl")
    header, *steps, last = lines_of(tmp_path / "game.jsonl")
    assert [line["step"] for line in steps] == list(range(1, len(steps) + 1))
    assert {line["actor"] for line in steps} == {"nationalist", "republican", "chance"}
    assert steps[-1]["hash"] == end["hash"]
    assert last["result"]["winner"] == end["winner"]
    assert last["result"]["steps"] == len(steps)
    assert (header["seed"], header["nth"], header["players"]) == (3, 1, PLAYERS)


def test_the_header_says_what_is_played(tmp_path):
    record_walk(tmp_path / "game.jsonl", steps=1, edition="it")
    header = lines_of(tmp_path / "game.jsonl")[0]
    game = new_game("ctv", "escudo", edition="it")
    assert header["options"] == game.tables.options
    assert header["data"] == game.tables.data_hash
    assert header["actions"] == game.tables.actions.hash
    assert header["rules"]["version"] == game.spec.version
    assert header["start"] == game.state_hash()
    assert "position" not in header


def test_until_the_end_the_record_grows_in_a_part_file(tmp_path):
    game = RecordedGame(new_game("ctv", "escudo", 3), tmp_path / "game.jsonl.gz", PLAYERS)
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl.gz.part"]
    game.close()
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl.gz"]
    game.close()


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz"])
def test_what_a_crash_leaves_can_be_read(suffix, tmp_path):
    game = RecordedGame(new_game("ctv", "campaign", 3), tmp_path / f"game.{suffix}", PLAYERS)
    for _ in range(70):
        game.roll() if game.to_move == "chance" else game.step(game.legal_actions()[-1])
    found = []
    with contextlib.suppress(ReplayError):
        found.extend(step.step for step in Playback(tmp_path / f"game.{suffix}.part"))
    assert found == list(range(1, 65))


def test_an_old_record_stays_until_the_new_one_is_whole(tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text("old")
    game = RecordedGame(new_game("ctv", "escudo", 3), file, PLAYERS)
    game.step(game.legal_actions()[0])
    assert file.read_text() == "old"
    game.close()
    assert file.read_text() != "old"


def test_refused_actions_are_not_recorded(tmp_path):
    game = RecordedGame(new_game("ctv", "escudo", 3), tmp_path / "game.jsonl", PLAYERS)
    illegal = next(action for action in range(469) if not game.action_mask()[action])
    for action in (illegal, -1, "0"):
        with pytest.raises(IllegalActionError):
            game.step(action)
    game.close()
    assert len(lines_of(tmp_path / "game.jsonl")) == 1


def test_copies_are_not_recorded(tmp_path):
    game = RecordedGame(new_game("ctv", "escudo", 3), tmp_path / "game.jsonl", PLAYERS)
    for twin in (game.clone(), game.clone_for_search(1), pickle.loads(pickle.dumps(game))):
        assert not isinstance(twin, RecordedGame)
        twin.step(twin.legal_actions()[0])
    game.close()
    assert len(lines_of(tmp_path / "game.jsonl")) == 1


def test_a_game_in_play_is_recorded_with_its_position(tmp_path):
    game = new_game("ctv", "escudo", 3)
    game.step(game.legal_actions()[0])
    game = RecordedGame(game, tmp_path / "game.jsonl", PLAYERS)
    game.close()
    header = lines_of(tmp_path / "game.jsonl")[0]
    assert header["position"] == game.to_dict()


def test_the_suffix_says_whether_it_is_compressed(tmp_path):
    record_walk(tmp_path / "a.jsonl", steps=5)
    record_walk(tmp_path / "a.jsonl.gz", steps=5)
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()) == (tmp_path / "a.jsonl").read_bytes()


@pytest.mark.parametrize(("name", "words"), [("game.txt", "is called NAME.jsonl or"), ("none/a.jsonl", "cannot write")])
def test_where_nothing_can_be_written_the_reason_is_reported(name, words, tmp_path):
    with pytest.raises(ValueError, match=words):
        RecordedGame(new_game("ctv", "escudo", 3), tmp_path / name, PLAYERS)


def test_without_a_file_a_game_is_left_as_it_is():
    game = new_game("ctv", "escudo", 3)
    assert recorded(game, None, PLAYERS) is game


def test_new_files_never_meet(tmp_path):
    files = [new_file(tmp_path / "games") for _ in range(3)]
    assert [file.name for file in files] == [f"game-0000{n}.jsonl.gz" for n in (1, 2, 3)]


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="cannot write games in"):
        new_file(tmp_path / "file")
