"""Actions in words: conversion between action numbers and names, and sentences for players."""

import difflib
import typing

import numpy as np

from ctv_env.core.dice import FACES
from ctv_env.games.ctv.engine.node_table import NODES
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.actions import ACTIONS, as_cell, as_piece, hex_action, piece_action
from ctv_env.games.ctv.model.codes import DONE, FIRST_HEX, FIRST_PIECE, N_ACTIONS, N_PIECES, NODE, NOWHERE, SIDE, Node
from ctv_env.games.ctv.model.reasons import REASONS, WHY

KINDS = tuple(segment.name for segment in ACTIONS.segments)
_EMPTY_SLOT = "slot "


WORDINGS = {Node(code): kind.words for code, kind in NODES.items() if kind.words}
"""Wording of each decision."""


def piece_name(tables: GameTables, p: int) -> str:
    """Return the name of the piece in slot ``p``; an empty slot is named by its number."""
    return tables.piece_names[p] or f"{_EMPTY_SLOT}{int(p)}"


def hex_name(tables: GameTables, c: int) -> str:
    """Return the printed code of a cell with its town: ``"1909 Puerto del Escudo"``."""
    town = tables.town_names.get(int(c))
    return tables.grid.code(c) + (f" {town}" if town else "")


def decode(tables: GameTables, action: int) -> tuple[str, str | None]:
    """Return the kind and name of an action: ``("DONE", None)``, ``("PIECE", "LIT 1")`` or ``("HEX", "1406")``.

    Raises:
        ValueError: ``action`` is not an action number.
    """
    right = isinstance(action, int | np.integer) and not isinstance(action, bool)
    if not right or not 0 <= action < N_ACTIONS:
        raise ValueError(f"no action {action!r}: actions are whole numbers from 0 to {N_ACTIONS - 1}")
    if action == DONE:
        return "DONE", None
    if action < FIRST_HEX:
        return "PIECE", piece_name(tables, as_piece(action))
    return "HEX", tables.grid.code(as_cell(action))


def encode(tables: GameTables, kind: str, name: str | None = None) -> int:
    """Return the action of a kind and a name, as returned by ``decode``.

    Raises:
        ValueError: no such kind, piece or hex; the message suggests valid ones.
    """
    if kind == "PIECE":
        return piece_action(piece_slot(tables, name))
    if kind == "HEX":
        return hex_action(hex_cell(tables, name))
    if kind != "DONE":
        raise ValueError(f"no kind of action {kind!r}: there are {', '.join(KINDS)}")
    if name is not None:
        raise ValueError(f"DONE names nothing, not {name!r}: give None")
    return DONE


def piece_slot(tables: GameTables, name: str | None) -> int:
    """Return the slot of a piece by name.

    Raises:
        ValueError: no such piece.
    """
    slot = tables.piece_index.get(name) if isinstance(name, str) else None
    if slot is None and isinstance(name, str) and name.startswith(_EMPTY_SLOT):
        slots = [p for p in range(N_PIECES) if piece_name(tables, p) == name]
        slot = slots[0] if slots else None
    if slot is None:
        raise ValueError(f"no piece {name!r}: {_meant(name, tables.piece_index, 'names are as in units.yaml')}")
    return int(slot)


def hex_cell(tables: GameTables, code: str | None) -> int:
    """Return the cell of a printed hex code.

    Raises:
        ValueError: no such hex.
    """
    if not isinstance(code, str):
        raise ValueError(f"no hex {code!r}: a hex is a text of four digits RRCC, such as '1406'")
    try:
        return tables.grid.cell(code)
    except ValueError as error:
        codes = {town: tables.grid.code(c) for c, town in tables.town_names.items()}
        towns = difflib.get_close_matches(code, codes, 1)
        hint = f"; {towns[0]} is {codes[towns[0]]}" if towns else ""
        raise ValueError(f"{error}{hint}") from None


def _meant(name: object, names: typing.Iterable[str], otherwise: str) -> str:
    close = difflib.get_close_matches(str(name), names, 3)
    return f"did you mean {' or '.join(map(repr, close))}?" if close else otherwise


def describe(tables: GameTables, record: np.void, action: int) -> str:
    """Return what ``action`` does at the node of ``record``, in a player's words; for an unrelated action, its name.

    Raises:
        ValueError: ``action`` is not an action number.
    """
    if record["to_move"] == SIDE.CHANCE and 1 <= action <= FACES:
        return f"roll {int(action)}"
    segment, _ = decode(tables, action)
    kind = NODES.get(int(record["node"]))
    template = None
    if kind and kind.words:
        template = {"DONE": kind.words.done, kind.asks: kind.words.choice}.get(segment)
    return _fill(tables, record, template or "{what}", action)


def explain(tables: GameTables, record: np.void, reason: int, action: int) -> str:
    """Return the sentence of a reason code of ``reasons.py`` about ``action``, with its rule in parentheses."""
    _, rules, sentence = REASONS[reason]
    if reason == WHY.NOT_HERE:
        sentence += "; " + _asked(record)
    sentence = _fill(tables, record, sentence, action)
    return f"{sentence[0].upper()}{sentence[1:]}" + (f" ({cited(rules)})" if rules else "")


def _asked(record: np.void) -> str:
    """Return what the node of ``record`` asks for, as the end of a sentence."""
    if record["node"] == NODE.OVER:
        return "the game is over"
    if record["to_move"] == SIDE.CHANCE:
        return f"it asks for the face of a die, 1 to {FACES}"
    return "it asks for " + WORDINGS[Node(int(record["node"]))].asks


def _fill(tables: GameTables, record: np.void, template: str, action: int) -> str:
    """Fill in ``template`` with the piece or hex of ``action``, and the piece of the position."""
    held = int(record["piece"])
    piece = piece_name(tables, held) if held != NOWHERE else "nothing"
    return template.format(what=_what(tables, action), piece=piece)


def _what(tables: GameTables, action: int) -> str:
    if action == DONE:
        return "passing on"
    if FIRST_PIECE <= action < FIRST_HEX:
        return piece_name(tables, as_piece(action))
    return hex_name(tables, as_cell(action))


def cited(rules: str) -> str:
    """Format rule numbers of ``reasons.REASONS`` as citations: ``"rules 8.1, 7.2"``, ``"rule 5, ruling R-12"``."""
    numbers = [part for part in rules.split(", ") if part[0].isdigit()]
    others = [part for part in rules.split(", ") if not part[0].isdigit()]
    plural = "s" if len(numbers) > 1 else ""
    return ", ".join(([f"rule{plural} {', '.join(numbers)}"] if numbers else []) + others)
