"""A short run of the fuzzing of requests and of outside programs; both run long by ``python -m fuzz.run``."""

import collections
import random
import sys

import pytest
from fuzz import programs, requests

from ctv_env.serve import connections, server


@pytest.fixture
def served(monkeypatch):
    for module, name in ((server, "WAIT_SECONDS"), (connections, "RECEIVE_SECONDS")):
        monkeypatch.setattr(module, name, getattr(module, name))  # restored in the end
    made = requests.Fuzzed("ctv")
    yield made
    made.close()


def run(case, count: int) -> collections.Counter[str]:
    return collections.Counter(case(random.Random(f"2 {number}")) for number in range(count))


def test_damaged_requests_are_refused_and_change_nothing(served):
    counts = run(served.case, 300)
    assert counts["refused"] > 100
    assert counts["answered"] > 30


def test_an_error_inside_the_server_is_found(served, monkeypatch):
    monkeypatch.setattr(served._server.config.app._clients, "begin_game", lambda client: 1 // 0)
    with pytest.raises(requests.BrokenError, match=r"ZeroDivisionError|status 500"):
        run(served.case, 100)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_programs_that_do_anything_lose_and_leave_nothing_behind():
    counts = run(programs.target("ctv"), 15)
    assert counts["refused"] > 3
    assert sum(counts.values()) == 15


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_a_process_that_is_left_behind_is_found(monkeypatch):
    monkeypatch.setattr("ctv_env.agents.external.subprocess_client._EXIT_TIME", 0)
    code = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(5)\n"
    monkeypatch.setattr(programs, "_PROGRAM", code)
    with pytest.raises(programs.BrokenError, match="left behind"):
        run(programs.target("ctv"), 1)
