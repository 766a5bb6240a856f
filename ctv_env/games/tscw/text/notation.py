"""Actions in words: conversion between action numbers and names, and sentences for players."""

import numpy as np

from ctv_env.core.nodes import NodeDeclaration
from ctv_env.core.notation import Notation
from ctv_env.games.tscw.engine.node_table import NODES
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.actions import N_OPTIONS
from ctv_env.games.tscw.model.codes import N_CHITS, NOBODY_PIECE, Node
from ctv_env.games.tscw.model.reasons import REASONS
from ctv_env.games.tscw.text.names import chit_name, hex_name, piece_name

OPTIONS = {
    Node.MOBILIZE: ("do not mobilize", "mobilize"),
    Node.RP_PURSE: ("a Nationalist point", "an Italian point"),
    Node.RP_FULL: ("reduced", "at full strength, for another point"),
    Node.SEA_PIECE: ("make a landing",),
    Node.EVACUATE: ("do not evacuate", "evacuate"),
    Node.MOVE_MODE: ("regular movement", "march"),
    Node.ARTILLERY_ATT: ("no artillery", "artillery, for a resource point"),
    Node.ARTILLERY_DEF: ("no artillery", "artillery, for a resource point"),
    Node.TERRAIN_PICK: ("the city", "the other terrain"),
}
"""Answers of the nodes that ask for options."""


class TscwNotation(Notation):
    """Names and sentences of actions."""

    nodes, reasons = NODES, REASONS

    def names(self, tables: TscwTables, segment: str) -> tuple[str, ...]:
        """See ``Notation``."""
        return {
            "OPTION": tuple(map(str, range(N_OPTIONS))),
            "PIECE": tables.pieces.names,
            "CHIT": tuple(map(str, range(1, N_CHITS + 1))),
            "HEX": tables.grid.names,
        }.get(segment, ())

    def choice(self, node: NodeDeclaration, segment: str) -> str:
        """See ``Notation``; an option is an answer by itself."""
        return "{what}" if segment == "OPTION" else super().choice(node, segment)

    def drawn(self, tables: TscwTables, record: np.void, outcome: int) -> str:
        """See ``Notation``."""
        return chit_name(tables, outcome) if record["node"] == Node.EVENT_DRAW else str(outcome)

    def piece(self, tables: TscwTables, record: np.void) -> str:
        """See ``Notation``."""
        p = int(record["piece"])
        return "the unit" if p == NOBODY_PIECE else piece_name(tables, record, p)

    def what(self, tables: TscwTables, record: np.void, segment: str, k: int) -> str:
        """See ``Notation``."""
        match segment:
            case "OPTION":
                answers = OPTIONS.get(Node(int(record["node"])), ())
                return answers[k] if k < len(answers) else f"answer {k}"
            case "PIECE":
                return piece_name(tables, record, k)
            case "CHIT":
                return chit_name(tables, k + 1)
            case _:
                return hex_name(tables, k)


NOTATION = TscwNotation()
