"""The server's responses: games, queries, saves, and the page itself."""

import json
import random
import re
import threading
import time
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from support.clients import OFFER, SEATS, Play, serving
from support.sessions import BOTH, NONE

from ctv_env.agents.opinions.opinion import Opinion
from ctv_env.core.game import Game
from ctv_env.core.replay.playback import verify
from ctv_env.core.spec import spec_of
from ctv_env.serve import server
from ctv_env.serve.players import PERSON, Player


@pytest.fixture
def client(tmp_path):
    with serving(tmp_path) as one:
        yield one


def pick(play, **wanted) -> int:
    """Number of the action with these values."""
    return next(a["action"] for a in play.snapshot["actions"] if wanted.items() <= a.items())


def test_a_game_is_played_to_its_end_and_recorded(client, tmp_path):
    play, chooser = Play.new(client), random.Random(0)
    while play.snapshot["phase"] != "over":
        play.move_on(chooser)
    assert play.snapshot["winner"] in SEATS
    assert play.snapshot["log"]["lines"][-1].startswith("The ")
    file = tmp_path / "game.jsonl"
    file.write_text(play.get("record").text)
    assert verify(file)["winner"] == play.snapshot["winner"]


def test_the_snapshot_says_what_is_asked_and_what_may_be_done(client):
    snapshot = Play.new(client).snapshot
    assert (snapshot["phase"], snapshot["seat"], snapshot["node"]) == ("decide", "nationalist", "MOVE")
    assert snapshot["advice"]["title"] == "Move your units"
    assert snapshot["advice"]["done"] == "End your movement and go on to combat"
    assert {"action", "kind", "name", "words", "space"} == snapshot["actions"][0].keys()
    named = {action["name"]: action["space"] for action in snapshot["actions"]}
    assert named["LIT 1"] == "2110"
    assert ["Turn", "1 of 3"] in snapshot["status"]
    assert {piece["name"] for piece in snapshot["stacks"]["2011"]["pieces"]} == {"Ar", "R9M"}


def test_the_chain_of_an_attack_with_its_odds(client):
    play = Play.new(client)
    play.do("act", action=pick(play, kind="DONE"))
    play.do("act", action=pick(play, name="2109"))
    assert play.snapshot["preview"] is None
    play.do("act", action=pick(play, name="LIT 1"))
    assert play.snapshot["marks"] == {"hand": None, "target": "2109"}
    guessed = play.snapshot["preview"]
    assert guessed["chart"]["rows"][0]["label"] == "if they have average strength"
    play.do("act", action=pick(play, kind="DONE"))
    while play.snapshot["phase"] == "decide":
        play.do("act", action=pick(play, kind="DONE"))
    assert (play.snapshot["phase"], play.snapshot["node"]) == ("roll", "COMBAT_DIE")
    (row,) = play.snapshot["preview"]["chart"]["rows"]
    play.do("roll")
    fell = play.snapshot["chance"][0]
    assert fell == {"what": "combat", "result": fell["result"], "pips": [int(fell["result"])]}
    attacker, defender = row["cells"][int(fell["result"]) - 1]["text"].split("/")
    assert f"attacker loses {attacker}, defender {defender}" in "\n".join(play.snapshot["log"]["lines"])


def test_why_an_action_is_illegal(client):
    play = Play.new(client)
    play.do("act", action=pick(play, name="LIT 1"))
    (reason,) = play.post("why", version=play.snapshot["version"], space="1707").json()["reasons"]
    assert "rule" in reason
    play.do("undo")
    done = pick(play, kind="DONE")
    play.do("act", action=done)
    reasons = play.post("why", version=play.snapshot["version"], space="1912").json()["reasons"]
    assert reasons
    assert play.post("why", version=play.snapshot["version"], space="9999").status_code == 400


def test_why_not_tells_of_each_own_piece_in_the_hex(client):
    play = Play.new(client)
    play.do("act", action=pick(play, kind="DONE"))
    play.do("act", action=pick(play, name="2109"))
    reasons = play.post("why", version=play.snapshot["version"], space="2310").json()["reasons"]
    assert [reason.split(" is ")[0] for reason in reasons] == ["HQ FIN", "FIN 8", "FIN 10"]


def test_what_an_agent_would_do(client):
    play = Play.new(client)
    answer = play.post("advise", version=play.snapshot["version"], agent="staff").json()
    advice, *others = answer["actions"]
    assert (advice["chance"], answer["unit"], answer["value"]) == (1.0, "points", None)
    assert len(others) == len(play.snapshot["actions"]) - 1
    assert all(other["chance"] == 0 and isinstance(other["score"], float) for other in others)
    assert advice["words"] in [action["words"] for action in play.snapshot["actions"]]
    assert play.post("advise", version=play.snapshot["version"], agent="/etc/passwd").status_code == 400


def test_the_probabilities_of_a_network_are_reported(client, monkeypatch):
    play = Play.new(client)
    legal = sorted(action["action"] for action in play.snapshot["actions"])[:2]
    preferences = np.zeros(469)
    preferences[legal] = 0.25, 0.75
    monkeypatch.setattr(Player, "opinion", lambda *_: Opinion(preferences, 0.5))
    answer = play.post("advise", version=play.snapshot["version"], agent="staff").json()
    found = [(action["action"], action["chance"], action["score"]) for action in answer["actions"]]
    assert found == [(legal[1], 0.75, None), (legal[0], 0.25, None)]
    assert answer["value"] == 0.75


def test_who_watches_can_ask_what_an_agent_would_do(client):
    play = Play.new(client, seats={"nationalist": "random", "republican": "random"})
    assert play.snapshot["phase"] == "watch"
    answer = play.post("advise", version=play.snapshot["version"], agent="staff")
    assert answer.status_code == 200, answer.text
    assert answer.json()["actions"][0]["words"]


def test_the_map_is_a_picture_of_the_moment(client):
    play = Play.new(client)
    answer = play.get("map.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    assert "LIT 1" in answer.text
    assert "LIT 1" not in play.get("ground.svg").text


def test_the_plan_says_where_the_hexes_lie(client):
    play = Play.new(client)
    plan = play.get("plan").json()
    spaces = {space["name"]: space for space in plan["spaces"]}
    assert spaces["1909"]["label"] == "1909 Puerto del Escudo"
    left, top, width, height = plan["frame"]
    for space in plan["spaces"]:
        x, y = space["centre"]
        assert left < x < left + width
        assert top < y < top + height
        across, down = zip(*space["outline"], strict=True)
        assert len(across) == 6
        assert [(min(across) + max(across)) / 2, (min(down) + max(down)) / 2] == pytest.approx([x, y], abs=0.2)
    window = re.search(
        r'<svg x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"[^>]*data-space="2110"',
        play.get("map.svg").text,
    )
    x, y, wide, high = map(float, window.groups())
    across, down = zip(*spaces["2110"]["outline"], strict=True)
    assert min(across) < x + wide / 2 < max(across)
    assert min(down) < y + high / 2 < max(down)


def test_the_log_comes_from_where_the_client_knows_it(client):
    play, chooser = Play.new(client), random.Random(5)
    while len(play.snapshot.get("log", {"lines": []})["lines"]) < 12:
        play.move_on(chooser)
    lines, seat = play.snapshot["log"]["lines"], play.snapshot["seat"]
    rest = play.get(f"snapshot?log=10&seat={seat}").json()["log"]
    assert rest == {"from": 9, "lines": lines[9:]}
    assert play.get("snapshot?log=10&seat=republican").json()["log"]["from"] == 0
    assert play.get(f"snapshot?log=9999&seat={seat}").json()["log"]["from"] == 0


def test_enemy_counters_that_came_or_went_are_news(client):
    play, chooser = Play.new(client), random.Random(1)
    while not play.snapshot.get("news"):
        before = {code: len(stack["pieces"]) for code, stack in play.snapshot["stacks"].items()}
        play.move_on(chooser)
    for item in play.snapshot["news"]:
        assert before.get(item["space"], 0) == item["was"]
        assert len(play.snapshot["stacks"].get(item["space"], {"pieces": ()})["pieces"]) == item["now"]


def test_a_question_for_the_next_snapshot_waits_for_it(client):
    play = Play.new(client)
    version, answers = play.snapshot["version"], []
    waiting = threading.Thread(
        target=lambda: answers.append(client.get(f"{play.path}/snapshot?after={version}").json())
    )
    waiting.start()
    time.sleep(0.3)
    assert not answers
    play.do("act", action=pick(play, name="LIT 1"))
    waiting.join(5)
    assert answers[0]["version"] == play.snapshot["version"]


def test_a_question_that_waits_too_long_is_answered_with_no_news(client, monkeypatch):
    monkeypatch.setattr(server, "WAIT_SECONDS", 0.05)
    play = Play.new(client)
    assert play.get(f"snapshot?after={play.snapshot['version']}").json() == {
        "version": play.snapshot["version"],
        "busy": False,
    }


def test_the_server_answers_while_an_agent_thinks(client, monkeypatch):
    thinks, may_go_on = threading.Event(), threading.Event()
    decide = Player.decide

    def slowly(player, game):
        thinks.set()
        may_go_on.wait(10)
        return decide(player, game)

    monkeypatch.setattr(Player, "decide", slowly)
    play = Play.new(client)
    play.do("act", action=pick(play, kind="DONE"))
    version = play.snapshot["version"]
    assert play.post("act", version=version, action=pick(play, kind="DONE")).json()["busy"] is True
    assert thinks.wait(10)
    assert play.get("snapshot").json()["busy"] is True
    assert play.post("act", version=version, action=0).json()["error"] == "the other side is thinking"
    other = Play.new(client)
    assert other.snapshot["phase"] == "decide"
    may_go_on.set()
    assert play.wait()["phase"] in ("decide", "roll")


def test_two_people_at_one_screen(client):
    play = Play.new(client, seats=BOTH)
    assert play.snapshot.keys() == {"version", "phase", "seat", "seats", "scenario", "hides", "busy"}
    assert play.get("map.svg").status_code == 409
    play.do("seat")
    assert play.snapshot["phase"] == "decide"


def test_agents_are_watched_with_open_cards(client):
    play = Play.new(client, "duel", NONE)
    while play.snapshot["phase"] == "watch":
        assert all(piece["known"] for stack in play.snapshot["stacks"].values() for piece in stack["pieces"])
        play.do("advance", decisions=5)
    assert play.snapshot["phase"] == "over"


def test_a_save_holds_nothing_and_is_resumed_here(client):
    play, chooser = Play.new(client), random.Random(2)
    for _ in range(9):
        play.move_on(chooser)
    save = play.post("save").json()
    assert save.keys() == {"ctv_save", "game"}
    answer = client.post("/api/resume", json={"save": save, "seats": BOTH, "awaits_dice": False})
    assert answer.status_code == 201
    back = Play(client, answer.json()["name"])
    same = ("node", "seat", "seats", "stacks", "actions", "status", "log")
    assert [back.snapshot[key] for key in same] == [play.snapshot[key] for key in same]


def test_a_position_is_resumed_with_the_players_that_are_named(client):
    position = json.loads(json.dumps(Game.from_dict({"scenario": "escudo", "turn": 2}).to_dict()))
    answer = client.post("/api/resume", json={"save": position, "seats": SEATS, "awaits_dice": True})
    assert answer.status_code == 201, answer.text
    assert ["Turn", "2 of 3"] in Play(client, answer.json()["name"]).snapshot["status"]


def test_when_the_game_is_over_the_save_holds_the_position(client):
    play = Play.new(client, "duel", NONE)
    while play.snapshot["phase"] != "over":
        play.do("advance", decisions=2000)
    save = play.post("save").json()
    assert Game.from_dict(save["position"]).winner == play.snapshot["winner"]


@pytest.mark.parametrize(
    ("save", "problem"),
    [
        ({}, "neither a save"),
        ({"ctv_save": "x" * 22}, "neither a save"),
        ({"ctv_save": ["x"], "position": 3}, "neither a save"),
        ({"game": ["ctv"]}, "neither a save"),
        ({"game": "arriba"}, "of the game 'arriba'; this server plays 'ctv'"),
        ({"game": "ctv", "data_dir": "/tmp"}, "data_dir"),
        ({"game": "ctv", "scenario": "nowhere"}, "scenario"),
        ({"game": "ctv", "turn": 99}, "turn"),
        ({"game": "ctv", "pieces": {"LIT 1": "9999"}}, "9999"),
    ],
)
def test_what_cannot_be_resumed_is_refused_in_words(client, tmp_path, save, problem):
    answer = client.post("/api/resume", json={"save": save, "seats": SEATS, "awaits_dice": True})
    assert answer.status_code in (400, 422)
    assert problem in answer.json()["error"]
    assert not list(tmp_path.glob("*.jsonl"))  # no trace of it remains


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"scenario": "../campaign"}, "no such scenario"),
        ({"seats": {"nationalist": PERSON}}, "seats must name"),
        ({"seats": {"nationalist": PERSON, "republican": "evil.zip"}}, "seats must name"),
        ({"seats": {"nationalist": PERSON, "republican": ["staff"]}}, "seats must name"),
        ({"options": {"data_dir": "/tmp"}}, "options may be"),
        ({"options": {"fog": "yes"}}, "fog"),
        ({"awaits_dice": 1}, "true or false"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_words(client, tmp_path, change, problem):
    asked = {"scenario": "escudo", "seats": SEATS, "options": {}, "awaits_dice": True} | change
    answer = client.post("/api/games", json=asked)
    assert answer.status_code in (400, 422)
    assert problem in answer.json()["error"]
    assert not list(tmp_path.glob("*.jsonl"))


def test_a_restart_loses_nothing(tmp_path):
    with serving(tmp_path) as first:
        play, chooser = Play.new(first), random.Random(8)
        for _ in range(25):
            play.move_on(chooser)
    with serving(tmp_path) as second:
        back = Play(second, play.path.rsplit("/", 1)[1])
        assert back.snapshot | {"chance": [], "news": [], "may_undo": False} == play.snapshot | {
            "chance": [],
            "news": [],
            "may_undo": False,
        }
        back.move_on(chooser)


def test_a_game_whose_journal_is_damaged_says_so(client, tmp_path):
    name = "A" * 22
    (tmp_path / f"{name}.jsonl").write_text('{"serve": 99}\n')
    answer = client.get(f"/api/games/{name}/snapshot")
    assert answer.status_code == 422
    assert "another version" in answer.json()["error"]


def test_the_pages_need_nothing_from_elsewhere(client):
    for path in ("/", "/play/x", "/static/page.css", "/static/play.js", "/static/map.js", "/static/start.js"):
        answer = client.get(path)
        assert answer.status_code == 200
        addresses = re.findall(r"https?://[^\s\"')]+", answer.text)
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}
        assert not re.search(r"<script(?![^>]*\bsrc=)|\bon\w+=\"|style=\"", answer.text)


def test_what_is_offered(client):
    offer = client.get("/api/offer").json()
    assert offer["scenarios"]["escudo"] == "Puerto del Escudo, 14 to 19 August 1937"
    assert offer["agents"] == list(OFFER.agents)
    assert [option["name"] for option in offer["options"] if option["value"]] == ["fog", "play_forced"]
    fog = offer["options"][0]
    assert fog["value"] is True
    assert fog["words"].startswith("Fog of war")
    assert offer["sides"] == ["nationalist", "republican"]


def test_the_colours_of_the_sides_are_those_of_the_game(client):
    answer = client.get("/sides.css")
    assert answer.headers["content-type"].startswith("text/css")
    first, second = spec_of("ctv").ui().COLOURS
    assert f":root{{--side-0:{first.light};--side-1:{second.light};}}" in answer.text
    assert f"--side-0:{first.dark};--side-1:{second.dark};" in answer.text
