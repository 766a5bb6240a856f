"""Fields of a record, their numbers and their words, and positions made of them."""

import enum

import numpy as np
import pytest

from ctv_env.core.fields import (
    RNG,
    Axis,
    Bits,
    CellSet,
    Code,
    Count,
    Field,
    Flag,
    Named,
    Names,
    PositionError,
    record_type,
)
from ctv_env.core.nodes import DIE, Decider, NodeDeclaration
from ctv_env.core.positions import check_decision, check_leftovers
from ctv_env.core.terms import CHANCE, NOBODY, SpecError

BERTHS = [f"B{k}" for k in range(30)]
NAMES = Names({"ship": ("Argo", "Bounty"), "cell": ("a1", "a2", "a3", "b1", "b2", "b3"), "berth": BERTHS}, columns=3)
SHIPS = Axis(3, "ship")


class Sail(enum.IntEnum):
    FURLED = 0
    SET = 1


class Damage(enum.IntEnum):
    MAST = 1
    RUDDER = 2


def field(values, shape=(), **more) -> Field:
    return Field("cargo", np.int8, shape, "what is aboard", values, **more)


@pytest.mark.parametrize(
    ("one", "written", "numbers"),
    [
        (field(Count(-1, 9)), 5, 5),
        (field(Flag()), True, 1),
        (field(Code(Sail)), "set", 1),
        (field(Code(("calm", "gale"))), "gale", 1),
        (field(Code({"calm": 4, None: 7}), empty=7), None, 7),
        (field(Named("ship")), "Bounty", 1),
        (field(Named("ship"), empty=-1), None, -1),
        (field(Count(0, 9), empty=-1), None, -1),
        (field(Bits(Damage)), ["mast", "rudder"], 3),
        (field(CellSet(4), (4,)), ["a3", "b1"], [0, 4, 1, 0]),
        (field(Count(0, 9), (SHIPS,)), {"Bounty": 4}, [0, 4, 0]),
        (field(Count(0, 9), (2, SHIPS)), [{}, {"Argo": 2}], [[0, 0, 0], [2, 0, 0]]),
        (field(Named("ship"), (SHIPS, 3), empty=-1), {"Argo": ["Bounty"]}, [[1, -1, -1], [-1, -1, -1], [-1, -1, -1]]),
        (field(Count(0, 9), (2,)), [0, 3], [0, 3]),
    ],
)
def test_words_and_numbers_are_one(one, written, numbers):
    assert one.read(NAMES, written).tolist() == numbers
    assert one.read(NAMES, numbers).tolist() == numbers
    assert one.write(NAMES, np.array(numbers)) == written
    one.check(NAMES, np.array(numbers))


@pytest.mark.parametrize(
    ("one", "written", "message"),
    [
        (field(Count(0, 9)), "many", "cargo: 'many'; it must be a whole number from 0 to 9"),
        (field(Count(0, 9)), True, "cargo: True; it must be a whole number from 0 to 9"),
        (field(Flag()), "yes", "cargo: 'yes'; it must be true or false"),
        (
            field(Code(Sail)),
            "sett",
            "cargo: 'sett' is none of its words; allowed are furled, set \\(did you mean 'set'",
        ),
        (field(Code(Sail)), None, "cargo: None is none of its words; allowed are furled, set"),
        (field(Code({"calm": 4, None: 7})), "x", "cargo: 'x' is none of its words; allowed are calm, null"),
        (field(Named("ship")), "Bontey", "cargo: no ship 'Bontey'; allowed are Argo, Bounty \\(did you mean 'Bounty'"),
        (field(Named("ship")), None, "cargo: no ship None; allowed are Argo, Bounty"),
        (field(Named("berth")), "B77", "cargo: no berth 'B77'; names are like B0 \\(did you mean"),
        (field(Bits(Damage)), "mast", "cargo: 'mast'; it must be a list"),
        (field(Bits(Damage)), ["keel"], "cargo: 'keel' is none of its words; allowed are mast, rudder"),
        (field(CellSet(4), (4,)), ["c1"], "cargo: no cell 'c1'; allowed are a1, a2, a3, b1, b2, b3"),
        (field(Count(0, 9), (SHIPS,)), {"Argo": "x"}, "cargo.Argo: 'x'; it must be a whole number from 0 to 9"),
        (field(Count(0, 9), (SHIPS,)), {"Ergo": 1}, "cargo.Ergo: no ship 'Ergo'"),
        (field(Count(0, 9), (SHIPS,)), [1, 2], r"cargo: \[1, 2\]; it must be a mapping with names of the kind ship"),
        (field(Count(0, 9), (2,)), [1], r"cargo: \[1\]; it must be a list of 2"),
        (field(None, (2,), derived=True), "x", "cargo: 'x'; it must be whole numbers of shape"),
    ],
)
def test_what_has_no_meaning_is_refused_with_what_would_be_right(one, written, message):
    with pytest.raises(PositionError, match=f"^{message}"):
        one.read(NAMES, written)


@pytest.mark.parametrize(
    ("one", "numbers", "message"),
    [
        (field(Count(0, 9)), 10, "cargo: it is 10; numbers go from 0 to 9"),
        (field(Count(0, 9), empty=-1), -2, "cargo: it is -2; numbers go from 0 to 9, or -1 for none"),
        (field(Count(0, 9), (2,)), [3, -1], r"cargo: it holds \[-1\]; numbers go from 0 to 9"),
        (field(Code(Sail)), 2, r"cargo: it is 2; it must be 0 \(furled\), 1 \(set\)"),
        (field(Named("ship")), 2, "cargo: it is 2; the number of a ship goes from 0 to 1"),
        (field(Bits(Damage)), 4, r"cargo: it is 4; it must be a sum of 1 \(mast\), 2 \(rudder\)"),
        (field(Bits(Damage)), -1, "cargo: it is -1"),
        (field(CellSet(4), (4,)), [0, 8, 0, 0], r"cargo: it holds \[8\]; only cells of the board may be in it"),
        (field(CellSet(4), (4,)), [0, 0, 0, 1], r"cargo: it holds \[1\]; only cells of the board may be in it"),
        (field(Count(0, 9), (SHIPS,)), [0, 0, 1], "cargo: it says something about a ship beyond the 2 that there are"),
    ],
)
def test_a_number_without_a_meaning_is_refused(one, numbers, message):
    with pytest.raises(PositionError, match=f"^{message}"):
        one.check(NAMES, np.array(numbers))


def test_a_kind_of_thing_without_names_is_told():
    with pytest.raises(SpecError, match="positions name no port, only: ship, cell, berth"):
        field(Named("port")).check(NAMES, np.array(0))


def test_a_record_is_padded_to_whole_words_and_names_no_field_twice():
    fields = (RNG, field(Count(0, 9), (SHIPS,)))
    assert record_type(fields).descr == [("rng", "<u8"), ("cargo", "|i1", (3,)), ("padding", "|i1", (5,))]
    with pytest.raises(SpecError, match="a record names a field twice: cargo"):
        record_type((*fields, field(Flag())))


# -- checks against a table of nodes -----------------------------------------------------------------------------------


class Stage(enum.IntEnum):
    PORT = 0
    SEA = 1


class Node(enum.IntEnum):
    STORM_DIE = 1
    OVER = 2


STORM = NodeDeclaration(
    Node.STORM_DIE, (Stage.SEA,), Decider("chance", lambda s: CHANCE), asks=DIE, act=len, holds=("wind",)
)
NODES = {1: STORM, 2: NodeDeclaration(Node.OVER, tuple(Stage), Decider("nobody", lambda s: NOBODY))}
STATE_FIELDS = tuple(
    Field(name, np.int8, (), name, Count(0, 9), **more)
    for name, more in {"node": {}, "stage": {}, "to_move": {}, "winner": {}, "wind": {"empty": -1}}.items()
) + (Field("depth", np.int8, (), "fathoms", Count(0, 9), during=(Stage.SEA,)),)
AT_SEA = {"node": 1, "stage": Stage.SEA, "to_move": CHANCE, "winner": NOBODY, "wind": 3, "depth": 4}


def record(**changes: int) -> np.void:
    one = np.zeros(1, record_type(STATE_FIELDS))[0]
    for name, number in (AT_SEA | changes).items():
        one[name] = number
    return one


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"node": 2}, "wind: it says something at OVER; leave it out; it is for STORM_DIE"),
        ({"stage": Stage.PORT}, "depth: it says something at STORM_DIE; leave it out; it is for SEA"),
    ],
)
def test_what_is_left_over_is_refused(changes, message):
    check_leftovers(STATE_FIELDS, NODES, record())
    with pytest.raises(PositionError, match=f"^{message}"):
        check_leftovers(STATE_FIELDS, NODES, record(**changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"node": 5}, "node: it is 5; it must be STORM_DIE, OVER"),
        ({"stage": Stage.PORT}, "node: STORM_DIE does not belong to this stage; it must be OVER"),
        ({"to_move": 0}, "to_move: it is 0; at STORM_DIE it must be the chance"),
        ({"winner": 0}, "winner: it does not fit the node; only a game over has one"),
        ({"node": 2, "to_move": NOBODY}, "winner: it does not fit the node; only a game over has one"),
    ],
)
def test_node_stage_decider_and_winner_fit_each_other(changes, message):
    check_decision(NODES, record())
    with pytest.raises(PositionError, match=f"^{message}"):
        check_decision(NODES, record(**changes))


def test_a_side_that_earlier_choices_have_named_may_be_either():
    nodes = {1: NodeDeclaration(Node.STORM_DIE, (Stage.SEA,), Decider("either side", None), asks=DIE, act=len)}
    for side in (0, 1):
        check_decision(nodes, record(to_move=side))
    with pytest.raises(PositionError, match=r"^to_move: it is 2; at STORM_DIE it must be the either side"):
        check_decision(nodes, record(to_move=CHANCE))
