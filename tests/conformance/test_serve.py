"""The page's server, for every game: the requests of a browser."""

import random
import xml.etree.ElementTree as ElementTree

import pytest
from conformance.subjects import Subject, is_secret, some_nodes
from support.clients import Play, serving
from support.own_agents import BOLD

from ctv_env.core.replay.playback import verify
from ctv_env.serve.offer import Offer
from ctv_env.serve.players import PERSON


def offer(subject: Subject) -> Offer:
    first, second = subject.spec.sides
    agents = (*subject.spec.policies[::-1], BOLD)
    return Offer(subject.game, subject.scenario, {first: PERSON, second: "random"}, agents, {})


@pytest.fixture
def client(subject, tmp_path):
    with serving(tmp_path, offer(subject)) as one:
        yield one


def new(client, subject: Subject, other: str = "random") -> Play:
    """A game against an agent, or of two persons at one screen."""
    first, second = subject.spec.sides
    return Play.new(client, subject.scenario, {first: PERSON, second: other})


def test_the_offer_has_words_for_the_game(client, subject):
    answers = client.get("/api/offer").json()
    assert answers["title"] == subject.spec.title
    assert subject.scenario in answers["scenarios"]
    assert answers["aims"].keys() == set(subject.spec.sides)


@pytest.mark.parametrize("other", ["random", PERSON, BOLD], ids=["policy", "person", "own"])
def test_a_game_is_played_to_its_end_and_recorded(other, client, subject, tmp_path):
    play, chooser = new(client, subject, other), random.Random(0)
    while play.snapshot["phase"] != "over":
        play.move_on(chooser)
    assert play.snapshot["winner"] in (None, *subject.spec.sides)
    file = tmp_path / "game.jsonl"
    file.write_text(play.get("record").text)
    result = verify(file)
    assert result["winner"] == play.snapshot["winner"]
    assert subject.spec.score.key in result


def test_the_snapshot_says_what_is_asked_and_what_may_be_done(client, subject):
    play = new(client, subject)
    while play.snapshot["phase"] == "roll":
        play.do("roll")
    snapshot = play.snapshot
    assert snapshot["phase"] == "decide"
    assert snapshot["seat"] == subject.spec.sides[0]
    assert snapshot["advice"]["title"]
    assert snapshot["actions"]
    assert all(action["words"] for action in snapshot["actions"])
    assert snapshot["status"]


def test_a_decision_can_be_taken_back(client, subject):
    play, chooser = new(client, subject), random.Random(1)
    for _ in range(40):
        if play.snapshot["phase"] == "over":
            break
        before = play.snapshot
        play.move_on(chooser)
        if play.snapshot.get("may_undo"):
            play.do("undo")
            assert play.snapshot["node"] == before["node"]
            assert play.snapshot["actions"] == before["actions"]
            return


def test_the_map_is_drawn_and_has_a_plan(client, subject):
    play = new(client, subject)
    for picture in ("map.svg", "ground.svg"):
        answer = play.get(picture)
        assert answer.status_code == 200
        assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    assert play.get("plan").status_code == 200


def test_an_agent_can_be_asked_for_advice(client, subject):
    play = new(client, subject)
    while play.snapshot["phase"] == "roll":
        play.do("roll")
    agent = subject.spec.policies[-1]
    answer = play.post("advise", version=play.snapshot["version"], agent=agent)
    assert answer.status_code == 200, answer.text
    legal = {action["action"] for action in play.snapshot["actions"]}
    assert {action["action"] for action in answer.json()["actions"]} <= legal


def test_a_game_is_saved_and_goes_on(client, subject):
    play, chooser = new(client, subject), random.Random(2)
    for _ in range(3):
        if play.snapshot["phase"] != "over":
            play.move_on(chooser)
    answer = play.post("save")
    assert answer.status_code == 200, answer.text
    seats = dict(zip(subject.spec.sides, (PERSON, "random"), strict=True))
    again = client.post("/api/resume", json={"save": answer.json(), "seats": seats, "awaits_dice": True})
    assert again.status_code == 201, again.text


def test_of_a_secret_choice_the_other_seat_is_told_nothing(client, subject):
    """Two persons at one screen: the curtain reveals nothing about the choice made."""
    first, second = subject.spec.sides
    secret = [game for game in some_nodes(subject) if is_secret(game) and game.to_move == first]
    for game in secret[:2]:
        answers = set()
        for action in game.legal_actions():
            asked = {"save": game.to_dict(), "seats": {first: PERSON, second: PERSON}, "awaits_dice": True}
            play = Play(client, client.post("/api/resume", json=asked).json()["name"])
            while play.snapshot["phase"] == "curtain":
                play.do("seat")
            play.do("act", action=action)
            assert play.snapshot["phase"] == "curtain"
            play.do("seat")
            assert play.snapshot["seat"] == second
            answers.add(repr((play.snapshot, play.get("map.svg").text)))
        assert len(answers) == 1
        assert len(game.legal_actions()) > 1
