"""The mask: for every action of a node a function of its chapter gives the reason why it is illegal, if any.

``node_table.py`` declares which function is called at which node.
"""

from ctv_env.core.dice import FACES
from ctv_env.core.jit import dispatch, jit
from ctv_env.games.ctv.engine.node_table import HEX, NODES, PIECE
from ctv_env.games.ctv.model.actions import as_cell, as_piece
from ctv_env.games.ctv.model.codes import (
    DONE,
    FIRST_HEX,
    FIRST_PIECE,
    KIND,
    N_ACTIONS,
    N_CELLS,
    N_PIECES,
    NODE,
    SIDE,
    TERRAIN,
)
from ctv_env.games.ctv.model.kernel import rule_kernel
from ctv_env.games.ctv.model.reasons import WHY
from ctv_env.games.ctv.rules.pieces import side_of


@dispatch({code: kind.prepare for code, kind in NODES.items() if kind.prepare})
def prepare(node, s, t, w):
    """Fill the fields of ``w`` that ``why_not`` and ``mark`` of ``node`` read: supply nets, reach, retreats."""


@jit
def _nothing_against():
    return WHY.LEGAL


@dispatch({code: kind.why_not_done or _nothing_against for code, kind in NODES.items() if kind.done}, WHY.NOT_DONE_YET)
def why_not_done(node, s, t, w):
    """Reason why the side may not pass at ``node``."""


@dispatch({code: kind.why_not for code, kind in NODES.items() if kind.why_not and kind.asks == PIECE}, WHY.NOT_HERE)
def why_not_piece(node, s, t, w, p):
    """Reason why piece ``p``, which exists, may not be named at ``node``, after ``prepare``."""


@dispatch({code: kind.why_not for code, kind in NODES.items() if kind.why_not and kind.asks == HEX}, WHY.NOT_HERE)
def why_not_hex(node, s, t, w, c):
    """Reason why cell ``c``, which is land, may not be named at ``node``, after ``prepare``."""


@jit
def _mark_pieces(s, t, w):
    n = 0
    node = int(s.node)
    for p in range(N_PIECES):
        if t.kind[p] == KIND.NONE or side_of(p) != s.to_move:
            continue
        if why_not_piece(node, s, t, w, p) == WHY.LEGAL:
            w.mask[FIRST_PIECE + p] = 1
            n += 1
    return n


@jit
def _mark_hexes(s, t, w):
    n = 0
    node = int(s.node)
    for c in range(N_CELLS):
        if t.terrain[c] != TERRAIN.SEA and why_not_hex(node, s, t, w, c) == WHY.LEGAL:
            w.mask[FIRST_HEX + c] = 1
            n += 1
    return n


_MARK = {PIECE: _mark_pieces, HEX: _mark_hexes}


@dispatch({code: kind.mark or _MARK[kind.asks] for code, kind in NODES.items() if kind.is_decision}, 0)
def _mark(node, s, t, w):
    """Set ``w.mask`` for what may be named at ``node``, after ``prepare``; return the number."""


@rule_kernel(returns=True)
def fill_mask(s, t, w):
    """Set ``w.mask`` to 1 for every legal action of the current node, and ``w.n_legal``; return the number.

    At a chance node the faces of the die are legal; at the end of the game there are no legal actions.
    """
    for action in range(N_ACTIONS):
        w.mask[action] = 0
    n_legal = 0
    node = int(s.node)
    if node != NODE.OVER and s.to_move == SIDE.CHANCE:
        for face in range(1, FACES + 1):
            w.mask[face] = 1
        n_legal = FACES
    elif node != NODE.OVER:
        prepare(node, s, t, w)
        if why_not_done(node, s, t, w) == WHY.LEGAL:
            w.mask[DONE] = 1
            n_legal += 1
        n_legal += _mark(node, s, t, w)
    w.n_legal = n_legal
    return n_legal


@jit
def why_not(s, t, w, action):
    """Code of the reason why ``action`` is illegal at the current node, LEGAL if it is not (``reasons.REASONS``)."""
    if s.to_move == SIDE.CHANCE:
        return WHY.LEGAL if 1 <= action <= FACES else WHY.NOT_HERE
    node = int(s.node)
    if node == NODE.OVER:
        return WHY.NOT_HERE
    prepare(node, s, t, w)
    if action == DONE:
        return why_not_done(node, s, t, w)
    if action < FIRST_HEX:
        p = as_piece(action)
        return WHY.NO_PIECE if t.kind[p] == KIND.NONE else why_not_piece(node, s, t, w, p)
    c = as_cell(action)
    return WHY.SEA if t.terrain[c] == TERRAIN.SEA else why_not_hex(node, s, t, w, c)
