"""A game at the table: whose turn it is, what can be taken back, and what happens when something fails."""

import random

import pytest
from support.tables import BOTH, NONE, again, move_on, new_table, play_until

from ctv_env.core.spec import CHANCE_NAME
from ctv_env.serve.players import PERSON, Player
from ctv_env.serve.session import CURTAIN, DECIDE, OVER, ROLL, STUCK, WATCH, RefusedError


def act(table, kind, name=None):
    table.act(table.shown.version, table.shown.game.encode(kind, name))


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_a_whole_game_against_an_agent(tmp_path, side):
    other = {"nationalist": "republican", "republican": "nationalist"}[side]
    table, chooser = new_table(tmp_path, seats={side: PERSON, other: "staff"}), random.Random(3)
    while table.shown.phase != OVER:
        shown = table.shown
        assert shown.seat == side
        assert shown.game.to_move == (side if shown.phase == DECIDE else CHANCE_NAME)
        move_on(table, chooser)
    assert table.shown.game.winner in ("nationalist", "republican")
    assert table.shown.seat is None  # at the end the cards lie open


def test_the_combat_die_waits_for_the_person_and_no_other_does(tmp_path):
    table = new_table(tmp_path)
    play_until(table, lambda shown: shown.phase == ROLL)
    assert table.shown.game.node == "COMBAT_DIE"
    with pytest.raises(RefusedError):
        table.act(table.shown.version, 1)
    table.roll(table.shown.version)
    assert table.shown.chance[0].what == "combat"
    assert table.shown.phase in (DECIDE, ROLL)


def test_dice_fall_by_themselves_where_that_is_wanted(tmp_path):
    table, chooser = new_table(tmp_path, awaits_dice=False), random.Random(1)
    while table.shown.phase != OVER:
        assert table.shown.phase == DECIDE
        move_on(table, chooser)


def test_a_decision_for_another_moment_is_refused(tmp_path):
    table = new_table(tmp_path)
    version, action = table.shown.version, table.shown.game.clone().legal_actions()[-1]
    table.act(version, action)
    now = table.shown
    for deed in (lambda: table.act(version, action), lambda: table.undo(version), lambda: table.roll(now.version)):
        with pytest.raises(RefusedError, match="gone on"):
            deed()
    assert table.shown is now


def test_an_illegal_decision_is_refused_with_its_rule(tmp_path):
    table = new_table(tmp_path)
    with pytest.raises(RefusedError, match="rule"):
        act(table, "HEX", "2110")
    with pytest.raises(RefusedError, match="whole number"):
        table.act(table.shown.version, 10**30)


def test_undo_goes_back_decision_by_decision(tmp_path):
    table = new_table(tmp_path)
    positions = []
    for kind, name in (("PIECE", "LIT 1"), ("HEX", "2111"), ("PIECE", "LIT 2")):
        positions.append(table.shown.game.state_hash())
        act(table, kind, name)
    while positions:
        assert table.shown.may_undo
        table.undo(table.shown.version)
        assert table.shown.game.state_hash() == positions.pop()
    assert not table.shown.may_undo
    with pytest.raises(RefusedError, match="taken back"):
        table.undo(table.shown.version)


def test_what_reveals_the_enemy_cannot_be_taken_back(tmp_path):
    table = new_table(tmp_path)
    act(table, "DONE")
    act(table, "HEX", "2109")
    act(table, "PIECE", "LIT 1")
    assert table.shown.may_undo  # the attacker is named, the defenders lie face down
    act(table, "DONE")
    assert table.shown.game.node == "SUPPORT_ATT"
    assert not table.shown.may_undo


def test_with_open_cards_naming_the_attackers_reveals_nothing(tmp_path):
    table = new_table(tmp_path, fog=False)
    act(table, "DONE")
    act(table, "HEX", "2109")
    act(table, "PIECE", "LIT 1")
    act(table, "DONE")
    assert table.shown.may_undo


def test_no_die_and_no_decision_of_the_enemy_is_ever_taken_back(tmp_path):
    table, chooser = new_table(tmp_path, seed=4), random.Random(4)
    undone = 0
    while table.shown.phase != OVER:
        steps = len(table.journal.read()[1])
        if table.shown.may_undo and chooser.random() < 0.3:
            log = table.shown.game.log
            table.undo(table.shown.version)
            _, kept = table.journal.read()
            assert steps - len(kept) == 1  # one decision, and it was the person's
            told = table.shown.game.log[:-1]  # the last line may have listed what was taken back
            assert told == log[: len(told)]
            undone += 1
        move_on(table, chooser)
        if table.shown.chance:
            assert not table.shown.may_undo
    assert undone > 10


def test_what_the_enemy_has_answered_cannot_be_taken_back(tmp_path):
    """The defender has named his support, face up, though no die fell since the attacker named his."""
    table = new_table(tmp_path)
    act(table, "DONE")
    act(table, "HEX", "2109")
    act(table, "PIECE", "LIT 1")
    act(table, "DONE")
    act(table, "PIECE", "HQ LIT")
    assert table.shown.may_undo
    act(table, "DONE")
    assert table.shown.game.node == "SUPPLY_COLUMN_ATT"
    assert not table.shown.may_undo


def test_two_people_change_seats_behind_a_curtain(tmp_path):
    table = new_table(tmp_path, seats=BOTH)
    assert (table.shown.phase, table.shown.seat) == (CURTAIN, "nationalist")
    table.take_seat(table.shown.version)
    assert table.shown.phase == DECIDE
    play_until(table, lambda shown: shown.phase == CURTAIN)
    assert table.shown.seat == "republican"
    assert not table.shown.may_undo
    table.take_seat(table.shown.version)
    assert (table.shown.phase, table.shown.seat, table.shown.may_undo) == (DECIDE, "republican", False)


def test_with_open_cards_there_is_no_curtain(tmp_path):
    table, chooser, seats = new_table(tmp_path, seats=BOTH, fog=False), random.Random(0), set()
    while table.shown.phase != OVER:
        assert table.shown.phase in (DECIDE, ROLL)
        seats.add(table.shown.seat)
        move_on(table, chooser)
    assert seats == set(BOTH)


def test_after_a_restart_the_curtain_is_down(tmp_path):
    table = new_table(tmp_path, seats=BOTH)
    table.take_seat(table.shown.version)
    back = again(table)
    assert back.shown.phase == CURTAIN
    assert back.shown.version != table.shown.version


def test_watchers_see_as_many_decisions_as_they_ask_for(tmp_path):
    table = new_table(tmp_path, seats=NONE)
    assert (table.shown.phase, table.shown.seat) == (WATCH, None)
    for decisions in (1, 3):
        before = sum("step" in step for step in table.journal.read()[1])
        table.advance(table.shown.version, decisions)
        assert sum("step" in step for step in table.journal.read()[1]) == before + decisions
    table.advance(table.shown.version, 2000)
    assert table.shown.phase == OVER


def test_an_agent_that_fails_does_not_lose_the_game(tmp_path, monkeypatch):
    table = new_table(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Player, "decide", lambda *_: 1 / 0)
        play_until(table, lambda shown: shown.phase == STUCK)
    assert "division by zero" in table.shown.problem
    assert again(table).shown.phase != STUCK
    table.advance(table.shown.version, 1)
    assert table.shown.phase in (DECIDE, ROLL)


def test_an_agent_that_cheats_is_stopped(tmp_path, monkeypatch):
    table = new_table(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Player, "decide", lambda *_: 468)
        play_until(table, lambda shown: shown.phase == STUCK)
    assert "illegal" in table.shown.problem
    assert again(table).shown.phase in (DECIDE, ROLL)  # it is not in the journal


def test_a_full_disk_changes_nothing(tmp_path, monkeypatch):
    table = new_table(tmp_path)
    before = table.shown

    def full(*_args, **_more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ctv_env.serve.journal.open", full, raising=False)
    with pytest.raises(OSError, match="No space"):
        table.act(before.version, before.game.clone().legal_actions()[-1])
    monkeypatch.undo()
    assert table.shown is before
    table.act(before.version, before.game.clone().legal_actions()[-1])
    assert again(table).shown.game.to_bytes() == table.shown.game.to_bytes()
