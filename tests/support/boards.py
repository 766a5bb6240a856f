"""Positions as compiled records beside their naive twin, for tests of single functions of the rules."""

from naive import board
from naive.position import read_position, written
from support.players import copy_of, scratch_of
from support.walks import walk

from ctv_env import new_game
from ctv_env.core.bitboard import holds
from ctv_env.games.ctv.model.codes import COLUMNS, NOWHERE
from ctv_env.games.ctv.rules.r06_supply import trace_net


class Board:
    """A position at MOVE with its compiled records, its twin, and its cells by code."""

    def __init__(self, game):
        board.lay_out(game.tables.scenario)
        self.s, self.t, self.w = copy_of(game)[0], game.tables.record[0], scratch_of(0)[0]
        self.position, self.scenario = read_position(written(game)), game.tables.scenario
        grid = game.tables.grid
        self.cells = {code: grid.cell(code) for code in self.position.control}
        self.pieces = game.tables.piece_index

    def trace(self, side: int) -> None:
        trace_net(self.s, self.t, self.w, side, side, NOWHERE)

    def net(self, side: int) -> set[str]:
        return {code for code, c in self.cells.items() if holds(self.w["net"][side], COLUMNS, c)}


def boards(seed: int, every: int, most: int, **options):
    """Positions of a random game at MOVE."""
    game, found = new_game(seed=seed, play_forced=False, **options), 0
    for _ in walk(game, seed):
        if game.node == "MOVE":
            found += 1
            if found % every == 0:
                yield Board(game)
            if found == every * most:
                return


def some_boards() -> list[Board]:
    """Return positions of two scenarios, some with units cut off."""
    return [*boards(3, 15, 4), *boards(5, 20, 4, scenario="escudo")]
