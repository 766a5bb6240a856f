"""Tables of events: what is written is read again, a wrong call is refused, and secrets stay secret."""

import numpy as np
import pytest

from ctv_env.core.codes import Vocabulary, codes
from ctv_env.core.events import Event, EventTable
from ctv_env.core.jit import COMPILED, jit, records
from ctv_env.core.log import Log
from ctv_env.core.terms import SpecError

EVENTS = EventTable(
    Event("RAINED", "It rains.", "", "It rains"),
    Event("MOVED", "A piece moves.", "piece start goal", "{piece} moves from {start} to {goal}", secret="piece"),
    Event("PAID", "A side is paid.", "side gold", "  {Side} are paid {gold:+d}"),
    Event("LOST", "A piece is lost.", "piece cell", "  Lost: {piece}", joined="piece cell"),
    Event("SUPPLY", "The supply of a piece.", "piece supplied", joined="piece"),
    Event("DRAWN", "A side draws a card.", "side card", "", secret="side"),
    Event("HAILED", "It hails.", "size", "It hails: {size}"),
    width=5,
)
EV = codes(EVENTS.names)
SCRATCH = np.dtype([("n_event", np.int32), ("event", np.int16, (3, EVENTS.width))])


@EVENTS.writer
def emit(w, code, *numbers):
    """Write an event."""


@jit
def play(scratch, piece):
    w = scratch[0]
    emit(w, EV.MOVED, piece, 17, 18)
    emit(w, EV.RAINED)
    pay(w, 2)


@jit
def pay(w, gold):
    emit(w, EV.PAID, 1, gold)


@jit
def move_without_goal(scratch):
    emit(scratch[0], EV.MOVED, 4, 17)


@jit
def rain_on_somebody(scratch):
    rain_on(scratch[0], 3)


@jit
def rain_on(w, piece):
    emit(w, EV.RAINED, piece)


@jit
def anything(scratch, code):
    emit(scratch[0], code, 4)


def test_what_is_written_is_read_again():
    scratch = records(1, SCRATCH)
    play(scratch, 4)
    assert scratch[0]["event"].tolist() == [[1, 4, 17, 18, 0], [0, 0, 0, 0, 0], [2, 1, 2, 0, 0]]
    assert scratch[0]["n_event"] == 3
    moved, rained, paid = EVENTS.read(scratch[0]["event"])
    assert (moved.piece, moved.start, moved.goal) == (4, 17, 18)
    assert (type(rained), rained) == (EVENTS.RAINED, ())
    assert paid == EVENTS.PAID(side=1, gold=2)
    assert [EVENTS.row(event) for event in (moved, rained, paid)] == scratch[0]["event"].tolist()


def test_an_event_in_a_row_that_was_used_before_leaves_nothing_of_it():
    scratch = records(1, SCRATCH)
    play(scratch, 4)
    scratch[0]["n_event"] = 0
    pay(scratch[0], 9)
    assert scratch[0]["event"][0].tolist() == [2, 1, 9, 0, 0]


def test_what_does_not_fit_is_dropped():
    scratch = records(1, SCRATCH)
    scratch[0]["n_event"] = 1
    play(scratch, 4)
    assert scratch[0]["n_event"] == 3
    assert scratch[0]["event"][:, 0].tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda w: move_without_goal(w), r"the event MOVED takes the 3 numbers \(piece, start, goal\), not 2"),
        (lambda w: rain_on_somebody(w), "the event RAINED takes no numbers, not 1"),
    ],
)
def test_a_wrong_number_of_numbers_is_refused(wrong, message):
    scratch = records(1, SCRATCH)
    with pytest.raises(TypeError, match=message) as caught:
        wrong(scratch)
    assert scratch[0]["n_event"] == 0
    if COMPILED:
        assert __file__ in caught.value.__notes__[0]


@pytest.mark.skipif(not COMPILED, reason="interpreted code sees every code")
def test_an_event_without_a_name_in_the_call_is_refused():
    with pytest.raises(TypeError, match="an event is written by name"):
        anything(records(1, SCRATCH), 1)


class _Unhashable:
    __hash__ = None


STRANGE = _Unhashable()


@jit
def calls_what_has_no_hash(w):
    STRANGE(w)


@pytest.mark.skipif(not COMPILED, reason="the interpreter says it in its own words")
def test_code_that_calls_what_has_no_hash_is_refused_by_the_compiler_in_its_own_words():
    with pytest.raises(Exception, match=r"global name .STRANGE."):
        calls_what_has_no_hash(1)


def test_the_column_of_a_field():
    assert EVENTS.column("MOVED", "goal") == 3
    with pytest.raises(AttributeError, match="no event 'MOVES'"):
        EVENTS.column("MOVES", "goal")


def test_only_the_owner_reads_a_secret():
    happened = (EVENTS.MOVED(1, 5, 6), EVENTS.MOVED(12, 5, 6), EVENTS.PAID(0, 1), EVENTS.DRAWN(1, 7))
    rows = np.array([EVENTS.row(event) for event in happened], np.int16)
    owners = {"piece": lambda pieces: pieces >= 10, "side": lambda sides: sides}
    assert EVENTS.secret(rows, 0, owners).tolist() == [False, True, False, True]
    assert EVENTS.secret(rows, 1, owners).tolist() == [True, False, False, False]
    assert EVENTS.secret(rows[:0], 1, owners).tolist() == []
    with pytest.raises(SpecError, match="the event MOVED is secret by its piece: only side has an owner"):
        EVENTS.secret(rows, 0, {"side": owners["side"]})


def test_both_sides_read_a_secret_that_is_seen():
    table = EventTable(Event("FED", "A piece is fed.", "piece seen", "", "", "piece", "seen"))
    rows = np.array([table.row(table.FED(1, 0)), table.row(table.FED(1, 1))], np.int16)
    assert table.secret(rows, 1, {"piece": lambda pieces: pieces >= 10}).tolist() == [True, False]
    with pytest.raises(SpecError, match="the event FED has no field sight, but piece"):
        EventTable(Event("FED", "A piece is fed.", "piece", "", "", "piece", "sight"))


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ((Event("A", "", "x"), Event("A", "", "y")), "two events are called A"),
        ((Event("A", "", "x y x"),), "the event A names a field twice: x y x"),
        ((Event("A", "", "x y", "{z} and {Y}"),), "the event A has no field z, but x y"),
        ((Event("A", "", "x", joined="y"),), "the event A has no field y, but x"),
        ((Event("A", "", "", secret="side"),), "the event A has no field side, but none"),
        ((Event("A", "", "a b c d e"),), "a row of 5 columns is too narrow for the longest event, which needs 6"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(events, message):
    with pytest.raises(SpecError, match=message):
        EventTable(*events, width=5)


# -- the log -------------------------------------------------------------------------------------------------------


class Size(Vocabulary):
    SMALL = 0
    HUGE = 4, "as big as eggs"


WORDS = {
    "size": Size,
    "side": ("the Reds", "the Blues"),
    "piece": lambda tables, piece: f"{tables} {piece}",
}


class Words(Log):
    events = EVENTS
    words = WORDS

    def tell_supply(self, event):
        pieces = " and ".join(map(str, event.piece))
        return f"{pieces} {'in' if event.supplied else 'out of'} supply\nWell"

    def tell_drawn(self, event):
        return ""


def told(*happened) -> list[str]:
    return Words("unit").lines(happened)


def test_a_line_tells_the_fields_in_words():
    assert told(EVENTS.MOVED(3, 17, 18), EVENTS.RAINED(), EVENTS.PAID(1, 2), EVENTS.DRAWN(0, 1), EVENTS.HAILED(4)) == [
        "unit 3 moves from 17 to 18",
        "It rains",
        "  The Blues are paid +2",
        "It hails: as big as eggs",
    ]


def test_neighbours_that_differ_only_in_what_is_listed_share_a_line():
    supply = [EVENTS.SUPPLY(*one) for one in ((1, 0), (2, 0), (3, 1))]
    assert told(*supply) == ["1 and 2 out of supply", "Well", "3 in supply", "Well"]
    lost = [EVENTS.LOST(1, 5), EVENTS.LOST(2, 6)]
    assert told(*lost) == ["  Lost: unit 1, unit 2"]
    assert told(lost[0], EVENTS.RAINED(), lost[1]) == ["  Lost: unit 1", "It rains", "  Lost: unit 2"]
    assert told() == []


def test_an_event_without_words_or_with_two_kinds_of_them_is_refused():
    with pytest.raises(SpecError, match="the event SUPPLY must have either a line or a method tell_supply"):

        class Silent(Log):
            events = EVENTS

    with pytest.raises(SpecError, match="the event RAINED must have either a line or a method tell_rained"):

        class Twice(Words):
            def tell_rained(self, event):
                return "It pours"
