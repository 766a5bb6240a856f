"""Slow and broken connections: they end in time, and others are served meanwhile."""

import asyncio
import contextlib
import inspect
import json
import pathlib
import socket
import time
import tomllib
import types
import urllib.request

import pytest
import uvicorn
from support.clients import SEATS
from support.served import free_port, serving
from uvicorn.protocols.http import h11_impl

from ctv_env.serve import connections as module
from ctv_env.serve import listening, server
from ctv_env.serve.connections import Connection

ROOT = pathlib.Path(__file__).parents[2]
HALF_HEADER = b"GET /api/offer HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
HALF_BODY = (
    b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
)
WHOLE = b"GET /api/offer HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def port(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "RECEIVE_SECONDS", 0.5)
    port = free_port()
    with serving(tmp_path, port):
        yield port


def opened(port: int, sent: bytes) -> socket.socket:
    one = socket.create_connection(("127.0.0.1", port), timeout=10)
    one.sendall(sent)
    return one


def is_closed(one: socket.socket) -> bool:
    """Whether the server closes the connection, without an answer, within the time limit of the socket."""
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True


def answer(port: int) -> int:
    return urllib.request.urlopen(f"http://127.0.0.1:{port}/api/offer", timeout=10).status


@pytest.mark.parametrize("half", [HALF_HEADER, HALF_BODY, b""], ids=["header", "body", "nothing"])
def test_a_request_that_does_not_arrive_in_time_ends_the_connection(port, half):
    with opened(port, half) as one:
        assert is_closed(one)


def test_dripping_bytes_gain_no_time(port):
    start = time.monotonic()
    with opened(port, HALF_HEADER) as one:
        one.settimeout(0.1)
        while time.monotonic() < start + 5:
            with contextlib.suppress(TimeoutError):
                if is_closed(one):
                    break
            with contextlib.suppress(ConnectionError):
                one.sendall(b"x")
    assert time.monotonic() - start < 3


def test_the_limit_holds_for_a_second_request_too(port):
    with opened(port, WHOLE) as one:
        received = b""
        while not received.endswith(b"}"):
            received += one.recv(2**16)
        one.sendall(HALF_HEADER)
        assert is_closed(one)


def test_a_request_that_waits_for_its_answer_is_not_cut_off(port, monkeypatch):
    """A page waits for the next snapshot longer than a request may take to arrive."""
    monkeypatch.setattr(server, "WAIT_SECONDS", 1.5)
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/api/games", method="POST")
    asked.add_header("content-type", "application/json")
    asked.data = json.dumps({"scenario": "escudo", "seats": SEATS, "options": {}, "awaits_dice": True}).encode()
    name = json.load(urllib.request.urlopen(asked))["name"]
    path = f"http://127.0.0.1:{port}/api/games/{name}/snapshot"
    version = json.load(urllib.request.urlopen(path))["version"]
    start = time.monotonic()
    assert json.load(urllib.request.urlopen(f"{path}?after={version}"))["version"] == version
    assert time.monotonic() - start > 1


def test_of_too_many_connections_those_that_wait_longest_end(port, monkeypatch):
    monkeypatch.setattr(module, "MOST", 20)
    monkeypatch.setattr(module, "RECEIVE_SECONDS", 60.0)
    half_open = [opened(port, HALF_HEADER) for _ in range(60)]
    assert answer(port) == 200
    for one in half_open[:40]:
        assert is_closed(one)
    half_open[-1].settimeout(0.1)
    with pytest.raises(TimeoutError):
        half_open[-1].recv(1)
    for one in half_open:
        one.close()


def test_an_upload_that_is_cut_makes_no_traceback(port, caplog):
    opened(port, HALF_BODY).close()
    assert answer(port) == 200
    time.sleep(0.3)
    assert not [record for record in caplog.records if record.exc_info]


class Transport(types.SimpleNamespace):
    """A transport whose client reads nothing."""

    aborted = False

    def abort(self) -> None:
        self.aborted = True

    def get_extra_info(self, name: str) -> None:
        return None

    def is_closing(self) -> bool:
        return self.aborted


@pytest.mark.parametrize("reads", [False, True])
def test_a_response_that_nobody_reads_ends_the_connection(monkeypatch, reads):
    monkeypatch.setattr(module, "SEND_SECONDS", 0.05)

    async def respond() -> bool:
        config = listening.make_server(lambda *_: None).config
        state = types.SimpleNamespace(connections=set(), tasks=set(), default_headers=[])
        one = Connection(config, state, {}, asyncio.get_running_loop())
        one.connection_made(Transport())
        one.pause_writing()
        if reads:
            one.resume_writing()
        await asyncio.sleep(0.2)
        return one.transport.aborted

    assert asyncio.run(respond()) is not reads


# -- the private parts of uvicorn --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owner", "name", "parameters"),
    [
        (h11_impl.H11Protocol, "connection_made", "self transport"),
        (h11_impl.H11Protocol, "connection_lost", "self exc"),
        (h11_impl.H11Protocol, "data_received", "self data"),
        (h11_impl.H11Protocol, "on_response_complete", "self"),
        (h11_impl.H11Protocol, "pause_writing", "self"),
        (h11_impl.H11Protocol, "resume_writing", "self"),
    ],
)
def test_a_private_method_takes_what_it_is_given(owner, name, parameters):
    assert " ".join(inspect.signature(getattr(owner, name)).parameters) == parameters


def test_the_private_attributes_that_are_read_are_set():
    assert {"connections", "cycle", "loop", "transport"} <= set(h11_impl.H11Protocol.__init__.__code__.co_names)
    assert {"response_complete", "more_body"} <= set(h11_impl.RequestResponseCycle.__init__.__code__.co_names)


def test_the_package_asks_for_a_tried_version():
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (first, (major, last)) = ".".join(map(str, listening.TRIED[0])), listening.TRIED[1]
    for extra in ("serve", "test"):
        assert f"uvicorn>={first},<{major}.{last + 1}" in wanted[extra]
    assert listening.is_tried(uvicorn.__version__)


@pytest.mark.parametrize("version", ["0.29.0", "0.99.0", "1.0.0b1"])
def test_another_version_serves_without_time_limits_and_says_so(version, tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(uvicorn, "__version__", version)
    port = free_port()
    with serving(tmp_path, port):
        assert urllib.request.urlopen(f"http://127.0.0.1:{port}/api/offer").status == 200
    assert f"uvicorn {version} has not been tried: connections have no time limits" in capfd.readouterr().err
