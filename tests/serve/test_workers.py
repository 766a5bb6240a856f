"""Where agents decide: searches are queued and refused beyond a number, and quick agents do not wait for them."""

import contextlib
import dataclasses
import os
import signal
import threading

import pytest
from support.clients import OFFER, SEATS, Play, serving
from support.sessions import NONE, AtOnce, first_line

from ctv_env.core.game import Game
from ctv_env.core.spec import spec_of
from ctv_env.serve import session as session_module
from ctv_env.serve import workers as module
from ctv_env.serve.journal import Folder
from ctv_env.serve.players import Player, may_think_long
from ctv_env.serve.session import WATCH, Session
from ctv_env.serve.slow_agents import SlowAgents
from ctv_env.serve.workers import BusyError, Workers

SEARCH = "expectimax"
WITH_SEARCH = SEATS | {"republican": SEARCH}


@pytest.fixture
def workers():
    made = Workers()
    yield made
    made.close()


@pytest.fixture
def game():
    return Game.new(spec_of("ctv"), "escudo", 1)


def test_agents_that_may_think_long(game, tmp_path):
    (tmp_path / "model.zip").touch()
    quick = ("person", *game.spec.policies, "random", str(tmp_path), str(tmp_path / "model.zip"))
    slow = ("mcts", "mcts:200", "expectimax", "program:python3 player.py", "module:Class")
    assert not any(may_think_long(name, game) for name in quick)
    assert all(may_think_long(name, game) for name in slow)


def test_searches_are_refused_beyond_a_number_and_quick_agents_go_on(workers, monkeypatch):
    monkeypatch.setattr(module, "MOST_WAITING", 3)
    blocked = threading.Event()
    busy = [workers.submit(blocked.wait, True) for _ in range(3)]
    try:
        with pytest.raises(BusyError), workers.admitted(True):
            pass
        with workers.admitted(False):
            assert workers.submit(lambda: 7, False).result(5) == 7
    finally:
        blocked.set()
    for one in busy:
        one.result(5)
    with contextlib.ExitStack() as held:
        for _ in range(3):
            held.enter_context(workers.admitted(True))
        with pytest.raises(BusyError), workers.admitted(True):
            pass


def test_a_game_against_a_search_is_refused_while_too_many_think_and_nothing_has_changed(tmp_path, monkeypatch):
    offer = dataclasses.replace(OFFER, agents=("staff", SEARCH))
    with serving(tmp_path, offer) as client:
        play = Play.new(client, seats=WITH_SEARCH)
        other = Play.new(client)
        n_files = len(list(tmp_path.rglob("*.jsonl")))
        monkeypatch.setattr(module, "MOST_WAITING", 0)
        version, action = play.snapshot["version"], play.snapshot["actions"][-1]["action"]
        asked = {"scenario": "escudo", "seats": WITH_SEARCH, "options": {}, "awaits_dice": True}
        for answer in (
            play.post("act", version=version, action=action),
            play.post("advise", version=version, agent=SEARCH),
            client.post("/api/games", json=asked),
        ):
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
            assert "try again" in answer.json()["error"]
        assert len(list(tmp_path.rglob("*.jsonl"))) == n_files
        assert play.get("snapshot").json()["version"] == version
        other.do("act", action=other.snapshot["actions"][-1]["action"])
        assert other.post("advise", version=other.snapshot["version"], agent="staff").status_code in (200, 409)
        monkeypatch.undo()
        play.do("act", action=action)


def test_a_long_game_of_agents_takes_turns_with_others(tmp_path, monkeypatch):
    monkeypatch.setattr(session_module, "_SLICE", 0.0)
    submitted = []

    class Counted(AtOnce):
        def submit(self, work, slow):
            submitted.append(slow)
            return super().submit(work, slow)

    session = Session(Folder(tmp_path, 5).begin(first_line(seats=NONE)), Counted(), lambda: None)
    session.advance(session.shown.version, 10)
    assert session.shown.phase == WATCH
    assert len(submitted) > 5


def test_an_agent_in_the_other_process_decides_as_here_and_survives_its_end(game):
    here, agents = Player(SEARCH, game, "nationalist", 3), SlowAgents()
    try:
        there = agents.player(SEARCH, game, "nationalist", 3)
        assert there.decide(game) == here.decide(game)
        ours, theirs = here.opinion(game), there.opinion(game)
        assert (ours.best, ours.scores, ours.unit) == (theirs.best, theirs.scores, theirs.unit)
        with pytest.raises(ValueError, match="no agent 'nobody'"):
            agents.player("nobody", game, "nationalist", 3)
        (process,) = [child for child in _children() if child.is_alive()]
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        with pytest.raises(ChildProcessError, match="ended from outside"):
            there.decide(game)
        assert there.decide(game) == here.decide(game)
    finally:
        agents.close()
    assert not [child for child in _children() if child.is_alive()]


def _children():
    import multiprocessing

    return multiprocessing.active_children()
