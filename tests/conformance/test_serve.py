"""The page's server, for every game: what a browser would ask of it."""

import random
import xml.etree.ElementTree as ElementTree

import pytest
from conformance.subjects import Subject, is_secret, some_nodes
from support.clients import Play, serving

from ctv_env.core.replay.playback import verify
from ctv_env.serve.offer import Offer
from ctv_env.serve.players import PERSON


def offer(subject: Subject) -> Offer:
    first, second = subject.spec.sides
    return Offer(subject.game, subject.scenario, {first: PERSON, second: "random"}, subject.spec.policies[::-1], {})


@pytest.fixture
def client(subject, tmp_path):
    with serving(tmp_path, offer(subject)) as one:
        yield one


def new(client, subject: Subject, both: bool = False) -> Play:
    """A game against an agent, or of two persons at one screen."""
    first, second = subject.spec.sides
    return Play.new(client, subject.scenario, {first: PERSON, second: PERSON if both else "random"})


def test_the_offer_has_words_for_the_game(client, subject):
    told = client.get("/api/offer").json()
    assert told["title"] == subject.spec.title
    assert subject.scenario in told["scenarios"]
    assert told["aims"].keys() == set(subject.spec.sides)


@pytest.mark.parametrize("both", [False, True])
def test_a_game_is_played_to_its_end_and_recorded(both, client, subject, tmp_path):
    play, chooser = new(client, subject, both), random.Random(0)
    while play.moment["phase"] != "over":
        play.move_on(chooser)
    assert play.moment["winner"] in (None, *subject.spec.sides)
    file = tmp_path / "game.jsonl"
    file.write_text(play.get("record").text)
    result = verify(file)
    assert result["winner"] == play.moment["winner"]
    assert subject.spec.score.key in result


def test_the_moment_says_what_is_asked_and_what_may_be_done(client, subject):
    play = new(client, subject)
    while play.moment["phase"] == "roll":
        play.do("roll")
    moment = play.moment
    assert moment["phase"] == "decide"
    assert moment["seat"] == subject.spec.sides[0]
    assert moment["advice"]["title"]
    assert moment["actions"]
    assert all(action["words"] for action in moment["actions"])
    assert moment["status"]


def test_a_decision_can_be_taken_back(client, subject):
    play, chooser = new(client, subject), random.Random(1)
    for _ in range(40):
        if play.moment["phase"] == "over":
            break
        before = play.moment
        play.move_on(chooser)
        if play.moment.get("may_undo"):
            play.do("undo")
            assert play.moment["node"] == before["node"]
            assert play.moment["actions"] == before["actions"]
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
    while play.moment["phase"] == "roll":
        play.do("roll")
    agent = subject.spec.policies[-1]
    answer = play.post("advise", version=play.moment["version"], agent=agent)
    assert answer.status_code == 200, answer.text
    legal = {action["action"] for action in play.moment["actions"]}
    assert {action["action"] for action in answer.json()["actions"]} <= legal


def test_a_game_is_saved_and_goes_on(client, subject):
    play, chooser = new(client, subject), random.Random(2)
    for _ in range(3):
        if play.moment["phase"] != "over":
            play.move_on(chooser)
    answer = play.post("save")
    assert answer.status_code == 200, answer.text
    seats = dict(zip(subject.spec.sides, (PERSON, "random"), strict=True))
    again = client.post("/api/resume", json={"save": answer.json(), "seats": seats, "awaits_dice": True})
    assert again.status_code == 201, again.text


def test_of_a_secret_choice_the_other_seat_is_told_nothing(client, subject):
    """Two persons at one screen: behind the curtain all is told as if another choice had been made."""
    first, second = subject.spec.sides
    secret = [game for game in some_nodes(subject) if is_secret(game) and game.to_move == first]
    for game in secret[:2]:
        told = set()
        for action in game.legal_actions():
            asked = {"save": game.to_dict(), "seats": {first: PERSON, second: PERSON}, "awaits_dice": True}
            play = Play(client, client.post("/api/resume", json=asked).json()["name"])
            while play.moment["phase"] == "curtain":
                play.do("seat")
            play.do("act", action=action)
            assert play.moment["phase"] == "curtain"
            play.do("seat")
            assert play.moment["seat"] == second
            told.add(repr((play.moment, play.get("map.svg").text)))
        assert len(told) == 1
        assert len(game.legal_actions()) > 1
