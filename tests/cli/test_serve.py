"""``ctv serve``: errors in arguments, and a server that loses nothing when killed and restarted."""

import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from ctv_env.agents.learned.shipped import LEARNED
from ctv_env.agents.registry import names
from ctv_env.cli import serve
from ctv_env.cli.main import main
from ctv_env.core.spec import spec_of
from ctv_env.serve import listening as module

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
        (["--opponent", "program:false"], "program:false gives up: "),
    ],
)
def test_a_mistake_is_reported_in_a_sentence(arguments, problem, capsys, tmp_path):
    folder = [] if "--games" in arguments else ["--games", str(tmp_path)]
    assert main(["serve", "--port", str(free_port()), "--scenario", "duel", *folder, *arguments]) == 2
    assert problem in capsys.readouterr().err


def test_an_opponent_that_breaks_the_rules_is_reported_in_a_sentence(capsys, tmp_path):
    (tmp_path / "bad.py").write_text(
        "class Bad:\n"
        "    name, observation = 'bad', None\n"
        "    def reset(self, seed): pass\n"
        "    def act(self, observation, mask, info): return int(mask.argmin())\n"
    )
    name = f"{tmp_path / 'bad.py'}:Bad"
    arguments = ["--port", str(free_port()), "--games", str(tmp_path / "games"), "--opponent", name]
    assert main(["serve", "--scenario", "duel", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"ctv: error: {name} chose an illegal action: ")
    assert error.count("\n") == 1


def test_a_port_in_use_is_reported(capsys, tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["serve", "--scenario", "duel", "--port", str(port), "--games", str(tmp_path)]) == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in capsys.readouterr().err


def test_a_port_is_taken_before_the_warm_up():
    port = free_port()
    with serve._listen("127.0.0.1", port), pytest.raises(OSError, match=f"cannot listen on 127.0.0.1 port {port}"):
        serve._listen("127.0.0.1", port)


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
        agents = {*names(spec_of()), LEARNED}
        assert (offer["scenario"], offer["agents"][0], set(offer["agents"])) == ("duel", "staff", agents)
        options = {"fog": False}
        name = ask(port, "games", scenario="duel", seats=seats, options=options, awaits_dice=True)["name"]
        snapshot = ask(port, f"games/{name}/snapshot")
        for _ in range(2):
            ask(port, f"games/{name}/act", version=snapshot["version"], action=snapshot["actions"][-1]["action"])
            snapshot = ask(port, f"games/{name}/snapshot?after={snapshot['version']}")
        os.kill(process.pid, signal.SIGKILL)
    with running(tmp_path, port):
        back = ask(port, f"games/{name}/snapshot")
        same = ("version", "node", "stacks", "actions", "log", "phase")
        assert [back[key] for key in same] == [snapshot[key] for key in same]


def test_a_server_that_others_can_reach_has_a_token_that_outlives_it(tmp_path):
    with listening("0.0.0.0") as everywhere, listening("127.0.0.1") as here:
        assert serve._is_private(here)
        assert not serve._is_private(everywhere)
        token = serve._token(tmp_path / "games")
        assert len(token) >= 22
        assert serve._token(tmp_path / "games") == token
        assert (tmp_path / "games" / "token").stat().st_mode & 0o077 == 0
        port = everywhere.getsockname()[1]
        address = serve._address(everywhere, "0.0.0.0", token)
        assert re.fullmatch(rf"http://\d+\.\d+\.\d+\.\d+:{port}/\?token={token}", address)
        assert "0.0.0.0" not in address
        assert serve._address(here, "127.0.0.1", None) == f"http://127.0.0.1:{here.getsockname()[1]}/"


def test_a_server_behind_a_proxy_has_a_token_and_prints_the_address_of_the_proxy(tmp_path, monkeypatch, capsys):
    class Server:
        def __init__(self, app):
            pass

        def run(self, sockets):
            sockets[0].close()

    monkeypatch.setattr(module, "make_server", Server)
    arguments = ["--port", str(free_port()), "--games", str(tmp_path), "--name", "play.example.org"]
    assert main(["serve", "--scenario", "duel", *arguments]) == 0
    token = (tmp_path / "token").read_text()
    assert f"Play at https://play.example.org/?token={token} " in capsys.readouterr().out


@pytest.mark.parametrize("name", ["https://play.example.org", "play.example.org/", ""])
def test_a_name_that_is_no_host_is_refused(name, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["serve", "--name", name])
    assert caught.value.code == 2
    assert "must be the name of a host, such as play.example.org, not " in capsys.readouterr().err


def test_a_token_file_left_empty_by_a_crash_is_written_again(tmp_path):
    (tmp_path / "token").touch()
    assert serve._token(tmp_path)


def listening(host: str) -> socket.socket:
    return socket.create_server((host, 0))


def test_a_port_that_does_not_exist_is_refused(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["serve", "--port", "70000"])
    assert caught.value.code == 2
    assert "must be at most 65535, not 70000" in capsys.readouterr().err
