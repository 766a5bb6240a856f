"""Requests to the server, over a socket: other values, headers and methods, damaged bytes, cut and slow uploads."""

import copy
import http.client
import json
import logging
import os
import pathlib
import random
import socket
import tempfile
import threading
import time
import typing
from collections.abc import Callable

from conformance.subjects import step_at_random

from ctv_env.core.game import Game
from ctv_env.core.spec import spec_of
from ctv_env.serve import connections, listening, server
from ctv_env.serve.app import make_app
from ctv_env.serve.clients import Limits
from ctv_env.serve.offer import Offer
from ctv_env.serve.players import PERSON
from ctv_env.serve.warm_up import warm_up

_PATIENCE = 8.0  # seconds for an answer
_TRIES = 20  # of a request of its own
_WILD = (
    None, True, False, -1, 0, 1, 7, 2**53, 2**70, 0.5, 1e308, "", "x", "person", "random", "../x", "\x00", "\x1b[2J",
    "A" * 3000, "9" * 400, [], {}, [1], [[[[]]]], {"": None}, {"ctv_save": 3}, {"ctv_save": "x" * 22},
)  # fmt: skip
_HEADERS = (
    b"Host: evil.example", b"Host: ", b"Host: [::1]", b"Origin: null", b"Origin: http://127.0.0.1",
    b"Cookie: ctv_token=\xff",
    b"Content-Length: 5", b"Content-Length: -1", b"Content-Length: 99999999999999999999", b"Content-Length: 1e3",
    b"Transfer-Encoding: chunked", b"Expect: 100-continue", b"Connection: keep-alive", b"Upgrade: websocket",
    b"Connection: upgrade", b"Range: bytes=0-1,5-", b"Range: bytes=-", b"If-None-Match: *", b"Accept-Encoding: gzip",
    b"X-Forwarded-For: 1.2.3, x, ::", b"X-Forwarded-Proto: \xff", b"Content-Type: text/plain",
    b"Content-Type: application/json; charset=x", b"X: " + b"y" * 9000, b"If-Modified-Since: x", b": x",
)  # fmt: skip
_METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "A" * 50)


class BrokenError(Exception):
    """The server failed, or changed what it should not have."""


class Fuzzed:
    """A server in a thread, with one game in play.

    Args:
        game: as ``spec_of`` takes it.
    """

    def __init__(self, game: str):
        self._spec = spec_of(game)
        walk, chooser = Game.new(self._spec, None, 1), random.Random(1)
        for _ in range(5):
            step_at_random(walk, chooser)
        self._position = walk.to_dict()
        self._folder = tempfile.TemporaryDirectory()
        offer = _offer(game)
        self._seats = offer.seats
        app = make_app(offer, pathlib.Path(self._folder.name), "127.0.0.1", limits=Limits(games=10**9))
        server.WAIT_SECONDS, connections.RECEIVE_SECONDS = 0.0, 0.2
        listener = socket.create_server(("127.0.0.1", 0))
        self._port = listener.getsockname()[1]
        self._log = _Errors()
        logging.getLogger().addHandler(self._log)
        logging.getLogger("uvicorn.error").addHandler(self._log)
        self._server = listening.make_server(app)
        self._thread = threading.Thread(target=self._server.run, args=([listener],), daemon=True)
        self._thread.start()
        self._name, self._snapshot = "", {"phase": "over"}

    def case(self, rng: random.Random) -> str:
        """Send one request and judge the answer."""
        if self._snapshot["phase"] in ("over", "stuck"):
            self._begin()
        status, text = self._sent(self._request(rng), rng)
        if self._log.texts:
            raise BrokenError(f"an error inside the server: {self._log.texts.pop()}")
        if status >= 500:
            raise BrokenError(f"status {status}: {text[:200]!r}")
        before, self._snapshot = self._snapshot, self._settled()
        if 400 <= status < 500:
            if text.startswith(b"{") and not json.loads(text)["error"]:
                raise BrokenError("a refusal without a reason")
            if self._snapshot["version"] != before["version"]:
                raise BrokenError("a refused request changed the game")
            return "refused"
        return "closed" if status == 0 else "answered"

    def close(self) -> None:
        """Stop the server."""
        self._server.should_exit = True
        self._thread.join()
        logging.getLogger().removeHandler(self._log)
        logging.getLogger("uvicorn.error").removeHandler(self._log)

    def _begin(self) -> None:
        body = {"scenario": self._position["scenario"], "seats": self._seats, "options": {}, "awaits_dice": True}
        self._name, self._snapshot = self._asked("/api/games", body)["name"], {}
        self._snapshot = self._settled()

    def _settled(self) -> dict:
        """Return the snapshot once nobody thinks; the one that is known if there is no other."""
        while True:
            snapshot = self._asked(f"/api/games/{self._name}/snapshot?after={self._snapshot.get('version', 0)}")
            if not snapshot["busy"] and snapshot.get("phase") != "thinking":
                return snapshot if "phase" in snapshot else self._snapshot
            time.sleep(0.002)

    def _asked(self, path: str, body: dict | None = None) -> dict:
        for _ in range(_TRIES):
            try:
                return self._answer(path, body)
            except (http.client.RemoteDisconnected, ConnectionResetError):
                pass  # on a busy machine this process may pause for longer than the server waits
        raise BrokenError(f"{path}: closed without an answer {_TRIES} times")

    def _answer(self, path: str, body: dict | None) -> dict:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=_PATIENCE)
        text = None if body is None else json.dumps(body)
        connection.request("GET" if body is None else "POST", path, text, {"content-type": "application/json"})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        if answer.status >= 300:
            raise BrokenError(f"{path}: status {answer.status}: {data[:200]!r}")
        return json.loads(data)

    # -- requests ----------------------------------------------------------------------------------------------------

    def _request(self, rng: random.Random) -> bytes:
        """Return the bytes of a request."""
        if rng.random() < 0.7:
            method, (path, body) = "POST", rng.choice(self._posts(rng))
            if rng.random() < 0.7:
                body = _damaged(body, rng)
            content = json.dumps(body).encode()
        else:
            method, path, content = "GET", rng.choice(self._gets(rng)), b""
        if rng.random() < 0.1:
            method = rng.choice(_METHODS)
        lines = [f"{method} {path} HTTP/1.1".encode("utf-8", "replace"), b"Connection: close"]
        lines += [b"Host: 127.0.0.1"] if rng.random() < 0.97 else []
        lines += [b"Content-Type: application/json", b"Content-Length: %d" % len(content)] if content else []
        lines += rng.sample(_HEADERS, rng.choice((1, 1, 2, 3))) if rng.random() < 0.25 else []
        whole = b"\r\n".join(lines) + b"\r\n\r\n" + content
        return _damaged_bytes(whole, rng) if rng.random() < 0.2 else whole

    def _posts(self, rng: random.Random) -> list[tuple[str, dict]]:
        shown, game = self._snapshot, f"/api/games/{self._name}"
        version = {"version": shown["version"]}
        action = rng.choice(shown["actions"])["action"] if shown.get("actions") else 0
        players = {"seats": self._seats, "awaits_dice": True}
        return [
            (f"{game}/act", version | {"action": action}),
            (f"{game}/act", version | {"action": action}),
            (f"{game}/roll", version),
            (f"{game}/seat", version),
            (f"{game}/undo", version),
            (f"{game}/advance", version | {"decisions": 3}),
            (f"{game}/why", version | {"space": rng.choice(list(shown.get("stacks") or "x"))}),
            (f"{game}/advise", version | {"agent": "random"}),
            (f"{game}/save", {}),
            ("/api/games", {"scenario": self._position["scenario"], "options": {}} | players),
            ("/api/resume", {"save": self._position} | players),
        ]

    def _gets(self, rng: random.Random) -> list[str]:
        game, odd = f"/api/games/{self._name}", rng.choice(("", "-1", "1" * 20, "%00", "%ff", "x", "٣", "../", "a=b&"))
        return [
            "/", "/api/offer", "/sides.css", f"/play/{odd}", f"/static/{odd}", "/static/play.js", f"/{odd}", f"//{odd}",
            f"{game}/snapshot?after={self._snapshot['version']}", f"{game}/snapshot?after={odd}&log={odd}&seat={odd}",
            f"{game}/plan", f"{game}/map.svg", f"{game}/record", f"/api/games/{odd}/snapshot", f"{game}/{odd}",
            "/" + "a" * rng.choice((100, 70_000)), f"/?{'b' * rng.choice((10, 3000))}", "*", "http://evil.example/",
        ]  # fmt: skip

    def _sent(self, request: bytes, rng: random.Random) -> tuple[int, bytes]:
        """Send a request, sometimes only a part; return status and body, 0 if the connection ended without any."""
        with socket.create_connection(("127.0.0.1", self._port), timeout=_PATIENCE) as connection:
            try:
                if rng.random() < 0.05:
                    connection.sendall(request[: rng.randrange(len(request) + 1)])
                    if rng.random() < 0.5:
                        return 0, b""
                else:
                    connection.sendall(request)
                answer = http.client.HTTPResponse(connection, method=request[:4].decode("latin-1").strip())
                answer.begin()
                return answer.status, answer.read()
            except (ConnectionError, http.client.HTTPException):  # closed: a part of a request, or no HTTP
                return 0, b""


def _offer(game: str) -> Offer:
    spec = spec_of(game)
    first, second = spec.sides
    return Offer(game, None, {first: PERSON, second: "random"}, ("random", spec.policies[-1]), {})


class _Errors(logging.Handler):
    """Keeps errors with a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self.texts.append(f"{record.getMessage()}: {record.exc_info[1]!r}")


def _damaged(data: typing.Any, rng: random.Random) -> typing.Any:
    """Return a copy of JSON-like data with one or two changes."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 2))):
        where = data
        while isinstance(where, dict) and where:
            key = rng.choice(list(where))
            if not isinstance(where[key], dict) or rng.random() < 0.3:
                break
            where = where[key]
        if not isinstance(where, dict):
            continue
        if not where or rng.random() < 0.15:
            where[rng.choice(("x", "", "version", "data_dir", "game"))] = copy.deepcopy(rng.choice(_WILD))
        elif rng.random() < 0.15:
            del where[rng.choice(list(where))]
        else:
            where[rng.choice(list(where))] = copy.deepcopy(rng.choice(_WILD))
    return data


def _damaged_bytes(text: bytes, rng: random.Random) -> bytes:
    """Return the bytes with some changed, removed or doubled."""
    first = rng.randrange(len(text))
    last = min(len(text), first + rng.choice((1, 1, 4, 40)))
    middle = rng.choice((b"", rng.randbytes(last - first), text[first:last] * 2, b"\r\n", b"\0", b"\r\n\r\n"))
    return text[:first] + middle + text[last:]


def target(game: str) -> Callable[[random.Random], str]:
    """Return the case for a game; each process that runs it has a server of its own."""
    warm_up(_offer(game))  # once, before processes are forked
    running: dict[int, Fuzzed] = {}

    def case(rng: random.Random) -> str:
        if os.getpid() not in running:
            running[os.getpid()] = Fuzzed(game)
        return running[os.getpid()].case(rng)

    return case
