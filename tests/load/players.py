"""Load test of the server: players by a script, beside slow connections and searches; it is killed and started again.

    PYTHONPATH=tests python -m load.players --seconds 300

fails unless every move without search is answered within two seconds, nothing acknowledged is lost, and the server
wrote no traceback.  Every player has an address of its own, of those that lead to this machine (127.1.0.0/16, which
needs Linux), and plays as fast as a quick person, with a decision every two seconds on average.
"""

import argparse
import dataclasses
import http.client
import json
import pathlib
import random
import sys
import tempfile
import threading
import time

import numpy as np
from load.server import Served, SlowConnections

PATIENCE = 2.0
"""Seconds that a move may take."""
_THINKING = (1.0, 3.0)  # seconds
_SEATS = {"nationalist": "person", "republican": "staff"}
_ENDPOINTS = {"decide": "act", "roll": "roll"}


class Lost(AssertionError):
    """The server forgot something that it had acknowledged."""


class Client:
    """Requests of one player, over one connection at a time.

    Args:
        served: the server.
        number: of the player, from 0.
    """

    def __init__(self, served: Served, number: int):
        self._served = served
        self._source = (f"127.1.{number // 250}.{number % 250 + 1}", 0)
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, path: str, data: dict | None = None) -> tuple[int, bytes]:
        """Return status and body of the answer; OSError or HTTPException if the server is down."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                "127.0.0.1", self._served.port, timeout=60, source_address=self._source
            )
        headers = {"cookie": f"ctv_token={self._served.token}", "content-type": "application/json"}
        body = None if data is None else json.dumps(data)
        try:
            self._connection.request("GET" if data is None else "POST", path, body, headers)
            answer = self._connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Player(threading.Thread):
    """A player at random, who plays game after game against a policy.

    Attributes:
        waits: seconds from each move to the next picture of the map; those during a restart do not count.
        games: begun.
        refusals: answers other than those wanted, by status.
        failure: what went wrong, if anything.
    """

    def __init__(self, served: Served, number: int, stopping: threading.Event, scenario: str, seats: dict):
        super().__init__(daemon=True)
        self.waits: list[float] = []
        self.games, self.refusals, self.failure = 0, 0, ""
        self._client, self._chooser, self._stopping = Client(served, number), random.Random(number), stopping
        self._scenario, self._seats = scenario, seats
        self._name, self._snapshot = "", {"version": 0, "phase": "over"}

    def run(self) -> None:
        """Play until told to stop."""
        try:
            self._stopping.wait(self._chooser.uniform(0, _THINKING[1]))
            while not self._stopping.is_set():
                try:
                    self._play()
                except (OSError, http.client.HTTPException):  # the server is down
                    self._stopping.wait(0.2)
                    self._come_back()
                self._stopping.wait(self._chooser.uniform(*_THINKING))
        except Exception as error:
            self.failure = f"{type(error).__name__}: {error}"
        self._client.close()

    def _play(self) -> None:
        """Do one thing, and wait for its result."""
        start, phase = time.monotonic(), self._snapshot["phase"]
        if phase not in _ENDPOINTS:
            asked = {"scenario": self._scenario, "seats": self._seats, "options": {}, "awaits_dice": True}
            self._name = self._asked("/api/games", asked)["name"]
            self.games += 1
            self._snapshot = {"version": 0}
        else:
            body = {"version": self._snapshot["version"]}
            if phase == "decide":
                body["action"] = self._chooser.choice(self._snapshot["actions"])["action"]
            self._asked(f"/api/games/{self._name}/{_ENDPOINTS[phase]}", body)
        self._follow()
        self._client.ask(f"/api/games/{self._name}/map.svg")
        self.waits.append(time.monotonic() - start)

    def _follow(self) -> None:
        """Wait for the next snapshot."""
        before = self._snapshot["version"]
        while self._snapshot["version"] == before or self._snapshot["phase"] == "thinking":
            after = self._snapshot["version"]
            self._snapshot = self._asked(f"/api/games/{self._name}/snapshot?after={after}")

    def _come_back(self) -> None:
        """Find the game as it was, or further if the last decision was not answered."""
        while self._name and not self._stopping.is_set():
            known = self._snapshot["version"]
            try:
                now = self._asked(f"/api/games/{self._name}/snapshot")
            except (OSError, http.client.HTTPException):
                self._stopping.wait(0.2)
                continue
            if now["version"] < known:
                raise Lost(f"version {known} of a game was shown, but after the restart it is {now['version']}")
            self._snapshot = now
            if now["phase"] == "thinking":
                self._follow()
            return

    def _asked(self, path: str, data: dict | None = None) -> dict:
        status, body = self._client.ask(path, data)
        if status not in (200, 201):
            raise AssertionError(f"{path}: {status} {body[:200]!r}")
        return json.loads(body)


class Searcher(threading.Thread):
    """Asks a search for advice, again and again.

    Attributes:
        answers: number of answers by status.
    """

    def __init__(self, served: Served, number: int, stopping: threading.Event, scenario: str):
        super().__init__(daemon=True)
        self.answers: dict[int, int] = {}
        self._client, self._stopping, self._scenario = Client(served, number), stopping, scenario

    def run(self) -> None:
        """Ask until told to stop."""
        path = ""
        while not self._stopping.is_set():
            try:
                if not path:
                    asked = {"scenario": self._scenario, "seats": _SEATS, "options": {}, "awaits_dice": True}
                    path = f"/api/games/{json.loads(self._client.ask('/api/games', asked)[1])['name']}"
                snapshot = json.loads(self._client.ask(f"{path}/snapshot")[1])
                asked = {"version": snapshot["version"], "agent": "mcts"}
                status, _ = self._client.ask(f"{path}/advise", asked)
                self.answers[status] = self.answers.get(status, 0) + 1
                self._stopping.wait(1.0 if status == 200 else 5.0)
            except (OSError, http.client.HTTPException):
                self._stopping.wait(0.2)
        self._client.close()


@dataclasses.dataclass(frozen=True)
class Report:
    """What the players met.

    Attributes:
        waits: seconds of all moves, (n,).
        games: number of games.
        advice: answers to searchers, by status.
        closed: slow connections closed by the server.
        problems: what went wrong.
    """

    waits: np.ndarray
    games: int
    advice: dict[int, int]
    closed: int
    problems: list[str]

    def __str__(self) -> str:
        middle, late = np.quantile(self.waits, (0.5, 0.99))
        return (
            f"{len(self.waits)} moves in {self.games} games: median {middle:.3f} s, 99 % within {late:.3f} s, longest "
            f"{self.waits.max():.3f} s; advice by status {self.advice}; {self.closed} slow connections closed"
        )


def run(
    folder: pathlib.Path, seconds: float, players: int, slow: int, searchers: int, scenario: str = "escudo"
) -> Report:
    """Load a server for some time; half-way it is killed and started again."""
    served = Served(folder, "--scenario", scenario)
    crawling, stopping = SlowConnections(served.port, slow), threading.Event()
    playing = [Player(served, number, stopping, scenario, _SEATS) for number in range(players)]
    asking = [Searcher(served, players + number, stopping, scenario) for number in range(searchers)]
    try:
        crawling.start()
        for one in (*playing, *asking):
            one.start()
        time.sleep(seconds / 2)
        served.kill()
        served.start()
        time.sleep(seconds / 2)
        stopping.set()
        for one in (*playing, *asking):
            one.join()
        crawling.stop()
    finally:
        stopping.set()
        served.kill()
    waits = np.array([wait for one in playing for wait in one.waits])
    problems = sorted({one.failure for one in playing if one.failure})
    problems += [f"a move took {waits.max():.1f} seconds"] if not len(waits) or waits.max() > PATIENCE else []
    problems += [served.complaints] if served.complaints else []
    advice: dict[int, int] = {}
    for one in asking:
        for status, number in one.answers.items():
            advice[status] = advice.get(status, 0) + number
    return Report(waits, sum(one.games for one in playing), advice, crawling.closed, problems)


def main() -> int:
    """Run the load test; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--slow", type=int, default=300, help="connections with half a request")
    parser.add_argument("--searchers", type=int, default=4, help="clients that ask mcts for advice all the time")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = run(pathlib.Path(folder), args.seconds, args.players, args.slow, args.searchers)
    print(report, *report.problems, sep="\n")
    return 1 if report.problems else 0


if __name__ == "__main__":
    sys.exit(main())
