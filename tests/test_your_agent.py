"""The guide "your own agent": what it shows is the example, and all of its commands run."""

import pathlib
import re
import shlex
import socket

import pytest
from support.own_agents import EXAMPLE_FILE

from ctv_env.cli import serve
from ctv_env.cli.main import main

ROOT = pathlib.Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "your-agent.md").read_text(encoding="utf-8")
CLASS, CODE = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
COMMANDS = [line for block in re.findall(r"```bash\n(.*?)```", GUIDE, re.DOTALL) for line in block.splitlines()]
SHORT = {  # what makes a command quick
    "evaluate": ["--games", "4", "--threads", "1"],
    "ladder": ["--games", "4", "--threads", "1", "--file", "{folder}/ladder.jsonl", "--out", "{folder}"],
    "play": ["--quiet"],
    "serve": ["--games", "{folder}", "--port", "1"],
    "train": [
        "total_steps=32",
        "n_envs=2",
        "n_steps=16",
        "minibatch=32",
        "evaluation.games=2",
        "--runs",
        "{folder}",
        "--quiet",
    ],
}


@pytest.fixture(autouse=True)
def _in_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


def test_the_class_that_is_shown_is_the_example():
    assert EXAMPLE_FILE.read_text(encoding="utf-8").partition('"""\n\n')[2] == CLASS


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_run(line, tmp_path, monkeypatch):
    program, command, *more = shlex.split(line)
    assert program == "ctv"
    offers = []
    if command == "serve":  # it would not end
        monkeypatch.setattr(serve, "_listen", lambda host, port: socket.create_server(("127.0.0.1", 0)))
        monkeypatch.setattr("ctv_env.serve.warm_up.warm_up", lambda offer: offers.append(offer))
        monkeypatch.setattr("uvicorn.Server.run", lambda server, sockets: None)
    argv = [command, *more, *(word.format(folder=tmp_path) for word in SHORT[command])]
    assert main(argv) == 0
    assert command != "serve" or offers[0].agents[0] == "agents/examples/bold.py:Bold"


def test_every_front_end_is_shown():
    assert {shlex.split(line)[1] for line in COMMANDS} == SHORT.keys()


def test_the_environments_can_be_made():
    made: dict = {}
    exec(CODE, made)
    for name in ("env", "envs", "games"):
        made[name].reset()
        made[name].close()


def test_the_links_lead_somewhere():
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", GUIDE):
        assert (ROOT / "docs" / link).exists(), link
