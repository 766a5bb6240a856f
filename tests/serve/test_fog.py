"""Fog over the network (5.2): whatever a side's client requests, positions that differ only in hidden things agree.

Whole games are played through the server.  At some snapshots the session's position is exchanged for others that the
side cannot tell from it, every request is repeated, and all response bytes must be the same.
"""

import dataclasses
import random
import re

import numpy as np
import pytest
from support.clients import Play, serving
from support.sessions import BOTH

from ctv_env.core.game import Game
from ctv_env.core.spec import spec_of
from ctv_env.serve.players import PERSON
from ctv_env.serve.session import Session
from ctv_env.serve.snapshot import Snapshot

EVERY = 30  # snapshots between two that are checked closely
AGENTS = {"nationalist": "staff", "republican": "staff"}


@pytest.fixture
def sessions(monkeypatch) -> dict[str, Session]:
    """The sessions of the server, by name."""
    found, begin = {}, Session.__init__

    def noted(session, journal, *args):
        begin(session, journal, *args)
        found[journal.name] = session

    monkeypatch.setattr(Session, "__init__", noted)
    return found


def lookalike(game: Game, side: str, draw: int) -> Game:
    """A position that ``side`` cannot tell from ``game``, after the same log."""
    twin = game.determinize(side, np.random.default_rng(draw))
    twin._log = game._log
    return twin


def answers(play: Play, draw: int) -> dict[str, bytes]:
    """All that the client of the seat can get without changing anything; of a save not its name, which is drawn.

    Of the hexes and actions that could be asked about, some, by ``draw``.
    """
    version, chooser = play.snapshot["version"], random.Random(draw)
    asked = {
        "snapshot": play.get("snapshot"),
        "log": play.get("snapshot?log=3&seat=nationalist"),
        "plan": play.get("plan"),
        "ground": play.get("ground.svg"),
        "map": play.get("map.svg"),
        "record": play.get("record"),
        "roll": play.post("roll", version=version + 1),
        "undo": play.post("undo", version=version + 1),
        "seat": play.post("seat", version=version),
        "advance": play.post("advance", version=version, decisions=1),
    }
    for agent in ("staff", "random"):
        asked[f"advise {agent}"] = play.post("advise", version=version, agent=agent)
    for code in chooser.sample(sorted(space["name"] for space in play.get("plan").json()["spaces"]), 8):
        asked[f"why {code}"] = play.post("why", version=version, space=code)
    legal = {action["action"] for action in play.snapshot["actions"]}
    for action in chooser.sample(range(480), 8):
        if action not in legal:
            asked[f"act {action}"] = play.post("act", version=version, action=action)
    replies = {what: repr(sorted(answer.headers.items())).encode() + answer.content for what, answer in asked.items()}
    assert asked["record"].status_code == 409
    save = play.post("save").json()
    assert save.keys() == {"ctv_save", "game"}
    return replies


def compare(play: Play, session: Session, draws: int = 2) -> int:
    """Ask everything of the true position and of ``draws`` lookalikes; returns how many of these differ from it."""
    shown, true, different = session.shown, session._game, 0
    expected = answers(play, shown.version)
    for draw in range(draws):
        twin = lookalike(shown.game, shown.seat, draw)
        before = shown.before and lookalike(shown.before, shown.seat, draw)
        session.shown, session._game = dataclasses.replace(shown, game=twin, before=before), twin.clone()
        found = answers(play, shown.version)
        session.shown, session._game = shown, true
        assert found == expected, [what for what in found if found[what] != expected[what]]
        different += twin.state_hash() != shown.game.state_hash()
    return different


def play_compared(tmp_path, sessions, side: str, seed: int, scenario: str = "escudo", most: int = 10_000) -> Play:
    """A game of ``side`` against an agent, at random, compared now and then."""
    with serving(tmp_path) as client:
        play = Play.new(client, scenario, AGENTS | {side: PERSON})
        chooser, snapshots, different = random.Random(seed), 0, 0
        while play.snapshot["phase"] != "over" and snapshots < most:
            if snapshots % EVERY == 0 and play.snapshot["phase"] == "decide":
                different += compare(play, sessions[play.path.rsplit("/", 1)[1]])
            play.move_on(chooser)
            snapshots += 1
    assert different > 1  # something was hidden
    return play


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_all_that_is_sent_is_blind_to_what_is_hidden(tmp_path, sessions, side):
    play_compared(tmp_path, sessions, side, 1)


def test_all_that_is_sent_is_blind_to_what_is_hidden_on_the_whole_map(tmp_path, sessions):
    play_compared(tmp_path, sessions, "republican", 2, "campaign", most=1)


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_no_march_of_the_enemy_is_reported(tmp_path, side):
    with serving(tmp_path) as client:
        play, chooser = Play.new(client, seats=AGENTS | {side: PERSON}), random.Random(1)
        while play.snapshot["phase"] != "over":
            enemy = [re.escape(name) for name in _names(play, side)]
            play.move_on(chooser)
        *sent, _ = play.sent  # the last one reveals everything
        replies = b"\n".join(sent).decode()
    assert not re.search(rf"\b({'|'.join(enemy)}) moves ", replies)
    assert " moves " in replies


def _names(play: Play, side: str) -> list[str]:
    """Names of all pieces of the enemy of ``side``."""
    from ctv_env import new_game

    sessions = new_game("ctv", "escudo", 1).tables
    first = {"nationalist": 48, "republican": 0}[side]
    return [name for name in sessions.piece_names[first : first + 48] if name]


def test_a_hole_in_the_fog_is_found(tmp_path, sessions, monkeypatch):
    """The comparison itself: a snapshot that reveals positions is caught."""
    as_dict = Snapshot.as_dict

    def leaking(snapshot, *args):
        stacks = spec_of("ctv").ui().stacks(snapshot.game, None)
        return as_dict(snapshot, *args) | {
            "stacks": {space: dataclasses.asdict(stack) for space, stack in stacks.items()}
        }

    monkeypatch.setattr(Snapshot, "as_dict", leaking)
    with pytest.raises(AssertionError, match="snapshot"):
        play_compared(tmp_path, sessions, "nationalist", 1)


def test_behind_the_curtain_nothing_is_sent(tmp_path, sessions):
    with serving(tmp_path) as client:
        play, chooser = Play.new(client, seats=BOTH), random.Random(3)
        curtains = 0
        while curtains < 6:
            if play.snapshot["phase"] == "curtain":
                curtains += 1
                session = sessions[play.path.rsplit("/", 1)[1]]
                shown, expected = session.shown, _through(play)
                session.shown = dataclasses.replace(shown, game=lookalike(shown.game, shown.seat, 1))
                assert _through(play) == expected
                session.shown = dataclasses.replace(shown, game=lookalike(shown.game, _other(shown.seat), 1))
                assert _through(play) == expected
                session.shown = shown
            play.move_on(chooser)


def _other(side: str) -> str:
    return {"nationalist": "republican", "republican": "nationalist"}[side]


def _through(play: Play) -> list[bytes]:
    """What can be asked while the curtain is down."""
    version = play.snapshot["version"]
    asked = [play.get(what) for what in ("snapshot", "map.svg", "ground.svg", "record")]
    asked += [play.post("why", version=version, space="1909"), play.post("advise", version=version, agent="staff")]
    return [answer.content for answer in asked]


def test_the_two_seats_are_each_shown_their_own_side(tmp_path, sessions):
    with serving(tmp_path) as client:
        play, chooser, seats = Play.new(client, seats=BOTH), random.Random(4), set()
        while seats != {"nationalist", "republican"}:
            if play.snapshot["phase"] == "decide" and play.snapshot["seat"] not in seats:
                seats.add(play.snapshot["seat"])
                compare(play, sessions[play.path.rsplit("/", 1)[1]])
            play.move_on(chooser)
