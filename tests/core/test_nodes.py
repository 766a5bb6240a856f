"""Declarations of nodes: what a game must specify for each."""

import dataclasses
import enum

import pytest

from ctv_env.core.nodes import DIE, Asked, Decider, NodeDeclaration, Outcomes, Wording, node_table
from ctv_env.core.terms import Advice


class Node(enum.IntEnum):
    """Nodes of a game with one decision and one die."""

    BUY = 1
    STORM_DIE = 2


def act(s, t, w, x):
    """A rule."""


BUY = NodeDeclaration(
    Node.BUY,
    (0,),
    Decider("buyer", lambda s: 0),
    asks="WARE",
    act=act,
    why_not=act,
    done=act,
    words=Wording("a ware to buy", "buy {what}", "buy nothing"),
    advice=Advice("Buy?", "Wares are dear.", "Keep the money"),
)
STORM = NodeDeclaration(Node.STORM_DIE, (0,), Decider("chance", lambda s: 2), asks=DIE, act=act)


@pytest.mark.parametrize(
    ("kind", "change", "problem"),
    [
        (BUY, {"stages": ()}, "no stage"),
        (BUY, {"act": None}, "no handler: act"),
        (BUY, {"why_not": None}, "no legality: why_not"),
        (BUY, {"words": None}, "no words"),
        (BUY, {"advice": None}, "no advice"),
        (BUY, {"words": Wording("a ware", "buy {what}")}, "a handler for passing, but no words or advice for it"),
        (BUY, {"advice": Advice("Buy?", "Dear.")}, "a handler for passing, but no words or advice for it"),
        (BUY, {"done": None}, "words or a legality check for passing, but no handler: done"),
        (BUY, {"awaited": True}, "no die, but is awaited"),
        (BUY, {"outcomes": Outcomes(2, act)}, "no die, but outcomes"),
        (STORM, {"act": None}, "no handler: act"),
        (STORM, {"why_not_done": act}, "words or a legality check for passing, but no handler: done"),
    ],
)
def test_a_declaration_that_lacks_something_is_refused_with_its_name(kind, change, problem):
    with pytest.raises(ValueError, match=f"^node {kind.code.name} has {problem}$"):
        dataclasses.replace(kind, **change)


def test_a_die_is_no_decision_and_needs_no_words():
    assert [kind.is_decision for kind in (BUY, STORM)] == [True, False]
    assert dataclasses.replace(STORM, awaited=True).awaited


def test_a_decision_may_ask_for_several_segments_and_a_die_asks_for_none():
    also = Asked(lambda s: None, lambda s: 0)
    both = dataclasses.replace(BUY, also={"PRICE": also})
    assert both.asked == {"WARE": Asked(act, act), "PRICE": also}
    assert BUY.asked == {"WARE": Asked(act, act)}
    assert STORM.asked == {}


def test_every_code_has_one_declaration():
    assert node_table((BUY, STORM), Node) == {Node.BUY: BUY, Node.STORM_DIE: STORM}
    with pytest.raises(ValueError, match="nodes without a declaration: STORM_DIE"):
        node_table((BUY,), Node)
    with pytest.raises(ValueError, match="node BUY is declared twice"):
        node_table((BUY, STORM, BUY), Node)
