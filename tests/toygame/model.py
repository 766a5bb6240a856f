"""The data model of the toy game: codes, segments of actions, position, tables, events."""

import enum

import numpy as np

from ctv_env.core.actions import SegmentDeclaration
from ctv_env.core.codes import codes
from ctv_env.core.events import Event, EventTable
from ctv_env.core.fields import RNG, Axis, Code, Count, Field, Named, record_type
from ctv_env.core.scratch import scratch_type
from ctv_env.core.terms import NOBODY

SIDES = ("azure", "bronze")
COUNTERS = ("plenty", "fair", "dear")
"""Kinds of counters in the cup; the price of a man is 1, 2 or 3."""


class Stage(enum.IntEnum):
    """Stages of a round."""

    COUNTER = 0
    ORDERS = 1
    DICE = 2


class Node(enum.IntEnum):
    """Nodes."""

    NONE = 0
    COUNTER = 1
    ORDER = 2
    DICE = 3
    OVER = 4


STAGE, NODE = codes(Stage), codes(Node)

MAX_AREAS, MAX_BUY, ROUNDS = 4, 9, 6
PASS, FIRST_BUY, FIRST_MOVE = 0, 1, 1 + MAX_BUY
SEGMENTS = (  # what BUY and MOVE name has the number of the action, so that an order is one number
    SegmentDeclaration("PASS", 1),
    SegmentDeclaration("BUY", MAX_BUY, first_thing=FIRST_BUY),
    SegmentDeclaration("MOVE", "n_areas", first_thing=FIRST_MOVE),
)
MAX_ACTIONS = FIRST_MOVE + MAX_AREAS  # outcomes of chance share these numbers: with three areas 12 is the last
NO_ORDER = -1
MOST = 120
"""Men, gold or counters in a position; men and gold of a side together, with all that it may yet be paid."""

_SIDES = Axis(2, "side")
STATE_FIELDS = (
    RNG,
    Field("gold", np.int16, (_SIDES,), "gold of each side", Count(0, MOST)),
    Field("men", np.int8, (_SIDES,), "men of each side, all in one column", Count(0, MOST)),
    Field("place", np.int8, (_SIDES,), "area of each side's column", Named("area"), empty=None),
    Field("order", np.int8, (), "action that azure has chosen in secret", Count(0, MAX_ACTIONS - 1), empty=NO_ORDER),
    Field("cup", np.int8, (Axis(len(COUNTERS), "counter"),), "counters of each kind left in the cup", Count(0, MOST)),
    Field("price", np.int8, (), "price of a man in this round", Count(0, len(COUNTERS))),
    Field("turn", np.int8, (), "round, from 1", Count(1, ROUNDS), empty=None),
    Field("stage", np.int8, (), "stage of the round", Code(Stage.__members__), empty=None),
    Field("node", np.int8, (), "the current decision", Code(Node.__members__), empty=None),
    Field("to_move", np.int8, (), "who decides", Code((*SIDES, "chance", None)), empty=None),
    Field("winner", np.int8, (), "the side that has won", Code(SIDES), empty=NOBODY),
)
STATE = record_type(STATE_FIELDS)
TABLES = record_type(
    (
        ("start_gold", np.int16, (2,), "gold with which each side begins"),
        ("start_men", np.int8, (2,), "men at the start"),
        ("start_place", np.int8, (2,), "area at the start"),
        ("cup", np.int8, (len(COUNTERS),), "counters of each kind"),
        ("worth", np.int8, (MAX_AREAS,), "maximum gold paid by an area"),
        ("beside", np.int8, (MAX_AREAS, MAX_AREAS), "1 where two areas are neighbours"),
        ("n_areas", np.int8, (), "areas on the board"),
        ("fixed_price", np.int8, (), "1 if no counters are drawn"),
        ("war", np.int8, (), "1 if columns that meet fight"),
        ("play_forced", np.int8, (), "1 if the engine plays nodes with a single legal action itself"),
    )
)
EVENTS = EventTable(
    Event("PRICE", "A counter sets the price.", "counter price", "counter {counter}: a man costs {price} gold"),
    Event("ORDERED", "A side chooses.", "side order", "{side} orders in secret: {order}", secret="side"),
    Event("HIRED", "Men are hired.", "side men", "{side} hires men: {men}"),
    Event("MARCHED", "A column moves.", "side area", "{side} marches to {area}"),
    Event("PASSED", "A side passes.", "side", "{side} passes"),
    Event("ROLLED", "The dice are rolled.", "dice", "dice {dice}"),
    Event("FOUGHT", "Columns fight.", "area winner lead", "fight at {area}: {winner}, azure was ahead by {lead}"),
    Event("PAID", "A side is paid.", "side gold", "{side} is paid {gold} gold"),
    Event("ENDED", "The game is over.", "winner", "the game ends: {winner}"),
)
EV = codes(EVENTS.names)


@EVENTS.writer
def emit(w, code, *numbers):
    """Write an event to ``w.event``."""


SCRATCH = scratch_type(MAX_ACTIONS, EVENTS)
