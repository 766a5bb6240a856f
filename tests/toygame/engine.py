"""The nodes of the toy game, and the machine that plays them."""

from ctv_env.core.machine import machine
from ctv_env.core.nodes import DIE, Asked, Decider, NodeDeclaration, Outcomes, Wording, node_table
from ctv_env.core.terms import CHANCE, NOBODY, Advice
from toygame import rules
from toygame.model import COUNTERS, SCRATCH, SEGMENTS, STATE, TABLES, Node, Stage

BY_CHANCE = Decider("chance", lambda s: CHANCE)
NODES = node_table(
    (
        NodeDeclaration(
            Node.COUNTER,
            (Stage.COUNTER,),
            BY_CHANCE,
            rules="2",
            asks=DIE,
            act=rules.draw_counter,
            outcomes=Outcomes(len(COUNTERS), rules.counters_left),
            words=Wording("a counter that is left in the cup", "draw {what}"),
        ),
        NodeDeclaration(
            Node.ORDER,
            (Stage.ORDERS,),
            Decider("either side", None),
            rules="3",
            asks="BUY",
            act=rules.give_order,
            why_not=rules.why_not_order,
            also={"MOVE": Asked(rules.give_order, rules.why_not_order)},
            done=rules.give_no_order,
            words=Wording("an order", "{what}", "pass"),
            advice=Advice("Give an order", "Hire men, march or pass, unseen.", "Pass"),
            secret=True,
        ),
        NodeDeclaration(
            Node.DICE,
            (Stage.DICE,),
            BY_CHANCE,
            rules="4",
            asks=DIE,
            act=rules.roll,
            outcomes=Outcomes(rules.MOST_DICE + 1, rules.ways_to_roll),
            words=Wording("the sum of two dice", "roll {what}"),
            advice=Advice("The dice", "In a fight high rolls are for azure."),
            awaited=True,
        ),
        NodeDeclaration(Node.OVER, (Stage.DICE,), Decider("nobody", lambda s: NOBODY), rules="5"),
    ),
    (code for code in Node if code != Node.NONE),
)

RULES = machine(
    __name__,
    records=(STATE, TABLES, SCRATCH),
    segments=SEGMENTS,
    nodes=NODES,
    reasons=rules.WHY,
    begin=rules.begin,
    begin_next_stage=rules.begin_next_stage,
    score=rules.score,
    redraw=rules.redraw,
)
