"""Actions in words: conversion between action numbers and names, and sentences for players."""

import difflib
import typing

import numpy as np

from ctv_env.core.notation import Notation
from ctv_env.core.terms import Tables
from ctv_env.games.ctv.engine.node_table import NODES
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.actions import ACTIONS, as_cell, as_piece, hex_action, piece_action
from ctv_env.games.ctv.model.codes import DONE, FIRST_HEX, N_ACTIONS, N_PIECES, NOWHERE, Node
from ctv_env.games.ctv.model.reasons import REASONS

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


class CtvNotation(Notation):
    """Names and sentences of actions."""

    nodes, reasons = NODES, REASONS

    def decode(self, tables: Tables, action: int) -> tuple[str, str | None]:
        """See the function of that name."""
        return decode(typing.cast(GameTables, tables), action)

    def encode(self, tables: Tables, segment: str, name: str | None = None) -> int:
        """See the function of that name."""
        return encode(typing.cast(GameTables, tables), segment, name)

    def what(self, tables: GameTables, record: np.void, segment: str, k: int) -> str:
        """See ``Notation``."""
        return piece_name(tables, k) if segment == "PIECE" else hex_name(tables, k)

    def piece(self, tables: GameTables, record: np.void) -> str:
        """See ``Notation``."""
        return piece_name(tables, int(record["piece"])) if record["piece"] != NOWHERE else "nothing"


NOTATION = CtvNotation()
describe, explain = NOTATION.describe, NOTATION.explain
