"""All sessions of a server: idle ones leave the memory, and are reloaded from disk."""

import concurrent.futures
import json
import threading

import pytest
from support.sessions import SEATS, first_line

from ctv_env.serve import sessions as module
from ctv_env.serve.journal import Folder, FullError, JournalError
from ctv_env.serve.sessions import Sessions
from ctv_env.serve.workers import Workers


class Clock:
    """Seconds that pass when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def sessions(tmp_path, clock):
    made = Sessions("ctv", Folder(tmp_path, 5), ("staff", "nobody"), Workers(), lambda name: None, clock)
    yield made
    made.close()


def test_an_idle_session_leaves_the_memory_and_its_game_goes_on(sessions, clock):
    session = sessions.open(first_line())
    session.act(session.shown.version, session.shown.game.clone().legal_actions()[-1])
    clock.now = module.IDLE_SECONDS + 1
    sessions.open(first_line())
    back = sessions.find(session.journal.name)
    assert back is not session
    assert back.shown.game.to_bytes() == session.shown.game.to_bytes()


def test_a_session_in_use_stays(sessions, clock):
    session = sessions.open(first_line())
    for _ in range(3):
        clock.now += module.IDLE_SECONDS * 0.9
        assert sessions.find(session.journal.name) is session


def test_what_was_done_at_a_session_that_left_is_refused(sessions, clock):
    """Nobody writes in a journal that another session has taken up."""
    session = sessions.open(first_line())
    clock.now = module.IDLE_SECONDS + 1
    sessions.open(first_line())
    with pytest.raises(ValueError, match="gone on"):
        session.act(session.shown.version, session.shown.game.clone().legal_actions()[-1])


def test_of_too_many_tables_the_longest_idle_leaves(sessions, clock, monkeypatch):
    monkeypatch.setattr(module, "MOST_IN_MEMORY", 2)
    opened = []
    for second in range(3):
        clock.now = float(second)
        opened.append(sessions.open(first_line()))
    assert sessions.find(opened[2].journal.name) is opened[2]
    assert sessions.find(opened[1].journal.name) is opened[1]
    assert sessions.find(opened[0].journal.name) is not opened[0]


def test_the_folder_takes_so_many_games(sessions):
    for _ in range(5):
        sessions.open(first_line())
    with pytest.raises(FullError):
        sessions.open(first_line())


def rewritten(session, **changes) -> None:
    """Change the first line of a session's journal on disk."""
    header, *steps = session.journal.file.read_text().splitlines(keepends=True)
    session.journal.file.write_text(json.dumps(json.loads(header) | changes) + "\n" + "".join(steps))


@pytest.mark.parametrize("changed", ["rules", "data"])
def test_a_game_does_not_go_on_with_other_rules_or_data(sessions, changed):
    session = sessions.open(first_line())
    sessions.forget(session.journal.name)
    rewritten(session, **{changed: "of before"})
    with pytest.raises(JournalError, match=f"with other {changed}, "):
        sessions.find(session.journal.name)


def test_a_game_of_another_game_is_refused_by_name(sessions):
    session = sessions.open(first_line())
    save = sessions.save(session)
    sessions.forget(session.journal.name)
    rewritten(session, game="arriba")
    with pytest.raises(ValueError, match=r"this is a game of arriba: .*--game arriba"):
        sessions.find(session.journal.name)
    position = session.shown.game.to_dict() | {"game": "arriba"}
    rewritten(session, position=position)
    with pytest.raises(ValueError, match="this is a game of arriba"):
        sessions.find(session.journal.name)
    assert sessions.resume(save) is not None


def test_a_game_without_its_agent_leaves_nothing_behind(sessions, tmp_path):
    with pytest.raises(ValueError, match="no agent"):
        sessions.open(first_line(seats=SEATS | {"republican": "nobody"}))
    assert not list(tmp_path.glob("*.jsonl"))


class Held:
    """Makes sessions, but one at once only when it is let go."""

    def __init__(self, wait_for):
        self.held, self.go, self.made = threading.Event(), threading.Event(), []
        self._wait_for, self._make = wait_for, module.Session

    def __call__(self, journal, *others):
        if journal.name == self._wait_for:
            self.held.set()
            assert self.go.wait(10)
        self.made.append(journal.name)
        return self._make(journal, *others)


def test_a_game_that_takes_long_to_load_holds_up_no_other_and_is_loaded_once(sessions, clock, monkeypatch):
    slow, other = (sessions.open(first_line()).journal.name for _ in range(2))
    sessions.forget(slow)
    sessions.forget(other)
    making = Held(slow)
    monkeypatch.setattr(module, "Session", making)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        loading = [pool.submit(sessions.find, slow) for _ in range(2)]
        assert making.held.wait(10)
        quick = threading.Thread(target=sessions.find, args=[other], daemon=True)
        quick.start()
        quick.join(5)
        waits = quick.is_alive()
        making.go.set()
        first, second = (one.result(10) for one in loading)
    assert not waits
    assert first is second
    assert sorted(making.made) == sorted([slow, other])
