"""Actions in words: conversion between action numbers and names, and sentences for players."""

import numpy as np

from ctv_env.core.notation import Notation
from ctv_env.core.terms import Tables
from ctv_env.games.tscw.engine.node_table import NODES
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.actions import FIRST_OPTION, FIRST_PIECE, N_OPTIONS
from ctv_env.games.tscw.model.codes import N_CHITS, NOBODY_PIECE, NODE, SIDE, Node
from ctv_env.games.tscw.model.reasons import REASONS, WHY
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


def _names(tables: Tables, segment: str) -> tuple[str, ...]:
    """Return the names of the actions of a segment, as ``decode`` gives them."""
    assert isinstance(tables, TscwTables)
    return {
        "OPTION": tuple(map(str, range(N_OPTIONS))),
        "PIECE": tables.pieces.names,
        "CHIT": tuple(map(str, range(1, N_CHITS + 1))),
        "HEX": tables.grid.names,
    }.get(segment, ())


NOTATION = Notation(_names)


def describe(tables: TscwTables, record: np.void, action: int) -> str:
    """Return what ``action`` does at the node of ``record``, in a player's words.

    Raises:
        ValueError: ``action`` is not an action number.
    """
    if record["to_move"] == SIDE.CHANCE and 0 <= action <= N_CHITS:
        if record["node"] == Node.EVENT_DRAW:
            return f"draw {chit_name(tables, int(action))}"
        return f"roll {int(action)}"
    NOTATION.decode(tables, action)
    segment, k = tables.actions.locate(action)
    node = Node(int(record["node"]))
    kind = NODES.get(node)
    if segment == "OPTION" and node in OPTIONS and k < len(OPTIONS[node]):
        return OPTIONS[node][k]
    if not kind or not kind.words:
        return _what(tables, record, action)
    template = kind.words.done or "{what}" if segment == "DONE" else kind.words.choice
    return _fill(tables, record, template if segment in ("DONE", *kind.asked) else "{what}", action)


def explain(tables: TscwTables, record: np.void, reason: int, action: int) -> str:
    """Return the sentence of a reason code about ``action``, with its rule in parentheses."""
    _, rules, sentence = REASONS[reason]
    if reason == WHY.NOT_HERE:
        sentence += "; " + _asked(record)
    filled = _fill(tables, record, sentence, action)
    return f"{filled[0].upper()}{filled[1:]}" + (f" ({cited(rules)})" if rules else "")


def cited(rules: str) -> str:
    """Format rule numbers of ``reasons.REASONS`` as citations: ``"rules 8.1, 7.2"``, ``"rule 5, ruling T-12"``."""
    numbers = [part for part in rules.split(", ") if part[0].isdigit()]
    others = [part for part in rules.split(", ") if not part[0].isdigit()]
    plural = "s" if len(numbers) > 1 else ""
    return ", ".join(([f"rule{plural} {', '.join(numbers)}"] if numbers else []) + others)


def _asked(record: np.void) -> str:
    """Return what the node of ``record`` asks for, as the end of a sentence."""
    if record["node"] == NODE.OVER:
        return "the game is over"
    if record["to_move"] == SIDE.CHANCE:
        draws = record["node"] == Node.EVENT_DRAW
        return "it asks for a chit in the cup, by its number" if draws else "it asks for the face of a die, 1 to 6"
    words = NODES[int(record["node"])].words
    return f"it asks for {words.asks}".replace("{piece}", "the unit") if words else "it asks for nothing"


def _fill(tables: TscwTables, record: np.void, template: str, action: int) -> str:
    """Fill in ``template`` with what ``action`` names, and with the unit of the choice in progress."""
    p = int(record["piece"])
    piece = "the unit" if p == NOBODY_PIECE else piece_name(tables, record, p)
    return template.format(what=_what(tables, record, action), piece=piece)


def _what(tables: TscwTables, record: np.void, action: int) -> str:
    """Return what an action names, in words."""
    if not 0 <= action < tables.actions.n:
        return "that"
    segment, k = tables.actions.locate(action)
    match segment:
        case "DONE":
            return "passing on"
        case "OPTION":
            return f"answer {action - FIRST_OPTION}"
        case "PIECE":
            return piece_name(tables, record, action - FIRST_PIECE)
        case "CHIT":
            return chit_name(tables, k + 1)
        case _:
            return hex_name(tables, k)
