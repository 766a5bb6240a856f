"""A client for tests: queries the server, follows a game, and keeps every response."""

import contextlib
import pathlib

from starlette.testclient import TestClient

from ctv_env.serve.app import make_app
from ctv_env.serve.offer import Offer
from ctv_env.serve.players import PERSON

HERE = "http://127.0.0.1:1937"
SEATS = {"nationalist": PERSON, "republican": "staff"}
OFFER = Offer("ctv", "escudo", SEATS, ("staff", "random"), {})


@contextlib.contextmanager
def serving(folder: pathlib.Path, offer: Offer = OFFER):
    """A client of a server whose games are kept in ``folder``; an error inside the server is raised here."""
    app = make_app(offer, folder, "127.0.0.1")
    with TestClient(app, base_url=HERE, client=("127.0.0.1", 50000)) as client:  # as fast as it can: no limit here
        yield client


class Play:
    """A game played through the server.

    Attributes:
        sent: all response bodies, as bytes.
        snapshot: the last one received.
    """

    def __init__(self, client: TestClient, name: str):
        self.client, self.path = client, f"/api/games/{name}"
        self.sent: list[bytes] = []
        self.snapshot = self.get("snapshot").json()
        if self.snapshot["phase"] == "thinking":
            self.wait()

    @classmethod
    def new(cls, client: TestClient, scenario: str = "escudo", seats: dict = SEATS, **options) -> "Play":
        """Start a new game."""
        asked = {"scenario": scenario, "seats": seats, "options": options, "awaits_dice": True}
        answer = client.post("/api/games", json=asked)
        assert answer.status_code == 201, answer.text
        return cls(client, answer.json()["name"])

    def get(self, what: str):
        """GET a resource of the game."""
        return self._kept(self.client.get(f"{self.path}/{what}"))

    def post(self, what: str, **data):
        """POST a request about the game."""
        return self._kept(self.client.post(f"{self.path}/{what}", json=data))

    def do(self, what: str, **data) -> dict:
        """Act on the current snapshot; return the next."""
        before = self.snapshot["version"]
        answer = self.post(what, version=before, **data)
        assert answer.status_code == 200, answer.text
        return self.wait()

    def wait(self) -> dict:
        """Return the next snapshot."""
        before = self.snapshot["version"]
        while self.snapshot["version"] == before:
            self.snapshot = self.get(f"snapshot?after={before}").json()
        return self.snapshot

    def move_on(self, chooser) -> dict:
        """Do one random thing that a person can do; return the next snapshot."""
        phase = self.snapshot["phase"]
        if phase == "decide":
            return self.do("act", action=chooser.choice(self.snapshot["actions"])["action"])
        return self.do({"roll": "roll", "curtain": "seat"}[phase])

    def _kept(self, answer):
        self.sent.append(answer.content)
        return answer
