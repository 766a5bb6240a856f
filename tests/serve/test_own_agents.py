"""An agent of one's own against a person at the page; and nobody at a page names one that the server does not offer."""

import pathlib
import random
from collections.abc import Callable

import pytest
from support.clients import Play, serving
from support.own_agents import BOLD, PLAYER, write

from ctv_env import new_game
from ctv_env.agents import registry
from ctv_env.serve.offer import Offer
from ctv_env.serve.players import PERSON, make_agent
from ctv_env.serve.warm_up import warm_up

BEGUN = {"nationalist": PERSON, "republican": BOLD}


def offer(*agents: str) -> Offer:
    return Offer("ctv", "duel", {"nationalist": PERSON, "republican": agents[0]}, agents, {})


def play_to_the_end(play: Play) -> None:
    chooser = random.Random(0)
    while play.snapshot["phase"] != "over":
        play.move_on(chooser)


def test_it_is_offered_and_plays_to_the_end(tmp_path):
    with serving(tmp_path, offer(BOLD, "random")) as client:
        data = client.get("/api/offer").json()
        assert data["agents"] == [BOLD, "random"]
        assert data["seats"]["republican"] == BOLD
        play = Play.new(client, "duel", BEGUN)
        play_to_the_end(play)
        assert play.snapshot["winner"] in BEGUN


def test_it_can_be_asked_for_advice(tmp_path):
    with serving(tmp_path, offer(BOLD)) as client:
        play = Play.new(client, "duel", BEGUN)
        answer = play.post("advise", version=play.snapshot["version"], agent=BOLD)
        assert answer.status_code == 200, answer.text
        legal = {action["action"] for action in play.snapshot["actions"]}
        assert {action["action"] for action in answer.json()["actions"]} < legal


def closing(folder: pathlib.Path) -> tuple[str, Callable[[], int]]:
    """An agent that notes when it is closed, and how often it was."""
    log = folder / "log"
    close = f'\n    def close(self):\n        with open({str(log)!r}, "a") as log:\n            log.write("closed ")\n'
    return f"{write(folder / 'own.py', PLAYER + close)}:Many", lambda: log.read_text().count("closed")


def test_it_is_let_go_after_an_advice_and_at_the_end_of_its_game(tmp_path):
    name, count = closing(tmp_path)
    with serving(tmp_path / "games", offer(name)) as client:
        play = Play.new(client, "duel", {"nationalist": PERSON, "republican": name})
        for n in (1, 2):
            assert play.post("advise", version=play.snapshot["version"], agent=name).status_code == 200
            assert count() == n
    assert count() == 3


def test_it_is_let_go_if_its_game_is_refused(tmp_path):
    name, count = closing(tmp_path)
    broken = f"{write(tmp_path / 'broken.py', 'class Own:' + chr(10) + '    pass')}:Own"
    with serving(tmp_path / "games", offer(name, broken)) as client:
        seats = {"nationalist": name, "republican": broken}
        asked = {"scenario": "duel", "seats": seats, "options": {}, "awaits_dice": True}
        assert client.post("/api/games", json=asked).status_code >= 400
        assert count() == 1
    assert not list((tmp_path / "games").glob("*.jsonl"))


def test_it_is_let_go_after_the_warm_up(tmp_path):
    name, count = closing(tmp_path)
    warm_up(offer(name))
    assert count() == 1


# -- nobody else's -------------------------------------------------------------------------------------------------


@pytest.fixture
def trap(tmp_path):
    """A file that shows when it is run."""
    return write(tmp_path / "trap.py", PLAYER + f"\nopen({str(tmp_path / 'sprung')!r}, 'w').close()\n")


@pytest.fixture(params=["{trap}:Own", "{trap}", "trap:Own", "os:PathLike", "program:touch {folder}/sprung", "runs/x"])
def named(request, trap, tmp_path, monkeypatch):
    """Names of agents that the server was not started with."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return request.param.format(trap=trap, folder=tmp_path)


def test_a_client_cannot_name_an_agent_of_its_choice(named, tmp_path):
    with serving(tmp_path / "games", offer("random")) as client:
        play = Play.new(client, "duel", {"nationalist": PERSON, "republican": "random"})
        seats = {"nationalist": PERSON, "republican": named}
        position = play.post("save").json()
        asked = {"scenario": "duel", "seats": seats, "options": {}, "awaits_dice": True}
        answers = [
            client.post("/api/games", json=asked),
            client.post("/api/resume", json={"save": position, "seats": seats, "awaits_dice": True}),
            client.post("/api/resume", json={"save": {"game": "ctv"}, "seats": seats, "awaits_dice": True}),
            play.post("advise", version=play.snapshot["version"], agent=named),
        ]
    assert [answer.status_code for answer in answers if answer is not answers[1]] == [400, 400, 400]
    assert answers[1].status_code in (201, 400)  # a save brings its own seats, those of the server's journal
    assert not (tmp_path / "sprung").exists()


def test_a_game_of_an_agent_that_the_server_no_longer_offers_is_not_taken_up(trap, tmp_path):
    name = f"{trap}:Own"
    with serving(tmp_path / "games", offer(name)) as client:
        play = Play.new(client, "duel", {"nationalist": PERSON, "republican": name})
        save = play.post("save").json()
        assert (tmp_path / "sprung").exists()
    files = set((tmp_path / "games").rglob("*"))
    with serving(tmp_path / "games", offer("random")) as client:
        seats = {"nationalist": PERSON, "republican": "random"}
        for answer in (
            client.get(f"{play.path}/snapshot"),
            client.post("/api/resume", json={"save": save, "seats": seats, "awaits_dice": True}),
        ):
            assert answer.status_code == 422
            assert f"no agent '{name}' plays here" in answer.json()["error"]
    assert set((tmp_path / "games").rglob("*")) == files
    with serving(tmp_path / "games", offer("random", name)) as client:
        play_to_the_end(Play(client, play.path.rpartition("/")[2]))


def test_agents_play_by_the_options_of_the_game(monkeypatch):
    given = []
    monkeypatch.setattr(registry, "make_agent", lambda *arguments, options: given.append((arguments, options)))
    make_agent("staff", new_game("ctv", "duel", 1, fog=False), "republican")
    ((arguments, options),) = given
    assert arguments == ("staff", "ctv", "duel", "republican")
    assert options["fog"] is False
