"""Fog on the wire (5.2): whatever a side's client can ask, positions that differ only in hidden things give the same.

Whole games are played over the wire.  At moments of them the position at the table is exchanged for others that the
side cannot tell from it, every question is asked anew, and all bytes that come back must be the same.
"""

import dataclasses
import random
import re

import numpy as np
import pytest
from support.clients import Play, serving
from support.tables import BOTH

from ctv_env.core.game import Game
from ctv_env.games import spec_of
from ctv_env.serve.players import PERSON
from ctv_env.serve.session import Table
from ctv_env.serve.snapshot import Moment

EVERY = 30  # moments between two that are looked at closely
AGENTS = {"nationalist": "staff", "republican": "staff"}


@pytest.fixture
def tables(monkeypatch) -> dict[str, Table]:
    """The tables of the server, by name."""
    found, begin = {}, Table.__init__

    def noted(table, journal, *args):
        begin(table, journal, *args)
        found[journal.name] = table

    monkeypatch.setattr(Table, "__init__", noted)
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
    version, chooser = play.moment["version"], random.Random(draw)
    asked = {
        "moment": play.get("moment"),
        "log": play.get("moment?log=3&seat=nationalist"),
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
    legal = {action["action"] for action in play.moment["actions"]}
    for action in chooser.sample(range(480), 8):
        if action not in legal:
            asked[f"act {action}"] = play.post("act", version=version, action=action)
    told = {what: repr(sorted(answer.headers.items())).encode() + answer.content for what, answer in asked.items()}
    assert asked["record"].status_code == 409
    save = play.post("save").json()
    assert save.keys() == {"ctv_save", "game"}
    return told


def compare(play: Play, table: Table, draws: int = 2) -> int:
    """Ask everything of the true position and of ``draws`` lookalikes; returns how many of these differ from it."""
    shown, true, different = table.shown, table._game, 0
    expected = answers(play, shown.version)
    for draw in range(draws):
        twin = lookalike(shown.game, shown.seat, draw)
        before = shown.before and lookalike(shown.before, shown.seat, draw)
        table.shown, table._game = dataclasses.replace(shown, game=twin, before=before), twin.clone()
        found = answers(play, shown.version)
        table.shown, table._game = shown, true
        assert found == expected, [what for what in found if found[what] != expected[what]]
        different += twin.state_hash() != shown.game.state_hash()
    return different


def play_compared(tmp_path, tables, side: str, seed: int, scenario: str = "escudo", most: int = 10_000) -> Play:
    """A game of ``side`` against an agent, at random, compared now and then."""
    with serving(tmp_path) as client:
        play = Play.new(client, scenario, AGENTS | {side: PERSON})
        chooser, moments, different = random.Random(seed), 0, 0
        while play.moment["phase"] != "over" and moments < most:
            if moments % EVERY == 0 and play.moment["phase"] == "decide":
                different += compare(play, tables[play.path.rsplit("/", 1)[1]])
            play.move_on(chooser)
            moments += 1
    assert different > 1  # there was something to hide
    return play


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_all_that_is_sent_is_blind_to_what_is_hidden(tmp_path, tables, side):
    play_compared(tmp_path, tables, side, 1)


def test_all_that_is_sent_is_blind_to_what_is_hidden_on_the_whole_map(tmp_path, tables):
    play_compared(tmp_path, tables, "republican", 2, "campaign", most=1)


@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_no_march_of_the_enemy_is_told(tmp_path, side):
    with serving(tmp_path) as client:
        play, chooser = Play.new(client, seats=AGENTS | {side: PERSON}), random.Random(1)
        while play.moment["phase"] != "over":
            enemy = [re.escape(name) for name in _names(play, side)]
            play.move_on(chooser)
        *sent, _ = play.sent  # the last lays the cards open
        told = b"\n".join(sent).decode()
    assert not re.search(rf"\b({'|'.join(enemy)}) moves ", told)
    assert " moves " in told


def _names(play: Play, side: str) -> list[str]:
    """Names of all pieces of the enemy of ``side``."""
    from ctv_env import new_game

    tables = new_game("ctv", "escudo", 1).tables
    first = {"nationalist": 48, "republican": 0}[side]
    return [name for name in tables.piece_names[first : first + 48] if name]


def test_a_hole_in_the_fog_is_found(tmp_path, tables, monkeypatch):
    """The comparison itself: a moment that tells who stands where is caught."""
    told = Moment.told

    def leaking(moment, *args):
        stacks = spec_of("ctv").ui().stacks(moment.game, None)
        return told(moment, *args) | {"stacks": {space: dataclasses.asdict(stack) for space, stack in stacks.items()}}

    monkeypatch.setattr(Moment, "told", leaking)
    with pytest.raises(AssertionError, match="moment"):
        play_compared(tmp_path, tables, "nationalist", 1)


def test_behind_the_curtain_nothing_is_sent(tmp_path, tables):
    with serving(tmp_path) as client:
        play, chooser = Play.new(client, seats=BOTH), random.Random(3)
        curtains = 0
        while curtains < 6:
            if play.moment["phase"] == "curtain":
                curtains += 1
                table = tables[play.path.rsplit("/", 1)[1]]
                shown, expected = table.shown, _through(play)
                table.shown = dataclasses.replace(shown, game=lookalike(shown.game, shown.seat, 1))
                assert _through(play) == expected
                table.shown = dataclasses.replace(shown, game=lookalike(shown.game, _other(shown.seat), 1))
                assert _through(play) == expected
                table.shown = shown
            play.move_on(chooser)


def _other(side: str) -> str:
    return {"nationalist": "republican", "republican": "nationalist"}[side]


def _through(play: Play) -> list[bytes]:
    """What can be asked while the curtain is down."""
    version = play.moment["version"]
    asked = [play.get(what) for what in ("moment", "map.svg", "ground.svg", "record")]
    asked += [play.post("why", version=version, space="1909"), play.post("advise", version=version, agent="staff")]
    return [answer.content for answer in asked]


def test_the_two_seats_are_each_shown_their_own_side(tmp_path, tables):
    with serving(tmp_path) as client:
        play, chooser, seats = Play.new(client, seats=BOTH), random.Random(4), set()
        while seats != {"nationalist", "republican"}:
            if play.moment["phase"] == "decide" and play.moment["seat"] not in seats:
                seats.add(play.moment["seat"])
                compare(play, tables[play.path.rsplit("/", 1)[1]])
            play.move_on(chooser)
