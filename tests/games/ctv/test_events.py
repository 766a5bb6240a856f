"""Events by name: every one is declared, emitted and logged, and a row returns what was written."""

import ast
import inspect
import pathlib
import re

import numpy as np
import pytest

import ctv_env.games.ctv
from ctv_env.core.jit import jit, records
from ctv_env.games.ctv.model import emit, events
from ctv_env.games.ctv.model.state import EVENT_WIDTH, N_EVENTS, SCRATCH
from ctv_env.games.ctv.observation.changes import PIECE_COLUMN
from ctv_env.games.ctv.text.log import LINES

SOURCES = pathlib.Path(ctv_env.games.ctv.__file__).parent
SILENT: set[type] = set()  # events that the log leaves out
all_events = pytest.mark.parametrize("event", events.EVENTS.values())


def snake(event: type) -> str:
    """Name of a class as part of the names of its code and its writer."""
    return re.sub(r"(?<!^)([A-Z])", r"_\1", event.__name__).lower()


def writer(event: type):
    return getattr(emit, f"emit_{snake(event)}")


@pytest.fixture(scope="module")
def called() -> set[str]:
    """Names of the functions that the game calls."""
    trees = (ast.parse(path.read_text()) for path in SOURCES.rglob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {node.func.id for node in nodes if isinstance(node.func, ast.Name)}


@all_events
def test_every_event_has_a_code_of_its_name(event):
    assert getattr(events, f"EV_{snake(event).upper()}") == events.CODES[event]


@all_events
def test_the_writer_of_an_event_takes_its_fields_in_their_order(event):
    assert tuple(inspect.signature(writer(event)).parameters) == ("w", *event._fields)


@all_events
def test_every_event_is_written_somewhere(event, called):
    assert f"emit_{snake(event)}" in called


@all_events
def test_the_fields_of_an_event_fit_a_row(event):
    assert events.EVENT_CODE + len(event._fields) < EVENT_WIDTH


@all_events
def test_a_row_of_an_event_gives_it_back(event):
    scratch = records(1, SCRATCH)
    scratch[0]["event"] = -1
    example = event(*range(3, 3 + len(event._fields)))
    writer(event)(scratch[0], *example)
    assert scratch[0]["n_event"] == 1
    (read,) = events.decode(scratch[0]["event"][:1])
    assert type(read) is event
    assert read == example
    row = scratch[0]["event"][0].tolist()
    assert row == [events.CODES[event], *example, *[0] * (EVENT_WIDTH - 1 - len(example))]
    assert [row[events.column(event, field)] for field in event._fields] == list(example)


def test_every_event_is_told_or_silent():
    assert set(LINES) | SILENT == set(events.EVENTS.values())
    assert not set(LINES) & SILENT


def test_codes_count_from_nought():
    assert list(events.EVENTS) == list(range(len(events.EVENTS)))


def test_what_does_not_fit_is_dropped():
    scratch = records(1, SCRATCH)
    scratch[0]["n_event"] = N_EVENTS
    before = scratch[0].tobytes()
    emit.emit_target(scratch[0], 5)
    assert scratch[0].tobytes() == before


@jit
def _odds_by_name(scratch, defence):
    emit.emit_odds(scratch[0], after=2, shift=-1, column=3, attack=1, defence=defence)


def test_a_writer_takes_its_numbers_by_name():
    scratch = records(1, SCRATCH)
    _odds_by_name(scratch, np.int8(4))
    (read,) = events.decode(scratch[0]["event"][:1])
    assert read == events.Odds(attack=1, defence=4, column=3, shift=-1, after=2)


def test_the_piece_of_a_move_an_attacker_and_a_support_stands_in_one_column():
    assert PIECE_COLUMN == events.MOVED_PIECE == events.ATTACKER_PIECE == events.SUPPORT_PIECE
