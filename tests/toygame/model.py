"""The data model of the toy game: codes, segments of actions, position, tables, scratch."""

import enum

import numpy as np

from ctv_env.core.actions import SegmentDeclaration
from ctv_env.core.codes import codes
from ctv_env.core.fields import RNG, Axis, Code, Count, Field, Named, record_type
from ctv_env.core.terms import NOBODY
from toygame.events import EVENTS

SIDES = ("azure", "bronze")


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

COUNTERS = ("plenty", "fair", "dear")
"""Kinds of counters in the cup; the price of a man is 1, 2 or 3."""

MAX_AREAS, MAX_BUY, ROUNDS = 4, 9, 6
SEGMENTS = (
    SegmentDeclaration("PASS", 1),
    SegmentDeclaration("BUY", MAX_BUY, first_thing=1),
    SegmentDeclaration("MOVE", "n_areas"),
)
PASS, FIRST_BUY, FIRST_MOVE = 0, 1, 1 + MAX_BUY  # BUY n is the action n
MAX_ACTIONS = FIRST_MOVE + MAX_AREAS  # outcomes of chance share these numbers: with three areas 12 is the last
NO_ORDER = -1
MOST = 120
"""Men, gold or counters in a position; men and gold of a side together, with all that it may yet be paid."""
SCALE = 10
"""Gold that counts as 1 in a reward."""

_SIDES = Axis(2, "side")
STATE_FIELDS = (
    RNG,
    Field("gold", np.int16, (_SIDES,), "gold of each side", Count(0, MOST)),
    Field("men", np.int8, (_SIDES,), "men of each side, all in one column", Count(0, MOST)),
    Field("place", np.int8, (_SIDES,), "area of each side's column", Named("area"), empty=None),
    Field("order", np.int8, (_SIDES,), "action that a side has chosen", Count(0, MAX_ACTIONS), empty=NO_ORDER),
    Field("cup", np.int8, (Axis(len(COUNTERS), "counter"),), "counters of each kind left in the cup", Count(0, MOST)),
    Field("price", np.int8, (), "price of a man in this round", Count(0, len(COUNTERS))),
    Field("turn", np.int8, (), "round, from 1", Count(1, MOST), empty=None),
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
        ("n_rounds", np.int8, (), "rounds of a game"),
        ("fixed_price", np.int8, (), "1 if no counters are drawn"),
        ("war", np.int8, (), "1 if columns that meet fight"),
        ("play_forced", np.int8, (), "1 if the engine plays nodes with a single legal action itself"),
    )
)
SCRATCH = record_type(
    (
        ("rng", np.uint64, (), "random stream of the policies"),
        ("n_event", np.int32, (), "events of the last step"),
        ("event", np.int16, (16, EVENTS.width), "the events"),
        ("mask", np.int8, (MAX_ACTIONS,), "legal actions, or outcomes"),
        ("n_legal", np.int32, (), "their number"),
    )
)
