"""Visibility to a side, by the compiled rules of fog (5.2), supply (6) and zones of control (7)."""

import typing

import numpy as np

from ctv_env.core.bitboard import holds
from ctv_env.core.jit import jit, records
from ctv_env.games.ctv.loading.load import GameTables
from ctv_env.games.ctv.model.codes import COLUMNS, END_SC, N_CELLS, N_PIECES, NAT_SC, NOWHERE, SIDE, SIDE_NAMES
from ctv_env.games.ctv.observation.choice import chosen_piece, retreating_cell
from ctv_env.games.ctv.observation.set_up import hide_set_up
from ctv_env.games.ctv.rules.r05_fog import knows, sets_up_unseen
from ctv_env.games.ctv.rules.r06_supply import trace_net

OPEN = -1  # used as side: everything is visible


class Visibility(typing.NamedTuple):
    """A position with masks of what may be shown.

    Of ``states`` only the set-up in progress of the other side is hidden (ruling R-57), of ``t`` nothing.
    """

    tables: GameTables
    t: np.void
    states: np.ndarray  # (1,)
    side: int  # the viewing side, or OPEN
    known: np.ndarray  # int8 (N_PIECES,): 1 for a piece that may be shown in full
    chosen: int  # the selected piece, NOWHERE if none or hidden
    retreating: int  # cell of the retreating stack, else NOWHERE
    legal: np.ndarray  # int8 (n_actions,): legal actions; all 0 if another side decides

    @property
    def state(self) -> np.void:
        """The position."""
        return self.states[0]

    @property
    def fogged(self) -> bool:
        """Whether anything may be hidden."""
        return self.side != OPEN and bool(self.t["fog"])

    def is_lone_column(self, p: int) -> bool:
        """Whether piece ``p`` is a supply column without a ground unit in its hex, as both sides know (R-63)."""
        return NAT_SC <= p < END_SC and not self.state["cell_ground"][self.state["piece_hex"][p]]


@jit
def _draw_veil(states, tables, side):
    """Hide what the other side is setting up from ``side``."""
    s, t = states[0], tables[0]
    if side != OPEN and sets_up_unseen(s, t, side):
        hide_set_up(s, t)


@jit
def _look(states, tables, side, known, hand):
    """Fill ``known`` and ``hand`` (chosen piece, retreating cell)."""
    s, t = states[0], tables[0]
    for p in range(N_PIECES):
        known[p] = side == OPEN or knows(s, t, side, p)
    hand[0] = int(s.piece) if side == OPEN else chosen_piece(s, t, side)
    hand[1] = retreating_cell(s, t)


@jit
def _trace(states, tables, scratch, net):
    """Fill ``net``, (2, N_CELLS), with the cells that the supply of each side reaches."""
    s, t, w = states[0], tables[0], scratch[0]
    for side in range(2):
        trace_net(s, t, w, side, side, NOWHERE)
        for c in range(N_CELLS):
            net[side, c] = holds(w.net[side], COLUMNS, c)


def veiled(tables: GameTables, states: np.ndarray, i: int, side: int) -> np.ndarray:
    """Return a copy (1,) of the position ``states[i]`` without what ``side`` does not see of the other's set-up."""
    copies = records(1, states.dtype)
    copies[0] = states[i]
    _draw_veil(copies, tables.record, side)
    return copies


def look(tables: GameTables, states: np.ndarray, i: int, side: str | None, mask: np.ndarray) -> Visibility:
    """Return the position ``states[i]`` as ``side`` sees it; None sees everything."""
    index = OPEN if side is None else SIDE_NAMES.index(side)
    known, hand = np.zeros(N_PIECES, np.int8), np.zeros(2, np.int64)
    seen = veiled(tables, states, i, index)
    _look(seen, tables.record, index, known, hand)
    shown = int(seen[0]["to_move"]) in (
        (SIDE.NATIONALIST, SIDE.REPUBLICAN) if index == OPEN else (index,)
    )  # not faces of a die
    legal = mask if shown else np.zeros_like(mask)
    return Visibility(tables, tables.record[0], seen, index, known, int(hand[0]), int(hand[1]), legal)


def supply_nets(visible: Visibility, scratch: np.ndarray) -> np.ndarray:
    """Return int8 (2, N_CELLS): 1 where the supply of each side reaches (6.2.1)."""
    net = np.zeros((2, N_CELLS), np.int8)
    _trace(visible.states, visible.tables.record, scratch, net)
    return net
