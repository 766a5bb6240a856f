"""A browser's part in tests: asks the server, follows a game, and keeps all that it was sent."""

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
    with TestClient(make_app(offer, folder, "127.0.0.1"), base_url=HERE) as client:
        yield client


class Play:
    """One game, played over the wire.

    Attributes:
        sent: all bodies that came back, as bytes.
        moment: the last one told.
    """

    def __init__(self, client: TestClient, name: str):
        self.client, self.path = client, f"/api/games/{name}"
        self.sent: list[bytes] = []
        self.moment = self.get("moment").json()
        if self.moment["phase"] == "thinking":
            self.wait()

    @classmethod
    def new(cls, client: TestClient, scenario: str = "escudo", seats: dict = SEATS, **options) -> "Play":
        """A new game."""
        asked = {"scenario": scenario, "seats": seats, "options": options, "awaits_dice": True}
        answer = client.post("/api/games", json=asked)
        assert answer.status_code == 201, answer.text
        return cls(client, answer.json()["name"])

    def get(self, what: str):
        """GET something of the game."""
        return self._kept(self.client.get(f"{self.path}/{what}"))

    def post(self, what: str, **data):
        """POST something to the game."""
        return self._kept(self.client.post(f"{self.path}/{what}", json=data))

    def do(self, what: str, **data) -> dict:
        """Do something at the present moment; returns the next."""
        before = self.moment["version"]
        answer = self.post(what, version=before, **data)
        assert answer.status_code == 200, answer.text
        return self.wait()

    def wait(self) -> dict:
        """The next moment."""
        before = self.moment["version"]
        while self.moment["version"] == before:
            self.moment = self.get(f"moment?after={before}").json()
        return self.moment

    def move_on(self, chooser) -> dict:
        """One thing that a person does, drawn at random; returns the next moment."""
        phase = self.moment["phase"]
        if phase == "decide":
            return self.do("act", action=chooser.choice(self.moment["actions"])["action"])
        return self.do({"roll": "roll", "curtain": "seat"}[phase])

    def _kept(self, answer):
        self.sent.append(answer.content)
        return answer
