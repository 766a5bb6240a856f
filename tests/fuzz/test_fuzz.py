"""A short run of the fuzzing of data, and proof that the runner finds what it looks for; ``make fuzz`` runs long."""

import ctypes
import importlib
import os
import random
import sys
import types

import pytest
from fuzz.run import fuzz, games_of, main

SHORT = {"saves": 100, "positions": 100, "records": 50, "configs": 100}
EACH = [(kind, game) for kind in SHORT for game in games_of(kind)]


@pytest.mark.parametrize(("kind", "game"), EACH, ids=[f"{kind}-{game.split('.')[0]}" for kind, game in EACH])
def test_damaged_data_is_refused_in_words_or_is_sound(kind, game):
    report = fuzz(importlib.import_module(f"fuzz.{kind}").target(game), SHORT[kind], seed=2)
    assert report.findings == {}
    assert report.counts["refused"] > SHORT[kind] // 5
    assert sum(report.counts.values()) == SHORT[kind]


class _Unraised:
    def __del__(self):
        raise IndexError("nobody can catch this")


def _leave_unraised():
    _Unraised()
    return "done"


FAULTS = {
    "an error": (lambda: 1 // 0, "ZeroDivisionError: integer division or modulo by zero at test_fuzz.py"),
    "a crash": (lambda: ctypes.string_at(0), "the process was ended by SIGSEGV"),
    "a hang": (lambda: random.Random(1).sample(range(5), 1) and _forever(), "hangs"),
    "an exit": (lambda: os._exit(7), "the process ended with exit code 7"),
    "an error that nobody can catch": (_leave_unraised, "unraised IndexError: nobody can catch this"),
}


def _forever():
    while True:
        pass


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found_and_the_rest_goes_on(fault):
    happens, words = FAULTS[fault]

    def case(rng):
        number = rng.randrange(10)
        if number == 3:
            happens()
        return f"number {number}"

    report = fuzz(case, 40, seed=1, seconds=1)
    assert report.findings
    assert all(what.startswith(words) for what in report.findings.values())
    assert sum(report.counts.values()) + len(report.findings) == 40
    assert "number 3" not in report.counts


def test_a_finding_is_told_with_its_number_and_fails(monkeypatch, capsys):
    module = types.ModuleType("fuzz.configs")
    module.target = lambda game: lambda rng: 1 // 0
    monkeypatch.setitem(sys.modules, "fuzz.configs", module)
    monkeypatch.setattr(sys, "argv", ["fuzz.run", "configs", "--count", "2"])
    assert main() == 1
    out = capsys.readouterr().out
    assert "2 findings" in out
    assert "  --only 1: ZeroDivisionError" in out
    monkeypatch.setattr(sys, "argv", ["fuzz.run", "configs", "--only", "1"])
    with pytest.raises(ZeroDivisionError):
        main()
