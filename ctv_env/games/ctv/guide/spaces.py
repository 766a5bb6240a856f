"""Clicks on hexes: the hex of each action, and the actions meant by a click on a hex without legal actions."""

from ctv_env.core.game import Game
from ctv_env.games.ctv.guide.inspection import stacks
from ctv_env.games.ctv.loading.load import tables_of
from ctv_env.games.ctv.model.actions import as_cell, as_piece
from ctv_env.games.ctv.model.codes import FIRST_HEX, FIRST_PIECE, PLACE


def space_of(game: Game, action: int) -> str | None:
    """Return the code of the hex that an action names, or of the hex of the piece that it names."""
    if action >= FIRST_HEX:
        return tables_of(game).grid.code(as_cell(action))
    if action < FIRST_PIECE or game.record["piece_place"][as_piece(action)] != PLACE.MAP:
        return None
    return tables_of(game).grid.code(int(game.record["piece_hex"][as_piece(action)]))


def asked_at(game: Game, code: str, side: int | None) -> list[int]:
    """Return the action of the hex, or of each own piece in it if pieces are to be named.

    Raises:
        ValueError: no such hex.
    """
    hex_itself = game.encode("HEX", code)
    if any(action >= FIRST_HEX for action in game.legal_actions()):
        return [hex_itself]
    stack = stacks(game, side).get(code)
    own = [piece.name for piece in stack.pieces if piece.known and piece.side == side] if stack else []
    return [game.encode("PIECE", name) for name in own] or [hex_itself]
