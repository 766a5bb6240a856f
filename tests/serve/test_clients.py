"""What one client may ask for."""

import pytest
from starlette.testclient import TestClient
from support.clients import HERE, OFFER, SEATS

from ctv_env.serve.app import make_app
from ctv_env.serve.clients import Clients, Limits, TooManyError

GAME = {"scenario": "escudo", "seats": SEATS, "options": {}, "awaits_dice": True}
FRIEND, STRANGER = "192.0.2.1", "192.0.2.2"


class Clock:
    """Seconds that pass when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def ask(clients: Clients, address: str) -> None:
    with clients.request(address):
        pass


def test_requests_are_limited_and_allowed_again_in_time():
    clock = Clock()
    clients = Clients(Limits(requests=3, requests_per_second=0.5), clock)
    for _ in range(3):
        ask(clients, STRANGER)
    with pytest.raises(TooManyError, match="in 2 seconds") as refused:
        ask(clients, STRANGER)
    assert refused.value.seconds == 2
    ask(clients, FRIEND)
    clock.now = 2.0
    ask(clients, STRANGER)
    with pytest.raises(TooManyError):
        ask(clients, STRANGER)


def test_requests_at_once_are_limited():
    clients = Clients(Limits(at_once=1))
    with clients.request(STRANGER):
        with pytest.raises(TooManyError):
            ask(clients, STRANGER)
        ask(clients, FRIEND)
    ask(clients, STRANGER)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.1.0.7", "::1", "::ffff:127.0.0.1"])
def test_requests_of_this_machine_are_not_limited_but_its_games_are(address):
    clients = Clients(Limits(requests=1, requests_per_second=0.001, games=1))
    for _ in range(5):
        ask(clients, address)
    clients.begin_game(address)
    with pytest.raises(TooManyError, match="new games"):
        clients.begin_game(address)


def test_addresses_of_one_network_are_one_client():
    clients = Clients(Limits(games=1))
    clients.begin_game("2001:db8::1")
    with pytest.raises(TooManyError):
        clients.begin_game("2001:db8::2")
    clients.begin_game("2001:db8:0:1::1")


def test_what_is_remembered_of_clients_is_limited(monkeypatch):
    monkeypatch.setattr("ctv_env.serve.clients._REMEMBERED", 3)
    clients = Clients(Limits(games=1))
    for number in range(1, 5):
        clients.begin_game(f"192.0.2.{number}")
    clients.begin_game("192.0.2.1")  # forgotten
    with pytest.raises(TooManyError):
        clients.begin_game("192.0.2.4")


def client_at(app, address: str) -> TestClient:
    return TestClient(app, base_url=HERE, client=(address, 50000))


def test_a_client_that_begins_too_many_games_is_told_when_to_come_back(tmp_path):
    app = make_app(OFFER, tmp_path, "127.0.0.1", limits=Limits(games=3))
    with client_at(app, STRANGER) as stranger:
        name = stranger.post("/api/games", json=GAME).json()["name"]
        save = stranger.post(f"/api/games/{name}/save", json={}).json()
        assert stranger.post("/api/resume", json={"save": save, "seats": SEATS, "awaits_dice": True}).status_code == 201
        for path, body in (
            ("/api/games", GAME),
            ("/api/resume", {"save": save, "seats": SEATS, "awaits_dice": True}),
            (f"/api/games/{name}/save", {}),
        ):
            answer = stranger.post(path, json=body)
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) > 0
            assert "new games" in answer.json()["error"]
        assert client_at(app, FRIEND).post("/api/games", json=GAME).status_code == 201
        assert len(list(tmp_path.rglob("*.jsonl"))) == 4


def test_a_client_that_asks_too_much_is_refused_and_others_are_not(tmp_path):
    app = make_app(OFFER, tmp_path, "127.0.0.1", limits=Limits(requests=2, requests_per_second=0.01))
    with client_at(app, STRANGER) as stranger:
        answers = [stranger.get("/api/offer").status_code for _ in range(3)]
        assert answers == [200, 200, 429]
        assert client_at(app, FRIEND).get("/api/offer").status_code == 200
