"""The nodes of the game: the decider of each, the effect of a choice or a die, its legality and its wording.

A new node takes a code in ``model/codes.py``, a declaration in one of the tables joined here, its functions in a
chapter of ``rules``, which refers to it by its code, and a test.
"""

from ctv_env.core.nodes import NodeDeclaration, node_table
from ctv_env.games.arriba.engine.node_table_turn import TURN_NODES
from ctv_env.games.arriba.engine.node_table_war import WAR_NODES

DECLARED: tuple[NodeDeclaration, ...] = (*TURN_NODES, *WAR_NODES)
NODES = node_table(DECLARED, (kind.code for kind in DECLARED))
"""``NodeDeclaration`` by code, for every node except NONE, at which the sequence of play goes on."""
