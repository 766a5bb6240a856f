"""The nodes of the toy game, and the machine that plays them."""

from ctv_env.core.machine import machine
from ctv_env.core.nodes import DIE, Asked, Decider, NodeDeclaration, Outcomes, Wording, node_table
from ctv_env.core.terms import CHANCE as CHANCE_CODE
from ctv_env.core.terms import NOBODY, Advice
from toygame import rules
from toygame.model import COUNTERS, SCRATCH, SEGMENTS, STATE, TABLES, Node, Stage

CHANCE = Decider("chance", lambda s: CHANCE_CODE)
EITHER = Decider("either side", None)
WINNER = Decider("nobody", lambda s: NOBODY)

NODES = node_table(
    (
        NodeDeclaration(
            Node.COUNTER,
            (Stage.COUNTER,),
            CHANCE,
            rules="2",
            asks=DIE,
            act=rules.draw_counter,
            outcomes=Outcomes(len(COUNTERS), rules.counters_left),
        ),
        NodeDeclaration(
            Node.ORDER,
            (Stage.ORDERS,),
            EITHER,
            rules="3",
            asks="BUY",
            act=rules.order_men,
            why_not=rules.why_not_buy,
            also={"MOVE": Asked(rules.order_march, rules.why_not_march)},
            done=rules.order_nothing,
            words=Wording("an order", "{what}", "pass"),
            advice=Advice("Give an order", "Hire men, march or pass, unseen.", "Pass"),
            secret=True,
        ),
        NodeDeclaration(
            Node.DICE,
            (Stage.DICE,),
            CHANCE,
            rules="4",
            asks=DIE,
            act=rules.roll,
            outcomes=Outcomes(rules.MOST_DICE + 1, rules.ways_to_roll),
            advice=Advice("The dice", "In a fight high rolls are for azure."),
            awaited=True,
        ),
        NodeDeclaration(Node.OVER, (Stage.DICE,), WINNER, rules="5"),
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
