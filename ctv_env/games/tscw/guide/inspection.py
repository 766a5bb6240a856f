"""Contents of the hexes, what is beside the map, and the meaning of clicks."""

from collections.abc import Iterable

import numpy as np

from ctv_env.core.game import Game
from ctv_env.core.ui import Marks, Pairs, PieceView, Plan, Space, Stack
from ctv_env.games.tscw.drawing.geometry import centre, corners, frame, page
from ctv_env.games.tscw.loading.load import TscwTables
from ctv_env.games.tscw.model.codes import NOBODY_PIECE, OFF, Node, Size, Where
from ctv_env.games.tscw.rules.r15_fog import known_pieces, sees_hand
from ctv_env.games.tscw.text.names import SIDES, chit_name, hex_name, piece_name
from ctv_env.games.tscw.text.text_map import units_by_cell

_SUPPLY = ("", "town supply", "out of supply")


def tables_of(game: Game) -> TscwTables:
    """Return the tables of a game of this kind."""
    assert isinstance(game.tables, TscwTables)
    return game.tables


def plan(tables: TscwTables) -> Plan:
    """Return the layout of the land hexes on the page."""
    return _plan_of(tables, tables.places.hexes)


def plan_to_edit(tables: TscwTables) -> Plan:
    """Return the layout of all hexes of the board, sea and foreign land too."""
    return _plan_of(tables, range(tables.grid.n_cells))


def _plan_of(tables: TscwTables, cells: Iterable[int]) -> Plan:
    spaces = (Space(tables.grid.code(c), hex_name(tables, c), centre(tables, c), corners(tables, c)) for c in cells)
    return Plan(page(tables), frame(tables), tuple(spaces))


def reveals(before: Game, after: Game, side: int) -> bool:
    """Return True if ``side`` learned of an enemy piece in fog (15.5), or of the attacker's air units (T-78)."""
    t = tables_of(after).record[0]
    known, known_before = (known_pieces(t, game.record, side) for game in (after, before))
    return bool((known > known_before).any()) or _uncovers_air(before, after, side)


def _uncovers_air(before: Game, after: Game, side: int) -> bool:
    """Return True if the defender has committed its air units, and now sees those of the attacker."""
    hidden = tables_of(after).record[0]["simultaneous_air"] and side != int(before.record["phasing"])
    return bool(hidden and before.node == Node.AIR_DEF.name != after.node)


def stacks(game: Game, side: int | None) -> dict[str, Stack]:
    """Return the contents of each hex that is not empty, as a side knows them."""
    tables, s = tables_of(game), game.record
    known = known_pieces(tables.record[0], s, side)
    found: dict[str, Stack] = {}
    for c, here in units_by_cell(tables, s).items():
        views = [_view(tables, s, p) for p in here if known[p]]
        views += [PieceView(_side(tables, p)) for p in here if not known[p]][:1]
        found[tables.grid.code(c)] = Stack(tuple(views))
    return found


def _side(tables: TscwTables, p: int) -> int:
    return int(p >= tables.pieces.n_nationalist)


def _view(tables: TscwTables, s: np.void, p: int) -> PieceView:
    t, face, steps = tables.record[0], int(s["face"][p]), int(s["strength"][p])
    numbers = (t["attack"][face][steps][p], t["defence"][face][steps][p], t["ma"][face][p])
    notes = [_SUPPLY[int(s["supply"][p])]]
    notes += [
        word for key, word in (("reserve", "in reserve"), ("used", "committed"), ("landed", "landed")) if s[key][p]
    ]
    if steps < int(t["steps"][face][p]):
        notes.append("reduced")
    size = Size(int(t["echelon"][face][p])).name.lower()
    strength = "-".join(str(int(n)) for n in numbers)
    notes_shown = tuple(note for note in notes if note)
    return PieceView(_side(tables, p), True, piece_name(tables, s, p), size, strength, notes_shown)


def beside(game: Game, side: int | None) -> Pairs:
    """Return air and naval units, chits in hand, units that wait and those eliminated."""
    tables, s = tables_of(game), game.record
    lines: Pairs = []
    for who in range(2):
        pieces = [p for p in range(len(tables.pieces.names)) if _side(tables, p) == who]
        support = [p for p in pieces if int(tables.record[0]["echelon"][0][p]) == Size.NONE]
        ready = [p for p in support if s["where"][p] == Where.ON_MAP and not s["used"][p]]
        waiting = [p for p in pieces if s["where"][p] in (Where.DUE, Where.REBUILT)]
        dead = [p for p in pieces if s["where"][p] == Where.DEAD]
        for what, found in (("air and naval units", ready), ("waiting", waiting), ("eliminated", dead)):
            names = ", ".join(piece_name(tables, s, p) for p in found)
            lines.append((f"{SIDES[who]}: {what}", names or "none"))
        if sees_hand(tables.record[0], side, who):
            lines.append((f"{SIDES[who]}: chits", _hand(tables, s, who)))
    return lines


def _hand(tables: TscwTables, s: np.void, who: int) -> str:
    held = [chit for chit in range(1, len(s["hand"])) if s["hand"][chit] and tables.record[0]["chit_side"][chit] == who]
    return ", ".join(chit_name(tables, chit) for chit in held) or "none"


def marks(game: Game, _: int | None) -> Marks:
    """Return the hex of the chosen unit, and that of the battle or the choice."""
    s, tables = game.record, tables_of(game)
    p, cell, target = int(s["piece"]), int(s["cell"]), int(s["target"])
    at = int(s["piece_cell"][p]) if p != NOBODY_PIECE else OFF
    aim = target if target != OFF else cell
    return Marks(hand=tables.grid.code(at) if at != OFF else None, target=tables.grid.code(aim) if aim != OFF else None)


def space_of(game: Game, action: int) -> str | None:
    """Return the hex to click for an action: the one that it names, or that of the unit that it names."""
    tables = tables_of(game)
    segment, k = tables.actions.locate(action)
    if segment == "HEX":
        return tables.grid.code(k) if k in tables.places.hexes else None
    if segment == "PIECE":
        cell = int(game.record["piece_cell"][k])
        return None if cell == OFF else tables.grid.code(cell)
    return None


def asked_at(game: Game, name: str, side: int | None) -> list[int]:
    """Return the actions that a click on a hex may have meant: the hex itself, or the known units in it.

    Raises:
        ValueError: no such hex.
    """
    itself = game.encode("HEX", name)
    tables, s = tables_of(game), game.record
    cell = tables.grid.cell(name)
    known = known_pieces(tables.record[0], s, side)
    here = [p for p in range(len(known)) if int(s["piece_cell"][p]) == cell and known[p]]
    asked = [game.encode("PIECE", tables.pieces.names[p]) for p in here]
    legal = game.action_mask()
    names_pieces = any(legal[action] for action in range(1, len(legal)) if tables.actions.locate(action)[0] == "PIECE")
    return asked if asked and names_pieces else [itself]
