"""The nodes of the game: who decides each, what a choice or a die does there, when it is legal, how it reads.

A new node is a code in ``model/codes.py``, a declaration in one of the two tables that are joined here, its functions
in a chapter of ``rules``, which asks for it by its code, and a test.
"""

from ctv_env.core.nodes import NodeDeclaration, node_table
from ctv_env.games.arriba.engine.node_table_turn import TURN_NODES
from ctv_env.games.arriba.engine.node_table_war import WAR_NODES

DECLARED: tuple[NodeDeclaration, ...] = (*TURN_NODES, *WAR_NODES)
NODES = node_table(DECLARED, (kind.code for kind in DECLARED))
"""``NodeDeclaration`` by code: of every node but NONE, at which the sequence of play goes on."""
