"""The nodes of the game: the decider of each, the effect of a choice or a die, its legality and its wording.

A new node takes a code in ``model/codes.py``, a declaration in one of the tables joined here, its functions in a
chapter of ``rules``, which refers to it by its code, and a test.
"""

from ctv_env.core.nodes import NodeDeclaration, node_table
from ctv_env.games.tscw.engine.node_table_admin import ADMIN_NODES
from ctv_env.games.tscw.engine.node_table_battle import BATTLE_NODES
from ctv_env.games.tscw.engine.node_table_moves import MOVEMENT_NODES
from ctv_env.games.tscw.model.codes import Node

DECLARED: tuple[NodeDeclaration, ...] = (*ADMIN_NODES, *MOVEMENT_NODES, *BATTLE_NODES)
NODES = node_table(DECLARED, (code for code in Node if code != Node.NONE))
"""``NodeDeclaration`` by code, for every node except NONE, at which the sequence of play goes on."""
