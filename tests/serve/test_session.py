"""A game session: whose turn it is, what can be undone, and how failures are handled."""

import random

import pytest
from support.sessions import BOTH, NONE, again, move_on, new_session, play_until

from ctv_env.core.terms import CHANCE_NAME
from ctv_env.serve.players import PERSON, Player
from ctv_env.serve.session import CURTAIN, DECIDE, OVER, ROLL, STUCK, WATCH, RefusedError


def act(session, kind, name=None):
    session.act(session.shown.version, session.shown.game.encode(kind, name))


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_a_whole_game_against_an_agent(tmp_path, side):
    other = {"nationalist": "republican", "republican": "nationalist"}[side]
    session, chooser = new_session(tmp_path, seats={side: PERSON, other: "staff"}), random.Random(3)
    while session.shown.phase != OVER:
        shown = session.shown
        assert shown.seat == side
        assert shown.game.to_move == (side if shown.phase == DECIDE else CHANCE_NAME)
        move_on(session, chooser)
    assert session.shown.game.winner in ("nationalist", "republican")
    assert session.shown.seat is None  # at the end everything is revealed


def test_the_combat_die_waits_for_the_person_and_no_other_does(tmp_path):
    session = new_session(tmp_path)
    play_until(session, lambda shown: shown.phase == ROLL)
    assert session.shown.game.node == "COMBAT_DIE"
    with pytest.raises(RefusedError):
        session.act(session.shown.version, 1)
    session.roll(session.shown.version)
    assert session.shown.chance[0].what == "combat"
    assert session.shown.phase in (DECIDE, ROLL)


def test_dice_fall_by_themselves_where_that_is_wanted(tmp_path):
    session, chooser = new_session(tmp_path, awaits_dice=False), random.Random(1)
    while session.shown.phase != OVER:
        assert session.shown.phase == DECIDE
        move_on(session, chooser)


def test_a_decision_for_another_snapshot_is_refused(tmp_path):
    session = new_session(tmp_path)
    version, action = session.shown.version, session.shown.game.clone().legal_actions()[-1]
    session.act(version, action)
    now = session.shown
    for change in (
        lambda: session.act(version, action),
        lambda: session.undo(version),
        lambda: session.roll(now.version),
    ):
        with pytest.raises(RefusedError, match="gone on"):
            change()
    assert session.shown is now


def test_an_illegal_decision_is_refused_with_its_rule(tmp_path):
    session = new_session(tmp_path)
    with pytest.raises(RefusedError, match="rule"):
        act(session, "HEX", "2110")
    with pytest.raises(RefusedError, match="whole number"):
        session.act(session.shown.version, 10**30)


def test_undo_goes_back_decision_by_decision(tmp_path):
    session = new_session(tmp_path)
    positions = []
    for kind, name in (("PIECE", "LIT 1"), ("HEX", "2111"), ("PIECE", "LIT 2")):
        positions.append(session.shown.game.state_hash())
        act(session, kind, name)
    while positions:
        assert session.shown.may_undo
        session.undo(session.shown.version)
        assert session.shown.game.state_hash() == positions.pop()
    assert not session.shown.may_undo
    with pytest.raises(RefusedError, match="taken back"):
        session.undo(session.shown.version)


def test_what_reveals_the_enemy_cannot_be_taken_back(tmp_path):
    session = new_session(tmp_path)
    act(session, "DONE")
    act(session, "HEX", "2109")
    act(session, "PIECE", "LIT 1")
    assert session.shown.may_undo  # the attacker is named, the defenders are hidden
    act(session, "DONE")
    assert session.shown.game.node == "SUPPORT_ATT"
    assert not session.shown.may_undo


def test_with_open_cards_naming_the_attackers_reveals_nothing(tmp_path):
    session = new_session(tmp_path, fog=False)
    act(session, "DONE")
    act(session, "HEX", "2109")
    act(session, "PIECE", "LIT 1")
    act(session, "DONE")
    assert session.shown.may_undo


def test_no_die_and_no_decision_of_the_enemy_is_ever_taken_back(tmp_path):
    session, chooser = new_session(tmp_path, seed=4), random.Random(4)
    undone = 0
    while session.shown.phase != OVER:
        steps = len(session.journal.read()[1])
        if session.shown.may_undo and chooser.random() < 0.3:
            log = session.shown.game.log
            session.undo(session.shown.version)
            _, kept = session.journal.read()
            assert steps - len(kept) == 1  # one decision, made by the person
            lines = session.shown.game.log[:-1]  # the last line may have listed what was undone
            assert lines == log[: len(lines)]
            undone += 1
        move_on(session, chooser)
        if session.shown.chance:
            assert not session.shown.may_undo
    assert undone > 10


def test_what_the_enemy_has_answered_cannot_be_taken_back(tmp_path):
    """The defender has named its support openly, though no die was rolled since the attacker named its own."""
    session = new_session(tmp_path)
    act(session, "DONE")
    act(session, "HEX", "2109")
    act(session, "PIECE", "LIT 1")
    act(session, "DONE")
    act(session, "PIECE", "HQ LIT")
    assert session.shown.may_undo
    act(session, "DONE")
    assert session.shown.game.node == "SUPPLY_COLUMN_ATT"
    assert not session.shown.may_undo


def test_two_people_change_seats_behind_a_curtain(tmp_path):
    session = new_session(tmp_path, seats=BOTH)
    assert (session.shown.phase, session.shown.seat) == (CURTAIN, "nationalist")
    session.take_seat(session.shown.version)
    assert session.shown.phase == DECIDE
    play_until(session, lambda shown: shown.phase == CURTAIN)
    assert session.shown.seat == "republican"
    assert not session.shown.may_undo
    session.take_seat(session.shown.version)
    assert (session.shown.phase, session.shown.seat, session.shown.may_undo) == (DECIDE, "republican", False)


def test_with_open_cards_there_is_no_curtain(tmp_path):
    session, chooser, seats = new_session(tmp_path, seats=BOTH, fog=False), random.Random(0), set()
    while session.shown.phase != OVER:
        assert session.shown.phase in (DECIDE, ROLL)
        seats.add(session.shown.seat)
        move_on(session, chooser)
    assert seats == set(BOTH)


def test_after_a_restart_the_curtain_is_down(tmp_path):
    session = new_session(tmp_path, seats=BOTH)
    session.take_seat(session.shown.version)
    back = again(session)
    assert back.shown.phase == CURTAIN
    assert back.shown.version != session.shown.version


def test_watchers_see_as_many_decisions_as_they_ask_for(tmp_path):
    session = new_session(tmp_path, seats=NONE)
    assert (session.shown.phase, session.shown.seat) == (WATCH, None)
    for decisions in (1, 3):
        before = sum("step" in step for step in session.journal.read()[1])
        session.advance(session.shown.version, decisions)
        assert sum("step" in step for step in session.journal.read()[1]) == before + decisions
    session.advance(session.shown.version, 2000)
    assert session.shown.phase == OVER


def test_an_agent_that_fails_does_not_lose_the_game(tmp_path, monkeypatch):
    session = new_session(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Player, "decide", lambda *_: 1 / 0)
        play_until(session, lambda shown: shown.phase == STUCK)
    assert "division by zero" in session.shown.problem
    assert again(session).shown.phase != STUCK
    session.advance(session.shown.version, 1)
    assert session.shown.phase in (DECIDE, ROLL)


def test_an_agent_that_cheats_is_stopped(tmp_path, monkeypatch):
    session = new_session(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Player, "decide", lambda *_: 468)
        play_until(session, lambda shown: shown.phase == STUCK)
    assert "illegal" in session.shown.problem
    assert again(session).shown.phase in (DECIDE, ROLL)  # it is not in the journal


def test_a_full_disk_changes_nothing(tmp_path, monkeypatch):
    session = new_session(tmp_path)
    before = session.shown

    def full(*_args, **_more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ctv_env.serve.journal.open", full, raising=False)
    with pytest.raises(OSError, match="No space"):
        session.act(before.version, before.game.clone().legal_actions()[-1])
    monkeypatch.undo()
    assert session.shown is before
    session.act(before.version, before.game.clone().legal_actions()[-1])
    assert again(session).shown.game.to_bytes() == session.shown.game.to_bytes()
