"""Contents of hexes as visible to a side (5.2, ruling R-56)."""

import numpy as np

from ctv_env.core.game import Game
from ctv_env.core.jit import records
from ctv_env.core.ui import Marks, Pairs, PieceView, Stack
from ctv_env.games.ctv.loading.load import GameTables, tables_of
from ctv_env.games.ctv.model.codes import (
    END_SC,
    N_ACTIONS,
    NAT_SC,
    NOWHERE,
    PLACE,
    SIDE_NAMES,
    TRENCH,
    Kind,
    Nationality,
)
from ctv_env.games.ctv.model.state import DSG_NAMES
from ctv_env.games.ctv.observation.visibility import Visibility, look
from ctv_env.games.ctv.rules.pieces import side_of
from ctv_env.games.ctv.text.log import SIDES

_AIR_BOXES = {PLACE.AIR_READY: "ready", PLACE.AIR_USED: "has flown", PLACE.AIR_ABSENT: "away until turn {turn}"}


def owners(tables: GameTables) -> np.ndarray:
    """Return the side of each piece, int (N_PIECES,)."""
    return np.array([side_of(p) for p in range(len(tables.piece_names))])


def seen(game: Game, side: int | None) -> Visibility:
    """Return the position as ``side`` sees it; None sees everything."""
    states = records(1, game.spec.state)
    states[0] = game.record
    return look(tables_of(game), states, 0, None if side is None else SIDE_NAMES[side], np.zeros(N_ACTIONS, np.int8))


def reveals(before: Game, after: Game, side: int) -> bool:
    """Return True if ``side`` learned something about an enemy piece between two positions."""
    return bool((seen(after, side).known > seen(before, side).known).any())


def stacks(game: Game, side: int | None) -> dict[str, Stack]:
    """Return the contents of each non-empty hex, by code."""
    tables, visible = tables_of(game), seen(game, side)
    record = visible.state
    found: dict[int, list[PieceView]] = {}
    notes = {cell: ["a trench"] for cell in np.flatnonzero(record["cell_trench"]).tolist()}
    for p in np.flatnonzero(record["piece_place"][:END_SC] == PLACE.MAP).tolist():
        if not visible.known[p] and visible.is_lone_column(p):
            notes.setdefault(int(record["piece_hex"][p]), []).append("only a supply column (R-63)")
        piece = _piece(tables, record, p) if visible.known[p] else PieceView(int(side_of(p)))
        found.setdefault(int(record["piece_hex"][p]), []).append(piece)
    for pieces in found.values():
        pieces.sort(key=lambda piece: piece.known, reverse=True)  # the order of hidden pieces would reveal them
    by_code = sorted((tables.grid.code(cell), cell) for cell in found)
    return {code: Stack(tuple(found[cell]), tuple(notes.get(cell, ()))) for code, cell in by_code}


def _piece(tables: GameTables, record: np.void, p: int) -> PieceView:
    """Return the view of a known piece."""
    t = tables.record[0]
    kind = Kind(int(t["kind"][p])).name.replace("_", " ").lower()
    nation = Nationality(int(t["nation"][p])).name.replace("_", "-").capitalize() if t["nation"][p] else ""
    kind = f"{nation} {kind}".replace(" hq ", " HQ, ").strip()
    side, name = int(side_of(p)), tables.piece_names[p]
    if p >= NAT_SC:
        notes = ("on its movement side",) if record["sc_moved"][p] else ()
        return PieceView(side, True, name, kind, f"moves {int(t['move_mp'][p])}", notes)
    steps = int(record["unit_steps"][p])
    strength = f"{int(t['attack'][steps, p])}-{int(t['defence'][steps, p])}-{int(t['move_mp'][p])}"
    facts = (
        (steps < t["steps"][p], f"{steps} of {int(t['steps'][p])} steps"),
        (record["unit_dsg"][p] > 0, DSG_NAMES[int(record["unit_dsg"][p])]),
        (not record["unit_supplied"][p], "out of supply"),
        (record["unit_attacked"][p], "has attacked"),
        (record["piece_used"][p], "has bombarded"),
    )
    return PieceView(side, True, name, kind, strength, tuple(note for so, note in facts if so))


def beside(game: Game, _: int | None) -> Pairs:
    """Return what is off the map, in words: air units and their boxes, and losses; all of it is public."""
    tables, record, lines = tables_of(game), game.record, []
    for side, name in enumerate(SIDES):
        own = owners(tables) == side
        air = [p for p in range(END_SC, TRENCH) if own[p] and int(record["piece_place"][p]) in _AIR_BOXES]
        lines.append(
            (f"{name} aircraft", ", ".join(f"{tables.piece_names[p]} {_air(record, p)}" for p in air) or "none")
        )
        lost = np.flatnonzero(own[:END_SC] & (record["piece_place"][:END_SC] == PLACE.ELIMINATED))
        lines.append((f"{name} losses", ", ".join(tables.piece_names[p] for p in lost) or "none"))
    return lines


def _air(record: np.void, p: int) -> str:
    return _AIR_BOXES[int(record["piece_place"][p])].format(turn=int(record["air_return"][p]))


def marks(game: Game, _: int | None) -> Marks:
    """Return the hex of the selected piece, and the target of the attack.

    Only called at decisions of the viewing side and at dice, so that the enemy's selection is not shown.
    """
    record, code = game.record, tables_of(game).grid.code
    held, target = int(record["piece"]), int(record["target"])
    on_map = held != NOWHERE and record["piece_place"][held] == PLACE.MAP
    return Marks(
        hand=code(int(record["piece_hex"][held])) if on_map else None,
        target=code(target) if target != NOWHERE else None,
    )
