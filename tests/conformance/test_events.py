"""The events of a game: each is written by the rules, fits its row and is told."""

import importlib
import pathlib
import re

import numpy as np
import pytest
from conformance.subjects import TOY, Subject

from ctv_env.core.events import EventTable

SILENT = {"STAGE", "STAGE_BEGUN", "OFFENSIVE_PAID"}  # stages without a headline; the EP have a line of their own
GAMES = (Subject(TOY, "three"), Subject("ctv", "campaign"), Subject("arriba", "rising"), Subject("tscw", "1937"))
_WRITTEN = re.compile(r"\bemit\(w, EV\.(\w+)")


def _table(subject: Subject) -> EventTable:
    """The events that the log of a game tells."""
    return subject.spec.language.log.__self__.events


each_event = pytest.mark.parametrize(
    ("subject", "name"), [(one, name) for one in GAMES for name in _table(one).names], ids=str
)


def test_the_rules_write_each_event(smallest):
    sources = pathlib.Path(importlib.import_module(smallest.spec.package).__file__).parent.rglob("*.py")
    written = {name for path in sources for name in _WRITTEN.findall(path.read_text())}
    assert written == set(_table(smallest).names)


def test_a_row_has_the_columns_of_the_table(smallest):
    assert smallest.spec.scratch["event"].shape[1] == _table(smallest).width


@each_event
def test_each_event_is_told(subject, name):
    code, width = _table(subject).names.index(name), _table(subject).width
    lines = subject.spec.language.log(subject.tables, np.array([[code] + [1] * (width - 1)], np.int16))
    assert lines or name in SILENT
    assert all(line.strip() and "{" not in line for line in lines)
