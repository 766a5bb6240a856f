"""``ctv serve``: wrong arguments in a sentence, and a server that is killed and started again loses nothing."""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from agents.registry import names
from ctv_env.cli.main import main
from ctv_env.games import spec_of

ROOT = pathlib.Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--scenario", "nowhere"], "no scenario 'nowhere'"),
        (["--opponent", "nobody"], "no agent 'nobody'"),
        (["--host", "host.invalid"], "cannot listen on host.invalid"),
        (["--games", "/dev/null/games"], "/dev/null"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(arguments, problem, capsys, tmp_path):
    folder = [] if "--games" in arguments else ["--games", str(tmp_path)]
    assert main(["serve", "--port", str(free_port()), "--scenario", "duel", *folder, *arguments]) == 2
    assert problem in capsys.readouterr().err


def test_a_port_in_use_is_told(capsys, tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["serve", "--scenario", "duel", "--port", str(port), "--games", str(tmp_path)]) == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in capsys.readouterr().err


@contextlib.contextmanager
def running(folder: pathlib.Path, port: int):
    """The program; yields its process once it answers."""
    command = [sys.executable, "-m", "ctv_env.cli.main", "serve", "--scenario", "duel"]
    process = subprocess.Popen(
        [*command, "--port", str(port), "--games", str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        lines = iter(process.stdout.readline, "")
        assert any(f"http://127.0.0.1:{port}/" in line for line in lines)
        yield process
    finally:
        process.kill()
        process.wait()


def ask(port: int, path: str, **data) -> dict:
    """A question to the server; it listens from when it has said its address, and answers soon after."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/{path}")
    if data:
        request.data = json.dumps(data).encode()
        request.add_header("content-type", "application/json")
    for _ in range(200):
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.load(answer)
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the server does not answer")


def test_a_server_that_is_killed_loses_no_decision(tmp_path):
    port = free_port()
    seats = {"nationalist": "person", "republican": "person"}
    with running(tmp_path, port) as process:
        offer = ask(port, "offer")
        assert (offer["scenario"], offer["agents"][0], set(offer["agents"])) == ("duel", "staff", set(names(spec_of())))
        options = {"fog": False}
        name = ask(port, "games", scenario="duel", seats=seats, options=options, awaits_dice=True)["name"]
        moment = ask(port, f"games/{name}/moment")
        for _ in range(2):
            ask(port, f"games/{name}/act", version=moment["version"], action=moment["actions"][-1]["action"])
            moment = ask(port, f"games/{name}/moment?after={moment['version']}")
        os.kill(process.pid, signal.SIGKILL)
    with running(tmp_path, port):
        back = ask(port, f"games/{name}/moment")
        same = ("version", "node", "stacks", "actions", "log", "phase")
        assert [back[key] for key in same] == [moment[key] for key in same]
