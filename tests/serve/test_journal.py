"""The game on disk: what a crash leaves, what is undone, and what is refused."""

import contextlib
import json
import os
import resource
import time

import pytest
from support.sessions import MOST, again, first_line, move_on, new_session, play_until, seated

from ctv_env.serve.journal import Folder, FullError, JournalError
from ctv_env.serve.session import DECIDE, OVER


def lines(session) -> list[dict]:
    return [json.loads(line) for line in session.journal.file.read_text().splitlines()]


def test_every_decision_and_die_is_on_the_disk_before_it_is_answered(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr("os.fsync", synced.append)
    session = new_session(tmp_path)
    before, n_synced = len(lines(session)), len(synced)
    action = session.shown.game.clone().legal_actions()[-1]
    session.act(session.shown.version, action)
    assert lines(session)[before:] == [{"step": action}]
    assert len(synced) > n_synced


@pytest.mark.parametrize("seed", range(3))
def test_after_a_crash_the_game_goes_on_as_it_would_have(tmp_path, seed):
    import random

    session, chooser = new_session(tmp_path, seed=seed), random.Random(seed)
    for _ in range(80):
        if session.shown.phase == OVER:
            break
        move_on(session, chooser)
        back = again(session)
        assert back.shown.game.to_bytes() == session.shown.game.to_bytes()  # the position and the dice to come
        assert back.shown.game.log == session.shown.game.log
        assert (back.shown.phase, back.shown.version) == (session.shown.phase, session.shown.version)


def test_a_line_that_a_crash_cut_off_is_dropped(tmp_path):
    session = new_session(tmp_path)
    play_until(session, lambda shown: shown.game.node == "MOVE_TO")
    position = session.shown.game.state_hash()
    with session.journal.file.open("ab") as stream:
        stream.write(b'{"step":4')
    back = again(session)
    assert back.shown.game.state_hash() == position
    back.act(back.shown.version, back.shown.game.clone().legal_actions()[0])
    assert again(back).shown.game.state_hash() == back.shown.game.state_hash()


@contextlib.contextmanager
def full_disk(journal, _):
    """A disk that has room for five more bytes of a journal."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (journal.file.stat().st_size + 5, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@contextlib.contextmanager
def failing_disk(_, monkeypatch):
    """A disk that takes lines, but cannot keep them."""

    def fail(_descriptor):
        raise OSError("I/O error")

    with monkeypatch.context() as broken:
        broken.setattr("os.fsync", fail)
        yield


@pytest.mark.parametrize("disk", [full_disk, failing_disk])
def test_a_decision_that_cannot_be_written_leaves_nothing_and_the_game_goes_on(tmp_path, monkeypatch, disk):
    session = new_session(tmp_path)
    written, shown = session.journal.file.read_bytes(), session.shown
    action = shown.game.clone().legal_actions()[-1]
    with disk(session.journal, monkeypatch), pytest.raises(OSError, match=r"No space left|I/O error"):
        session.act(shown.version, action)
    assert session.journal.file.read_bytes() == written
    assert session.shown is shown
    session.act(shown.version, action)
    assert again(session).shown.game.to_bytes() == session.shown.game.to_bytes()


def test_a_game_whose_first_line_cannot_be_written_leaves_no_file(tmp_path, monkeypatch):
    folder = Folder(tmp_path, MOST)
    with failing_disk(None, monkeypatch), pytest.raises(OSError, match=r"I/O error"):
        folder.begin(first_line())
    assert not list(tmp_path.rglob("*.jsonl"))


def test_what_was_undone_stays_undone(tmp_path):
    session = new_session(tmp_path)
    position = session.shown.game.state_hash()
    session.act(session.shown.version, session.shown.game.clone().legal_actions()[-1])
    session.undo(session.shown.version)
    assert session.shown.game.state_hash() == position
    assert again(session).shown.game.state_hash() == position
    assert lines(session)[-1] == {"back_to": 0}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"step": 9999}', "is impossible"),
        ('{"die": 3}', "is impossible"),
        ('{"step": "x"}', "is impossible"),
        ('{"nonsense": 1}', "is impossible"),
        ("no JSON", "damaged"),
        ('{"back_to": "x"}', "damaged"),
        ("[1]", "damaged"),
    ],
)
def test_a_damaged_journal_is_refused(tmp_path, line, problem):
    session = new_session(tmp_path)
    with session.journal.file.open("a") as stream:
        stream.write(line + "\n")
    with pytest.raises(JournalError, match=problem):
        again(session)


def test_a_die_that_falls_otherwise_is_refused(tmp_path):
    session = new_session(tmp_path, seed=2)
    play_until(session, lambda shown: shown.chance and shown.phase == DECIDE)
    text = session.journal.file.read_text()
    face = next(line["die"] for line in lines(session) if "die" in line)
    session.journal.file.write_text(text.replace(f'{{"die":{face}}}', f'{{"die":{face % 6 + 1}}}', 1))
    with pytest.raises(JournalError, match=f"is a {face % 6 + 1}, not {face}"):
        again(session)


def test_the_folder_takes_so_many_games_and_no_more(tmp_path):
    folder = Folder(tmp_path, 2)
    journal = folder.begin(first_line())
    folder.save(journal)
    for one_more in (lambda: folder.begin(first_line()), lambda: folder.save(journal)):
        with pytest.raises(FullError, match="holds 2"):
            one_more()


def test_a_save_goes_on_apart_from_its_game(tmp_path):
    folder = Folder(tmp_path, MOST)
    session = seated(folder.begin(first_line()))
    play_until(session, lambda shown: shown.game.node == "MOVE_TO")
    save, position = folder.save(session.journal), session.shown.game.to_bytes()
    move_on(session, __import__("random").Random(0))
    first, second = (seated(folder.restore(save)) for _ in range(2))
    assert first.shown.game.to_bytes() == second.shown.game.to_bytes() == position
    first.act(first.shown.version, first.shown.game.clone().legal_actions()[0])
    assert second.shown.game.to_bytes() == position


@pytest.mark.parametrize("name", ["../secret", "../../etc/passwd", "x" * 22 + "/", "", "a" * 21, "\0" * 22, "saves"])
def test_only_names_of_games_become_file_names(tmp_path, name):
    (tmp_path / "secret.jsonl").write_text("{}")
    folder = Folder(tmp_path / "games", MOST)
    assert folder.find(name) is None
    assert folder.restore(name) is None


def test_the_games_are_readable_to_their_owner_alone(tmp_path):
    folder = Folder(tmp_path / "games", MOST)
    session = seated(folder.begin(first_line()))
    for journal in (session.journal, folder.restore(folder.save(session.journal))):
        assert journal.file.stat().st_mode & 0o077 == 0
    assert session.journal.file.parent.stat().st_mode & 0o077 == 0


def aged(journal, days: float) -> None:
    """Let the last decision of a game lie some days back."""
    then = time.time() - days * 86400
    os.utime(journal.file, (then, then))


def test_a_new_game_takes_the_place_of_the_one_not_played_for_longest(tmp_path):
    folder = Folder(tmp_path, 3)
    old, older, new = (folder.begin(first_line()) for _ in range(3))
    aged(old, 2)
    aged(older, 3)
    another = folder.begin(first_line())
    assert [one.file.exists() for one in (old, older, new, another)] == [True, False, True, True]
    aged(another, 0.9)
    aged(old, 0.9)
    with pytest.raises(FullError, match="last day"):
        folder.begin(first_line())


def test_a_game_that_has_been_deleted_does_not_begin_again_in_the_middle(tmp_path):
    session = new_session(tmp_path)
    version, action = session.shown.version, session.shown.game.clone().legal_actions()[-1]
    session.journal.file.unlink()
    with pytest.raises(FileNotFoundError):
        session.act(version, action)
    assert not session.journal.file.exists()
    assert session.shown.version == version
